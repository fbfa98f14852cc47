"""Secondary search: look beyond the horizon behind the chosen move alone, and take the second best if it fails.

The other answer to the horizon effect (Greenblatt 1967). The second-best move may have the same fault, and there is no
time to look behind every move: `tries` says behind how many.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from zermelo.errors import BadLimit
from zermelo.game.plain import view
from zermelo.textbook.alphabeta import alphabeta
from zermelo.textbook.cutoff import Estimate, depth_limit, is_max, leaf_value, who_asks
from zermelo.textbook.events import Answer, Event, Steps


def secondary_search(
    game: Any,
    *,
    depth: int,
    beyond: int = 2,
    tries: int = 1,
    player: int | None = None,
    estimate: Estimate | None = None,
) -> Steps:
    """The best move to a depth, if it stands a search `beyond` plies deeper; else the next that does."""
    if beyond < 1 or tries < 1:
        raise BadLimit(f"a secondary search goes at least 1 ply beyond ({beyond}) and looks behind 1 move ({tries})")
    depth_limit(depth)
    root = view(game)
    player = who_asks(root, player)
    judge = leaf_value(player, estimate)
    nodes = 1

    def value(move: Any, left: int) -> Steps:
        """The value of a move of the root, searched so many plies after it."""
        nonlocal nodes
        child = root.play(move)
        if child.over() or left == 0:
            nodes += 1
            yield Event("leaf", (move,), judge(child))
            return judge(child)
        steps = alphabeta(child, player=player, depth=left, estimate=estimate)
        answer = yield from below(move, steps)
        nodes += answer.nodes
        return answer.value

    yield Event("enter", ())
    if root.over():
        return Answer(judge(root), None, nodes)
    sign = 1 if is_max(root, player) else -1
    values: dict[Any, float] = {}
    verified: set[Any] = set()
    for move in root.moves():
        values[move] = yield from value(move, depth - 1)
    for _ in range(tries):
        chosen = max(values, key=lambda move: sign * values[move])
        if chosen in verified:
            break
        before = values[chosen]
        verified.add(chosen)
        yield Event("verify", (chosen,), before, reason=f"{chosen} looks best with {before:g}: {beyond} plies beyond")
        values[chosen] = yield from value(chosen, depth - 1 + beyond)
        better = max(values, key=lambda move: sign * values[move])
        if better != chosen:
            reason = f"{chosen} goes from {before:g} to {values[chosen]:g}: back to {better} with {values[better]:g}"
            yield Event("revert", (better,), values[better], reason=reason)
    chosen = max(values, key=lambda move: sign * values[move])
    yield Event("value", (), values[chosen], move=chosen)
    return Answer(values[chosen], chosen, nodes)


def below(move: Any, steps: Steps) -> Steps:
    """The events of a search that begins after a move, with paths from the root."""
    while True:
        try:
            event = next(steps)
        except StopIteration as end:
            return end.value
        yield replace(event, path=(move, *event.path))
