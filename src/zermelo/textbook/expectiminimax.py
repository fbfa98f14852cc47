"""Expectiminimax: minimax with chance nodes, whose value is the mean of their children (Michie 1966).

Expectimax is the same with an opponent who is no enemy but a distribution: a model that says how likely each move is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.game.plain import view
from zermelo.textbook.cutoff import Cutoff, Estimate, depth_limit, is_max, leaf_value, who_asks, who_decides
from zermelo.textbook.events import Answer, Event, Path, Steps

Model = Callable[[Any], dict[Any, float]]  # node -> probability of each move


def uniform(node: Any) -> dict[Any, float]:
    """An opponent who plays at random."""
    moves = node.moves()
    return {move: 1.0 / len(moves) for move in moves}


def expectiminimax(
    game: Any,
    *,
    player: int | None = None,
    depth: int | None = None,
    estimate: Estimate | None = None,
    cutoff: Cutoff | None = None,
    model: Model | None = None,
) -> Steps:
    """The player's best move and its expected value; with a `model` the opponents follow it (expectimax)."""
    root = view(game)
    decides = who_decides(root, player)
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
        if node.turn < 0 or (model is not None and not is_max(node, decides)):
            odds = {m: node.odds(m) for m in node.moves()} if node.turn < 0 else (model or uniform)(node)
            best = 0.0
            for move, chance in odds.items():
                found, _ = yield from value(node.play(move), (*path, move))
                best += chance * found
        else:
            for move in node.moves():
                found, _ = yield from value(node.play(move), (*path, move))
                if best is None or (found > best if is_max(node, player) else found < best):
                    best, chosen = found, move
        yield Event("value", path, best, move=chosen)
        return best, chosen

    best, chosen = yield from value(root, ())
    return Answer(best, chosen, nodes)


def expectimax(game: Any, *, model: Model = uniform, **options: Any) -> Steps:
    """The best answer to opponents who follow a model; without one they play at random."""
    return expectiminimax(game, model=model, **options)
