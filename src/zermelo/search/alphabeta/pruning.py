"""The selective steps of alpha-beta: when a node is settled without a search of its moves, and which moves get less.

Each step says what it was measured to be worth (docs/search.md): the nodes to a fixed depth without it as a multiple of
those with it in chess, Othello, Connect Four and checkers, and the Elo that it adds in chess and Othello at 4,000 nodes
a move. A step that settles the node returns its value, else NO_VALUE.
"""

from __future__ import annotations

import numpy as np

from zermelo.game.game import FORBIDDEN, Game
from zermelo.game.record import inline
from zermelo.search.alphabeta.history import push_null_move
from zermelo.search.alphabeta.options import (
    FUTILITY,
    LMP,
    LMR,
    NMP,
    RAZORING,
    RFP,
    SYMMETRY,
    TWOFOLD,
)
from zermelo.search.alphabeta.ordering import STEP, slot_of
from zermelo.search.alphabeta.quiescence import estimate, quiesce
from zermelo.search.alphabeta.work import MAX_REDUCED, AlphaBetaWork
from zermelo.search.common.table import UPPER, bound_in, depth_in, value_in
from zermelo.search.common.values import (
    MAX_PLY,
    NO_VALUE,
    from_table,
    is_distant,
    least_value,
    most_value,
    result_value,
)

# Margins for each ply, as parts of the best result (in chess a fifth is about a pawn)
FUTILITY_MARGIN = 0.12  # what a quiet move may gain; once more for the move itself
RFP_MARGIN = 0.14  # what an opponent may gain
RAZORING_MARGIN = 0.25  # below this, only noisy moves can help
SINGULAR_MARGIN = 0.003  # how much better a singular move is
SYMMETRY_DEPTH = 3  # below that, searching a mirror image costs less than finding it


def margin(state: Game, work: AlphaBetaWork, part: float, plies: int) -> int:
    """A part of the best result for each ply, on the scale of values."""
    return int(part * plies * work.unit * state.highest)


@inline
def static_value(state: Game, work: AlphaBetaWork, depth: int, alpha: int, beta: int, ply: int) -> tuple[int, int, int]:
    """Static win and loss detection: what the game can prove without searching; also the number of moves and the depth.

    Worth (`bounds`): 1.00, 1.00, 1.13, 1.00.
    """
    count, certain = state.static_result(work.rows[ply])
    if certain != 0:
        if beta - alpha == 1 or ply + abs(certain) >= MAX_PLY - 2:
            result = float(state.highest if certain > 0 else state.lowest)
            return result_value(result, work.unit, (ply + abs(certain)) * work.distance), count, depth
        return NO_VALUE, count, max(depth, abs(certain))  # the principal variation shows how
    low, high = state.bounds(state.turn)
    first = 2 * state.static_depth + 1  # plies to the first win that may still be unseen
    later = first + (state.static_depth > 0)  # and to the first loss: static_depth is for games of alternate moves
    least = least_value(float(low), work.unit, (ply + later) * work.distance, MAX_PLY * work.distance)
    if least >= beta:
        return least, count, depth
    most = most_value(float(high), work.unit, (ply + first) * work.distance, MAX_PLY * work.distance)
    if most <= alpha:
        return most, count, depth
    return NO_VALUE, count, depth


@inline
def static_evaluation(state: Game, work: AlphaBetaWork, options: int, in_check: bool, ply: int) -> tuple[int, bool]:
    """The estimate of this node for the steps that need one, and whether it has improved since the last own move."""
    if not options & (RFP | RAZORING | FUTILITY | LMP | NMP):
        return 0, True
    static = work.static_eval[ply - 2] if in_check and ply > 1 else estimate(state, work)
    work.static_eval[ply] = static
    return static, ply < 2 or static > work.static_eval[ply - 2]


@inline
def prune_by_evaluation(
    state: Game, work: AlphaBetaWork, static: int, improving: bool, depth: int, alpha: int, beta: int, ply: int
) -> int:
    """Near the horizon an estimate far outside the window is as good as a search; below it noise may still help.

    Worth of reverse futility pruning (`rfp`): 1.91, 1.58, 1.16, 1.28; +28 ± 47 and -9 ± 49 Elo. Of razoring: 1.24,
    1.00, 1.00, 1.00; -27 ± 37 and 0 ± 0 Elo.
    """
    if work.options & RFP and depth <= 6 and static - margin(state, work, RFP_MARGIN, depth - improving) >= beta:
        work.horizon += 1
        return static
    if work.options & RAZORING and depth <= 2 and static + margin(state, work, RAZORING_MARGIN, depth + 1) <= alpha:
        value = quiesce(state, work, alpha, beta, ply)
        if value <= alpha or work.aborted:
            return value
    return NO_VALUE


