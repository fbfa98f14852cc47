"""Utilities of money: how much an amount is worth to somebody.

    linear             U(x) = x: money itself, for those who do not mind risk
    log, log:800       U(x) = ln(wealth + x), after Bernoulli (1738); a wealth of $1 unless told
    exp:0.01           U(x) = 1 - e^(-ax): the same dislike of risk at every wealth
    debt, debt:-5000   U(x) = ±√|wealth + x|: averse to risk above nothing, prone to it when in debt
    points:0=0,400=0.5,1000=1     straight lines through points that were elicited

Each has an inverse, which gives certainty equivalents. Lines and points stay exact.
"""

from __future__ import annotations

import difflib
import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from zermelo.errors import BadParameter
from zermelo.theory.lottery import Lottery, Prize, amount
from zermelo.theory.reading import Number, exact, is_number, money, number, shown

KINDS = ("linear", "log", "exp", "debt", "points")


@dataclass(frozen=True)
class Utility:
    """A rising function of money, with its inverse."""

    name: str
    of: Callable[[Fraction], Number]
    inverse: Callable[[Number], Number]

    def __call__(self, prize: Any) -> Number:
        """The utility of an amount."""
        return self.of(amount(prize) if isinstance(prize, str) else exact(prize))

    def expected(self, lottery: Lottery) -> Number:
        """The expected utility of a lottery."""
        return lottery.expectation(self.worth)

    def worth(self, prize: Prize) -> Number:
        """The utility of a prize, which must be money."""
        return self.of(amount(prize))

    def certainty_equivalent(self, lottery: Lottery) -> Number:
        """The amount for sure that is worth as much as the lottery."""
        return self.inverse(self.expected(lottery))


def linear() -> Utility:
    """Money itself."""
    return Utility("linear", lambda x: x, lambda u: u)


def logarithmic(wealth: Any = 1) -> Utility:
    """The logarithm of what one then owns."""
    owned = exact(wealth)

    def of(x: Fraction) -> float:
        if owned + x <= 0:
            raise BadParameter(
                f"a logarithmic utility needs something left: with wealth {money(owned)}, {money(x)} leaves "
                f"{money(owned + x)}; give a larger wealth, as in log:{shown(max(-x, Fraction(0)) + 1000)}"
            )
        return math.log(owned + x)

    return Utility(f"log:{shown(owned)}", of, lambda u: math.exp(u) - float(owned))


def exponential(aversion: Any) -> Utility:
    """Constant aversion a to risk; small a is nearly linear."""
    a = float(exact(aversion))
    if a <= 0:
        raise BadParameter(f"the aversion to risk of an exponential utility is above zero, as in exp:0.01, not {a:g}")

    def of(x: Fraction) -> float:
        if -a * x > 700:
            raise BadParameter(f"exp:{a:g} of {money(x)} is beyond all numbers: take a smaller aversion")
        return -math.expm1(-a * float(x))

    def inverse(u: Number) -> float:
        if u >= 1:
            raise BadParameter(f"exp:{a:g} is too steep for amounts like these: all of them are worth 1 to it")
        return -math.log1p(-float(u)) / a

    return Utility(f"exp:{a:g}", of, inverse)


def debt(wealth: Any = 0) -> Utility:
    """A root on both sides of nothing: bent down above it, bent up below it."""
    owned = exact(wealth)

    def of(x: Fraction) -> float:
        return math.copysign(math.sqrt(abs(owned + x)), owned + x)

    return Utility(f"debt:{shown(owned)}", of, lambda u: math.copysign(float(u) ** 2, u) - float(owned))


def points(known: Sequence[tuple[Any, Any]]) -> Utility:
    """Straight lines between known points (amount, utility)."""
    exactly = sorted((exact(x), exact(u)) for x, u in known)
    if len(exactly) < 2:
        raise BadParameter("a utility through points needs two of them at least: points:0=0,1000=1")
    for (x, u), (x2, u2) in itertools.pairwise(exactly):
        if x == x2 or u >= u2:
            raise BadParameter(
                f"more money must be worth more: the utility is {shown(u)} at {money(x)} and {shown(u2)} at {money(x2)}"
            )
    backwards = [(u, x) for x, u in exactly]
    name = ",".join(f"{shown(x)}={shown(u)}" for x, u in exactly)
    return Utility(f"points:{name}", lambda x: between(exactly, x), lambda u: between(backwards, u))


def between(known: Sequence[tuple[Fraction, Fraction]], x: Number) -> Number:
    """The value at x on straight lines through known points."""
    if not known[0][0] <= x <= known[-1][0]:
        low, high = shown(known[0][0]), shown(known[-1][0])
        raise BadParameter(f"nothing is known of {shown(x)}: the points reach from {low} to {high}")
    for (x1, y1), (x2, y2) in itertools.pairwise(known):
        if x <= x2:
            return y1 + (y2 - y1) * (x - x1) / (x2 - x1)
    raise AssertionError


def read(text: str) -> Utility:
    """A utility by its text, as in the list above."""
    kind, colon, rest = text.strip().partition(":")
    if kind not in KINDS:
        close = difflib.get_close_matches(kind, KINDS, 1)
        hint = f"; did you mean {close[0]}?" if close else f": there are {', '.join(KINDS)}"
        raise BadParameter(f"no utility is called {kind!r}{hint}")
    if kind == "points":
        return points([read_point(part) for part in rest.split(",") if part.strip()])
    if colon and not is_number(rest):
        raise BadParameter(f"{kind}: takes a number, as in {kind}:0.01, not {rest!r}")
    if kind == "linear":
        if colon:
            raise BadParameter("linear takes no number")
        return linear()
    if kind == "exp":
        if not colon:
            raise BadParameter("exp needs its aversion to risk, as in exp:0.01")
        return exponential(number(rest))
    make = logarithmic if kind == "log" else debt
    return make(number(rest)) if colon else make()


def read_point(text: str) -> tuple[Fraction, Fraction]:
    """`400=0.5` as a point."""
    x, equals, u = (part.strip() for part in text.partition("="))
    if not equals or not is_number(x.lstrip("$")) or not is_number(u):
        raise BadParameter(f"a point is AMOUNT=UTILITY, as in 400=0.5, not {text.strip()!r}")
    return number(x.lstrip("$")), number(u)
