"""Fair division: a cake, and a list of things.

Divide and choose: one cuts the cake into halves that are equal to them, the other takes the one they like; nobody
envies. Adjusted winner (Brams and Taylor, 1996): each spreads 100 points over the things; each thing goes to who
gives it more, and then things pass over, one of them cut, until both have the same number of points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from zermelo.errors import BadParameter
from zermelo.theory.reading import exact, shown


@dataclass(frozen=True)
class Taste:
    """What a cake from 0 to 1 is worth to somebody: slices of equal width, each with its worth; one in all."""

    slices: tuple[Fraction, ...]

    @classmethod
    def of(cls, *worth: Any) -> Taste:
        """Slices from left to right, in any unit."""
        parts = [exact(part) for part in worth]
        total = sum(parts, Fraction(0))
        if total <= 0 or min(parts) < 0:
            raise BadParameter("the slices of a cake are worth nothing or more, and not all of them nothing")
        return cls(tuple(part / total for part in parts))

    def worth(self, left: Fraction, right: Fraction) -> Fraction:
        """The worth of the cake between two places."""
        count = len(self.slices)
        overlaps = (
            max(Fraction(0), min(right * count, Fraction(n + 1)) - max(left * count, Fraction(n))) for n in range(count)
        )
        return sum((part * overlap for part, overlap in zip(self.slices, overlaps, strict=True)), Fraction(0))

    def cut(self, share: Any = Fraction(1, 2)) -> Fraction:
        """The place with that share of the worth to its left."""
        left, wanted = Fraction(0), exact(share)
        for place, part in enumerate(self.slices):
            if part and left + part >= wanted:
                return (place + (wanted - left) / part) / len(self.slices)
            left += part
        return Fraction(1)


@dataclass(frozen=True)
class Halves:
    """A cake that was cut and chosen from."""

    cut: Fraction
    chooser_takes_left: bool
    cutter: Fraction  # what the cutter's piece is worth to them
    chooser: Fraction


def divide_and_choose(cutter: Taste, chooser: Taste) -> Halves:
    """One cuts, the other chooses."""
    place = cutter.cut()
    left = chooser.worth(Fraction(0), place)
    takes_left = left >= 1 - left
    mine = cutter.worth(place, Fraction(1)) if takes_left else cutter.worth(Fraction(0), place)
    return Halves(place, takes_left, mine, max(left, 1 - left))


def adjusted_winner(one: Mapping[str, Any], two: Mapping[str, Any]) -> dict[str, Fraction]:
    """The share of each thing that the first gets; the second gets the rest. Both have equal points then."""
    points = [{name: exact(value) for name, value in side.items()} for side in (one, two)]
    if points[0].keys() != points[1].keys():
        strange = sorted(points[0].keys() ^ points[1].keys())[0]
        raise BadParameter(f"both value the same things, and only one of them values {strange!r}")
    totals = [sum(side.values()) for side in points]
    if min(min(side.values()) for side in points) < 0 or totals[0] != totals[1] or not totals[0]:
        raise BadParameter(f"both spread the same number of points, none below zero; here {shown_all(totals)}")
    a, b = points
    shares = {name: Fraction(a[name] >= b[name]) for name in a}
    gap = score(a, shares) - score(b, {name: 1 - share for name, share in shares.items()})
    rich, poor, give = (a, b, Fraction(1)) if gap > 0 else (b, a, Fraction(0))
    # things pass from who has more, first those whose worth to both differs least
    held = [name for name, share in shares.items() if share == give]
    for name in sorted(held, key=lambda thing: (ratio(rich[thing], poor[thing]), thing)):
        if not gap:
            break
        moved = min(Fraction(1), abs(gap) / (rich[name] + poor[name]))
        shares[name] += -moved if give else moved
        gap -= (1 if gap > 0 else -1) * moved * (rich[name] + poor[name])
    return shares


def ratio(more: Fraction, less: Fraction) -> Fraction:
    """How many times more somebody values a thing than the other does."""
    return more / less if less else Fraction(10**9)


def score(points: Mapping[str, Fraction], shares: Mapping[str, Fraction]) -> Fraction:
    """The points of somebody's shares."""
    return sum((points[name] * share for name, share in shares.items()), Fraction(0))


def shown_all(values: Sequence[Any]) -> str:
    """Some numbers in words."""
    return " and ".join(shown(exact(value)) for value in values)
