"""Lotteries: read, reduced, written back; what is wrong is pointed at."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo.errors import BadParameter, BadText
from zermelo.theory.lottery import Lottery
from zermelo.theory.reading import exact, money, number, shown

quick = settings(deadline=None, max_examples=40)


@pytest.mark.parametrize(
    ("text", "prizes"),
    [
        ("$3k", {3000: 1}),
        ("[0.5, $1,000; 0.5, -$20.50]", {1000: Fraction(1, 2), Fraction("-20.5"): Fraction(1, 2)}),
        (
            "[1/3 fish; 2/3 [50% a chilled beer; 50% $1m]]",
            {"fish": Fraction(1, 3), "a chilled beer": Fraction(1, 3), 10**6: Fraction(1, 3)},
        ),
        ("[1.0 A; 0.0 B]", {"A": 1}),
        ("[.25: A; 0.25 [1 A]; 1/2 A]", {"A": 1}),
        ("[0.5 7; 0.5 –3]", {7: Fraction(1, 2), -3: Fraction(1, 2)}),
    ],
)
def test_reading(text: str, prizes: dict[object, object]) -> None:
    assert Lottery.from_text(text).prizes == prizes


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "a prize is missing here: $20, or a word (character 1"),
        ("[0.5 $1000; 0.4 $0]", "add up to 0.9 and not to 1 (character 1: >>> [0.5"),
        ("[0.5 A; 0.5 [0.5 B; 0.25 C]]", "add up to 0.75 and not to 1 (character 13"),
        ("[0.5 A; 0.5 B", "never closed (character 1"),
        ("[0.5 A 0.5 B]", "a semicolon or a closing bracket is expected (character 8"),
        ("[A; B]", "a probability is missing here (character 2"),
        ("[0.5; 0.5 B]", "a prize is missing here"),
        ("[1.5 A; -0.5 B]", "1.5 is no probability"),
        ("[-0.5 A; 1.5 B]", "-0.5 is no probability"),
        ("[1/0 A]", "a division by zero"),
        ("[1 A] B", "the lottery ends before this (character 7"),
        ("[1 " * 200 + "A" + "]" * 200, "inside each other"),
    ],
)
def test_bad_texts_are_pointed_at(text: str, problem: str) -> None:
    with pytest.raises(BadText) as caught:
        Lottery.from_text(text)
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


def test_making() -> None:
    assert Lottery.of((0.1, 10), (0.9, "A")) == Lottery.from_text("[0.1 $10; 0.9 A]")
    with pytest.raises(BadParameter, match=r"add up to 0\.6"):
        Lottery.of((0.5, 1), (0.1, 2))
    with pytest.raises(BadParameter, match="not negative"):
        Lottery.of((-1, 1), (2, 2))
    with pytest.raises(BadParameter, match="'A' is no amount of money"):
        _ = Lottery.sure("A").emv
    assert str(Lottery.from_text("[p A; 1-p B]", p="0.3")) == "[0.3 A; 0.7 B]"


amounts = st.fractions(-1000, 1000, max_denominator=300)
prizes = st.one_of(amounts, st.sampled_from(["A", "B", "fish and chips", "x'"]))


def mixed(below: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    def make(parts: list[tuple[int, object]]) -> Lottery:
        total = sum(weight for weight, _ in parts)
        return Lottery.of(*((Fraction(weight, total), part) for weight, part in parts))

    return st.lists(st.tuples(st.integers(1, 9), below), min_size=2, max_size=3).map(make)


lotteries = st.recursive(prizes, mixed, max_leaves=8).map(lambda x: x if isinstance(x, Lottery) else Lottery.sure(x))


@quick
@given(lotteries)
def test_text_and_back(lottery: Lottery) -> None:
    assert Lottery.from_text(str(lottery)) == lottery


@quick
@given(lotteries)
def test_reducing_changes_no_expectation(lottery: Lottery) -> None:
    simple = lottery.reduced()
    assert all(not isinstance(part, Lottery) for _, part in simple.branches)
    assert simple.prizes == lottery.prizes
    worth = {prize: Fraction(place) for place, prize in enumerate(lottery.prizes)}

    def deep(item: Lottery) -> Fraction:  # level by level, without multiplying out
        return sum((odds * (deep(x) if isinstance(x, Lottery) else worth[x]) for odds, x in item.branches), Fraction(0))

    assert simple.expectation(worth.__getitem__) == deep(lottery)


def test_numbers() -> None:
    assert [shown(exact(x)) for x in (500, "0.25", "1/3", "-7/2", 0.1)] == ["500", "0.25", "1/3", "-3.5", "0.1"]
    assert shown(Fraction(12345678901234567890123, 10)) == "1234567890123456789012.3"
    assert [money(x) for x in (Fraction(-1, 100), Fraction(1000, 3), 12.5)] == ["-$0.01", "$333.33", "$12.50"]
    for wrong in ("", "a", "1/0", "1e5", "--1", "1/-2"):
        with pytest.raises(BadText, match="is not a number"):
            number(wrong)
