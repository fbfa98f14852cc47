"""Thousands of random games by compiled rules with bounds checking on, the quick laws proven at every position.

A kernel only says which law broke in which game; the examiner in CPython replays the moves and finds the words.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.game.check import ask, laws
from zermelo.game.check.course import plies_allowed
from zermelo.game.check.examine import Found, raised
from zermelo.game.check.laws import Complaint, Law
from zermelo.game.check.trace import COMPILED, COMPILING, ROOM, Trace
from zermelo.game.compile import copied, kernel
from zermelo.game.game import CHANCE, FORBIDDEN, NO_MOVE
from zermelo.game.history import Keys, occurrences, out_of_time
from zermelo.game.machine import word_at
from zermelo.game.playouts import one
from zermelo.game.random import Random
from zermelo.game.trouble import friendly

(
    FINE, ROW, RANGE, DISTINCT, STEADY, PURE, TURN, MIDTURN, UTILITY, ZERO_SUM, ENDS, LONGEST, ODDS, SAMPLE, EVALUATE,
    BOUNDS, NOISY, IRREVERSIBLE, SAME,
) = range(19)  # fmt: skip
LAW_OF: tuple[Law, ...] = (
    laws.RAISES, laws.ROW, laws.RANGE, laws.DISTINCT, laws.STEADY, laws.PURE, laws.TURN, laws.MIDTURN, laws.UTILITY,
    laws.ZERO_SUM, laws.ENDS, laws.LONGEST, laws.ODDS, laws.SAMPLE, laws.EVALUATE, laws.BOUNDS, laws.NOISY,
    laws.IRREVERSIBLE, laws.SAME,
)  # fmt: skip
BATCH = 64  # games between two looks at the clock
KEYS = 4096  # positions of one game that are remembered


class Work(NamedTuple):
    """The memory of one swarm."""

    row: NDArray[np.int32]  # [move]
    other: NDArray[np.int32]  # [move] a second row
    stamps: NDArray[np.int64]  # [slot] when a move was last seen there
    slots: NDArray[np.int32]  # [slot] a hash table of moves
    keys: Keys  # [turn]
    sides: NDArray[np.int64]  # [player]
    worths: NDArray[np.float64]  # [side]
    tally: NDArray[np.int64]  # [4] positions, stamp, game, plies allowed
    where: NDArray[np.int64]  # [1] the method being asked
    beats: NDArray[np.int64]  # [1]
    lengths: NDArray[np.int64]  # [1]
    trail: NDArray[np.int32]  # [ply]


POSITIONS, STAMP, GAME, ALLOWED = range(4)


def work_for(game: Any, trace: Trace) -> Work:
    """Memory for the games of one class; the moves lie where another process can read them."""
    slots = 1 << (2 * game.most_moves + 2).bit_length()
    tally = np.zeros(4, np.int64)
    tally[ALLOWED] = min(plies_allowed(game), ROOM - 1)
    return Work(
        row=np.full(game.most_moves + ask.GUARD, ask.UNTOUCHED, np.int32),
        other=np.full(game.most_moves + ask.GUARD, ask.UNTOUCHED, np.int32),
        stamps=np.zeros(slots, np.int64),
        slots=np.zeros(slots, np.int32),
        keys=np.zeros(KEYS, np.uint64),
        sides=np.array(game.sides or range(game.players), np.int64),
        worths=np.zeros(game.players, np.float64),
        tally=tally,
        where=trace.where,
        beats=trace.beats,
        lengths=trace.lengths,
        trail=trace.trail,
    )


# ---------------------------------------------------------------------- kernels


def remember(work: Work, move: int) -> bool:
    """Put a move into the hash table; whether it was there already."""
    mask = len(work.slots) - 1
    slot = (move * 40503) & mask
    while work.stamps[slot] == work.tally[STAMP]:
        if work.slots[slot] == move:
            return True
        slot = (slot + 1) & mask
    work.stamps[slot] = work.tally[STAMP]
    work.slots[slot] = move
    return False


def is_listed(work: Work, move: int) -> bool:
    """Whether a move is among the legal ones."""
    mask = len(work.slots) - 1
    slot = (move * 40503) & mask
    while work.stamps[slot] == work.tally[STAMP]:
        if work.slots[slot] == move:
            return True
        slot = (slot + 1) & mask
    return False


def wrong_row(state: Any, work: Work, count: int) -> int:
    """Length, range, doubles, and the same row when asked again."""
    if count < 0 or count > state.most_moves or work.row[state.most_moves] != ask.UNTOUCHED:
        return ROW
    work.tally[STAMP] += 1
    for index in range(count):
        if work.row[index] < 0:
            return RANGE
        if remember(work, int(work.row[index])):
            return DISTINCT
    work.where[0] = ask.MOVES
    if state.moves(work.other) != count:
        return STEADY
    for index in range(count):
        if work.row[index] != work.other[index]:
            return STEADY
    return FINE


def wrong_end(state: Any, work: Work) -> int:
    """Results out of range or not adding up."""
    work.where[0] = ask.UTILITY
    for player in range(state.players):
        worth = float(state.utility(player))
        if not (math.isfinite(worth) and state.lowest <= worth <= state.highest):
            return UTILITY
        work.worths[player] = worth
    if not state.zero_sum:
        return FINE
    total = 0.0
    for player in range(state.players):
        new = True
        for mate in range(player):
            if work.sides[mate] == work.sides[player]:
                new = False
                if abs(work.worths[mate] - work.worths[player]) > 1e-9:
                    return ZERO_SUM
        if new:
            total += work.worths[player]
    return ZERO_SUM if abs(total) > 1e-9 else FINE


def wrong_odds(state: Any, work: Work, count: int) -> int:
    """Nature's probabilities."""
    work.where[0] = ask.ODDS
    total = 0.0
    for index in range(count):
        chance = float(state.odds(int(work.row[index])))
        if not (chance > 0.0 and chance <= 1.0 + 1e-9):
            return ODDS
        total += chance
    return ODDS if abs(total - 1.0) > 1e-6 else FINE


