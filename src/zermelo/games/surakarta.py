"""Surakarta: pieces step to a neighbouring point in all eight directions, and capture by running round the loops.

Eight of the twelve lines, all but the outermost, are joined at their ends by loops round the corners and so make two
closed circuits. A piece captures along a circuit: over any number of empty points and round at least one loop, onto the
first piece that it meets, which must be the opponent's. Who has no piece left loses. Black begins, from below:

     6   w w w w w w     30 31 32 33 34 35      The outer circuit runs along row 2, column e, row 5 and
     5   w w w w w w     24 25 26 27 28 29      column b, the inner one along row 3, column d, row 4
     4   . . . . . .     18 19 20 21 22 23      and column c: to the right and upwards, then to the left
     3   . . . . . .     12 13 14 15 16 17      and downwards. Both are walked either way.
     2   b b b b b b      6  7  8  9 10 11
     1   b b b b b b      0  1  2  3  4  5
         a b c d e f
"""

from __future__ import annotations

import re
from itertools import pairwise
from math import cos, pi, sin
from typing import Self

import numpy as np

from zermelo.boards.boxes import box_symmetries
from zermelo.boards.grids import grid_cells, square_index, square_name
from zermelo.boards.rows import pack_row, unpack_row
from zermelo.boards.symmetries import image
from zermelo.errors import BadPosition
from zermelo.game import (
    BY_UTILITY,
    DRAW,
    NO_MOVE,
    NONE,
    Game,
    Piece,
    Random,
    Row,
    Scene,
    bit,
    compared,
    count,
    derived,
    has,
    highest,
    i8,
    lowest,
    nth,
    parameter,
    put,
    python_only,
    rotate,
    squares,
    table,
    u8,
    u64,
    word,
)

SIZE, POINTS, PIECES = 6, 36, 12
SIGNS, NAMES = "bw", ("Black", "White")
BOARD = word((1 << POINTS) - 1)


def column_of(x: int) -> int:
    """The points of a column."""
    return sum(1 << SIZE * y + x for y in range(SIZE))


def row_of(y: int) -> int:
    """The points of a row."""
    return 0b111111 << SIZE * y


# The lines of the outer circuit in the order of a walk, then of the inner one; along the first two the numbers rise
LINES = table([line for a in (1, 2) for line in (row_of(a), column_of(5 - a), row_of(5 - a), column_of(a))], u64)
STEPS = table([1, -1, 6, -6, 7, -7, 5, -5], i8)  # east, west, north, south, north-east and so on
EAST, WEST = ~word(column_of(0)) & BOARD, ~word(column_of(5)) & BOARD  # where a step east or west can end
ENTERED = table([EAST, WEST, BOARD, BOARD, EAST, WEST, WEST, EAST], u64)
IMAGES = table(box_symmetries((SIZE, SIZE)), u8)  # [symmetry, point]
CORNERS = word(1 | 1 << 5 | 1 << 30 | 1 << 35)
CROSSINGS = word(sum(1 << SIZE * y + x for x in (1, 2, 3, 4) for y in (1, 2, 3, 4)))  # points on two lines of circuits


