"""Which moves to look at first, and what a cutoff teaches about that."""

from __future__ import annotations

from typing import Any

import numpy as np

from zermelo.game.record import inline
from zermelo.search.alphabeta.options import COUNTERMOVES, HISTORY, KILLERS, ORDER, SEE
from zermelo.search.common.values import side_of

SLOTS = 4096  # of the history table
FIRST, GOOD, KILLER, COUNTER = 1 << 28, 1 << 27, 1 << 26, 1 << 25  # the table's move, noisy moves, killers, answers
LOST = 1 << 26  # what a losing noisy move is put back by
LAST = 0xFFFF  # the largest place
DONE: Any = np.int64(-(1 << 62))  # the rank of a move that has been picked
STEP = 1024  # of the game's own order; history decides among moves that the game thinks equal


def slot_of(move: int) -> int:
    """A move's place in the history table."""
    return (move ^ move >> 12 ^ move >> 24) & (SLOTS - 1)


@inline
def score_moves(state: Any, work: Any, count: int, place: int, ply: int) -> None:
    """The table's move, noisy moves that do not lose, killers, the answer to the last move, the rest, losing moves."""
    options = work.options
    side = side_of(state, state.turn)
    answer = work.counters[slot_of(work.played[ply - 1])] if ply > 0 else -1
    for index in range(count):
        move = work.rows[ply, index]
        score = 0
        if options & ORDER:
            score += state.order(move) * STEP
        if state.noisy(move):
            if options & ORDER:
                score += -LOST if options & SEE and state.losing(move) else GOOD
        else:
            if options & HISTORY:
                score += work.history[side, slot_of(move)]
            if options & KILLERS and (move == work.killers[ply, 0] or move == work.killers[ply, 1]):
                score += KILLER
            elif options & COUNTERMOVES and move == answer:
                score += COUNTER
        if index == place:
            score = FIRST
        work.ranks[ply, index] = ranked(score, index)


@inline
def score_noisy(state: Any, work: Any, count: int, ply: int) -> None:
    """In quiescence the game's own order is enough."""
    for index in range(count):
        work.ranks[ply, index] = ranked(state.order(work.rows[ply, index]) if work.options & ORDER else 0, index)


def ranked(score: int, index: int) -> int:
    """Score and place in one number: the higher score, then the earlier place is the larger number."""
    return (score << 16) + (LAST - index)


def pick(work: Any, ply: int, count: int) -> int:
    """The place of the best of the moves that are left, which is then crossed out.

    A plain maximum over the whole row: the processor compares eight at a time.
    """
    best = DONE
    for index in range(count):
        best = max(best, work.ranks[ply, index])
    place = LAST - (best & LAST)
    work.ranks[ply, place] = DONE
    return place


def learn(work: Any, side: int, move: int, bonus: int) -> None:
    """Move a history score towards +STEP or -STEP, the slower the nearer it is."""
    slot = slot_of(move)
    old = work.history[side, slot]
    work.history[side, slot] = old + bonus - old * abs(bonus) // STEP


@inline
def remember_cutoff(state: Any, work: Any, index: int, depth: int, ply: int) -> None:
    """A quiet move that refuted this position will be tried early elsewhere, those tried in vain before it late."""
    move = work.rows[ply, work.tried[ply, index]]
    if state.noisy(move):
        return
    if work.options & KILLERS and work.killers[ply, 0] != move:
        work.killers[ply, 1] = work.killers[ply, 0]
        work.killers[ply, 0] = move
    if work.options & COUNTERMOVES and ply > 0:
        work.counters[slot_of(work.played[ply - 1])] = move
    if not work.options & HISTORY:
        return
    side = side_of(state, state.turn)
    bonus = min(4 * depth * depth, STEP // 3)
    learn(work, side, move, bonus)
    for earlier in range(index):
        other = work.rows[ply, work.tried[ply, earlier]]
        if not state.noisy(other):
            learn(work, side, other, -bonus)
