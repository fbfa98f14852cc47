"""Many Monte Carlo trees side by side on a GPU, one in each thread: positions in batches, several trees for each.

It is the processor's kernel that runs there. A position's first tree is the one that the processor grows with the same
seed; the visits of a position's trees are added up (root parallelisation: Chaslot and others 2008).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadLimit
from zermelo.game import compile as compiler
from zermelo.game.game import CHANCE
from zermelo.game.gpu.device import (
    cuda,
    device_method,
    free_memory,
    from_dtype,
    kernel_of,
    plain_array,
    ptx_of,
    record_type,
    require_device,
    types,
)
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.search.common.limits import Limits
from zermelo.search.common.result import SearchResult
from zermelo.search.mcts import gpu_words  # noqa: F401  # the words that several threads of the processor share
from zermelo.search.mcts.atomics import ILLEGAL
from zermelo.search.mcts.expansion import write_child
from zermelo.search.mcts.history import PathHistory
from zermelo.search.mcts.kernel import ROOT_PROVEN, TREE_FULL, run_simulations
from zermelo.search.mcts.options import MctsOptions, kernel_options
from zermelo.search.mcts.run import MctsRun
from zermelo.search.mcts.tree import AMAF, BOUND, NODE, PRIOR, ROOT, SQUARE, Tree, records
from zermelo.search.mcts.work import make_history, make_work

FIRST_SLICE, SLICE_SECONDS = 16, 0.2  # simulations of each tree between two looks at the clock
SHARE = 0.6  # of the card's free memory that trees may take
FEWEST_NODES = 1000  # of a tree
MOST_TREES = 1 << 20
MOST_SIMULATIONS = 1 << 20  # of a tree, where only time limits them
REASON, FULL, DEPTH = range(3)  # what is known of a tree beside its nodes


# ---------------------------------------------------------------------- the kernels


def make_grower(options_class: Any, work_class: Any) -> Any:
    """What makes a game's kernel for such options and such a work space."""

    def make_kernel(cls: Any) -> Any:
        state_type, options_type, work_type = record_type(cls), record_type(options_class), record_type(work_class)
        random_type, history_type = record_type(Random), record_type(PathHistory)
        simulations = device_method(getattr(run_simulations, "py_func", run_simulations))

        def grow_trees(
            starts: Any, settings: Any, histories: Any, works: Any, streams: Any, goals: Any, most: int,
            facts: Any, nodes: Any, squares: Any, amaf: Any, bounds: Any, priors: Any, used: Any,
        ) -> None:  # fmt: skip
            """At most so many more simulations in every tree that has not reached its goal."""
            number = cuda.grid(1)
            if number >= len(streams) or facts[number, REASON] == ROOT_PROVEN:
                return
            place = number // (len(streams) // len(starts))
            state = cuda.local.array(1, dtype=state_type)[0]
            options = cuda.local.array(1, dtype=options_type)[0]
            history = cuda.local.array(1, dtype=history_type)[0]
            random = cuda.local.array(1, dtype=random_type)[0]
            work = cuda.local.array(1, dtype=work_type)[0]
            compiler.assign(state, starts[place])
            compiler.assign(options, settings[0])
            compiler.assign(history, histories[place])
            compiler.assign(work, works[place])
            compiler.assign(random, streams[number])
            tree = Tree(
                nodes[number], squares[number], amaf[number], bounds[number], priors[number], used[number : number + 1]
            )
            if tree.used[0] == 0:
                write_child(state, options, tree, ROOT, 0)
                tree.used[0] = 1
            before = tree.nodes[ROOT].visits
            goal = min(goals[number], before + most)
            work.simulations = before
            work.max_depth = facts[number, DEPTH]
            work.expansion_off = facts[number, FULL]
            reason = simulations(state, options, tree, random, history, work, goal - before)
            if reason == TREE_FULL:  # the processor drops what is visited least; here the tree grows no more
                work.tree_full = 0
                work.expansion_off = 1
                reason = simulations(state, options, tree, random, history, work, goal - tree.nodes[ROOT].visits)
            compiler.assign(streams[number], random)
            facts[number, REASON] = reason
            facts[number, FULL] = work.expansion_off
            facts[number, DEPTH] = work.max_depth

        return grow_trees

    make_kernel.__qualname__ = f"trees of {options_class.rules_name} {work_class.rules_name}"
    return make_kernel


