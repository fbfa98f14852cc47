"""Iterative deepening round any kernel whose values are in the game's own units: limits, lines, answers at any time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from zermelo.errors import BadLimit
from zermelo.game.game import CHANCE
from zermelo.game.playthrough import Playthrough
from zermelo.game.trouble import friendly
from zermelo.search.common.history import MOST_LINES, UNKNOWN
from zermelo.search.common.limits import Limits
from zermelo.search.common.result import Line, SearchResult
from zermelo.search.common.runner import Stopper, run_with_clock
from zermelo.search.common.searcher import Update, line_text
from zermelo.search.common.values import DEEPEST

DEEPEST_ITERATION = DEEPEST // 2 - 4  # there is room for a move of chance after each ply
NEARLY = 1e-9  # part of the range within which a mean of sure wins is a sure win

# What a searched-out tree proves: the value of the game, a win against anybody, or nothing about real opponents
ALL, WINS, NOTHING = range(3)


@dataclass
class Question:
    """What is asked, and how results are labelled."""

    line: Playthrough
    limits: Limits
    lines: int
    on_update: Update | None
    algorithm: str
    proves: int = ALL
    notes: tuple[str, ...] = ()
    per_depth: int = 1  # plies of one step of depth: a round of many players has several
    table_use: Callable[[], float] = lambda: 0.0

    def checked(self) -> Question:
        """The same question if it can be answered."""
        if self.line.turn == CHANCE:
            raise BadLimit("chance moves next in this position: play an outcome first, then a player can be advised")
        deepest = DEEPEST_ITERATION // self.per_depth
        if self.limits.depth is not None and self.limits.depth > deepest:
            raise BadLimit(f"the depth must be at most {deepest}, not {self.limits.depth}")
        if not 1 <= self.lines <= MOST_LINES:
            raise BadLimit(f"the number of lines must lie between 1 and {MOST_LINES}")
        self.lines = min(self.lines, len(self.line.moves()))
        return self


class Iterations:
    """One search under way: `visit(depth)` is one iteration of the kernel over the work space."""

    def __init__(
        self, question: Question, work: NDArray[Any], visit: Callable[[int], float], *helpers: NDArray[Any]
    ) -> None:
        self.question, self.work, self.visit = question, work, visit
        self.found: list[Line] = []
        self.depth = 0
        self.proven = False
        self.stopper = Stopper([work, *helpers])  # helpers: further work spaces of the same kernel
        self.warm_up()
        self.begin = time.perf_counter()

    def warm_up(self) -> None:
        """Compile before the clock starts: a search that may visit no node."""
        work = self.work
        most = int(work["most_nodes"][0])
        work["most_nodes"] = 0
        with friendly(type(self.question.line.state)):
            self.visit(1)
        work["most_nodes"], work["nodes"], work["given_up"] = most, 0, 0

    def run(self, stop_event: threading.Event | None) -> SearchResult:
        """Search beside the clock, and answer."""
        run_with_clock([self.deepen], self.stopper, self.question.limits.time_for_move(), stop_event)
        return self.result()

    def deepen(self) -> None:
        """One step deeper each time, until a limit."""
        asked = self.question.limits.depth
        for depth in range(1, (asked or DEEPEST_ITERATION // self.question.per_depth) + 1):
            lines, proven = self.iterate(depth)
            if self.work["given_up"][0]:
                if lines and (not self.found or self.question.lines == 1):
                    self.found = [lines[0], *self.found[1:]]  # its first move was the last iteration's best
                self.stopper.reason = self.stopper.reason or "nodes"
                return
            self.found, self.depth, self.proven = lines, depth, proven
            if self.question.on_update:
                self.question.on_update(self.result())
            if proven or (asked is None and self.decided(lines[0].value)):
                self.stopper.reason = self.stopper.reason or "proven"
                return
        self.stopper.reason = self.stopper.reason or "depth"

    def iterate(self, depth: int) -> tuple[list[Line], bool]:
        """The best lines at one depth, the second without the first's move and so on."""
        work = self.work
        lines: list[Line] = []
        before = int(work["horizon"][0])
        for rank in range(self.question.lines):
            work["bans"] = rank
            work["ban"][0, :rank] = [line.move for line in lines]
            work["first"] = self.found[rank].move if rank < len(self.found) else UNKNOWN
            work["length"][0, 0] = 0
            value = float(self.visit(depth * self.question.per_depth))
            if work["given_up"][0]:
                if work["length"][0, 0]:
                    lines.append(self.make_line(float(work["value"][0])))
                return lines, False
            lines.append(self.make_line(value))
        return lines, int(work["horizon"][0]) == before

    def make_line(self, value: float) -> Line:
        """The principal line in the game's notation; it ends where chance moves."""
        length = int(self.work["length"][0, 0])
        moves = tuple(int(move) for move in self.work["line"][0, 0, :length])
        return Line(moves[0], value, moves, line_text(self.question.line.state, moves))

    def decided(self, value: float) -> bool:
        """Whether a value is the best or worst there is: no estimate comes so far."""
        state = self.question.line.state
        slack = NEARLY * (state.highest - state.lowest)
        return bool(value >= state.highest - slack or value <= state.lowest + slack)

    def verdict(self, value: float) -> str:
        """Win, draw or loss where it is proven; exact where an expectation or a score needed no estimate."""
        state = self.question.line.state
        if self.question.proves == NOTHING or not (self.proven or self.decided(value)):
            return ""
        if self.decided(value) and state.zero_sum:
            won = value > (state.highest + state.lowest) / 2
            return "win" if won else "loss" if self.question.proves == ALL else ""
        if self.question.proves == WINS:
            return ""
        return "draw" if value == 0.0 and state.zero_sum and not state.chance else "exact"

    def result(self) -> SearchResult:
        """What is known so far."""
        question, state = self.question, self.question.line.state
        found = self.found or [self.any_line()]
        best = found[0]
        return SearchResult(
            move=best.move,
            move_text=str(state.move_text(best.move)),
            value=best.value,
            proven=self.verdict(best.value) if self.found else "",
            line=best.moves,
            line_text=best.text,
            depth=self.depth,
            nodes=int(self.work["nodes"][0]),
            seconds=time.perf_counter() - self.begin,
            stopped_by=self.stopper.reason,
            table_use=question.table_use(),
            lines=tuple(found),
            algorithm=question.algorithm,
            notes=question.notes,
        )

    def any_line(self) -> Line:
        """Before the first move was searched: any legal move."""
        move = self.question.line.moves()[0]
        return Line(move, 0.0, (move,), line_text(self.question.line.state, (move,)))
