"""Scales of utility: which numbers mean the same, and the units that medicine and safety use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any

from zermelo.errors import BadParameter
from zermelo.theory.lottery import Lottery, Prize
from zermelo.theory.reading import exact, shown

Utilities = Mapping[Prize, Any]


def normalised(utilities: Utilities) -> dict[Prize, Fraction]:
    """The same utilities between u- = 0 for the worst prize and u+ = 1 for the best."""
    values = {prize: exact(value) for prize, value in utilities.items()}
    low, high = min(values.values()), max(values.values())
    if low == high:
        raise BadParameter("utilities that are all equal have no best and no worst")
    return {prize: (value - low) / (high - low) for prize, value in values.items()}


def positive_linear(utilities: Utilities, factor: Any, shift: Any) -> dict[Prize, Fraction]:
    """U'(x) = k1 U(x) + k2 with k1 > 0: other numbers, the same behaviour."""
    if exact(factor) <= 0:
        raise BadParameter(f"a positive linear map has a factor above zero, not {shown(exact(factor))}")
    return {prize: exact(factor) * exact(value) + exact(shift) for prize, value in utilities.items()}


def mapped(utilities: Utilities, change: Callable[[Any], Any]) -> dict[Prize, Any]:
    """Every utility through some function."""
    return {prize: change(value) for prize, value in utilities.items()}


def same_order(one: Utilities, two: Utilities) -> bool:
    """Whether two utilities order all prizes alike: all that matters without lotteries."""
    return all(sign(one[a] - one[b]) == sign(two[a] - two[b]) for a, b in combinations(one, 2))


def same_choices(one: Utilities, two: Utilities, lotteries: Iterable[Lottery]) -> bool:
    """Whether two utilities order all the lotteries alike."""
    values = [(lottery.expectation(exactly(one)), lottery.expectation(exactly(two))) for lottery in lotteries]
    return all(sign(a - c) == sign(b - d) for (a, b), (c, d) in combinations(values, 2))


def exactly(utilities: Utilities) -> Callable[[Prize], Fraction]:
    """Utilities as a function of the prize; an unknown prize is named."""

    def worth(prize: Prize) -> Fraction:
        if prize not in utilities:
            raise BadParameter(f"nothing is known of the prize {prize!r}")
        return exact(utilities[prize])

    return worth


def best_choice(utilities: Utilities, lotteries: Mapping[str, Lottery]) -> str:
    """The principle of maximum expected utility: the name of the lottery to choose; the first of equals."""
    return max(lotteries, key=lambda name: lotteries[name].expectation(exactly(utilities)))


def sign(value: Any) -> int:
    """-1, 0 or 1."""
    return (value > 0) - (value < 0)


# ---------------------------------------------------------------------- units of life

MICROMORT = Fraction(1, 1_000_000)  # a chance of death


def micromorts(chance_of_death: Any) -> Fraction:
    """A chance of death in millionths."""
    return exact(chance_of_death) / MICROMORT


def price_of_micromort(paid: Any, before: Any, after: Any) -> Fraction:
    """What somebody shows to pay for each micromort less, by buying a safer product; risks as chances of death."""
    less = micromorts(exact(before) - exact(after))
    if less <= 0:
        raise BadParameter("the safer product must lower the chance of death")
    return exact(paid) / less


def qalys(years: Iterable[tuple[Any, Any]]) -> Fraction:
    """Quality-adjusted life years: (years, quality from 0 for death to 1 for full health), added up."""
    total = Fraction(0)
    for length, quality in years:
        if not 0 <= exact(quality) <= 1:
            raise BadParameter(f"the quality of life is from 0 to 1, not {shown(exact(quality))}")
        total += exact(length) * exact(quality)
    return total
