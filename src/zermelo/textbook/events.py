"""What an algorithm tells while it works: events that a viewer can draw, and the answer at the end."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any, TypeVar

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
    cut_short: str = field(
        default="", kw_only=True
    )  # why the search was not finished, where it was not: then there is no value


Steps = Generator[Event, None, Any]


Told = TypeVar("Told")  # what an algorithm yields


def run(steps: Generator[Told, None, Any], watch: Callable[[Told], None] | None = None) -> Any:
    """Let an algorithm work to its end; `watch` sees every event."""
    while True:
        try:
            event = next(steps)
        except StopIteration as end:
            return end.value
        if watch is not None:
            watch(event)


@dataclass
class Budget:
    """How much of a search is kept: beyond it the search is cut short, and says so."""

    events: int
    seconds: float
    stop_event: threading.Event | None = None
    begin: float = field(default_factory=time.monotonic)

    def spent(self, events: int) -> str:
        """What is used up, in words; nothing while there is some left."""
        if events >= self.events:
            return f"after {events:,} steps"
        if time.monotonic() - self.begin > self.seconds:
            return f"after {self.seconds:g} seconds"
        return "when it was told to stop" if self.stop_event is not None and self.stop_event.is_set() else ""


def kept_within(steps: Generator[Event, None, Any], budget: Budget) -> Generator[Event, None, Any]:
    """The same search, cut short where the budget ends."""
    told = nodes = 0
    while not (end := budget.spent(told)):
        try:
            event = next(steps)
        except StopIteration as done:
            return done.value
        told += 1
        nodes += event.kind in ("enter", "simulate")
        yield event
    steps.close()
    return Answer(None, None, nodes, cut_short=f"the search was cut short {end}, at {nodes:,} nodes")


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
