/* What hand-written C reaches on one core: the limits that the benchmarks compare with.

   limits connect_four|othello|hex|go GAMES      random games: prints moves, sum of the first player's results, seconds
   limits perft_connect_four|perft_connect_four_flat|perft_othello DEPTH every last move made and tested: prints the count and seconds
   limits alphabeta_connect_four DEPTH           plain alpha-beta, columns from the left, 0 at the horizon: prints value, nodes, seconds
   limits uct_connect_four|uct_othello|uct_tic_tac_toe SIMULATIONS  Monte Carlo tree search with one random game each: prints nodes, the root's mean for
                                                 the player to move, seconds (C = 2)

   Uniform random play from the start. Hex 11 x 11 by union-find until the sides are joined. Go 9 x 9 with simple ko, own
   eyes kept, two passes end. Seconds are processor time. Compile with -O3 -march=native -lm. */

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t u64;

static u64 generator = 88172645463325252ULL;
static long moves_made;

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + 1e-9 * now.tv_nsec;
}

static inline uint32_t below(uint32_t limit) {
  generator ^= generator << 13;
  generator ^= generator >> 7;
  generator ^= generator << 17;
  return (uint32_t)(((generator >> 32) * (u64)limit) >> 32);
}

static inline u64 pick(u64 set) {
  return __builtin_ia32_pdep_di(1ULL << below(__builtin_popcountll(set)), set);
}

/* ------------------------------------------------ Connect Four: columns of seven bits, the top one always empty */

static const u64 FEET = 0x40810204081ULL, PLACES = 0x40810204081ULL * 0x3f;

static inline int four(u64 discs) {
  u64 pairs = discs & (discs >> 7);
  if (pairs & (pairs >> 14)) return 1;
  pairs = discs & (discs >> 6);
  if (pairs & (pairs >> 12)) return 1;
  pairs = discs & (discs >> 8);
  if (pairs & (pairs >> 16)) return 1;
  pairs = discs & (discs >> 1);
  return (pairs & (pairs >> 2)) != 0;
}

static int connect_four(void) {
  u64 mine = 0, full = 0;
  for (int sign = 1;; sign = -sign) {
    u64 free = (full + FEET) & PLACES;
    if (!free) return 0;
    u64 disc = pick(free);
    mine |= disc;
    full |= disc;
    moves_made++;
    if (four(mine)) return sign;
    mine ^= full;
  }
}

static u64 perft_connect_four(u64 mine, u64 full, int depth) { /* as one writes it first: a call for every leaf */
  if (!depth) return 1;
  u64 free = (full + FEET) & PLACES, total = 0;
  for (; free; free &= free - 1) {
    u64 disc = free & -free, next = mine | disc;
    if (!four(next))
      total += perft_connect_four((full | disc) ^ next, full | disc, depth - 1);
    else if (depth == 1)
      total++;
  }
  return total;
}

static u64 perft_connect_four_flat(u64 mine, u64 full, int depth) { /* the last ply written out */
  u64 free = (full + FEET) & PLACES, total = 0;
  for (; free; free &= free - 1) {
    u64 disc = free & -free, next = mine | disc;
    int won = four(next);
    if (depth == 1) {
      __asm__ volatile("" ::"r"(won)); /* the test is part of the work */
      total++;
    } else if (!won)
      total += perft_connect_four_flat((full | disc) ^ next, full | disc, depth - 1);
  }
  return total;
}

static long nodes = 1;

static int alphabeta_connect_four(u64 mine, u64 full, int depth, int alpha, int beta) {
  u64 free = (full + FEET) & PLACES;
  if (!free || !depth) return 0;
  int best = -2;
  for (; free; free &= free - 1) {
    u64 disc = free & -free, next = mine | disc;
    nodes++;
    int value = four(next) ? 1 : -alphabeta_connect_four((full | disc) ^ next, full | disc, depth - 1, -beta, -alpha);
    if (value > best) best = value;
    if (value >= beta) break;
    if (value > alpha) alpha = value;
  }
  return best;
}

/* ------------------------------------------------ Othello: fills by doubling */

