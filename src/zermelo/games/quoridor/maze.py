"""Square boards with walls between squares, as two words of bits each: who can go where.

A side is kept with the square left of it or below it: `right` has the squares whose right side is closed, `top` those
whose upper side is. The edges of the board count as walls. A wall covers two sides in line; its middle is a crossing.
"""

from __future__ import annotations

import numpy as np

from zermelo.boards.wide import down, up
from zermelo.game.bits import NONE

ACROSS, UPRIGHT = 0, 1  # how a wall lies
WORD = (1 << 64) - 1


# ---------------------------------------------------------------------- building tables


def halves(board: int) -> list[int]:
    """A board as two words."""
    return [board & WORD, board >> 64]


def covered(size: int) -> list[list[list[int]]]:
    """For each way that a wall lies and each crossing: the squares below (left of) it, whose sides it closes."""
    made: list[list[list[int]]] = [[], []]
    for crossing in range((size - 1) ** 2):
        square = crossing // (size - 1) * size + crossing % (size - 1)
        made[ACROSS].append(halves(1 << square | 1 << square + 1))
        made[UPRIGHT].append(halves(1 << square | 1 << square + size))
    return made


def crossing_column(size: int, column: int) -> int:
    """The crossings of one column, as bits."""
    return sum(1 << (size - 1) * row + column for row in range(size - 1))


def rim(size: int) -> list[int]:
    """The sides that the edge closes: the last column's to the right, and the last row's at the top."""
    column = sum(1 << size * row + size - 1 for row in range(size))
    return halves(column) + halves(((1 << size) - 1) << size * (size - 1))


def outer_rows(size: int) -> list[list[int]]:
    """The last row and the first one."""
    row = (1 << size) - 1
    return [halves(row << size * (size - 1)), halves(row)]


# ---------------------------------------------------------------------- for rules


def neighbours(
    low: np.uint64,
    high: np.uint64,
    top_low: np.uint64,
    top_high: np.uint64,
    right_low: np.uint64,
    right_high: np.uint64,
    size: int,
) -> tuple[np.uint64, np.uint64]:
    """All squares one step from some squares."""
    up_low, up_high = up(low & ~top_low, high & ~top_high, size)
    down_low, down_high = down(low, high, size)
    after_low, after_high = up(low & ~right_low, high & ~right_high, 1)
    before_low, before_high = down(low, high, 1)
    return (
        up_low | after_low | down_low & ~top_low | before_low & ~right_low,
        up_high | after_high | down_high & ~top_high | before_high & ~right_high,
    )


def connected(
    low: np.uint64,
    high: np.uint64,
    goal_low: np.uint64,
    goal_high: np.uint64,
    top_low: np.uint64,
    top_high: np.uint64,
    right_low: np.uint64,
    right_high: np.uint64,
    size: int,
) -> bool:
    """Whether a way leads from some squares to a goal: spread to one side after the other until nothing grows."""
    while low & goal_low | high & goal_high == NONE:
        before_low, before_high = low, high
        more_low, more_high = up(low & ~top_low, high & ~top_high, size)
        low, high = low | more_low, high | more_high
        more_low, more_high = down(low, high, size)
        low, high = low | more_low & ~top_low, high | more_high & ~top_high
        more_low, more_high = up(low & ~right_low, high & ~right_high, 1)
        low, high = low | more_low, high | more_high
        more_low, more_high = down(low, high, 1)
        low, high = low | more_low & ~right_low, high | more_high & ~right_high
        if low == before_low and high == before_high:
            return False
    return True
