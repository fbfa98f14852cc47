"""Equilibria by regret minimisation: `solve_equilibrium(KuhnPoker, until=1e-4)`; how far a strategy is from one.

In a game of two sides whose gains are the other's losses the average strategy approaches a Nash equilibrium;
exploitability says how much a perfect opponent gains on average over both seats (NashConv divided by the players).
With more players, or where both can gain, the same methods run and NashConv is exact, but nothing promises that it
goes to zero, and a small one promises nothing about what a strategy wins.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadLimit, Unsupported
from zermelo.game.playthrough import Playthrough
from zermelo.hidden.equilibrium import sampling, walk
from zermelo.hidden.equilibrium.forms import Form, form_of, tree_form
from zermelo.hidden.equilibrium.rules import RULES
from zermelo.hidden.equilibrium.strategy import Strategy, digest_of
from zermelo.hidden.tree import MOST_NODES, GameTree, game_tree

SAMPLED = {"external": sampling.EXTERNAL, "outcome": sampling.OUTCOME}
FICTITIOUS = "fictitious"
METHODS = {
    "cfr": "counterfactual regret minimisation (Zinkevich et al. 2007)",
    "cfr+": "without negative regrets, later iterations count more (Tammelin 2014)",
    "linear": "linear CFR: iteration t counts t times (Brown, Sandholm 2019)",
    "dcfr": "discounted CFR with 3/2, 0 and 2 (Brown, Sandholm 2019)",
    "pcfr+": "predictive CFR+ (Farina, Kroer, Sandholm 2021)",
    "external": "Monte Carlo CFR, chance and the other player sampled (Lanctot et al. 2009)",
    "outcome": "Monte Carlo CFR, one line a time, with baselines (Schmid et al. 2019)",
    FICTITIOUS: "fictitious play: best responses, averaged (Brown 1951; Heinrich et al. 2015)",
}
DEFAULT = "dcfr"

Floats = NDArray[np.float64]
Update = Callable[["Equilibrium", float], None]  # the solver, and its exploitability now


class Equilibrium:
    """A game being solved: `run(iterations)`, `exploitability()`, `strategy()`."""

    def __init__(self, game: Any, method: str = DEFAULT, *, seed: int = 0, most_nodes: int = MOST_NODES) -> None:
        if method not in METHODS:
            raise BadLimit(f"there is no method {method!r}: choose {', '.join(METHODS)}")
        self.tree = game if isinstance(game, GameTree) else game_tree(game, most_nodes=most_nodes)
        self.method, self.seed = method, seed
        sampled = method in SAMPLED
        self.form: Form = tree_form(self.tree) if sampled else form_of(self.tree)
        self.iterations = 0
        slots = self.form.slots
        self.regrets, self.averages, self.current = np.zeros(slots), np.zeros(slots), np.zeros(slots)
        self.walker = Walker(self.form)
        self.walker.normalise(self.averages, self.current)
        if sampled:
            self.sampler = sampling.Sampler(self.form, SAMPLED[method], seed)

    @property
    def qualified(self) -> str:
        """Why the result is no equilibrium with a promise; empty where it is."""
        cls = self.tree.game
        if cls.players > 2:
            return f"{cls.players} players: NashConv is exact, but no method promises an equilibrium"
        return "" if cls.zero_sum else "both players can gain: NashConv is exact, but no equilibrium is promised"

    def run(self, count: int) -> None:
        """So many iterations more."""
        if count < 1:
            raise BadLimit(f"iterations must be at least 1, not {count}")
        begin, end = self.iterations + 1, self.iterations + 1 + count
        if self.method in RULES:
            self.walker.iterate(RULES[self.method], begin, end, (self.regrets, self.averages, self.current))
        elif self.method in SAMPLED:
            self.sampler.run(count, self.regrets, self.averages)
        else:
            for _ in range(count):
                self.fictitious()
        self.iterations += count

    def fictitious(self) -> None:
        """One round of fictitious play: everybody answers the averages, and the answers are averaged."""
        average = self.walker.average(self.averages)
        for player in range(self.form.players):
            response = average.copy()
            self.walker.respond(response, player)
            self.walker.add(response, player, self.averages)

    def average(self) -> Floats:
        """The average strategy, in the order of the form."""
        return self.walker.average(self.averages)

    def nash_conv(self) -> float:
        """What all players could gain together, each by a best response to the others' averages."""
        return self.walker.nash_conv(self.average())

    def exploitability(self) -> float:
        """NashConv divided by the number of players."""
        return self.nash_conv() / self.form.players

    def values(self) -> list[float]:
        """What the averages are worth to each player."""
        return self.walker.values(self.average())

    def strategy(self) -> Strategy:
        """The averages as a strategy that can be kept, with all that is needed to go on."""
        tree = self.tree
        return Strategy(
            game=tree.game.__name__,
            rules=digest_of(tree.start),
            method=self.method,
            iterations=self.iterations,
            exploitability=self.exploitability(),
            values=tuple(self.values()),
            owners=tree.owners.astype(np.int8),
            keys=tree.keys,
            looks=tree.looks,
            slots=tree.slots,
            moves=tree.actions,
            probabilities=self.average()[self.form.places],
            regrets=self.regrets,
            averages=self.averages,
            current=self.current,
        )

    def resume(self, kept: Strategy) -> None:
        """Go on where a strategy of the same game and method stopped."""
        kept.refuse_other(self.tree.start)
        if kept.method != self.method or len(kept.regrets) != len(self.regrets):
            raise Unsupported(f"that strategy was found by {kept.method}: go on with --method {kept.method}")
        self.regrets[:], self.averages[:], self.current[:] = kept.regrets, kept.averages, kept.current
        self.iterations = kept.iterations
        if self.method in SAMPLED:
            self.sampler.skip(kept.iterations)


