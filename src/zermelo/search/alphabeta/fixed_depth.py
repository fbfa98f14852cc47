"""Alpha-beta without any refinement, to a fixed depth: the lectures' algorithm at the speed of C.

The tree is the one that every textbook program visits (children in the order of `moves`), so node counts can be
compared between programs. Values are utilities and estimates as the game gives them.
"""

from __future__ import annotations

import math

from zermelo.errors import BadLimit
from zermelo.game.compile import copied, kernel
from zermelo.game.fields import Cells, array, i32, i64
from zermelo.game.game import Game
from zermelo.game.playouts import one
from zermelo.game.record import inline
from zermelo.game.rows import SPILL, check_rows, guarded, listed
from zermelo.game.trouble import friendly
from zermelo.search.common.registry import refuse
from zermelo.search.common.values import MAX_PLY, side_of
from zermelo.search.common.work import Work, make_work


class FixedDepthWork(Work):
    """Rows of moves for every depth, and what the root found."""

    estimates: i64  # 1: the horizon is estimated; 0: it counts as 0
    best_move: i64
    rows: Cells = array(i32, lambda work: (MAX_PLY, work.width))  # [MAX_PLY - depth]: overrun, it spoils deeper ones
    spill: Cells = array(i32, SPILL)


@kernel
def estimated_ply(state: Game, work: FixedDepthWork, beta: float) -> float:
    """One move before the horizon, where children that are no ends are estimated."""
    row = work.rows[MAX_PLY - 1]
    count = listed(state, row)
    best = -math.inf
    for index in range(count):
        child = copied(state)
        child.play(row[index])
        work.nodes += 1
        if child.over():
            value = float(child.utility(state.turn))
        else:
            value = float(child.evaluate())
            if side_of(child, child.turn) != side_of(state, state.turn):
                value = -value
        if value > best:
            best = value
            if value >= beta:
                break
    return best if count > 0 else float(state.utility(state.turn))


@inline
def last_ply(state: Game, work: FixedDepthWork, beta: float) -> float:
    """One move before the horizon there is no further call; estimates stand apart, because they crowd the registers."""
    if work.estimates != 0:
        return estimated_ply(state, work, beta)
    row = work.rows[MAX_PLY - 1]
    count = listed(state, row)
    if count == 0:
        return float(state.utility(state.turn))
    best = -math.inf
    tried = 0
    while tried < count:
        child = copied(state)
        child.play(row[tried])
        tried += 1
        value = float(child.utility(state.turn)) if child.over() else 0.0
        if value > best:
            best = value
            if value >= beta:
                break
    work.nodes += tried
    return best


@kernel
def visit(state: Game, work: FixedDepthWork, depth: int, alpha: float, beta: float) -> float:
    """The value of a position that is not over, for the player to move; depth >= 2."""
    row = work.rows[MAX_PLY - depth]
    count = listed(state, row)
    if count == 0:
        return float(state.utility(state.turn))
    best = -math.inf
    for index in range(count):
        child = copied(state)
        child.play(row[index])
        work.nodes += 1
        if child.over():
            value = float(child.utility(state.turn))
        else:
            same = side_of(child, child.turn) == side_of(state, state.turn)  # a turn of several moves, or an ally
            low = alpha if same else -beta
            high = beta if same else -alpha
            value = last_ply(child, work, high) if depth == 2 else visit(child, work, depth - 1, low, high)
            if not same:
                value = -value
        if value > best:
            best = value
            if value >= beta:
                break
            if value > alpha:
                alpha = value
    return best


@kernel
def root(state: Game, work: FixedDepthWork, depth: int) -> float:
    """The value of the root, its best move kept in the work space: the first of several that are equally good."""
    row = work.rows[MAX_PLY - depth]
    count = listed(state, row)
    best = -math.inf
    for index in range(count):
        child = copied(state)
        child.play(row[index])
        work.nodes += 1
        value = 0.0
        same = side_of(child, child.turn) == side_of(state, state.turn)
        if child.over():
            value = float(child.utility(state.turn))
        elif depth == 1:
            if work.estimates:
                value = float(child.evaluate()) if same else -float(child.evaluate())
        elif depth == 2:
            value = last_ply(child, work, math.inf) if same else -last_ply(child, work, -best)
        elif same:
            value = visit(child, work, depth - 1, best, math.inf)
        else:
            value = -visit(child, work, depth - 1, -math.inf, -best)
        if value > best:
            best = value
            work.best_move = row[index]
    return best


def fixed_depth(state: Game, depth: int, *, estimate: bool = True) -> tuple[float, int, int]:
    """Value, best move and nodes of a plain search to a fixed depth; `estimate=False` counts the horizon as 0."""
    refuse("alphabeta", type(state))
    if not 1 <= depth < MAX_PLY:
        raise BadLimit(f"the depth must lie between 1 and {MAX_PLY - 1}, not {depth}")
    if not state.legal():
        raise BadLimit("the game is over in this position: there is nothing to search")
    work = make_work(FixedDepthWork, type(state))
    work.estimates, work.nodes = int(estimate), 1
    guarded(type(state), work.rows)
    with friendly(type(state)):
        value = root(one(state)[0], work, depth)
    check_rows(type(state), work.rows)
    return float(value) + 0.0, work.best_move, work.nodes
