"""Searches of a plain class, which no compiler can read: the textbook's algorithms by the names of the compiled ones.

`alphabeta`, `minimax`, `expectiminimax` and `maxn` deepen step by step; `mcts` is plain UCT. They keep to the same
limits, hear the stop event and answer with the same kind of result.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from zermelo.errors import Unsupported
from zermelo.game.plain_game import Position
from zermelo.game.sides import count_sides
from zermelo.search.common.limits import Limits
from zermelo.search.common.result import Line, SearchResult
from zermelo.search.common.searcher import Update, asked
from zermelo.textbook.alphabeta import alphabeta
from zermelo.textbook.events import Answer, Event, Steps, best_line
from zermelo.textbook.expectiminimax import expectiminimax
from zermelo.textbook.maxn import maxn
from zermelo.textbook.minimax import minimax
from zermelo.textbook.uct import Node, uct

NAMES = ("minimax", "alphabeta", "expectiminimax", "maxn", "mcts")
DEEPEST = 60  # plies; games that are over sooner end the search sooner
ROUND = 20  # simulations between two looks at the clock
PLIES = 3  # of minimax where no limit is given


class Enough(Exception):
    """A limit was reached in the middle of a search."""


class PlainSearch:
    """A search by name over positions of a plain class."""

    def __init__(self, name: str, seed: int = 0) -> None:
        self.name, self.seed = name, seed

    def think(
        self,
        game: Any,
        limits: Limits | None = None,
        *,
        lines: int = 1,
        on_update: Update | None = None,
        stop_event: threading.Event | None = None,
    ) -> SearchResult:
        """Search until a limit; the deepest search that was finished answers."""
        playthrough, limits = asked(game, limits)
        if playthrough.turn < 0:
            raise Unsupported("chance is to move here: play one of its outcomes, then ask")
        run = PlainRun(self, playthrough.state, limits, stop_event)
        last: SearchResult | None = None
        for last in run.results(lines):
            if on_update is not None:
                on_update(last)
        assert last is not None
        return last


class PlainRun:
    """One search under way."""

    def __init__(self, search: PlainSearch, state: Any, limits: Limits, stop: threading.Event | None) -> None:
        self.search, self.limits, self.stop = search, limits, stop
        self.root: Position = state.position()
        self.name = self.suited(search.name, count_sides(state), bool(state.chance))
        self.begin = time.perf_counter()
        self.seconds = limits.time_for_move()
        self.nodes = 0
        self.reason = "depth"

    def suited(self, name: str, sides: int, chance: bool) -> str:
        """The algorithm for a name and a game; what the textbook has no twin of is refused."""
        if name not in NAMES:
            raise Unsupported(
                f"{self.root.name} is a plain class, which {name} cannot read: "
                f"use {', '.join(NAMES[:-1])} or {NAMES[-1]}"
            )
        if name == "mcts" or not chance and sides == 2:
            return name
        if sides > 2 or not self.root.zero_sum and sides > 1:
            return "maxn"
        return "expectiminimax"

    # ------------------------------------------------------------------ limits

    def reached(self) -> str:
        """The limit that is reached, or nothing."""
        if self.stop is not None and self.stop.is_set():
            return "stop"
        if self.limits.nodes is not None and self.nodes >= self.limits.nodes:
            return "nodes"
        if self.seconds is not None and time.perf_counter() - self.begin >= self.seconds:
            return "seconds"
        return ""

    def watched(self, steps: Steps, events: list[Event]) -> Answer:
        """The answer of an algorithm; a limit ends it in the middle."""
        try:
            while True:
                event = next(steps)
                if event.kind == "enter":
                    self.nodes += 1
                    if self.nodes % 64 == 0 and (reason := self.reached()):
                        self.reason = reason
                        raise Enough
                elif event.kind == "value":
                    events.append(event)
        except StopIteration as end:
            found: Answer = end.value
            return found

    # ------------------------------------------------------------------ searches

    def results(self, lines: int) -> Iterator[SearchResult]:
        """What is known after each depth, or after each round of simulations."""
        return self.simulated(lines) if self.name == "mcts" else self.deepened()

    def deepened(self) -> Iterator[SearchResult]:
        """Deeper and deeper; the first depth is always finished."""
        algorithms: dict[str, Callable[..., Steps]] = {
            "minimax": minimax, "alphabeta": alphabeta, "expectiminimax": expectiminimax, "maxn": maxn,
        }  # fmt: skip
        algorithm = algorithms[self.name]
        deepest = self.limits.depth or DEEPEST
        for depth in range(1, deepest + 1):
            ends = [True]
            events: list[Event] = []
            options = {"cutoff": horizon(depth, ends)}
            try:
                answer = self.watched(algorithm(self.root, **options), events)
            except Enough:
                if depth > 1:
                    return
                self.seconds = None  # a move has to come of it
                answer = self.watched(algorithm(self.root, **options), events)
            value = answer.value[self.root.turn] if isinstance(answer.value, tuple) else float(answer.value)
            line = tuple(best_line(events)) or (answer.move,)
            exact = ends[0]
            self.reason = "proven" if exact else "depth"
            yield self.result(answer.move, value, line, depth, exact=exact)
            if exact:
                return
            if reason := self.reached():
                self.reason = reason
                yield self.result(answer.move, value, line, depth)
                return

    def simulated(self, lines: int) -> Iterator[SearchResult]:
        """UCT in rounds, one tree."""
        wanted = self.limits.simulations
        tree, done = Node(self.root, -1), 0
        while True:
            count = ROUND if wanted is None else min(ROUND, wanted - done)
            steps = uct(self.root, simulations=count + (done == 0), seed=self.search.seed + done, root=tree)
            for _ in steps:
                pass
            done += count
            self.nodes = done
            ranked = sorted(tree.children.items(), key=lambda item: -item[1].visits)
            move, best = ranked[0]
            means = {m: (child.total / max(child.visits, 1), child.visits) for m, child in ranked}
            self.reason = "simulations" if wanted is not None and done >= wanted else self.reached()
            shown = tuple(Line(m, mean, (m,), self.root.move_text(m)) for m, (mean, _) in [*means.items()][:lines])
            yield self.result(move, best.total / best.visits, (move,), 0, moves=means, lines=shown)
            if self.reason:
                return

    def result(
        self, move: int, value: float, line: tuple[int, ...], depth: int, *, exact: bool = False, **more: Any
    ) -> SearchResult:
        """The answer as every search gives it."""
        words, node = [], self.root
        for step in line:
            words.append(node.move_text(step))
            node = node.play(step)
        proven = ""
        if exact:
            proven = "win" if value > 0 else "loss" if value < 0 else "draw"
        return SearchResult(
            move=move,
            move_text=self.root.move_text(move),
            value=value,
            proven=proven,
            line=line,
            line_text=" ".join(words),
            depth=depth,
            nodes=self.nodes,
            seconds=time.perf_counter() - self.begin,
            stopped_by=self.reason or "seconds",
            algorithm=f"{self.name} of the textbook",
            notes=(f"{self.root.name} is a plain class: searched in Python, without a compiler",),
            **more,
        )


def horizon(depth: int, ends: list[bool]) -> Callable[[Any, int], bool]:
    """Stop at a depth, and remember that something was left to look at."""

    def stop(node: Any, below: int) -> bool:
        if below >= depth:
            ends[0] = False
        return below >= depth

    return stop
