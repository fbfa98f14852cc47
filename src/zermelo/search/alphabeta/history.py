"""What a search remembers of the way to a position: keys that may return, progress, checks, and how these end a game.

The rule is `Playthrough`'s; here it is read from the work space, where one slot for each ply follows the keys of the
game so far.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zermelo.game.bits import NONE, mix64, plus, word
from zermelo.game.game import FORBIDDEN
from zermelo.game.history import counts_utility, decided, history_key, occurrences, out_of_time, repetition_loser
from zermelo.game.record import inline
from zermelo.search.alphabeta.options import TWOFOLD
from zermelo.search.common.values import INFINITE, result_value

GOES_ON = 2 * INFINITE  # no value: the history does not end the game here
NEAR_END = word(0x517CC1B727220A95)  # salt of keys whose value depends on a clock


@inline
def note(state: Any, child: Any, move: int, work: Any, ply: int) -> None:
    """Remember of a move that led to the child what the rules of history need."""
    if state.no_progress > 0 or state.repetition > 0:
        forgets = state.irreversible(move)
        work.progress[ply + 1] = 0 if forgets else work.progress[ply] + 1
        if state.repetition > 0 and not work.options & TWOFOLD:
            here = work.keys[work.root_index + ply]
            if forgets and state.repeated != FORBIDDEN:
                work.past[ply + 1] = NONE
            elif here != NONE:
                work.past[ply + 1] = plus(work.past[ply], mix64(here))
            else:
                work.past[ply + 1] = work.past[ply]
    work.played[ply] = move
    write_key(child, work, ply)


@inline
def pass_step(state: Any, child: Any, work: Any, ply: int) -> None:
    """Hand the move over; nothing before a pass can return."""
    child.pass_turn()
    work.played[ply] = -1
    work.progress[ply + 1] = 0
    work.past[ply + 1] = NONE
    write_key(child, work, ply)


def write_key(child: Any, work: Any, ply: int) -> None:
    """The key of a position that may return; within a turn nothing repeats."""
    if child.repetition > 0:
        key = NONE
        if not child.midturn() or child.over():
            key = history_key(child)
        work.keys[work.root_index + ply + 1] = key


@inline
def history_end(state: Any, work: Any, ply: int) -> int:
    """The value of a game that repetition, lack of progress or the cap ends here, or GOES_ON."""
    if ply == 0 or state.midturn():
        return GOES_ON
    if state.repetition > 0 and state.repeated != FORBIDDEN:
        end = work.root_index + ply
        since = max(0, end - work.progress[ply])
        again = occurrences(work.keys, since, end, work.keys[end])
        if again > 0:
            if work.options & TWOFOLD and occurrences(work.keys, max(since, work.root_index), end, work.keys[end]) > 0:
                return repeated_value(state, work, ply, max(since, work.root_index))  # the line could be repeated
            if again >= state.repetition - 1:
                return repeated_value(state, work, ply, since)
    if out_of_time(state, work.progress[ply], work.start_ply + ply):
        if counts_utility(state, work.progress[ply], work.start_ply + ply):
            return result_value(float(state.utility(state.turn)), work.unit, ply * work.pace)
        return 0
    return GOES_ON


def repeated_value(state: Any, work: Any, ply: int, since: int) -> int:
    """What a repetition is worth to the player to move."""
    loser = repetition_loser(state, work.keys, since, work.root_index + ply)
    if loser < 0:
        return 0
    return result_value(decided(state, 1, loser, int(state.turn)), work.unit, ply * work.pace)


def forbidden(state: Any, child: Any, move: int, work: Any, ply: int) -> bool:
    """Whether a move just played repeats a position that may not return."""
    if state.repetition == 0 or state.repeated != FORBIDDEN or not state.judged(move):
        return False
    end = work.root_index + ply + 1
    if work.keys[end] == NONE:
        return False
    return occurrences(work.keys, 0, end, work.keys[end]) >= state.repetition - 1


@inline
def table_key(state: Any, work: Any, depth: int, ply: int) -> np.uint64:
    """The key of a position in the table; where values must be exact, what its history can still change is part of it.

    Two ways to one position have the same value if the same positions can return (their keys are summed up in `past`)
    and no clock can run out within the depth.
    """
    key = state.key()
    if not work.options & TWOFOLD:
        if state.repetition > 0:
            key = key ^ mix64(work.past[ply])
        if state.no_progress > 0 and work.progress[ply] + depth >= state.no_progress:
            key = key ^ mix64(NEAR_END ^ word(work.progress[ply]))
        if state.cap > 0 and work.start_ply + ply + depth >= state.cap:
            key = key ^ mix64(~NEAR_END ^ word(ply))
    return key
