"""Sputnik: corner cases of the rules, notation, and a second generator of moves in another style."""

from __future__ import annotations

import random
from typing import Any

import pytest

from zermelo.errors import BadPosition, IllegalMove
from zermelo.game.playthrough import Playthrough
from zermelo.games.sputnik import Sputnik, names_of

START = "****/*****/******/X*****O/******/*****/**** d1 d7 0 x"


def texts(state: Any) -> set[str]:
    """The legal moves."""
    return {state.move_text(move) for move in state.legal()}


def after(position: str, *moves: str, **settings: Any) -> Any:
    """The state after some moves."""
    state = Sputnik.variant(**settings).from_text(position)
    for move in moves:
        state.play(state.parse_move(move))
    return state


# ---------------------------------------------------------------------- a second generator


class Naive:
    """Discs in a dictionary from the place's name to what lies there."""

    def __init__(self, side: int, any_time: bool) -> None:
        self.at = {}  # name: coordinates that add up to nothing
        for row in range(2 * side - 1):
            for number in range(2 * side - 1 - abs(row - side + 1)):
                x = number - min(row, side - 1)
                self.at[f"{'abcdefg'[row]}{number + 1}"] = (x, row - side + 1, side - 1 - row - x)
        middle = "abcdefg"[side - 1]
        self.rockets = [f"{middle}1", f"{middle}{2 * side - 1}"]
        self.discs = dict.fromkeys(self.at, "galaxy") | {self.rockets[0]: "pad 0", self.rockets[1]: "pad 1"}
        self.left: set[int] = set()
        self.any_time, self.mover = any_time, 0

    def near(self, one: str) -> set[str]:
        """The places whose coordinates differ by one step."""
        return {
            two for two, place in self.at.items()
            if sorted(a - b for a, b in zip(self.at[one], place, strict=True)) == [-1, 0, 1]
        }  # fmt: skip

    def pad(self) -> str | None:
        return next((place for place, disc in self.discs.items() if disc == f"pad {self.mover}"), None)

    def moves(self) -> set[str]:
        other = 1 - self.mover
        around = self.near(self.rockets[self.mover])
        guarded = set() if other in self.left else self.near(self.rockets[other])
        found = set()
        for goal in around & set(self.discs) - {self.rockets[other]}:
            loose = {
                place for place, disc in self.discs.items()
                if disc == "galaxy" and place not in (goal, self.rockets[other]) and place not in guarded
            }  # fmt: skip
            found |= {f"{goal}x{place}" for place in loose} or {goal}
        pad = self.pad()
        if pad and pad not in self.rockets and (self.any_time or not found):
            found |= {f"{place}!" for place in around - set(self.discs)}
        return found

    def play(self, move: str) -> None:
        if move.endswith("!"):
            pad = self.pad()
            assert pad
            del self.discs[pad]
            self.rockets[self.mover] = move[:2]
            self.discs[move[:2]] = "galaxy"
        else:
            goal, _, gone = move.partition("x")
            self.rockets[self.mover] = goal
            self.discs.pop(gone, None)
        self.left.add(self.mover)
        self.mover = 1 - self.mover


@pytest.mark.parametrize("side", [2, 3, 4])
@pytest.mark.parametrize("any_time", [True, False])
def test_the_same_games_by_another_program(side: int, any_time: bool, long_run: bool) -> None:
    for seed in range(300 if long_run else 3):
        dice = random.Random(seed)
        state: Any = Sputnik(side=side, rescue_any_time=any_time)
        other = Naive(side, any_time)
        assert set(names_of(side).values()) == set(other.at)
        for _ in range(100):
            moves = texts(state)
            assert moves == other.moves()
            if not moves:
                assert state.utility(other.mover) == -1.0
                break
            move = dice.choice(sorted(moves))
            state.play(state.parse_move(move))
            other.play(move)


# ---------------------------------------------------------------------- rules


def test_start() -> None:
    state = Sputnik()
    assert state.to_text() == START
    assert len(state.legal()) == 93
    assert Sputnik.most_moves == 216


def test_galaxies_round_a_pad_never_left_are_safe() -> None:
    state = Sputnik()
    assert state.why_not("d2xc6") == "c6 lies beside a pad whose rocket has not left yet"
    state = after(START, "d2xa1")
    assert "d6xc1" in texts(state)  # x has left
    state = after(START, "d2xa1", "d6xa2")
    assert "d3xc6" in texts(state)


