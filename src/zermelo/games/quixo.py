"""Quixo: take a blank or own cube from the border, push it back in with your sign up; five of yours in a line win.

A cube comes back at another end of its row or column, and the cubes between move up by one. A move that makes a line of
the opponent loses, even if it makes an own line as well. Cells of a board, row by row from the lower left; the border
cubes have numbers of their own in the same order, and a move is 4 * number + side (0 left, 1 right, 2 bottom, 3 top):

    20 21 22 23 24        11 12 13 14 15
    15 16 17 18 19         9          10
    10 11 12 13 14         7           8
     5  6  7  8  9         5           6
     0  1  2  3  4         0  1  2  3  4
"""

from __future__ import annotations

import re
from typing import Self

import numpy as np

from zermelo.boards.boxes import box_lines, box_symmetries
from zermelo.boards.grids import grid_cells, in_a_row, square_index, square_name
from zermelo.boards.symmetries import image
from zermelo.errors import BadPosition
from zermelo.game import (
    NONE,
    Cells,
    Game,
    Piece,
    Random,
    Row,
    Scene,
    array,
    bit,
    compared,
    count,
    derived,
    has,
    i8,
    mix64,
    nth,
    number,
    parameter,
    put,
    python_only,
    rotate,
    squares,
    table,
    u8,
    u32,
    u64,
    word,
)

SIGNS = "xo"
SIDES = 4  # left, right, bottom, top


