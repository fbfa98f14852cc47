"""Expectiminimax with Star1 and Star2: two sides and chance (Michie 1966; Ballard 1983; Hauk, Buro, Schaeffer 2004).

Values are utilities and estimates in the game's own units, as the root player sees them: MAX nodes, where the root
player's side moves, take the largest child, MIN nodes the smallest, chance nodes the mean. The search is fail-soft:
called with alpha < beta it returns a value v such that
    v <= alpha        means  true value <= v
    alpha < v < beta  means  true value  = v
    v >= beta         means  true value >= v
where "true" is the value of the same tree without any pruning, up to the rounding of a mean.

The kernel holds the recursion; its steps stand in `evaluation.py`, `star.py` and `ordering.py`. They cannot recurse
themselves: compiled functions that call each other in a circle cannot be kept in the disk cache.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zermelo.game.bits import NONE
from zermelo.game.compile import copied, kernel
from zermelo.game.game import CHANCE, Game
from zermelo.game.record import inline
from zermelo.game.rows import listed
from zermelo.search.chance.evaluation import clamped, is_max, leaf, lower_bound, upper_bound
from zermelo.search.chance.options import BOUNDS, PRUNING, TABLE
from zermelo.search.chance.ordering import score_moves, store_countermove
from zermelo.search.chance.star import (
    ALL,
    NEVER,
    after_outcome,
    begin_outcomes,
    lower_sum,
    next_outcome,
    outcome_window,
)
from zermelo.search.chance.table import fits_depth, probe, store, stored_value
from zermelo.search.chance.work import ExpectiminimaxWork
from zermelo.search.common.history import ended_by_history, forbidden, history_result, step
from zermelo.search.common.ordering import pick
from zermelo.search.common.table import EXACT, LOWER, NO_INDEX, UPPER, bound_in, index_in, pack, value_in
from zermelo.search.common.values import MAX_PLY
from zermelo.search.common.work import counted, is_excluded, update_pv

FULL: Any = np.int64(0)  # typed: a literal argument would be another signature of the recursive kernel
PROBE: Any = np.int64(1)


# ---------------------------------------------------------------------- steps of every node


@inline
def value_without_search(
    state: Game, work: ExpectiminimaxWork, depth: int, alpha: float, beta: float, ply: int
) -> tuple[bool, float]:
    """Whether a node needs no search, and then its value: the end of the game, the horizon, or bounds of the game."""
    if state.over():
        return True, float(state.utility(work.root_player))
    if ended_by_history(state, work, ply) and state.moves(work.rows[ply]) > 0:
        return True, history_result(state, work, ply, work.root_player)
    if depth <= 0 or ply >= MAX_PLY - 2:
        at_chance = state.chance and state.turn == CHANCE
        if not at_chance and state.moves(work.rows[ply]) == 0:  # a player without a move: the end of the game
            return True, float(state.utility(work.root_player))
        return True, leaf(state, work)
    if work.options & BOUNDS and ply > 0:
        if lower_bound(state, work) >= beta:
            return True, lower_bound(state, work)
        if upper_bound(state, work) <= alpha:
            return True, upper_bound(state, work)
    return False, 0.0


@inline
def is_cutoff(work: ExpectiminimaxWork, key: np.uint64, data: np.uint64, depth: int, alpha: float, beta: float) -> bool:
    """Whether an entry of the table settles a node: an exact value, or a bound outside of the window."""
    if data == NONE or not fits_depth(data, depth):
        return False
    value, bound = stored_value(work.table, work.mask, key), bound_in(data)
    return bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha)


@inline
def store_value(
    state: Game,
    work: ExpectiminimaxWork,
    key: np.uint64,
    found: float,
    index: int,
    depth: int,
    bound: int,
    ply: int,
    before: int,
) -> float:
    """Write what a node was found to be worth, brought inside the game's bounds; final where no horizon was met."""
    value = clamped(state, work, found)
    if work.options & TABLE and (ply > 0 or work.excluded_count == 0):
        final = 1 if work.horizon == before else 0
        store(work.table, work.mask, key, value, pack(final, index, depth, bound, 0))
    return value


# ---------------------------------------------------------------------- steps of MAX and MIN nodes


@inline
def begin_moves(state: Game, work: ExpectiminimaxWork, count: int, data: np.uint64, ply: int) -> None:
    """Order the moves, the hash move first, and count them for the branching factor that Star2 asks for."""
    score_moves(state, work, count, index_in(data) if data != NONE else NO_INDEX, ply)
    work.branches[ply] += count
    work.player_nodes[ply] += 1


