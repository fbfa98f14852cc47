"""Laws of the results of a game or of a pair, and the nearest ones of a wanted strength."""

from __future__ import annotations

import math
from collections.abc import Sequence

Law = list[tuple[float, float]]  # (value, probability)
NEVER_SEEN = 0.001  # how often a result counts that never occurred


def law_of(counts: Sequence[float]) -> tuple[float, Law]:
    """How many results there are, and their law; one that never occurred keeps a little weight."""
    filled = [count or NEVER_SEEN for count in counts]
    total = sum(filled)
    return total, [(place / (len(filled) - 1), count / total) for place, count in enumerate(filled)]


def mean_and_variance(law: Law) -> tuple[float, float]:
    """The first two moments."""
    mean = math.fsum(value * p for value, p in law)
    return mean, math.fsum(p * (value - mean) ** 2 for value, p in law)


def nearest_with_mean(law: Law, mean: float) -> Law:
    """The law with this mean under which the observed one is likeliest (Owen's empirical likelihood)."""
    return tilted(law, [value - mean for value, _ in law])


def nearest_with_strength(law: Law, strength: float) -> Law:
    """The same for (mean - 1/2) / standard deviation: the side condition is made linear again and again."""
    found = [(value, 1 / len(law)) for value, _ in law]
    for _ in range(10):
        mean, variance = mean_and_variance(found)
        spread = math.sqrt(variance)
        shifts = [value - 0.5 - strength * spread * (1 + ((value - mean) / spread) ** 2) / 2 for value, _ in law]
        before, found = found, tilted(law, shifts)
        if max(abs(a - b) for (_, a), (_, b) in zip(before, found, strict=True)) < 1e-9:
            break
    return found


def tilted(law: Law, shifts: Sequence[float]) -> Law:
    """The nearest law whose mean of the shifts is 0: p / (1 + t·shift), with t by bisection."""
    low, high = -1 / max(shifts), -1 / min(shifts)  # beyond them a probability would be negative
    for _ in range(200):
        t = (low + high) / 2
        if not low < t < high:
            break
        if sum(p * shift / (1 + t * shift) for (_, p), shift in zip(law, shifts, strict=True)) > 0:
            low = t
        else:
            high = t
    t = (low + high) / 2
    return [(value, p / (1 + t * shift)) for (value, p), shift in zip(law, shifts, strict=True)]
