"""Best-reply search (Schadd and Winands 2011): between two moves of the root player only one opponent moves.

It is the opponent whose move hurts the root player most; the others are passed over, which needs that `turn` alone says
who moves. The work space is that of expectiminimax.
"""

from __future__ import annotations

import math
from typing import Any

from zermelo.game.compile import copied, kernel
from zermelo.game.record import inline
from zermelo.search.chance.evaluation import leaf
from zermelo.search.chance.options import PRUNING
from zermelo.search.chance.ordering import pick, score_moves
from zermelo.search.common.history import banned, counted, ended_by_history, forbidden, history_result, step
from zermelo.search.common.table import NOWHERE
from zermelo.search.common.values import DEEPEST


@inline
def may_move(state: Any, work: Any, player: int, maximising: bool) -> bool:
    """Whether a player may move here: the root player, or any one opponent (in the middle of a turn, who began it)."""
    if state.midturn() and player != state.turn:
        return False
    if maximising:
        return bool(player == work.me)
    return bool(work.side[player] != work.side[work.me])


@kernel
def best_reply(state: Any, work: Any, depth: int, alpha: float, beta: float, ply: int) -> float:
    """The root player's value when only one opponent replies to each of their moves; fail-soft alpha-beta."""
    work.length[ply] = 0
    if counted(work):
        return 0.0
    # 1. The end of the game, and the horizon.
    if state.over():
        return float(state.utility(work.me))
    if ended_by_history(state, work, ply) and state.moves(work.rows[ply]) > 0:
        return history_result(state, work, ply, work.me)
    if depth <= 0 or ply >= DEEPEST - 2:
        if state.moves(work.rows[ply]) == 0:
            return float(state.utility(work.me))
        return leaf(state, work)
    # 2. A MAX node has the root player's moves, a MIN node those of all opponents.
    maximising = bool(state.turn == work.me)
    best = -math.inf if maximising else math.inf
    legal = 0
    for player in range(state.players):
        if not may_move(state, work, player, maximising):
            continue
        here = copied(state)
        here.turn = player
        count = here.moves(work.rows[ply])
        score_moves(here, work, count, NOWHERE, ply)
        for index in range(count):
            place = pick(work, ply, index, count)
            move = work.rows[ply, index]
            if ply == 0 and banned(work, move):
                continue
            child = copied(here)
            step(here, child, move, work, ply)
            if forbidden(here, child, move, work, ply):
                continue
            # 3. After an opponent's move it is the root player's turn again.
            if not maximising and not child.midturn():
                child.turn = work.me
            value = best_reply(child, work, depth - 1, alpha, beta, ply + 1)
            if work.given_up:
                return 0.0
            legal += 1
            if ply == 0:
                work.root_values[place] = value
            if legal == 1 or (value > best if maximising else value < best):
                best = value
                if ply == 0:
                    work.value = value
                    work.line[0, 0] = move  # what follows is no variation of the game: players were passed over
                    work.length[0] = 1
            # 4. The window closes: neither the remaining moves nor the remaining opponents matter.
            alpha, beta = (max(alpha, best), beta) if maximising else (alpha, min(beta, best))
            if alpha >= beta and work.options & PRUNING:
                return best
    if legal == 0:
        return float(state.utility(work.me))
    return best
