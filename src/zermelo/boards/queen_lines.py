"""Rows, columns and diagonals of a square board, each as a word of bits: 1 where the way is blocked or the board ends.

The squares that a queen reaches are the zeros next to its own place, found by one instruction for each ray whatever the
size of the board. The place of a square is its column + 1, on a column its row + 1 (size 10, row 1 with a piece on c1):

    bit    15 ... 11 | 10  9  8  7  6  5  4  3  2  1 | 0
            1 ...  1 |  0  0  0  0  0  0  0  1  0  0 | 1
                        j  i  h  g  f  e  d  c  b  a
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from zermelo.game.bits import ONE, bit, highest, lowest, minus, word


def lines_of(size: int) -> NDArray[np.int64]:
    """For each square and way: the number of the line and the square's place on it.

    The ways are rows, columns, diagonals rising to the right and diagonals falling to the right.
    """
    found = []
    for row in range(size):
        for column in range(size):
            rising, falling = 3 * size - 1 + column - row, 4 * size - 1 + column + row
            found.append([(row, column + 1), (size + column, row + 1), (rising, column + 1), (falling, column + 1)])
    return np.array(found)


def walls(size: int) -> list[int]:
    """The lines of an empty board: a bit is set where there is no square."""
    lines = [0xFFFF] * (6 * size - 2)
    for line, place in lines_of(size).reshape(-1, 2).tolist():
        lines[line] &= ~(1 << place)
    return lines


def zeros_after(line: np.uint64, place: int) -> int:
    """Free places between a place and the next blocked one; the wall ends every line."""
    return lowest(line >> word(place + 1))


def zeros_before(line: np.uint64, place: int) -> int:
    """Free places between a place and the last blocked one before it."""
    return place - 1 - highest(line & minus(bit(place), ONE))
