"""A searcher with a policy and value network: PUCT in one tree, several leaves judged together, in plain NumPy.

While leaves wait their paths count as lost (virtual loss), so that the next simulation looks elsewhere. Players need no
JAX: a small network costs NumPy little, and many processes can play beside each other.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadLimit, Unsupported
from zermelo.game.compile import kernel
from zermelo.game.game import CHANCE
from zermelo.game.playouts import one
from zermelo.game.playthrough import Playthrough
from zermelo.game.rows import check_rows
from zermelo.game.threads import run_stoppable
from zermelo.game.trouble import friendly
from zermelo.learn.alphazero.forest import (
    EXPANDED,
    ILLEGAL,
    NODE,
    ROOT,
    Forest,
    Rules,
    borrowed_forest,
    clear_tree,
    make_forest,
)
from zermelo.learn.alphazero.games import absorb
from zermelo.learn.alphazero.network import PolicyNetwork, judged, refuse
from zermelo.learn.alphazero.selfplay import Settings, make_rules, tables_of
from zermelo.learn.alphazero.walking import AT_LEAF, BUSY, ENDED, FULL, walk
from zermelo.search.common.limits import Limits
from zermelo.search.common.result import Line, SearchResult
from zermelo.search.common.searcher import Update, asked, line_text, one_at_a_time
from zermelo.search.mcts.work import MAX_GAME_KEYS, make_history

MOST_SIMULATIONS = 1_000_000_000
MOST_ENDED = 1000  # simulations of one call that need no network: then the clock is looked at
FORCED_MOVE_SIMULATIONS = 100  # for the value of an only move
UPDATE_SECONDS = 0.25
LONGEST_LINE = 40


@dataclass(frozen=True)
class PolicyOptions:
    """What can be set."""

    exploration: float = 1.25
    batch: int = 8  # leaves that are judged together
    memory: float = 256.0  # megabytes
    seed: int = 0  # of chance in the tree


@kernel
def gather(shared: Forest, rules: Rules, tables: Any, wanted: int) -> tuple[int, bool]:
    """Simulations until so many leaves wait for the network; how many do, and whether memory is full."""
    forest = borrowed_forest(shared)
    sites, codes, _ = tables
    waiting = ended = 0
    while waiting < wanted and forest.lanes[0].simulations + waiting < rules.simulations and ended < MOST_ENDED:
        outcome = walk(forest, rules, 0, waiting, sites, codes)
        if outcome == AT_LEAF:
            waiting += 1
        elif outcome == ENDED:
            ended += 1
            forest.lanes[0].simulations += 1
        elif outcome == FULL:
            return waiting, True
        elif outcome == BUSY:
            break
    return waiting, False


@kernel
def absorb_all(forest: Forest, rules: Rules, waiting: int, known: Any, logits: Any, values: Any) -> None:
    """Let the network's answers grow the tree."""
    for slot in range(waiting):
        value = min(max(float(values[slot]), -1.0), 1.0)
        if absorb(forest, rules, 0, slot, logits[slot], value, known) != ROOT:
            forest.lanes[0].simulations += 1


