"""Alpha-beta: minimax without the nodes that cannot matter (Edwards and Hart 1961; Knuth and Moore 1975).

Alpha is what max is sure of, beta what min is sure of. At a max node whose value reaches beta, min will not let the
game come here (a beta cut); at a min node whose value falls to alpha, max will not (an alpha cut). Fail-hard answers
stay within [alpha, beta]; fail-soft ones may lie outside and are then bounds that say more.
"""

from __future__ import annotations

import math
from typing import Any

from zermelo.game.plain import view
from zermelo.textbook.cutoff import (
    Cutoff,
    Estimate,
    answered,
    depth_limit,
    is_max,
    leaf_value,
    own_estimate,
    refuse_many,
    who_asks,
)
from zermelo.textbook.events import Answer, Event, Path, Steps


def alphabeta(
    game: Any,
    *,
    player: int | None = None,
    depth: int | None = None,
    estimate: Estimate | None = None,
    cutoff: Cutoff | None = None,
    soft: bool = True,
    alpha: float = -math.inf,
    beta: float = math.inf,
) -> Steps:
    """The player's best move and its value, in the form of the lectures: max and min nodes, a window handed down."""
    root = view(game)
    player = who_asks(root, player)
    stop, judge = cutoff or depth_limit(depth), leaf_value(player, estimate)
    nodes = 0

    def value(node: Any, path: Path, alpha: float, beta: float) -> Steps:
        nonlocal nodes
        nodes += 1
        low, high = alpha, beta
        yield Event("enter", path, None, alpha, beta)
        if node.over() or stop(node, len(path)):
            worth = judge(node)
            yield Event("leaf", path, worth, alpha, beta)
            return (worth if soft else min(max(worth, low), high)), None
        maximising, moves = is_max(node, player), node.moves()
        best, chosen = (-math.inf if maximising else math.inf), None
        for tried, move in enumerate(moves, 1):
            found, _ = yield from value(node.play(move), (*path, move), alpha, beta)
            if chosen is None or (found > best if maximising else found < best):
                best, chosen = found, move
            alpha, beta = (max(alpha, best), beta) if maximising else (alpha, min(beta, best))
            yield Event("window", path, best, alpha, beta)
            if alpha >= beta and moves[tried:]:
                yield cut(path, maximising, best, beta if maximising else alpha, moves[tried:])
                break
        best = best if soft else min(max(best, low), high)
        yield Event("value", path, best, alpha, beta, move=chosen)
        return best, chosen

    best, chosen = yield from value(root, (), alpha, beta)
    return Answer(best, chosen, nodes)


def cut(path: Path, maximising: bool, best: float, elsewhere: float, left: list[Any]) -> Event:
    """Why the remaining moves need not be looked at."""
    if maximising:
        reason = f"beta cut: max has {best:g} here, and min can have {elsewhere:g} elsewhere"
        return Event("cut", path, best, best, elsewhere, reason, "beta", tuple(left))
    reason = f"alpha cut: min has {best:g} here, and max can have {elsewhere:g} elsewhere"
    return Event("cut", path, best, elsewhere, best, reason, "alpha", tuple(left))


def negamax_alphabeta(
    game: Any,
    *,
    depth: int | None = None,
    estimate: Estimate | None = None,
    cutoff: Cutoff | None = None,
    soft: bool = True,
    alpha: float = -math.inf,
    beta: float = math.inf,
) -> Steps:
    """The same in the negamax form: one kind of node, the window turned round at each change of sides."""
    root = view(game)
    refuse_many(root, "negamax")
    asks = who_asks(root, None)
    stop, judge = cutoff or depth_limit(depth), estimate or own_estimate
    nodes = 0

    def value(node: Any, path: Path, alpha: float, beta: float) -> Steps:
        nonlocal nodes
        nodes += 1
        low, high = alpha, beta
        yield Event("enter", path, None, alpha, beta)
        if node.over() or stop(node, len(path)):
            worth = node.utility(node.turn) if node.over() else judge(node)
            yield Event("leaf", path, worth, alpha, beta)
            return (worth if soft else min(max(worth, low), high)), None
        best, chosen, moves = -math.inf, None, node.moves()
        for tried, move in enumerate(moves, 1):
            child = node.play(move)
            same = is_max(child, node.turn)
            found, _ = yield from value(child, (*path, move), *((alpha, beta) if same else (-beta, -alpha)))
            found = found if same else -found
            if chosen is None or found > best:
                best, chosen = found, move
            alpha = max(alpha, best)
            yield Event("window", path, best, alpha, beta)
            if alpha >= beta and moves[tried:]:
                mine = is_max(node, asks)  # told as the lectures tell it, with max and min
                yield cut(path, mine, best if mine else -best, beta if mine else -beta, moves[tried:])
                break
        best = best if soft else min(max(best, low), high)
        yield Event("value", path, best, alpha, beta, move=chosen)
        return best, chosen

    best, chosen = yield from value(root, (), alpha, beta)
    return Answer(answered(root, best), chosen, nodes)
