"""What depends on the course of a game and not on the position: repetitions, lack of progress, the cap.

The functions serve playthroughs in CPython and kernels alike. Keys of positions lie in one array, one for each turn
that has ended; only those since the last irreversible move can return. Where perpetual check loses, the last bit of a
key says whether the position is check: equal positions still have equal keys.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.game.bits import NONE, bit, number, word
from zermelo.game.fields import Row, i64
from zermelo.game.game import BY_UTILITY, CHECKER_LOSES, FIRST_LOSES, FORBIDDEN
from zermelo.game.record import Record, inline

Keys = NDArray[np.uint64]
CHECK = word(1)  # the bit of a key that says "check"
ZERO = word(2)  # in place of the key 0, which says that a position has none
SIEVE = 16  # words at the end of a kernel's keys: eight for positions that may have occurred, eight for twice


def occurrences(keys: Keys, first: int, end: int, key: np.uint64) -> int:
    """How often a key stands in keys[first:end]; without an early exit the processor compares eight at a time."""
    found = 0
    for place in range(first, end):
        found += int(keys[place] == key)
    return found


def returned(keys: Keys, first: int, end: int, times: int) -> bool:
    """Whether keys[end] has occurred so often since keys[first], in a game that asks so at every turn.

    A sieve knows almost always that it has not, and nobody needs to look through many keys: that was a third of a
    random game of nine men's morris, half of one of Chinese checkers.
    """
    if end == first:
        return False
    if end == first + 1:  # not before: irreversible moves often follow one another
        fill_sieve(keys, first, end, times)
    return sifted(keys, keys[end], times) and occurrences(keys, first, end, keys[end]) >= times


def fill_sieve(keys: Keys, first: int, end: int, times: int) -> None:
    """Begin anew with the keys from first to before end."""
    for place in range(len(keys) - SIEVE, len(keys)):
        keys[place] = NONE
    for place in range(first, end):
        sifted(keys, keys[place], times)


def sifted(keys: Keys, key: np.uint64, times: int) -> bool:
    """Whether a position may have occurred so often before; now it has occurred once more.

    It has one of 512 marks, which count to two: more than twice is asked as twice.
    """
    once = len(keys) - SIEVE + number(key >> word(61))
    twice = once + SIEVE // 2
    mark = bit(number(key >> word(55)) & 63)
    before, again = keys[once], keys[twice]
    keys[twice] = again | before & mark
    keys[once] = before | mark
    return bool((again if times > 1 else before) & mark != NONE)


def returns_end(state: Any) -> bool:
    """Whether the return of a position ends a game, for better or worse."""
    return state.repetition > 0 and state.repeated != FORBIDDEN


def history_key(state: Any) -> np.uint64:
    """The key under which the course of a game remembers a position; never NONE, which marks one within a turn."""
    key = state.repetition_key()
    if state.repeated == CHECKER_LOSES:
        key = key & ~CHECK
        if state.checking():
            key = key | CHECK
    return ZERO if key == NONE else key


def repetition_loser(state: Any, keys: Keys, first: int, end: int) -> int:
    """Whom the rules make lose when the position keys[end] has returned too often, or -1: then it is a draw.

    The first of the equal positions lies at `first` or later. The position before keys[end] was left by the player who
    is not to move now, and so on in turn.
    """
    if state.repeated == FIRST_LOSES:
        return 0
    if state.repeated != CHECKER_LOSES:
        return -1
    while keys[first] != keys[end]:
        first += 1
    turn = int(state.turn)
    for other in range(2):  # the player to move first, then their opponent
        always = end - first >= 2
        for place in range(first + 1, end + 1):
            if (end - place) & 1 == 1 - other and keys[place] & CHECK == NONE:
                always = False
        if always:
            return turn if other == 0 else 1 - turn
    return -1


def decided(state: Any, drawn: int, loser: int, player: int) -> float:
    """What a game that has ended is worth to a player: by its position, or as its history has decided."""
    if drawn == 0:
        return float(state.utility(player))
    if loser < 0:
        return 0.0
    return float(state.lowest if player == loser else state.highest)


def clock_after(state: Any, move: int, progress: int) -> int:
    """The no-progress clock after a move that is about to be played."""
    if state.irreversible(move):
        return 0
    return progress + 1


def out_of_time(state: Any, progress: int, ply: int) -> bool:
    """Whether the no-progress rule or the cap ends the game here."""
    if state.no_progress > 0 and progress >= state.no_progress:
        return True
    return state.cap > 0 and ply >= state.cap


def counts_utility(state: Any, progress: int, ply: int) -> bool:
    """Whether a game that ran out of time is decided by `utility` (else it is a draw)."""
    if state.no_progress > 0 and progress >= state.no_progress:
        return state.stalled == BY_UTILITY
    return state.capped == BY_UTILITY


class Clocks(Record):
    """What a kernel remembers of a game under way, beside the keys of its positions, which end with a sieve.

    Repetitions that end a game are seen; a rule that forbids them is left to the rules' own means (Go's simple ko).
    """

    plies: i64  # of the whole game
    progress: i64  # plies since the last irreversible move
    first: i64  # the oldest key that can return
    seen: i64  # keys in use, the present position's last
    kept: i64  # keys that must not be overwritten: of the game before a search
    drawn: i64  # 1 when the history has decided the game, as a draw or for who does not lose by it
    loser: i64  # who loses by a repetition, or -1
    stopped: i64  # 1 when the history has ended the game, drawn or by its utility

    def begin(self, state: Any, keys: Keys) -> None:
        """Start at a position without history."""
        self.plies = 0
        self.progress = 0
        self.first = 0
        self.seen = 0
        self.kept = 0
        self.drawn = 0
        self.loser = -1
        self.stopped = 0
        if returns_end(state):
            keys[0] = history_key(state)
            self.seen = 1

    @inline
    def advance(self, state: Any, move: int, row: Row, keys: Keys) -> None:
        """Play a move and judge the game by its history."""
        self.step(state, move, keys)
        self.judge(state, row, keys, True)

    @inline
    def step(self, state: Any, move: int, keys: Keys) -> None:
        """Play a move, and remember the position where its return may end the game."""
        forgets = False
        if returns_end(state) or state.no_progress > 0:
            forgets = state.irreversible(move)
            self.progress = 0 if forgets else self.progress + 1
        state.play(move)
        self.plies += 1
        if returns_end(state) and not state.midturn():
            if forgets or self.seen == len(keys) - SIEVE:
                self.first = self.seen = self.kept
            keys[self.seen] = history_key(state)
            self.seen += 1

    @inline
    def judge(self, state: Any, row: Row, keys: Keys, sieved: bool) -> None:
        """Whether the history ends the game here; a position without moves is judged by itself.

        `sieved` says that it was asked so at every turn since `first`, or since `play_on`.
        """
        if not returns_end(state) and state.no_progress == 0 and state.cap == 0:
            return
        if state.midturn() or state.over():
            return
        if returns_end(state):
            last, times = self.seen - 1, state.repetition - 1
            if sieved:
                again = returned(keys, self.first, last, times)
            else:
                again = occurrences(keys, self.first, last, keys[last]) >= times
            if again and state.moves(row) > 0:
                self.drawn = 1
                self.loser = repetition_loser(state, keys, self.first, last)
                self.stopped = 1
                return
        if out_of_time(state, self.progress, self.plies) and state.moves(row) > 0:
            self.stopped = 1
            if not counts_utility(state, self.progress, self.plies):
                self.drawn = 1

    def play_on(self, state: Any, keys: Keys) -> None:
        """Random moves follow: from here on it is asked at every turn whether a position has returned."""
        if returns_end(state) and self.seen - self.first > 1:
            fill_sieve(keys, self.first, self.seen, state.repetition - 1)

    def result(self, state: Any, player: int) -> float:
        """What the game has come to for a player."""
        return decided(state, self.drawn, self.loser, player)
