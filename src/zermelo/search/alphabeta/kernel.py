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

from typing import NamedTuple

import numpy as np

from zermelo.game.bits import NONE
from zermelo.game.compile import copied, kernel, kernel_step
from zermelo.game.game import FORBIDDEN, Game
from zermelo.game.rows import listed
from zermelo.search.alphabeta.history import push_move
from zermelo.search.alphabeta.options import (
    BOUNDS,
    CHECK_EXTENSION,
    ETC,
    IIR,
    PRUNING,
    PVS,
    SINGULAR,
    TABLE,
)
from zermelo.search.alphabeta.ordering import next_index, remember_cutoff
from zermelo.search.alphabeta.steps import (
    final_value,
    futility_value,
    horizon_value,
    interchangeable,
    is_late,
    is_whole,
    known_value,
    late_move_reduction,
    left_out,
    note_root_move,
    null_move,
    null_move_allowed,
    order_moves,
    prefetched_key,
    prune_by_evaluation,
    singular_bound,
    static_evaluation,
    static_value,
    store_value,
    table_value,
)
from zermelo.search.alphabeta.work import AlphaBetaWork
from zermelo.search.common.history import forbidden
from zermelo.search.common.table import NO_INDEX, index_in, probe
from zermelo.search.common.values import INFINITE, MAX_PLY, NO_VALUE, is_distant, side_of
from zermelo.search.common.work import counted, update_pv

FEW_PLIES = 6  # left in the game: the tree is searched sooner than a table is asked
WITHOUT_TABLE = ~(TABLE | ETC | IIR)
UNLISTED = -1  # the moves are not written yet
NOT_STORED = -1  # the index of the best move where the table is to learn nothing


# ---------------------------------------------------------------------- steps that call the search again


class Node(NamedTuple):
    """What the steps before the moves found out about a node."""

    depth: int  # after extensions and reductions
    beta: int
    ply: int
    skip: int  # the index of a move to leave out, or NO_INDEX
    options: int
    in_check: bool
    open_window: bool
    prunable: bool  # whether selective steps may leave moves out
    static: int  # the estimate
    improving: bool
    table_index: int  # of the table's move, or NO_INDEX
    singular: int  # of a move to be searched deeper, or NO_INDEX


@kernel_step
def null_move_value(state: Game, work: AlphaBetaWork, static: int, depth: int, beta: int, ply: int) -> int:
    """Null-move pruning: if passing is already too good, a real move will be too; deep down a real one confirms it.

    Worth (`nmp`): 1.15 in chess, +14 ± 39 Elo.
    """
    if not null_move_allowed(state, work, static, depth, beta, ply):
        return NO_VALUE
    child = copied(state)
    left = null_move(child, work, depth, ply)
    value = -search(child, work, left, -beta, 1 - beta, ply + 1, NO_INDEX)
    work.after_null[ply + 1] = 0
    if value >= beta and depth >= 10 and work.aborted == 0:  # zugzwang?
        work.after_null[ply] = 1
        value = search(state, work, left, beta - 1, beta, ply, NO_INDEX)
        work.after_null[ply] = 0
    if work.aborted:
        return 0
    if value < beta:
        return NO_VALUE
    work.horizon += 1
    return beta if is_distant(value, work.unit) else value


@kernel_step
def pruned_value(
    state: Game, work: AlphaBetaWork, static: int, improving: bool, depth: int, alpha: int, beta: int, ply: int
) -> int:
    """Reverse futility pruning, razoring and null-move pruning; none where a distance to the end is at stake."""
    if is_distant(alpha, work.unit) or is_distant(beta, work.unit):
        return NO_VALUE
    value = prune_by_evaluation(state, work, static, improving, depth, alpha, beta, ply)
    if value != NO_VALUE:
        return value
    return null_move_value(state, work, static, depth, beta, ply)


