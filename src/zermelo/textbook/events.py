"""What an algorithm tells while it works: events that a viewer can draw, and the answer at the end."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

Path = tuple[Any, ...]  # the moves from the root to a node


@dataclass(frozen=True)
class Event:
    """One step of a search.

    enter: a node is reached, with its window where the algorithm has one. leaf: an end or the horizon, and its value.
    window: alpha or beta has moved. value: an inner node is done. cut and prune: moves that are not looked at, and why.
    deepen, extend, verify, revert: the same node is looked at again, and why. simulate, backup: a playout of UCT.
    sweep: one pass of value iteration.
    """

    kind: str
    path: Path
    value: Any = None
    alpha: float | None = None
    beta: float | None = None
    reason: str = ""
    which: str = ""  # of a cut: alpha or beta
    pruned: tuple[Any, ...] = ()  # of a cut or prune: the moves that are not looked at
    move: Any = None  # of a value: the move that gives it, where a player moves


@dataclass(frozen=True)
class Answer:
    """What an algorithm found: the value of the root, the move, and how many nodes it visited."""

    value: Any
    move: Any = None
    nodes: int = 0


Steps = Generator[Event, None, Any]


def run(steps: Generator[Event, None, Any], watch: Callable[[Event], None] | None = None) -> Any:
    """Let an algorithm work to its end; `watch` sees every event."""
    while True:
        try:
            event = next(steps)
        except StopIteration as end:
            return end.value
        if watch is not None:
            watch(event)


def best_line(events: list[Event]) -> list[Any]:
    """The moves that both sides play by what the search said last of each node."""
    chosen = {event.path: event.move for event in events if event.kind == "value"}
    path: Path = ()
    while chosen.get(path) is not None:
        path = (*path, chosen[path])
    return list(path)


def traced(steps: Generator[Event, None, Any]) -> tuple[Any, list[Event]]:
    """The answer together with all events."""
    events: list[Event] = []
    return run(steps, events.append), events