class Walker:
    """The kernels of one form with their work spaces."""

    def __init__(self, form: Form) -> None:
        self.form, self.shape = form, walk.shape_of(form.width)
        slots, blocks = form.slots, len(form.blocks.owners)
        self.by = np.zeros(5)
        self.empty = np.zeros(0), np.zeros(0)
        if form.tree is None:
            wide = blocks * form.width
            self.work: Any = np.zeros(wide), np.zeros(wide), np.zeros(slots), walk.scratch_rows(form.width)
        else:
            nodes = len(form.tree.turns)
            self.work = (
                np.zeros(nodes), np.zeros(nodes), np.zeros(slots), np.zeros(nodes), np.zeros(1), walk.scratch_rows(1),
            )  # fmt: skip

    def iterate(self, method: int, begin: int, end: int, sums: Any) -> None:
        """Iterations of regret minimisation."""
        form = self.form
        if form.public is not None:
            walk.iterate_public(
                self.shape, form.width, form.blocks, form.public, method, begin, end, sums, self.work, self.by
            )
        else:
            walk.iterate_tree(self.shape, form.blocks, form.tree, method, begin, end, sums, self.work, self.by)

    def walk(self, strategy: Floats, player: int, purpose: int) -> float:
        """The value to a player; for RESPOND their part of the strategy becomes a best response."""
        form, sums = self.form, (*self.empty, strategy)
        if form.public is not None:
            return float(
                walk.walk_public(
                    self.shape, form.width, form.blocks, form.public, player, purpose, sums, self.work, self.by
                )
            )
        return float(walk.walk_tree(self.shape, form.blocks, form.tree, player, purpose, sums, self.work, self.by))

    def respond(self, strategy: Floats, player: int) -> float:
        """Change a player's part into a best response; returns its value."""
        return self.walk(strategy, player, walk.RESPOND)

    def values(self, strategy: Floats) -> list[float]:
        """What a strategy is worth to each player."""
        return [self.walk(strategy, player, walk.EVALUATE) for player in range(self.form.players)]

    def nash_conv(self, strategy: Floats) -> float:
        """What best responses gain, added up."""
        best = [self.respond(strategy.copy(), player) for player in range(self.form.players)]
        return sum(best) - sum(self.values(strategy))

    def normalise(self, sums: Floats, strategy: Floats) -> None:
        """Sums as a strategy."""
        walk.normalised(self.form.blocks, self.form.width, sums, strategy)

    def average(self, sums: Floats) -> Floats:
        """Sums as a new strategy."""
        strategy = np.zeros(len(sums))
        self.normalise(sums, strategy)
        return strategy

    def add(self, response: Floats, player: int, sums: Floats) -> None:
        """Add a response to sums by its own reach."""
        self.walk(response, player, walk.EVALUATE)  # leaves the own reaches in the work space
        own = self.work[0] if self.form.tree is None else self.work[0][self.form.tree.samples]
        walk.add_response(self.form.blocks, self.form.width, own, player, 1.0, response, sums)


def solve_equilibrium(
    game: Any,
    method: str = DEFAULT,
    *,
    until: float = 1e-4,
    iterations: int = 1_000_000,
    seconds: float = float("inf"),
    seed: int = 0,
    resume: Strategy | None = None,
    on_update: Update | None = None,
) -> Strategy:
    """Iterate until a strategy is exploitable by less than `until`, or the iterations or seconds are spent."""
    if not until >= 0 or iterations < 1:
        raise BadLimit("until must not be negative, and iterations at least 1")
    solver = Equilibrium(game, method, seed=seed)
    if resume is not None:
        solver.resume(resume)
    begin, step = time.perf_counter(), 1
    while solver.iterations < iterations:
        solver.run(min(step, iterations - solver.iterations))
        found = solver.exploitability()
        if on_update:
            on_update(solver, found)
        if found < until or time.perf_counter() - begin > seconds:
            break
        step = max(1, solver.iterations // 4)  # looks grow apart with the iterations
    return solver.strategy()


def exploitability_of(game: Any, policy: Callable[[Playthrough], dict[int, float]]) -> float:
    """How exploitable anybody's play is: `policy` says for each information set how likely each move is."""
    tree = game if isinstance(game, GameTree) else game_tree(game)
    form = form_of(tree)
    walker = Walker(form)
    plan = walker.average(np.zeros(form.slots))
    for number, node in enumerate(tree.samples):
        shares = policy(tree.playthrough(int(node)))
        for slot in range(int(tree.slots[number]), int(tree.slots[number + 1])):
            plan[form.places[slot]] = shares.get(int(tree.actions[slot]), 0.0)
    return walker.nash_conv(plan) / form.players
