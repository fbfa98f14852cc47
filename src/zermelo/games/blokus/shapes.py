"""The pieces of Blokus as tables: the ways that they lie, the tree in which they grow from a cell, where they begin."""

from __future__ import annotations

from functools import cache

from zermelo.boards.polyominoes import (
    PENTOMINOES,
    SMALLER,
    Shape,
    Square,
    growths,
    normal,
    orientations,
    shape_of,
)
from zermelo.game import table, u8

DRAWINGS = SMALLER | {letter + "5" * (letter in "ILTVZ"): drawing for letter, drawing in PENTOMINOES.items()}
NAMES = tuple(DRAWINGS)
BORDER = 4  # cells that a piece can reach from one that it covers
SQUARES = table([drawing.count("#") for drawing in DRAWINGS.values()], u8)  # of each piece
WINDOW = table([0, 1, 4, 9, 16, 25, 32, 37, 40], u8)  # of each row of the window


@cache
def shapes(largest: int) -> tuple[tuple[int, Shape], ...]:
    """Every way that a piece can lie, with its number."""
    drawn = [(piece, shape_of(drawing)) for piece, drawing in enumerate(DRAWINGS.values())]
    return tuple((piece, way) for piece, shape in drawn if len(shape) <= largest for way in orientations(shape))


def box(shape: Shape) -> Square:
    """Width and height."""
    return max(x for x, _ in shape) + 1, max(y for _, y in shape) + 1


def row_bits(shape: Shape) -> list[int]:
    """The squares of a shape in each of five rows, from the lowest."""
    return [sum(1 << x for x, y in shape if y == row) for row in range(5)]


def mirrors(largest: int) -> list[list[int]]:
    """What each shape becomes in a mirror along the diagonal that falls to the right, and along the rising one."""
    ways = [shape for _, shape in shapes(largest)]
    return [[ways.index(normal((sign * y, sign * x) for x, y in shape)) for shape in ways] for sign in (-1, 1)]


def tree(largest: int, size: int) -> tuple[list[int], list[int], list[int], list[int], list[int]]:
    """The tree of growing pieces: new cell in the window, where to go on without it, piece, pieces below, move."""
    numbers = {way: (number, piece) for number, (piece, way) in enumerate(shapes(largest))}
    walk = growths(largest)
    new = [WINDOW[y + BORDER] + x + BORDER - abs(y) for _, (x, y), _ in walk]
    piece = [numbers[normal(shape)][1] for shape, _, _ in walk]
    below = [sum(1 << which for which in set(piece[at:end])) for at, (_, _, end) in enumerate(walk)]
    moves = [
        numbers[normal(shape)][0] * size**2 + min(y for _, y in shape) * size + min(x for x, _ in shape)
        for shape, _, _ in walk
    ]
    return new, [end for _, _, end in walk], piece, below, moves


def duo_starts(size: int, fixed: bool) -> list[list[Square]]:
    """The start squares of both players: e10 and j5 on 14 x 14 cells."""
    inset = (size - 4) * 2 // 5
    upper, lower = (inset, size - 1 - inset), (size - 1 - inset, inset)
    return [[upper], [lower]] if fixed else [[upper, lower], [upper, lower]]
