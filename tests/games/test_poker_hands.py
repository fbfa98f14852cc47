"""What poker hands are worth: every five cards beside the books, a naive evaluator and another program."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest

from zermelo.errors import BadPosition
from zermelo.game import word
from zermelo.game.compile import kernel
from zermelo.games.poker.hands import CARDS, card_bit, card_text, category, read_cards, set_of, strength

FIVES = 2_598_960
COUNTS = [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40]  # high card to straight flush
DIFFERENT = 7462


@kernel
def all_fives(found: Any) -> int:
    """Every hand of five cards."""
    n = 0
    for a in range(CARDS):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        found[n] = strength(card_bit(a) | card_bit(b) | card_bit(c) | card_bit(d) | card_bit(e))
                        n += 1
    return n


@pytest.fixture(scope="module")
def fives() -> Any:
    found = np.zeros(FIVES, np.int64)
    assert all_fives(found) == FIVES
    return found


def naive(cards: list[int]) -> tuple[int, ...]:
    """Five cards by counting, as one would explain it."""
    ranks = sorted((card // 4 for card in cards), reverse=True)
    order = sorted(Counter(ranks).items(), key=lambda item: (-item[1], -item[0]))
    shape = [times for _, times in order]
    flush = len({card % 4 for card in cards}) == 1
    wheel = ranks == [12, 3, 2, 1, 0]
    straight = wheel or ranks == list(range(ranks[0], ranks[0] - 5, -1))
    if straight:
        return 8 if flush else 4, 3 if wheel else ranks[0]
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}
    kind = kinds[tuple(shape)]
    return 5 if flush and kind < 5 else kind, *(rank for rank, _ in order)


def test_all_fives_are_counted(fives: Any) -> None:
    """So many hands of each category, and so many classes of equal hands, are in every book."""
    assert np.bincount(fives >> 26).tolist() == COUNTS
    assert len(np.unique(fives)) == DIFFERENT
    assert category(int(fives.max())) == 8


def test_order_is_the_naive_one() -> None:
    random = np.random.default_rng(1)
    for size in (5, 6, 7):
        hands = [random.permutation(CARDS)[:size].tolist() for _ in range(400)]
        ours = [strength(set_of(hand)) for hand in hands]
        theirs = [max(naive(list(five)) for five in combinations(hand, 5)) for hand in hands]
        by_ours = sorted(range(len(hands)), key=lambda at: ours[at])
        for low, high in pairwise(by_ours):
            assert (ours[low] < ours[high]) == (theirs[low] < theirs[high])
            assert (ours[low] == ours[high]) == (theirs[low] == theirs[high])


def same_order(ours: Any, theirs: Any) -> bool:
    """Whether two evaluations put hands into the same classes, in the same order."""
    pairs = np.unique(np.stack([ours, theirs]), axis=1)
    return bool((np.diff(pairs[0]) > 0).all() and (np.diff(pairs[1]) > 0).all())


def test_all_fives_beside_another_program(fives: Any, long_run: bool) -> None:
    phevaluator = pytest.importorskip("phevaluator", reason="pip install phevaluator")
    if not long_run:
        pytest.skip("two and a half million calls of another program")
    theirs = np.zeros(FIVES, np.int64)
    n = 0
    for a in range(CARDS):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        theirs[n] = -phevaluator.evaluate_cards(a, b, c, d, e)
                        n += 1
    assert same_order(fives, theirs)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("As Ks Qs Js Ts", "Ks Qs Js Ts 9s"),
        ("5h 4h 3h 2h Ah", "As Ah Ad Ac Ks"),  # the wheel is a straight flush
        ("6h 5d 4h 3h 2h", "5h 4h 3d 2h Ah"),  # and the lowest straight
        ("2s 2h 2d 2c 3s", "As Ah Ad Kc Ks"),
        ("2s 2h 2d 3c 3s Ah Kd", "As Ks Qs Js 9s 2h 2d"),
        ("Ks Kh Kd 2c 2s 2h As", "Ks Kh Kd 2c 2s Ah Qs"),  # the ace plays no part in the first
        ("As Ah Kd Kc Qs Qh 2d", "As Ah Kd Kc Js Jh 2d"),  # the third pair is a kicker
    ],
)
def test_pairs_of_hands(better: str, worse: str) -> None:
    first, second = strength(set_of(read_cards(better))), strength(set_of(read_cards(worse)))
    assert first >= second
    assert (first > second) == (better != "Ks Kh Kd 2c 2s 2h As")


def test_cards_are_written_and_read() -> None:
    assert [card_text(card) for card in read_cards("td 10c, Ah2S")] == ["Td", "Tc", "Ah", "2s"]
    assert set_of([0]) == word(1)
    for wrong in ("1s", "Ax", "A", "AsAs"):
        with pytest.raises(BadPosition):
            read_cards(wrong)
