"""How sure a number from a sample is: 95 % intervals of a share and of a mean."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from zermelo.errors import BadLimit

SURE = 1.959963984540054  # standard errors of a 95 % interval
TAIL = 0.025  # what lies beyond either of its ends


@dataclass(frozen=True)
class Interval:
    """An estimate between two bounds."""

    middle: float
    low: float
    high: float

    def apart_from(self, other: Interval) -> bool:
        """Whether the two do not overlap."""
        return self.low > other.high or other.low > self.high

    def to_json(self) -> dict[str, float]:
        """Plain data."""
        return {"estimate": self.middle, "low": self.low, "high": self.high}


def share(hits: int, tries: int) -> Interval:
    """How often something happens, by Wilson's interval (1927), which is honest for 0 and for all."""
    if tries < 1:
        raise BadLimit("a share needs at least one try")
    part, weight = hits / tries, SURE**2 / tries
    centre = (part + weight / 2) / (1 + weight)
    half = SURE * math.sqrt(part * (1 - part) / tries + weight / tries / 4) / (1 + weight)
    return Interval(part, max(0.0, centre - half), min(1.0, centre + half))


def mean(values: Sequence[float]) -> Interval:
    """The mean of independent numbers; one number alone says nothing about its own error."""
    count = len(values)
    if count < 1:
        raise BadLimit("a mean needs at least one number")
    middle = math.fsum(values) / count
    if count == 1:
        return Interval(middle, -math.inf, math.inf)
    spread = math.sqrt(math.fsum((value - middle) ** 2 for value in values) / (count - 1))
    half = SURE * spread / math.sqrt(count)
    return Interval(middle, middle - half, middle + half)


def proportion(hits: int, tries: int) -> Interval:
    """The exact interval of Clopper and Pearson (1934): never less than 95 %, and wider than Wilson's for it."""
    if tries < 1:
        raise BadLimit("a share needs at least one try")
    low = 0.0 if hits == 0 else beta_quantile(TAIL, hits, tries - hits + 1)
    high = 1.0 if hits == tries else beta_quantile(1 - TAIL, hits + 1, tries - hits)
    return Interval(hits / tries, low, high)


def beta_quantile(chance: float, one: float, other: float) -> float:
    """Where the beta distribution reaches a probability, by bisection."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if beta_below(middle, one, other) < chance else (low, middle)
    return (low + high) / 2


def beta_below(x: float, one: float, other: float) -> float:
    """The regularised incomplete beta function, by its continued fraction (Abramowitz and Stegun 26.5.8)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (one + 1) / (one + other + 2):  # the fraction converges quickly on the other side
        return 1 - beta_below(1 - x, other, one)
    front = math.exp(
        math.lgamma(one + other) - math.lgamma(one) - math.lgamma(other) + one * math.log(x) + other * math.log1p(-x)
    )
    value = 1.0
    for step in range(200, 0, -1):  # from the inside out
        half, odd = divmod(step, 2)
        if odd:
            part = -(one + half) * (one + other + half) * x / ((one + 2 * half) * (one + 2 * half + 1))
        else:
            part = half * (other - half) * x / ((one + 2 * half - 1) * (one + 2 * half))
        value = 1 + part / value
    return front / (one * value)
