"""Many players: max^n with shallow pruning, and best-reply search (paranoid search is `expectiminimax.py`'s).

max^n (Luckhardt and Irani 1986): every player maximises his own part of a vector; the first of equally good moves
counts, so moves are looked at in the order of the row. Shallow pruning (Korf 1991) is sound where the sides' values
add up to nothing and none is below `low`: a player who is sure of `claim` leaves no move's reply open in which the next
player, of another side, is sure of so much that less than `claim` can be left. Only a node's own parent prunes it, and
never through chance; deeper claims would not be sound with three players.

Best-reply search (Schadd and Winands 2011): between two moves of the player who asks, only one opponent moves, the one
who hurts him most. It needs that `turn` alone says who moves, because the others are passed over.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from zermelo.game.compile import copied, kernel
from zermelo.game.fields import Cells, array, f64, i64
from zermelo.game.game import CHANCE
from zermelo.search.chance.kernel import leaf, pick, score_moves
from zermelo.search.chance.options import PRUNING
from zermelo.search.common.history import ended_by_history, forbidden, history_result, step
from zermelo.search.common.table import NO_INDEX
from zermelo.search.common.values import MAX_PLY
from zermelo.search.common.work import MAX_PLAYERS, ValueWork, counted, is_excluded, update_pv

NOBODY: Any = np.int64(-1)  # typed, as every literal that a recursive kernel is given
NO_CLAIM: Any = np.float64(-math.inf)


class MaxNWork(ValueWork):
    """What every search has, and the vectors of each ply."""

    chance_cost: i64  # plies that an outcome of chance counts for
    sides: i64  # how many
    low: f64  # no part of a vector is smaller
    high: f64
    weight: Cells = array(f64, MAX_PLAYERS)  # of each player in the sum over sides
    vector: Cells = array(f64, (MAX_PLY, MAX_PLAYERS))  # what a node is worth to each player
    best: Cells = array(f64, (MAX_PLY, MAX_PLAYERS))  # the same while its moves are being searched


# ---------------------------------------------------------------------- vectors


def write_result(state: Any, work: Any, ply: int) -> None:
    """The end of the game."""
    for player in range(state.players):
        work.vector[ply, player] = state.utility(player)


def write_history_result(state: Any, work: Any, ply: int) -> None:
    """The end of the game by its history."""
    for player in range(state.players):
        work.vector[ply, player] = history_result(state, work, ply, player)


def write_estimate(state: Any, work: Any, ply: int) -> None:
    """The horizon. Where utilities add up to nothing, the sides' estimates are shifted until they do too."""
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


# ---------------------------------------------------------------------- max^n


def root_index(work: Any, count: int, turn: int) -> int:
    """The places of the root's row with the last iteration's move first."""
    first = -1
    for index in range(count):
        if work.rows[0, index] == work.first_move:
            first = index
    if first < 0:
        return turn
    if turn == 0:
        return first
    return turn - 1 if turn <= first else turn


