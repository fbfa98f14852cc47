"""The star of Chinese checkers: two large triangles laid over each other, and its holes as four words of bits.

Holes are (q, r), q along a row and r downwards (see `boards/hexes.py`), numbered row by row from the top (side 4):

                 0                          point 3
                1 2
               3 4 5
              6 7 8 9
    10 11 ...             22                points 2 and 4
       23 ...           34
               ...
    98 99 ...            110                points 1 and 5
           111 ... 114
              ...
              120                           point 0, the home of the first player

A hop changes q and r by 0 or 2, so a peg stays among the holes whose q and r are odd or even as its own are. Each of
these four classes is a word: the bit of (q, r) is 31 + q // 2 + 8 * (r // 2). Within a word a hop along a row moves a
bit by 1, in the two other directions by 8 or 7, and a flood of hops is a few shifts. The neighbours of a hole are in
the three other classes.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from zermelo.boards.hexes import Place


@cache
def star(side: int) -> tuple[Place, ...]:
    """Two large triangles laid over each other, row by row."""
    rows = range(-2 * side, 2 * side + 1)
    return tuple(
        (q, r)
        for r in rows
        for q in rows
        if min(q, r, -q - r) >= -side  # the triangle that points up to the right, left and down
        or max(q, r, -q - r) <= side
    )


def point_of(side: int, place: Place) -> int:
    """Which of the six points a hole lies in, clockwise from the bottom; -1 in the hexagon between them."""
    q, r = place
    beyond = (r, -q, -q - r, -r, q, q + r)
    return next((point for point in range(6) if beyond[point] > side), -1)


def class_of(place: Place) -> int:
    """Which of the four words a hole is in: 1 for an odd q, 2 for an odd r."""
    return place[0] % 2 + 2 * (place[1] % 2)


def bit_of(place: Place) -> int:
    """The bit of a hole in the word of its class."""
    return 31 + place[0] // 2 + 8 * (place[1] // 2)


def board_of(places: Iterable[Place]) -> list[int]:
    """Holes as four words."""
    made = [0] * 4
    for place in places:
        made[class_of(place)] |= 1 << bit_of(place)
    return made


def shifts() -> list[int]:
    """From the bit of a hole to that of its neighbour: entry 4 * class + way, ways 1 (1, 0), 2 (0, 1), 3 (-1, 1)."""
    made = []
    for start in ((0, 0), (1, 0), (0, 1), (1, 1)):
        ends = [(start[0] + q, start[1] + r) for q, r in ((0, 0), (1, 0), (0, 1), (-1, 1))]
        made += [bit_of(end) - bit_of(start) for end in ends]
    return made


def holes_at(side: int) -> list[int]:
    """The hole at each place: 64 * class + bit."""
    number = {64 * class_of(place) + bit_of(place): hole for hole, place in enumerate(star(side))}
    return [number.get(place, 0) for place in range(256)]
