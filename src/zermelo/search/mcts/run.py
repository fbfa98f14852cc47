"""One Monte Carlo search under way: batches of simulations in threads, limits, memory, and what is known so far."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from zermelo.game.game import CHANCE
from zermelo.game.playouts import one
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.game.rows import check_rows
from zermelo.game.threads import run_stoppable
from zermelo.game.trouble import friendly
from zermelo.search.common.limits import Limits
from zermelo.search.common.result import Line, SearchResult
from zermelo.search.common.runner import Stopper, run_with_clock
from zermelo.search.common.searcher import Update, line_text
from zermelo.search.mcts.atomics import ILLEGAL
from zermelo.search.mcts.kernel import COMPLETED, ROOT_PROVEN, TREE_FULL, run_simulations
from zermelo.search.mcts.options import KernelOptions, MctsOptions
from zermelo.search.mcts.tree import ROOT, Tree, bytes_of, child_block, compact_tree, pruning_threshold
from zermelo.search.mcts.work import fixed_point_unit, make_history, make_work

VISIT_HISTOGRAM = 4096  # visits of a node that are told apart where the least visited are pruned
MAX_ROOT_VISITS = 2_000_000_000  # visits are 32 bits wide
FORCED_MOVE_SIMULATIONS = 1000  # for the value of an only move
FIRST_BATCH, BATCH_SECONDS = 1000, 0.25  # between two updates
MAX_PV_LENGTH = 40
RANDOM_STREAMS = 256  # at each ply of the game, one for each thread


class MctsRun:
    """One search under way; the tree may hold visits of an earlier one, `reused` at its root."""

    def __init__(
        self,
        tree: Tree,
        options: MctsOptions,
        kernel_options: KernelOptions,
        playthrough: Playthrough,
        limits: Limits,
        lines: int,
        on_update: Update | None,
        reused: int,
    ) -> None:
        self.tree, self.options, self.kernel_options = tree, options, kernel_options
        self.playthrough, self.limits, self.lines, self.on_update = playthrough, limits, lines, on_update
        self.reused = reused
        self.begin = time.perf_counter()
        self.state = one(playthrough.state)[0]
        self.unit = fixed_point_unit(type(playthrough.state))
        threads = range(options.threads)
        self.works = [make_work(playthrough, options) for _ in threads]
        self.randoms = [self.random_stream(thread) for thread in threads]
        self.histories = [make_history(playthrough) for _ in threads]
        self.stopper = Stopper(self.works)
        self.pruned = 0
        self.before_pruning: SearchResult | None = None  # the result, where a pruning was stopped half-way
        limit = min(limits.simulations or MAX_ROOT_VISITS, limits.nodes or MAX_ROOT_VISITS)
        self.total = min(limit, MAX_ROOT_VISITS - reused)
        self.reason = "simulations" if limits.simulations == limit else "nodes"
        if len(playthrough.moves()) == 1 and limit == MAX_ROOT_VISITS:
            self.total, self.reason = FORCED_MOVE_SIMULATIONS, "one move"

    def random_stream(self, thread: int) -> Random:
        """The random generator of a thread; no stream is used twice in one tree."""
        stream = thread + (RANDOM_STREAMS * self.playthrough.ply if self.reused else 0)
        return Random(self.options.seed, stream)

    # ------------------------------------------------------------------ running

    def search(self, stop_event: threading.Event | None) -> bool:
        """Compile if need be, then run beside the clock; whether the tree may be used again."""
        game = type(self.playthrough.state)

        def compile_first() -> None:
            with friendly(game):
                self.simulate(0, 0)

        run_stoppable([compile_first], lambda: None)  # the compiler does not hear Ctrl-C for seconds
        self.begin = time.perf_counter()
        with friendly(type(self.playthrough.state)):
            run_with_clock([self.run_batches], self.stopper, self.limits.time_for_move(), stop_event)
        for work in self.works:
            check_rows(game, work.row)
        return self.before_pruning is None

    def simulate(self, thread: int, count: int) -> int:
        """The kernel in one thread."""
        random, history, work = self.randoms[thread], self.histories[thread], self.works[thread]
        return int(run_simulations(self.state, self.kernel_options, self.tree, random, history, work, count))

    def simulations(self) -> int:
        """Simulations of this search so far."""
        return int(self.tree.nodes["visits"][ROOT]) - self.reused

    def run_batches(self) -> None:
        """Batches of simulations until a limit; between two batches updates are sent and the tree is pruned."""
        size = FIRST_BATCH if self.on_update else self.total
        while (left := self.total - self.simulations()) > 0:
            begin = time.perf_counter()
            reason = self.run_batch(min(size, left))
            if reason == ROOT_PROVEN:
                self.stopper.reason = self.stopper.reason or "proven"
                return
            if self.works[0].stop:
                return
            if reason == TREE_FULL and not self.prune():
                return
            if reason == COMPLETED and self.on_update:
                self.on_update(self.result())
                spent = max(time.perf_counter() - begin, 1e-6)
                size = max(FIRST_BATCH, int(size * min(2.0, BATCH_SECONDS / spent)))
        self.stopper.reason = self.stopper.reason or self.reason

    def run_batch(self, size: int) -> int:
        """So many simulations, divided among the threads; the reason that matters most."""
        threads = self.options.threads
        if threads == 1:
            return self.simulate(0, size)
        counts = [size // threads + (thread < size % threads) for thread in range(threads)]
        with ThreadPoolExecutor(threads) as pool:
            return max(pool.map(self.simulate, range(threads), counts))

    def prune(self) -> bool:
        """Drop the least visited half of a full tree; where nothing can go, the search does without new nodes."""
        before = self.result()
        used = int(self.tree.used[0])
        min_visits = int(pruning_threshold(self.tree, used // 2, np.zeros(VISIT_HISTOGRAM, np.int64)))
        for work in self.works:
            work.tree_full = 0
        if not compact_tree(self.tree, ROOT, min_visits, self.works[0]):
            self.before_pruning = before
            return False
        freed = used - int(self.tree.used[0])
        self.pruned += freed
        if freed <= used // 16:
            for work in self.works:
                work.expansion_off = 1
        return True

    # ------------------------------------------------------------------ the result

    def proven_value(self, at: int) -> float | None:
        """Solver: the proven value of a node for the player to move at the root."""
        if not self.options.solver:
            return None
        lower, upper = self.tree.bounds[at]
        sign = self.works[0].signs[self.playthrough.turn]
        return float(lower) * sign + 0.0 if lower == upper else None  # no minus zero

    def ranked_root_moves(self) -> list[tuple[int, float, int]]:
        """Root moves, best first: their node, value and visits.

        By visits; but a proven value is compared with the mean of the most visited, for proven moves get no more
        visits.
        """
        first, block = child_block(self.tree, ROOT)
        columns = (block[name].tolist() for name in ("total", "visits", "status"))
        proven, unproven = [], []
        for node, (total, visits, status) in enumerate(zip(*columns, strict=True), first):
            if status == ILLEGAL:
                continue
            value = self.proven_value(node)
            if value is None:
                unproven.append((node, total / self.unit / max(visits, 1), visits))
            else:
                proven.append((node, value, visits))
        proven.sort(key=lambda row: (-row[1], -row[2]))
        unproven.sort(key=lambda row: -row[2])
        ranked: list[tuple[int, float, int]] = []
        while proven or unproven:
            use_proven = proven and (not unproven or not unproven[0][2] or proven[0][1] >= unproven[0][1])
            ranked.append(proven.pop(0) if use_proven else unproven.pop(0))
        return ranked

    def principal_variation(self, at: int) -> tuple[int, ...]:
        """The most visited moves from a root move on, up to the next move of chance."""
        state = self.playthrough.state.copy()
        moves: list[int] = []
        for move in self.most_visited(at):
            moves.append(move)
            state.play(move)
            if state.turn == CHANCE:
                break
        return tuple(moves)

    def most_visited(self, at: int) -> Iterator[int]:
        """The move of a node, then each the most visited."""
        yield int(self.tree.nodes["move"][at])
        for _ in range(MAX_PV_LENGTH):
            first, block = child_block(self.tree, at)
            visits = block["visits"].tolist()
            if not any(visits):
                return
            best = visits.index(max(visits))  # a forbidden move has no visits
            at = first + best
            yield int(block["move"][best])

    def variations(self, ranked: list[tuple[int, float, int]]) -> list[Line]:
        """The best root moves with their principal variations; before there is a choice, any legal move."""
        state = self.playthrough.state
        lines = []
        for node, value, _ in ranked[: self.lines]:
            moves = self.principal_variation(node)
            lines.append(Line(moves[0], value, moves, line_text(state, moves)))
        if lines:
            return lines
        move = self.playthrough.moves()[0]
        return [Line(move, 0.0, (move,), str(state.move_text(move)))]

    def result(self) -> SearchResult:
        """What is known so far."""
        if self.before_pruning is not None:
            return self.before_pruning
        ranked = self.ranked_root_moves()
        lines = self.variations(ranked)
        best, proven = lines[0], self.proven_value(ROOT)
        return SearchResult(
            move=best.move,
            move_text=str(self.playthrough.state.move_text(best.move)),
            value=best.value if proven is None else proven,
            proven="" if proven is None else "win" if proven > 0 else "loss" if proven < 0 else "draw",
            line=best.moves,
            line_text=best.text,
            depth=max(work.max_depth for work in self.works),
            nodes=self.simulations(),
            seconds=time.perf_counter() - self.begin,
            stopped_by=self.stopper.reason,
            table_use=int(self.tree.used[0]) / len(self.tree.nodes),
            lines=tuple(lines),
            algorithm="mcts",
            notes=tuple(self.notes()),
            moves={int(self.tree.nodes[node].move): (value, visits) for node, value, visits in ranked},
        )

    def notes(self) -> list[str]:
        """Options in use, and what became of the memory."""
        used = int(self.tree.used[0])
        found = [*self.options.notes(), f"{used:,} nodes in {bytes_of(self.tree) / 1e6:.1f} MB"]
        if self.reused:
            found.append(f"{self.reused:,} visits kept from the last search")
        if self.pruned:
            found.append(f"{self.pruned:,} nodes dropped to make room")
        if self.works[0].expansion_off:
            found.append("memory full: no new nodes")
        return found