@kernel_step
def singular_index(
    state: Game, work: AlphaBetaWork, options: int, data: np.uint64, index: int, depth: int, ply: int
) -> int:
    """Singular extension: the table's move if all others are much worse than it, else NO_INDEX.

    Worth (`singular`): 0.96, 0.90, 0.72, 0.50; -21 ± 34 and 0 ± 45 Elo, at a depth of six plies.
    """
    if not options & SINGULAR or depth < 7 or ply == 0 or ply >= work.root_depth or index == NO_INDEX:
        return NO_INDEX
    bound = singular_bound(state, work, data, depth, ply)
    if bound == NO_VALUE:
        return NO_INDEX
    return index if search(state, work, (depth - 1) // 2, bound - 1, bound, ply, index) < bound else NO_INDEX


@kernel_step
def child_value(
    child: Game, work: AlphaBetaWork, node: Node, same_side: bool, alpha: int, left: int, reduction: int, legal: int
) -> int:
    """Principal variation search: the first move gets the whole window, the others must only be shown not to be better.

    Late ones are searched less deep; who surprises is searched again. Worth (`pvs`): 448.68, 22.89, 9.56, 21.99;
    +80 ± 45 and +35 ± 44 Elo.
    """
    sign = 1 if same_side else -1
    beta, below = node.beta, node.ply + 1
    value = alpha + 1
    if node.options & PVS and legal > 1:
        low = alpha if same_side else -alpha - 1
        value = sign * search(child, work, left - reduction, low, low + 1, below, NO_INDEX)
        if value > alpha and reduction > 0 and work.aborted == 0:
            value = sign * search(child, work, left, low, low + 1, below, NO_INDEX)
    if value > alpha and (legal == 1 or not node.options & PVS or value < beta) and work.aborted == 0:
        low = alpha if same_side else -beta
        high = beta if same_side else -alpha
        value = sign * search(child, work, left, low, high, below, NO_INDEX)
    return value


@kernel_step
def best_move(state: Game, work: AlphaBetaWork, node: Node, alpha: int, count: int, staged: bool) -> tuple[int, int]:
    """The value of the best of the moves, and its index, or NOT_STORED."""
    depth, ply, prunable = node.depth, node.ply, node.prunable
    one_of_each = interchangeable(state, work, depth, ply)
    ceiling = futility_value(state, work, node.static, depth, alpha) if prunable else NO_VALUE
    side = side_of(state, state.turn)
    best = -INFINITE
    best_index = NO_INDEX
    legal = 0
    for turn in range(count):
        index = next_index(state, work, turn, count, node.table_index, staged, ply)
        move = work.rows[ply, index]
        work.searched[ply, turn] = index
        if index == node.skip or (ply == 0 and left_out(work, move)) or (one_of_each and state.same(move) != move):
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
            if (ceiling != NO_VALUE or is_late(work, legal, depth, node.improving)) and not child.over():
                if ceiling != NO_VALUE:
                    best = max(best, min(ceiling, alpha))
                work.horizon += 1
                continue
        if state.repeated != FORBIDDEN:
            push_move(state, child, move, work, ply)

        # 10. Principal variation search with late-move reductions.
        left = depth - 1 + (index == node.singular)
        reduction = 0
        if quiet and not node.in_check and not checking:
            reduction = late_move_reduction(work, side, move, legal, depth, left, node.open_window, node.improving)
        nodes = work.nodes
        value = child_value(child, work, node, side_of(child, child.turn) == side, alpha, left, reduction, legal)
        if work.aborted:
            return best if best > -INFINITE else 0, NOT_STORED

        # 11. The best move so far, and a cutoff.
        if ply == 0:
            note_root_move(work, index, turn, value, alpha, node.beta, work.nodes - nodes)
        if value > best:
            best = value
            best_index = index
            if value > alpha:
                alpha = value
                if node.open_window or ply == 0:  # otherwise a question with two answers: no variation is wanted
                    update_pv(work, ply, move)
            if value >= node.beta and node.options & PRUNING:
                remember_cutoff(state, work, turn, depth, ply)
                break
    if legal == 0 and node.skip == NO_INDEX:
        return final_value(state, work, ply), NOT_STORED
    return best, best_index if node.skip == NO_INDEX and is_whole(work, ply) else NOT_STORED


# ---------------------------------------------------------------------- the search


@kernel
def search(state: Game, work: AlphaBetaWork, depth: int, alpha: int, beta: int, ply: int, skip: int) -> int:
    """The value of a position; `skip` is the index of a move to leave out (for singular extension), or NO_INDEX."""
    work.pv_length[ply] = 0

    # 1. The end of the game, or what an endgame table knows.
    value = known_value(state, work, ply, skip)
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
    key = prefetched_key(state, work, options, depth, ply)
    count = UNLISTED
    if options & BOUNDS and ply > 0:
        value, count, depth = static_value(state, work, depth, alpha, beta, ply)
        if value != NO_VALUE:
            return value

    # 4. The transposition table.
    open_window = beta - alpha > 1
    data = probe(work.table, work.mask, key) if options & TABLE and skip == NO_INDEX else NONE
    table_index = index_in(data) if data != NONE else NO_INDEX
    value = table_value(work, data, depth, alpha, beta, ply)
    if value != NO_VALUE:
        return value

    # 5. Reverse futility pruning and razoring. 6. Null-move pruning.
    static, improving = static_evaluation(state, work, options, in_check, ply)
    prunable = ply > 0 and not open_window and not in_check and skip == NO_INDEX
    if prunable:
        value = pruned_value(state, work, static, improving, depth, alpha, beta, ply)
        if value != NO_VALUE:
            return value

    # 7. Singular extension; internal iterative reduction (0.95, 1.11, 1.34, 1.03; -23 ± 40 and +35 ± 46 Elo).
    singular = singular_index(state, work, options, data, table_index, depth, ply)
    if work.aborted:
        return 0
    work.pv_length[ply] = 0
    if options & IIR and table_index == NO_INDEX and depth >= 4 and skip == NO_INDEX:
        depth -= 1
    work.after_null[ply + 1] = 0

    # 8. The moves in their order; enhanced transposition cutoff. 9 to 11: `best_move`.
    count = listed(state, work.rows[ply]) if count == UNLISTED else min(count, int(state.most_moves))
    if count == 0:
        return final_value(state, work, ply)
    etc = options & ETC != 0 and not open_window and ply > 0 and skip == NO_INDEX
    value = order_moves(state, work, count, table_index, depth, beta, ply, etc)
    if value != NO_VALUE:
        return value
    node = Node(
        depth, beta, ply, skip, options, in_check, open_window, prunable, static, improving, table_index, singular
    )
    best, index = best_move(state, work, node, alpha, count, table_index < count and not etc)

    # 12. Write down what was found.
    if options & TABLE and index != NOT_STORED:
        store_value(work, key, best, index, depth, alpha, beta, work.horizon == before, ply)
    return best
