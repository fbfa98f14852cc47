"""Auctions."""

from __future__ import annotations

from fractions import Fraction

import pytest

from zermelo.errors import BadLimit, BadParameter
from zermelo.theory import auctions as a


def paid(*amounts: int) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, amounts))


def test_who_wins_and_pays() -> None:
    assert a.sell("first", [3, 7, 5]) == a.Sale(1, paid(0, 7, 0))
    assert a.sell("second", [3, 7, 5]) == a.Sale(1, paid(0, 5, 0))
    assert a.sell("all-pay", [3, 7, 5]) == a.Sale(1, paid(3, 7, 5))
    assert a.sell("second", [3, 7, 5]).gain(1, 8) == 3
    assert a.sell("all-pay", [3, 7, 5]).gain(0, 8) == -3


def test_truth_is_dominant_in_second_price_only() -> None:
    assert [kind for kind in a.KINDS if a.truth_is_dominant(kind, 6)] == ["second"]


@pytest.mark.parametrize("bidders", [2, 3, 5])
def test_the_first_price_bid_is_best_against_itself(bidders: int) -> None:
    """With others at (n-1)/n of their value, a bid b wins with chance (b n/(n-1))^(n-1)."""
    value, top = Fraction(3, 5), Fraction(bidders - 1, bidders)

    def gain(bid: Fraction) -> Fraction:
        return (value - bid) * min(bid / top, Fraction(1)) ** (bidders - 1)

    best = a.equilibrium_bid("first", value, bidders)
    assert best == top * value
    assert all(gain(best) >= gain(Fraction(step, 200)) for step in range(201))


@pytest.mark.parametrize("kind", a.KINDS)
def test_revenue_equivalence(kind: str) -> None:
    for bidders in (2, 4):
        mean, error = a.simulate(kind, bidders, 4000, seed=1)
        assert abs(mean - float(a.expected_revenue(bidders))) < 4 * error
    greedy, error = a.simulate("first", 2, 4000, seed=1, bid=lambda v: 0.3 * v)
    assert greedy < 1 / 3 - 4 * error  # another rule, another revenue


def test_bad_input() -> None:
    with pytest.raises(BadParameter, match="there are first, second, all-pay"):
        a.sell("third", [1, 2])
    with pytest.raises(BadParameter, match="two bidders"):
        a.sell("first", [1])
    with pytest.raises(BadParameter, match="negative: -1"):
        a.sell("first", [1, -1])
    with pytest.raises(BadLimit, match="two sales"):
        a.simulate("first", 2, 1)
