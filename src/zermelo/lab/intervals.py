"""How sure a number from a sample is: 95 % intervals of a share and of a mean."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from zermelo.errors import BadLimit

SURE = 1.959964  # standard errors of a 95 % interval


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
