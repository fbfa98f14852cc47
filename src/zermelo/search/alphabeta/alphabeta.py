"""Alpha-beta: iterative deepening round the kernel, with aspiration windows, several lines and several threads."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadLimit
from zermelo.game.bits import MASK, mix64
from zermelo.game.game import FORBIDDEN, NO_MOVE
from zermelo.game.playouts import one
from zermelo.search.alphabeta.bisection import Bisection
from zermelo.search.alphabeta.kernel import search
from zermelo.search.alphabeta.options import AlphaBetaOptions
from zermelo.search.alphabeta.work import MAX_REDUCED, AlphaBetaWork
from zermelo.search.common.deepening import Aspiration, Deepening, Request
from zermelo.search.common.endings import Codes, lend_tables
from zermelo.search.common.limits import Limits
from zermelo.search.common.memory import address_of
from zermelo.search.common.registry import refuse
from zermelo.search.common.result import RootMove, SearchResult
from zermelo.search.common.searcher import Update, asked, one_at_a_time
from zermelo.search.common.table import EXACT, LOWER, NO_INDEX, UPPER, make_table, use_of
from zermelo.search.common.values import INFINITE, MAX_PLY, distance_of, is_distant, unit_of, utility_of
from zermelo.search.common.work import NO_LIMIT, make_work, prepare

MAX_DEPTH = MAX_PLY - 8
WINDOW = 0.04  # of the best result: how far the next iteration's value may be from the last without a second search
WINDOW_DEPTH = 5  # the first iteration with a window
GUESS, MAX_GUESS = 3, 8  # a whole tree is guessed by a search to a third of its height, and no deeper than this
PAST_HORIZON = 2  # plies that the secondary search looks further
REDUCED, SLOWER = 0.6, 2.2  # of late moves
BOUND_TEXTS = {EXACT: "", UPPER: "at most", LOWER: "at least"}


def reductions() -> NDArray[np.int8]:
    """By how many plies the n-th move at a depth is searched less deep: the product of the logarithms."""
    grown = np.log(np.maximum(np.arange(MAX_REDUCED), 1))
    return (REDUCED + np.outer(grown, grown) / SLOWER).astype(np.int8)


REDUCTIONS = reductions()


class AlphaBeta:
    """A searcher that keeps its table from move to move: `AlphaBeta(tt=64).think(Othello(), Limits(seconds=1))`."""

    def __init__(self, options: AlphaBetaOptions | None = None, *, tt: float = 64.0, threads: int = 1) -> None:
        self.options = options or AlphaBetaOptions()
        if threads < 1:
            raise BadLimit("threads must be at least 1")
        self.threads = threads
        self.table: NDArray[np.uint64] = make_table(tt if self.options.table else 0.02)
        self.age = 0
        self._works: dict[str, list[AlphaBetaWork]] = {}
        self._endings: dict[str, dict[int, Codes]] = {}  # tables that are lent to the work spaces

    def clear(self) -> None:
        """Forget everything."""
        self.table[:] = 0

    @one_at_a_time
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
        playthrough, limits = asked(game, limits)
        refuse("alphabeta", type(playthrough.state))
        request = Request(playthrough, limits, lines, on_update, "alphabeta", max_depth=MAX_DEPTH).checked()
        return AlphaBetaDeepening(self, request).run(stop_event)

    def endings(self, cls: Any) -> dict[int, Codes]:
        """The endgame tables of a game that searches have met so far."""
        return self._endings.setdefault(cls.rules_name, {})

    def works(self, cls: Any) -> list[AlphaBetaWork]:
        """The work spaces of all threads for one game."""
        if cls.rules_name not in self._works:
            self._works[cls.rules_name] = [make_work(AlphaBetaWork, cls) for _ in range(self.threads)]
        return self._works[cls.rules_name]


class AlphaBetaDeepening(Deepening[AlphaBetaWork]):
    """One search under way."""

    infinity = INFINITE

    def __init__(self, searcher: AlphaBeta, request: Request) -> None:
        self.searcher, self.options = searcher, searcher.options
        state = request.playthrough.state
        self.root = one(state)[0]
        self.unit = unit_of(state.lowest, state.highest)
        if self.options.pvs:
            whole = int(self.unit * state.highest)
            self.aspiration = Aspiration(max(int(WINDOW * whole), 1), whole, WINDOW_DEPTH)
        if self.options.table:
            request.table_use = lambda: use_of(searcher.table)
        searcher.age = (searcher.age + 1) % 64
        works = searcher.works(type(state))
        for work in works:
            self.prepare(work, request)
        super().__init__(request, works)

    def prepare(self, work: AlphaBetaWork, request: Request) -> None:
        """Fill a work space for this position."""
        searcher, nodes, playthrough = self.searcher, request.limits.nodes, request.playthrough
        prepare(work, playthrough, -(-nodes // searcher.threads) if nodes else NO_LIMIT)
        for cleared in (work.history, work.after_null, work.root_nodes):
            cleared[:] = 0
        for forgotten in (work.killers, work.countermoves, work.root_order):
            forgotten[:] = -1
        if not self.options.twofold:
            work.path_key[0] = sum(int(mix64(key)) for key in work.keys[: work.root_index]) & MASK
        work.in_check[0] = playthrough.state.checking()
        work.table, work.mask = address_of(searcher.table), len(searcher.table) // 2 - 1
        work.age = searcher.age
        work.unit = self.unit
        work.distance = int(self.options.distance)
        work.options = self.options.bits()
        work.only_move = NO_MOVE
        work.reductions[:] = REDUCTIONS

    # ------------------------------------------------------------------ searching

    def search(self, depth: int, alpha: float, beta: float) -> int:
        """The value of the root in a window; endgame tables that the last search met are there for this one."""
        lend_tables(self.works, self.game, self.searcher.endings(self.game))
        self.work.root_depth = depth
        return int(search(self.root, self.work, depth, int(alpha), int(beta), 0, NO_INDEX))

    def helpers(self) -> list[Callable[[], None]]:
        """Further threads search the same position a little deeper; they help through the table (lazy SMP)."""
        return [partial(self.search_ahead, work, 1 + n % 2) for n, work in enumerate(self.works[1:], 1)]

    def search_ahead(self, work: AlphaBetaWork, plies: int) -> None:
        """What a helper does until it is stopped."""
        for depth in range(1 + plies, MAX_DEPTH):
            work.root_depth = depth
            search(self.root, work, depth, -INFINITE, INFINITE, 0, NO_INDEX)
            if work.aborted:
                return

    def deepen(self) -> None:
        """One ply more each time; or the whole tree at once."""
        if self.options.bisection and self.request.limits.depth is None and self.request.lines == 1:
            self.solve()
        else:
            super().deepen()

    def no_time_for_more(self) -> bool:
        """Whether the next iteration would hardly end: what a clock saves, later moves can use."""
        limits = self.request.limits
        share, nodes = limits.time_for_move(), limits.nodes
        spent = time.perf_counter() - self.begin
        if self.options.secondary:  # it needs a part for itself
            used = self.work.nodes
            return (share is not None and spent > 0.4 * share) or (nodes is not None and used > 0.4 * nodes)
        return limits.clock is not None and share is not None and spent > 0.5 * share

    def after_deepening(self) -> None:
        """Secondary search: a move that looks worse from further on is given up for the second best, if better."""
        work = self.work
        moves = self.request.playthrough.moves()
        if not self.options.secondary or len(moves) < 2 or self.depth + PAST_HORIZON > MAX_DEPTH:
            return
        best = self.found[0]
        work.only_move = best.move
        seen = self.make_line(self.search_windows(self.depth + PAST_HORIZON, best.value))
        work.only_move = NO_MOVE
        if work.aborted or not seen.moves:
            return
        self.found[0] = seen
        if seen.value >= best.value:
            return
        work.excluded_count, work.excluded[0] = 1, best.move
        second = self.make_line(self.search_windows(self.depth, best.value))
        work.excluded_count = 0
        if not work.aborted and second.moves and second.value > seen.value:
            self.found[0] = second
            self.proven = False

    # ------------------------------------------------------------------ solving

    def solve(self) -> None:
        """The whole tree at once: questions with two answers ("at least so much?") halve the range of values."""
        state, work = self.request.playthrough.state, self.work
        depth = min(MAX_DEPTH, state.longest - self.request.playthrough.ply if state.longest else MAX_DEPTH)
        work.root_depth = depth
        low, high = (round(bound * self.unit) for bound in state.bounds(state.turn))
        asked = Bisection(low, high, self.unit, depth, self.guess() if state.highest > 1.0 else None)
        while asked.low < asked.high:
            wanted = asked.next()
            value = self.search(depth, wanted - 1, wanted)
            if work.aborted:
                self.stopper.reason = self.stopper.reason or "nodes"
                return
            asked.hear(wanted, value)
            if value >= wanted:
                self.found = [self.make_line(value)]  # at least so much, should the search be stopped
        low = asked.low
        before = work.horizon
        value = self.search(depth, low - 1, low + 1)
        if not work.aborted and not work.pv_length[0]:  # the bounds were the value, but for its distance
            value = low = self.search(depth, -INFINITE, INFINITE)
        if work.aborted:
            return
        self.proven = value == low and work.horizon == before
        self.found, self.depth = [self.make_line(value)], depth
        self.stopper.reason = "proven" if self.proven else "depth"

    def guess(self) -> int:
        """Where results are points: what a shallow search expects; it also leaves good first moves in the table."""
        value = 0
        for depth in range(1, min(MAX_GUESS, int(self.request.playthrough.state.plies_left()) // GUESS) + 1):
            value = int(search(self.root, self.work, depth, -INFINITE, INFINITE, 0, NO_INDEX))
        return round(value / self.unit) * self.unit

    # ------------------------------------------------------------------ the answer

    def decided(self, value: float) -> bool:
        """Whether a value is a proven best or worst result: nothing better can be found by looking deeper."""
        size = abs(int(value))
        best = round(self.request.playthrough.state.highest * self.unit)
        return is_distant(size, self.unit) and size >= best - MAX_PLY

    def utility(self, value: float) -> float:
        """A value in the game's own units; its distance is rounded away."""
        return utility_of(int(value), self.unit)

    def verdict(self, value: float) -> str:
        """Win, draw or loss where it is proven."""
        if not self.proven and not self.decided(value):
            return ""
        utility = self.utility(value)
        return "win" if utility > 0 else "loss" if utility < 0 else "draw"

    def result(self) -> SearchResult:
        """What is known so far: with the distance of a decided value, and what is known of each root move."""
        value = int(self.found[0].value) if self.found else 0
        decided = self.decided(value) or (self.proven and value != 0)
        distance = distance_of(value, self.unit) if decided else None
        return replace(super().result(), distance=distance, ordered=self.ordered())

    def ordered(self) -> tuple[RootMove, ...]:
        """The root moves in the order of the last search, each with its value or the bound that was enough."""
        work, playthrough, state = self.work, self.request.playthrough, self.request.playthrough.state
        all_listed = state.repetition == 0 or state.repeated != FORBIDDEN
        moves = playthrough.moves() if all_listed else state.legal()  # the kernel's row; asked for already, if possible
        searched = [index for index in range(len(moves)) if work.root_order[index] >= 0]
        return tuple(
            RootMove(
                int(moves[index]),
                self.utility(work.root_value[index]),
                BOUND_TEXTS[work.root_bound[index]],
                work.root_nodes[index],
            )
            for index in sorted(searched, key=work.root_order.__getitem__)
        )
