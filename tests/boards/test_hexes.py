"""Hexagonal boards and rows of text."""

from __future__ import annotations

import math

import pytest

from zermelo.boards.hexes import centre, distance, hexagon, neighbours, rhombus
from zermelo.boards.rows import pack_row, unpack_row


def test_sizes() -> None:
    assert len(rhombus(11, 11)) == 121
    assert [len(hexagon(side)) for side in (1, 2, 3, 5)] == [1, 7, 19, 61]
    assert len(set(hexagon(5))) == 61


def test_neighbours_are_one_step_and_one_unit_away() -> None:
    for place in hexagon(3):
        assert len(set(neighbours(place))) == 6
        for near in neighbours(place):
            assert distance(place, near) == 1
            assert math.dist(centre(place), centre(near)) == pytest.approx(1.0)
    assert max(distance((0, 0), place) for place in hexagon(5)) == 4


@pytest.mark.parametrize(
    ("text", "row"),
    [("3x2", "...x.."), ("xo4", "xo...."), ("6", "......"), ("7", None), ("...x..", None), ("3z2", None), ("", None)],
)
def test_rows(text: str, row: str | None) -> None:
    assert unpack_row(text, "xo", 6) == row
    if row is not None:
        assert pack_row(row) == text
