"""Boards of bits as symmetries carry them."""

from __future__ import annotations

import numpy as np

from zermelo.game import NONE, Cells, bit, squares


def image(images: Cells, which: int, board: np.uint64) -> np.uint64:
    """A board turned or mirrored; `images[which, square]` says where a square comes to lie."""
    there = NONE
    for square in squares(board):
        there = there | bit(images[which, square])
    return there