#define EACH_WAY(DO)                                                              \
  DO(<<, 1, inner) DO(>>, 1, inner) DO(<<, 8, theirs) DO(>>, 8, theirs)           \
  DO(<<, 7, inner) DO(>>, 7, inner) DO(<<, 9, inner) DO(>>, 9, inner)

static inline u64 othello_moves(u64 mine, u64 theirs) {
  u64 inner = theirs & 0x7e7e7e7e7e7e7e7eULL, found = 0, run, ends;
#define REACH(SHIFT, by, through)          \
  run = through & (mine SHIFT by);         \
  run |= through & (run SHIFT by);         \
  ends = through & (through SHIFT by);     \
  run |= ends & (run SHIFT(2 * by));       \
  run |= ends & (run SHIFT(2 * by));       \
  found |= run SHIFT by;
  EACH_WAY(REACH)
  return found & ~(mine | theirs);
}

static inline u64 othello_flips(u64 mine, u64 theirs, u64 disc) {
  u64 inner = theirs & 0x7e7e7e7e7e7e7e7eULL, flips = 0, run, ends;
#define FLIP(SHIFT, by, through)           \
  run = through & (disc SHIFT by);         \
  run |= through & (run SHIFT by);         \
  ends = through & (through SHIFT by);     \
  run |= ends & (run SHIFT(2 * by));       \
  run |= ends & (run SHIFT(2 * by));       \
  if ((run SHIFT by) & mine) flips |= run;
  EACH_WAY(FLIP)
  return flips;
}

static const u64 BLACK = 0x0000000810000000ULL, WHITE = 0x0000001008000000ULL;

static int othello(void) {
  u64 mine = BLACK, theirs = WHITE, other;
  int passed = 0;
  for (int sign = 1;; sign = -sign) {
    u64 legal = othello_moves(mine, theirs);
    if (legal) {
      u64 disc = pick(legal), flips = othello_flips(mine, theirs, disc);
      mine ^= flips | disc;
      theirs ^= flips;
      moves_made++;
      passed = 0;
    } else if (passed) {
      int more = __builtin_popcountll(mine) - __builtin_popcountll(theirs);
      return more > 0 ? sign : more < 0 ? -sign : 0;
    } else
      passed = 1;
    other = mine;
    mine = theirs;
    theirs = other;
  }
}

static u64 perft_othello(u64 mine, u64 theirs, int depth) {
  u64 legal = othello_moves(mine, theirs), total = 0;
  if (!legal) {
    if (!othello_moves(theirs, mine)) return 0; /* a finished game counts nothing */
    return depth == 1 ? 1 : perft_othello(theirs, mine, depth - 1);
  }
  for (; legal; legal &= legal - 1) {
    u64 disc = legal & -legal, flips = othello_flips(mine, theirs, disc);
    u64 after = mine ^ flips ^ disc, other = theirs ^ flips;
    if (depth == 1) {
      __asm__ volatile("" ::"r"(after), "r"(other));
      total++;
    } else
      total += perft_othello(other, after, depth - 1);
  }
  return total;
}

/* ------------------------------------------------ UCT: positions stored in the nodes, children side by side */

typedef struct {
  u64 mine, other; /* Othello: the two colours; else the player to move and all discs */
  uint32_t first, n;
  int32_t w; /* sum of results for the player who moved here */
  uint16_t count;
  uint8_t ended; /* 1: the player who moved here has won, 2: draw; Othello: 1, counted when reached */
} Node;

enum { FOUR, THREE, DISCS };

static inline u64 free_places(int game, u64 full) {
  return game == FOUR ? (full + FEET) & PLACES : 0x1ff & ~full;
}

static inline int lined(int game, u64 mine) {
  if (game == FOUR) return four(mine);
  return (mine & mine >> 1 & mine >> 2 & 0x49) || (mine & mine >> 3 & mine >> 6) || (mine & 0x111) == 0x111 ||
         (mine & 0x54) == 0x54;
}

