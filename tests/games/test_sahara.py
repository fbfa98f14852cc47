"""Sahara: corner cases of the rules, notation, and a second generator of moves in another style."""

from __future__ import annotations

import random
from typing import Any

import pytest

from zermelo.errors import BadPosition, IllegalMove
from zermelo.game.playthrough import Playthrough
from zermelo.games.sahara import NAMES, UP, Sahara

START = "bw3bw/9/w9b/b9w/9/wb3wb w"


def texts(state: Any) -> set[str]:
    """The legal moves."""
    return {state.move_text(move) for move in state.legal()}


def after(position: str, *moves: str, **settings: Any) -> Any:
    """The state after some moves."""
    state = Sahara.variant(**settings).from_text(position)
    for move in moves:
        state.play(state.parse_move(move))
    return state


# ---------------------------------------------------------------------- a second generator


def corners(name: str) -> frozenset[tuple[int, int]]:
    """The three corners of a triangle, on a lattice where a row's corners lie two apart."""
    row, column = "abcdef".index(name[0]), int(name[1:]) - 1
    up = (column % 2 == 0) == (row < 3)
    x = abs(row - 2.5) - 0.5 + column  # the left end of the side that lies flat
    left = int(x)
    flat, tip = (row + 1, row) if up else (row, row + 1)
    return frozenset({(left, flat), (left + 2, flat), (left + 1, tip)})


TRIANGLES = {f"{row}{column + 1}": None for row, width in zip("abcdef", (7, 9, 11, 11, 9, 7), strict=True)
             for column in range(width)}  # fmt: skip
BESIDE = {one: {two for two in TRIANGLES if len(corners(one) & corners(two)) == 2} for one in TRIANGLES}
LIGHT = {name for name in TRIANGLES if (int(name[1:]) % 2 == 1) == (name[0] in "abc")}


def naive_moves(men: dict[str, str], mover: str) -> set[str]:
    """From light once or twice, from dark once."""
    found = set()
    for place, owner in men.items():
        if owner == mover:
            for once in BESIDE[place] - set(men):
                found.add(f"{place}-{once}")
                if once not in LIGHT:
                    found |= {f"{place}-{twice}" for twice in BESIDE[once] - set(men) - {place}}
    return found


def naive_losers(men: dict[str, str], by_enemies: bool) -> set[str]:
    """The owners of pyramids that are shut in."""
    return {
        owner
        for place, owner in men.items()
        if all(near in men and not (by_enemies and men[near] == owner) for near in BESIDE[place])
    }


@pytest.mark.parametrize("both", ["mover", "opponent", "draw"])
@pytest.mark.parametrize("by_enemies", [False, True])
def test_the_same_games_by_another_program(both: str, by_enemies: bool, long_run: bool) -> None:
    for seed in range(500 if long_run else 5):
        dice = random.Random(seed)
        state: Any = Sahara(both=both, by_enemies=by_enemies)
        men = {name: sign for cell, name in NAMES.items() if (sign := state.sign(cell)) != "."}
        mover, other = "w", "b"
        for _ in range(120):
            losers = naive_losers(men, by_enemies)
            assert state.over() == bool(losers)
            if losers:
                winner = (
                    {"mover": other, "opponent": mover, "draw": ""}[both] if len(losers) == 2 else "wb".strip(*losers)
                )
                assert state.utility(0) == {"w": 1.0, "b": -1.0, "": 0.0}[winner] == -state.utility(1)
                break
            moves = naive_moves(men, mover)
            assert texts(state) == moves
            if not moves:
                assert by_enemies
                assert state.utility("wb".index(mover)) == -1.0
                break
            move = dice.choice(sorted(moves))
            state.play(state.parse_move(move))
            source, goal = move.split("-")
            men[goal] = men.pop(source)
            mover, other = other, mover


def test_geometry() -> None:
    assert len(TRIANGLES) == 54
    assert set(NAMES.values()) == set(TRIANGLES)
    assert {name for cell, name in NAMES.items() if int(UP) >> cell & 1} == LIGHT
    assert len(LIGHT) == 27
    assert sum(len(near) == 2 for near in BESIDE.values()) == 18


# ---------------------------------------------------------------------- rules


