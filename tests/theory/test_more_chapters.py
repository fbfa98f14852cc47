"""Markets, networks, negotiation, signals, sex ratios, kin and parasites: models beside what theory says."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from zermelo.errors import BadLimit, BadParameter
from zermelo.theory import kinship, markets, negotiation, networks, parasitism, sex_ratios, signalling


def test_a_market_trades_all_that_gains() -> None:
    worths, costs = [Fraction(n) for n in (9, 7, 5, 3)], [Fraction(n) for n in (2, 4, 6, 8)]
    trades, low, high = markets.clearing(worths, costs)
    most = max(
        sum(buy) - sum(sell)
        for count in range(5)
        for buy in combinations(worths, count)
        for sell in combinations(costs, count)
    )
    assert sum(sorted(worths)[-trades:]) - sum(sorted(costs)[:trades]) == most == 10
    for price in (low, high):  # nobody who trades loses, nobody who does not would gain
        assert sum(worth > price for worth in worths) <= trades <= sum(worth >= price for worth in worths)
        assert sum(cost < price for cost in costs) <= trades <= sum(cost <= price for cost in costs)
    with pytest.raises(BadParameter, match="no trade"):
        markets.clearing([Fraction(1)], [Fraction(2)])


def test_hidden_worths_lose_trades_as_theory_says() -> None:
    """27/32 is kept; and against the equilibrium's asks no other bid gains more."""
    kept, honest = markets.meetings(40_000, 3)
    assert kept / honest == pytest.approx(float(markets.KEPT), abs=0.01)
    costs = [Fraction(2 * n + 1, 120) for n in range(60)]
    for worth in (Fraction(1, 2), Fraction(3, 4), Fraction(1)):

        def gain(bid: Fraction, worth: Fraction = worth) -> Fraction:
            asks = [markets.ask(cost) for cost in costs]
            return sum((worth - (bid + ask) / 2 for ask in asks if ask <= bid), Fraction(0)) / len(costs)

        best = max(gain(Fraction(n, 50)) for n in range(51))
        assert float(best - gain(markets.bid(worth))) < 0.006


@pytest.mark.parametrize("cost", ["0.1", "0.3", "0.6", "0.9"])
def test_the_best_networks_are_those_of_the_theorem(cost: str) -> None:
    quality, price = Fraction(1, 2), Fraction(cost)
    values = {links: sum(networks.worth(4, links, quality, price)) for links in networks.networks(4)}
    best = {networks.name_of(4, links) for links, value in values.items() if value == max(values.values())}
    assert best == {networks.best_by_theory(4, quality, price)}
    stable = {networks.name_of(4, links) for links in values if networks.is_stable(4, links, quality, price)}
    if price < quality - quality**2:
        assert stable == {"complete"}  # Jackson and Wolinsky, proposition 2
    if price > quality:
        assert "star" not in stable  # the middle would be left


def test_shares_of_three() -> None:
    whole = {frozenset("ABC"): Fraction(6), frozenset("AB"): Fraction(5)}
    worths = {**whole, frozenset("AC"): Fraction(4), frozenset("BC"): Fraction(3)}
    assert negotiation.shapley(worths) == {"A": Fraction(5, 2), "B": 2, "C": Fraction(3, 2)}
    assert negotiation.core(worths) == {"A": (3, 3), "B": (2, 2), "C": (1, 1)}
    majority = {frozenset(pair): Fraction(6) for pair in ("AB", "AC", "BC", "ABC")}
    assert negotiation.core(majority) is None
    assert set(negotiation.shapley(majority).values()) == {Fraction(2)}
    assert negotiation.core(whole | {frozenset("AC"): Fraction(0)}) == {"A": (0, 6), "B": (0, 6), "C": (0, 1)}


def test_a_language_arises_and_costly_signals_are_believed() -> None:
    lines = [list(signalling.language(3000, seed)) for seed in range(8)]
    early, late = (sorted(line[count - 1] for line in lines) for count in (100, 3000))
    assert all(one < other for one, other in zip(early, late, strict=True))  # slowly where it begins badly
    assert late[4] > 0.95
    low, high = signalling.separating(Fraction(2), Fraction(1), Fraction(1, 2), Fraction(1))
    assert (low, high) == (1, 2)
    assert 2 - low * 1 <= 1 <= 2 - high * Fraction(1, 2)  # others do not imitate, the able still want to
    with pytest.raises(BadParameter, match="costs them less"):
        signalling.separating(Fraction(2), Fraction(1), Fraction(1), Fraction(1))


@pytest.mark.parametrize("mothers", [2, 3, 10])
def test_sons_and_daughters(mothers: int) -> None:
    """No other share does better at the stable one, and small mutants lead there."""
    share = sex_ratios.stable(mothers)
    here = sex_ratios.fitness(share, share, mothers)
    assert all(sex_ratios.fitness(Fraction(n, 40), share, mothers) <= here for n in range(1, 40))
    for start in (0.05, 0.9):
        assert list(sex_ratios.drift(mothers, start, 200))[-1] == pytest.approx(float(share), abs=0.01)


@pytest.mark.parametrize(("benefit", "spreads"), [(4.0, True), (1.2, False)])
def test_hamiltons_rule(benefit: float, spreads: bool) -> None:
    assert (kinship.advantage(Fraction(1, 2), Fraction(benefit), Fraction(1)) > 0) is spreads
    for seed in range(3):
        end = list(kinship.generations(0.5, benefit, 1.0, 0.4, 400, 40, seed))[-1]
        assert end > 0.6 if spreads else end < 0.2


def test_the_strain_that_spreads_most_stays() -> None:
    best = parasitism.best_harm(0.4, 0.1)
    grid = [n / 200 for n in range(1, 400)]
    assert max(grid, key=lambda harm: parasitism.spread(harm, 3.0, 0.4, 0.1)) == pytest.approx(best, abs=0.005)
    for other in (0.05, 0.6):
        _, first, second = list(parasitism.strains((best, other), 3.0, 0.4, 0.1, 600))[-1]
        assert first > 0.05 > 1e-3 > second
    healthy, *_ = list(parasitism.strains((best, 0.6), 3.0, 0.4, 0.1, 600))[-1]
    assert healthy == pytest.approx(1 / parasitism.spread(best, 3.0, 0.4, 0.1), abs=0.01)  # 1/R0 in equilibrium


def test_bounds() -> None:
    for told in (networks.tell(people=9), kinship.tell(size=10**9), parasitism.tell(years=10**9)):
        with pytest.raises(BadLimit, match="must lie between"):
            list(told)
