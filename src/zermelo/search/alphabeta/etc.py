"""Enhanced transposition cutoffs: what the table knows of all moves, asked before any is searched (Plaat 1996)."""

from __future__ import annotations

from zermelo.game.bits import NONE
from zermelo.game.compile import copied
from zermelo.game.game import Game
from zermelo.game.record import inline
from zermelo.search.alphabeta.work import AlphaBetaWork
from zermelo.search.common.table import EXACT, FINAL, LOWER, UPPER, bound_in, depth_in, prefetch, probe, value_in
from zermelo.search.common.values import NO_VALUE, from_table, side_of


@inline
def prefetch_children(state: Game, work: AlphaBetaWork, count: int, ply: int) -> None:
    """Have the table's entries for all moves fetched at once: waiting for many takes as long as waiting for one."""
    for index in range(count):
        child = copied(state)
        child.play(work.rows[ply, index])
        key = child.key()
        work.child_keys[ply, index] = key
        work.child_sides[ply, index] = side_of(child, child.turn)
        prefetch(work.table, work.mask, key)


def refutation(state: Game, work: AlphaBetaWork, count: int, depth: int, beta: int, ply: int) -> int:
    """A value of at least beta that the table knows of one of the moves, or NO_VALUE."""
    side = side_of(state, state.turn)
    for index in range(count):
        data = probe(work.table, work.mask, work.child_keys[ply, index])
        if data != NONE and depth_in(data) >= depth - 1:
            value = from_table(value_in(data), (ply + 1) * work.distance, work.unit)
            wanted = LOWER
            if work.child_sides[ply, index] != side:
                value = -value
                wanted = UPPER
            bound = bound_in(data)
            if value >= beta and (bound == wanted or bound == EXACT):  # noqa: SIM109  # compiled: no tuple
                work.horizon += depth_in(data) != FINAL
                return value
    return NO_VALUE
