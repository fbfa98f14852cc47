/* Monte Carlo tree search of small games in hand-written C, on one core: what the benchmarks compare with.

   trees nim|pig SIMULATIONS     prints nodes, the root's mean for the player to move, seconds of processor time (C = 2)

   Nim 1-3-5-7, who takes the last match wins. Pig to 100 points, at the root the first player has to choose; a pot that
   wins must be held. Positions are stored in the nodes; children are made at a node's second visit, shuffled as they are
   tried. Compile with -O3 -march=native -lm. */

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t u64;

enum { NIM, PIG };
enum { NATURE = 2, GOAL = 100, HOLD = 0, ROLL = 1 };

typedef struct {
  uint8_t heap[4]; /* Nim: matches; Pig: points of the two players in the bank */
  uint8_t left;    /* Nim: matches in all; Pig: points of this turn */
  uint8_t turn;    /* 0, 1 or NATURE */
  uint8_t mover;   /* Pig: whose turn it is, also while the die rolls */
  uint8_t over;
} State;

typedef struct {
  State state;
  uint32_t first, n;
  int32_t w; /* sum of results for the player who chose last */
  uint16_t count;
  uint8_t chooser;
} Node;

static u64 generator = 88172645463325252ULL;

static inline uint32_t below(uint32_t limit) {
  generator ^= generator << 13;
  generator ^= generator >> 7;
  generator ^= generator << 17;
  return (uint32_t)(((generator >> 32) * (u64)limit) >> 32);
}

static inline int moves(int game, const State *s, int *out) {
  int n = 0;
  if (game == NIM) {
    for (int heap = 0; heap < 4; heap++)
      for (int taken = 1; taken <= s->heap[heap]; taken++) out[n++] = heap * 8 + taken;
    return n;
  }
  if (s->turn == NATURE) {
    for (int face = 1; face <= 6; face++) out[n++] = face;
    return n;
  }
  if (s->left) out[n++] = HOLD;
  if (s->heap[s->mover] + s->left < GOAL) out[n++] = ROLL;
  return n;
}

static inline void play(int game, State *s, int move) {
  if (game == NIM) {
    s->heap[move >> 3] -= move & 7;
    s->left -= move & 7;
    s->turn ^= 1;
    s->over = !s->left;
  } else if (s->turn == NATURE) {
    if (move == 1) {
      s->left = 0;
      s->mover ^= 1;
    } else
      s->left += move;
    s->turn = s->mover;
  } else if (move == ROLL)
    s->turn = NATURE;
  else {
    s->heap[s->mover] += s->left;
    s->left = 0;
    s->over = s->heap[s->mover] >= GOAL;
    s->mover ^= 1;
    s->turn = s->mover;
  }
}

static inline int random_move(int game, const State *s) {
  if (game == NIM) {
    int taken = below(s->left) + 1, heap = 0;
    while (taken > s->heap[heap]) taken -= s->heap[heap++];
    return heap * 8 + taken;
  }
  if (s->turn == NATURE) return below(6) + 1;
  if (!s->left) return ROLL;
  return s->heap[s->mover] + s->left < GOAL ? (int)below(2) : HOLD;
}

static inline int first_players_result(const State *s) { /* in both games who moved last has won */
  return s->turn == 1 ? 1 : -1;
}

static inline void uct(int game, State start, long simulations, float exploration) {
  Node *tree = malloc(sizeof(Node) * ((size_t)simulations * 20 + 1000));
  uint32_t used = 1, path[4000];
  int row[32];
  tree[0] = (Node){.state = start, .chooser = start.turn};
  for (long i = 0; i < simulations; i++) {
    int depth = 0;
    Node *node = tree;
    path[0] = 0;
    while (node->n && !node->state.over && depth < 2000) {
      if (!node->count) {
        node->count = moves(game, &node->state, row);
        node->first = used;
        for (int k = 0; k < node->count; k++) {
          Node *child = &tree[used++];
          *child = (Node){.state = node->state, .chooser = node->state.turn == NATURE ? node->chooser : node->state.turn};
          play(game, &child->state, row[k]);
        }
      }
      Node *child = tree + node->first, *best = child;
      if (game == PIG && node->state.turn == NATURE)
        best = child + below(6);
      else if (node->n <= node->count) { /* never visited: shuffled step by step */
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
    State state = node->state;
    while (!state.over) play(game, &state, random_move(game, &state));
    int result = first_players_result(&state);
    for (; depth >= 0; depth--) {
      Node *at = tree + path[depth];
      at->n++;
      at->w += at->chooser ? -result : result;
    }
  }
  printf("%u %.6f", used, (double)tree[0].w / tree[0].n);
  free(tree);
}

int main(int count, char **words) {
  if (count < 3) return 2;
  struct timespec begin, end;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
  if (!strcmp(words[1], "nim"))
    uct(NIM, (State){.heap = {1, 3, 5, 7}, .left = 16}, atol(words[2]), 2.0f);
  else
    uct(PIG, (State){.turn = 0}, atol(words[2]), 2.0f);
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
  printf(" %.6f\n", end.tv_sec - begin.tv_sec + 1e-9 * (end.tv_nsec - begin.tv_nsec));
  return 0;
}
