"""Auctions with sealed bids: who wins, what they pay, and how to bid.

Second price: the winner pays the next bid, so nobody gains by bidding anything but their true value (Vickrey, 1961).
First price: the winner pays their own bid, so all bid below their value: with n bidders and values spread evenly from 0
to 1, the share (n-1)/n of it. On average the seller gets the same, (n-1)/(n+1): revenue equivalence.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from statistics import fmean, stdev
from typing import Any

from zermelo.errors import BadLimit, BadParameter
from zermelo.theory.reading import exact, shown

KINDS = ("first", "second", "all-pay")


@dataclass(frozen=True)
class Sale:
    """Who won, and what each pays."""

    winner: int
    paid: tuple[Fraction, ...]

    @property
    def revenue(self) -> Fraction:
        """What the seller gets."""
        return sum(self.paid, Fraction(0))

    def gain(self, bidder: int, value: Any) -> Fraction:
        """What a bidder has of it, whose value of the thing is given."""
        return (exact(value) if bidder == self.winner else Fraction(0)) - self.paid[bidder]


def sell(kind: str, bids: Sequence[Any]) -> Sale:
    """The highest bid wins, the first of equals; who pays what depends on the kind of auction."""
    if kind not in KINDS:
        raise BadParameter(f"no auction is called {kind!r}: there are {', '.join(KINDS)}")
    exactly = [exact(bid) for bid in bids]
    if len(exactly) < 2:
        raise BadParameter("an auction needs two bidders at least")
    if min(exactly) < 0:
        raise BadParameter(f"a bid cannot be negative: {shown(min(exactly))}")
    winner = exactly.index(max(exactly))
    if kind == "all-pay":
        return Sale(winner, tuple(exactly))
    others = [bid for bidder, bid in enumerate(exactly) if bidder != winner]
    price = exactly[winner] if kind == "first" else max(others)
    return Sale(winner, tuple(price if bidder == winner else Fraction(0) for bidder in range(len(exactly))))


def equilibrium_bid(kind: str, value: Any, bidders: int) -> Fraction:
    """What to bid when all values are spread evenly from 0 to 1 and all others bid so too."""
    if bidders < 2:
        raise BadParameter("an auction needs two bidders at least")
    worth, share = exact(value), Fraction(bidders - 1, bidders)
    if kind == "first":
        return share * worth
    return share * worth**bidders if kind == "all-pay" else worth


def expected_revenue(bidders: int) -> Fraction:
    """What the seller gets on average in every one of these auctions: the second highest of n values."""
    return Fraction(bidders - 1, bidders + 1)


def truth_is_dominant(kind: str, steps: int = 10) -> bool:
    """Whether no bid ever does better than the true value, tried for all values, bids and rivals' bids on a grid."""
    grid = [Fraction(step, steps) for step in range(steps + 1)]
    return all(
        sell(kind, (value, rival)).gain(0, value) >= sell(kind, (bid, rival)).gain(0, value)
        for value, bid, rival in product(grid, repeat=3)
    )


def values(count: int, seed: int = 0) -> list[float]:
    """What a thing is worth to some bidders, spread evenly from 0 to 1."""
    chance = random.Random(seed)
    return [chance.random() for _ in range(count)]


def simulate(
    kind: str, bidders: int, sales: int, seed: int = 0, bid: Callable[[float], float] | None = None
) -> tuple[float, float]:
    """The mean revenue of many sales and its standard error; all bid by equilibrium, or by a rule of yours."""
    if sales < 2:
        raise BadLimit(f"a mean with its error needs two sales at least, not {sales}")
    chance = random.Random(seed)
    share = (bidders - 1) / bidders
    rules = {"first": lambda v: share * v, "all-pay": lambda v: share * v**bidders, "second": lambda v: v}
    if kind not in rules:
        raise BadParameter(f"no auction is called {kind!r}: there are {', '.join(KINDS)}")
    rule = bid or rules[kind]
    revenues = []
    for _ in range(sales):  # floats throughout: fractions of random numbers are long
        bids = sorted(rule(chance.random()) for _ in range(bidders))
        revenues.append(sum(bids) if kind == "all-pay" else bids[-1] if kind == "first" else bids[-2])
    return fmean(revenues), stdev(revenues) / sales**0.5
