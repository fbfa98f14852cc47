"""Values against published or independently computed ones: bear-off, Connect Four on other boards, Pig."""

from __future__ import annotations

import pytest

from zermelo.games import catalogue
from zermelo.solve.reached import Solved, solve_reached

# The chance of the side on roll, no cube: two-sided tables that a program which knows nothing of this one computed
BEAR_OFF = {
    "X 6:1 / O 6:1": 0.8125,
    "X 6:2 / O 6:2": 0.7544943492,
    "X 5:1 6:1 / O 1:1": 1 / 6,
    "X 6:2 / O 1:1": 1 / 9,
    "X 1:2 2:2 3:2 / O 1:2 2:2 3:2": 0.8080877720,
}
LARGE = {"X 1:1 2:1 3:1 4:1 5:1 6:1 / O 1:1 2:1 3:1 4:1 5:1 6:1": 0.7005716250}
# Tromp's Connect Four playground: positions that can be reached, and the value for the first player
BOARDS = {
    ("4", "2"): (741, "="),
    ("5", "2"): (4_688, "="),
    ("5", "3"): (158_911, "="),
}
LARGE_BOARDS = {("5", "4"): (3_945_711, "="), ("4", "5"): (1_706_255, "="), ("6", "3"): (2_087_325, "=")}


def solved(game: str, position: str = "", **settings: str) -> Solved:
    return solve_reached(catalogue.begin(game, settings, position).state)


def chance_of_the_first(found: Solved) -> float:
    return float(1 + found.values[found.positions.start]) / 2


@pytest.mark.parametrize("position", BEAR_OFF)
def test_bear_off_of_both_sides(position: str) -> None:
    assert chance_of_the_first(solved("backgammon", f"{position} / X rolls")) == pytest.approx(
        BEAR_OFF[position], abs=1e-9
    )


@pytest.mark.parametrize("position", LARGE)
def test_a_large_bear_off(position: str, long_run: bool) -> None:
    if not long_run:
        pytest.skip("with --long")
    assert chance_of_the_first(solved("backgammon", f"{position} / X rolls")) == pytest.approx(
        LARGE[position], abs=1e-9
    )


@pytest.mark.parametrize("size", [("4", "2"), ("5", "2")])
def test_connect_four_on_low_boards(size: tuple[str, str]) -> None:
    check_board(*size, *BOARDS[size])


@pytest.mark.parametrize("size", [("5", "3"), *LARGE_BOARDS])
def test_connect_four_on_larger_boards(size: tuple[str, str], long_run: bool) -> None:
    if not long_run:
        pytest.skip("with --long")
    check_board(*size, *({**BOARDS, **LARGE_BOARDS}[size]))


def check_board(columns: str, height: str, positions: int, value: str) -> None:
    found = solved("connect_four", columns=columns, height=height)
    assert len(found.positions) == positions
    first = float(found.values[found.positions.start])
    assert "-=+"[1 + (first > 0) - (first < 0)] == value


def test_pig_with_small_goals() -> None:
    """6/7 to reach 2, 0.709424 to reach 10."""
    for goal, expected in (("2", 6 / 7), ("10", 0.709424)):
        found = solved("pig", goal=goal)
        value = float(found.values[found.positions.start])
        assert (1 + value) / 2 == pytest.approx(expected, abs=1e-6)
