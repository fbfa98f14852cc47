"""Move ordering: the hash move, the countermoves of this ply, then the game's own order."""

from __future__ import annotations

from zermelo.game.game import Game
from zermelo.search.chance.options import COUNTERMOVES, ORDER
from zermelo.search.chance.work import SLOTS, ExpectiminimaxWork
from zermelo.search.common.ordering import ranked
from zermelo.search.common.work import ValueWork

SCALE = 1 << 24  # steps that the range of values is divided into, at the root
HASH_MOVE, COUNTERMOVE = 1 << 28, 1 << 26  # scores above every score of the game's order


def score_moves(state: Game, work: ExpectiminimaxWork, count: int, hash_index: int, ply: int) -> None:
    """Rank the row: hash move first, then what was best after the same move or roll at a sibling, then `order`."""
    slot = work.played[ply - 1] & (SLOTS - 1) if ply > 0 else 0
    first = work.countermoves[ply, slot, 0] if ply > 0 else work.first_move
    second = work.countermoves[ply, slot, 1]
    for index in range(count):
        move = work.rows[ply, index]
        score = 0
        if work.options & ORDER:
            score += state.order(move) if ply > 0 or work.first_move < 0 else root_score(work, index)
        if work.options & COUNTERMOVES and move == first:
            score += COUNTERMOVE
        elif work.options & COUNTERMOVES and move == second:
            score += COUNTERMOVE // 2
        if index == hash_index:
            score = HASH_MOVE
        work.ranks[ply, index] = ranked(score, index)


def root_score(work: ExpectiminimaxWork, index: int) -> int:
    """A root move's value in the last iteration as a whole number; SCALE steps cover the range of values."""
    part = (work.root_values[index] - work.low) / (work.high - work.low)
    return int(SCALE * min(max(part, 0.0), 1.0))


def store_countermove(work: ExpectiminimaxWork, ply: int, move: int) -> None:
    """A move that was best here is tried early where the same move or roll came before."""
    slot = work.played[ply - 1] & (SLOTS - 1)
    if work.countermoves[ply, slot, 0] != move:
        work.countermoves[ply, slot, 1] = work.countermoves[ply, slot, 0]
        work.countermoves[ply, slot, 0] = move


def in_row_order(work: ValueWork, count: int, turn: int, ply: int) -> int:
    """The index of the move to search next in the order of the row, at the root the last iteration's move first."""
    if ply > 0:
        return turn
    first = -1
    for index in range(count):
        if work.rows[0, index] == work.first_move:
            first = index
    if first < 0:
        return turn
    if turn == 0:
        return first
    return turn - 1 if turn <= first else turn