def border(size: int) -> list[int]:
    """The cells of the border in order."""
    last = size - 1
    return [cell for cell in range(size * size) if {cell % size, cell // size} & {0, last}]


def pushes(size: int) -> list[tuple[int, int, int]]:
    """For each move: the cube's new cell (-1 where it would not move), the cubes that make room, how far they shift."""
    found = []
    for cell in border(size):
        column, row = cell % size, cell // size
        left = [cell - step for step in range(1, column + 1)]
        right = [cell + step for step in range(1, size - column)]
        down = [cell - size * step for step in range(1, row + 1)]
        up = [cell + size * step for step in range(1, size - row)]
        for moved, shift in ((left, 1), (right, -1), (down, size), (up, -size)):
            found.append((moved[-1] if moved else -1, sum(1 << other for other in moved), shift))
    return found


def lines_of(size: int) -> list[int]:
    """Rows, columns and both diagonals, as bits."""
    return [sum(1 << cell for cell in line) for line in box_lines((size, size), size)]


def moves_of(size: int) -> list[list[int]]:
    """For each cell the moves that take its cube: three on an edge, two at a corner, none inside."""
    moves: list[list[int]] = [[] for _ in range(size * size)]
    for move, (entry, _, _) in enumerate(pushes(size)):
        if entry >= 0:
            moves[border(size)[move // SIDES]].append(move)
    return moves


def move_images(size: int) -> list[list[int]]:
    """What each move becomes under each symmetry."""
    ends = [(border(size)[move // SIDES], entry) for move, (entry, _, _) in enumerate(pushes(size))]
    return [
        [move if entry < 0 else ends.index((image[cell], image[entry])) for move, (cell, entry) in enumerate(ends)]
        for image in box_symmetries((size, size))
    ]


class Quixo(Game):
    """Five in a line on a board that is pushed about."""

    # ------------------------------------------------------------------ facts
    size: int = parameter(5, low=3, high=5, help="cubes along each side of the board, and in a winning line")
    most_moves: int = derived(lambda game: 12 * (game.size - 2) + 8)  # three ends for each cube, two at the corners
    repetition = 3
    cap = 200
    symmetries = 8

    left: np.uint64 = derived(lambda game: word(sum(1 << game.size * row for row in range(game.size))))
    bottom: np.uint64 = derived(lambda game: word((1 << game.size) - 1))
    rising: np.uint64 = derived(lambda game: word(sum(1 << (game.size + 1) * row for row in range(game.size))))
    falling: np.uint64 = derived(lambda game: word(sum(1 << (game.size - 1) * (row + 1) for row in range(game.size))))
    corners: np.uint64 = derived(
        lambda game: word(sum(1 << cell for cell, moves in enumerate(moves_of(game.size)) if len(moves) == 2))
    )
    edges: np.uint64 = derived(
        lambda game: word(sum(1 << cell for cell, moves in enumerate(moves_of(game.size)) if len(moves) == 3))
    )
    CHOICES: Cells = derived(  # [4 * cell + k]: the moves that take this cube
        lambda game: table([move for moves in moves_of(game.size) for move in (*moves, 0, 0, 0, 0)[:4]], u8)
    )
    CELL: Cells = derived(lambda game: table(border(game.size), u8))  # [number of a border cube]
    ENTRY: Cells = derived(lambda game: table([entry for entry, _, _ in pushes(game.size)], i8))  # [move]
    MOVED: Cells = derived(lambda game: table([moved for _, moved, _ in pushes(game.size)], u64))
    SHIFT: Cells = derived(lambda game: table([shift for _, _, shift in pushes(game.size)], i8))
    LINES: Cells = derived(lambda game: table(lines_of(game.size), u64))
    IMAGE: Cells = derived(lambda game: table(np.array(box_symmetries((game.size, game.size))), u8))  # [which, cell]
    MOVE_IMAGE: Cells = derived(lambda game: table(np.array(move_images(game.size)), u8))  # [which, move]

    # ------------------------------------------------------------------ state
    cubes: Cells = array(u32, 2)  # each player's cubes, as bits; the others are blank

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Every blank or own cube of the border, to each other end of its row and column."""
        n = 0
        loose = ~self.theirs()
        for cell in squares(loose & self.edges):
            for choice in range(3):
                n = put(out, n, self.CHOICES[4 * cell + choice])
        for cell in squares(loose & self.corners):
            for choice in range(2):
                n = put(out, n, self.CHOICES[4 * cell + choice])
        return n

    def play(self, move: int) -> None:
        """The cube is taken out, the others close up, and it comes in at the far end."""
        mine, theirs = self.pushed(self.mine(), move) | bit(self.ENTRY[move]), self.pushed(self.theirs(), move)
        self.cubes[self.turn] = number(mine)
        self.cubes[1 - self.turn] = number(theirs)
        self.turn = 1 - self.turn

    def over(self) -> bool:
        """A line of either player."""
        return self.lined(self.theirs()) or self.lined(self.mine())

    def utility(self, player: int) -> float:
        """A line of the player to move counts first: the opponent has made it for them."""
        if self.lined(self.mine()):
            return 1.0 if self.turn == player else -1.0
        if self.lined(self.theirs()):
            return -1.0 if self.turn == player else 1.0
        return 0.0

    # ------------------------------------------------------------------ helpers
    def mine(self) -> np.uint64:
        """The cubes of the player to move."""
        return word(self.cubes[self.turn])

    def theirs(self) -> np.uint64:
        """The cubes of the opponent."""
        return word(self.cubes[1 - self.turn])

    def pushed(self, cubes: np.uint64, move: int) -> np.uint64:
        """Where these cubes stand after a move, the one that was taken left out."""
        moved = self.MOVED[move]
        still = ~(moved | bit(self.CELL[move // SIDES]))
        return cubes & still | rotate(cubes & moved, self.SHIFT[move])

    def lined(self, cubes: np.uint64) -> bool:
        """Whether some line is full of these cubes."""
        along, upward = cubes, cubes
        for step in range(1, self.size):  # shifting lays the cubes of a line on each other
            along = along & cubes >> word(step)
            upward = upward & cubes >> word(self.size * step)
        straight = along & self.left | upward & self.bottom
        return straight != NONE or ~cubes & self.rising == NONE or ~cubes & self.falling == NONE

    # ------------------------------------------------------------------ hooks
    def sample(self, random: Random, row: Row) -> int:
        """A random cube and end without listing them; nobody is ever stuck, for a border of one sign has lines."""
        loose = ~self.theirs()
        edges = count(loose & self.edges)
        index = random.below(3 * edges + 2 * count(loose & self.corners))
        if index < 3 * edges:
            return int(self.CHOICES[4 * nth(loose & self.edges, index // 3) + index % 3])
        index -= 3 * edges
        return int(self.CHOICES[4 * nth(loose & self.corners, index // 2) + index % 2])

    def irreversible(self, move: int) -> bool:
        """A blank cube gets a sign that it keeps."""
        return not has(self.mine(), self.CELL[move // SIDES])

    def evaluate(self) -> float:
        """Cubes above all, those inside a little more, and lines that want one, two or three."""
        mine, theirs = self.mine(), self.theirs()
        return max(-0.99, min(0.99, (self.promise(mine) - self.promise(theirs)) / 400.0))

    def promise(self, cubes: np.uint64) -> int:
        """The worth of one player's cubes."""
        total = 16 * count(cubes) + 4 * count(cubes & ~(self.edges | self.corners))
        for line in self.LINES:
            missing = self.size - count(cubes & line)
            total += 12 if missing == 1 else 4 if missing == 2 else 1 if missing == 3 else 0
        return total

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        names = "cubes", "cubes inside", "lines that want one", "lines that want two", "lines that want three"
        return compared(names, self.parts(self.mine()), self.parts(self.theirs()))

    @python_only
    def parts(self, cubes: np.uint64) -> list[int]:
        """One player's cubes, those inside, and lines that want one, two and three."""
        missing = [self.size - count(cubes & line) for line in self.LINES]
        return [count(cubes), count(cubes & ~(self.edges | self.corners)), *(missing.count(n) for n in (1, 2, 3))]

    def order(self, move: int) -> int:
        """A line first, blank cubes before own ones, and a line for the opponent last."""
        if self.lined(self.pushed(self.theirs(), move)):
            return -100
        if self.lined(self.pushed(self.mine(), move) | bit(self.ENTRY[move])):
            return 100
        return 1 if self.irreversible(move) else 0

    def key(self) -> np.uint64:
        """The whole state fits into one word, which is stirred: no two positions have the same key."""
        return mix64(word(self.cubes[0]) | word(self.cubes[1]) << word(25) | word(self.turn) << word(50))

    def transform(self, which: int) -> None:
        """Turn and mirror the board."""
        for player in range(2):
            self.cubes[player] = number(image(self.IMAGE, which, word(self.cubes[player])))

    def transform_move(self, which: int, move: int) -> int:
        """Both cells go where the board takes them."""
        return int(self.MOVE_IMAGE[which, move])

    # ------------------------------------------------------------------ notation
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rows from the top, x, o or a dot for each cube, then who moves; plies played once the game has begun."""
        rows = [
            "".join(self.sign(self.size * row + column) for column in range(self.size))
            for row in reversed(range(self.size))
        ]
        return "/".join(rows) + f" {SIGNS[self.turn]}" + (f" {ply}" if ply > 0 else "")

    @python_only
    def sign(self, cell: int) -> str:
        """x, o or a dot."""
        return "x" if has(word(self.cubes[0]), cell) else "o" if has(word(self.cubes[1]), cell) else "."

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        found = re.fullmatch(r"([xo./]+) ([xo])( \d+)?", " ".join(text.split()))
        rows = found.group(1).split("/") if found else []
        if not found or [len(row) for row in rows] != [cls.size] * cls.size:
            raise BadPosition(
                f"a position is {cls.size} rows of {cls.size} cubes from the top, each x, o or a dot, "
                f"then x or o to move: {text!r}"
            )
        state: Self = cls.blank()
        state.turn = SIGNS.index(found.group(2))
        for cell, sign in enumerate("".join(reversed(rows))):
            if sign != ".":
                state.cubes[SIGNS.index(sign)] |= 1 << cell
        crosses, noughts = (count(word(state.cubes[player])) for player in range(2))
        begun = crosses > 0 and (noughts > 0 or (crosses == 1 and state.turn == 1))
        if not begun and (crosses, noughts, state.turn) != (0, 0, 0):
            raise BadPosition("x begins, and nobody loses a cube: the cubes do not fit the player to move")
        return state

    @classmethod
    def clocks(cls, text: str) -> tuple[int, int]:
        """The number at the end."""
        parts = text.split()
        return 0, int(parts[2]) if len(parts) == 3 else 0

    @python_only
    def move_text(self, move: int) -> str:
        """The cube's cell and the one where it comes in: `c1-a1`."""
        cell, entry = self.CELL[move // SIDES], self.ENTRY[move]
        return f"{self.name(cell)}-{self.name(entry)}"

    @python_only
    def name(self, cell: int) -> str:
        """The name of a cell."""
        return square_name(cell % self.size, cell // self.size)

    @python_only
    def parse_move(self, text: str) -> int:
        """The hyphen may be left out."""
        return super().parse_move(re.sub(r"^\s*(\w\d)(\w\d)\s*$", r"\1-\2", text))

    @python_only
    def why_not(self, move: int | str) -> str:
        """The first rule that a move breaks."""
        if self.over():
            return "the game is over"
        if isinstance(move, int):
            move = self.move_text(move) if 0 <= move < len(self.ENTRY) and self.ENTRY[move] >= 0 else str(move)
        names = re.fullmatch(r"([a-z]\d)-?([a-z]\d)", move.lower())
        cells = [square_index(name, self.size, self.size) for name in names.groups()] if names else [-1]
        if min(cells) < 0:
            return "a move is a cube of the border and where it comes in, such as c1-a1"
        if not has(self.edges | self.corners, cells[0]):
            return f"{self.name(cells[0])} is not on the border"
        if has(self.theirs(), cells[0]):
            return f"the cube on {self.name(cells[0])} is {SIGNS[1 - self.turn]}'s"
        ends = sorted(self.name(self.ENTRY[choice]) for choice in moves_of(self.size)[cells[0]])
        return f"a cube on {self.name(cells[0])} comes in on {', '.join(ends[:-1])} or {ends[-1]}"

    @python_only
    def ending(self) -> str:
        """Who has a line."""
        if not self.over():
            return ""
        winner = SIGNS[self.turn if self.lined(self.mine()) else 1 - self.turn]
        return f"{winner} has {self.size} in a line"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """A board of cubes; click the cube, then the end where it comes in."""
        cells = grid_cells(self.size, self.size)
        pieces = tuple(
            Piece(cells[cell].name, "cube", SIGNS.index(sign) if sign != "." else -1, sign)
            for cell in range(self.size**2)
            if (sign := self.sign(cell))
        )
        clicks = {move: tuple(self.move_text(move).split("-")) for move in self.legal()}
        rows = in_a_row(cells, pieces, self.size) if self.over() else ()
        return Scene(cells=cells, pieces=pieces, clicks=clicks, highlights=rows)
