"""Self-play with a network on a device: groups of games take turns, so that trees grow while the network judges.

Each thread has groups of its own and plays until it is told to pause. What it waits for is measured: that says whether
rules and trees or the network limit the pace.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import Unsupported
from zermelo.game.playouts import one
from zermelo.game.random import Random
from zermelo.game.rows import check_rows, guarded_row
from zermelo.game.threads import run_stoppable
from zermelo.game.trouble import friendly
from zermelo.learn.alphazero.forest import NODE, Forest, Rules, make_forest
from zermelo.learn.alphazero.games import Course, Samples, begin_lanes, fill_batch, make_samples, step_lanes
from zermelo.learn.alphazero.network import PolicyNetwork, unknown_field

MOST_MEMORY = 2e9  # bytes of all samples, and of all trees
LEAST_LANES = 8


@dataclass
class Settings:
    """How games are played for learning."""

    simulations: int = 32
    considered: int = 16  # Gumbel: moves that are looked at
    gumbel: bool = True
    opening: int = 8  # most random plies at the beginning of some games
    scattered: float = 0.25  # how many begin so
    result_share: float = 0.5  # of a target; the rest is what the search expected
    exploration: float = 1.25
    lanes: int = 128  # games of a group
    threads: int = 1
    window: int = 500_000  # positions that are remembered


def make_rules(settings: Settings, scale: float, *, together: bool = False) -> Rules:
    """The kernel's form of the settings."""
    rules: Rules = Rules(gumbel=settings.gumbel, together=together)
    rules.simulations, rules.considered = settings.simulations, settings.considered
    rules.exploration, rules.noise, rules.noise_share = settings.exploration, 10.0, 0.25
    rules.gumbel_scale, rules.scale = 1.0, scale
    return rules


def tables_of(network: PolicyNetwork, cls: Any) -> Any:
    """Sites, codes and moves for kernels."""
    network.refuse_other(cls)
    if missing := unknown_field(network, cls):
        raise Unsupported(f"{cls.__name__} has no such field {missing} as this network expects: train anew")
    return network.sites.placed(cls)


def nodes_for(cls: Any, simulations: int) -> int:
    """Nodes of a tree: the children of every leaf that a move's simulations can expand, outcomes of chance too."""
    return 1 + (simulations + 2) * int(cls.most_moves) * (2 if cls.chance else 1)


def answered(asked: Any, slots: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The network's answers, as soon as they are there; read only, as JAX gives them, so that kernels see one type."""
    if asked is None:
        asked = np.zeros((0, slots), np.float32), np.zeros(0, np.float32)
        for array in asked:
            array.flags.writeable = False
    return np.asarray(asked[0]), np.asarray(asked[1])


@dataclass
class Group:
    """Games that step together."""

    forest: Forest
    samples: Samples
    course: Course
    asked: Any = None  # what the network has been asked, or nothing yet


@dataclass
class Pace:
    """Seconds that were spent, by what was waited for."""

    trees: float = 0.0
    network: float = 0.0

    def add(self, other: Pace) -> None:
        """Both together."""
        self.trees += other.trees
        self.network += other.network


@dataclass
class SelfPlay:
    """All games under way."""

    start: Any
    network: PolicyNetwork
    settings: Settings
    seed: int = 0
    groups: list[list[Group]] = field(default_factory=list)  # of each thread
    pace: Pace = field(default_factory=Pace)

    def __post_init__(self) -> None:
        cls, settings = type(self.start), self.settings
        self.cls = cls
        self.tables = tables_of(self.network, cls)
        self.rules = make_rules(settings, self.network.scale)
        nodes, count = nodes_for(cls, settings.simulations), 2 * settings.threads
        lanes = min(settings.lanes, max(LEAST_LANES, int(MOST_MEMORY / count / nodes / NODE.itemsize)))
        each = cls.layout.itemsize + 2 * int(cls.most_moves) + 32
        self.room = max(lanes * 64, int(min(settings.window, MOST_MEMORY / each) / count))
        self.lanes = lanes
        self.row, self.random = guarded_row(cls), Random(self.seed, 1)
        begin = one(self.start)[0]
        for thread in range(settings.threads):
            self.groups.append([self.group(begin, 2 * thread + turn) for turn in range(2)])

    def group(self, begin: Any, number: int) -> Group:
        """One group of games at their first positions."""
        course: Course = Course.blank()
        course.opening, course.scattered = self.settings.opening, self.settings.scattered
        course.drawn_plies, course.result_share = 30, self.settings.result_share
        forest = make_forest(
            self.cls, self.network.sites, self.lanes, nodes_for(self.cls, self.settings.simulations), self.rules
        )
        with friendly(self.cls):
            begin_lanes(begin, forest, course, self.seed * 1009 + number)
        check_rows(self.cls, forest.row)
        return Group(forest, make_samples(self.cls, self.room), course)

    def all_groups(self) -> list[Group]:
        """The groups of all threads."""
        return [group for groups in self.groups for group in groups]

    def total(self, name: str) -> int:
        """A count of all games together."""
        return sum(int(getattr(group.course, name)) for group in self.all_groups())

    def play(self, judge: Any, moves: int) -> None:
        """About so many moves in all games together."""
        target = self.total("moves") + moves
        stop = threading.Event()
        paces = [Pace() for _ in self.groups]

        def one_thread(number: int) -> None:
            while not stop.is_set() and self.total("moves") < target:
                for group in self.groups[number]:
                    self.step(group, judge, paces[number])

        run_stoppable([partial(one_thread, number) for number in range(len(self.groups))], stop.set)
        for pace in paces:
            self.pace.add(pace)

    def step(self, group: Group, judge: Any, pace: Pace) -> None:
        """Hand the network's answers to the games of a group, take each to its next leaf, and ask again."""
        begin = time.perf_counter()
        logits, values = answered(group.asked, self.network.sites.slots)
        judged = time.perf_counter()
        with friendly(self.cls):
            step_lanes(
                one(self.start)[0], group.forest, self.rules, group.course, group.samples, self.tables, logits, values
            )
        check_rows(self.cls, group.forest.row)
        grown = time.perf_counter()
        group.asked = judge.ask(group.forest.codes)
        pace.trees += grown - judged
        pace.network += judged - begin + time.perf_counter() - grown

    # ------------------------------------------------------------------ what can be learnt

    def positions(self) -> int:
        """Positions that are remembered."""
        return sum(min(int(group.samples.count[0]), self.room) for group in self.all_groups())

    def batch(
        self, size: int, window: int
    ) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.float32]] | None:
        """Samples of all groups alike, among the newest; None as long as too few games have ended."""
        groups = self.all_groups()
        sites = self.network.sites
        codes = np.zeros((size, sites.count), np.uint8)
        policies, targets = np.zeros((size, sites.slots), np.float32), np.zeros(size, np.float32)
        for number, group in enumerate(groups):
            part = slice(size * number // len(groups), size * (number + 1) // len(groups))
            with friendly(self.cls):
                filled = fill_batch(
                    group.samples, max(window // len(groups), 1), self.random, self.row, self.tables, codes[part],
                    policies[part], targets[part],
                )  # fmt: skip
            if filled < part.stop - part.start:
                return None
        return codes, policies, targets
