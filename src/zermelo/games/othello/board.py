"""The board of Othello: what its squares are worth, and some sets of squares."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from zermelo.game import word

# What a square is worth before the game is near its end, by its distance from the two nearest edges
CORNER, X_SQUARE, C_SQUARE, EDGE, INSIDE = 100, -50, -20, 10, 0


def some_columns(size: int, columns: Iterable[int]) -> np.uint64:
    """The squares of some columns, where a board is one word."""
    squares = [row * size + column for row in range(size) for column in columns]
    return word(sum(1 << square for square in squares) if size <= 8 else 0)


def quarter_of(size: int) -> np.uint64:
    """The quarter of the board that begins at a1, where a board is one word."""
    half = size // 2
    return word(sum(1 << row * size + column for row in range(half) for column in range(half)) if size <= 8 else 0)


def square_value(size: int, square: int) -> int:
    """A corner is for ever; the squares next to it give it away."""
    column, row = square % size, square // size
    near = sorted((min(column, size - 1 - column), min(row, size - 1 - row)))
    known = {(0, 0): CORNER, (1, 1): X_SQUARE, (0, 1): C_SQUARE}
    return known.get((near[0], near[1]), EDGE if near[0] == 0 else INSIDE)


def corner_squares(size: int) -> list[int]:
    """Each corner, its X-square and its two C-squares."""
    last = size - 1
    found = []
    for column, row in ((0, 0), (last, 0), (0, last), (last, last)):
        across, down = (1 if column == 0 else -1), (1 if row == 0 else -1)
        for x, y in ((0, 0), (across, down), (across, 0), (0, down)):
            found.append((row + y) * size + column + x)
    return found
