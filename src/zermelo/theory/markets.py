"""Markets: what is traded at which price, and what is lost where nobody shows their true price.

Chatterjee and Samuelson (1983): one buyer, one seller, worth and cost spread evenly from 0 to 1, both name a price and
trade in the middle. In the linear equilibrium the buyer bids 2/3 v + 1/12, the seller asks 2/3 c + 1/4: they trade only
where the gain is a quarter or more, and 27/32 of all that could be gained is.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction

from zermelo.errors import BadParameter
from zermelo.theory.reading import number, shown, within

MOST_MEETINGS = 1_000_000
ALL_GAINS = Fraction(1, 6)  # the expected gain where every worthwhile trade is made
KEPT = Fraction(27, 32)  # the part of it that the linear equilibrium keeps


def clearing(worths: Sequence[Fraction], costs: Sequence[Fraction]) -> tuple[int, Fraction, Fraction]:
    """How many trade, and the lowest and the highest price at which as many want to buy as to sell."""
    buyers, sellers = sorted(worths, reverse=True), sorted(costs)
    trades = sum(worth >= cost for worth, cost in zip(buyers, sellers, strict=False))
    if trades == 0:
        raise BadParameter("nobody wants to pay what anybody asks: there is no trade")
    low = max([sellers[trades - 1], *buyers[trades : trades + 1]])
    high = min([buyers[trades - 1], *sellers[trades : trades + 1]])
    return trades, low, high


def bid(worth: Fraction) -> Fraction:
    """The buyer's price in the linear equilibrium; never above the worth."""
    return min(worth, Fraction(2, 3) * worth + Fraction(1, 12))


def ask(cost: Fraction) -> Fraction:
    """The seller's price in the linear equilibrium; never below the cost."""
    return max(cost, Fraction(2, 3) * cost + Fraction(1, 4))


def meetings(count: int, seed: int = 0) -> tuple[float, float]:
    """The mean gain of a meeting when both play the equilibrium, and when both are honest."""
    chance = random.Random(seed)
    kept = honest = 0.0
    for _ in range(count):
        worth, cost = chance.random(), chance.random()
        honest += max(worth - cost, 0.0)
        kept += worth - cost if worth - cost >= 0.25 else 0.0  # 2/3 v + 1/12 >= 2/3 c + 1/4
    return kept / count, honest / count


def tell(worths: str = "9 7 5 3", costs: str = "2 4 6 8", pairs: int = 100_000, seed: int = 0) -> Iterator[str]:
    """A market that clears, and one buyer with one seller."""
    within("pairs", pairs, 1, MOST_MEETINGS)
    buyers, sellers = ([number(part) for part in text.split()[:1000]] for text in (worths, costs))
    trades, low, high = clearing(buyers, sellers)
    gain = sum(sorted(buyers, reverse=True)[:trades], Fraction(0)) - sum(sorted(sellers)[:trades], Fraction(0))
    told = f"of {len(buyers)} buyers and {len(sellers)} sellers {trades} each trade"
    yield f"{told}, at a price from {shown(low)} to {shown(high)}"
    yield f"  together they gain {shown(gain)}: no other way to trade gains more"
    kept, honest = meetings(pairs, seed)
    yield "one buyer, one seller, neither knows the other's price: bid 2/3 v + 1/12, ask 2/3 c + 1/4"
    yield f"  {pairs:,} meetings: {kept:.4f} gained of {honest:.4f}, {100 * kept / honest:.1f} %"
    yield f"  in theory {shown(KEPT * ALL_GAINS)} of {shown(ALL_GAINS)}, {100 * float(KEPT):.1f} %: hiding loses trades"
