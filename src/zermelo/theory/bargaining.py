"""Bargaining: two who can have more together than apart must agree how to share it.

Nash (1950): of all that can be agreed, take the point where the product of what both gain is largest; four plain
axioms leave no other. Rubinstein (1982): who offers first gets 1/(1+δ) when both wait equally badly.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from zermelo.errors import BadParameter
from zermelo.theory.reading import Number, exact, shown
from zermelo.theory.utility import Utility

Point = tuple[Fraction, Fraction]


def nash(points: Sequence[tuple[Any, Any]], apart: tuple[Any, Any] = (0, 0)) -> Point:
    """Nash's solution over all mixtures of some agreements; `apart` is what both get without one. Exactly."""
    ends = [(exact(x) - exact(apart[0]), exact(y) - exact(apart[1])) for x, y in points]
    best: tuple[Fraction, Point] | None = None
    for one in ends:
        for two in ends:
            for share in (Fraction(0), peak(one, two)):
                point = tuple(a + share * (b - a) for a, b in zip(one, two, strict=True))
                if min(point) >= 0 and (best is None or point[0] * point[1] > best[0]):
                    best = point[0] * point[1], (point[0], point[1])
    if best is None or best[0] == 0:
        raise BadParameter(
            f"nothing here is better for both than no agreement, ({shown(exact(apart[0]))}, {shown(exact(apart[1]))})"
        )
    return best[1][0] + exact(apart[0]), best[1][1] + exact(apart[1])


def peak(one: Point, two: Point) -> Fraction:
    """How far from one point to the other the product of both coordinates is largest."""
    dx, dy = two[0] - one[0], two[1] - one[1]
    if dx * dy >= 0:  # no trade-off on this line: an end is best
        return Fraction(0)
    share = -(one[0] * dy + one[1] * dx) / (2 * dx * dy)
    return min(max(share, Fraction(0)), Fraction(1))


def split(total: Any, one: Utility, two: Utility, steps: int = 100) -> tuple[Fraction, Number]:
    """Share money by Nash's rule between two utilities, in steps: what the first gets, and the product of gains."""
    whole = exact(total)
    nothing = one(0), two(0)

    def product(part: Fraction) -> Number:
        return (one(part) - nothing[0]) * (two(whole - part) - nothing[1])

    parts = [whole * step / steps for step in range(steps + 1)]
    best = max(parts, key=product)
    return best, product(best)


def alternating_offers(first: Any, second: Any) -> tuple[Fraction, Fraction]:
    """The shares of a pie when offers alternate and each round of waiting leaves so much of it to each."""
    d1, d2 = exact(first), exact(second)
    if not (0 <= d1 < 1 and 0 <= d2 < 1):
        raise BadParameter("what waiting leaves is at least 0 and below 1")
    share = (1 - d2) / (1 - d1 * d2)
    return share, 1 - share
