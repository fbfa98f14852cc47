"""Information-set Monte Carlo tree search: one tree over what players know, not one for each deal.

A move is judged over all deals together, so the search does not believe that it will know later what it cannot know
(strategy fusion). With `multiple` observers everybody chooses by their own information state; with a single one the
others are taken to see what the asking player sees. It approaches no equilibrium: in Kuhn poker it does not bluff at
the right rate, which `zermelo equilibrium` does.
"""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np

from zermelo.errors import BadLimit
from zermelo.game.game import CHANCE
from zermelo.game.information import look_of
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.game.trouble import friendly
from zermelo.game.veil import seen_by
from zermelo.hidden import EXPLORATION
from zermelo.hidden.ismcts_kernel import IsmctsWork, edge_of, found, simulate
from zermelo.search.common.limits import Limits
from zermelo.search.common.registry import refuse
from zermelo.search.common.result import Line, SearchResult
from zermelo.search.common.searcher import Update, asked, one_at_a_time
from zermelo.search.common.work import make_work

ENTRY_BYTES = 24
ENDLESS = 1000  # plies of a playout of a game without bound
FIRST, SLICE = 64, 0.02  # simulations between two looks at the clock at first; seconds afterwards


class Ismcts:
    """A searcher for hidden games: `Ismcts(multiple=True).think(game, Limits(simulations=10_000))`."""

    def __init__(
        self, *, multiple: bool = True, exploration: float = EXPLORATION, memory: float = 64.0, seed: int = 0
    ) -> None:
        if exploration < 0 or memory <= 0 or seed < 0:
            raise BadLimit("exploration and seed must not be negative, and memory more than 0")
        self.multiple, self.exploration, self.seed = multiple, exploration, seed
        self.entries = 1 << max(10, int(np.log2(memory * 2**20 / ENTRY_BYTES)))

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
        """Simulate until a limit; the move most often chosen is the answer."""
        playthrough, limits = asked(game, limits)
        refuse("ismcts", type(playthrough.state))
        if playthrough.turn == CHANCE:
            raise BadLimit("it is nature's turn to deal: there is no choice to search for")
        with friendly(type(playthrough.state)):
            run = IsmctsRun(self, playthrough, limits)
            run.run(lines, on_update, stop_event)
            return run.result(lines)


class IsmctsRun:
    """One search under way."""

    def __init__(self, searcher: Ismcts, playthrough: Playthrough, limits: Limits) -> None:
        state = playthrough.state
        self.playthrough, self.limits = playthrough, limits
        self.work: Any = make_work(IsmctsWork, type(state))
        self.work.player, self.work.multiple = playthrough.turn, int(searcher.multiple)
        self.work.exploration, self.work.playout_plies = searcher.exploration, int(state.longest) or ENDLESS
        size = searcher.entries
        self.table = np.zeros(size, np.uint64), np.zeros(size, np.int32), np.zeros(size, np.int32), np.zeros(size)
        self.random = Random(searcher.seed, seen_by(state, playthrough.turn))
        self.sight = np.zeros(state.observation + 1, np.int32)
        self.root = np.zeros(1, type(state).layout)
        self.root[0] = state
        self.reason = ""
        self.simulate(1)  # compiles before the clock starts
        self.begin = time.perf_counter()

    def simulate(self, count: int) -> None:
        """Some simulations."""
        simulate(self.root[0], self.table, self.work, self.random, self.sight, count)

    def run(self, lines: int, on_update: Update | None, stop_event: threading.Event | None) -> None:
        """Slices of simulations until a limit."""
        most = min(value for value in (self.limits.simulations, self.limits.nodes, 10**15) if value)
        seconds, step = self.limits.time_for_move(), FIRST
        while not self.reason:
            left = most - int(self.work.nodes)
            if left <= 0:
                self.reason = "nodes"
                break
            begin = time.perf_counter()
            self.simulate(min(step, left))
            now = time.perf_counter()
            step = max(1, min(4 * step, round(step * SLICE / max(now - begin, 1e-6))))
            if seconds is not None and now - self.begin >= seconds:
                self.reason = "seconds"
            elif stop_event is not None and stop_event.is_set():
                self.reason = "stop"
            if on_update:
                on_update(self.result(lines))

    def result(self, lines: int) -> SearchResult:
        """What is known so far: the moves by their visits."""
        state, player = self.playthrough.state, self.playthrough.turn
        _, visits, _, totals = self.table
        low, range_of = float(state.lowest), float(state.highest - state.lowest)
        moves: dict[int, tuple[float, int]] = {}
        key = look_of(state, player)  # as the kernel begins
        for move in self.playthrough.moves():
            place = found(self.table, edge_of(*key, move), self.work, False)
            count = int(visits[place]) if place >= 0 else 0
            moves[move] = (low + range_of * float(totals[place]) / count if count else low, count)
        ranked = sorted(moves, key=lambda move: (-moves[move][1], -moves[move][0]))
        best = ranked[0]
        shown = tuple(Line(m, moves[m][0], (m,), str(state.move_text(m))) for m in ranked[:lines])
        text = str(state.move_text(best))
        return SearchResult(
            move=best, move_text=text, value=moves[best][0], proven="", line=(best,), line_text=text, depth=0,
            nodes=int(self.work.nodes), seconds=time.perf_counter() - self.begin, stopped_by=self.reason,
            table_use=float(self.work.used) / len(visits), lines=shown, algorithm="ismcts", moves=moves,
            notes=(f"{int(self.work.nodes):,} deals, {int(self.work.used):,} entries of the table",),
        )  # fmt: skip
