"""Negamax: minimax written once, because max(a, b) = -min(-a, -b); values are those of the player to move."""

from __future__ import annotations

from typing import Any

from zermelo.game.plain import view
from zermelo.textbook.cutoff import Cutoff, Estimate, depth_limit, own_estimate
from zermelo.textbook.events import Answer, Event, Path, Steps


def negamax(
    game: Any, *, depth: int | None = None, estimate: Estimate | None = None, cutoff: Cutoff | None = None
) -> Steps:
    """The best move and its value for the player to move."""
    stop = cutoff or depth_limit(depth)
    judge = estimate or own_estimate
    nodes = 0

    def value(node: Any, path: Path) -> Steps:
        nonlocal nodes
        nodes += 1
        yield Event("enter", path)
        best, chosen = None, None
        if node.over():
            best = node.utility(node.turn)
        elif stop(node, len(path)):
            best = judge(node)
        else:
            for move in node.moves():
                child = node.play(move)
                found, _ = yield from value(child, (*path, move))
                found = found if child.turn == node.turn else -found
                if best is None or found > best:
                    best, chosen = found, move
        yield Event("value", path, best)
        return best, chosen

    best, chosen = yield from value(view(game), ())
    return Answer(best, chosen, nodes)