@inline
def null_move_allowed(state: Game, work: AlphaBetaWork, static: int, depth: int, beta: int, ply: int) -> bool:
    """If passing is already too good, a real move will be too (not in check, not twice, not in zugzwang).

    Worth of null-move pruning (`nmp`): 1.15 in chess, +14 ± 39 Elo.
    """
    if not work.options & NMP or not state.can_pass or depth < 3 or static < beta or work.after_null[ply] != 0:
        return False
    return state.pass_is_safe()


@inline
def null_move(child: Game, work: AlphaBetaWork, depth: int, ply: int) -> int:
    """Pass in the child, a copy of the state; returns the depth that is left."""
    push_null_move(child, work, ply)
    work.after_null[ply + 1] = 1
    work.in_check[ply + 1] = child.checking()
    return depth - 4 - depth // 4


@inline
def singular_bound(state: Game, work: AlphaBetaWork, data: np.uint64, depth: int, ply: int) -> int:
    """What all other moves must stay below if the table's move is to be singular, and so is searched deeper.

    Worth of singular extensions: 0.96, 0.90, 0.72, 0.50; -21 ± 34 and 0 ± 45 Elo, at a depth of six plies.
    """
    value = from_table(value_in(data), ply * work.distance, work.unit)
    if bound_in(data) != UPPER and depth_in(data) >= depth - 3 and not is_distant(value, work.unit):
        return value - margin(state, work, SINGULAR_MARGIN, depth)
    return NO_VALUE


def interchangeable(state: Game, work: AlphaBetaWork, depth: int, ply: int) -> bool:
    """Whether one of several equivalent moves is enough: only if no history tells mirror images apart.

    Worth of `symmetry`: 1.00 after random openings, which leave no symmetry.
    """
    if depth < SYMMETRY_DEPTH or not work.options & SYMMETRY or (ply == 0 and work.excluded_count > 0):
        return False  # the other of two equivalent moves may be among those excluded
    if state.repetition == 0:
        return True
    if state.repeated == FORBIDDEN:
        return ply == 0 and work.root_index == 0
    return work.options & TWOFOLD != 0 or work.progress[ply] == 0


@inline
def futility_value(state: Game, work: AlphaBetaWork, static: int, depth: int, alpha: int) -> int:
    """What a quiet move can reach at best near the horizon, if that is not enough: then quiet moves are left out.

    Worth of futility pruning: 1.35, 1.00, 1.10, 1.01; -7 ± 44 and +2 ± 33 Elo.
    """
    if not work.options & FUTILITY or depth > 4 or is_distant(alpha, work.unit):
        return NO_VALUE
    value = static + margin(state, work, FUTILITY_MARGIN, depth + 1)
    return value if value <= alpha else NO_VALUE


@inline
def is_late(work: AlphaBetaWork, legal: int, depth: int, improving: bool) -> bool:
    """Near the horizon only so many quiet moves are tried.

    Worth of late-move pruning (`lmp`): 1.83, 1.84, 1.23, 1.37; +105 ± 47 and +58 ± 45 Elo.
    """
    return bool(work.options & LMP and depth <= 4 and legal > (3 + depth * depth) // (1 if improving else 2))


@inline
def late_move_reduction(
    work: AlphaBetaWork, side: int, move: int, legal: int, depth: int, left: int, open_window: bool, improving: bool
) -> int:
    """How many plies less deep a late quiet move is searched: more the later it is and the less it refuted.

    Worth of late-move reductions (`lmr`): 5.95, 6.73, 4.78, 9.80; -12 ± 48 and +74 ± 54 Elo.
    """
    if not work.options & LMR or depth < 3 or legal <= 2 + open_window:
        return 0
    plies = work.reductions[min(depth, MAX_REDUCED - 1), min(legal, MAX_REDUCED - 1)] - open_window + (not improving)
    plies -= work.history[side, slot_of(move)] // (STEP // 2)
    return max(0, min(plies, left - 1))
