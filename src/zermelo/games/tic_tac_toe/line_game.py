"""What the games of tic-tac-toe's family share: two players mark cells by turns, and a line of one player's marks wins.

Cells of a flat board, and of the layers of a cube of size 4, each layer above the one before it:

    6 7 8     12 13 14 15     28 29 30 31     44 45 46 47     60 61 62 63
    3 4 5      8  9 10 11     24 25 26 27     40 41 42 43     56 57 58 59
    0 1 2      4  5  6  7     20 21 22 23     36 37 38 39     52 53 54 55
               0  1  2  3     16 17 18 19     32 33 34 35     48 49 50 51
"""

from __future__ import annotations

import math
import re
from typing import Self

import numpy as np

from zermelo.boards.boxes import box_lines, box_symmetries
from zermelo.boards.grids import square_name
from zermelo.boards.symmetries import image
from zermelo.errors import BadPosition
from zermelo.game import (
    ALL,
    NO_MOVE,
    Cell,
    Cells,
    Game,
    Piece,
    Random,
    Row,
    Scene,
    bit,
    count,
    derived,
    flag,
    has,
    not_in_key,
    nth,
    put_all,
    python_only,
    table,
    u8,
    u64,
    word,
)

SIGNS = "xo"
KINDS = ("cross", "nought")
SMALL = 12  # most cells of a board whose sets of marks stand in a table


def boards(lines: list[list[int]]) -> list[np.uint64]:
    """Each line as a board."""
    return [word(sum(1 << cell for cell in line)) for line in lines]


def lines_of_cells(cells: int, lines: list[list[int]]) -> Cells:
    """For each cell the lines through it, filled up with a board that nobody can occupy."""
    through = [boards([line for line in lines if cell in line]) for cell in range(cells)]
    width = max(len(row) for row in through)
    return table([row + [ALL] * (width - len(row)) for row in through], u64)


def sets_with_line(cells: int, lines: list[np.uint64]) -> Cells:
    """For each set of marks on a small board, as a number, whether there is a line in it."""
    sets = np.arange(1 << cells if cells <= SMALL else 1, dtype=np.uint64)
    return table(np.any([sets & line == line for line in lines], axis=0), u8)


