"""Hexxagon: Ataxx on hexagons; add a stone next to one of yours, or jump two cells with one, and turn the neighbours.

A hexagon of side five with three holes round its centre. Cells are numbered row by row from the top; a row is named by
a letter from below, a line that rises to the left by a number. x begins; the first six stones stand as drawn:

              i   x  1  2  3  o
            h   5  6  7  8  9 10
          g  11 12 13 14 15 16 17
        f  18 19 20 () 21 22 23 24
      e   o 26 27 28 29 () 30 31  x
        d  33 34 35 () 36 37 38 39  9
          c  40 41 42 43 44 45 46  8
            b  47 48 49 50 51 52  7
              a   x 54 55 56  o  6
                 1  2  3  4  5

The rules themselves are in `rules.py`: they do not depend on the shape of the board.
"""

from __future__ import annotations

import numpy as np

from zermelo.boards.hexes import Place, distance, hex_cells, hexagon
from zermelo.game import BY_UTILITY, Cells, Scene, bit, python_only, table, u8, u64, word
from zermelo.games.infection.rules import Infection

SIDE = 5
HOLES: tuple[Place, ...] = ((1, 0), (-1, 1), (0, -1))
PLACES = tuple(place for place in hexagon(SIDE) if place not in HOLES)
FIRST: tuple[Place, ...] = ((4, 0), (-4, 4), (0, -4))  # the corners of x lie in the directions of the holes
SECOND: tuple[Place, ...] = ((0, 4), (-4, 0), (4, -4))


def ring(steps: int) -> list[int]:
    """For each cell the cells so many steps away, as bits; holes count as steps."""
    return [sum(1 << n for n, to in enumerate(PLACES) if distance(place, to) == steps) for place in PLACES]


def images() -> list[list[int]]:
    """Where each turn by a third, and each mirroring that keeps the holes, carries each cell; the identity is first."""
    found = []
    for mirrored in (False, True):
        for turns in range(6):
            moved = []
            for q, r in PLACES:
                q, r = (r, q) if mirrored else (q, r)
                for _ in range(turns):
                    q, r = -r, q + r
                moved.append((q, r))
            if set(moved) == set(PLACES):
                found.append([PLACES.index(place) for place in moved])
    return found


def cell_name(place: Place) -> str:
    """A letter for the row, counted from below, and a number for the line: e5 is the centre."""
    return "abcdefghi"[SIDE - 1 - place[1]] + str(place[0] + SIDE)


class Hexxagon(Infection):
    """Infection on hexagons."""

    # ------------------------------------------------------------------ facts
    area = len(PLACES)
    most_moves: int = area - 1 + sum(cells.bit_count() for cells in ring(2)) // 2  # as a pair has one stone to jump
    longest: int = 100 * area  # a new stone at least every hundred plies
    stalled = BY_UTILITY
    board = word((1 << area) - 1)
    NEAR: Cells = table(ring(1), u64)
    FAR: Cells = table(ring(2), u64)
    IMAGES: Cells = table(images(), u8)
    symmetries = 6

    @python_only
    def start(self) -> None:
        """Three stones each, in every second corner."""
        for mine, theirs in zip(FIRST, SECOND, strict=True):
            self.mine = self.mine | bit(PLACES.index(mine))
            self.theirs = self.theirs | bit(PLACES.index(theirs))

    # ------------------------------------------------------------------ rules
    def free(self) -> np.uint64:
        """The cells where a stone may go."""
        return self.board & ~(self.mine | self.theirs)

    # ------------------------------------------------------------------ notation
    @classmethod
    def rows(cls) -> list[list[int]]:
        """Rows from the top, holes as -1."""
        number = {place: cell for cell, place in enumerate(PLACES)}
        found: list[list[int]] = [[] for _ in range(2 * SIDE - 1)]
        for place in hexagon(SIDE):
            found[place[1] + SIDE - 1].append(number.get(place, -1))
        return found

    @classmethod
    def names(cls) -> list[str]:
        """i5, i6, ... a5."""
        return [cell_name(place) for place in PLACES]

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """A board of hexagons; nothing is drawn where the holes are."""
        return self.draw(hex_cells(PLACES, self.names(), ["plain"] * self.area))
