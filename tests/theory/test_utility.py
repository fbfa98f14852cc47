"""Utility functions, certainty equivalents, insurance, scales."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo.errors import BadParameter
from zermelo.theory import scales
from zermelo.theory.insurance import chance_of_loss, insure
from zermelo.theory.lottery import Lottery
from zermelo.theory.prospect import Prospect
from zermelo.theory.utility import exponential, logarithmic, points, read

quick = settings(deadline=None, max_examples=40)

HALF = Lottery.from_text("[0.5 $1000; 0.5 $0]")


@pytest.mark.parametrize("text", ["linear", "log:50", "exp:0.01", "debt:0", "debt:-30", "points:-100=0,0=1/2,100=0.6"])
def test_inverse_and_name(text: str) -> None:
    utility = read(text)
    for x in (-20, 0, Fraction(7, 3), 99):
        assert float(utility.inverse(utility(x))) == pytest.approx(float(x))
    assert read(utility.name).name == utility.name
    assert utility(3) < utility(4)


def test_certainty_equivalents() -> None:
    assert read("linear").certainty_equivalent(HALF) == 500
    assert read("log").certainty_equivalent(HALF) == pytest.approx(math.sqrt(1001) - 1)
    a = 0.002
    assert exponential(a).certainty_equivalent(HALF) == pytest.approx(-math.log((1 + math.exp(-1000 * a)) / 2) / a)
    richer = [float(insure(HALF, logarithmic(wealth)).premium) for wealth in (1, 100, 800, 10_000)]
    assert richer == sorted(richer, reverse=True)  # the rich mind less
    steady = [float(insure(Lottery.of((0.5, 1000 + w), (0.5, w)), exponential(a)).premium) for w in (0, 500)]
    assert steady[0] == pytest.approx(steady[1])  # the exponential minds alike at every wealth
    assert insure(HALF, read("debt:-5000")).attitude == "risk-prone"
    assert insure(HALF, read("log:1000000")).attitude == "risk-averse"


def test_a_careful_insurer() -> None:
    deal = insure(HALF, read("log:800"), read("log:100000"))
    assert 400 < float(deal.insurer_gives) < 500
    assert deal.gain > 90
    assert [chance_of_loss(HALF, 500, n) for n in (1, 2, 3)] == [Fraction(1, 2), Fraction(1, 4), Fraction(1, 2)]
    with pytest.raises(BadParameter, match="at least one"):
        chance_of_loss(HALF, 400, 0)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("logg", "did you mean log?"),
        ("xyz", "there are linear, log, exp, debt, points"),
        ("log:x", "log: takes a number"),
        ("exp", "needs its aversion"),
        ("exp:-1", "above zero"),
        ("linear:3", "takes no number"),
        ("points:0=0", "two of them"),
        ("points:0=0,100=0", "more money must be worth more"),
        ("points:0;1", "AMOUNT=UTILITY"),
    ],
)
def test_bad_utilities(text: str, problem: str) -> None:
    with pytest.raises(BadParameter) as caught:
        read(text)
    assert problem in str(caught.value)


def test_out_of_reach() -> None:
    with pytest.raises(BadParameter, match=r"with wealth \$1, -\$5 leaves -\$4; give a larger wealth, as in log:1005"):
        read("log")(-5)
    with pytest.raises(BadParameter, match="the points reach from 0 to 10"):
        points([(0, 0), (10, 1)])(11)
    with pytest.raises(BadParameter, match="too steep"):
        exponential(100).certainty_equivalent(Lottery.sure(1000))
    with pytest.raises(BadParameter, match="beyond all numbers"):
        exponential(100)(-1000)


def test_prospect_theory() -> None:
    """Signs and sizes of Tversky and Kahneman, 1992."""
    mind = Prospect()
    assert mind.weight(Fraction(1, 100)) > 0.01
    assert mind.weight(Fraction(99, 100)) < 0.99
    assert [mind.weight(Fraction(x)) for x in (0, 1)] == [0, 1]
    assert mind.weight(Fraction(1, 2)) == pytest.approx(0.42, abs=0.005)
    assert mind.worth(Fraction(-100)) == pytest.approx(-2.25 * mind.worth(Fraction(100)))
    assert mind.value(Lottery.of((0.5, 100), (0.5, -100))) < 0
    assert mind.value(Lottery.sure(100)) == pytest.approx(100**0.88)


# ---------------------------------------------------------------------- scales

PRIZES: dict[Fraction | str, Fraction] = {"A": Fraction(3), "B": Fraction(-1), "C": Fraction(7)}
GRID = [
    Lottery.of((Fraction(a, 6), "A"), (Fraction(b, 6), "B"), (Fraction(6 - a - b, 6), "C"))
    for a, b in product(range(7), repeat=2)
    if a + b <= 6
]


def test_normalised() -> None:
    assert scales.normalised(PRIZES) == {"A": Fraction(1, 2), "B": 0, "C": 1}
    with pytest.raises(BadParameter, match="all equal"):
        scales.normalised({"A": 1, "B": 1})


@quick
@given(st.fractions(Fraction(1, 100), 100), st.fractions(-100, 100))
def test_behaviour_is_invariant_under_positive_linear_maps(factor: Fraction, shift: Fraction) -> None:
    changed = scales.positive_linear(PRIZES, factor, shift)
    assert scales.same_choices(PRIZES, changed, GRID)
    assert scales.normalised(changed) == scales.normalised(PRIZES)


def test_without_lotteries_only_the_order_is_known() -> None:
    cubed = scales.mapped(PRIZES, lambda u: u**3)
    assert scales.same_order(PRIZES, cubed)
    assert scales.same_choices(PRIZES, cubed, [Lottery.sure(prize) for prize in PRIZES])
    assert not scales.same_choices(PRIZES, cubed, GRID)
    assert not scales.same_order(PRIZES, scales.mapped(PRIZES, lambda u: -u))
    with pytest.raises(BadParameter, match="above zero"):
        scales.positive_linear(PRIZES, -1, 0)
    with pytest.raises(BadParameter, match="nothing is known of the prize 'D'"):
        scales.same_choices(PRIZES, PRIZES, [Lottery.sure("D"), Lottery.sure("A")])


def test_maximum_expected_utility() -> None:
    options = {"safe": Lottery.sure("A"), "bold": Lottery.of((0.5, "B"), (0.5, "C")), "wild": Lottery.sure("B")}
    assert scales.best_choice(PRIZES, options) == "safe"
    assert scales.best_choice({**PRIZES, "C": 8}, options) == "bold"


def test_micromorts_and_qalys() -> None:
    assert scales.micromorts("0.0004") == 400
    # $12,000 more for a car that halves a risk of 400 micromorts: $60 for each
    assert scales.price_of_micromort(12_000, "0.0004", "0.0002") == 60
    with pytest.raises(BadParameter, match="lower the chance"):
        scales.price_of_micromort(1, "0.1", "0.2")
    # two years on dialysis at half quality are worth one in full health
    assert scales.qalys([(2, 0.5)]) == scales.qalys([(1, 1)]) == 1
    operation = Lottery.of((0.9, 10), (0.1, 0))  # ten healthy years, or death
    assert operation.emv == 9 > scales.qalys([(10, 0.8)])
    with pytest.raises(BadParameter, match="from 0 to 1, not 2"):
        scales.qalys([(1, 2)])
