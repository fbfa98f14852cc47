"""Alpha-beta: minimax without the nodes that cannot matter (Edwards and Hart 1961; Knuth and Moore 1975).

Alpha is what max is sure of, beta what min is sure of. At a max node whose value reaches beta, min will not let the
game come here (a beta cut); at a min node whose value falls to alpha, max will not (an alpha cut). Fail-hard answers
stay within [alpha, beta]; fail-soft ones may lie outside and are then bounds that say more.
"""

from __future__ import annotations

import math
from typing import Any

from zermelo.game.plain import view
from zermelo.textbook.cutoff import Cutoff, Estimate, depth_limit, estimate_for
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
    player = root.turn if player is None else player
    stop = cutoff or depth_limit(depth)
    judge = estimate_for(player, estimate)
    nodes = 0

    def value(node: Any, path: Path, alpha: float, beta: float) -> Steps:
        nonlocal nodes
        nodes += 1
        yield Event("enter", path, alpha=alpha, beta=beta)
        if node.over() or stop(node, len(path)):
            best, chosen = (node.utility(player) if node.over() else judge(node)), None
            yield Event("leaf", path, best, alpha, beta)
            return (best if soft else min(max(best, alpha), beta)), None
        maximising = node.turn == player
        best, chosen = (-math.inf if maximising else math.inf), None
        for move in node.moves():
            found, _ = yield from value(node.play(move), (*path, move), alpha, beta)
            if chosen is None or (found > best if maximising else found < best):
                best, chosen = found, move
            alpha, beta = (max(alpha, best), beta) if maximising else (alpha, min(beta, best))
            if alpha >= beta:
                yield Event("cut", path, best, alpha, beta, cut_reason(maximising, best, alpha, beta))
                break
        best = best if soft else min(max(best, alpha), beta)
        yield Event("value", path, best, alpha, beta)
        return best, chosen

    best, chosen = yield from value(root, (), alpha, beta)
    return Answer(best, chosen, nodes)


def cut_reason(maximising: bool, best: float, alpha: float, beta: float) -> str:
    """Why the remaining moves need not be looked at."""
    if maximising:
        return f"beta cut: max has {best:g} here, and min can have {beta:g} elsewhere"
    return f"alpha cut: min has {best:g} here, and max can have {alpha:g} elsewhere"


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
    from zermelo.textbook.cutoff import own_estimate

    stop, judge = cutoff or depth_limit(depth), estimate or own_estimate
    nodes = 0

    def value(node: Any, path: Path, alpha: float, beta: float) -> Steps:
        nonlocal nodes
        nodes += 1
        yield Event("enter", path, alpha=alpha, beta=beta)
        if node.over() or stop(node, len(path)):
            best = node.utility(node.turn) if node.over() else judge(node)
            return (best if soft else min(max(best, alpha), beta)), None
        best, chosen = -math.inf, None
        for move in node.moves():
            child = node.play(move)
            low, high = (alpha, beta) if child.turn == node.turn else (-beta, -alpha)
            found, _ = yield from value(child, (*path, move), low, high)
            found = found if child.turn == node.turn else -found
            if chosen is None or found > best:
                best, chosen = found, move
            alpha = max(alpha, best)
            if alpha >= beta:
                yield Event("cut", path, best, alpha, beta, cut_reason(True, best, alpha, beta))
                break
        return (best if soft else min(max(best, alpha), beta)), chosen

    best, chosen = yield from value(view(game), (), alpha, beta)
    return Answer(best, chosen, nodes)
