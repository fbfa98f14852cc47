"""Parasitism: how harmful a parasite becomes (Anderson and May 1982).

A parasite that uses its host more is passed on more often, but the host dies sooner. Passed on at a rate of
b a / (h + a) at harm a, lost when the host dies at the rate m + a, it makes R0 = b a / ((h + a)(m + a)) new infections:
most of all at a = √(h m), neither harmless nor deadly. Of two strains the one with the larger R0 drives the other out.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from zermelo.theory.reading import within


def spread(harm: float, passed: float, half: float, mortality: float) -> float:
    """R0: how many hosts one infected host infects where all others are healthy."""
    return passed * harm / ((half + harm) * (mortality + harm))


def best_harm(half: float, mortality: float) -> float:
    """The harm with the largest R0."""
    return math.sqrt(half * mortality)


def strains(
    harms: tuple[float, float], passed: float, half: float, mortality: float, years: float, step: float = 0.02
) -> Iterator[tuple[float, float, float]]:
    """Healthy hosts and those with each strain, as time goes on (Euler's steps); hosts are born as fast as they die."""
    healthy, sick = 0.98, [0.01, 0.01]
    rates = [passed * harm / (half + harm) for harm in harms]
    for _ in range(round(years / step)):
        yield healthy, sick[0], sick[1]
        new = [rate * healthy * one for rate, one in zip(rates, sick, strict=True)]
        lost = [(mortality + harm) * one for harm, one in zip(harms, sick, strict=True)]
        healthy += step * (mortality * (1 - healthy) - sum(new))
        sick = [one + step * (gain - loss) for one, gain, loss in zip(sick, new, lost, strict=True)]
    yield healthy, sick[0], sick[1]


def tell(
    one: float = 0.2, two: float = 0.9, passed: float = 3.0, half: float = 0.4, mortality: float = 0.1, years: int = 400
) -> Iterator[str]:
    """Two strains of a parasite in the same hosts."""
    for name, value in (("one", one), ("two", two), ("passed", passed), ("half", half), ("mortality", mortality)):
        within(name, value, 0.001, 10)
    within("years", years, 1, 4000)
    line = list(strains((one, two), passed, half, mortality, years))
    for place in range(0, len(line), max(1, len(line) // 8)):
        healthy, first, second = line[place]
        yield (
            f"  year {place * 0.02:6.0f}: {100 * healthy:5.1f} % healthy, {100 * first:5.2f} % with harm {one:g},"
            f" {100 * second:5.2f} % with harm {two:g}"
        )
    for harm in (one, two):
        yield f"harm {harm:g}: R0 = {spread(harm, passed, half, mortality):.3f}"
    best = best_harm(half, mortality)
    yield f"the larger R0 drives the other out; largest at harm {best:.3f}: {spread(best, passed, half, mortality):.3f}"
