"""Every number of the lectures' slides on utilities, rationality and payoff matrices, computed."""

from __future__ import annotations

from fractions import Fraction

import pytest

from zermelo.textbook import run
from zermelo.textbook.expectiminimax import expectimax
from zermelo.textbook.minimax import minimax
from zermelo.textbook.tree import Tree
from zermelo.theory import allais, axioms, dominance, equilibria, known, rational
from zermelo.theory.elicitation import Elicitation, following
from zermelo.theory.insurance import chance_of_loss, insure
from zermelo.theory.lottery import Lottery
from zermelo.theory.money_pump import pump
from zermelo.theory.preferences import Preferences
from zermelo.theory.probability import MINUTES, TRAFFIC, TRAFFIC_BY_HOUR
from zermelo.theory.repeated import patience
from zermelo.theory.utility import debt, linear, logarithmic, points, read


def test_expectimax_example() -> None:
    assert Lottery.from_text("[1/2 8; 1/3 24; 1/6 -12]").emv == 10


def test_probabilities_101() -> None:
    assert TRAFFIC.of_one("T") == {"none": Fraction(1, 4), "light": Fraction(1, 2), "heavy": Fraction(1, 4)}
    assert TRAFFIC_BY_HOUR.of_one("T") == TRAFFIC.of_one("T")
    assert TRAFFIC.p(T="heavy") == Fraction("0.25")
    assert TRAFFIC_BY_HOUR.given(Hour="8am").p(T="heavy") == Fraction("0.60")


def test_expectations_the_airport() -> None:
    assert TRAFFIC.expectation("T", MINUTES) == 35


def test_what_utilities_to_use() -> None:
    """Squaring keeps every order among 0, 20, 30, 40: minimax chooses as before, expectimax does not."""
    adversary = Tree.from_text("A=[left=[0 40] right=[20 30]]")
    average = Tree.from_text("A=[left=chance[1/2: 0 1/2: 40] right=chance[1/2: 20 1/2: 30]]")
    for change, by_average in ((lambda x: x, "right"), (lambda x: x * x, "left"), (lambda x: 3 * x - 7, "right")):
        assert run(minimax(adversary.mapped(change))).move == "right"
        assert run(expectimax(average.mapped(change))).move == by_average


def test_intransitive_preferences_give_away_all_money() -> None:
    agent = Preferences.from_text("B > C; A > B; C > A")
    trades = list(pump(agent, "C", 1))
    assert [(trade.gave, trade.got) for trade in trades[:3]] == [("C", "B"), ("B", "A"), ("A", "C")]
    assert all(trade.paid == Fraction(1, 100) for trade in trades)
    assert len(trades) == 100
    assert trades[-1].left == 0
    assert [broken.axiom for broken in axioms.check(agent)] == ["transitivity"]


def test_the_insurance_example() -> None:
    lottery = Lottery.from_text("[0.5, $1000; 0.5, $0]")
    most_people = points([(0, 0), (400, 0.5), (1000, 1)])
    deal = insure(lottery, most_people)
    assert (deal.emv, deal.owner_takes, deal.premium) == (500, 400, 100)
    assert deal.insurer_gives == 500  # his curve is flat
    assert deal.gain == 100  # both are better off at any price between 400 and 500
    assert deal.attitude == "risk-averse"
    assert insure(lottery, linear()).premium == 0  # if everyone were risk-neutral, no insurance needed
    # Bernoulli's logarithm agrees with most people at a wealth of $800: √(800 · 1800) - 800 = 400
    assert insure(lottery, logarithmic(800)).owner_takes == pytest.approx(400)
    # with many lotteries the insurer hardly ever loses
    assert chance_of_loss(lottery, 400, 1) == Fraction(1, 2)
    assert float(chance_of_loss(lottery, 400, 100)) == pytest.approx(0.0176, abs=1e-4)


def test_money() -> None:
    lottery = Lottery.from_text("[0.3 $X; 0.7 $20]".replace("$X", "$50"))
    assert lottery.emv == Fraction("0.3") * 50 + Fraction("0.7") * 20
    for averse in ("log:10", "exp:0.01", "debt:0"):
        owner = read(averse)
        assert owner.expected(lottery) < owner(lottery.emv)  # typically U(L) < U(EMV(L))
    deep = debt(-1000)
    assert deep.expected(lottery) > deep(lottery.emv)  # when deep in debt, people are risk-prone


def test_allais() -> None:
    named = allais.choices().names
    assert [str(named[name].reduced()) for name in "ABCD"] == [
        "[0.8 $4000; 0.2 $0]",
        "$3000",
        "[0.2 $4000; 0.8 $0]",
        "[0.25 $3000; 0.75 $0]",
    ]
    assert [named[name].emv for name in "ABCD"] == [3200, 3000, 800, 750]
    assert allais.tipping_point() == Fraction("0.8")  # U($3k) > 0.8 U($4k), and 0.8 U($4k) > U($3k)
    proof = allais.proof()
    assert not proof.rational
    assert [(weight, statement.text) for weight, statement in proof.against] == [
        (Fraction(1, 4), "B > A"),
        (1, "C > D"),
    ]
    assert [broken.axiom for broken in axioms.check(allais.choices())] == ["substitutability"]
    for either in ("B > A", "C > D"):  # each choice alone is fine
        assert rational.rationalise(Preferences.from_text(allais.TEXT.replace(either, ""))).rational
    values = allais.explained()
    assert values["B"] > values["A"]
    assert values["C"] > values["D"]


def test_human_utilities_by_standard_lottery() -> None:
    session = Elicitation("$1000", "$0", ["$400"])
    assert str(session.ask()) == "$400 for sure, or [0.5 $1000; 0.5 $0]?"
    utilities = session.run(following(points([(0, 0), (400, 0.5), (1000, 1)]).worth))
    assert utilities == {0: 0, 400: Fraction(1, 2), 1000: 1}
    assert session.utility().certainty_equivalent(Lottery.from_text("[0.5 $1000; 0.5 $0]")) == 400


def test_tcp_ip() -> None:
    game = known.find("tcp_ip")
    assert [game.payoffs[p] for p in game.profiles()] == [(-1, -1), (-4, 0), (0, -4), (-3, -3)]
    assert [dominance.dominant(game, player) for player in (0, 1)] == ["D", "D"]
    left, steps = dominance.eliminate(game)
    assert left.actions == (("D",), ("D",))
    assert [str(step) for step in steps] == [
        "you: C is strictly dominated by D",
        "other: C is strictly dominated by D",
    ]
    assert [e.told(game) for e in equilibria.equilibria(game)] == ["(D, D) with payoffs (-3, -3)"]
    assert [game.called(p) for p in equilibria.pareto_optimal(game)] == ["(C, C)", "(C, D)", "(D, C)"]
    assert equilibria.dilemmas(game) == [((1, 1), (0, 0))]
    assert patience(game, (0, 0), (1, 1)) == Fraction(1, 3)
    printed = "-1, -1\t-4, 0\n0,–4\t-3,-3"  # as the slide has it, with its dash
    assert type(game).from_text(printed).payoffs == game.payoffs