def wrong_hooks(state: Any, work: Work, count: int) -> int:
    """Evaluation, bounds, noisy moves and equivalent moves."""
    work.where[0] = ask.EVALUATE
    value = float(state.evaluate())
    if not (value > state.lowest and value < state.highest) and state.lowest < state.highest:
        return EVALUATE
    for player in range(state.players):
        work.where[0] = ask.BOUNDS
        low, high = state.bounds(player)
        if not (state.lowest <= low and low <= high and high <= state.highest):
            return BOUNDS
    work.where[0] = ask.NOISY
    noisy = 0
    for index in range(count):
        noisy += 1 if state.noisy(int(work.row[index])) else 0
    work.where[0] = ask.NOISY_MOVES
    if state.noisy_moves(work.other) != noisy:
        return NOISY
    for index in range(noisy):
        if not is_listed(work, int(work.other[index])):
            return NOISY
    for index in range(count):
        work.where[0] = ask.SAME
        smaller = int(state.same(int(work.row[index])))
        if smaller > work.row[index] or not is_listed(work, smaller):
            return SAME
        work.where[0] = ask.ORDER
        state.order(int(work.row[index]))
    return FINE


def wrong_children(state: Any, work: Work, count: int) -> int:
    """Every move is played on a copy."""
    for index in range(count):
        work.where[0] = ask.PLAY
        child = copied(state)
        child.play(int(work.row[index]))
        if child.turn >= state.players or child.turn < CHANCE or child.turn == CHANCE and not state.chance:
            return TURN
    return FINE


def same_bytes(a: Any, b: Any, size: int) -> bool:
    """Whether two records are equal in every word."""
    for place in range(size):  # noqa: SIM110  # compiled: no generators
        if word_at(a, place) != word_at(b, place):
            return False
    return True


def chosen(state: Any, random: Random, work: Work, count: int, game: int) -> int:
    """The next move: by `sample` in every other game, else any legal one."""
    if state.turn == CHANCE or game % 2 == 1:
        return int(work.row[random.below(count)])
    work.where[0] = ask.SAMPLE
    return int(state.sample(random, work.other))


def wrong_position(state: Any, work: Work, count: int, size: int, game: int) -> int:
    """All laws on one position with moves."""
    before = copied(state)
    wrong = wrong_row(state, work, count)
    if wrong == FINE:
        wrong = wrong_odds(state, work, count) if state.turn == CHANCE else wrong_hooks(state, work, count)
    if wrong == FINE and game % 8 == 0:
        wrong = wrong_children(state, work, count)
    if wrong == FINE and not same_bytes(before, state, size):
        return PURE
    return wrong


