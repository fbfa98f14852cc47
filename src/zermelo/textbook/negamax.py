"""Negamax: minimax written once, because max(a, b) = -min(-a, -b); values are those of the player to move."""

from __future__ import annotations

from typing import Any

from zermelo.game.plain import view
from zermelo.textbook.cutoff import Cutoff, Estimate, answered, depth_limit, is_max, own_estimate, refuse_many
from zermelo.textbook.events import Answer, Event, Path, Steps


def negamax(
    game: Any, *, depth: int | None = None, estimate: Estimate | None = None, cutoff: Cutoff | None = None
) -> Steps:
    """The best move and its value; inside the search every value is that of the player to move."""
    root = view(game)
    refuse_many(root, "negamax")
    stop, judge = cutoff or depth_limit(depth), estimate or own_estimate
    nodes = 0

    def value(node: Any, path: Path) -> Steps:
        nonlocal nodes
        nodes += 1
        yield Event("enter", path)
        if node.over() or stop(node, len(path)):
            worth = node.utility(node.turn) if node.over() else judge(node)
            yield Event("leaf", path, worth)
            return worth, None
        best, chosen = None, None
        for move in node.moves():
            child = node.play(move)
            found, _ = yield from value(child, (*path, move))
            found = found if is_max(child, node.turn) else -found
            if best is None or found > best:
                best, chosen = found, move
        yield Event("value", path, best, move=chosen)
        return best, chosen

    best, chosen = yield from value(root, ())
    return Answer(answered(root, best), chosen, nodes)
