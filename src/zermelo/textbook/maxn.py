"""max^n: many players, each maximising their own part of a vector of utilities (Luckhardt and Irani 1986)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.game.plain import view
from zermelo.textbook.cutoff import Cutoff, depth_limit, own_estimate
from zermelo.textbook.events import Answer, Event, Path, Steps


def maxn(
    game: Any,
    *,
    players: int | None = None,
    depth: int | None = None,
    estimate: Callable[[Any], tuple[float, ...]] | None = None,
    cutoff: Cutoff | None = None,
) -> Steps:
    """The best move of the player to move, and the utilities of all; the first of equally good moves."""
    root = view(game)
    count = int(getattr(root, "players", 2)) if players is None else players
    stop, judge = cutoff or depth_limit(depth), estimate or own_estimates(count)
    nodes = 0

    def value(node: Any, path: Path) -> Steps:
        nonlocal nodes
        nodes += 1
        yield Event("enter", path)
        if node.over() or stop(node, len(path)):
            worth = tuple(node.utility(player) for player in range(count)) if node.over() else judge(node)
            yield Event("leaf", path, worth)
            return worth, None
        best: tuple[float, ...] | None = None
        chosen = None
        for move in node.moves():
            found, _ = yield from value(node.play(move), (*path, move))
            if node.turn < 0:
                share = tuple(node.odds(move) * part for part in found)
                best = share if best is None else tuple(map(sum, zip(best, share, strict=True)))
            elif best is None or found[node.turn] > best[node.turn]:
                best, chosen = found, move
        yield Event("value", path, best, move=chosen)
        return best, chosen

    best, chosen = yield from value(root, ())
    return Answer(best, chosen, nodes)


def own_estimates(players: int) -> Callable[[Any], tuple[float, ...]]:
    """The game's own estimates for all players; nothing is known of more than two from one number."""

    def judge(node: Any) -> tuple[float, ...]:
        if hasattr(node, "estimates"):
            return tuple(node.estimates())
        if players == 2:
            value = own_estimate(node)
            return (value, -value) if node.turn <= 0 else (-value, value)
        return (0.0,) * players

    return judge