@inline
def play_legal(state: Game, child: Game, move: int, work: ExpectiminimaxWork, ply: int) -> bool:
    """Play a move on the child; False for a root move that is left out, and for a forbidden repetition."""
    if ply == 0 and is_excluded(work, move):
        return False
    step(state, child, move, work, ply)
    return not forbidden(state, move, work, ply)


@inline
def keep_best(work: ExpectiminimaxWork, ply: int, move: int, value: float, alpha: float, beta: float) -> None:
    """Extend the principal variation by the best move so far."""
    if ply == 0 or alpha < value < beta:
        update_pv(work, ply, move)
    if ply == 0:
        work.best_value = value


@inline
def narrowed(work: ExpectiminimaxWork, low: float, high: float, best: float, maximising: bool) -> tuple[float, float]:
    """The alpha-beta window after a move: MAX raises its lower end, MIN lowers its upper end."""
    if not work.options & PRUNING:
        return low, high
    return (max(low, best), high) if maximising else (low, min(high, best))


@inline
def bound_of(value: float, alpha: float, beta: float, partial: bool, maximising: bool) -> int:
    """Fail high, fail low or exact; a probe that left moves out bounds one side only."""
    if partial:
        return LOWER if maximising else UPPER
    return LOWER if value >= beta else UPPER if value <= alpha else EXACT


# ---------------------------------------------------------------------- the search


@kernel
def expectiminimax(
    state: Game, work: ExpectiminimaxWork, depth: int, alpha: float, beta: float, ply: int, task: int
) -> float:
    """The value of a position; with the task PROBE only the first move of a player is tried, which gives a bound."""
    work.pv_length[ply] = 0
    if counted(work):
        return 0.0
    # 1. The end of the game, the horizon, and what the game can prove.
    done, value = value_without_search(state, work, depth, alpha, beta, ply)
    if done:
        return value
    # 2. The transposition table.
    key = data = NONE
    if work.options & TABLE:
        key = state.key() ^ work.salt
        data = probe(work.table, work.mask, key)
        if ply > 0 and is_cutoff(work, key, data, depth, alpha, beta):
            work.horizon += 1 - value_in(data)  # an estimate stands behind it
            return stored_value(work.table, work.mask, key)
    count = listed(state, work.rows[ply])
    if count == 0:
        return float(state.utility(work.root_player))
    before, best, best_index, bound = work.horizon, 0.0, NO_INDEX, EXACT
    if state.chance and state.turn == CHANCE:
        # 3. A chance node: Star2 probes one move of each outcome, then Star1 searches each in a narrow window.
        probes = begin_outcomes(state, work, count, depth, alpha, beta, ply)
        for turn in range(probes + count):
            probing = turn < probes
            index = turn if probing else next_outcome(work, count, ply, turn - probes, alpha, beta)
            child = copied(state)
            step(state, child, work.rows[ply, index], work, ply)
            window = outcome_window(child, work, count, ply, index, alpha, beta, probing)
            if window.high == NEVER:
                continue
            left, task_below = depth - work.chance_cost, PROBE if probing else FULL
            value = expectiminimax(child, work, left, window.low, window.high, ply + 1, task_below)
            if work.aborted:
                return 0.0
            best, bound = after_outcome(work, ply, index, window, value, alpha, beta, probing)
            if bound != EXACT:
                break
        if bound == EXACT:
            best = lower_sum(work, count, ply, ALL)  # in the order of the row: the same sum on every way here
    else:
        # 4. A MAX or MIN node: alpha-beta over the moves, until the window is closed.
        maximising, low, high = is_max(state, work), alpha, beta
        begin_moves(state, work, count, data, ply)
        for _ in range(count):
            index = pick(work, ply, count)
            child = copied(state)
            if not play_legal(state, child, work.rows[ply, index], work, ply):
                continue
            value = expectiminimax(child, work, depth - 1, low, high, ply + 1, FULL)
            if work.aborted:
                return 0.0
            if ply == 0:
                work.root_values[index] = value
            if best_index == NO_INDEX or (value > best if maximising else value < best):
                best, best_index = value, index
                keep_best(work, ply, work.rows[ply, index], value, alpha, beta)
            low, high = narrowed(work, low, high, best, maximising)
            if task == PROBE or (work.options & PRUNING and low >= high):
                break
        if best_index == NO_INDEX:
            return float(state.utility(work.root_player))
        if ply > 0 and task == FULL:
            store_countermove(work, ply, work.rows[ply, best_index])
        bound = bound_of(best, alpha, beta, task == PROBE and count > 1, maximising)
    # 5. Store what was found.
    return store_value(state, work, key, best, best_index, depth, bound, ply, before)