class PolicySearch:
    """Monte Carlo tree search guided by a network: `PolicySearch(network).think(ConnectFour())`."""

    def __init__(self, network: PolicyNetwork, options: PolicyOptions | None = None) -> None:
        self.network, self.options = network, options or PolicyOptions()
        if self.options.batch < 1 or self.options.memory <= 0:
            raise BadLimit("a search needs at least one leaf at a time and some memory")
        self.cls: Any = None

    def prepare(self, cls: Any) -> None:
        """The tree for a game's class."""
        refuse(cls)
        options = self.options
        self.tables = tables_of(self.network, cls)
        self.rules = make_rules(
            Settings(gumbel=False, exploration=options.exploration), self.network.scale, together=True
        )
        self.rules.noise_share = 0.0
        nodes = max(int(options.memory * 1e6 / NODE.itemsize), 2 * int(cls.most_moves) + 2)
        self.forest = make_forest(cls, self.network.sites, 1, min(nodes, 2**31 - 1), self.rules, options.batch)
        self.cls = cls

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
        """Search a position."""
        playthrough, limits = asked(game, limits)
        cls = type(playthrough.state)
        if limits.depth is not None:
            raise BadLimit("a Monte Carlo search has no depth: give simulations or seconds")
        if playthrough.turn == CHANCE:
            raise BadLimit("chance is to move here: play one of its outcomes, then ask")
        if lines < 1:
            raise BadLimit(f"the number of lines must be at least 1, not {lines}")
        if self.cls is not cls:
            self.prepare(cls)
        self.place(playthrough)
        with friendly(cls):
            run_stoppable([self.compile_first], lambda: None)
        begin = time.perf_counter()
        run = Run(self, playthrough, limits, lines, begin)
        with friendly(cls):
            run.search(on_update, stop_event)
        check_rows(cls, self.forest.row)
        return run.result()

    def place(self, playthrough: Playthrough) -> None:
        """Put the position and what is remembered of its game at the root of an empty tree."""
        forest = self.forest
        forest.roots[0] = one(playthrough.state)[0]
        forest.clocks[0] = make_history(playthrough)
        if playthrough.state.repetition:
            keys = playthrough.keys()[-MAX_GAME_KEYS:]
            forest.keys[0, : len(keys)] = keys
        forest.randoms[0].begin(self.options.seed, playthrough.ply)
        clear_tree(forest, 0)

    def compile_first(self) -> None:
        """Kernels for this game: no clock pays for them."""
        slots = self.network.sites.slots
        gather(self.forest, self.rules, self.tables, 0)
        absorb_all(
            self.forest, self.rules, 0, self.tables[2], np.zeros((1, slots), np.float32), np.zeros(1, np.float32)
        )

    def judge(self, waiting: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """What the network says of the leaves that wait."""
        logits, values = judged(self.network, self.forest.codes[:waiting])
        return np.ascontiguousarray(logits, np.float32), np.ascontiguousarray(values, np.float32)


class Run:
    """One search under way."""

    def __init__(
        self, search: PolicySearch, playthrough: Playthrough, limits: Limits, lines: int, begin: float
    ) -> None:
        self.on, self.playthrough, self.lines, self.begin = search, playthrough, lines, begin
        self.forest, self.reason = search.forest, ""
        limit = min(limits.simulations or MOST_SIMULATIONS, limits.nodes or MOST_SIMULATIONS)
        self.name = "simulations" if limits.simulations == limit else "nodes"
        if len(playthrough.moves()) == 1 and limit == MOST_SIMULATIONS:
            limit, self.name = FORCED_MOVE_SIMULATIONS, "one move"
        search.rules.simulations = limit
        seconds = limits.time_for_move()
        self.deadline = None if seconds is None else begin + seconds

    def search(self, on_update: Update | None, stop_event: threading.Event | None) -> None:
        """Batches until a limit; the root is always judged, so that there is a move."""
        search, told = self.on, self.begin
        while not self.reason:
            waiting, full = gather(search.forest, search.rules, search.tables, search.options.batch)
            if waiting:
                logits, values = search.judge(waiting)
                absorb_all(search.forest, search.rules, waiting, search.tables[2], logits, values)
            now = time.perf_counter()
            if self.forest.lanes[0].simulations >= search.rules.simulations:
                self.reason = self.name
            elif full:
                self.reason = "memory"
            elif self.deadline is not None and now >= self.deadline:
                self.reason = "seconds"
            elif stop_event is not None and stop_event.is_set():
                self.reason = "stop"
            if on_update is not None and now - told > UPDATE_SECONDS:
                told = now
                on_update(self.result())

    # ------------------------------------------------------------------ the result

    def children(self, at: int) -> list[int]:
        """The legal children of a node, the most visited first, then the likeliest."""
        nodes = self.forest.nodes[0]
        if nodes["status"][at] != EXPANDED:
            return []
        first = int(nodes["first_child"][at])
        found = range(first, first + int(nodes["child_count"][at]))
        legal = [child for child in found if nodes["status"][child] != ILLEGAL]
        return sorted(legal, key=lambda child: (-int(nodes["visits"][child]), -float(nodes["prior"][child])))

    def value(self, node: int) -> float:
        """The mean result of a root move; of one never visited, what the search expects of the position."""
        nodes = self.forest.nodes[0]
        if not nodes["visits"][node]:
            node = ROOT
        return float(nodes["total"][node] / max(int(nodes["visits"][node]), 1)) * self.on.network.scale

    def line(self, node: int) -> tuple[int, ...]:
        """The most visited moves from a root move on, up to the next move of chance."""
        nodes, state = self.forest.nodes[0], self.playthrough.state.copy()
        moves: list[int] = []
        while len(moves) < LONGEST_LINE:
            moves.append(int(nodes["move"][node]))
            state.play(moves[-1])
            below = self.children(node)
            if state.turn == CHANCE or not below or not nodes["visits"][below[0]]:
                break
            node = below[0]
        return tuple(moves)

    def result(self) -> SearchResult:
        """What is known so far."""
        state, nodes = self.playthrough.state, self.forest.nodes[0]
        legal = set(self.playthrough.moves())
        ranked = [node for node in self.children(ROOT) if int(nodes["move"][node]) in legal]
        if not ranked:
            raise Unsupported(f"{type(state).__name__} has no move here that the search could play")
        found = []
        for node in ranked[: self.lines]:
            moves = self.line(node)
            found.append(Line(moves[0], self.value(node), moves, line_text(state, moves)))
        best, network = found[0], self.on.network
        trained = network.history.get("training", {})
        return SearchResult(
            move=best.move, move_text=str(state.move_text(best.move)), value=best.value, proven="",
            line=best.moves, line_text=best.text, depth=max(len(each.moves) for each in found),
            nodes=int(self.forest.lanes[0].simulations), seconds=time.perf_counter() - self.begin,
            stopped_by=self.reason, table_use=int(self.forest.lanes[0].used) / len(nodes), lines=tuple(found),
            algorithm="mcts",
            notes=(
                f"{network.blocks} blocks of {network.channels}, taught by {trained.get('games', 0):,} games",
                f"exploration {self.on.options.exploration:g}, {self.on.options.batch} leaves at a time",
            ),
            moves={int(nodes["move"][node]): (self.value(node), int(nodes["visits"][node])) for node in ranked},
        )  # fmt: skip
