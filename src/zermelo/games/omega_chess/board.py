"""The board of Omega chess: ten by ten squares, and a corner beyond each end of the long diagonals.

Squares 0 to 99 lie row by row from the lower left; 100 to 103 are the corners, counted from the lower left against the
clock. A corner has the coordinates that a square there would have: (-1, -1), (10, -1), (10, 10) and (-1, 10).
"""

from __future__ import annotations

from collections.abc import Iterable

from zermelo.game import table, u8

Step = tuple[int, int]  # across and up

AREA = 104
NOWHERE = 127  # no square
WAYS: tuple[Step, ...] = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))
PLACES: list[Step] = [*((s % 10, s // 10) for s in range(100)), (-1, -1), (10, -1), (10, 10), (-1, 10)]
SQUARES = {place: square for square, place in enumerate(PLACES)}


def turned(a: int, b: int) -> list[Step]:
    """A leap in all its directions."""
    return [(x * i, y * j) for x, y in ((a, b), (b, a)) for i in (1, -1) for j in (1, -1)]


def reached(square: int, steps: Iterable[Step]) -> int:
    """The squares that the given steps reach, as the bits of an int."""
    x, y = PLACES[square]
    return sum(1 << SQUARES[x + dx, y + dy] for dx, dy in set(steps) if (x + dx, y + dy) in SQUARES)


def beyond(square: int, way: int) -> int:
    """The next square one way, or NOWHERE."""
    (x, y), (dx, dy) = PLACES[square], WAYS[way]
    return SQUARES.get((x + dx, y + dy), NOWHERE)


NEXT = table([[beyond(square, way) for way in range(8)] for square in range(AREA)], u8)  # [square, way]
