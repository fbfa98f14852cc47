"""Minimax: the value of a position if both sides play their best (von Neumann 1928; Shannon 1950).

MINIMAX(s) = UTILITY(s, player)                         if s is the end of the game
           = max over moves of MINIMAX(RESULT(s, m))    if it is the player's turn
           = min over moves of MINIMAX(RESULT(s, m))    if it is the opponent's
"""

from __future__ import annotations

from typing import Any

from zermelo.game.plain import view
from zermelo.textbook.cutoff import Cutoff, Estimate, depth_limit, is_max, leaf_value, who_asks
from zermelo.textbook.events import Answer, Event, Path, Steps


def minimax(
    game: Any,
    *,
    player: int | None = None,
    depth: int | None = None,
    estimate: Estimate | None = None,
    cutoff: Cutoff | None = None,
) -> Steps:
    """The player's best move and its value; `depth` or `cutoff` says where the estimate takes over."""
    root = view(game)
    player = who_asks(root, player)
    stop, judge = cutoff or depth_limit(depth), leaf_value(player, estimate)
    nodes = 0

    def value(node: Any, path: Path) -> Steps:
        nonlocal nodes
        nodes += 1
        yield Event("enter", path)
        if node.over() or stop(node, len(path)):
            worth = judge(node)
            yield Event("leaf", path, worth)
            return worth, None
        best, chosen = None, None
        maximising = is_max(node, player)
        for move in node.moves():
            found, _ = yield from value(node.play(move), (*path, move))
            if best is None or (found > best if maximising else found < best):
                best, chosen = found, move
        yield Event("value", path, best, move=chosen)
        return best, chosen

    best, chosen = yield from value(root, ())
    return Answer(best, chosen, nodes)
