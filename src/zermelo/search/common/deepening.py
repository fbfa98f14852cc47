"""Iterative deepening round any depth-first kernel: limits, aspiration windows, several lines, an answer at any time.

`Deepening` is the one driver. It knows values only on the kernel's own scale; a search says in a subclass how its root
is searched, when a value is decided, and what it is worth in the game's units. `ValueDeepening` serves all kernels
whose values are in the game's units already.
"""

from __future__ import annotations

import math
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from zermelo.errors import BadLimit
from zermelo.game.game import CHANCE, NO_MOVE, Game
from zermelo.game.playthrough import Playthrough
from zermelo.game.rows import check_rows
from zermelo.game.threads import run_stoppable
from zermelo.game.trouble import friendly
from zermelo.search.common.limits import Limits
from zermelo.search.common.result import Line, SearchResult
from zermelo.search.common.runner import Stopper, run_with_clock
from zermelo.search.common.searcher import Update, line_text
from zermelo.search.common.values import MAX_PLY
from zermelo.search.common.work import MAX_LINES, SearchWork, ValueWork, Work

MAX_DEPTH = MAX_PLY // 2 - 4  # there is room for a move of chance after each ply
NEARLY = 1e-9  # part of the range within which a mean of sure wins is a sure win

# What a searched-out tree proves: the value of the game, a win against anybody, or nothing about real opponents
ALL, WINS, NOTHING = range(3)


@dataclass
class Request:
    """What is asked, and how results are labelled."""

    playthrough: Playthrough
    limits: Limits
    lines: int  # principal variations (MultiPV)
    on_update: Update | None
    algorithm: str
    proves: int = ALL
    notes: tuple[str, ...] = ()
    plies_per_depth: int = 1  # a round of many players has several
    max_depth: int = MAX_DEPTH  # plies
    table_use: Callable[[], float] = lambda: 0.0

    def checked(self) -> Request:
        """The same request if it can be answered."""
        if self.playthrough.turn == CHANCE:
            raise BadLimit("chance moves next in this position: play an outcome first, then a player can be advised")
        deepest = self.max_depth // self.plies_per_depth
        if self.limits.depth is not None and self.limits.depth > deepest:
            raise BadLimit(f"the depth must be at most {deepest}, not {self.limits.depth}")
        if not 1 <= self.lines <= MAX_LINES:
            raise BadLimit(f"the number of lines must lie between 1 and {MAX_LINES}")
        self.lines = min(self.lines, len(self.playthrough.moves()))
        return self


@dataclass(frozen=True)
class Aspiration:
    """Aspiration windows: an iteration is searched round the last value first, and wider where that fails."""

    half: int  # of the first window, on the kernel's scale
    whole: int  # a window as wide as this is opened altogether
    first_depth: int  # before it, values change too much


W = TypeVar("W", bound=SearchWork)


