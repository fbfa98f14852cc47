"""Amazons: a turn moves one amazon like a chess queen and shoots an arrow from where she lands, again like a queen.

Amazons and arrows block the way; a square that an arrow has hit stays blocked. Who cannot move loses.

Squares are numbered row by row from a1 (size 10):

    90 91 ... 99
    ...
    10 11 ... 19
     0  1 ...  9

Every row, column and diagonal is also kept as a word of bits, 1 where the way is blocked and beyond both ends: the
squares within reach are the zeros next to a piece's own place. That place is column + 1, on a column row + 1:

    row 0 of an empty board:   ...1 0000000000 1
    place                      11 10 9 ...  1  0
"""

from __future__ import annotations

import re
from typing import Self

import numpy as np

from zermelo.boards.grids import LETTERS, grid_cells, square_index, square_name
from zermelo.boards.wide import down, up
from zermelo.errors import BadPosition, MalformedMove
from zermelo.game import (
    NO_MOVE,
    NONE,
    ONE,
    Cells,
    Game,
    Piece,
    Random,
    Row,
    Scene,
    array,
    bit,
    count,
    derived,
    i8,
    highest,
    lowest,
    minus,
    parameter,
    put,
    squares,
    table,
    u8,
    u16,
    u64,
    word,
    words,
)

NAMES = ("White", "Black")
SIGNS = "wb"
ARROW = "x"
SQUARE = re.compile(r"[a-z]\d+")
AMAZONS = 4  # of each player


def walls(size: int) -> list[int]:
    """The lines of an empty board: rows, columns, rising diagonals, falling diagonals; a bit is set off the board."""
    lines = [0xFFFF] * (6 * size - 2)
    for square in range(size * size):
        for line, place in lines_through(size, square):
            lines[line] &= ~(1 << place)
    return lines


def lines_through(size: int, square: int) -> list[tuple[int, int]]:
    """The four lines through a square and its place on each, in the order of `STEPS`."""
    row, column = divmod(square, size)
    rising, falling = 3 * size - 1 + column - row, 4 * size - 1 + column + row
    return [(row, column + 1), (size + column, row + 1), (rising, column + 1), (falling, column + 1)]


def entered(size: int) -> list[int]:
    """The squares that can be entered by a step up and by a step down in each way, two words each.

    A step to the right never enters column a, a step to the left never the last one.
    """
    words_ = []
    for right in (1, 0, 1, -1):
        for side in (right, -right):
            closed = {1: 0, -1: size - 1, 0: -1}[side]
            board = sum(1 << square for square in range(size * size) if square % size != closed)
            words_ += [board & (1 << 64) - 1, board >> 64]
    return words_


def first_squares(size: int) -> list[int]:
    """White's amazons, then Black's: on the edge, (size - 4) / 2 squares from the corners."""
    off = (size - 4) // 2
    white = [off, size - 1 - off, off * size, off * size + size - 1]
    return [*sorted(white), *sorted(size * size - 1 - square for square in white)]