class Surakarta(Game):
    """Step, or run round the loops and capture."""

    # ------------------------------------------------------------------ facts
    count_pieces: bool = parameter(
        True, help="after 100 plies without a capture more pieces win; otherwise that is a draw"
    )
    most_moves = 112  # twelve pieces with eight steps, and one capture at each end of each of the eight lines
    repetition = 3
    no_progress = 100
    stalled: int = derived(lambda game: BY_UTILITY if game.count_pieces else DRAW)
    symmetries = 8

    # ------------------------------------------------------------------ state
    black: u64  # the pieces of each side
    white: u64

    @python_only
    def start(self) -> None:
        """Twelve pieces each on two rows."""
        self.black = word(row_of(0) | row_of(1))
        self.white = word(row_of(4) | row_of(5))

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Captures, then steps: point * 36 + point."""
        n = self.noisy_moves(out)
        for way in range(8):
            for start in squares(self.steppers(way)):
                n = put(out, n, start * POINTS + start + STEPS[way])
        return n

    def play(self, move: int) -> None:
        """A piece goes from point to point; what stood there is gone."""
        gone, come = bit(move // POINTS), bit(move % POINTS)
        if self.turn == 0:
            self.black, self.white = self.black ^ gone | come, self.white & ~come
        else:
            self.white, self.black = self.white ^ gone | come, self.black & ~come
        self.turn = 1 - self.turn

    def over(self) -> bool:
        """A side has no piece left."""
        return self.black == NONE or self.white == NONE

    def utility(self, player: int) -> float:
        """Who has no piece, or is to move and cannot, has lost; where the clock ends the game, more pieces win."""
        ahead = count(self.black) - count(self.white)
        if not self.over() and not self.movable():
            ahead = -1 if self.turn == 0 else 1
        if ahead == 0:
            return 0.0
        return 1.0 if (ahead > 0) == (player == 0) else -1.0

    # ------------------------------------------------------------------ helpers
    def mine(self) -> np.uint64:
        """The pieces of the player to move."""
        return self.black if self.turn == 0 else self.white

    def steppers(self, way: int) -> np.uint64:
        """The pieces of the player to move that can step in a direction."""
        free = ENTERED[way] & ~(self.black | self.white)
        return self.mine() & rotate(free, -STEPS[way])

    def runner(self, line: int, back: int) -> int:
        """The first piece seen from the loop at the end of a line, or its beginning (back = 1); -1 if it is empty."""
        pieces = LINES[line] & (self.black | self.white)
        if pieces == NONE:
            return -1
        return highest(pieces) if rises(line, back) else lowest(pieces)

    def met(self, line: int, back: int, start: int) -> int:
        """The first piece that a runner meets who leaves a line at its end (or beginning); -1 if there is none.

        It passes up to four loops, the last one onto the line that it left, and its own point counts as empty.
        """
        others = (self.black | self.white) & ~bit(start)
        for loop in range(1, 5):
            ahead = line & 4 | (line + (3 * loop if back else loop)) & 3
            pieces = LINES[ahead] & others
            if pieces != NONE:
                return lowest(pieces) if rises(ahead, back) else highest(pieces)
        return -1

    def captures(self, line: int, back: int, mine: np.uint64) -> int:
        """The capture of these pieces round the loop at one end of a line, or NO_MOVE."""
        start = self.runner(line, back)
        if start < 0 or not has(mine, start):
            return NO_MOVE
        to = self.met(line, back, start)
        return NO_MOVE if to < 0 or has(mine, to) else start * POINTS + to

    def movable(self) -> bool:
        """Whether the player to move can move."""
        found = False
        for way in range(8):
            found = found or self.steppers(way) != NONE
        for end in range(16):
            found = found or self.captures(end >> 1, end & 1, self.mine()) != NO_MOVE
        return found

    # ------------------------------------------------------------------ hooks
    def noisy_moves(self, out: Row) -> int:
        """The captures; two ways from one point to the same piece are one move."""
        mine = self.mine()
        n = 0
        for end in range(16):
            move = self.captures(end >> 1, end & 1, mine)
            if move == NO_MOVE:
                continue
            new = True
            for index in range(n):
                new = new and out[index] != move
            if new:
                n = put(out, n, move)
        return n

    def sample(self, random: Random, row: Row) -> int:
        """A random move; captures are listed, steps only counted."""
        listed = self.noisy_moves(row)
        total = listed
        for way in range(8):
            total += count(self.steppers(way))
        if total == 0:
            return NO_MOVE
        index = random.below(total)
        if index < listed:
            return int(row[index])
        index -= listed
        for way in range(8):
            steppers = self.steppers(way)
            if index < count(steppers):
                start = nth(steppers, index)
                return start * POINTS + start + STEPS[way]
            index -= count(steppers)
        return NO_MOVE

    def evaluate(self) -> float:
        """Pieces, exchanges for who is ahead, captures that threaten, crossings of two circuits, and corners."""
        pieces, crossings, corners, captures = self.parts(self.black)
        others, their_crossings, their_corners, their_captures = self.parts(self.white)
        score = 100.0 * (pieces - others) + 300.0 * (pieces - others) / max(pieces + others, 1)
        score += 4.0 * (crossings - their_crossings) - 8.0 * (corners - their_corners)
        score += 15.0 * (captures - their_captures)
        value = max(-0.99, min(0.99, score / 1800.0))
        return value if self.turn == 0 else -value

    def parts(self, side: np.uint64) -> tuple[int, int, int, int]:
        """Pieces of a side, those on crossings of two circuits and in corners, and captures that it has."""
        captures = 0
        for end in range(16):
            captures += 1 if self.captures(end >> 1, end & 1, side) != NO_MOVE else 0
        return count(side), count(side & CROSSINGS), count(side & CORNERS), captures

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        own, other = self.parts(self.black), self.parts(self.white)
        if self.turn == 1:
            own, other = other, own
        found = compared(("pieces", "crossings of two circuits", "pieces in corners", "captures"), own, other)
        return found | {"pieces on the board": own[0] + other[0]}

    def order(self, move: int) -> int:
        """Captures first, then steps onto crossings."""
        if self.noisy(move):
            return 100
        return int(has(CROSSINGS, move % POINTS)) - int(has(CROSSINGS, move // POINTS))

    def noisy(self, move: int) -> bool:
        """A capture."""
        return has(self.black | self.white, move % POINTS)

    def irreversible(self, move: int) -> bool:
        """A capture."""
        return self.noisy(move)

    def transform(self, which: int) -> None:
        """Turn or mirror the board."""
        self.black, self.white = image(IMAGES, which, self.black), image(IMAGES, which, self.white)

    def transform_move(self, which: int, move: int) -> int:
        """Both points on the board so turned."""
        return IMAGES[which, move // POINTS] * POINTS + IMAGES[which, move % POINTS]

    # ------------------------------------------------------------------ notation
    @python_only
    def sign(self, point: int) -> str:
        """b, w or a dot."""
        return "b" if has(self.black, point) else "w" if has(self.white, point) else "."

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rows from the top, empty points counted, then who moves: `wwwwww/wwwwww/6/6/bbbbbb/bbbbbb b`."""
        rows = ["".join(self.sign(SIZE * y + x) for x in range(SIZE)) for y in reversed(range(SIZE))]
        return "/".join(map(pack_row, rows)) + " " + SIGNS[self.turn]

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        rows, _, mover = text.strip().partition(" ")
        lines = rows.split("/")
        if len(lines) != SIZE or mover not in ("b", "w"):
            raise BadPosition(f"a position is six rows from the top joined by /, then b or w to move: {text!r}")
        pieces = [word(0), word(0)]
        for y, line in enumerate(reversed(lines)):
            signs = unpack_row(line, SIGNS, SIZE)
            if signs is None:
                raise BadPosition(f"row {line!r} is not six points of b, w and numbers")
            for x, sign in enumerate(signs):
                if sign != ".":
                    pieces[SIGNS.index(sign)] |= bit(SIZE * y + x)
        state: Self = cls.blank()
        state.turn = SIGNS.index(mover)
        state.black, state.white = pieces
        for name, board in zip(NAMES, pieces, strict=True):
            if count(board) > PIECES:
                raise BadPosition(f"{name} has more than twelve pieces")
        if pieces[1 - state.turn] == NONE:
            raise BadPosition("the player who has just moved has no piece")
        return state

    @python_only
    def move_text(self, move: int) -> str:
        """a2-b3, and a2xb5 for a capture."""
        return f"{name_of(move // POINTS)}{'x' if self.noisy(move) else '-'}{name_of(move % POINTS)}"

    @python_only
    def parse_move(self, text: str) -> int:
        """Two points; `-` or `x` between them may be left out or mixed up."""
        ends = read_ends(text)
        if ends is not None and ends[0] * POINTS + ends[1] in self.legal():
            return ends[0] * POINTS + ends[1]
        return super().parse_move(text)

    @python_only
    def why_not(self, move: int | str) -> str:
        """The first rule that a move breaks."""
        if not self.legal():
            return "the game is over"
        ends = read_ends(move) if isinstance(move, str) else divmod(move, POINTS) if 0 <= move < POINTS**2 else None
        if ends is None:
            return "a move is two points from a1 to f6, such as a2-b3 or a2xb5"
        start, to = ends
        if not has(self.mine(), start):
            return f"{NAMES[self.turn]} has no piece on {name_of(start)}"
        if has(self.mine(), to):
            return f"{name_of(to)} is taken by an own piece"
        if self.sign(to) != ".":
            return f"no open way round a loop leads from {name_of(start)} to {name_of(to)}"
        return "a piece steps to a neighbouring point, and runs along a circuit only to capture"

    @python_only
    def ending(self) -> str:
        """Who has no piece, or no move."""
        if self.over():
            loser = 0 if self.black == NONE else 1
            return f"{NAMES[loser]} has no piece left: {NAMES[1 - loser]} wins"
        return "" if self.movable() else f"{NAMES[self.turn]} cannot move: {NAMES[1 - self.turn]} wins"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """Points on lines, with the loops round the corners."""
        cells = grid_cells(SIZE, SIZE, shape="point")
        pieces = tuple(
            Piece(cells[point].name, "stone", SIGNS.index(self.sign(point)), self.sign(point))
            for point in squares(self.black | self.white)
        )
        lines: list[tuple[float, float, float, float]] = []
        lines += [line for at in range(SIZE) for line in ((at, 0, at, 5), (0, at, 5, at))]
        lines += [part for x, way in ((0, 1), (5, -1)) for y, up in ((0, 1), (5, -1)) for part in loops(x, y, way, up)]
        clicks = {move: (name_of(move // POINTS), name_of(move % POINTS)) for move in self.legal()}
        return Scene(cells=cells, pieces=pieces, lines=tuple(lines), clicks=clicks, colours=("black", "white"))


def rises(line: int, back: int) -> bool:
    """Whether the numbers of the points rise as one walks along a line."""
    return (line & 2 == 0) == (back == 0)


def name_of(point: int) -> str:
    """The name of a point."""
    return square_name(point % SIZE, point // SIZE)


def read_ends(text: str) -> tuple[int, int] | None:
    """The two points of a move, or nothing."""
    found = re.fullmatch(r"([a-f][1-6])[-x:]?([a-f][1-6])", text.strip().lower())
    return (square_index(found[1], SIZE, SIZE), square_index(found[2], SIZE, SIZE)) if found else None


def loops(x: int, y: int, way: int, up: int) -> list[tuple[float, float, float, float]]:
    """Both loops round a corner: three quarters of a circle, drawn in short lines."""
    turns = [-pi / 2 * 3 * step / 18 for step in range(19)]
    return [
        (x + way * r * cos(a), y + up * r * sin(a), x + way * r * cos(b), y + up * r * sin(b))
        for r in (1, 2)
        for a, b in pairwise(turns)
    ]