class Deepening(ABC, Generic[W]):
    """One search under way. `works` are the work spaces of its threads, `inner` others that are to stop with them."""

    infinity: float = math.inf  # beyond all values of the kernel
    aspiration: Aspiration | None = None

    def __init__(self, request: Request, works: Sequence[W], inner: Sequence[Work] = ()) -> None:
        self.request, self.works, self.work = request, works, works[0]
        self.found: list[Line] = []  # values on the kernel's scale, texts left to the result
        self.failed_high: Line | None = None
        self.depth = 0
        self.proven = False
        self.stopper = Stopper([*works, *inner])
        self.warm_up()
        self.begin = time.perf_counter()

    # ------------------------------------------------------------------ what a search says of itself

    @abstractmethod
    def search(self, depth: int, alpha: float, beta: float) -> float:
        """Search the root once; an aborted search returns the value of the variation that it has found."""

    @abstractmethod
    def decided(self, value: float) -> bool:
        """Whether a value is the best or worst result there is: nothing else can be found by looking deeper."""

    @abstractmethod
    def verdict(self, value: float) -> str:
        """Win, draw, loss or exact where that is proven, else nothing."""

    def utility(self, value: float) -> float:
        """A value of the kernel in the game's own units."""
        return value

    def helpers(self) -> list[Callable[[], None]]:
        """What further threads do."""
        return []

    def aim(self, rank: int) -> None:
        """Prepare the root for the search of one line."""

    def no_time_for_more(self) -> bool:
        """Whether the next iteration would hardly end."""
        return False

    def after_deepening(self) -> None:
        """What follows the last iteration, where a limit left something."""

    # ------------------------------------------------------------------ the driver

    def warm_up(self) -> None:
        """Compile before the clock starts: a search that may visit no node."""
        work = self.work
        limit, work.node_limit = work.node_limit, 0

        def search() -> None:
            with friendly(self.game):
                self.search(1, -self.infinity, self.infinity)

        run_stoppable([search], lambda: None)  # the compiler does not hear Ctrl-C for seconds
        work.node_limit, work.nodes, work.next_poll, work.aborted = limit, 0, 0, 0

    def run(self, stop_event: threading.Event | None) -> SearchResult:
        """Search beside the clock, and answer."""
        seconds = self.request.limits.time_for_move()
        with friendly(self.game):
            run_with_clock([self.deepen, *self.helpers()], self.stopper, seconds, stop_event)
        for work in self.works:
            check_rows(self.game, work.rows)
        return self.result()

    @property
    def game(self) -> type[Game]:
        """The rules."""
        return type(self.request.playthrough.state)

    def deepen(self) -> None:
        """One step deeper each time, until a limit."""
        request, asked = self.request, self.request.limits.depth
        for depth in range(1, (asked or request.max_depth // request.plies_per_depth) + 1):
            lines, proven = self.iterate(depth)
            if self.work.aborted:
                if lines and (not self.found or request.lines == 1):
                    self.found = [lines[0], *self.found[1:]]  # the partial iteration began with the last one's best
                self.stopper.reason = self.stopper.reason or "nodes"
                return
            self.found, self.depth, self.proven = lines, depth, proven
            if request.on_update:
                request.on_update(self.result())
            if proven or (asked is None and self.decided(lines[0].value)):
                self.stopper.reason = "proven"
                return
            if self.no_time_for_more():
                self.stopper.reason = "nodes" if request.limits.nodes else "seconds"
                break
        self.stopper.reason = self.stopper.reason or "depth"
        self.after_deepening()

    def iterate(self, depth: int) -> tuple[list[Line], bool]:
        """The best lines at one depth, the second without the first's move and so on; and whether they are proven."""
        work, lines = self.work, list[Line]()
        before = work.horizon
        for rank in range(self.request.lines):
            work.excluded_count = rank
            work.excluded[:rank] = [line.move for line in lines]
            work.pv_length[0] = 0
            self.failed_high = None
            self.aim(rank)
            guess = self.found[rank].value if rank < len(self.found) else None
            value = self.search_windows(depth * self.request.plies_per_depth, guess)
            if work.aborted and not work.pv_length[0]:
                return lines or ([self.failed_high] if self.failed_high else []), False
            lines.append(self.make_line(value))
            if work.aborted:
                return lines, False
        work.excluded_count = 0
        lines.sort(key=lambda line: -line.value)  # a later search may have looked deeper
        return lines, work.horizon == before

    def search_windows(self, depth: int, guess: float | None) -> float:
        """Search round the last value first; widen on the side where it fails."""
        alpha, beta = -self.infinity, self.infinity
        half = whole = 0.0
        if self.aspiration:
            half, whole = self.aspiration.half, self.aspiration.whole
            if guess is not None and depth >= self.aspiration.first_depth:
                alpha, beta = guess - half, guess + half
        while True:
            value = self.search(depth, alpha, beta)
            if self.work.aborted or alpha < value < beta:
                return value
            half *= 4
            if value <= alpha:
                alpha = max(value - half, -self.infinity) if half < whole else -self.infinity
            else:
                self.failed_high = self.make_line(value)
                beta = min(value + half, self.infinity) if half < whole else self.infinity

    # ------------------------------------------------------------------ the answer

    def make_line(self, value: float) -> Line:
        """The principal variation; its text waits for the result, since notation costs thinking time."""
        moves = tuple(int(move) for move in self.work.pv[0, : self.work.pv_length[0]])
        return Line(moves[0] if moves else NO_MOVE, value, moves, "")

    def any_line(self) -> Line:
        """Before the first move was searched: any legal move."""
        move = self.request.playthrough.moves()[0]
        return Line(move, 0, (move,), "")

    def result(self) -> SearchResult:
        """What is known so far."""
        request, state = self.request, self.request.playthrough.state
        found = self.found or [self.any_line()]
        lines = [replace(x, value=self.utility(x.value), text=line_text(state, x.moves)) for x in found]
        best = lines[0]
        return SearchResult(
            move=best.move,
            move_text=str(state.move_text(best.move)),
            value=best.value,
            proven=self.verdict(found[0].value) if self.found else "",
            line=best.moves,
            line_text=best.text,
            depth=self.depth,
            nodes=sum(work.nodes for work in self.works),
            seconds=time.perf_counter() - self.begin,
            stopped_by=self.stopper.reason,
            table_use=request.table_use(),
            lines=tuple(lines),
            algorithm=request.algorithm,
            notes=request.notes,
        )


class ValueDeepening(Deepening[ValueWork]):
    """The driver of kernels whose values are in the game's own units: `search_to(depth, alpha, beta)` is one search."""

    def __init__(
        self, request: Request, work: ValueWork, search_to: Callable[[int, float, float], float], *inner: Work
    ) -> None:
        self.search_to = search_to
        super().__init__(request, [work], inner)

    def aim(self, rank: int) -> None:
        """The last iteration's move comes first."""
        self.work.first_move = self.found[rank].move if rank < len(self.found) else NO_MOVE

    def search(self, depth: int, alpha: float, beta: float) -> float:
        """One search of the kernel."""
        value = float(self.search_to(depth, alpha, beta))
        return self.work.best_value if self.work.aborted else value

    def decided(self, value: float) -> bool:
        """Whether a value is the best or worst there is: no estimate comes so far."""
        state = self.request.playthrough.state
        slack = NEARLY * (state.highest - state.lowest)
        return bool(value >= state.highest - slack or value <= state.lowest + slack)

    def verdict(self, value: float) -> str:
        """Win, draw or loss where it is proven; exact where an expectation or a score needed no estimate."""
        state, proves = self.request.playthrough.state, self.request.proves
        if proves == NOTHING or not (self.proven or self.decided(value)):
            return ""
        if self.decided(value) and state.zero_sum:
            won = value > (state.highest + state.lowest) / 2
            return "win" if won else "loss" if proves == ALL else ""
        if proves == WINS:
            return ""
        return "draw" if value == 0.0 and state.zero_sum and not state.chance else "exact"