static inline int rest_of_game(int game, u64 mine, u64 other) { /* for the player to move */
  int passed = 0;
  for (int sign = 1;; sign = -sign) {
    if (game != DISCS) {
      u64 free = free_places(game, other);
      if (!free) return 0;
      u64 disc = pick(free);
      mine |= disc;
      other |= disc;
      if (lined(game, mine)) return sign;
      mine ^= other;
      continue;
    }
    u64 legal = othello_moves(mine, other);
    if (legal) {
      u64 disc = pick(legal), flips = othello_flips(mine, other, disc), swap = mine ^ flips ^ disc;
      mine = other ^ flips;
      other = swap;
      passed = 0;
    } else if (passed) {
      int more = __builtin_popcountll(mine) - __builtin_popcountll(other);
      return more > 0 ? sign : more < 0 ? -sign : 0;
    } else {
      u64 swap = mine;
      mine = other;
      other = swap;
      passed = 1;
    }
  }
}

static inline uint32_t make_children(int game, Node *tree, Node *node, uint32_t used) {
  u64 free = game == DISCS ? othello_moves(node->mine, node->other) : free_places(game, node->other);
  node->first = used;
  if (!free) { /* Othello only: a pass */
    tree[used] = (Node){.mine = node->other, .other = node->mine};
    node->count = 1;
    return used + 1;
  }
  for (; free; free &= free - 1) {
    u64 disc = free & -free;
    Node *child = &tree[used++];
    if (game != DISCS) {
      u64 mine = node->mine | disc, full = node->other | disc;
      *child = (Node){.mine = mine ^ full, .other = full};
      child->ended = lined(game, mine) ? 1 : free_places(game, full) ? 0 : 2;
    } else {
      u64 flips = othello_flips(node->mine, node->other, disc);
      *child = (Node){.mine = node->other ^ flips, .other = node->mine ^ flips ^ disc};
      child->ended = !othello_moves(child->mine, child->other) && !othello_moves(child->other, child->mine);
    }
  }
  node->count = used - node->first;
  return used;
}

static inline void uct(int game, u64 mine, u64 other, long simulations, float exploration) {
  Node *tree = malloc(sizeof(Node) * ((size_t)simulations * 4 + 1000));
  uint32_t used = 1, path[160];
  tree[0] = (Node){.mine = mine, .other = other};
  for (long i = 0; i < simulations; i++) {
    int depth = 0;
    Node *node = tree;
    path[0] = 0;
    while (node->n && !node->ended) {
      if (!node->count) used = make_children(game, tree, node, used);
      Node *child = tree + node->first, *best = child;
      if (node->n <= node->count) { /* never visited: shuffled step by step */
        best = child + node->n - 1;
        Node *other = best + below(node->count - node->n + 1), swap = *best;
        *best = *other;
        *other = swap;
      } else {
        float spread = exploration * sqrtf(logf((float)node->n)), most = -1e30f;
        for (int k = 0; k < node->count; k++, child++) {
          float n = (float)child->n, value = ((float)child->w + spread * sqrtf(n)) / n;
          if (value > most) most = value, best = child;
        }
      }
      node = best;
      path[++depth] = (uint32_t)(node - tree);
    }
    int result = game != DISCS && node->ended ? 2 - node->ended : -rest_of_game(game, node->mine, node->other);
    for (; depth >= 0; depth--, result = -result) {
      tree[path[depth]].n++;
      tree[path[depth]].w += result;
    }
  }
  printf("%u %.6f", used, -(double)tree[0].w / tree[0].n);
  free(tree);
}

/* ------------------------------------------------ Hex 11 x 11 with a border of stones */

enum { SIDE = 11, WIDE = SIDE + 2, TOP = 1, BOTTOM = (WIDE - 1) * WIDE + 1, LEFT = WIDE, RIGHT = 2 * WIDE - 1 };

static int root(uint16_t *parent, int cell) {
  while (parent[cell] != cell) {
    parent[cell] = parent[parent[cell]];
    cell = parent[cell];
  }
  return cell;
}

