"""Training: rounds of self-play and fitting, until the time is over.

A course begins with games in which a player looks to the end of their turn, which are quick and teach the rough; where
two oppose each other without chance, games with alpha-beta follow, whose values are worth more. The newest games are
looked at before anything is learnt from them: their error is that of positions never seen.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from zermelo.errors import Unsupported
from zermelo.game.playouts import playouts
from zermelo.learn.fitting import BATCH, Fitting
from zermelo.learn.learned import Learned
from zermelo.learn.network import Network
from zermelo.learn.selfplay import Samples, SelfPlay
from zermelo.search.common.registry import SEARCHES

WINDOW = 1_000_000  # samples that are remembered
ROUND = 50_000  # new samples of a round
SHORTEST, LONGEST = 0.7, 4.0  # seconds that a round's games should take, about
PASSES = 3.0  # how often a sample is learnt from, about
PATIENCE = 5  # rounds without a single decided game
ROUGH_SHARE = 0.25  # of the time: games without alpha-beta
FIRST_RATE, LAST_RATE = 0.003, 0.0002
FAR = 400.0  # a bound of results that says little about usual ones
BEYOND_RANDOM = 20.0  # how much more than random play a good player may reach, where results are points


@dataclass
class Plan:
    """How a network is trained."""

    model: str = "network"  # or tuples, or declared: those learn by TD(λ) after each game (`temporal.py`)
    minutes: float = 10.0
    units: int = 32
    depth: int = -1  # plies of alpha-beta in the later games; 0: none; -1: as the game allows
    opening: int = 8  # most random plies at the beginning of a game
    noise: float = 0.05  # of the moves, how many are random
    trace: float = 0.8  # λ: how much later positions count against the next one
    threads: int = 1
    seed: int = 0
    cells: int = 0  # of a tuple; 0: as many as fit
    optimism: float = 0.0  # what tuples promise at first, in the game's own units
    part: tuple[float, float] = (0.0, 1.0)  # of a longer course, whose rates of learning sink from end to end


@dataclass(frozen=True)
class Progress:
    """What is known after a round."""

    rounds: int
    seconds: float
    games: int
    samples: int
    error: float  # root of the mean squared error on the round's new games, before they were learnt from
    learnt: float  # the same on what was learnt from
    decided: float  # the share of the round's games that were no draws
    length: float  # plies
    method: str

    def text(self) -> str:
        """In one line."""
        minutes, seconds = divmod(int(self.seconds), 60)
        return (
            f"{minutes:>5}:{seconds:02} {self.rounds:>8,} {self.games:>9,} {self.samples:>11,}   {self.error:.3f}   "
            f"{self.learnt:.3f}    {self.decided:>4.0%}  {self.length:>6.1f}  {self.method}"
        )


HEAD = "    time   rounds     games   positions   error  learnt  decided   plies  self-play"


@dataclass
class Training:
    """A network being trained."""

    start: Any
    plan: Plan
    network: Network
    seconds: float = 0.0  # spent before
    rounds: int = 0
    games: int = 0
    seen: int = 0
    curve: list[tuple[float, float]] = field(default_factory=list)  # seconds, error

    @classmethod
    def begin(cls, start: Any, plan: Plan, network: Network | None = None) -> Training:
        """From nothing, or from weights that there are."""
        game = type(start)
        if game.hidden:
            raise Unsupported(
                f"{game.__name__} hides something from its players: a network would see it; `zermelo equilibrium` or "
                "the player ismcts serve such games"
            )
        if network is None:
            network = Network.fresh(start, plan.units, scale_of(start), plan.seed)
        network.refuse_other(game)
        made = cls(start, plan, network)
        before = network.history.get("training", {})
        made.seconds, made.rounds = float(before.get("seconds", 0.0)), int(before.get("rounds", 0))
        made.games, made.seen = int(before.get("games", 0)), int(before.get("samples", 0))
        made.curve = [(float(t), float(e)) for t, e in before.get("curve", [])]
        return made

    def heading(self) -> str:
        """What is trained, and the columns of `Progress.text`."""
        return f"{self.network.game}: {self.network.heading()}\n{HEAD}"

    def depth(self) -> int:
        """Plies of alpha-beta in the later games."""
        if SEARCHES["alphabeta"].serves.obstacle(type(self.start)):
            return 0
        return 3 if self.plan.depth < 0 else self.plan.depth

    def run(self) -> Iterator[Progress]:
        """Round after round; whoever listens may save the network in between, or stop."""
        begin, before = time.monotonic(), self.seconds
        whole = self.plan.minutes * 60.0
        fitting = Fitting(self.network, threads=self.plan.threads)
        random = np.random.default_rng(self.plan.seed + self.rounds)
        window: list[Samples] = []
        wanted, undecided = float(ROUND), 0
        while (spent := time.monotonic() - begin) < whole:
            first, last = self.plan.part
            share = first + (last - first) * spent / whole
            fitting.rate = FIRST_RATE * (LAST_RATE / FIRST_RATE) ** share
            depth = self.depth() if share > ROUGH_SHARE or before else 0
            play = SelfPlay(
                self.start, Learned(type(self.start), self.network), depth=depth, threads=self.plan.threads,
                seed=self.plan.seed * 7919 + self.rounds,
            )  # fmt: skip
            clock = time.monotonic()
            new = play.play(int(wanted), opening=self.plan.opening, noise=self.plan.noise, trace=self.plan.trace)
            took = time.monotonic() - clock
            undecided = 0 if play.course.decided else undecided + 1
            if undecided >= PATIENCE and not self.curve:
                raise Unsupported(
                    f"all games of {type(self.start).__name__} so far were drawn: nothing can be learnt from them"
                )
            if self.rounds:  # the first round compiles
                wanted = float(np.clip(wanted * np.clip(LONGEST / max(took, 1e-3), 0.5, 1.5), 5_000, ROUND))
            error = fitting.error(new)
            window = [*window, new]
            while len(window) > 1 and sum(map(len, window[1:])) >= WINDOW:
                window.pop(0)
            data = Samples.joined(window)
            steps = max(1, round(PASSES * len(new) / BATCH))
            losses = [fitting.batch(data, random.integers(0, len(data), BATCH)) for _ in range(steps)]
            fitting.take()
            self.rounds += 1
            self.games, self.seen = self.games + play.course.games, self.seen + len(new)
            self.seconds = before + time.monotonic() - begin
            self.curve.append((self.seconds, error**0.5))
            self.remember()
            games = max(play.course.games, 1)
            yield Progress(
                self.rounds, self.seconds, self.games, self.seen, error**0.5, float(np.mean(losses)) ** 0.5,
                play.course.decided / games, play.course.plies / games, f"depth {depth}" if depth else "turns",
            )  # fmt: skip

    def remember(self) -> None:
        """Write into the network how it was made."""
        thin = self.curve[:: max(1, len(self.curve) // 100)]
        self.network.history["training"] = {
            "seconds": round(self.seconds, 1), "rounds": self.rounds, "games": self.games, "samples": self.seen,
            "units": self.network.units, "seed": self.plan.seed, "curve": [[round(t, 1), round(e, 4)] for t, e in thin],
        }  # fmt: skip


def scale_of(start: Any) -> float:
    """The largest result that learning reckons with: the game's bound, or where that is far off, what games come to."""
    bound = float(max(abs(start.lowest), abs(start.highest)))
    if bound <= FAR:
        return bound
    found = playouts(start, 200)
    mean = max(abs(value) + error * 200**0.5 for value, error in zip(found.utilities, found.errors, strict=True))
    return min(bound, BEYOND_RANDOM * max(mean, 1.0))
