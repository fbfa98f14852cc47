r"""Boards of points joined by lines, with diagonals at every second point: Fanorona and Alquerque.

Points are numbered row by row from a1 = 0. Those whose column and row add up to an even number (a1, c1, b2 ...) are
joined to all eight neighbours, the others only along rows and columns:

    3  o---o---o
       | \ | / |
    2  o---o---o
       | / | \ |
    1  o---o---o
       a   b   c
"""

from __future__ import annotations

from zermelo.boards.boxes import box_symmetries

WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (-1, 1), (1, -1))  # way ^ 1 is the way back
WAY_NAMES = ("e", "w", "n", "s", "ne", "sw", "nw", "se")


def joined(column: int, row: int, way: int, columns: int, rows: int) -> bool:
    """Whether a line leads from a point in a direction."""
    x, y = column + WAYS[way][0], row + WAYS[way][1]
    return 0 <= x < columns and 0 <= y < rows and (way < 4 or (column + row) % 2 == 0)


def steps(columns: int) -> list[int]:
    """What a step in each direction adds to the number of a point."""
    return [x + y * columns for x, y in WAYS]


def leaving(columns: int, rows: int) -> list[int]:
    """For each direction the points from which a line leads there, as a board."""
    return [
        sum(1 << y * columns + x for y in range(rows) for x in range(columns) if joined(x, y, way, columns, rows))
        for way in range(8)
    ]


def crossings(columns: int, rows: int) -> int:
    """The points with diagonals, as a board."""
    return sum(1 << y * columns + x for y in range(rows) for x in range(columns) if (x + y) % 2 == 0)


def turned_ways(columns: int, rows: int) -> list[int]:
    """Which direction each becomes under each symmetry of the board, at 8 * symmetry + way; boards are odd-sided."""
    middle = rows // 2 * columns + columns // 2
    found = []
    for images in box_symmetries((columns, rows)):
        for step in steps(columns):
            found.append(steps(columns).index(images[middle + step] - images[middle]))
    return found


def drawn_lines(columns: int, rows: int) -> tuple[tuple[float, float, float, float], ...]:
    """The lines of the board, for a picture."""
    return tuple(
        (float(x), float(y), float(x + WAYS[way][0]), float(y + WAYS[way][1]))
        for way in (0, 2, 4, 6)
        for y in range(rows)
        for x in range(columns)
        if joined(x, y, way, columns, rows)
    )