static int hex(void) {
  static const int near[6] = {-WIDE, 1 - WIDE, -1, 1, WIDE - 1, WIDE};
  uint8_t stone[WIDE * WIDE] = {0}, order[SIDE * SIDE];
  uint16_t parent[WIDE * WIDE];
  int count = 0;
  for (int i = 0; i < WIDE * WIDE; i++) parent[i] = i;
  for (int k = 1; k < WIDE - 1; k++) {
    stone[k] = stone[(WIDE - 1) * WIDE + k] = 1;
    stone[k * WIDE] = stone[k * WIDE + WIDE - 1] = 2;
    parent[k] = TOP;
    parent[(WIDE - 1) * WIDE + k] = BOTTOM;
    parent[k * WIDE] = LEFT;
    parent[k * WIDE + WIDE - 1] = RIGHT;
  }
  for (int y = 1; y <= SIDE; y++)
    for (int x = 1; x <= SIDE; x++) order[count++] = y * WIDE + x;
  for (int k = 0;; k++) {
    int chosen = k + below(SIDE * SIDE - k), cell = order[chosen], colour = 1 + k % 2;
    order[chosen] = order[k];
    stone[cell] = colour;
    moves_made++;
    for (int q = 0; q < 6; q++)
      if (stone[cell + near[q]] == colour) {
        int a = root(parent, cell), b = root(parent, cell + near[q]);
        if (a != b) parent[a] = b;
      }
    if (colour == 1 ? root(parent, TOP) == root(parent, BOTTOM) : root(parent, LEFT) == root(parent, RIGHT))
      return colour == 1 ? 1 : -1;
  }
}

/* ------------------------------------------------ Go 9 x 9: chains as rings with pseudo-liberties */

enum { ROW = 11, POINTS = ROW * ROW, EDGE = 3, KOMI = 7 };

typedef struct {
  uint8_t stone[POINTS], head[POINTS], next[POINTS], empty[81], place[POINTS];
  int16_t liberties[POINTS];
  int empties, ko;
} Board;

static Board start;
static const int beside[4] = {1, -1, ROW, -ROW}, across[4] = {ROW + 1, ROW - 1, 1 - ROW, -ROW - 1};

static void lift(Board *b, int head) {
  int at = head;
  do {
    int next = b->next[at];
    b->stone[at] = 0;
    b->place[at] = b->empties;
    b->empty[b->empties++] = at;
    for (int q = 0; q < 4; q++) {
      int near = at + beside[q];
      if (b->stone[near] == 1 || b->stone[near] == 2) b->liberties[b->head[near]]++;
    }
    at = next;
  } while (at != head);
}

static int legal(Board *b, int at, int me) {
  if (at == b->ko) return 0;
  for (int q = 0; q < 4; q++)
    if (!b->stone[at + beside[q]]) return 1;
  int fine = 0;
  for (int q = 0; q < 4; q++)
    if (b->stone[at + beside[q]] != EDGE) b->liberties[b->head[at + beside[q]]]--;
  for (int q = 0; q < 4; q++) {
    int near = at + beside[q], left = b->stone[near] == EDGE ? 0 : b->liberties[b->head[near]];
    if (b->stone[near] != EDGE && (left > 0) == (b->stone[near] == me)) fine = 1;
  }
  for (int q = 0; q < 4; q++)
    if (b->stone[at + beside[q]] != EDGE) b->liberties[b->head[at + beside[q]]]++;
  return fine;
}

static int eye(Board *b, int at, int me) {
  for (int q = 0; q < 4; q++)
    if (b->stone[at + beside[q]] != me && b->stone[at + beside[q]] != EDGE) return 0;
  int bad = 0, edge = 0;
  for (int q = 0; q < 4; q++) {
    bad += b->stone[at + across[q]] == 3 - me;
    edge |= b->stone[at + across[q]] == EDGE;
  }
  return bad + edge < 2;
}

