"""Hexagonal boards: places by two coordinates, and where they lie on the plane.

A place is (q, r): q counts along a row, r counts rows downwards, and each row begins half a cell further to the right:

    (0,0) (1,0) (2,0)
       (0,1) (1,1) (2,1)
          (0,2) (1,2) (2,2)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from zermelo.game.scene import Cell

Place = tuple[int, int]

AROUND: tuple[Place, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # the six neighbours, going round
ROW_HEIGHT = 3**0.5 / 2  # between rows of cells that are one unit wide


def rhombus(columns: int, rows: int) -> tuple[Place, ...]:
    """The board of Hex, row by row."""
    return tuple((q, r) for r in range(rows) for q in range(columns))


def hexagon(side: int) -> tuple[Place, ...]:
    """A hexagon with `side` cells on each side and (0, 0) in the middle, row by row."""
    far = side - 1
    return tuple((q, r) for r in range(-far, side) for q in range(max(-far, -far - r), min(far, far - r) + 1))


def neighbours(place: Place) -> tuple[Place, ...]:
    """The six places next to a place, on the board or not."""
    return tuple((place[0] + q, place[1] + r) for q, r in AROUND)


def distance(one: Place, other: Place) -> int:
    """Steps from one place to another."""
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def centre(place: Place) -> tuple[float, float]:
    """Where a place lies: x to the right, y upwards."""
    q, r = place
    return q + r / 2, -r * ROW_HEIGHT


def hex_cells(places: Iterable[Place], names: Iterable[str], shades: Iterable[str]) -> tuple[Cell, ...]:
    """The cells of a board."""
    return tuple(
        Cell(name, *centre(place), "hexagon", shade) for place, name, shade in zip(places, names, shades, strict=True)
    )


def turned(place: Place, which: int) -> Place:
    """The image of a place under a symmetry of the hexagon: `which` sixths of a turn, mirrored first from 6 on."""
    q, r = place
    if which >= 6:
        q, r = q + r, -r
    for _ in range(which % 6):
        q, r = -r, q + r
    return q, r


def symmetric_images(places: tuple[Place, ...]) -> list[list[int]]:
    """For each of the twelve symmetries, the number of each place's image."""
    return [[places.index(turned(place, which)) for place in places] for which in range(12)]


def turned_ways() -> list[list[int]]:
    """For each of the twelve symmetries, the image of each way of AROUND."""
    return [[AROUND.index(turned(way, which)) for way in AROUND] for which in range(12)]


# ---------------------------------------------------------------------- honeycombs: corners, edges, mirrors

SIDES = ("e", "se", "sw", "w", "nw", "ne")  # the edge towards each of the six neighbours


def triangle(side: int) -> tuple[Place, ...]:
    """A triangle with a row of `side` cells on top and a single one below."""
    return tuple((q, r) for r in range(side) for q in range(side - r))


def corners(place: Place) -> list[tuple[int, ...]]:
    """The corners of a cell, going round: each is the sum of the three places that meet there.

    Corner i lies between the neighbours i and i + 1, so that `fences.edges_of` gives the edges in the order of SIDES.
    """
    q, r = place
    ways = [(AROUND[way], AROUND[(way + 1) % 6]) for way in range(6)]
    return [(3 * q + one[0] + two[0], 3 * r + one[1] + two[1]) for one, two in ways]


def corner_centre(corner: tuple[int, ...]) -> tuple[float, float]:
    """Where a corner lies on the plane."""
    q, r = corner
    return (q + r / 2) / 3, -r * ROW_HEIGHT / 3


TURNS: tuple[tuple[int, int, int, int], ...] = (  # half a turn, then the six mirrors: q' = a q + b r, r' = c q + d r
    (-1, 0, 0, -1), (0, 1, 1, 0), (0, -1, -1, 0), (1, 0, -1, -1), (-1, 0, 1, 1), (-1, -1, 0, 1), (1, 1, 0, -1),
)  # fmt: skip


def mirrors_of(places: tuple[Place, ...]) -> list[Callable[[tuple[int, ...]], tuple[int, ...]]]:
    """The mirrors of corners that map a board onto itself, half a turn included; each is its own way back."""
    board = {frozenset(corners(place)) for place in places}
    middle = tuple(sum(place[axis] for place in places) for axis in (0, 1))
    found: list[Callable[[tuple[int, ...]], tuple[int, ...]]] = []
    for a, b, c, d in TURNS:
        shift = 3 * (middle[0] - a * middle[0] - b * middle[1]), 3 * (middle[1] - c * middle[0] - d * middle[1])
        if shift[0] % len(places) or shift[1] % len(places):
            continue
        to_q, to_r = shift[0] // len(places), shift[1] // len(places)

        def mirror(p: tuple[int, ...], m: tuple[int, ...] = (a, b, c, d, to_q, to_r)) -> tuple[int, ...]:
            return m[0] * p[0] + m[1] * p[1] + m[4], m[2] * p[0] + m[3] * p[1] + m[5]

        if {frozenset(mirror(corner) for corner in cell) for cell in board} == board:
            found.append(mirror)
    return found