def play_and_look(start: Any, random: Random, work: Work, size: int, game: int) -> int:
    """One game; returns the law that it breaks, or FINE."""
    state = copied(start)
    plies = 0
    progress = 0
    work.where[0] = ask.REPETITION_KEY
    work.keys[0] = state.repetition_key()
    seen = 1
    first = 0
    while True:
        work.lengths[0] = plies
        work.beats[0] += 1
        work.tally[POSITIONS] += 1
        if state.turn >= state.players or state.turn < CHANCE or state.turn == CHANCE and not state.chance:
            return TURN
        work.where[0] = ask.OVER
        if state.over():
            return wrong_end(state, work)
        work.where[0] = ask.MOVES
        count = state.moves(work.row)
        if count == 0:
            return wrong_end(state, work)
        wrong = wrong_position(state, work, count, size, game)
        if wrong != FINE:
            return wrong
        if out_of_time(state, progress, plies) and not state.midturn():
            return FINE
        if plies >= work.tally[ALLOWED]:
            return LONGEST if state.longest > 0 else ENDS
        move = chosen(state, random, work, count, game)
        if move == NO_MOVE or not is_listed(work, move):
            return SAMPLE
        work.where[0] = ask.IRREVERSIBLE
        forgets = state.irreversible(move)
        progress = 0 if forgets else progress + 1
        mover = state.turn
        work.trail[plies] = move
        plies += 1
        work.lengths[0] = plies
        work.where[0] = ask.PLAY
        state.play(move)
        work.where[0] = ask.MIDTURN
        if state.midturn():
            if state.turn != mover and state.turn != CHANCE and mover != CHANCE and not state.over():
                return MIDTURN
            continue
        work.where[0] = ask.REPETITION_KEY
        key = state.repetition_key()
        if forgets:
            first = seen
        if occurrences(work.keys, 0, first, key) > 0:
            return IRREVERSIBLE
        if state.repetition > 0 and occurrences(work.keys, first, seen, key) >= state.repetition - 1:
            if state.repeated != FORBIDDEN or not state.over():  # forbidden moves are left to the examiner
                return FINE
        if seen == len(work.keys):  # a long game: begin to remember anew
            seen, first = 0, 0
        work.keys[seen] = key
        seen += 1


@kernel
def play_batch(start: Any, random: Random, work: Work, size: int, seed: int, first: int, games: int) -> int:
    """Some games; stops at the first that breaks a law and leaves its moves in the trail."""
    for game in range(first, first + games):
        work.tally[GAME] = game
        random.begin(seed, game)
        wrong = play_and_look(start, random, work, size, game)
        if wrong != FINE:
            return wrong
    work.where[0] = ask.NOTHING
    return FINE


# ---------------------------------------------------------------------- the swarm


class Swarm:
    """Compiled random games, in batches."""

    def __init__(self, start: Any, trace: Trace) -> None:
        self.start, self.game, self.trace = start, type(start), trace
        self.work = work_for(self.game, trace)
        self.games = self.positions = 0

    def batch(self, seed: int, first: int, games: int) -> int:
        """Play; returns the number of the law that broke."""
        states, randoms = one(self.start), Random.array(1)
        size = self.game.layout.itemsize // 8
        return int(play_batch(states[0], randoms[0], self.work, size, seed, first, games))

    def fly(self, games: int, seconds: float, seed: int, progress: Callable[[int], None]) -> Iterator[Found]:
        """Play until the number or the time is spent; the first broken law ends it."""
        self.trace.phase(COMPILING)
        with friendly(self.game):
            self.batch(seed, 0, 0)
        self.trace.phase(COMPILED)
        deadline = time.monotonic() + seconds
        while self.games < games and time.monotonic() < deadline:
            some = min(BATCH, games - self.games)
            try:
                wrong = self.batch(seed, self.games, some)
            except Exception as problem:  # an index out of range, most likely
                yield self.trace.moves(), raised(problem, self.game, self.trace.method())
                return
            self.positions = int(self.work.tally[POSITIONS])
            if wrong != FINE:
                self.games = int(self.work.tally[GAME]) + 1
                law = LAW_OF[wrong]
                yield self.trace.moves(), Complaint(law, f"{law.says} Compiled rules break this.")
                return
            self.games += some
            progress(self.games)