def make_reader(cls: Any) -> Any:
    """The kernel that copies each tree's root and its children into rows."""

    def read_roots(nodes: Any, bounds: Any, top: Any, top_bounds: Any) -> None:
        """The root first; a row that is not in use has the status 0 and no visits."""
        number = cuda.grid(1)
        if number >= len(nodes):
            return
        first = nodes[number, ROOT].first_child
        for index in range(nodes[number, ROOT].child_count + 1):
            place = first + index - 1 if index > 0 else ROOT
            top[number, index] = nodes[number, place]
            if bounds.shape[1] > 1:
                top_bounds[number, index] = bounds[number, place]

    return read_roots


# ---------------------------------------------------------------------- one batch


@dataclass
class Batch:
    """Trees under way on the card."""

    games: Sequence[Playthrough]
    options: MctsOptions
    total: int  # simulations of a position

    def __post_init__(self) -> None:
        states = [game.state for game in self.games]
        self.cls = type(states[0])
        self.each = self.options.trees
        self.trees = len(states) * self.each
        if self.trees > MOST_TREES:
            raise BadLimit(f"{self.trees} trees are more than {MOST_TREES}: give fewer positions, or fewer trees each")
        self.settings = kernel_options(self.options)
        works = [make_work(game, self.options) for game in self.games]
        self.kernel = kernel_of(self.cls, make_grower(type(self.settings), type(works[0])))
        histories = [make_history(game) for game in self.games]
        streams = [Random(self.options.seed, tree) for tree in range(self.each)] * len(states)
        self.inputs = [
            on_card(kind, records)
            for kind, records in (
                (self.cls, states), (type(self.settings), [self.settings]), (PathHistory, histories),
                (type(works[0]), works), (Random, streams),
            )
        ]  # fmt: skip
        share, more = divmod(self.total, self.each)
        self.goals = np.array([share + (tree < more) for tree in range(self.each)] * len(states), np.int64)
        self.facts = cuda.to_device(np.zeros((self.trees, 3), np.int64))
        self.nodes = self.room()
        self.arrays = [cuda.device_array((self.trees, self.nodes), bare(NODE))]
        for kind, wanted in self.sides():
            self.arrays.append(cuda.device_array((self.trees, self.nodes if wanted else 1), bare(kind)))
        self.used = cuda.to_device(np.zeros(self.trees, np.int64))

    def sides(self) -> list[tuple[np.dtype[Any], bool]]:
        """The arrays beside the nodes, in the order of `Tree`, and whether they are in use."""
        chosen = self.options
        return [(SQUARE, chosen.tuned), (AMAF, chosen.rave), (BOUND, chosen.solver), (PRIOR, chosen.bias > 0)]

    def room(self) -> int:
        """Nodes for each tree: what its simulations can need, as far as the card's memory reaches."""
        size = NODE.itemsize + sum(kind.itemsize for kind, wanted in self.sides() if wanted)
        needed = 1 + self.cls.most_moves * (int(self.goals.max()) + 1)
        nodes = min(int(SHARE * free_memory()) // (self.trees * size), needed)
        if nodes < min(FEWEST_NODES, needed):
            raise BadLimit(f"the GPU has no room for {self.trees} trees: give fewer positions, or fewer trees each")
        return nodes

    def grow(self, most: int) -> None:
        """At most so many more simulations in every tree."""
        self.kernel(self.trees, *self.inputs, cuda.to_device(self.goals), most, self.facts, *self.arrays, self.used)
        cuda.synchronize()

    def tops(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """The roots and their children, of every tree: nodes and bounds."""
        shape = self.trees, self.cls.most_moves + 1
        top = cuda.to_device(np.zeros(shape, bare(NODE)))
        bounds = cuda.to_device(np.zeros(shape, bare(BOUND)))
        kernel_of(self.cls, make_reader)(self.trees, self.arrays[0], self.arrays[3], top, bounds)
        return top.copy_to_host(), bounds.copy_to_host()


def bare(kind: np.dtype[Any]) -> np.dtype[Any]:
    """The layout of a record alone."""
    return np.dtype([(name, field[0]) for name, field in (kind.fields or {}).items()], align=True)


def on_card(cls: Any, records: Sequence[Any]) -> Any:
    """Records of a class as an array on the card."""
    return cuda.to_device(plain_array(cls, records))


# ---------------------------------------------------------------------- the public functions


def think_all(
    games: Sequence[Any],
    options: MctsOptions,
    limits: Limits,
    lines: int = 1,
    stop_event: threading.Event | None = None,
) -> list[SearchResult]:
    """Search positions of one game together; `options.trees` trees for each, whose visits are added up."""
    require_device()
    playthroughs = [game if isinstance(game, Playthrough) else Playthrough(game) for game in games]
    check(playthroughs, limits)
    limit = min(limits.simulations or limits.nodes or 0, limits.nodes or limits.simulations or 0)
    batch = Batch(playthroughs, options, limit or options.trees * MOST_SIMULATIONS)
    batch.grow(0)  # compiles, so that it is not timed
    begin = time.perf_counter()
    reason = run(batch, limits.time_for_move(), stop_event)
    seconds = time.perf_counter() - begin
    top, bounds = batch.tops()
    found = []
    for place, playthrough in enumerate(playthroughs):
        mine = slice(place * batch.each, (place + 1) * batch.each)
        tree = merged(top[mine], bounds[mine], options)
        result = read(tree, playthrough, options, limits, lines)
        depth = int(batch.facts.copy_to_host()[mine, DEPTH].max())
        found.append(replace(result, seconds=seconds, depth=depth, stopped_by=reason))
    return found


def check(playthroughs: Sequence[Playthrough], limits: Limits) -> None:
    """Refuse what cannot be searched together."""
    if len({type(playthrough.state) for playthrough in playthroughs}) != 1:
        raise BadLimit("a batch needs at least one position, all of one game with the same settings")
    for playthrough in playthroughs:
        if not playthrough.moves():
            raise BadLimit("the game is over in this position: there is nothing to search")
        if playthrough.turn == CHANCE:
            raise BadLimit("chance is to move here: play one of its outcomes, then ask")
    if limits.depth is not None:
        raise BadLimit("a Monte Carlo search has no depth: give simulations or seconds")


def run(batch: Batch, seconds: float | None, stop_event: threading.Event | None) -> str:
    """Slices of simulations until a limit; what ended them."""
    begin = time.perf_counter()
    done, size = 0, FIRST_SLICE
    last = int(batch.goals.max())
    while done < last:
        before = time.perf_counter()
        if stop_event is not None and stop_event.is_set():
            return "stop"
        if seconds is not None and before - begin >= seconds:
            return "seconds"
        batch.grow(size)
        done += size
        spent = max(time.perf_counter() - before, 1e-6)
        size = max(FIRST_SLICE, int(size * min(4.0, SLICE_SECONDS / spent)))
    return "simulations"


def merged(top: NDArray[Any], bounds: NDArray[Any], options: MctsOptions) -> Tree:
    """The roots of one position's trees and their children as one tree: visits and results are added up."""
    first = top[0].copy()
    count = int(first[ROOT]["child_count"])
    tree = Tree(
        records(count + 1, NODE), records(1, SQUARE), records(1, AMAF), records(count + 1, BOUND), records(1, PRIOR),
        np.array([count + 1]),
    )  # fmt: skip
    for name in NODE.names or ():
        tree.nodes[name] = first[: count + 1][name]
    tree.nodes["first_child"][ROOT] = 1
    tree.nodes["status"][1:] *= tree.nodes["status"][1:] == ILLEGAL  # an expanded child would lack its children
    order = np.argsort(first["move"][1 : count + 1])
    tree.bounds["lower"], tree.bounds["upper"] = bounds["lower"][0, : count + 1], bounds["upper"][0, : count + 1]
    for other in range(1, len(top)):
        places = np.empty(count, np.int64)
        places[order] = np.argsort(top[other]["move"][1 : count + 1])
        rows = np.concatenate([[ROOT], places + 1])
        for name in ("visits", "total"):
            tree.nodes[name] += top[other][rows][name]
        tree.bounds["lower"] = np.maximum(tree.bounds["lower"], bounds[other][rows]["lower"])
        tree.bounds["upper"] = np.minimum(tree.bounds["upper"], bounds[other][rows]["upper"])
    return tree


def read(tree: Tree, playthrough: Playthrough, options: MctsOptions, limits: Limits, lines: int) -> SearchResult:
    """The result as the processor's search would read it from its tree."""
    run = MctsRun(tree, options, kernel_options(options), playthrough, limits, lines, None, 0)
    return run.result()


def ptx(game: Any, options: MctsOptions) -> dict[str, str]:
    """The kernels of a position's trees as PTX, compiled without a GPU."""
    playthrough = game if isinstance(game, Playthrough) else Playthrough(game)
    settings, work = kernel_options(options), make_work(playthrough, options)
    kinds = [type(playthrough.state), type(settings), PathHistory, type(work), Random]
    records_of = [types.Array(record_type(kind), 1, "C") for kind in kinds]
    trees = [types.Array(from_dtype(bare(kind)), 2, "C") for kind in (NODE, SQUARE, AMAF, BOUND, PRIOR)]
    signature = (*records_of, types.int64[::1], types.int64, types.int64[:, ::1], *trees, types.int64[::1])
    nodes, bounds = trees[0], trees[3]
    return {
        "grower": ptx_of(kinds[0], make_grower(type(settings), type(work)), signature),
        "reader": ptx_of(kinds[0], make_reader, (nodes, bounds, nodes, bounds)),
    }
