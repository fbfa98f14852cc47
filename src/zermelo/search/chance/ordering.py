"""Move ordering: the hash move, the countermoves of this ply, then the game's own order."""

from __future__ import annotations

from typing import Any

from zermelo.search.chance.options import COUNTERMOVES, ORDER
from zermelo.search.common.history import SLOTS

SCALE = 1 << 24  # steps that the range of values is divided into, at the root
HASH_MOVE, COUNTERMOVE = 1 << 28, 1 << 26  # scores above every score of the game's order


def score_moves(state: Any, work: Any, count: int, hash_place: int, ply: int) -> None:
    """Score the row: hash move first, then what was best after the same move or roll at a sibling, then `order`."""
    slot = work.played[ply - 1] & (SLOTS - 1) if ply > 0 else 0
    first = work.countermoves[ply, slot, 0] if ply > 0 else work.first
    second = work.countermoves[ply, slot, 1]
    for index in range(count):
        move = work.rows[ply, index]
        score = 0
        if work.options & ORDER:
            score += state.order(move) if ply > 0 or work.first < 0 else root_score(work, index)
        if work.options & COUNTERMOVES and move == first:
            score += COUNTERMOVE
        elif work.options & COUNTERMOVES and move == second:
            score += COUNTERMOVE // 2
        if index == hash_place:
            score = HASH_MOVE
        work.scores[ply, index] = score
        work.places[ply, index] = index


def root_score(work: Any, index: int) -> int:
    """A root move's value in the last iteration as a whole number; SCALE steps cover the range of values."""
    part = (work.root_values[index] - work.low) / (work.high - work.low)
    return int(SCALE * min(max(part, 0.0), 1.0))


def pick(work: Any, ply: int, index: int, count: int) -> int:
    """Bring the best-scored of the remaining moves to `index`, the first of equals; returns its place in the row."""
    best = index
    for other in range(index + 1, count):
        better = work.scores[ply, other] > work.scores[ply, best]
        equal = work.scores[ply, other] == work.scores[ply, best]
        if better or (equal and work.places[ply, other] < work.places[ply, best]):
            best = other
    move, score, place = work.rows[ply, best], work.scores[ply, best], work.places[ply, best]
    work.rows[ply, best], work.scores[ply, best] = work.rows[ply, index], work.scores[ply, index]
    work.places[ply, best] = work.places[ply, index]
    work.rows[ply, index], work.scores[ply, index], work.places[ply, index] = move, score, place
    return int(place)


def store_countermove(work: Any, ply: int, move: int) -> None:
    """A move that was best here is tried early where the same move or roll came before."""
    slot = work.played[ply - 1] & (SLOTS - 1)
    if work.countermoves[ply, slot, 0] != move:
        work.countermoves[ply, slot, 1] = work.countermoves[ply, slot, 0]
        work.countermoves[ply, slot, 0] = move


def root_index(work: Any, count: int, turn: int) -> int:
    """The root's moves with the last iteration's best first, else in the order of the row."""
    first = -1
    for index in range(count):
        if work.rows[0, index] == work.first:
            first = index
    if first < 0:
        return turn
    if turn == 0:
        return first
    return turn - 1 if turn <= first else turn
