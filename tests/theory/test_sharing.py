"""Bargaining and fair division."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo.errors import BadParameter
from zermelo.theory import bargaining as b
from zermelo.theory import division as d
from zermelo.theory.utility import debt, linear

quick = settings(deadline=None, max_examples=40)


def test_nash() -> None:
    assert b.nash([(1, 0), (0, 1)]) == (Fraction(1, 2), Fraction(1, 2))
    assert b.nash([(4, 0), (0, 2), (3, 1)]) == (3, 1)
    assert b.nash([(10, 0), (0, 10)], apart=(2, 0)) == (6, 4)  # who can wait gets more
    with pytest.raises(BadParameter, match=r"than no agreement, \(5, 5\)"):
        b.nash([(1, 0), (0, 1)], apart=(5, 5))


coordinates = st.integers(0, 12)


@quick
@given(st.lists(st.tuples(coordinates, coordinates), min_size=2, max_size=5), st.integers(1, 5), st.integers(1, 5))
def test_nash_is_largest_and_keeps_to_scale(points: list[tuple[int, int]], kx: int, ky: int) -> None:
    if not any(x * y for x, y in points) and not (any(x for x, _ in points) and any(y for _, y in points)):
        return
    x, y = b.nash(points)
    for p in points:  # no mixture on a grid has a larger product
        for q in points:
            for share in range(11):
                mixed = [Fraction(share * s + (10 - share) * t, 10) for s, t in zip(p, q, strict=True)]
                assert mixed[0] * mixed[1] <= x * y
    assert b.nash([(kx * s, ky * t) for s, t in points]) == (kx * x, ky * y)  # utilities have no common unit


def test_fear_of_risk_costs_money() -> None:
    assert b.split(300, linear(), linear(), 300)[0] == 150
    assert b.split(300, linear(), debt(), 300)[0] == 200  # a root gets a third


def test_alternating_offers() -> None:
    first, second = b.alternating_offers("0.9", "0.9")
    assert first == 1 / (1 + Fraction("0.9"))
    assert second == Fraction("0.9") * first  # the other is offered just what he would get one round later
    assert b.alternating_offers(0, "0.5") == (Fraction(1, 2), Fraction(1, 2))
    with pytest.raises(BadParameter, match="below 1"):
        b.alternating_offers(1, 0)


worths = st.lists(st.integers(0, 9), min_size=1, max_size=6).filter(any)


@quick
@given(worths, worths)
def test_nobody_envies_after_divide_and_choose(one: list[int], two: list[int]) -> None:
    halves = d.divide_and_choose(d.Taste.of(*one), d.Taste.of(*two))
    assert halves.cutter == Fraction(1, 2)
    assert halves.chooser >= Fraction(1, 2)


def test_divide_and_choose() -> None:
    halves = d.divide_and_choose(d.Taste.of(1, 1, 2), d.Taste.of(3, 1, 1))
    assert (halves.cut, halves.chooser_takes_left, halves.chooser) == (Fraction(2, 3), True, Fraction(4, 5))
    with pytest.raises(BadParameter, match="not all of them nothing"):
        d.Taste.of(0, 0)


points = st.lists(st.integers(1, 30), min_size=3, max_size=3)


@quick
@given(points, points)
def test_adjusted_winner_is_equitable_efficient_and_free_of_envy(one: list[int], two: list[int]) -> None:
    a = {name: Fraction(100 * p, sum(one)) for name, p in zip("xyz", one, strict=True)}
    b2 = {name: Fraction(100 * p, sum(two)) for name, p in zip("xyz", two, strict=True)}
    shares = d.adjusted_winner(a, b2)
    rest = {name: 1 - share for name, share in shares.items()}
    assert d.score(a, shares) == d.score(b2, rest) >= 50
    assert all(0 <= share <= 1 for share in shares.values())
    assert sum(0 < share < 1 for share in shares.values()) <= 1  # one thing at most is cut


def test_adjusted_winner() -> None:
    shares = d.adjusted_winner({"house": 50, "car": 30, "boat": 20}, {"house": 40, "car": 50, "boat": 10})
    assert shares == {"house": Fraction(7, 9), "car": 0, "boat": 1}
    with pytest.raises(BadParameter, match="only one of them values 'car'"):
        d.adjusted_winner({"house": 100}, {"house": 50, "car": 50})
    with pytest.raises(BadParameter, match="here 100 and 50"):
        d.adjusted_winner({"house": 100}, {"house": 50})
