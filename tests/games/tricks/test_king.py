"""King: what each contract costs, who may lead hearts, nulos, notation."""

from __future__ import annotations

import pytest

from zermelo.errors import BadParameter, BadPosition
from zermelo.game.playouts import random_game
from zermelo.games.tricks import King

TOTALS = {"all": 0, "tricks": -260, "hearts": -260, "queens": -200, "men": -240, "king": -160, "last": -180}


@pytest.mark.parametrize(
    ("hands", "total"),
    [*TOTALS.items(), ("festas", 1300)],
)
def test_all_points_of_a_contract(hands: str, total: int) -> None:
    for number in range(3):
        begin = King(hands=hands)
        state = begin.copy()
        for move in random_game(begin, 7, number, 2000):
            state.play(move)
        assert state.over()
        assert sum(int(value) for value in state.points) == total
        assert sum(state.utility(player) for player in range(4)) == 0


def after(text: str, *moves: str) -> King:
    """A position after some moves."""
    state = King.from_text(text)
    for move in moves:
        state.play(state.parse_move(move))
    return state


def test_hearts_are_led_by_who_has_nothing_else() -> None:
    text = "N:.32..A .54..K .76..Q .98..J | 2-10 - | 0 0 0 0 | N: | 10 | -/-/-/-"
    assert [King.from_text(text).move_text(move) for move in King.from_text(text).legal()] == ["CA"]
    free = King.variant(hearts_last=False).from_text(text)
    assert len(free.legal()) == 3
    state = after("N:.32.. .54.. .76.. .98.. | 5-10 - | 0 0 0 0 | N: | 11 | -/-/-/-", "H2")
    assert [int(mask) for mask in state.lacks] == [0b1011, 0, 0, 0]


def test_what_tricks_bring() -> None:
    last = "N:.K.. .Q.. .J.. .2.. | {} | 0 0 0 0 | N: | 12 | -/-/-/-"
    costs = {
        "1-1 -": -20,
        "2-2 -": -80,
        "3-3 -": -50,
        "4-4 -": -60,
        "5-5 -": -160,
        "6-6 -": -90,
        "7-7 NT": 25,
        "7-7 nulos": -75,
    }
    for contract, worth in costs.items():
        state = after(last.format(contract), "HK", "HQ", "HJ", "H2")
        assert state.over()
        assert [int(value) for value in state.points] == [worth, 0, 0, 0]


def test_a_festa_begins_with_a_choice() -> None:
    deal = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432 | 7-10 - | 0 0 0 0 | S: | 0 | -/-/-/-"
    state = King.from_text(deal)
    assert [state.move_text(move) for move in state.legal()] == ["C", "D", "H", "S", "NT", "nulos"]
    state.play(state.parse_move("nulos"))
    assert [int(value) for value in state.points] == [325] * 4
    assert len(King.variant(with_nulos=False).from_text(deal).legal()) == 5
    state = after(deal, "C", "DA")
    assert state.ahead() == 2
    state.play(state.parse_move("C2"))
    assert state.ahead() == 3


@pytest.mark.parametrize(
    "text",
    [
        "",
        "N:... ... ... ... | 12-10 - | 0 0 0 0 | N: | 0 | -/-/-/-",
        "N:... ... ... ... | 1-10 H | 0 0 0 0 | N: | 0 | -/-/-/-",
        "N:A... ... ... ... | 10-9 - | 0 0 0 0 | N: | 0 | -/-/-/-",
        "N:.K.. .Q.. .J.. .2.. | 7-10 - | 0 0 0 0 | N: | 12 | -/-/-/-",
        "N:.K.. .Q.. .J.. .2.. | 1-10 - | 0 0 0 0 | N: | 11 | -/-/-/-",
        "N:.K.. .Q.. .J.. .2.. | 1-10 - | 0 0 0 0 | N: | 12 | H/-/-/-",
    ],
)
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        King.from_text(text)


def test_bad_set_up() -> None:
    with pytest.raises(BadParameter, match="hands is all or one of"):
        King(hands="barbu")