def test_pads_are_flown_to_and_never_taken_away() -> None:
    state = after(START, "d2xa1", "d6xa2")
    assert "d1xa3" in texts(state)
    assert not any(move.endswith(("xd1", "xd7")) for move in texts(state))
    assert state.why_not("c2xd7") == "there is no galaxy on d7"


def test_the_galaxy_just_left_may_be_taken_away() -> None:
    state = after(START, "d2xa1", "d6xa2", "d3xd2")
    assert state.sign(25) == "."


RESCUE = "4/5/6/X1*3O/6/5/4 d3 d7 2 x"


def test_rescue() -> None:
    state = after(RESCUE)
    assert texts(state) == {"c2!", "c3!", "d2!", "d4!", "e2!", "e3!"}
    state.play(state.parse_move("d4!"))
    assert state.to_text() == "4/5/6/2**2O/6/5/4 d4 d7 2 o"
    assert not state.legal()  # o stands on his own pad
    assert state.ending() == "o cannot move"
    assert state.why_not("d6!") == "the game is over"
    assert [state.utility(0), state.utility(1)] == [1.0, -1.0]


def test_rescue_once_and_not_from_under_a_rocket() -> None:
    state = after("4/5/6/2***1O/6/5/4 d4 d7 2 x")
    assert state.why_not("c3!") == "x has used the pad"
    state = after("4/5/6/X1***1O/6/5/4 d4 d1 2 x")
    assert state.why_not("c3!") == "a rocket stands on the pad"
    state = after("4/5/6/X1***1O/6/5/4 d4 d7 2 x")
    assert state.why_not("d3!") == "a pad is laid on an empty place beside the rocket"


def test_rescue_only_when_stuck() -> None:
    position = "4/5/6/X1***1O/6/5/4 d4 d7 2 x"
    assert "c3!" in texts(after(position))
    state = after(position, rescue_any_time=False)
    assert "c3!" not in texts(state)
    assert state.why_not("c3!") == "the pad is only for a rocket that cannot move"
    assert len(texts(after(RESCUE, rescue_any_time=False))) == 6


def test_nothing_to_take_away() -> None:
    state = after("4/5/6/XO4*/6/5/4 d7 d1 2 o")
    assert texts(state) == {"d2", "c1!", "e1!"}
    state.play(state.parse_move("d2"))
    assert state.to_text() == "4/5/6/XO4*/6/5/4 d7 d2 2 x"


def test_cap() -> None:
    line = Playthrough.from_text(Sputnik, "4/5/6/XO4*/6/5/4 d7 d1 2 o 119")
    line.play("d2")
    assert line.outcome() is not None


# ---------------------------------------------------------------------- words


def test_why_not() -> None:
    state = after(START, "d2xa1")
    assert state.why_not("d4xa2") == "d4 is not beside the rocket"
    assert state.why_not("d6") == "a galaxy must be taken away as well"
    assert state.why_not("d6xd2") == "a rocket stands on d2"
    assert state.why_not("d6xd6") == "a rocket stands on d6"
    assert state.why_not("zz") == state.why_not(99999) == state.why_not("d9xa1")
    assert after(START, "d2xd3").why_not("d6xd3") == "there is no galaxy on d3"
    with pytest.raises(IllegalMove, match="d4 is not beside the rocket"):
        Playthrough(state).play("d4xa2")
    assert after(START, "d2xd3", "d6xa1").why_not("d3xa2") == "d3 is empty space"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "****/*****/******/X*****O/******/*****/**** d1 d7 0",
        "****/*****/******/X*****O/******/*****/**** d1 d7 0 o",
        "****/*****/******/X*****O/******/*****/**** d1 d7 1 x",
        "****/*****/******/X*****O/******/*****/**** d2 d7 0 x",
        "****/*****/******/X*****O/******/*****/**** d1 d1 2 x",
        "****/*****/******/X*****O/******/*****/**** d1 d8 2 x",
        "****/*****/******/X*****X/******/*****/**** d1 d7 2 x",
        "****/*****/******/X*****O/******/***** d1 d7 2 x",
        "****/*****/******/X*****O/******/*****/***** d1 d7 2 x",
        "****/*****/******/X*****O/******/*****/***? d1 d7 2 x",
        "4/*****/******/X*****O/******/*****/**** a1 d7 2 x",
    ],
)
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        Sputnik.from_text(text)