@kernel
def maxn(state: Any, work: Any, depth: int, ply: int, rival: int, claim: float) -> float:
    """Write what a position is worth to each player; returns the part of the player who asks.

    `rival` moved last and is sure of `claim`: a node that can be worth only less to him may be left with any vector
    that gives him less.
    """
    me = work.root_player
    work.pv_length[ply] = 0
    if counted(work):
        return 0.0

    # 1. The end of the game, and the horizon.
    if state.over():
        write_result(state, work, ply)
        return float(work.vector[ply, me])
    count = state.moves(work.rows[ply])
    if count == 0:
        write_result(state, work, ply)
        return float(work.vector[ply, me])
    if ended_by_history(state, work, ply):
        write_history_result(state, work, ply)
        return float(work.vector[ply, me])
    if depth <= 0 or ply >= MAX_PLY - 2:
        write_estimate(state, work, ply)
        return float(work.vector[ply, me])

    # 2. Chance: the mean of the vectors; no claim passes through it.
    players = state.players
    if state.chance and state.turn == CHANCE:
        for player in range(players):
            work.best[ply, player] = 0.0
        for index in range(count):
            child = copied(state)
            odds = state.odds(work.rows[ply, index])
            step(state, child, work.rows[ply, index], work, ply)
            maxn(child, work, depth - work.chance_cost, ply + 1, NOBODY, NO_CLAIM)
            if work.aborted:
                return 0.0
            for player in range(players):
                work.best[ply, player] += odds * work.vector[ply + 1, player]
        for player in range(players):
            work.vector[ply, player] = work.best[ply, player]
        return float(work.vector[ply, me])

    # 3. A player takes the child that is best for himself. At the root the last iteration's choice is looked at
    # first, but of equally good moves the first of the row still counts.
    mover: Any = np.int64(state.turn)  # a byte would be another signature of this kernel
    chosen = -1
    for turn in range(count):
        index = turn if ply > 0 else root_index(work, count, turn)
        move = work.rows[ply, index]
        if ply == 0 and is_excluded(work, move):
            continue
        child = copied(state)
        step(state, child, move, work, ply)
        if forbidden(state, move, work, ply):
            continue
        sure = work.best[ply, mover] if chosen >= 0 else -math.inf
        maxn(child, work, depth - 1, ply + 1, mover, sure)
        if work.aborted:
            return 0.0
        found = work.vector[ply + 1, mover]
        if chosen < 0 or found > sure or (found == sure and index < chosen):
            chosen = index
            for player in range(players):
                work.best[ply, player] = work.vector[ply + 1, player]
            update_pv(work, ply, move)
            if ply == 0:
                work.best_value = found

        # 4. Nothing better exists; or the rival will not come here: his part can only be less than his claim.
        if work.options & PRUNING:
            if work.best[ply, mover] >= work.high and ply > 0:
                break
            if rival >= 0 and state.zero_sum and work.side[rival] != work.side[mover]:
                left = -work.best[ply, mover] - (work.sides - 2) * work.low
                if left < claim:
                    work.best[ply, rival] = min(work.best[ply, rival], left)
                    break
    if chosen < 0:
        write_result(state, work, ply)
        return float(work.vector[ply, me])
    for player in range(players):
        work.vector[ply, player] = work.best[ply, player]
    return float(work.vector[ply, me])


# ---------------------------------------------------------------------- best reply


@kernel
def best_reply(state: Any, work: Any, depth: int, alpha: float, beta: float, ply: int) -> float:
    """The value for the player who asks when only one opponent answers each of his moves; fail-soft alpha-beta.

    The work space is that of `expectiminimax.py`.
    """
    work.pv_length[ply] = 0
    if counted(work):
        return 0.0
    if state.over():
        return float(state.utility(work.root_player))
    if ended_by_history(state, work, ply) and state.moves(work.rows[ply]) > 0:
        return history_result(state, work, ply, work.root_player)
    if depth <= 0 or ply >= MAX_PLY - 2:
        if state.moves(work.rows[ply]) == 0:
            return float(state.utility(work.root_player))
        return leaf(state, work)

    mine = bool(state.turn == work.root_player)
    best = -math.inf if mine else math.inf
    legal = 0
    for player in range(state.players):
        # 1. Who may move: the player who asks, or any one of his opponents (in the middle of a turn, who began it).
        if mine != (player == work.root_player) or (not mine and work.side[player] == work.side[work.root_player]):
            continue
        if state.midturn() and player != state.turn:
            continue
        here = copied(state)
        here.turn = player
        count = here.moves(work.rows[ply])
        score_moves(here, work, count, NO_INDEX, ply)
        for index in range(count):
            at = pick(work, ply, index, count)
            move = work.rows[ply, index]
            if ply == 0 and is_excluded(work, move):
                continue
            child = copied(here)
            step(here, child, move, work, ply)
            if forbidden(here, move, work, ply):
                continue
            # 2. After an opponent's move it is the asking player's turn again.
            if not mine and not child.midturn():
                child.turn = work.root_player
            value = best_reply(child, work, depth - 1, alpha, beta, ply + 1)
            if work.aborted:
                return 0.0
            legal += 1
            if ply == 0:
                work.earlier[at] = value
            if legal == 1 or (value > best if mine else value < best):
                best = value
                if ply == 0:
                    work.best_value = value
                    work.pv[0, 0] = move  # what follows is no line of the game: players were passed over
                    work.pv_length[0] = 1
            # 3. The window closes: neither the remaining moves nor the remaining opponents matter.
            alpha, beta = (max(alpha, best), beta) if mine else (alpha, min(beta, best))
            if alpha >= beta and work.options & PRUNING:
                return best
    if legal == 0:
        return float(state.utility(work.root_player))
    return best
