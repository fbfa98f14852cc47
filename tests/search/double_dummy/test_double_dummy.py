"""Double dummy: tables and par beside DDS, endings beside plain minimax."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from zermelo.errors import BadPosition
from zermelo.game.bits import squares, word
from zermelo.games.tricks.cards import read_deal
from zermelo.search.double_dummy import DoubleDummy, par_of

# PBN; tricks for spades, hearts, diamonds, clubs, no trump by North, East, South, West; par with nobody, North and
# South, East and West, all vulnerable, the dealer going round: all by DDS 2.9 through the package endplay 0.5.12
ROWS = [line.split("|") for line in (Path(__file__).parent / "deals.txt").read_text().splitlines()]


def table_of(text: str) -> Any:
    """In the order of this package."""
    return np.array([int(value) for value in text.split()]).reshape(5, 4)[[3, 2, 1, 0, 4]]


def test_tables_are_those_of_dds(long_run: bool) -> None:
    solver = DoubleDummy()
    for deal, tricks, _ in ROWS if long_run else ROWS[1:4]:
        assert (solver.table(read_deal(deal)) == table_of(tricks)).all(), deal


def test_par_is_that_of_dds() -> None:
    assert len(ROWS) == 140
    for place, (_, tricks, pars) in enumerate(ROWS):
        found = [par_of(table_of(tricks), place % 4, vulnerable).score for vulnerable in range(4)]
        assert found == [int(value) for value in pars.split()]


def plainly(hands: list[int], trump: int, leader: int, trick: tuple[int, ...], memory: dict[Any, int]) -> int:
    """Tricks of North and South by minimax, without any refinement."""
    if len(trick) == 4:
        led = trick[0] // 13
        worth = [(card % 13 + (100 if card // 13 == trump else 50 if card // 13 == led else 0)) for card in trick]
        winner = (leader + worth.index(max(worth))) % 4
        return (winner % 2 == 0) + plainly(hands, trump, winner, (), memory)
    seat = (leader + len(trick)) % 4
    if not hands[seat]:
        return 0
    key = (*hands, leader, trick)
    if key not in memory:
        own = list(squares(word(hands[seat])))
        cards = [card for card in own if trick and card // 13 == trick[0] // 13] or own
        values = []
        for card in cards:
            rest = [hand & ~(1 << card) if place == seat else hand for place, hand in enumerate(hands)]
            values.append(plainly(rest, trump, leader, (*trick, card), memory))
        memory[key] = max(values) if seat % 2 == 0 else min(values)
    return memory[key]


@pytest.mark.parametrize("seed", range(12))
def test_endings_beside_plain_minimax(seed: int) -> None:
    """Few cards of few ranks, so that suits run out and trumps matter; every card of the leader, and of who follows."""
    dice, solver, each = random.Random(seed), DoubleDummy(), 1 + seed % 4
    cards = dice.sample([13 * suit + rank for suit in range(4) for rank in range(6, 13)], 4 * each)
    hands = [sum(1 << card for card in cards[seat::4]) for seat in range(4)]
    for trump in range(5):
        leader, memory = dice.randrange(4), {}  # type: int, dict[Any, int]
        assert solver.tricks(hands, trump, leader) == plainly(hands, trump, leader, (), memory)
        trick: tuple[int, ...] = ()
        rest = list(hands)
        for step in range(4):
            seat = (leader + step) % 4
            own = list(squares(word(rest[seat])))
            legal = [card for card in own if trick and card // 13 == trick[0] // 13] or own
            found = solver.after_each([word(hand) for hand in rest], trump, leader, trick, legal)
            for card in legal:
                after = [hand & ~(1 << card) if place == seat else hand for place, hand in enumerate(rest)]
                assert found[card] == plainly(after, trump, leader, (*trick, card), memory)
            card = dice.choice(legal)
            rest[seat] &= ~(1 << card)
            trick = (*trick, card)


def test_hands_of_different_sizes_are_refused() -> None:
    with pytest.raises(BadPosition, match="as many cards"):
        DoubleDummy().tricks([1, 2, 4, 24], 4, 0)
