"""Ataxx: add a stone next to one of yours, or jump two cells with one; enemy stones next to the arrival become yours.

Cells are numbered row by row from a1. x begins; the first four stones stand as drawn:

     7   x 43 44 45 46 47  o
     6  35 36 37 38 39 40 41
     5  28 29 30 31 32 33 34
     4  21 22 23 24 25 26 27
     3  14 15 16 17 18 19 20
     2   7  8  9 10 11 12 13
     1   o  1  2  3  4  5  x
         a  b  c  d  e  f  g

The rules themselves are in `rules.py`: they do not depend on the shape of the board.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from zermelo.boards.boxes import box_symmetries
from zermelo.boards.grids import grid_cells, square_index, square_name
from zermelo.boards.symmetries import image
from zermelo.errors import BadPosition
from zermelo.game import NONE, Cells, Scene, bit, derived, has, not_in_key, parameter, python_only, table, u8, u64, word
from zermelo.games.infection.rules import Infection


def ring(size: int, steps: int) -> list[int]:
    """For each cell the cells so many king's steps away, as bits."""
    places = [(cell % size, cell // size) for cell in range(size * size)]
    return [
        sum(1 << to for to, (x, y) in enumerate(places) if max(abs(x - column), abs(y - row)) == steps)
        for column, row in places
    ]


def most(size: int) -> int:
    """No more moves than free cells beside one stone, and pairs of cells at two steps, of which one has a stone."""
    return size * size - 1 + sum(cells.bit_count() for cells in ring(size, 2)) // 2


class Ataxx(Infection):
    """Infection on squares."""

    # ------------------------------------------------------------------ facts
    size: int = parameter(7, low=4, high=8, help="rows and columns")
    area: int = derived(lambda game: game.size**2)
    most_moves: int = derived(lambda game: most(game.size))
    longest: int = derived(lambda game: 100 * game.area)  # a new stone at least every hundred plies
    board: np.uint64 = derived(lambda game: word((1 << game.area) - 1))
    NEAR: Cells = derived(lambda game: table(ring(game.size, 1), u64))
    FAR: Cells = derived(lambda game: table(ring(game.size, 2), u64))
    IMAGES: Cells = derived(lambda game: table(box_symmetries((game.size, game.size)), u8))
    symmetries = 8

    # ------------------------------------------------------------------ state
    walls: u64 = not_in_key()  # cells that nobody enters; jumps go over them

    @python_only
    def start(self, walls: str = "") -> None:
        """A stone in each corner, x in the upper left one; walls are named like `d3 d5 c4 e4`."""
        last = self.size - 1
        self.mine = bit(last) | bit(last * self.size)
        self.theirs = bit(0) | bit(last * self.size + last)
        for name in walls.replace(",", " ").split():
            cell = square_index(name, self.size, self.size)
            if cell < 0 or has(self.mine | self.theirs, cell):
                raise BadPosition(f"there cannot be a wall on {name!r}: it is no cell, or a stone stands there")
            self.walls = self.walls | bit(cell)

    # ------------------------------------------------------------------ rules
    def free(self) -> np.uint64:
        """The cells where a stone may go."""
        return self.board & ~(self.mine | self.theirs | self.walls)

    # ------------------------------------------------------------------ hooks
    def transform(self, which: int) -> None:
        """Mirror or turn the board, walls and all."""
        self.mine, self.theirs = image(self.IMAGES, which, self.mine), image(self.IMAGES, which, self.theirs)
        self.walls = image(self.IMAGES, which, self.walls)

    # ------------------------------------------------------------------ notation
    @classmethod
    def rows(cls) -> list[list[int]]:
        """Rows from the top."""
        return [list(range(row * cls.size, (row + 1) * cls.size)) for row in reversed(range(cls.size))]

    @classmethod
    def names(cls) -> list[str]:
        """a1, b1, ..."""
        return [square_name(cell % cls.size, cell // cls.size) for cell in range(cls.area)]

    @python_only
    def build(self, walls: np.uint64) -> None:
        """Take over the walls of a position that is read."""
        self.walls = walls

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """A square board with its walls."""
        cells = grid_cells(self.size, self.size)
        if self.walls != NONE:
            cells = tuple(
                replace(cell, shade="wall") if has(self.walls, place) else cell for place, cell in enumerate(cells)
            )
        return self.draw(cells)
