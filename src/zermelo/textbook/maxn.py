"""max^n: many players, each maximising his own part of a vector of utilities (Luckhardt and Irani 1986)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.game.plain import view
from zermelo.textbook.cutoff import Cutoff, depth_limit
from zermelo.textbook.events import Answer, Event, Path, Steps


def maxn(
    game: Any,
    *,
    players: int,
    depth: int | None = None,
    estimate: Callable[[Any], tuple[float, ...]] | None = None,
    cutoff: Cutoff | None = None,
) -> Steps:
    """The best move of the player to move, and the utilities of all; the first of equally good moves."""
    stop = cutoff or depth_limit(depth)
    judge = estimate or (lambda node: (0.0,) * players)
    nodes = 0

    def value(node: Any, path: Path) -> Steps:
        nonlocal nodes
        nodes += 1
        yield Event("enter", path)
        best: tuple[float, ...] | None = None
        chosen = None
        if node.over():
            best = tuple(node.utility(player) for player in range(players))
        elif stop(node, len(path)):
            best = judge(node)
        else:
            for move in node.moves():
                found, _ = yield from value(node.play(move), (*path, move))
                if node.turn < 0:
                    share = tuple(node.odds(move) * part for part in found)
                    best = share if best is None else tuple(map(sum, zip(best, share, strict=True)))
                elif best is None or found[node.turn] > best[node.turn]:
                    best, chosen = found, move
        yield Event("value", path, best)
        return best, chosen

    best, chosen = yield from value(view(game), ())
    return Answer(best, chosen, nodes)
