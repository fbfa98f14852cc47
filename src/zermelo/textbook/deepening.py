"""Iterative deepening: search to depth 1, 2, 3, ... so that an answer is ready at any time (Slate and Atkin 1977)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.textbook.alphabeta import alphabeta
from zermelo.textbook.events import Answer, Event, Steps


def iterative_deepening(
    game: Any,
    *,
    depth: int,
    search: Callable[..., Steps] = alphabeta,
    enough: Callable[[Answer], bool] | None = None,
    **options: Any,
) -> Steps:
    """The answer of the deepest search; `enough` may end it earlier."""
    nodes = 0
    answer = Answer(None)
    for limit in range(1, depth + 1):
        answer = yield from search(game, depth=limit, **options)
        nodes += answer.nodes
        yield Event("deepen", (), answer.value, reason=f"depth {limit}: {answer.move} is worth {answer.value}")
        if enough is not None and enough(answer):
            break
    return Answer(answer.value, answer.move, nodes)
