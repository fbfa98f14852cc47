"""Singular extension: a move that is clearly better than all others is looked at one ply deeper (Anantharaman 1988).

One answer to the horizon effect. Everything hangs on such a move, and to look at it alone is cheap: the extension has
a branching factor of one. A move without alternative counts as one too.
"""

from __future__ import annotations

from typing import Any

from zermelo.errors import BadLimit
from zermelo.game.plain import view
from zermelo.textbook.cutoff import Estimate, depth_limit, is_max, leaf_value, who_asks
from zermelo.textbook.events import Answer, Event, Path, Steps


def singular_extension(
    game: Any,
    *,
    depth: int,
    margin: float,
    player: int | None = None,
    estimate: Estimate | None = None,
    most: int = 1,
) -> Steps:
    """Minimax to a depth; a move better than the next by `margin` is searched again, at most `most` times in a line."""
    if margin <= 0 or most < 0:
        raise BadLimit(f"a singular move is better by a margin above 0, not {margin:g}, and extended {most} times")
    depth_limit(depth)
    root = view(game)
    player = who_asks(root, player)
    judge = leaf_value(player, estimate)
    nodes = 0

    def value(node: Any, path: Path, left: int, extended: int) -> Steps:
        nonlocal nodes
        nodes += 1
        yield Event("enter", path)
        if node.over() or left <= 0:
            worth = judge(node)
            yield Event("leaf", path, worth)
            return worth, None
        sign = 1 if is_max(node, player) else -1
        values: dict[Any, float] = {}
        for move in node.moves():
            values[move], _ = yield from value(node.play(move), (*path, move), left - 1, extended)
        first, *others = sorted(values, key=lambda move: -sign * values[move])
        if extended < most and not node.play(first).over():
            lead = sign * (values[first] - values[others[0]]) if others else float("inf")
            if lead >= margin:
                yield Event(
                    "extend", (*path, first), values[first], reason=f"singular: better than the next by {lead:g}"
                )
                values[first], _ = yield from value(node.play(first), (*path, first), left, extended + 1)
        chosen = max(values, key=lambda move: sign * values[move])
        yield Event("value", path, values[chosen], move=chosen)
        return values[chosen], chosen

    best, chosen = yield from value(root, (), depth, 0)
    return Answer(best, chosen, nodes)
