"""The steps of alpha-beta that do not call the search again, in the order in which the kernel takes them.

Each says the idea and what it was measured to be worth (docs/log/worth.md): the nodes to a fixed depth without it as a
multiple of those with it in chess, Othello, Connect Four and checkers, and the Elo that it adds in chess and Othello at
4,000 nodes a move. A step that may settle the node returns its value, or NO_VALUE. Those under `inline` and not under
`kernel_step` are compiled apart on purpose: otherwise nodes cost 1 to 3 % more.
"""

from __future__ import annotations

import numpy as np

from zermelo.game.bits import NONE
from zermelo.game.compile import kernel_step
from zermelo.game.game import FORBIDDEN, NO_MOVE, Game
from zermelo.game.record import inline
from zermelo.search.alphabeta.etc import prefetch_children, refutation
from zermelo.search.alphabeta.history import history_value, push_null_move, table_key
from zermelo.search.alphabeta.options import (
    DEEPER,
    FUTILITY,
    LMP,
    LMR,
    NMP,
    PVS,
    QUIESCENCE,
    RAZORING,
    RFP,
    SYMMETRY,
    TABLE,
    TWOFOLD,
)
from zermelo.search.alphabeta.ordering import STEP, score_moves, slot_of
from zermelo.search.alphabeta.quiescence import estimate, quiesce
from zermelo.search.alphabeta.work import MAX_REDUCED, AlphaBetaWork
from zermelo.search.common.endings import DRAWN, NO_POSITION, ending_code
from zermelo.search.common.table import (
    EXACT,
    FINAL,
    LOWER,
    NO_INDEX,
    UPPER,
    bound_in,
    depth_in,
    pack,
    prefetch,
    store,
    value_in,
)
from zermelo.search.common.values import (
    MAX_PLY,
    NO_VALUE,
    from_table,
    is_distant,
    least_value,
    most_value,
    result_value,
    to_table,
)
from zermelo.search.common.work import is_excluded

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
def end_value(state: Game, work: AlphaBetaWork, ply: int) -> int:
    """The end of the game, by the position or by its history; NO_VALUE where the game goes on."""
    if state.over():
        return final_value(state, work, ply)
    value = history_value(state, work, ply)
    if value != NO_VALUE:
        if state.moves(work.rows[ply]) == 0:
            return NO_VALUE  # judged by itself, below
        work.horizon += 1  # true of this path only: nothing is proven about the position
    return value


def final_value(state: Game, work: AlphaBetaWork, ply: int) -> int:
    """What the position is worth as the end of the game."""
    return result_value(float(state.utility(state.turn)), work.unit, ply * work.distance)


@kernel_step
def ending_value(state: Game, work: AlphaBetaWork, ply: int) -> int:
    """What an endgame table says of the position; NO_VALUE where none holds it."""
    code = ending_code(state, work, ply)
    if code == NO_POSITION:
        return NO_VALUE
    if code == DRAWN:
        return 0
    distance = min(ply + abs(code) - 1, MAX_PLY)
    return result_value(state.highest if code > 0 else -state.highest, work.unit, distance * work.distance)


@kernel_step
def known_value(state: Game, work: AlphaBetaWork, ply: int, skip: int) -> int:
    """What the rules say of an end of the game, or an endgame table of the position; NO_VALUE where neither does."""
    value = end_value(state, work, ply)
    if value == NO_VALUE and ply > 0 and skip == NO_INDEX:
        value = ending_value(state, work, ply)
    return value


@kernel_step
def horizon_value(state: Game, work: AlphaBetaWork, alpha: int, beta: int, ply: int) -> int:
    """Quiescence search at the horizon, or the bare estimate."""
    if work.options & QUIESCENCE:
        return quiesce(state, work, alpha, beta, ply)
    work.nodes += 1
    work.horizon += 1
    return estimate(state, work)


@kernel_step
def prefetched_key(state: Game, work: AlphaBetaWork, options: int, depth: int, ply: int) -> np.uint64:
    """The key of the position in the table, whose entry is on its way from memory now; NONE without a table."""
    if not options & TABLE:
        return NONE
    key = table_key(state, work, depth, ply)
    prefetch(work.table, work.mask, key)
    return key


