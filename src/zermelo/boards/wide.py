"""Boards of more than sixty-four squares: two words, the lower squares in the first.

The words travel as a pair of local variables, since rules may not make arrays.
"""

from __future__ import annotations

import numpy as np

from zermelo.game.bits import NONE, bit, has, word
from zermelo.game.fields import Cells


def up(low: np.uint64, high: np.uint64, by: int) -> tuple[np.uint64, np.uint64]:
    """All squares moved towards higher numbers, by 1 to 63."""
    return low << word(by), high << word(by) | low >> word(64 - by)


def down(low: np.uint64, high: np.uint64, by: int) -> tuple[np.uint64, np.uint64]:
    """All squares moved towards lower numbers, by 1 to 63."""
    return low >> word(by) | high << word(64 - by), high >> word(by)


def entered(size: int) -> list[int]:
    """Which squares of a square board a step can enter: right, up, up right, up left, each followed by its way back.

    Two words each. A step to the right never enters column a, a step to the left never the last one.
    """
    made = []
    for right in (1, 0, 1, -1):
        for side in (right, -right):
            closed = {1: 0, -1: size - 1, 0: -1}[side]
            board = sum(1 << square for square in range(size * size) if square % size != closed)
            made += [board & (1 << 64) - 1, board >> 64]
    return made


def queen_moves(
    low: np.uint64, high: np.uint64, free_low: np.uint64, free_high: np.uint64, size: int, entries: Cells
) -> tuple[np.uint64, np.uint64]:
    """These squares of a square board and all that are one queen's move over free squares from any of them.

    The entries are those of `entered(size)`.
    """
    made_low, made_high = low, high
    for way in range(4):
        step = 1 if way == 0 else size + (0, 0, 1, -1)[way]
        front_low, front_high = low, high
        while (front_low | front_high) != NONE:
            front_low, front_high = up(front_low, front_high, step)
            front_low = front_low & free_low & entries[4 * way]
            front_high = front_high & free_high & entries[4 * way + 1]
            made_low, made_high = made_low | front_low, made_high | front_high
        front_low, front_high = low, high
        while (front_low | front_high) != NONE:
            front_low, front_high = down(front_low, front_high, step)
            front_low = front_low & free_low & entries[4 * way + 2]
            front_high = front_high & free_high & entries[4 * way + 3]
            made_low, made_high = made_low | front_low, made_high | front_high
    return made_low, made_high


def halves(board: int) -> tuple[int, int]:
    """The bits of an int as two words, for tables."""
    return board & (1 << 64) - 1, board >> 64


def joined(low: np.uint64, high: np.uint64, square: int) -> tuple[np.uint64, np.uint64]:
    """The board with one more square."""
    if square < 64:
        return low | bit(square), high
    return low, high | bit(square & 63)


def wide_has(low: np.uint64, high: np.uint64, square: int) -> bool:
    """Whether a board has a square."""
    return has(low if square < 64 else high, square & 63)
