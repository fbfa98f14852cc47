"""Brownian motion between two walls: how likely a path ends on one side of a given end."""

from __future__ import annotations

import math
from statistics import NormalDist

NORMAL = NormalDist()
SMALL = 1e-10


def passes_right(low: float, high: float, drift: float, variance: float, time: float, place: float) -> float:
    """The probability that a path from 0 leaves through the lower wall before `time`, or is below `place` then.

    Read as an outcome that is worse: an earlier failure, or a later success. Early times by images of the walls, late
    ones by the eigenfunctions of the interval between them.
    """
    if math.pi**2 * variance * time / (high - low) ** 2 / 2 < 0.05:
        return early(low, high, drift, variance, time, place)
    return late(low, high, drift, variance, time, place)


def early(low: float, high: float, drift: float, variance: float, time: float, place: float) -> float:
    """By images: exact but for paths that see both walls, which early ones do not."""
    spread, way, bend = math.sqrt(variance * time), drift * time, drift / variance
    seen = NORMAL.cdf((place - way) / spread)
    below = mirrored(2 * bend * low, (2 * low - place + way) / spread)
    above = mirrored(2 * bend * high, (place - way - 2 * high) / spread)
    return seen + below - above


def mirrored(weight: float, end: float) -> float:
    """exp(weight)·Φ(end) without overflow: for a far end by the tail's expansion."""
    if weight < 500 and end > -30:
        return math.exp(weight) * NORMAL.cdf(end)
    return math.exp(weight - end**2 / 2) / math.sqrt(2 * math.pi) * (-1 / end) * (1 - 1 / end**2)


def late(low: float, high: float, drift: float, variance: float, time: float, place: float) -> float:
    """By the series of the interval."""
    wide, start, end, bend = high - low, -low, place - low, drift / variance
    if abs(bend * wide) < 1e-8:
        out = (wide - start) / wide
    elif bend * wide > 30:
        out = math.exp(-2 * bend * start)
    else:
        out = (1 - math.exp(2 * bend * (wide - start))) / (1 - math.exp(2 * bend * wide))
    total, number = 0.0, 1
    while True:
        rate = ((number * math.pi / wide) ** 2 * variance + drift**2 / variance) / 2
        weight = math.exp(-rate * time + bend * (end - start))
        angle = number * math.pi * end / wide
        part = 2 * (wide * bend * math.sin(angle) - math.pi * number * math.cos(angle))
        part /= (wide * bend) ** 2 + (math.pi * number) ** 2
        total += weight * part * math.sin(number * math.pi * start / wide)
        if abs(weight * part) <= SMALL:
            return out + total
        number += 1
