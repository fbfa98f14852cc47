"""Alpha-beta for two sides: principal-variation search with a table, ordering, quiescence and the usual refinements.

The search is fail-soft negamax. Called with alpha < beta it returns a value v such that
    v <= alpha        means  true value <= v
    alpha < v < beta  means  true value  = v
    v >= beta         means  true value >= v
where "true" is the value of the tree that the options describe. Each refinement is an option of its own
(`options.py`), so that its worth can be measured; with all of them off this is the plain algorithm of the lectures.
Values are seen from the side of the player to move; players of one side (a turn of several moves, two ghosts) follow
each other without a change of sign.
"""

from __future__ import annotations

import numpy as np

from zermelo.game.bits import NONE
from zermelo.game.compile import copied, kernel
from zermelo.game.game import FORBIDDEN, NO_MOVE, Game
from zermelo.game.record import inline
from zermelo.search.alphabeta.etc import prefetch_children, refutation
from zermelo.search.alphabeta.history import history_value, push_move, table_key
from zermelo.search.alphabeta.options import (
    BOUNDS,
    CHECK_EXTENSION,
    DEEPER,
    ETC,
    IIR,
    PRUNING,
    PVS,
    QUIESCENCE,
    SINGULAR,
    TABLE,
)
from zermelo.search.alphabeta.ordering import next_index, remember_cutoff, score_moves
from zermelo.search.alphabeta.pruning import (
    futility_value,
    interchangeable,
    is_late,
    late_move_reduction,
    null_move,
    null_move_allowed,
    prune_by_evaluation,
    singular_bound,
    static_evaluation,
    static_value,
)
from zermelo.search.alphabeta.quiescence import estimate, quiesce
from zermelo.search.alphabeta.work import AlphaBetaWork
from zermelo.search.common.history import forbidden
from zermelo.search.common.table import (
    EXACT,
    FINAL,
    LOWER,
    NO_INDEX,
    UPPER,
    bound_in,
    depth_in,
    index_in,
    pack,
    prefetch,
    probe,
    store,
    value_in,
)
from zermelo.search.common.values import (
    INFINITE,
    MAX_PLY,
    NO_VALUE,
    from_table,
    is_distant,
    result_value,
    side_of,
    to_table,
)
from zermelo.search.common.work import counted, is_excluded, update_pv

FEW_PLIES = 6  # left in the game: the tree is searched sooner than a table is asked
WITHOUT_TABLE = ~(TABLE | ETC | IIR)
UNLISTED = -1  # the moves are not written yet


# ---------------------------------------------------------------------- steps of the search


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


@inline
def horizon_value(state: Game, work: AlphaBetaWork, alpha: int, beta: int, ply: int) -> int:
    """Quiescence search at the horizon, or the bare estimate."""
    if work.options & QUIESCENCE:
        return quiesce(state, work, alpha, beta, ply)
    work.nodes += 1
    work.horizon += 1
    return estimate(state, work)


