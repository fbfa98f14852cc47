"""Iterative deepening round the alpha-beta kernel: limits, aspiration windows, several lines, several threads."""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadLimit, Unsupported
from zermelo.game.playouts import one
from zermelo.game.playthrough import Playthrough
from zermelo.search.alphabeta import NO_PLACE, SLOTS, search
from zermelo.search.limits import Limits
from zermelo.search.memory import address_of
from zermelo.search.options import Options
from zermelo.search.questions import Questions
from zermelo.search.result import Line, SearchResult
from zermelo.search.searcher import Update, asked, line_text
from zermelo.search.table import make_table, use_of
from zermelo.search.values import DEEPEST, INFINITE, is_distant, unit_of, utility_of
from zermelo.search.worker import Stopper, run_with_clock

REMEMBERED = 2048  # keys of the game so far that a search looks back on
MOST_LINES = 64
DEEPEST_ITERATION = DEEPEST - 8
GUESS, DEEPEST_GUESS = 3, 8  # a whole tree is guessed by a search to a third of its height, and no deeper than this
WINDOW = 0.02  # of a unit: how far the next iteration's value may be from the last without a second search


def work_type(cls: Any) -> np.dtype[Any]:
    """The work space of one thread: rows of moves for every ply, and what ordering and history remember."""
    width = cls.most_moves + 8
    layout = [
        ("keys", np.uint64, (REMEMBERED + DEEPEST,)),
        ("below", np.uint64, (DEEPEST, width)),  # the keys of the positions after each move
        ("table", np.int64),
        ("mask", np.int64),
        ("unit", np.int64),
        ("pace", np.int64),  # 1: a sooner win is better; 0: only the result counts
        ("options", np.int64),
        ("depth", np.int64),  # of the present iteration
        ("nodes", np.int64),
        ("most_nodes", np.int64),
        ("horizon", np.int64),  # how often something was not searched to the end
        ("stop", np.int64),
        ("given_up", np.int64),
        ("age", np.int64),
        ("base", np.int64),  # where the root's key stands
        ("start_ply", np.int64),
        ("bans", np.int64),
        ("progress", np.int64, (DEEPEST,)),
        ("rows", np.int32, (DEEPEST, width)),
        ("scores", np.int32, (DEEPEST, width)),
        ("places", np.int32, (DEEPEST, width)),
        ("turns", np.int32, (DEEPEST, width)),
        ("line", np.int32, (DEEPEST, DEEPEST)),
        ("length", np.int32, (DEEPEST,)),
        ("killers", np.int32, (DEEPEST, 2)),
        ("played", np.int32, (DEEPEST,)),
        ("passed", np.int32, (DEEPEST,)),
        ("history", np.int32, (2, SLOTS)),
        ("counters", np.int32, (SLOTS,)),
        ("ban", np.int32, (MOST_LINES,)),
    ]
    return np.dtype((np.record, np.dtype(layout, align=True)))


def refuse(cls: Any) -> None:
    """Say which fact of a game this search cannot serve, and which would."""
    if cls.chance:
        raise Unsupported(f"{cls.__name__} has chance moves: alpha-beta cannot search it; use expectiminimax or mcts")
    if cls.players != 2 or not cls.zero_sum:
        raise Unsupported(
            f"{cls.__name__} is no game of two opponents with opposite interests: use maxn, paranoid or mcts"
        )
    if cls.hidden:
        raise Unsupported(f"{cls.__name__} has hidden information: use determinised search")


class AlphaBeta:
    """A searcher that keeps its table from move to move: `AlphaBeta(tt=64).think(Othello(), Limits(seconds=1))`."""

    def __init__(self, options: Options | None = None, *, tt: float = 64.0, threads: int = 1) -> None:
        self.options = options or Options()
        if threads < 1:
            raise BadLimit("threads must be at least 1")
        self.threads = threads
        self.table: NDArray[np.uint64] = make_table(tt if self.options.table else 0.02)
        self.age = 0
        self._works: dict[str, list[NDArray[Any]]] = {}

    def clear(self) -> None:
        """Forget everything."""
        self.table[:] = 0

    def think(
        self,
        game: Any,
        limits: Limits | None = None,
        *,
        lines: int = 1,
        on_update: Update | None = None,
        told: threading.Event | None = None,
    ) -> SearchResult:
        """Search a position; the result explains itself. `on_update` is called after each iteration."""
        line, limits = asked(game, limits)
        refuse(type(line.state))
        if limits.depth is not None and limits.depth > DEEPEST_ITERATION:
            raise BadLimit(f"the depth must be at most {DEEPEST_ITERATION}, not {limits.depth}")
        if not 1 <= lines <= MOST_LINES:
            raise BadLimit(f"the number of lines must lie between 1 and {MOST_LINES}")
        job = Job(self, line, limits, min(lines, len(line.moves())), on_update)
        job.run(told)
        return job.result()

    def works(self, cls: Any) -> list[NDArray[Any]]:
        """The work spaces of all threads for one game."""
        if cls.rules_name not in self._works:
            self._works[cls.rules_name] = [np.zeros(1, work_type(cls)) for _ in range(self.threads)]
        return self._works[cls.rules_name]


