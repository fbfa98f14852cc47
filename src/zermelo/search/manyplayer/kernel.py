"""max^n with shallow pruning (Luckhardt and Irani 1986; Korf 1991).

Every player maximises their own part of a vector; the first of equally good moves counts, so moves are searched in the
order of the row. Shallow pruning is sound where the sides' values add up to 0 and none is below `low`: at a node where
the mover is sure of b, at most -b - (sides - 2) low is left to the player who moved there, and if that is less than
what they are sure of already, they will not come here. Only a node's own parent prunes it, and never through chance;
deep pruning is not sound with three players.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from zermelo.game.compile import copied, kernel
from zermelo.game.game import CHANCE, Game
from zermelo.game.record import inline
from zermelo.game.rows import listed
from zermelo.search.chance.options import PRUNING
from zermelo.search.chance.ordering import in_row_order
from zermelo.search.common.history import ended_by_history, forbidden, history_result, step
from zermelo.search.common.values import MAX_PLY
from zermelo.search.common.work import counted, is_excluded, update_pv
from zermelo.search.manyplayer.work import MaxNWork

NO_PLAYER: Any = np.int64(-1)  # typed: a literal argument would be another signature of the recursive kernel
NO_BOUND: Any = np.float64(-math.inf)


# ---------------------------------------------------------------------- the vector of a leaf


def write_result(state: Game, work: MaxNWork, ply: int) -> None:
    """The end of the game."""
    for player in range(state.players):
        work.vector[ply, player] = state.utility(player)


def write_history_result(state: Game, work: MaxNWork, ply: int) -> None:
    """The end of the game by its history."""
    for player in range(state.players):
        work.vector[ply, player] = history_result(state, work, ply, player)


def write_estimate(state: Game, work: MaxNWork, ply: int) -> None:
    """The horizon. Where utilities add up to 0, the sides' estimates are shifted until they do too."""
    work.horizon += 1
    if work.sides <= 2 and state.zero_sum:
        value = float(state.evaluate())
        mover = max(int(state.turn), 0)
        for player in range(state.players):
            work.vector[ply, player] = value if work.side[player] == work.side[mover] else -value
        return
    mean = 0.0
    for player in range(state.players):
        value = float(state.evaluate_for(player))
        work.vector[ply, player] = value
        mean += work.weight[player] * value / work.sides
    if state.zero_sum:
        for player in range(state.players):
            work.vector[ply, player] -= mean


@inline
def is_leaf(state: Game, work: MaxNWork, count: int, depth: int, ply: int) -> bool:
    """Whether a node is a leaf, and then its vector: the end of the game, by its history too, or the horizon."""
    if count == 0:
        write_result(state, work, ply)
        return True
    if ended_by_history(state, work, ply):
        write_history_result(state, work, ply)
        return True
    if depth <= 0 or ply >= MAX_PLY - 2:
        write_estimate(state, work, ply)
        return True
    return False


# ---------------------------------------------------------------------- the vector of an inner node


@inline
def begin_mean(state: Game, work: MaxNWork, ply: int) -> None:
    """The mean over no outcome."""
    for player in range(state.players):
        work.best[ply, player] = 0.0


@inline
def add_outcome(state: Game, work: MaxNWork, ply: int, odds: float) -> None:
    """Add an outcome's vector to the mean."""
    for player in range(state.players):
        work.best[ply, player] += odds * work.vector[ply + 1, player]


@inline
def take_child(state: Game, work: MaxNWork, ply: int, move: int, value: float) -> None:
    """The child's vector and principal variation are the best so far."""
    for player in range(state.players):
        work.best[ply, player] = work.vector[ply + 1, player]
    update_pv(work, ply, move)
    if ply == 0:
        work.best_value = value


@inline
def is_pruned(state: Game, work: MaxNWork, ply: int, mover: int, parent: int, parent_bound: float) -> bool:
    """Immediate pruning: nothing better exists. Shallow pruning: too little is left to the player who moved here."""
    if not work.options & PRUNING:
        return False
    if work.best[ply, mover] >= work.high and ply > 0:
        return True
    if parent >= 0 and state.zero_sum and work.side[parent] != work.side[mover]:
        left = -work.best[ply, mover] - (work.sides - 2) * work.low
        if left < parent_bound:
            work.best[ply, parent] = min(work.best[ply, parent], left)
            return True
    return False


@inline
def finish(state: Game, work: MaxNWork, ply: int) -> float:
    """The best vector becomes the node's; returns the root player's part."""
    for player in range(state.players):
        work.vector[ply, player] = work.best[ply, player]
    return float(work.vector[ply, work.root_player])


# ---------------------------------------------------------------------- the search


@kernel
def maxn(state: Game, work: MaxNWork, depth: int, ply: int, parent: int, parent_bound: float) -> float:
    """Write what a position is worth to each player; returns the root player's part.

    `parent` moved last and is sure of `parent_bound`: a node that can only be worth less to them may be left with any
    vector that gives them less.
    """
    work.pv_length[ply] = 0
    if counted(work):
        return 0.0
    # 1. Leaves: the end of the game, and the horizon.
    count = 0 if state.over() else listed(state, work.rows[ply])
    if is_leaf(state, work, count, depth, ply):
        return float(work.vector[ply, work.root_player])
    # 2. A chance node: the mean of the vectors; no bound passes through it.
    if state.chance and state.turn == CHANCE:
        begin_mean(state, work, ply)
        for index in range(count):
            child = copied(state)
            odds = state.odds(work.rows[ply, index])
            step(state, child, work.rows[ply, index], work, ply)
            maxn(child, work, depth - work.chance_cost, ply + 1, NO_PLAYER, NO_BOUND)
            if work.aborted:
                return 0.0
            add_outcome(state, work, ply, odds)
        return finish(state, work, ply)
    # 3. A player takes the child that is best for themselves. At the root the last iteration's move is searched first,
    # but of equally good moves the first of the row still counts.
    mover: Any = np.int64(state.turn)  # a byte would be another signature of this kernel
    chosen = -1
    for turn in range(count):
        index = in_row_order(work, count, turn, ply)
        move = work.rows[ply, index]
        if ply == 0 and is_excluded(work, move):
            continue
        child = copied(state)
        step(state, child, move, work, ply)
        if forbidden(state, move, work, ply):
            continue
        bound = work.best[ply, mover] if chosen >= 0 else -math.inf
        maxn(child, work, depth - 1, ply + 1, mover, bound)
        if work.aborted:
            return 0.0
        value = work.vector[ply + 1, mover]
        if chosen < 0 or value > bound or (value == bound and index < chosen):
            chosen = index
            take_child(state, work, ply, move, value)
        # 4. Shallow pruning.
        if is_pruned(state, work, ply, mover, parent, parent_bound):
            break
    if chosen < 0:
        write_result(state, work, ply)
        return float(work.vector[ply, work.root_player])
    return finish(state, work, ply)
