"""Sets of squares as numbers: the combinatorial number system, for the indexes of endgame tables.

The k-element subsets of n squares are numbered 0 to C(n, k) - 1: squares s1 < s2 < ... have the number
C(s1, 1) + C(s2, 2) + ... (Lehmer 1964).
"""

from __future__ import annotations

from math import comb

import numpy as np

from zermelo.game import NONE, bit, i64, squares, table

SQUARES = 64
MOST = 16  # pieces of one kind
CHOOSE = table([[min(comb(n, k), 2**62) for k in range(MOST + 1)] for n in range(SQUARES + 1)], i64)  # [n, k]


def rank(board: np.uint64) -> int:
    """The number of a set of squares among all sets of its size."""
    number, place = 0, 1
    for square in squares(board):
        number += CHOOSE[square, place]
        place += 1  # `squares` is a range of bits to the compiler, not a list to count
    return number


def unrank(number: int, size: int) -> np.uint64:
    """The set of squares of a size that has a number."""
    board, top = NONE, SQUARES - 1
    for place in range(size, 0, -1):
        while CHOOSE[top, place] > number:
            top -= 1
        number -= CHOOSE[top, place]
        board = board | bit(top)
    return board
