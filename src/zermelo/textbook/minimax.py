"""Minimax: the value of a position if both sides play their best (von Neumann 1928; Shannon 1950).

MINIMAX(s) = UTILITY(s, player)                         if s is the end of the game
           = max over moves of MINIMAX(RESULT(s, m))    if it is the player's turn
           = min over moves of MINIMAX(RESULT(s, m))    if it is the opponent's
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.game.plain import view
from zermelo.textbook.cutoff import Cutoff, Estimate, depth_limit, estimate_for
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
    player = root.turn if player is None else player
    stop = cutoff or depth_limit(depth)
    judge = estimate_for(player, estimate)
    nodes = 0

    def value(node: Any, path: Path) -> Steps:
        nonlocal nodes
        nodes += 1
        yield Event("enter", path)
        if node.over():
            result = node.utility(player)
        elif stop(node, len(path)):
            result = judge(node)
        else:
            best: Callable[..., float] = max if node.turn == player else min
            values = []
            for move in node.moves():
                values.append((yield from value(node.play(move), (*path, move))))
            result = best(values)
        yield Event("value", path, result)
        return result

    best_value, best_move = None, None
    nodes += 1
    yield Event("enter", ())
    for move in root.moves():
        found = yield from value(root.play(move), (move,))
        if best_value is None or (found > best_value if root.turn == player else found < best_value):
            best_value, best_move = found, move
    yield Event("value", (), best_value)
    return Answer(best_value, best_move, nodes)