class Amazons(Game):
    """Move a queen, shoot an arrow."""

    # ------------------------------------------------------------------ facts
    size: int = parameter(10, choices=(6, 8, 10), help="squares on a side of the board")
    most_moves: int = derived(lambda game: AMAZONS * (4 * game.size - 5))  # four queens in the middle
    longest: int = derived(lambda game: 2 * (game.size**2 - 2 * AMAZONS))
    board: int = derived(lambda game: game.size**2)  # squares; an amazon's move is from * board + to
    shots: int = derived(lambda game: game.size**4)  # an arrow is shots + to
    WALLS: Cells = derived(lambda game: table(walls(game.size), u16))
    LINE: Cells = derived(lambda game: table([line for s in range(game.board) for line, _ in lines_through(game.size, s)], u8))
    PLACE: Cells = derived(lambda game: table([place for s in range(game.board) for _, place in lines_through(game.size, s)], u8))
    STEPS: Cells = derived(lambda game: table([1, game.size, game.size + 1, 1 - game.size], i8))
    ENTERED: Cells = derived(lambda game: table(entered(game.size), u64))
    symmetries = 8

    # ------------------------------------------------------------------ state
    queens: Cells = array(u8, 2 * AMAZONS)  # squares of White's amazons, then Black's, each in rising order
    arrows: Cells = array(u64, 2)  # squares that arrows have hit
    shooter: u8  # square + 1 of the amazon that has moved and must shoot; 0: none
    lines: Cells = array(u16, lambda game: 6 * game.size - 2, aside=True)  # what is blocked, see above

    @words
    def start(self) -> None:
        """Four amazons each, White to move."""
        self.lines = self.WALLS
        self.queens = first_squares(self.size)
        for square in self.queens:
            self.flip(int(square))

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """The reach of every amazon of the mover, or of the one that must shoot."""
        if self.shooter > 0:
            return self.put_reach(out, 0, self.shooter - 1, self.shots)
        found = 0
        for index in range(AMAZONS):
            start = self.queens[AMAZONS * self.turn + index]
            found = self.put_reach(out, found, start, start * self.board)
        return found

    def play(self, move: int) -> None:
        """Move an amazon, or shoot and hand over the turn."""
        if move < self.shots:
            start, to = move // self.board, move % self.board
            self.replace(start, to)
            self.flip(start)
            self.flip(to)
            self.shooter = to + 1
        else:
            to = move - self.shots
            self.arrows[to >> 6] = self.arrows[to >> 6] | bit(to & 63)
            self.flip(to)
            self.shooter = 0
            self.turn = 1 - self.turn

    def midturn(self) -> bool:
        """The arrow is still to come; there is always one, at least back to the square just left."""
        return self.shooter > 0

    def utility(self, player: int) -> float:
        """Who is to move and cannot has lost."""
        return -1.0 if self.turn == player else 1.0

    # ------------------------------------------------------------------ helpers
    def reach(self, square: int) -> int:
        """How many squares a queen's move from here reaches."""
        total = 0
        for way in range(4 * square, 4 * square + 4):
            line, place = word(self.lines[self.LINE[way]]), self.PLACE[way]
            total += zeros_after(line, place) + zeros_before(line, place)
        return total

    def nth_reached(self, square: int, index: int) -> int:
        """The square of that number among those within reach."""
        for way in range(4):
            line, place = word(self.lines[self.LINE[4 * square + way]]), self.PLACE[4 * square + way]
            after, before = zeros_after(line, place), zeros_before(line, place)
            if index < after:
                return square + self.STEPS[way] * (index + 1)
            index -= after
            if index < before:
                return square - self.STEPS[way] * (index + 1)
            index -= before
        return NO_MOVE

    def put_reach(self, out: Row, found: int, square: int, first: int) -> int:
        """Write first + to for every square within reach."""
        for way in range(4):
            line, place = word(self.lines[self.LINE[4 * square + way]]), self.PLACE[4 * square + way]
            step = self.STEPS[way]
            for far in range(1, zeros_after(line, place) + 1):
                found = put(out, found, first + square + far * step)
            for far in range(1, zeros_before(line, place) + 1):
                found = put(out, found, first + square - far * step)
        return found

    def flip(self, square: int) -> None:
        """Block or free a square in the four lines through it."""
        for way in range(4 * square, 4 * square + 4):
            line = self.LINE[way]
            self.lines[line] = self.lines[line] ^ 1 << self.PLACE[way]

    def replace(self, start: int, to: int) -> None:
        """An amazon of the mover now stands elsewhere."""
        first = AMAZONS * self.turn
        for index in range(first, first + AMAZONS):
            if self.queens[index] == start:
                self.queens[index] = to
        self.sort(first)

    def sort(self, first: int) -> None:
        """Put four amazons in rising order, so that equal positions have equal bytes."""
        for i, j in ((0, 1), (2, 3), (0, 2), (1, 3), (1, 2)):
            one, other = self.queens[first + i], self.queens[first + j]
            self.queens[first + i] = min(one, other)
            self.queens[first + j] = max(one, other)

    # ------------------------------------------------------------------ hooks
    def sample(self, random: Random, row: Row) -> int:
        """A random move without listing them; the row serves as scratch paper for the reach of each amazon."""
        if self.shooter > 0:
            square = self.shooter - 1
            return self.shots + self.nth_reached(square, random.below(self.reach(square)))
        total = 0
        for index in range(AMAZONS):
            row[index] = self.reach(self.queens[AMAZONS * self.turn + index])
            total += row[index]
        if total == 0:
            return NO_MOVE
        left = random.below(total)
        index = 0
        while left >= row[index]:
            left -= row[index]
            index += 1
        start = self.queens[AMAZONS * self.turn + index]
        return start * self.board + self.nth_reached(start, left)


# ---------------------------------------------------------------------- lines


def zeros_after(line: np.uint64, place: int) -> int:
    """Free places between a place and the next blocked one; the wall ends every line."""
    return lowest(line >> word(place + 1))


def zeros_before(line: np.uint64, place: int) -> int:
    """Free places between a place and the last blocked one before it."""
    return place - 1 - highest(line & minus(bit(place), ONE))
