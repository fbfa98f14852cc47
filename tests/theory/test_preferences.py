"""Stated preferences: read, checked by axioms, explained by a utility or refuted."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo.errors import BadParameter, BadText
from zermelo.theory import axioms
from zermelo.theory.lottery import Lottery
from zermelo.theory.money_pump import pump
from zermelo.theory.preferences import Preferences
from zermelo.theory.rational import rationalise


def check(text: str) -> list[tuple[str, str]]:
    return [(broken.axiom, broken.reason) for broken in axioms.check(Preferences.from_text(text))]


@pytest.mark.parametrize(
    ("text", "axiom", "reason"),
    [
        ("A > B; B > A", "orderability", "'A > B' and 'B > A' cannot both hold"),
        ("A > B; A ~ B", "orderability", "'A > B' and 'A ~ B' cannot both hold"),
        ("A > B; A <= B", "orderability", "cannot both hold"),
        ("A > B; A ? C", "orderability", "'A ? C' leaves the two without an order"),
        ("A > A", "orderability", "above itself"),
        ("A > B > C > A", "transitivity", "A > B > C > A goes round: A > C follows"),
        ("A > B ~ C; C >= A", "transitivity", "A > B ~ C >= A goes round"),
        ("A > B > C > D > A", "transitivity", "A > B > C > D > A goes round"),
        ("A > B > C; B > [p A; 1-p C] for every p", "continuity", "A > B > C, and yet no p"),
        ("A > B > C; [p A; 1-p C] > B for every p", "continuity", "no p makes"),
        ("A ~ B; [0.5 A; 0.5 C] > [0.5 B; 0.5 C]", "substitutability", "with chance 0.5 and otherwise the same"),
        ("A > B; [1/4 A; 3/4 C] ~ [1/4 B; 3/4 C]", "substitutability", "follows from 'A > B'"),
        ("A > B; [0.2 A; 0.8 B] > [0.7 A; 0.3 B]", "monotonicity", "0.2 on the left and 0.7 on the right"),
        ("A > B > C; [0.2 A; 0.8 C] ~ [0.3 A; 0.7 C]", "monotonicity", "A > C, so its larger chance is better"),
        ("[0.5 A; 0.5 C] > [0.5 B; 0.5 C]; [0.5 A; 0.5 D] < [0.5 B; 0.5 D]", "substitutability", "has in common"),
        ("[0.5 [0.5 A; 0.5 B]; 0.5 B] > [0.25 A; 0.75 B]", "decomposability", "the same chance"),
        ("A > [1 B; 0 C]; B > A", "decomposability", "the same chances of every prize"),
    ],
)  # fmt: skip
def test_each_axiom_is_named(text: str, axiom: str, reason: str) -> None:
    found = check(text)
    assert [name for name, _ in found] == [axiom]
    assert reason in found[0][1]
    if "?" not in text:
        assert not rationalise(Preferences.from_text(text)).rational


@pytest.mark.parametrize(
    "text",
    [
        "A > B > C; B ~ [0.4 A; 0.6 C]",
        "A > B; [0.7 A; 0.3 B] > [0.2 A; 0.8 B]",
        "A > B; [0.5 A; 0.5 C] > [0.5 B; 0.5 C]",
        "[0.5 [0.5 A; 0.5 B]; 0.5 B] ~ [0.25 A; 0.75 B]",
        "A > B > C; A > [p B; 1-p C] for every p",
        "A >= B; B >= A; C > D",
        "more is better; $5 ~ [0.9 $10; 0.1 $0]",
    ],
)
def test_sound_preferences_pass(text: str) -> None:
    stated = Preferences.from_text(text)
    assert axioms.check(stated) == []
    verdict = rationalise(stated)
    assert verdict.rational
    assert all(0 <= value <= 1 for value in verdict.utilities.values())  # type: ignore[union-attr]


def test_allais_with_his_own_figures() -> None:
    """The choices of 1953: a million for sure, or 10 % of five millions at the risk of 1 %; and both 89 % less."""
    stated = Preferences.from_text(
        "A = $1m; B = [0.89 $1m; 0.10 $5m; 0.01 $0]; C = [0.11 $1m; 0.89 $0]; D = [0.10 $5m; 0.90 $0]; A > B; D > C"
    )
    assert [broken.axiom for broken in axioms.check(stated)] == ["substitutability"]
    assert str(rationalise(stated)) == "no utility agrees: (A > B) and (D > C) add up to 0 > 0"


def test_what_only_the_linear_program_sees() -> None:
    stated = Preferences.from_text("A > B > C; A ~ [0.5 B; 0.5 C]")
    assert axioms.check(stated) == []
    verdict = rationalise(stated)
    assert str(verdict) == "no utility agrees: (A > B) and 0.5 × (B > C) and ([0.5 B; 0.5 C] ~ A) add up to 0 > 0"


def test_awkward_numbers_are_still_exact() -> None:
    """Multipliers with denominators that no float shows."""
    verdict = rationalise(
        Preferences.from_text(
            "A > [0.123457 B; 0.876543 C]; [0.34567 A; 0.65433 D] ~ [1/7 B; 6/7 C]; D > [0.999983 A; 0.000017 B]; C > A"
        )
    )
    for prize in "ABCD":
        assert sum(w * s.difference.get(prize, Fraction(0)) for w, s in verdict.against) == 0
    assert verdict.rational != bool(verdict.against)
    close = "A > B; B ~ [0.9999999 A; 0.0000001 C]; C > A"
    assert not rationalise(Preferences.from_text(close)).rational


def test_more_is_better() -> None:
    text = "[0.2 $10; 0.8 $0] > [0.3 $10; 0.7 $0]"
    assert rationalise(Preferences.from_text(text)).rational  # he may dislike money
    assert check(f"{text}; more is better")[0][0] == "monotonicity"


def test_reading() -> None:
    stated = Preferences.from_text("prizes: A, B\nL = [0.5 A; 0.5 B]  # half and half\n\nA < B <= L\nA ? L")
    assert [s.text for s in stated.statements] == ["B > A", "L >= B", "A ? L"]
    assert stated.called(stated.statements[1].left) == "L"
    assert stated.prizes == ["A", "B"]
    assert axioms.open_pairs(Preferences.from_text("A > B; C > D"))[0] == (Lottery.sure("A"), Lottery.sure("C"))
    order = axioms.ranking(Preferences.from_text("A > B ~ C; C > D"))
    assert [[axioms.prize_of(item) for item in level] for level in order] == [["A"], ["B", "C"], ["D"]]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no preferences given"),
        ("prizes: fish, meat\nfish > maet", "line 2: 'maet' is an unknown prize; did you mean meat (character 1"),
        ("prizes: A, B\nA > [0.5 B; 0.5 Q]", "line 2: 'Q' is an unknown prize; the prizes are A, B (character 13"),
        ("A > B\nA > [0.5 B; 0.4 C]", "line 2: the probabilities of this lottery add up to 0.9"),
        ("A >", "one side of this comparison is missing"),
        ("A B", "a comparison such as A > B or A ~ B is expected"),
        ("A = [1 B]; A = C; B > C", "A has a meaning already"),
        ("3 = A; A > B", "a name such as L"),
        ("A > B; prizes: A", "listed before"),
    ],
)
def test_bad_texts_are_pointed_at(text: str, problem: str) -> None:
    with pytest.raises(BadText) as caught:
        Preferences.from_text(text)
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_pump_stops_at_the_best() -> None:
    sound = Preferences.from_text("A > B > C; A > C")
    trades = list(pump(sound, "C", 5))
    assert trades[-1].got == "A"
    assert len(trades) <= 2
    with pytest.raises(BadParameter, match="nothing is said of 'Q'"):
        list(pump(sound, "Q", 1))
    with pytest.raises(BadParameter, match="above zero"):
        list(pump(sound, "C", 1, fee=0))
    assert list(pump(Preferences.from_text("A > B > C > A"), "A", "0.005")) == []  # cannot pay a cent


# ---------------------------------------------------------------------- axioms and program agree

shares = st.lists(st.integers(0, 3), min_size=3, max_size=3).filter(any)
simple = shares.map(
    lambda n: Lottery.of(*((Fraction(part, sum(n)), name) for part, name in zip(n, "ABC", strict=True)))
)
utilities = st.fixed_dictionaries({name: st.integers(0, 4).map(Fraction) for name in "ABC"})


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(simple, simple), min_size=1, max_size=5), utilities)
def test_whoever_follows_a_utility_breaks_no_axiom(
    pairs: list[tuple[Lottery, Lottery]], worth: dict[str, Fraction]
) -> None:
    lines = []
    for left, right in pairs:
        a, b = (item.expectation(worth.__getitem__) for item in (left, right))  # type: ignore[arg-type]
        lines.append(f"{left} {'>' if a > b else '<' if a < b else '~'} {right}")
    stated = Preferences.from_text("\n".join(lines))
    assert axioms.check(stated) == []
    assert rationalise(stated).rational


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(simple, st.sampled_from([">", "~", ">="]), simple), min_size=1, max_size=5))
def test_a_broken_axiom_leaves_no_utility(parts: list[tuple[Lottery, str, Lottery]]) -> None:
    stated = Preferences.from_text("\n".join(f"{left} {sign} {right}" for left, sign, right in parts))
    if axioms.check(stated):
        assert not rationalise(stated).rational