static void put(Board *b, int at, int me) {
  int last = b->empty[--b->empties], place = b->place[at], boxed = 1, free = 0;
  b->empty[place] = last;
  b->place[last] = place;
  b->stone[at] = me;
  b->head[at] = b->next[at] = at;
  for (int q = 0; q < 4; q++) {
    int near = at + beside[q], stone = b->stone[near];
    if (!stone) free++;
    if (!stone || stone == me) boxed = 0;
    if (stone == 1 || stone == 2) b->liberties[b->head[near]]--;
  }
  b->liberties[at] = free;
  for (int q = 0; q < 4; q++) {
    int near = at + beside[q];
    if (b->stone[near] != me || b->head[near] == b->head[at]) continue;
    int a = b->head[at], c = b->head[near], z = c;
    b->liberties[a] += b->liberties[c];
    do {
      b->head[z] = a;
      z = b->next[z];
    } while (z != c);
    int other = b->next[a];
    b->next[a] = b->next[c];
    b->next[c] = other;
  }
  int taken = 0, where = 0;
  for (int q = 0; q < 4; q++) {
    int near = at + beside[q];
    if (b->stone[near] == 3 - me && !b->liberties[b->head[near]]) {
      int before = b->empties;
      where = near;
      lift(b, b->head[near]);
      taken += b->empties - before;
    }
  }
  b->ko = boxed && taken == 1 ? where : 0;
}

static int go(void) {
  Board b = start;
  int passes = 0, score = 0;
  for (int ply = 0, me = 1; passes < 2 && ply < 243; ply++, me = 3 - me) {
    int count = b.empties, from = count ? below(count) : 0, done = 0;
    for (int i = 0; i < count && !done; i++) {
      int at = b.empty[from + i < count ? from + i : from + i - count];
      if (!eye(&b, at, me) && legal(&b, at, me)) {
        put(&b, at, me);
        done = 1;
      }
    }
    moves_made++;
    passes = done ? 0 : passes + 1;
    if (!done) b.ko = 0;
  }
  for (int y = 1; y <= 9; y++)
    for (int x = 1; x <= 9; x++) {
      int at = y * ROW + x, owner = b.stone[at], black = 0, white = 0;
      if (!owner) {
        for (int q = 0; q < 4; q++) {
          black |= b.stone[at + beside[q]] == 1;
          white |= b.stone[at + beside[q]] == 2;
        }
        owner = black && !white ? 1 : white && !black ? 2 : 0;
      }
      score += owner == 1 ? 1 : owner == 2 ? -1 : 0;
    }
  return score > KOMI ? 1 : -1; /* komi 7.5 */
}

static void set_up_go(void) {
  for (int i = 0; i < POINTS; i++) {
    int x = i % ROW, y = i / ROW;
    start.stone[i] = x == 0 || y == 0 || x == ROW - 1 || y == ROW - 1 ? EDGE : 0;
    if (!start.stone[i]) {
      start.place[i] = start.empties;
      start.empty[start.empties++] = i;
    }
  }
}

/* ------------------------------------------------ */

int main(int count, char **words) {
  if (count < 3) return 2;
  long number = atol(words[2]), sum = 0;
  set_up_go();
  double begin = seconds();
  if (!strcmp(words[1], "perft_connect_four"))
    printf("%lu", perft_connect_four(0, 0, (int)number));
  else if (!strcmp(words[1], "perft_connect_four_flat"))
    printf("%lu", perft_connect_four_flat(0, 0, (int)number));
  else if (!strcmp(words[1], "alphabeta_connect_four")) {
    int value = alphabeta_connect_four(0, 0, (int)number, -2, 2);
    printf("%d %ld", value, nodes);
  } else if (!strcmp(words[1], "perft_othello"))
    printf("%lu", perft_othello(BLACK, WHITE, (int)number));
  else if (!strcmp(words[1], "uct_connect_four"))
    uct(FOUR, 0, 0, number, 2.0f);
  else if (!strcmp(words[1], "uct_tic_tac_toe"))
    uct(THREE, 0, 0, number, 2.0f);
  else if (!strcmp(words[1], "uct_othello"))
    uct(DISCS, BLACK, WHITE, number, 2.0f);
  else {
    int (*play)(void) = !strcmp(words[1], "connect_four") ? connect_four
                        : !strcmp(words[1], "othello")    ? othello
                        : !strcmp(words[1], "hex")        ? hex
                                                          : go;
    for (long i = 0; i < number; i++) sum += play();
    printf("%ld %ld", moves_made, sum);
  }
  printf(" %.6f\n", seconds() - begin);
  return 0;
}
