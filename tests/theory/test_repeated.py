"""Repeated play."""

from __future__ import annotations

from fractions import Fraction

import pytest

from zermelo.errors import BadLimit, BadParameter, Unsupported
from zermelo.theory import known
from zermelo.theory import repeated as r
from zermelo.theory.matrix import MatrixGame

TCP = known.find("tcp_ip")


def test_who_does_what() -> None:
    def actions(one: r.Strategy, two: r.Strategy) -> str:
        return " ".join(f"{a}{b}" for a, b in r.play(TCP, one, two, 5).profiles)

    assert actions(r.tit_for_tat, r.always_defect) == "01 11 11 11 11"
    assert actions(r.grim_trigger, r.tit_for_tat) == "00 00 00 00 00"
    assert actions(r.tit_for_two_tats, r.always_defect) == "01 01 11 11 11"
    assert actions(r.pavlov, r.always_defect) == "01 11 01 11 01"
    assert actions(r.pavlov, r.always_cooperate) == "00 00 00 00 00"
    assert r.play(TCP, r.tit_for_tat, r.always_defect, 5).totals == (-16, -12)
    assert r.play(TCP, r.grim_trigger, r.tit_for_tat, 5).means == (-1, -1)


def test_the_tournament() -> None:
    scores = r.tournament(TCP)
    assert list(scores)[-1] == "always defect"  # it wins every single meeting, and comes last
    assert scores["tit for tat"] > scores["always cooperate"] > scores["always defect"]
    assert scores == r.tournament(TCP)  # the same seed
    duel = r.tournament(TCP, {"nice": r.always_cooperate, "nasty": r.always_defect})
    assert duel == {"nasty": Fraction(-3, 2), "nice": Fraction(-5, 2)}


def test_with_mistakes_it_pays_to_forgive() -> None:
    def among_themselves(strategy: r.Strategy) -> Fraction:
        return r.play(TCP, strategy, strategy, 2000, noise=0.05, seed=1).means[0]

    forgiving, exact, grim = (among_themselves(s) for s in (r.generous, r.tit_for_tat, r.grim_trigger))
    assert forgiving > exact > grim


def test_patience_is_where_the_threat_begins_to_work() -> None:
    least = r.patience(TCP, (0, 0), (1, 1))
    assert least == Fraction(1, 3)
    for discount, kept in ((Fraction(32, 100), False), (Fraction(34, 100), True)):
        stay = r.discounted([-1] * 200, discount)
        deviate = r.discounted([0] + [-3] * 199, discount)
        assert (stay > deviate) is kept
    assert r.patience(TCP, (1, 1), (1, 1)) == 0  # an equilibrium needs no threat
    assert r.patience(TCP, (0, 1), (1, 1)) is None  # who gets less than by the threat cannot be held


def test_bad_input() -> None:
    with pytest.raises(BadLimit, match="at least one round"):
        r.play(TCP, r.pavlov, r.pavlov, 0)
    with pytest.raises(BadParameter, match="noise is a probability"):
        r.play(TCP, r.pavlov, r.pavlov, 5, noise=2)
    with pytest.raises(Unsupported, match="two actions each"):
        r.play(MatrixGame.from_text("1 2 3"), r.pavlov, r.pavlov, 5)
    with pytest.raises(Unsupported, match="the same for both"):
        r.tournament(known.find("battle_of_the_sexes"))
    with pytest.raises(BadParameter, match="below 1"):
        r.discounted([1], 1)