@inline
def table_value(work: AlphaBetaWork, data: np.uint64, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The value of an entry that is deep enough and settles the window.

    Worth of the table, cutoffs and first moves together: 1.73, 2.27, 2.78, 1.37; +382 ± 94 and +167 ± 61 Elo.
    """
    known = depth_in(data)
    if known == depth or (known > depth and work.options & DEEPER != 0):
        value = from_table(value_in(data), ply * work.distance, work.unit)
        bound = bound_in(data)
        if bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha):
            work.horizon += known != FINAL
            return value
    return NO_VALUE


@inline
def order_moves(
    state: Game, work: AlphaBetaWork, count: int, table_index: int, depth: int, beta: int, ply: int, etc: bool
) -> int:
    """Score the moves, unless the table's move may be searched before that; with `etc` ask the table of all of them."""
    if etc:
        prefetch_children(state, work, count, ply)
        score_moves(state, work, count, table_index, ply)
        return refutation(state, work, count, depth, beta, ply)
    if table_index >= count:
        score_moves(state, work, count, table_index, ply)
    return NO_VALUE


def all_moves(work: AlphaBetaWork) -> bool:
    """Whether every root move is searched."""
    return work.excluded_count == 0 and work.only_move == NO_MOVE


def left_out(work: AlphaBetaWork, move: int) -> bool:
    """Whether a root move is not wanted: an earlier line begins with it, or another move alone is asked for."""
    return (work.only_move != NO_MOVE and work.only_move != move) or is_excluded(work, move)


def note_root_move(work: AlphaBetaWork, index: int, turn: int, value: int, alpha: int, beta: int, nodes: int) -> None:
    """What is known of a root move: when its turn came, its value or a bound of it, and what that cost."""
    work.root_order[index] = turn
    work.root_value[index] = value
    work.root_bound[index] = UPPER if value <= alpha else LOWER if value >= beta else EXACT
    work.root_nodes[index] += nodes


@inline
def store_value(
    work: AlphaBetaWork, key: np.uint64, best: int, index: int, depth: int, alpha: int, beta: int, final: bool, ply: int
) -> None:
    """Write what was found into the table; a value that needed no estimate holds however deep one asks."""
    bound = LOWER if best >= beta else UPPER if best <= alpha else EXACT
    reach = FINAL if final and work.options & DEEPER != 0 else min(depth, FINAL - 1)
    data = pack(to_table(best, ply * work.distance, work.unit), index, reach, bound, work.age)
    store(work.table, work.mask, key, data)


# ---------------------------------------------------------------------- the search


@kernel
def search(state: Game, work: AlphaBetaWork, depth: int, alpha: int, beta: int, ply: int, skip: int) -> int:
    """The value of a position; `skip` is the index of a move to leave out (for singular extension), or NO_INDEX.

    The steps that call the search again stand here and not in functions of their own: two kernels that call each other
    cannot be kept in the disk cache.
    """
    work.pv_length[ply] = 0

    # 1. The end of the game.
    value = end_value(state, work, ply)
    if value != NO_VALUE:
        return value
    before = work.horizon

    # 2. The horizon. A position in check is no place to stop (chess: 0.66 times the nodes without it, +12 ± 43 Elo).
    options = work.options & WITHOUT_TABLE if state.plies_left() <= FEW_PLIES else work.options
    in_check = work.in_check[ply] != 0
    if options & CHECK_EXTENSION and in_check and ply < 2 * work.root_depth:
        depth += 1
    if depth <= 0 or ply >= MAX_PLY - 2:
        return horizon_value(state, work, alpha, beta, ply)
    if counted(work):
        return 0

    # 3. What the game can prove without searching; meanwhile the table's entry is on its way.
    key = NONE
    data = NONE
    if options & TABLE:
        key = table_key(state, work, depth, ply)
        prefetch(work.table, work.mask, key)
    count = UNLISTED
    if options & BOUNDS and ply > 0:
        value, count, depth = static_value(state, work, depth, alpha, beta, ply)
        if value != NO_VALUE:
            return value

    # 4. The transposition table. Inside an open window a node is searched all the same: there are few, and the
    #    principal variation goes through them.
    open_window = beta - alpha > 1
    table_index = NO_INDEX
    if options & TABLE:
        data = probe(work.table, work.mask, key)
        if data != NONE and skip == NO_INDEX:
            table_index = index_in(data)
            if ply > 0 and not (open_window and options & PVS):
                value = table_value(work, data, depth, alpha, beta, ply)
                if value != NO_VALUE:
                    return value

    # 5. Reverse futility pruning and razoring.
    static, improving = static_evaluation(state, work, options, in_check, ply)
    prunable = ply > 0 and not open_window and not in_check and skip == NO_INDEX
    if prunable and not is_distant(alpha, work.unit) and not is_distant(beta, work.unit):
        value = prune_by_evaluation(state, work, static, improving, depth, alpha, beta, ply)
        if value != NO_VALUE:
            return value

        # 6. Null-move pruning; deep down real moves confirm it, against zugzwang.
        if null_move_allowed(state, work, static, depth, beta, ply):
            child = copied(state)
            left = null_move(child, work, depth, ply)
            value = -search(child, work, left, -beta, 1 - beta, ply + 1, NO_INDEX)
            work.after_null[ply + 1] = 0
            if value >= beta and depth >= 10 and work.aborted == 0:
                work.after_null[ply] = 1
                value = search(state, work, left, beta - 1, beta, ply, NO_INDEX)
                work.after_null[ply] = 0
            if work.aborted:
                return 0
            if value >= beta:
                work.horizon += 1
                return beta if is_distant(value, work.unit) else value

    # 7. Singular extension; internal iterative reduction (0.95, 1.11, 1.34, 1.03; -23 ± 40 and +35 ± 46 Elo).
    singular = NO_INDEX
    if options & SINGULAR and depth >= 7 and 0 < ply < work.root_depth and table_index != NO_INDEX:
        bound = singular_bound(state, work, data, depth, ply)
        if bound != NO_VALUE:
            if search(state, work, (depth - 1) // 2, bound - 1, bound, ply, table_index) < bound:
                singular = table_index
            if work.aborted:
                return 0
    work.pv_length[ply] = 0
    if options & IIR and table_index == NO_INDEX and depth >= 4 and skip == NO_INDEX:
        depth -= 1
    work.after_null[ply + 1] = 0

    # 8. The moves in their order; enhanced transposition cutoff.
    if count == UNLISTED:
        count = state.moves(work.rows[ply])
    if count == 0:
        return final_value(state, work, ply)
    etc = options & ETC != 0 and not open_window and ply > 0 and skip == NO_INDEX
    value = order_moves(state, work, count, table_index, depth, beta, ply, etc)
    if value != NO_VALUE:
        return value
    staged = table_index < count and not etc
    one_of_each = interchangeable(state, work, depth, ply)
    ceiling = futility_value(state, work, static, depth, alpha) if prunable else NO_VALUE
    side = side_of(state, state.turn)
    best = -INFINITE
    best_index = NO_INDEX
    first_alpha = alpha
    legal = 0
    for turn in range(count):
        index = next_index(state, work, turn, count, table_index, staged, ply)
        move = work.rows[ply, index]
        work.searched[ply, turn] = index
        if index == skip or (ply == 0 and left_out(work, move)) or (one_of_each and state.same(move) != move):
            continue
        quiet = not state.noisy(move)
        child = copied(state)
        child.play(move)
        if state.repeated == FORBIDDEN:
            push_move(state, child, move, work, ply)
            if forbidden(state, move, work, ply):
                continue
        legal += 1
        checking = child.checking()
        work.in_check[ply + 1] = checking

        # 9. Futility and late-move pruning; never the first move, and never all moves of a side that is being mated.
        if prunable and quiet and legal > 1 and not checking and not is_distant(best, work.unit):
            if (ceiling != NO_VALUE or is_late(work, legal, depth, improving)) and not child.over():
                if ceiling != NO_VALUE:
                    best = max(best, min(ceiling, alpha))
                work.horizon += 1
                continue
        if state.repeated != FORBIDDEN:
            push_move(state, child, move, work, ply)

        # 10. Principal variation search: the first move gets the whole window, the others must only be shown not to be
        #     better, late ones less deep; who surprises is searched again (448, 23, 10, 22; +80 ± 45, +35 ± 44 Elo).
        same_side = side_of(child, child.turn) == side
        sign = 1 if same_side else -1
        left = depth - 1 + (index == singular)
        nodes = work.nodes
        reduction = 0
        if quiet and not in_check and not checking:
            reduction = late_move_reduction(work, side, move, legal, depth, left, open_window, improving)
        value = alpha + 1
        if options & PVS and legal > 1:
            low = alpha if same_side else -alpha - 1
            value = sign * search(child, work, left - reduction, low, low + 1, ply + 1, NO_INDEX)
            if value > alpha and reduction > 0 and work.aborted == 0:
                value = sign * search(child, work, left, low, low + 1, ply + 1, NO_INDEX)
        if value > alpha and (legal == 1 or not options & PVS or value < beta) and work.aborted == 0:
            low = alpha if same_side else -beta
            high = beta if same_side else -alpha
            value = sign * search(child, work, left, low, high, ply + 1, NO_INDEX)
        if work.aborted:
            return best if best > -INFINITE else 0

        # 11. The best move so far, and a cutoff.
        if ply == 0:
            note_root_move(work, index, turn, value, alpha, beta, work.nodes - nodes)
        if value > best:
            best = value
            best_index = index
            if value > alpha:
                alpha = value
                if open_window or ply == 0:  # otherwise a question with two answers: no variation is wanted
                    update_pv(work, ply, move)
            if value >= beta and options & PRUNING:
                remember_cutoff(state, work, turn, depth, ply)
                break
    if legal == 0:
        return final_value(state, work, ply) if skip == NO_INDEX else -INFINITE

    # 12. Write down what was found.
    if (
        options & TABLE
        and skip == NO_INDEX
        and not (ply == 0 and (work.excluded_count > 0 or work.only_move != NO_MOVE))
    ):
        store_value(work, key, best, best_index, depth, first_alpha, beta, work.horizon == before, ply)
    return best
