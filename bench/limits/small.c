/* What hand-written C reaches on one core in games whose random play takes a fraction of a microsecond.

   small tic_tac_toe|nim|kuhn_poker|leduc_poker|pig|kalah GAMES
   prints moves, wins less losses of the first player, processor seconds

   Uniform random play. A game goes on move by move with one random number for each choice, as the rules have it (Pig: for a
   choice and the roll that may follow); no game is looked up as a whole. Kuhn and Leduc poker begin after the deal of the
   two lowest cards. Selections stand in place of branches where chance decides, since no processor foresees it. Compile
   with -O3 -march=native. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t u64;
typedef uint32_t u32;

typedef struct {
  u64 counter; /* of the random numbers: they do not wait for each other */
  long moves;
} Run;

static inline u64 bits(Run *run) { /* one multiplication of a counter, both halves folded */
  run->counter += 0xa0761d6478bd642fULL;
  unsigned __int128 product = (unsigned __int128)run->counter * (run->counter ^ 0xe7037ed1a0b428dbULL);
  return (u64)(product >> 64) ^ (u64)product;
}

static inline u32 below(Run *run, u32 limit) { return (u32)(((bits(run) >> 32) * limit) >> 32); }

static inline u64 nth(u64 set, int index) { return __builtin_ia32_pdep_di(1ULL << index, set); }

static inline int count(u64 set) { return __builtin_popcountll(set); }

/* ------------------------------------------------ Tic-tac-toe: a table of the 512 sets of marks */

static uint8_t lined[512];

static inline int tic_tac_toe(Run *run) {
  u32 mine = 0, theirs = 0;
  for (int left = 9, sign = 1; left > 0; left--, sign = -sign) {
    u32 mark = (u32)nth(0x1ff & ~(mine | theirs), below(run, left)), next = mine | mark;
    run->moves++;
    if (lined[next]) return sign;
    mine = theirs;
    theirs = next;
  }
  return 0;
}

