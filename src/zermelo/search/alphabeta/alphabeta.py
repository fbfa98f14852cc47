"""Iterative deepening round the alpha-beta kernel: limits, aspiration windows, several lines, several threads."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadLimit
from zermelo.game.bits import MASK, mix64
from zermelo.game.compile import ready
from zermelo.game.game import FORBIDDEN
from zermelo.game.playouts import one
from zermelo.game.playthrough import Playthrough
from zermelo.game.trouble import friendly
from zermelo.search.alphabeta.bisection import Questions
from zermelo.search.alphabeta.kernel import NO_PLACE, search
from zermelo.search.alphabeta.options import AlphaBetaOptions
from zermelo.search.alphabeta.ordering import SLOTS
from zermelo.search.common.limits import Limits
from zermelo.search.common.memory import address_of
from zermelo.search.common.registry import refuse
from zermelo.search.common.result import Line, RootMove, SearchResult
from zermelo.search.common.runner import Stopper, run_with_clock
from zermelo.search.common.searcher import Update, asked, line_text
from zermelo.search.common.table import EXACT, LOWER, UPPER, make_table, use_of
from zermelo.search.common.values import DEEPEST, INFINITE, is_distant, unit_of, utility_of

REMEMBERED = 2048  # keys of the game so far that a search looks back on
MOST_LINES = 64
DEEPEST_ITERATION = DEEPEST - 8
WINDOW = 0.04  # of the best result: how far the next iteration's value may be from the last without a second search
GUESS, DEEPEST_GUESS = 3, 8  # a whole tree is guessed by a search to a third of its height, and no deeper than this
PAST_HORIZON = 2  # plies that the secondary search looks further
REDUCED, SLOWER = 0.6, 2.2  # of late moves
BOUND_TEXTS = {EXACT: "", UPPER: "at most", LOWER: "at least"}


def reductions() -> NDArray[np.int8]:
    """By how many plies the n-th move at a depth is searched less deep: the product of the logarithms."""
    grown = np.log(np.maximum(np.arange(64), 1))
    return (REDUCED + np.outer(grown, grown) / SLOWER).astype(np.int8)


LESS = reductions()


def work_type(cls: Any) -> np.dtype[Any]:
    """The work space of one thread: rows of moves for every ply, and what ordering and history remember."""
    width = cls.most_moves + 8
    layout = [
        ("keys", np.uint64, (REMEMBERED + DEEPEST,)),
        ("past", np.uint64, (DEEPEST,)),  # the sum of the keys that may return
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
        ("look", np.int64),  # at which node to look at the stop flag again
        ("age", np.int64),
        ("base", np.int64),  # where the root's key stands
        ("start_ply", np.int64),
        ("bans", np.int64),
        ("alone", np.int64),  # whether only one root move is asked for
        ("only", np.int64),
        ("progress", np.int64, (DEEPEST,)),
        ("static", np.int64, (DEEPEST,)),  # the estimates on the way
        ("rows", np.int32, (DEEPEST, width)),
        ("ranks", np.int64, (DEEPEST, width)),  # score and place of each move of the row
        ("tried", np.int32, (DEEPEST, width)),  # places in the order of the search
        ("sides", np.int32, (DEEPEST, width)),  # who moves after each move
        ("line", np.int32, (DEEPEST, DEEPEST)),
        ("length", np.int32, (DEEPEST,)),
        ("killers", np.int32, (DEEPEST, 2)),
        ("played", np.int32, (DEEPEST,)),
        ("passed", np.int8, (DEEPEST,)),
        ("checked", np.int8, (DEEPEST,)),
        ("less", np.int8, (64, 64)),  # [depth, number of the move]: by how much a late move is searched less deep
        ("history", np.int32, (2, SLOTS)),
        ("counters", np.int32, (SLOTS,)),
        ("ban", np.int32, (MOST_LINES,)),
        ("turn_of", np.int32, (width,)),  # of each root move: when its turn came in the last search,
        ("worth", np.int64, (width,)),  # its value,
        ("sure", np.int8, (width,)),  # whether that is exact or a bound,
        ("effort", np.int64, (width,)),  # and the nodes it took
    ]
    return np.dtype((np.record, np.dtype(layout, align=True)))


class AlphaBeta:
    """A searcher that keeps its table from move to move: `AlphaBeta(tt=64).think(Othello(), Limits(seconds=1))`."""

    def __init__(self, options: AlphaBetaOptions | None = None, *, tt: float = 64.0, threads: int = 1) -> None:
        self.options = options or AlphaBetaOptions()
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
        stop_event: threading.Event | None = None,
    ) -> SearchResult:
        """Search a position; the result explains itself. `on_update` is called after each iteration."""
        line, limits = asked(game, limits)
        refuse("alphabeta", type(line.state))
        if limits.depth is not None and limits.depth > DEEPEST_ITERATION:
            raise BadLimit(f"the depth must be at most {DEEPEST_ITERATION}, not {limits.depth}")
        if not 1 <= lines <= MOST_LINES:
            raise BadLimit(f"the number of lines must lie between 1 and {MOST_LINES}")
        job = Job(self, line, limits, min(lines, len(line.moves())), on_update)
        job.run(stop_event)
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
        self.states = one(line.state)
        self.works = searcher.works(type(line.state))
        with friendly(type(line.state)):
            ready(search, self.states[0], self.works[0][0], 1, -INFINITE, INFINITE, 0, NO_PLACE)
        self.begin = time.perf_counter()
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
        for name in ("nodes", "horizon", "stop", "given_up", "look", "bans", "alone", "progress", "history", "passed"):
            work[name] = 0
        work["killers"] = work["counters"] = work["turn_of"] = -1
        work["effort"] = 0
        work["keys"][0, : len(keys)] = keys
        if not self.searcher.options.twofold:
            work["past"][0, 0] = sum(int(mix64(key)) for key in keys[:-1]) & MASK
        work["base"] = len(keys) - 1
        work["checked"][0, 0] = self.line.state.checking()
        work["progress"][0, 0] = self.line.progress
        work["start_ply"] = self.line.ply
        work["table"] = address_of(self.searcher.table)
        work["mask"] = len(self.searcher.table) // 2 - 1
        work["unit"] = self.unit
        work["pace"] = self.searcher.options.distance
        work["options"] = self.searcher.options.bits()
        work["most_nodes"] = -(-self.limits.nodes // self.searcher.threads) if self.limits.nodes else 1 << 62
        work["age"] = self.searcher.age
        work["less"] = LESS

    def run(self, stop_event: threading.Event | None) -> None:
        """All threads, beside the clock."""
        helpers = [lambda work=work, skip=n: self.help(work, 1 + skip % 2) for n, work in enumerate(self.works[1:], 1)]
        run_with_clock([self.deepen, *helpers], self.stopper, self.limits.time_for_move(), stop_event)

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
        if self.searcher.options.bisection and self.limits.depth is None and self.wanted == 1:
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
            if proven or (self.limits.depth is None and is_decided(lines[0], self.unit, self.line.state.highest)):
                self.stopper.reason = "proven"
                return
            if self.no_time_for_more():
                self.stopper.reason = "nodes" if self.limits.nodes else "seconds"
                break
        self.stopper.reason = self.stopper.reason or "depth"
        if self.searcher.options.secondary:
            self.look_past_the_horizon(work)

    def no_time_for_more(self) -> bool:
        """Whether the next iteration would hardly end: what a clock saves, later moves can use."""
        share, nodes = self.limits.time_for_move(), self.limits.nodes
        spent = time.perf_counter() - self.begin
        if self.searcher.options.secondary:  # it needs a part for itself
            used = int(self.works[0]["nodes"][0])
            return (share is not None and spent > 0.4 * share) or (nodes is not None and used > 0.4 * nodes)
        return self.limits.clock is not None and share is not None and spent > 0.5 * share

    def look_past_the_horizon(self, work: NDArray[Any]) -> None:
        """Secondary search: a move that looks worse from further on is given up for the second best, if better."""
        best = self.found[0]
        if len(self.line.moves()) < 2 or self.depth + PAST_HORIZON > DEEPEST_ITERATION:
            return
        work["alone"], work["only"] = 1, best.move
        value = self.window_search(work, self.depth + PAST_HORIZON, best.value)
        seen = self.make_line(work, value)
        work["alone"] = 0
        if work["given_up"][0] or not seen.moves:
            return
        self.found[0] = seen
        if seen.value >= best.value:
            return
        work["bans"], work["ban"][0, 0] = 1, best.move
        value = self.window_search(work, self.depth, best.value)
        second = self.make_line(work, value)
        work["bans"] = 0
        if not work["given_up"][0] and second.moves and second.value > seen.value:
            self.found[0] = second
            self.proven = False

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
        if not work["given_up"][0] and not work["length"][0, 0]:  # the bounds were the value, but for its distance
            value = low = int(search(self.states[0], work[0], depth, -INFINITE, INFINITE, 0, NO_PLACE))
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
            self.better: Line | None = None
            value = self.window_search(work, depth, guess)
            if work["given_up"][0] and not work["length"][0, 0]:
                return lines or ([self.better] if self.better else []), False
            proven = proven and int(work["horizon"][0]) == before
            lines.append(self.make_line(work, value))
            if work["given_up"][0]:
                return lines, False
        work["bans"] = 0
        return sorted(lines, key=lambda line: -line.value), proven  # a later search may have looked deeper

    def window_search(self, work: NDArray[Any], depth: int, guess: float | None) -> int:
        """Search round the last value first; widen on the side where it fails."""
        work["depth"] = depth
        whole = int(self.unit * self.line.state.highest)
        half = max(int(WINDOW * whole), 1)
        alpha, beta = -INFINITE, INFINITE
        if guess is not None and self.searcher.options.pvs and depth > 4:
            middle = int(guess * self.unit)
            alpha, beta = middle - half, middle + half
        while True:
            value = int(search(self.states[0], work[0], depth, alpha, beta, 0, NO_PLACE))
            if work["given_up"][0] or alpha < value < beta:
                return value
            half *= 4
            if value <= alpha:
                alpha = max(value - half, -INFINITE) if half < whole else -INFINITE
            else:
                self.better = self.make_line(work, value)
                beta = min(value + half, INFINITE) if half < whole else INFINITE

    def make_line(self, work: NDArray[Any], value: int) -> Line:
        """The principal line; its text waits for the result, since notation in plain Python costs thinking time."""
        length = int(work["length"][0, 0])
        moves = tuple(int(move) for move in work["line"][0, 0, :length])
        shown = value / self.unit
        return Line(moves[0] if moves else -1, shown, moves, "")

    def result(self) -> SearchResult:
        """What is known so far."""
        found = [replace(line, text=line_text(self.line.state, line.moves)) for line in self.found or [self.any_line()]]
        best = found[0]
        value = round(best.value * self.unit)
        state = self.line.state
        decided = is_decided(best, self.unit, state.highest) or (self.proven and best.value != 0)
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
            ordered=self.ordered(),
        )

    def ordered(self) -> tuple[RootMove, ...]:
        """The root moves in the order of the last search, each with its value or the bound that was enough."""
        work, state = self.works[0][0], self.line.state
        all_listed = state.repetition == 0 or state.repeated != FORBIDDEN
        moves = self.line.moves() if all_listed else state.legal()  # the kernel's row; asked for already, if it can be
        places = sorted(
            (place for place in range(len(moves)) if work.turn_of[place] >= 0), key=work.turn_of.__getitem__
        )
        return tuple(
            RootMove(
                int(moves[place]),
                utility_of(int(work.worth[place]), self.unit),
                BOUND_TEXTS[int(work.sure[place])],
                int(work.effort[place]),
            )
            for place in places
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
        return Line(move, 0.0, (move,), "")


def is_decided(line: Line, unit: int, highest: float = 1.0) -> bool:
    """Whether a value is a proven best or worst result: nothing better can be found by looking deeper."""
    value = abs(round(line.value * unit))
    return is_distant(value, unit) and value >= round(highest * unit) - DEEPEST


def distance_of(value: int, unit: int) -> int | None:
    """Plies to the end that a decisive value tells."""
    size = abs(value)
    return -size % unit if size and -size % unit <= DEEPEST else None