class LineGame(Game):
    """What the family shares: marks of two players on a board, and lines that win."""

    # ------------------------------------------------------------------ facts
    sizes: tuple[int, ...] = derived(lambda game: (3, 3))
    line: int = derived(lambda game: 3)  # marks in a line that win
    most_marks: int = 0  # most marks that a player has on the board; 0: no limit
    cells: int = derived(lambda game: int(np.prod(game.sizes)))
    board: np.uint64 = derived(lambda game: word((1 << game.cells) - 1))
    LINES: Cells = derived(lambda game: table(boards(box_lines(game.sizes, game.line)), u64))
    THROUGH: Cells = derived(lambda game: lines_of_cells(game.cells, box_lines(game.sizes, game.line)))
    LINED: Cells = derived(lambda game: sets_with_line(game.cells, boards(box_lines(game.sizes, game.line))))
    WORTH: Cells = derived(lambda game: table([0] + [3**have for have in range(game.line)], np.int64))
    TURNED: Cells = derived(lambda game: table(box_symmetries(game.sizes), u8))
    symmetries: int = derived(lambda game: len(game.TURNED))
    most_moves: int = derived(lambda game: game.cells)

    # ------------------------------------------------------------------ state
    mine: u64  # marks of the player to move
    theirs: u64  # marks of the other
    lined: flag = not_in_key()  # the last mark made a line

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """One move for each free cell."""
        return put_all(out, 0, self.free())

    def play(self, move: int) -> None:
        """Mark a cell."""
        self.mark(self.kept(), self.landing(move))

    def over(self) -> bool:
        """A line, or a full board."""
        return self.lined or self.mine | self.theirs == self.board

    def utility(self, player: int) -> float:
        """Only the player who moved last can have a line."""
        if not self.lined:
            return 0.0
        return -1.0 if self.turn == player else 1.0

    # ------------------------------------------------------------------ helpers
    def free(self) -> np.uint64:
        """Where a mark may be made."""
        return ~(self.mine | self.theirs) & self.board

    def landing(self, move: int) -> int:
        """The cell that a move marks."""
        return move

    def kept(self) -> np.uint64:
        """The marks that the player to move keeps when making another."""
        return self.mine

    def mark(self, kept: np.uint64, cell: int) -> None:
        """The player to move has these marks and a new one; the turn passes."""
        self.lined = self.completes(kept, cell)
        self.mine = self.theirs
        self.theirs = kept | bit(cell)
        self.turn = 1 - self.turn

    def completes(self, marks: np.uint64, cell: int) -> bool:
        """Whether one more mark makes a line."""
        if self.cells <= SMALL:
            return bool(self.LINED[marks | bit(cell)])
        missing = ~(marks | bit(cell))
        for index in range(self.THROUGH.shape[1]):  # noqa: SIM110  # the compiler has no any()
            if self.THROUGH[cell, index] & missing == word(0):
                return True
        return False

    # ------------------------------------------------------------------ hooks
    def sample(self, random: Random, row: Row) -> int:
        """A random free cell without listing them."""
        free = self.free()
        return nth(free, random.below(count(free))) if free else NO_MOVE

    def evaluate(self) -> float:
        """The lines that only one player has marked, three times as much for each further mark."""
        return self.standing(self.mine, self.theirs)

    def standing(self, mine: np.uint64, theirs: np.uint64) -> float:
        """The difference of open lines, squeezed between -1 and 1."""
        score = 0
        for index in range(len(self.LINES)):
            ours, others = count(mine & self.LINES[index]), count(theirs & self.LINES[index])
            if others == 0:
                score += self.WORTH[ours]
            elif ours == 0:
                score -= self.WORTH[others]
        return float(score / (abs(score) + 4.0 * self.WORTH[self.line - 1]))

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        return self.open_lines(self.mine, self.theirs)

    @python_only
    def open_lines(self, mine: np.uint64, theirs: np.uint64) -> dict[str, float]:
        """By their number of marks, the lines that only the mover has marked, less those of the opponent."""
        marks = [(count(mine & line), count(theirs & line)) for line in self.LINES]
        return {f"open lines of {n}": marks.count((n, 0)) - marks.count((0, n)) for n in range(1, self.line)}

    def order(self, move: int) -> int:
        """A line first, then what stops one, then cells that lie on many lines."""
        cell = self.landing(move)
        lines = 0
        for index in range(self.THROUGH.shape[1]):
            lines += self.THROUGH[cell, index] != ALL
        if self.completes(self.kept(), cell):
            return lines + 200
        return lines + 100 if self.completes(self.theirs, cell) else lines

    def noisy(self, move: int) -> bool:
        """A move that makes a line."""
        return self.completes(self.kept(), self.landing(move))

    def transform(self, which: int) -> None:
        """Turn or mirror the board."""
        self.mine = image(self.TURNED, which, self.mine)
        self.theirs = image(self.TURNED, which, self.theirs)

    def transform_move(self, which: int, move: int) -> int:
        """Where the cell goes; the columns of an upright cube go as its lowest layer does."""
        return int(self.TURNED[which, move])

    def same(self, move: int) -> int:
        """The smallest of the moves that a symmetry of the position exchanges with this one."""
        least = move
        for which in range(1, self.symmetries):
            image = self.transform_move(which, move)
            if image < least and self.fixed_by(which):
                least = image
        return least

    def fixed_by(self, which: int) -> bool:
        """Whether the position looks the same after a symmetry."""
        mine, theirs = image(self.TURNED, which, self.mine), image(self.TURNED, which, self.theirs)
        return bool(mine == self.mine and theirs == self.theirs)

    # ------------------------------------------------------------------ notation
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rows from the top, layers from the lowest, then who moves: `x2/1o1/3 x`, `3/3/3 3/1x1/3 3/3/3 o`."""
        columns, rows = self.sizes[:2]
        layers = []
        for low in range(0, self.cells, columns * rows):
            lines = [range(low + row * columns, low + (row + 1) * columns) for row in reversed(range(rows))]
            signs = ["".join(self.sign(cell) for cell in line) for line in lines]
            layers.append("/".join(re.sub(r"\.+", lambda empty: str(len(empty[0])), line) for line in signs))
        return " ".join([*layers, SIGNS[self.turn]])

    @python_only
    def sign(self, cell: int) -> str:
        """x, o or a dot."""
        if not has(self.mine | self.theirs, cell):
            return "."
        return SIGNS[self.turn if has(self.mine, cell) else 1 - self.turn]

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        columns, rows = cls.sizes[:2]
        *layers, mover = text.split() or [""]
        if len(layers) * columns * rows != cls.cells or mover not in ("x", "o"):
            raise BadPosition(f"a position is written like {cls().to_text()!r}, not {text!r}")
        marks = [word(0), word(0)]
        for place, layer in enumerate(layers):
            lines = layer.split("/")
            if len(lines) != rows:
                raise BadPosition(f"{layer!r} does not have {rows} rows")
            for row, line in enumerate(reversed(lines)):
                signs = re.sub(r"[1-8]", lambda empty: "." * int(empty[0]), line)
                if len(signs) != columns or not set(signs) <= set(".xo"):
                    raise BadPosition(f"row {line!r} is not {columns} places of x, o and numbers")
                for column, sign in enumerate(signs):
                    if sign != ".":
                        marks[SIGNS.index(sign)] |= bit((place * rows + row) * columns + column)
        return cls.position(marks, SIGNS.index(mover))

    @classmethod
    def position(cls, marks: list[np.uint64], turn: int) -> Self:
        """A state with these marks of x and o, refused if no game can lead to it."""
        state: Self = cls.blank()
        state.turn = turn
        state.mine, state.theirs = marks[turn], marks[1 - turn]
        numbers = [count(side) for side in marks]
        if cls.most_marks and max(numbers) > cls.most_marks:
            raise BadPosition(f"a player has at most {cls.most_marks} marks on the board")
        if numbers[0] - numbers[1] != turn and not (cls.most_marks and min(numbers) == cls.most_marks):
            raise BadPosition("x moves first: the numbers of marks do not fit the player to move")
        shared = ALL
        for line in cls.LINES:
            if state.mine & line == line:
                raise BadPosition(f"{SIGNS[turn]} has a line already and cannot be to move")
            if state.theirs & line == line:
                state.lined, shared = True, shared & line
        if not shared:
            raise BadPosition(f"no single mark of {SIGNS[1 - turn]} can have made all these lines")
        return state

    @classmethod
    def cell_name(cls, cell: int) -> str:
        """The column's letter, the row's number and in a cube the layer's number."""
        columns, rows = cls.sizes[:2]
        flat = square_name(cell % columns, cell // columns % rows)
        return flat if len(cls.sizes) == 2 else f"{flat}{cell // (columns * rows) + 1}"

    @classmethod
    def cell_called(cls, name: str) -> int:
        """The cell of a name, or -1."""
        return next((cell for cell in range(cls.cells) if cls.cell_name(cell) == name.strip().lower()), -1)

    @python_only
    def move_text(self, move: int) -> str:
        """The cell's name."""
        return self.cell_name(move)

    @python_only
    def why_not(self, move: int | str) -> str:
        """A cell that is taken, or no cell at all."""
        if self.over():
            return "the game is over"
        cell = self.cell_called(move) if isinstance(move, str) else move if 0 <= move < self.cells else -1
        if cell < 0:
            return f"the cells are {self.cell_name(0)} to {self.cell_name(self.cells - 1)}"
        return f"{self.cell_name(cell)} is taken"

    @python_only
    def ending(self) -> str:
        """Who has a line, or that the board is full."""
        if not self.over():
            return ""
        return f"{SIGNS[1 - self.turn]} has {self.line} in a line" if self.lined else "the board is full: draw"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """The board; the layers of a cube lie side by side, the lowest on the left."""
        return Scene(
            cells=self.picture(),
            pieces=self.pieces(),
            clicks={m: (self.move_text(m),) for m in self.legal()},
            colours=("blue", "red"),
            highlights=self.won_by(),
        )

    @python_only
    def won_by(self) -> tuple[str, ...]:
        """The cells of the lines that have been completed."""
        full = [line for line in self.LINES if any(line & ~side == word(0) for side in (self.mine, self.theirs))]
        return tuple(self.cell_name(cell) for cell in range(self.cells) if any(has(line, cell) for line in full))

    @python_only
    def picture(self, shape: str = "square") -> tuple[Cell, ...]:
        """The places of the cells; layers lie about as many across as down, the first at the upper left."""
        columns, rows = self.sizes[:2]
        layers = self.cells // (columns * rows)
        across = math.ceil(math.sqrt(layers))
        last = (layers - 1) // across
        places = []
        for cell in range(self.cells):
            down, right = divmod(cell // (columns * rows), across)
            x, y = cell % columns + right * (columns + 1), cell // columns % rows + (last - down) * (rows + 1)
            places.append(Cell(self.cell_name(cell), x, y, shape))
        return tuple(places)

    @python_only
    def pieces(self) -> tuple[Piece, ...]:
        """The marks on the board."""
        return tuple(
            Piece(self.cell_name(cell), KINDS[SIGNS.index(sign)], SIGNS.index(sign), sign)
            for cell in range(self.cells)
            if (sign := self.sign(cell)) != "."
        )