def test_start() -> None:
    state = Sahara()
    assert state.to_text() == START
    assert texts(state) == {
        "a2-a3", "a7-b7", "a7-b8", "a7-b9", "c1-b1", "c1-c2", "c1-c3", "d11-d10", "f1-e2", "f6-e6", "f6-f4", "f6-f5",
    }  # fmt: skip


def test_twice_from_light_and_once_from_dark() -> None:
    state = after("bw3b1/9/w9b/b4w4w/9/wb3wb w")
    assert {move for move in texts(state) if move.startswith("d6")} == {
        "d6-d5", "d6-d7", "d6-e5", "d6-d4", "d6-d8", "d6-c5", "d6-c7", "d6-e4", "d6-e6",
    }  # fmt: skip
    state = after("bw3b1/9/w4w4b/b9w/9/wb3wb w")
    assert {move for move in texts(state) if move.startswith("c6")} == {"c6-c5", "c6-c7", "c6-b5"}
    assert state.why_not("c6-c4") == "c4 is not beside c6, and a pyramid on a dark triangle is tipped only once"


def test_the_most_moves_of_one_pyramid() -> None:
    assert max(len(naive_moves({place: "w"}, "w")) for place in TRIANGLES) * 6 == Sahara.most_moves


def test_no_tip_over_a_pyramid() -> None:
    state = after("1w3b1/9/w4b4b/b4w4w/9/wb3wb w")
    assert {"d6-c5", "d6-c7"} <= texts(state)  # by way of d5 and d7, though c6 is taken
    assert "d6-c6" not in texts(state)
    assert state.why_not("d6-c6") == "c6 is not empty"
    assert state.why_not("d6-a3") == (
        "a pyramid cannot be tipped from d6 to a3 in one or two steps over empty triangles"
    )


def test_shut_in_at_a_corner() -> None:
    """A triangle at a corner has two neighbours: a2 and b2 shut a1 in."""
    state = after("b1w2bw/1w7/w9b/b9w/9/1b3wb w", "a3-a2")
    assert state.over()
    assert state.utility(0) == 1.0
    assert state.ending() == "dark has a pyramid shut in"
    assert state.why_not("a1-b1") == "the game is over"


def test_own_pyramids_shut_in_too() -> None:
    position = "bw3bw/1b7/w9b/b9w/9/wb3w1 b"
    assert after(position).over()
    assert after(position).utility(1) == -1.0
    assert not after(position, by_enemies=True).over()


def test_both_shut_in() -> None:
    """a1 and a2 are shut in by each other, b2 and a3."""
    position = "bw1b2w/1b7/w9b/b9w/9/w4wb w"
    for both, result in (("mover", -1.0), ("opponent", 1.0), ("draw", 0.0)):
        state = Sahara.variant(both=both).from_text("bwb3w/1b7/w9b/b9w/9/w4wb w")
        assert state.over()
        assert [state.utility(0), state.utility(1)] == [result, -result]
        assert state.ending().startswith("both have a pyramid shut in: ")
    assert after(position).over()  # a1 has only a2 and b2 beside it


def test_cap() -> None:
    line = Playthrough.from_text(Sahara, f"{START} 199")
    line.play("a2-a3")
    assert line.outcome() is not None


# ---------------------------------------------------------------------- words


def test_notation() -> None:
    state = Sahara()
    assert state.parse_move("a2a3") == state.parse_move("A2-A3") == state.parse_move("a2-a3")
    with pytest.raises(IllegalMove, match="light has no pyramid on a1"):
        Playthrough(state).play("a1-b1")
    assert (
        state.why_not("z9")
        == state.why_not(9999)
        == "a move is two triangles, such as a2-b3; rows are a to f from the top"
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "bw3bw/9/w9b/b9w/9/wb3wb",
        "bw3bw/9/w9b/b9w/9/wb3wb x",
        "bw3bw/9/w9b/b9w/9 w",
        "bw3bw/9/w9b/b9w/9/wb3w1 w",
        "bw3bw/9/w9b/b9w/8b/wb3wb w",
        "bw3bw/9/w9b/b9w/10/wb3wb w",
        "bw3bk/9/w9b/b9w/9/wb3wb w",
        "bw3bb/9/w9b/b9w/9/wb3wb w",
    ],
)
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        Sahara.from_text(text)
