"""Boards of the mill games: squares inside each other, joined at the middles of their sides, or at the corners too.

Points are numbered ring by ring from the outermost, each from its lower left corner round to the right; corners are
even, and a point's neighbours are the next ones of its byte and the same ones of the bytes beside it. Three rings:

    a7 - - d7 - - g7        6         5         4
    |  b6  d6  f6  |           14    13    12
    |  |c5 d5 e5|  |              22 21 20
    a4-b4-c4 e4-f4-g4       7 15 23     19 11 3
    |  |c3 d3 e3|  |              16 17 18
    |  b2  d2  f2  |            8     9    10
    a1 - - d1 - - g1        0         1         2
"""

from __future__ import annotations

from itertools import groupby

import numpy as np

from zermelo.boards.grids import square_name
from zermelo.game.bits import ONE, word

NEVER = 1 << 63  # a mill that nobody can have: fills the rows of points that lie on fewer mills than others
Point = tuple[int, int]  # from the middle, to the right and upwards


def ring(point: Point) -> int:
    """Which square a point lies on, 1 the innermost."""
    return max(abs(point[0]), abs(point[1]))


def morris_points(rings: int) -> list[Point]:
    """The points in order."""
    round_about = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
    return [(level * x, level * y) for level in range(rings, 0, -1) for x, y in round_about]


def point_names(rings: int) -> list[str]:
    """The points' names, a1 at the lower left."""
    return [square_name(x + rings, y + rings) for x, y in morris_points(rings)]


def point_rows(rings: int) -> list[list[int]]:
    """The points row by row from the top, as they are read."""
    points = morris_points(rings)
    order = sorted(range(len(points)), key=lambda place: (-points[place][1], points[place][0]))
    return [list(row) for _, row in groupby(order, key=lambda place: points[place][1])]


def joined(one: Point, other: Point, diagonals: bool) -> bool:
    """Whether a line of the board leads from a point to another one without a third between them."""
    if ring(one) == ring(other):  # a corner and the middle of a side
        return abs(one[0] - other[0]) + abs(one[1] - other[1]) == ring(one)
    along = (one[0] * ring(other), one[1] * ring(other)) == (other[0] * ring(one), other[1] * ring(one))
    return along and abs(ring(one) - ring(other)) == 1 and (diagonals or 0 in one)


def neighbours(rings: int, diagonals: bool) -> list[int]:
    """For each point the points next to it, as bits."""
    points = morris_points(rings)
    return [sum(1 << j for j, other in enumerate(points) if joined(one, other, diagonals)) for one in points]


def mills(rings: int, diagonals: bool) -> list[tuple[int, ...]]:
    """All lines of three points, in order: a middle point and two neighbours on opposite sides of it."""
    points = morris_points(rings)
    found = []
    for middle, (x, y) in enumerate(points):
        near = [place for place, point in enumerate(points) if joined((x, y), point, diagonals)]
        for one in near:
            dx, dy = points[one][0] - x, points[one][1] - y
            other = points.index((x - dx, y - dy)) if (x - dx, y - dy) in points else -1
            if one < other and other in near:
                found.append(tuple(sorted((one, middle, other))))
    return sorted(found)


def mill_bits(rings: int, diagonals: bool) -> list[int]:
    """All mills as bits."""
    return [sum(1 << point for point in mill) for mill in mills(rings, diagonals)]


def starts(points: int) -> list[int]:
    """Where the man of each placing, then of each slide or flight comes from: 63, no point, if from the hand."""
    return [63] * points + [start for start in range(points) for _ in range(points)]


def mills_of_points(rings: int, diagonals: bool) -> list[int]:
    """Three mills for each point, as bits."""
    found = []
    for point in range(8 * rings):
        own = [mill for mill in mill_bits(rings, diagonals) if mill >> point & 1]
        found += own + [NEVER] * (3 - len(own))
    return found


def morris_symmetries(rings: int) -> list[list[int]]:
    """Where each point goes: the eight ways to turn and mirror a square, and the same with the rings inside out."""
    points = morris_points(rings)
    found = []
    for inside_out in (False, True):
        for mirror in (1, -1):
            for quarter in range(4):
                images = []
                for x, y in points:
                    level = ring((x, y))
                    scale = rings + 1 - level if inside_out else level
                    image = (mirror * x // level * scale, y // level * scale)
                    for _ in range(quarter):
                        image = (-image[1], image[0])
                    images.append(points.index(image))
                found.append(images)
    return found


def onward(board: np.uint64) -> np.uint64:
    """Every point goes on to the next one of its ring."""
    return (board & word(0x7F7F7F)) << ONE | board >> word(7) & word(0x010101)


def back(board: np.uint64) -> np.uint64:
    """Every point goes back to the last one of its ring."""
    return board >> ONE & word(0x7F7F7F) | (board & word(0x010101)) << word(7)
