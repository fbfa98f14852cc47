"""The score of a match, as Elo too, with intervals that hold at 100 %.

Games of one opening with the seats changed are not independent, so what counts is the mean of such a group: a pair of
games for two players. The interval is Wilson's, for scores between 0 and 1 whose variance is some part of the largest
one that the mean allows: draws and pairs make it smaller, and that part is estimated. Where a side took every point,
nothing is known of the variance, and the interval is Wilson's own.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from zermelo.arena.statistics.intervals import SURE, Interval
from zermelo.errors import BadLimit

ELO = 400 / math.log(10)  # Elo for each natural unit of the logistic scale
IMAGINED = 0.125  # variance of half an imaginary even result: it steadies the estimate of few groups


@dataclass(frozen=True)
class Score:
    """Mean and variance of the points per game, over groups of games that are independent of each other."""

    groups: int
    mean: float
    variance: float  # of a group's mean
    size: int = 1  # games in a group

    @classmethod
    def of_counts(cls, counts: Sequence[float], size: int = 1) -> Score:
        """From how often each result occurred, the worst first: losses, draws, wins; or five results of pairs."""
        total = sum(counts)
        if total <= 0 or min(counts) < 0 or len(counts) < 2:
            raise BadLimit("a score needs at least one game, and no count below 0")
        steps = len(counts) - 1
        mean = sum(place * count for place, count in enumerate(counts)) / steps / total
        variance = sum(count * (place / steps - mean) ** 2 for place, count in enumerate(counts)) / total
        return cls(round(total), mean, variance, size)

    @classmethod
    def of_games(cls, wins: float, draws: float, losses: float) -> Score:
        """From single games, taken as independent."""
        return cls.of_counts((losses, draws, wins))

    @classmethod
    def of_pairs(cls, counts: Sequence[float]) -> Score:
        """From pairs: two losses, loss and draw, even, win and draw, two wins (the pentanomial counts)."""
        if len(counts) != 5:
            raise BadLimit(f"pairs have five results, {len(counts)} counts were given")
        return cls.of_counts(counts, 2)

    @classmethod
    def of_groups(cls, means: Iterable[float], size: int) -> Score:
        """From the mean of each group."""
        values = list(means)
        if not values:
            raise BadLimit("a score needs at least one group of games")
        mean = math.fsum(values) / len(values)
        return cls(len(values), mean, math.fsum((value - mean) ** 2 for value in values) / len(values), size)

    @property
    def games(self) -> int:
        """How many games it comes from."""
        return self.groups * self.size

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return math.sqrt(self.variance / self.groups)

    def interval(self) -> Interval:
        """The score with its 95 % interval."""
        most = self.groups * self.mean * (1 - self.mean)
        part = (self.groups * self.variance + IMAGINED) / (most + IMAGINED)
        weight = part * SURE**2 / self.groups
        centre = (self.mean + weight / 2) / (1 + weight)
        half = math.sqrt(weight * self.mean * (1 - self.mean) + weight**2 / 4) / (1 + weight)
        low = 0.0 if self.mean <= 0 else max(0.0, centre - half)
        high = 1.0 if self.mean >= 1 else min(1.0, centre + half)
        return Interval(self.mean, low, high)

    def normal_interval(self) -> Interval:
        """The interval that most programs print: no width at 100 %, too narrow near it."""
        half = SURE * self.error
        return Interval(self.mean, max(0.0, self.mean - half), min(1.0, self.mean + half))

    def elo(self) -> Interval:
        """The difference in Elo; infinite where a side took every point, its other bound finite."""
        found = self.interval()
        return Interval(elo_of(found.middle), elo_of(found.low), elo_of(found.high))

    def normal_elo(self) -> tuple[float, float]:
        """Elo and its error as most programs print them."""
        found = self.normal_interval()
        return elo_of(self.mean), (elo_of(found.high) - elo_of(found.low)) / 2

    def normalised_elo(self) -> tuple[float, float]:
        """Elo by the spread of one game, which does not depend on draws and openings (Van den Bergh), and its error."""
        if self.variance <= 0:
            raise BadLimit("normalised Elo needs results that differ")
        spread = math.sqrt(self.size * self.variance)
        return (self.mean - 0.5) / spread * 2 * ELO, SURE * 2 * ELO / math.sqrt(self.games)

    def superiority(self) -> float:
        """The likelihood of superiority: how likely the player is the better one, by a normal law."""
        if self.variance <= 0:  # half a result on either side, so that one game proves little
            return NormalDist().cdf((self.mean - 0.5) * math.sqrt(self.groups) / math.sqrt(0.25 / (self.groups + 1)))
        return NormalDist().cdf((self.mean - 0.5) / self.error)


def elo_of(score: float) -> float:
    """The rating difference that an expected score means."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return ELO * math.log(score / (1 - score))


def score_of(elo: float) -> float:
    """The expected score that a rating difference means."""
    return 1 / (1 + math.exp(-elo / ELO)) if elo > -12_000 else 0.0


def elo_text(found: Interval) -> str:
    """A difference in Elo with its bounds; where a side took every point, only what is known: `> +140`."""
    if math.isfinite(found.middle):
        return f"{found.middle:+.0f} (95 %: {one_elo(found.low)} to {one_elo(found.high)})"
    return f"> {found.low:+.0f} (95 %)" if found.middle > 0 else f"< {found.high:+.0f} (95 %)"


def one_elo(value: float) -> str:
    """A bound, or that there is none."""
    return f"{value:+.0f}" if math.isfinite(value) else ("+∞" if value > 0 else "-∞")
