"""Questions and answers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from zermelo.errors import BadParameter
from zermelo.theory.elicitation import Elicitation, following
from zermelo.theory.utility import logarithmic


def test_any_utility_is_found_again() -> None:
    worth = {"A": Fraction(10), "B": Fraction(4), "C": Fraction(7), "D": Fraction(0)}
    session = Elicitation("A", "D", ["B", "C"], tolerance="0.001")
    found = session.run(following(worth.__getitem__))  # type: ignore[arg-type]
    for prize, value in worth.items():
        assert abs(found[prize] - value / 10) <= Fraction(1, 1000)
    assert session.ask() is None
    assert session.asked == 20  # ten halvings each
    with pytest.raises(BadParameter, match="all questions are answered"):
        session.answer("same")


def test_money_gives_a_curve() -> None:
    owner = logarithmic(800)
    session = Elicitation("$1000", "$0", [250, 500, 750], tolerance="0.0001")
    session.run(following(owner.worth))
    low, high = owner(0), owner(1000)
    for x in (250, 500, 750):
        assert float(session.utility()(x)) == pytest.approx((owner(x) - low) / (high - low), abs=1e-4)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("A", "B", ["A"]), "must all be different"),
        (("$10", "$0", ["$20"]), "more than the best prize"),
        (("$10", "$5", ["$2"]), "less than the worst prize"),
        (("A", "B", ["C"], 2), "between 0 and 1, not 2"),
    ],
)
def test_bad_sessions(words: tuple[object, ...], problem: str) -> None:
    with pytest.raises(BadParameter) as caught:
        Elicitation(*words)  # type: ignore[arg-type]
    assert problem in str(caught.value)


def test_answers_are_words() -> None:
    session = Elicitation("A", "B", ["C"])
    with pytest.raises(BadParameter, match="answer prize, lottery or same, not 'yes'"):
        session.answer("yes")
    session.answer("prize")
    assert str(session.ask()) == "C for sure, or [0.75 A; 0.25 B]?"