class Job:
    """One search under way."""

    def __init__(
        self, searcher: AlphaBeta, line: Playthrough, limits: Limits, lines: int, on_update: Update | None
    ) -> None:
        self.searcher, self.line, self.limits, self.wanted, self.on_update = searcher, line, limits, lines, on_update
        self.begin = time.perf_counter()
        self.states = one(line.state)
        self.works = searcher.works(type(line.state))
        self.unit = unit_of(line.state.lowest, line.state.highest)
        self.found: list[Line] = []
        self.depth = 0
        self.proven = False
        self.stopper = Stopper(list(self.works))
        searcher.age = (searcher.age + 1) % 64
        for work in self.works:
            self.prepare(work)

    def prepare(self, work: NDArray[Any]) -> None:
        """Fill a work space for this position."""
        keys = self.line.keys()[-REMEMBERED:]
        for name in (
            "nodes",
            "horizon",
            "stop",
            "given_up",
            "bans",
            "progress",
            "killers",
            "history",
            "counters",
            "passed",
        ):
            work[name] = 0
        work["keys"][0, : len(keys)] = keys
        work["base"] = len(keys) - 1
        work["progress"][0, 0] = self.line.progress
        work["start_ply"] = self.line.ply
        work["table"] = address_of(self.searcher.table)
        work["mask"] = len(self.searcher.table) // 2 - 1
        work["unit"] = self.unit
        work["pace"] = self.searcher.options.distance
        work["options"] = self.searcher.options.bits()
        work["most_nodes"] = self.limits.nodes or 1 << 62
        work["age"] = self.searcher.age

    def run(self, told: threading.Event | None) -> None:
        """All threads, beside the clock."""
        helpers = [lambda work=work, skip=n: self.help(work, 1 + skip % 2) for n, work in enumerate(self.works[1:], 1)]
        run_with_clock([self.deepen, *helpers], self.stopper, self.limits.time_for_move(), told)

    def help(self, work: NDArray[Any], ahead: int) -> None:
        """A second thread searches the same position a little deeper; it helps through the table (lazy SMP)."""
        for depth in range(1 + ahead, DEEPEST_ITERATION):
            work["depth"] = depth
            search(self.states[0], work[0], depth, -INFINITE, INFINITE, 0, NO_PLACE)
            if work["given_up"][0]:
                return

    def deepen(self) -> None:
        """One ply more each time, until a limit."""
        work = self.works[0]
        if self.searcher.options.whole and self.limits.depth is None and self.wanted == 1:
            self.solve(work)
            return
        last = self.limits.depth or DEEPEST_ITERATION
        for depth in range(1, last + 1):
            lines, proven = self.iterate(work, depth)
            if work["given_up"][0]:
                self.take_partial(lines)
                self.stopper.reason = self.stopper.reason or "nodes"
                return
            self.found, self.depth, self.proven = lines, depth, proven
            if self.on_update:
                self.on_update(self.result())
            if proven or (self.limits.depth is None and is_decided(lines[0], self.unit)):
                self.stopper.reason = "proven"
                return
        self.stopper.reason = self.stopper.reason or "depth"

    def solve(self, work: NDArray[Any]) -> None:
        """The whole tree at once: questions with two answers ("at least so much?") halve the range of values."""
        state = self.line.state
        depth = min(DEEPEST_ITERATION, state.longest - self.line.ply if state.longest else DEEPEST_ITERATION)
        work["depth"] = depth
        low, high = (round(bound * self.unit) for bound in state.bounds(state.turn))
        asked = Questions(low, high, self.unit, depth, self.guess(work) if state.highest > 1.0 else None)
        while asked.low < asked.high:
            wanted = asked.next()
            value = int(search(self.states[0], work[0], depth, wanted - 1, wanted, 0, NO_PLACE))
            if work["given_up"][0]:
                self.stopper.reason = self.stopper.reason or "nodes"
                return
            asked.hear(wanted, value)
            if value >= wanted:
                self.found = [self.make_line(work, value)]  # at least so much, should the search be stopped
        low = asked.low
        before = int(work["horizon"][0])
        value = int(search(self.states[0], work[0], depth, low - 1, low + 1, 0, NO_PLACE))
        if work["given_up"][0]:
            return
        self.proven = value == low and int(work["horizon"][0]) == before
        self.found, self.depth = [self.make_line(work, value)], depth
        self.stopper.reason = "proven" if self.proven else "depth"

    def guess(self, work: NDArray[Any]) -> int:
        """Where results are points: what a shallow search expects; it also leaves good first moves in the table."""
        value = 0
        for depth in range(1, min(DEEPEST_GUESS, int(self.line.state.plies_left()) // GUESS) + 1):
            value = int(search(self.states[0], work[0], depth, -INFINITE, INFINITE, 0, NO_PLACE))
        return round(value / self.unit) * self.unit

    def take_partial(self, lines: list[Line]) -> None:
        """An iteration that was cut off still knows more, if its best line is complete."""
        if lines and (not self.found or self.wanted == 1):
            self.found = [lines[0], *self.found[1:]]

    def iterate(self, work: NDArray[Any], depth: int) -> tuple[list[Line], bool]:
        """The best lines at one depth, the second without the first's move and so on."""
        lines: list[Line] = []
        proven = True
        for rank in range(self.wanted):
            work["bans"] = rank
            work["ban"][0, :rank] = [line.move for line in lines]
            before = int(work["horizon"][0])
            guess = self.found[rank].value if rank < len(self.found) else None
            value = self.window_search(work, depth, guess)
            if work["given_up"][0] and not work["length"][0, 0]:
                return lines, False
            proven = proven and int(work["horizon"][0]) == before
            lines.append(self.make_line(work, value))
            if work["given_up"][0]:
                return lines, False
        work["bans"] = 0
        return lines, proven

    def window_search(self, work: NDArray[Any], depth: int, guess: float | None) -> int:
        """Search round the last value first; widen on the side where it fails."""
        work["depth"] = depth
        half = max(int(WINDOW * self.unit), 1)
        alpha, beta = -INFINITE, INFINITE
        if guess is not None and self.searcher.options.windows and depth > 4:
            middle = int(guess * self.unit)
            alpha, beta = middle - half, middle + half
        while True:
            value = int(search(self.states[0], work[0], depth, alpha, beta, 0, NO_PLACE))
            if work["given_up"][0] or alpha < value < beta:
                return value
            half *= 4
            if value <= alpha:
                alpha = max(value - half, -INFINITE) if half < self.unit else -INFINITE
            else:
                beta = min(value + half, INFINITE) if half < self.unit else INFINITE

    def make_line(self, work: NDArray[Any], value: int) -> Line:
        """The principal line in the game's notation."""
        length = int(work["length"][0, 0])
        moves = tuple(int(move) for move in work["line"][0, 0, :length])
        shown = value / self.unit
        return Line(moves[0] if moves else -1, shown, moves, line_text(self.line.state, moves))

    def result(self) -> SearchResult:
        """What is known so far."""
        found = self.found or [self.any_line()]
        best = found[0]
        value = round(best.value * self.unit)
        state = self.line.state
        decided = is_decided(best, self.unit) or (self.proven and best.value != 0)
        return SearchResult(
            move=best.move,
            move_text=str(state.move_text(best.move)),
            value=utility_of(value, self.unit),
            proven=self.verdict(best),
            line=best.moves,
            line_text=best.text,
            depth=self.depth,
            nodes=int(sum(int(work["nodes"][0]) for work in self.works)),
            seconds=time.perf_counter() - self.begin,
            stopped_by=self.stopper.reason,
            table_use=use_of(self.searcher.table) if self.searcher.options.table else 0.0,
            distance=distance_of(value, self.unit) if decided else None,
            lines=tuple(
                Line(x.move, utility_of(round(x.value * self.unit), self.unit), x.moves, x.text) for x in found
            ),
            algorithm="alphabeta",
        )

    def verdict(self, best: Line) -> str:
        """Win, draw or loss where it is proven; exact where points were counted to the end."""
        state = self.line.state
        value = utility_of(round(best.value * self.unit), self.unit)
        if not self.proven and not is_decided(best, self.unit, state.highest):
            return ""
        return "win" if value > 0 else "loss" if value < 0 else "draw"

    def any_line(self) -> Line:
        """Before the first iteration has ended: any legal move."""
        move = self.line.moves()[0]
        return Line(move, 0.0, (move,), line_text(self.line.state, (move,)))


def is_decided(line: Line, unit: int, highest: float = 1.0) -> bool:
    """Whether a value is a proven best or worst result: nothing better can be found by looking deeper."""
    value = abs(round(line.value * unit))
    return is_distant(value, unit) and value >= round(highest * unit) - DEEPEST


def distance_of(value: int, unit: int) -> int | None:
    """Plies to the end that a decisive value tells."""
    size = abs(value)
    return -size % unit if size and -size % unit <= DEEPEST else None
