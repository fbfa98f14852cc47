"""Expectimax against modelled opponents: the root player maximises, every other follows a mixture of policies.

Nothing is pruned: every value is exact, which is all that the table keeps.
"""

from __future__ import annotations

from zermelo.game.bits import NONE
from zermelo.game.compile import copied, kernel
from zermelo.game.game import CHANCE, Game
from zermelo.game.record import inline
from zermelo.game.rows import listed
from zermelo.search.chance.evaluation import leaf
from zermelo.search.chance.models import write_policy
from zermelo.search.chance.options import TABLE
from zermelo.search.chance.ordering import in_row_order
from zermelo.search.chance.table import fits_depth, probe, store, stored_value
from zermelo.search.chance.work import ExpectimaxWork, ExpectiminimaxWork
from zermelo.search.common.history import ended_by_history, forbidden, history_result, step
from zermelo.search.common.table import EXACT, NO_INDEX, pack, value_in
from zermelo.search.common.values import MAX_PLY
from zermelo.search.common.work import counted, is_excluded, update_pv


@inline
def write_odds(
    state: Game, work: ExpectimaxWork, inner: ExpectiminimaxWork, count: int, at_chance: bool, ply: int
) -> bool:
    """The probability of each child of a chance node or of an opponent's; False where every move is forbidden."""
    if at_chance:
        for index in range(count):
            work.odds[ply, index] = state.odds(work.rows[ply, index])
        return True
    return write_policy(state, work, inner, count, ply) > 0


@kernel
def expectimax(state: Game, work: ExpectimaxWork, inner: ExpectiminimaxWork, depth: int, ply: int) -> float:
    """The value of a position for the root player; `inner` is the work space of the models' own searches."""
    work.pv_length[ply] = 0
    if counted(work):
        return 0.0
    # 1. The end of the game, and the horizon.
    if state.over():
        return float(state.utility(work.root_player))
    count = listed(state, work.rows[ply])
    if count == 0:
        return float(state.utility(work.root_player))
    if ended_by_history(state, work, ply):
        return history_result(state, work, ply, work.root_player)
    if depth <= 0 or ply >= MAX_PLY - 2:
        return leaf(state, work)
    # 2. The transposition table.
    before, key = work.horizon, NONE
    if work.options & TABLE and ply > 0:
        key = state.key() ^ work.salt
        data = probe(work.table, work.mask, key)
        if data != NONE and fits_depth(data, depth):
            work.horizon += 1 - value_in(data)  # an estimate stands behind it
            return stored_value(work.table, work.mask, key)
    best, chosen = 0.0, -1
    at_chance = state.chance and state.turn == CHANCE
    if at_chance or state.turn != work.root_player:
        # 3. A chance node or an opponent's: the mean over what they may do.
        if not write_odds(state, work, inner, count, at_chance, ply):
            return float(state.utility(work.root_player))
        left = depth - (work.chance_cost if at_chance else 1)
        for index in range(count):
            if work.odds[ply, index] > 0.0 and work.aborted == 0:
                child = copied(state)
                step(state, child, work.rows[ply, index], work, ply)
                best += work.odds[ply, index] * expectimax(child, work, inner, left, ply + 1)
        work.pv_length[ply] = 0
    else:
        # 4. A MAX node: the best move, the first of the row where several are equally good.
        for turn in range(count):
            index = in_row_order(work, count, turn, ply)
            move = work.rows[ply, index]
            if ply == 0 and is_excluded(work, move):
                continue
            child = copied(state)
            step(state, child, move, work, ply)
            if forbidden(state, move, work, ply):
                continue
            value = expectimax(child, work, inner, depth - 1, ply + 1)
            if work.aborted:
                return 0.0
            if chosen < 0 or value > best or (value == best and index < chosen):
                best, chosen = value, index
                update_pv(work, ply, move)
                if ply == 0:
                    work.best_value = value
        if chosen < 0:
            return float(state.utility(work.root_player))
    # 5. Store what was found.
    if work.aborted:
        return 0.0
    if work.options & TABLE and ply > 0:
        final = 1 if work.horizon == before else 0
        store(work.table, work.mask, key, best, pack(final, NO_INDEX, depth, EXACT, 0))
    return best
