"""Best-reply search (Schadd and Winands 2011): between two moves of the root player only one opponent moves.

It is the opponent whose move hurts the root player most; the others are passed over, which needs that `turn` alone says
who moves. The work space is that of expectiminimax.
"""

from __future__ import annotations

import math

from zermelo.game.compile import copied, kernel
from zermelo.game.game import Game
from zermelo.game.record import inline
from zermelo.game.rows import listed
from zermelo.search.chance.evaluation import leaf
from zermelo.search.chance.options import PRUNING
from zermelo.search.chance.ordering import score_moves
from zermelo.search.chance.work import ExpectiminimaxWork
from zermelo.search.common.history import ended_by_history, forbidden, history_result, step
from zermelo.search.common.ordering import pick
from zermelo.search.common.table import NO_INDEX
from zermelo.search.common.values import MAX_PLY
from zermelo.search.common.work import counted, is_excluded


@inline
def may_move(state: Game, work: ExpectiminimaxWork, player: int, maximising: bool) -> bool:
    """Whether a player may move here: the root player, or any one opponent (in the middle of a turn, who began it)."""
    if state.midturn() and player != state.turn:
        return False
    if maximising:
        return bool(player == work.root_player)
    return bool(work.side[player] != work.side[work.root_player])


@kernel
def best_reply(state: Game, work: ExpectiminimaxWork, depth: int, alpha: float, beta: float, ply: int) -> float:
    """The root player's value when only one opponent replies to each of their moves; fail-soft alpha-beta."""
    work.pv_length[ply] = 0
    if counted(work):
        return 0.0
    # 1. The end of the game, and the horizon.
    if state.over():
        return float(state.utility(work.root_player))
    if ended_by_history(state, work, ply) and state.moves(work.rows[ply]) > 0:
        return history_result(state, work, ply, work.root_player)
    if depth <= 0 or ply >= MAX_PLY - 2:
        if state.moves(work.rows[ply]) == 0:
            return float(state.utility(work.root_player))
        return leaf(state, work)
    # 2. A MAX node has the root player's moves, a MIN node those of all opponents.
    maximising = bool(state.turn == work.root_player)
    best = -math.inf if maximising else math.inf
    legal = 0
    for player in range(state.players):
        if not may_move(state, work, player, maximising):
            continue
        here = copied(state)
        here.turn = player
        count = listed(here, work.rows[ply])
        score_moves(here, work, count, NO_INDEX, ply)
        for _ in range(count):
            index = pick(work, ply, count)
            move = work.rows[ply, index]
            if ply == 0 and is_excluded(work, move):
                continue
            child = copied(here)
            step(here, child, move, work, ply)
            if forbidden(here, move, work, ply):
                continue
            # 3. After an opponent's move it is the root player's turn again.
            if not maximising and not child.midturn():
                child.turn = work.root_player
            value = best_reply(child, work, depth - 1, alpha, beta, ply + 1)
            if work.aborted:
                return 0.0
            legal += 1
            if ply == 0:
                work.root_values[index] = value
            if legal == 1 or (value > best if maximising else value < best):
                best = value
                if ply == 0:
                    work.best_value = value
                    work.pv[0, 0] = move  # what follows is no variation of the game: players were passed over
                    work.pv_length[0] = 1
            # 4. The window closes: neither the remaining moves nor the remaining opponents matter.
            alpha, beta = (max(alpha, best), beta) if maximising else (alpha, min(beta, best))
            if alpha >= beta and work.options & PRUNING:
                return best
    if legal == 0:
        return float(state.utility(work.root_player))
    return best