static void set_up_lines(void) {
  static const int line[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
  for (int marks = 0; marks < 512; marks++)
    for (int k = 0; k < 8; k++) lined[marks] |= (marks & line[k]) == line[k];
}

/* ------------------------------------------------ Nim with heaps 1, 3, 5, 7: a byte for each heap, sums by multiplication */

static inline int nim(Run *run) {
  u32 heaps = 0x07050301;
  for (int sign = 1;; sign = -sign) {
    u32 sums = heaps * 0x01010101u, left = sums >> 24; /* matches in the heaps up to each */
    u32 index = below(run, left);
    u32 passed = ~((sums | 0x80808080u) - (index + 1) * 0x01010101u) & 0x80808080u; /* heaps that end before the index */
    int shift = 8 * count(passed);
    u32 before = (u32)(((u64)sums << 8) >> shift) & 0xff;
    u32 taken = index + 1 - before;
    heaps -= taken << shift;
    run->moves++;
    if (taken == left) return sign;
  }
}

/* ------------------------------------------------ Kuhn poker, from the deal on */

static volatile int dealt[2] = {0, 1}; /* not known to the compiler */

static inline int kuhn_poker(Run *run, int first, int second) {
  int one = below(run, 2), two = below(run, 2), three = below(run, 2);
  int longer = two & !one; /* pass and bet: one more answer */
  int folded = longer ? !three : one & !two;
  run->moves += 2 + longer;
  int fold = longer ? -1 : 1, show = first > second ? 1 : -1;
  return folded ? fold : show;
}

/* ------------------------------------------------ Leduc poker, from the deal on */

static inline int leduc_poker(Run *run, int first, int second) {
  int rank[2] = {first >> 1, second >> 1}, open = 0, chips = 1, owed = 0;
  for (int stage = 0; stage < 2; stage++) {
    int raises = 0, turn = 0;
    for (int made = 0;; made++, turn = 1 - turn) {
      int lowest = owed == 0, highest = raises < 2 ? 2 : 1; /* fold 0, call 1, raise 2 */
      int move = lowest + below(run, highest - lowest + 1);
      run->moves++;
      if (move == 0) return turn ? 1 : -1;
      if (move == 1 && made > 0) break;
      owed = move == 2 ? 2 + 2 * stage : 0;
      chips += owed;
      raises += move == 2;
    }
    owed = 0;
    if (stage == 0) {
      u64 deck = 0x3f & ~(1ULL << first | 1ULL << second);
      open = __builtin_ctzll(nth(deck, below(run, 4))) >> 1;
      run->moves++;
    }
  }
  int mine = rank[0] + 3 * (rank[0] == open), theirs = rank[1] + 3 * (rank[1] == open);
  int won = chips * ((mine > theirs) - (mine < theirs));
  return (won > 0) - (won < 0);
}

/* ------------------------------------------------ Pig: a choice and the roll that may follow it in one step */

static inline int pig(Run *run) {
  int mine = 0, theirs = 0, pot = 0, sign = 0;
  for (;;) {
    u64 random = bits(run);
    int face = 1 + (int)(((random >> 32) * 6) >> 32), heads = random & 1;
    int holds = -((pot > 0) & (heads | (mine + pot >= 100))); /* all ones or none */
    int passes = holds | -(face == 1);
    mine += pot & holds;
    pot = (pot + face) & ~passes;
    run->moves += 2 + holds;
    if (mine >= 100) return sign < 0 ? -1 : 1;
    int exchange = (mine ^ theirs) & passes;
    mine ^= exchange;
    theirs ^= exchange;
    sign ^= passes;
  }
}

/* ------------------------------------------------ Kalah: a byte for each pit, the store above; what a sowing adds is in tables */

enum { PITS = 6, RING = 2 * PITS + 1, MOST = 64 };

typedef struct {
  u64 near, far, spot, facing;
  u64 passes; /* all ones where the turn passes on */
} Sowing;

static Sowing sowings[PITS * MOST];
static const u64 EACH = 0x0101010101010101ULL, PIT_ROW = (1ULL << 8 * PITS) - 1;

static void set_up_sowings(void) {
  for (int pit = 0; pit < PITS; pit++)
    for (int seeds = 1; seeds < MOST; seeds++) {
      Sowing *s = &sowings[pit * MOST + seeds];
      for (int step = 1; step <= seeds; step++) {
        int place = (pit + step) % RING;
        if (place > PITS)
          s->far += 1ULL << 8 * (place - PITS - 1);
        else
          s->near += 1ULL << 8 * place;
      }
      int last = (pit + seeds) % RING;
      s->passes = -(u64)(last != PITS);
      s->spot = last < PITS ? 0xffULL << 8 * last : 0;
      s->facing = last < PITS ? 0xffULL << 8 * (PITS - 1 - last) : 0;
    }
}

static inline u64 seeds_in(u64 side) { return side * EACH >> 56; }

static inline int kalah(Run *run) {
  u64 mine = (EACH & PIT_ROW) * 4, theirs = mine;
  u64 sign = 0; /* all ones while the second player is to move */
  do {
    u64 full = ((mine & PIT_ROW) + EACH * 0x7f) & EACH * 0x80 & PIT_ROW;
    int at = __builtin_ctzll(nth(full, below(run, count(full)))) & ~7;
    const Sowing *s = &sowings[(at >> 3) * MOST + (mine >> at & 0xff)];
    u64 own = (mine & ~(0xffULL << at)) + s->near, other = theirs + s->far;
    u64 facing = other & s->facing, spot = s->spot;
    u64 captures = -(u64)(((own & spot) == (spot & EACH)) & (facing != 0)); /* all ones or none */
    spot &= captures;
    facing &= captures;
    own = (own & ~spot) + (seeds_in((spot & EACH) + facing) << 8 * PITS);
    other &= ~facing;
    u64 passes = (own ^ other) & s->passes;
    mine = own ^ passes;
    theirs = other ^ passes;
    sign ^= s->passes;
    run->moves++;
  } while ((mine & PIT_ROW) && (theirs & PIT_ROW));
  int more = (int)seeds_in(mine) - (int)seeds_in(theirs);
  return ((more > 0) - (more < 0)) * (sign ? -1 : 1);
}

/* ------------------------------------------------ */

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + 1e-9 * now.tv_nsec;
}

#define PLAY(name, game)      \
  if (!strcmp(words[1], name)) \
    for (long i = 0; i < games; i++) sum += game;

int main(int words_count, char **words) {
  if (words_count < 3) return 2;
  long games = atol(words[2]), sum = 0;
  Run run = {88172645463325252ULL, 0};
  int first = dealt[0], second = dealt[1];
  set_up_lines();
  set_up_sowings();
  double begin = seconds();
  PLAY("tic_tac_toe", tic_tac_toe(&run))
  PLAY("nim", nim(&run))
  PLAY("kuhn_poker", kuhn_poker(&run, first, second))
  PLAY("leduc_poker", leduc_poker(&run, first, second))
  PLAY("pig", pig(&run))
  PLAY("kalah", kalah(&run))
  printf("%ld %ld %.6f\n", run.moves, sum, seconds() - begin);
  return 0;
}