@kernel_step
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
def table_value(work: AlphaBetaWork, data: np.uint64, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The value of an entry that is deep enough and settles the window.

    Worth of the table, cutoffs and first moves together: 1.73, 2.27, 2.78, 1.37; +382 ± 94 and +167 ± 61 Elo.
    """
    if data == NONE or ply == 0 or (work.options & PVS and beta - alpha > 1):
        return NO_VALUE
    known = depth_in(data)
    if known == depth or (known > depth and work.options & DEEPER != 0):
        value = from_table(value_in(data), ply * work.distance, work.unit)
        bound = bound_in(data)
        if bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha):
            work.horizon += known != FINAL
            return value
    return NO_VALUE


@inline
def static_evaluation(state: Game, work: AlphaBetaWork, options: int, in_check: bool, ply: int) -> tuple[int, bool]:
    """The estimate of this node for the steps that need one, and whether it has improved since the last own move."""
    if not options & (RFP | RAZORING | FUTILITY | LMP | NMP):
        return 0, True
    static = work.static_eval[ply - 2] if in_check and ply > 1 else estimate(state, work)
    work.static_eval[ply] = static
    return static, ply < 2 or static > work.static_eval[ply - 2]


@kernel_step
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


@kernel_step
def null_move_allowed(state: Game, work: AlphaBetaWork, static: int, depth: int, beta: int, ply: int) -> bool:
    """Whether to pass: not twice, not near the horizon, and not where having to move may be zugzwang."""
    if not work.options & NMP or not state.can_pass or depth < 3 or static < beta or work.after_null[ply] != 0:
        return False
    return state.pass_is_safe()


@kernel_step
def null_move(child: Game, work: AlphaBetaWork, depth: int, ply: int) -> int:
    """Pass in the child, a copy of the state; returns the depth that is left."""
    push_null_move(child, work, ply)
    work.after_null[ply + 1] = 1
    work.in_check[ply + 1] = child.checking()
    return depth - 4 - depth // 4


@kernel_step
def singular_bound(state: Game, work: AlphaBetaWork, data: np.uint64, depth: int, ply: int) -> int:
    """What all other moves must stay below if the table's move is to be singular."""
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


@kernel_step
def futility_value(state: Game, work: AlphaBetaWork, static: int, depth: int, alpha: int) -> int:
    """What a quiet move can reach at best near the horizon, if that is not enough: then quiet moves are left out.

    Worth of futility pruning: 1.35, 1.00, 1.10, 1.01; -7 ± 44 and +2 ± 33 Elo.
    """
    if not work.options & FUTILITY or depth > 4 or is_distant(alpha, work.unit):
        return NO_VALUE
    value = static + margin(state, work, FUTILITY_MARGIN, depth + 1)
    return value if value <= alpha else NO_VALUE


@kernel_step
def is_late(work: AlphaBetaWork, legal: int, depth: int, improving: bool) -> bool:
    """Near the horizon only so many quiet moves are tried.

    Worth of late-move pruning (`lmp`): 1.83, 1.84, 1.23, 1.37; +105 ± 47 and +58 ± 45 Elo.
    """
    return bool(work.options & LMP and depth <= 4 and legal > (3 + depth * depth) // (1 if improving else 2))


@kernel_step
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


@kernel_step
def order_moves(
    state: Game, work: AlphaBetaWork, count: int, table_index: int, depth: int, beta: int, ply: int, etc: bool
) -> int:
    """Score the moves, unless the table's move may be searched before that; with `etc` ask the table of all of them."""
    if etc:
        prefetch_children(state, work, count, ply)
    if etc or table_index >= count:
        score_moves(state, work, count, table_index, ply)
    if etc:
        return refutation(state, work, count, depth, beta, ply)
    return NO_VALUE


def left_out(work: AlphaBetaWork, move: int) -> bool:
    """Whether a root move is not wanted: an earlier line begins with it, or another move alone is asked for."""
    return (work.only_move != NO_MOVE and work.only_move != move) or is_excluded(work, move)


def note_root_move(work: AlphaBetaWork, index: int, turn: int, value: int, alpha: int, beta: int, nodes: int) -> None:
    """What is known of a root move: when its turn came, its value or a bound of it, and what that cost."""
    work.root_order[index] = turn
    work.root_value[index] = value
    work.root_bound[index] = UPPER if value <= alpha else LOWER if value >= beta else EXACT
    work.root_nodes[index] += nodes


def is_whole(work: AlphaBetaWork, ply: int) -> bool:
    """Whether no move is left out: only at the root some may be."""
    return ply > 0 or (work.excluded_count == 0 and work.only_move == NO_MOVE)


@kernel_step
def store_value(
    work: AlphaBetaWork, key: np.uint64, best: int, index: int, depth: int, alpha: int, beta: int, final: bool, ply: int
) -> None:
    """Write what was found into the table; a value that needed no estimate holds however deep one asks."""
    bound = LOWER if best >= beta else UPPER if best <= alpha else EXACT
    reach = FINAL if final and work.options & DEEPER != 0 else min(depth, FINAL - 1)
    data = pack(to_table(best, ply * work.distance, work.unit), index, reach, bound, work.age)
    store(work.table, work.mask, key, data)
