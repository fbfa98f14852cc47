"""Tic-tac-toe and its family: two players mark cells by turns; three of one player in a line win.

`TicTacToe` is the game on paper, on any board of up to 64 cells. In `MemoryTicTacToe` a player keeps only his three
newest marks, in `MovingTicTacToe` he slides his three men, `TicTacToe3D` is played in a cube. Cells of a flat board,
and of the layers of a cube of size 4, each layer above the one before it:

    6 7 8     12 13 14 15     28 29 30 31     44 45 46 47     60 61 62 63
    3 4 5      8  9 10 11     24 25 26 27     40 41 42 43     56 57 58 59
    0 1 2      4  5  6  7     20 21 22 23     36 37 38 39     52 53 54 55
               0  1  2  3     16 17 18 19     32 33 34 35     48 49 50 51
"""

from __future__ import annotations

import re
from typing import Self

import numpy as np

from zermelo.boards.boxes import box_lines, box_symmetries
from zermelo.boards.grids import square_name
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
    array,
    aside,
    bit,
    count,
    derived,
    flag,
    has,
    i8,
    lowest,
    nth,
    parameter,
    put,
    put_all,
    squares,
    table,
    u8,
    u64,
    word,
    words,
)

SIGNS = "xo"
KINDS = ("cross", "nought")


def boards(lines: list[list[int]]) -> list[np.uint64]:
    """Each line as a board."""
    return [word(sum(1 << cell for cell in line)) for line in lines]


def lines_of_cells(cells: int, lines: list[list[int]]) -> Cells:
    """For each cell the lines through it, filled up with a board that nobody can occupy."""
    through = [boards([line for line in lines if cell in line]) for cell in range(cells)]
    width = max(len(row) for row in through)
    return table([row + [ALL] * (width - len(row)) for row in through], u64)


class LineGame(Game):
    """What the family shares: marks of two players on a board, and lines that win."""

    # ------------------------------------------------------------------ facts
    sizes: tuple[int, ...] = derived(lambda game: (3, 3))
    line: int = derived(lambda game: 3)  # marks in a line that win
    men: int = 0  # most marks that a player has on the board; 0: no limit
    cells: int = derived(lambda game: int(np.prod(game.sizes)))
    board: np.uint64 = derived(lambda game: word((1 << game.cells) - 1))
    LINES: Cells = derived(lambda game: table(boards(box_lines(game.sizes, game.line)), u64))
    THROUGH: Cells = derived(lambda game: lines_of_cells(game.cells, box_lines(game.sizes, game.line)))
    WORTH: Cells = derived(lambda game: table([0] + [3**have for have in range(game.line)], np.int64))
    TURNED: Cells = derived(lambda game: table(box_symmetries(game.sizes), u8))
    symmetries: int = derived(lambda game: len(game.TURNED))
    most_moves: int = derived(lambda game: game.cells)

    # ------------------------------------------------------------------ state
    mine: u64  # marks of the player to move
    theirs: u64  # marks of the other
    lined: flag = aside()  # the last mark made a line

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
        """The marks that the player to move keeps when he makes another."""
        return self.mine

    def mark(self, kept: np.uint64, cell: int) -> None:
        """The player to move has these marks and a new one; the turn passes."""
        self.lined = self.completes(kept, cell)
        self.mine = self.theirs
        self.theirs = kept | bit(cell)
        self.turn = 1 - self.turn

    def completes(self, marks: np.uint64, cell: int) -> bool:
        """Whether one more mark makes a line."""
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
        self.mine = self.turned(which, self.mine)
        self.theirs = self.turned(which, self.theirs)

    def transform_move(self, which: int, move: int) -> int:
        """Where the cell goes; the columns of an upright cube go as its lowest layer does."""
        return int(self.TURNED[which, move])

    def turned(self, which: int, marks: np.uint64) -> np.uint64:
        """Marks on the turned board."""
        made = word(0)
        for cell in squares(marks):
            made = made | bit(self.TURNED[which, cell])
        return made

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
        return bool(self.turned(which, self.mine) == self.mine and self.turned(which, self.theirs) == self.theirs)

    # ------------------------------------------------------------------ words
    @words
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rows from the top, layers from the lowest, then who moves: `x2/1o1/3 x`, `3/3/3 3/1x1/3 3/3/3 o`."""
        columns, rows = self.sizes[:2]
        layers = []
        for low in range(0, self.cells, columns * rows):
            lines = [range(low + row * columns, low + (row + 1) * columns) for row in reversed(range(rows))]
            signs = ["".join(self.sign(cell) for cell in line) for line in lines]
            layers.append("/".join(re.sub(r"\.+", lambda empty: str(len(empty[0])), line) for line in signs))
        return " ".join([*layers, SIGNS[self.turn]])

    @words
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
        if cls.men and max(numbers) > cls.men:
            raise BadPosition(f"a player has at most {cls.men} marks on the board")
        if numbers[0] - numbers[1] != turn and not (cls.men and min(numbers) == cls.men):
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

    @words
    def move_text(self, move: int) -> str:
        """The cell's name."""
        return self.cell_name(move)

    @words
    def why_not(self, move: int | str) -> str:
        """A cell that is taken, or no cell at all."""
        if self.over():
            return "the game is over"
        cell = self.cell_called(move) if isinstance(move, str) else move if 0 <= move < self.cells else -1
        if cell < 0:
            return f"the cells are {self.cell_name(0)} to {self.cell_name(self.cells - 1)}"
        return f"{self.cell_name(cell)} is taken"

    @words
    def ending(self) -> str:
        """Who has a line, or that the board is full."""
        if not self.over():
            return ""
        return f"{SIGNS[1 - self.turn]} has {self.line} in a line" if self.lined else "the board is full: draw"

    # ------------------------------------------------------------------ picture
    @words
    def scene(self) -> Scene:
        """The board; the layers of a cube lie side by side, the lowest on the left."""
        return Scene(
            cells=self.picture(),
            pieces=self.pieces(),
            clicks={m: (self.move_text(m),) for m in self.legal()},
            colours=("blue", "red"),
        )

    @words
    def picture(self, shape: str = "square") -> tuple[Cell, ...]:
        """The places of the cells."""
        columns, rows = self.sizes[:2]
        return tuple(
            Cell(
                self.cell_name(cell),
                cell % columns + cell // (columns * rows) * (columns + 1),
                cell // columns % rows,
                shape,
            )
            for cell in range(self.cells)
        )

    @words
    def pieces(self) -> tuple[Piece, ...]:
        """The marks on the board."""
        return tuple(
            Piece(self.cell_name(cell), KINDS[SIGNS.index(sign)], SIGNS.index(sign), sign)
            for cell in range(self.cells)
            if (sign := self.sign(cell)) != "."
        )


# ---------------------------------------------------------------------- the game on paper


class TicTacToe(LineGame):
    """Three in a line on three by three cells, or any number on another board."""

    columns: int = parameter(3, low=1, high=8, help="columns of the board")
    rows: int = parameter(3, low=1, high=8, help="rows of the board")
    connect: int = parameter(3, low=2, high=8, help="marks in a line that win")
    sizes: tuple[int, ...] = derived(lambda game: (game.columns, game.rows))
    line: int = derived(lambda game: game.connect)
    longest: int = derived(lambda game: game.cells)

    @classmethod
    def unfit(cls) -> str | None:
        """A line must fit on the board."""
        fits = cls.connect <= max(cls.columns, cls.rows)
        return None if fits else f"no line of {cls.connect} fits on {cls.columns} x {cls.rows} cells"


# ---------------------------------------------------------------------- vanishing marks


class MemoryTicTacToe(LineGame):
    """Each player keeps his three newest marks: the fourth makes the oldest vanish."""

    men: int = 3
    repetition: int = 3
    vacated: bool = parameter(False, help="a mark may be made on the cell of the player's own vanishing mark")

    ages: Cells = array(i8, (2, 3))  # of each player, oldest first: cell + 1, or 0

    def play(self, cell: int) -> None:
        """Mark a cell; the oldest of three marks vanishes, and only then lines are looked for."""
        kept = self.kept()
        newest = count(kept)
        if newest < count(self.mine):
            self.ages[self.turn, 0] = self.ages[self.turn, 1]
            self.ages[self.turn, 1] = self.ages[self.turn, 2]
        self.ages[self.turn, newest] = cell + 1
        self.mark(kept, cell)

    def free(self) -> np.uint64:
        """The empty cells, and by choice the one that is about to be empty."""
        taken = self.mine | self.theirs
        if self.vacated:
            taken = self.kept() | self.theirs
        return ~taken & self.board

    def kept(self) -> np.uint64:
        """All marks but the oldest of three."""
        return self.lasting(self.mine, self.turn)

    def lasting(self, marks: np.uint64, player: int) -> np.uint64:
        """The marks that remain when a player makes another."""
        if self.ages[player, 2] == 0:
            return marks
        return marks & ~bit(self.ages[player, 0] - 1)

    def evaluate(self) -> float:
        """Open lines without the marks that vanish next."""
        return self.standing(self.kept(), self.lasting(self.theirs, 1 - self.turn))

    def irreversible(self, cell: int) -> bool:
        """The first three marks of a player stay on the board until he makes more."""
        return count(self.mine) < self.men

    def transform(self, which: int) -> None:
        """Turn or mirror the board; ages stay with their marks."""
        self.mine = self.turned(which, self.mine)
        self.theirs = self.turned(which, self.theirs)
        for player in range(2):
            for age in range(3):
                if self.ages[player, age] > 0:
                    self.ages[player, age] = self.TURNED[which, self.ages[player, age] - 1] + 1

    def fixed_by(self, which: int) -> bool:
        """Marks of different ages differ: each must stay where it is."""
        moved = 0
        for cell in squares(self.mine | self.theirs):
            moved += self.TURNED[which, cell] != cell
        return moved == 0

    @words
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """The cells of x and of o, oldest first, then who moves: `b2a3c1/a1c3 o`; a hyphen for no cells."""
        cells = ["".join(self.cell_name(age - 1) for age in side if age > 0) or "-" for side in self.ages.tolist()]
        return f"{'/'.join(cells)} {SIGNS[self.turn]}"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        found = re.fullmatch(r"(-|(?:[a-c][1-3]){1,3})/(-|(?:[a-c][1-3]){1,3}) ([xo])", text.strip().lower())
        if not found:
            form = "the cells of x and of o, oldest first, then who moves, like 'b2a3c1/a1c3 o'"
            raise BadPosition(f"a position is {form}, not {text!r}")
        ages = [[cls.cell_called(name) for name in re.findall("..", side)] for side in found.groups()[:2]]
        if len({*ages[0], *ages[1]}) != len(ages[0]) + len(ages[1]):
            raise BadPosition("a cell is named twice")
        state = cls.position([word(sum(1 << cell for cell in side)) for side in ages], SIGNS.index(found[3]))
        for player, side in enumerate(ages):
            for age, cell in enumerate(side):
                state.ages[player, age] = cell + 1
        return state

    @words
    def why_not(self, move: int | str) -> str:
        """A cell that is taken, be it by a mark that will vanish."""
        cell = self.cell_called(move) if isinstance(move, str) else move
        if not self.over() and 0 <= cell < self.cells and has(self.mine & ~self.kept(), cell):
            return f"the mark on {self.cell_name(cell)} vanishes only after the move"
        return super().why_not(move)

    @words
    def scene(self) -> Scene:
        """The board, and which marks vanish next."""
        plain = super().scene()
        oldest = [self.cell_name(side[0] - 1) if side[2] else "" for side in self.ages.tolist()]
        notes = tuple(f"{SIGNS[player]} on {name} vanishes next" for player, name in enumerate(oldest) if name)
        return Scene(cells=plain.cells, pieces=plain.pieces, clicks=plain.clicks, notes=notes, colours=plain.colours)


# ---------------------------------------------------------------------- moving men

SLIDE = 9  # slides are numbered from here: SLIDE + 9 * from + to
CENTRE = 4


def neighbours(graph: str) -> list[int]:
    """For each cell the cells that a man reaches by one slide, as bits."""
    reached = []
    for cell in range(9):
        near = 0
        for other in range(9):
            across, up = abs(cell % 3 - other % 3), abs(cell // 3 - other // 3)
            diagonal = (across, up) == (1, 1) and (graph == "all" or CENTRE in (cell, other) and graph == "centre")
            if other != cell and (graph == "fly" or across + up == 1 or diagonal):
                near |= 1 << other
        reached.append(near)
    return reached


def with_hyphen(text: str) -> str:
    """A slide as `move_text` writes it: two cells are joined."""
    return re.sub(r"^\s*([a-c][1-3])\s*([a-c][1-3])\s*$", r"\1-\2", text, flags=re.IGNORECASE)


class MovingTicTacToe(LineGame):
    """Three men each are placed, then slid along the lines of the board.

    Nobody is ever stuck: on none of the graphs can three men block three others unless a line stands already.
    """

    men: int = 3
    repetition: int = 3
    graph: str = parameter(
        "centre",
        choices=("orthogonal", "centre", "all", "fly"),
        help="where men slide: orthogonally; also diagonally through the centre; to all neighbours; anywhere",
    )
    centre_ban: bool = parameter(False, help="the first man may not be placed in the centre")
    NEAR: Cells = derived(lambda game: table(neighbours(game.graph), u64))

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Three placings, then slides to empty cells nearby."""
        if self.placing():
            return put_all(out, 0, self.free())
        n = 0
        for man in squares(self.mine):
            for to in squares(self.NEAR[man] & self.free()):
                n = put(out, n, SLIDE + 9 * man + to)
        return n

    def free(self) -> np.uint64:
        """The empty cells; the centre may be barred to the very first man."""
        taken = self.mine | self.theirs
        if self.centre_ban and taken == word(0):
            taken = bit(CENTRE)
        return ~taken & self.board

    def placing(self) -> bool:
        """Whether the player to move has men in hand."""
        return count(self.mine) < self.men

    def landing(self, move: int) -> int:
        """The cell that a man comes to."""
        return move if move < SLIDE else (move - SLIDE) % 9

    def left(self, move: int) -> np.uint64:
        """The men that stay where they are."""
        return self.mine if move < SLIDE else self.mine & ~bit((move - SLIDE) // 9)

    def play(self, move: int) -> None:
        """Place or slide a man."""
        self.mark(self.left(move), self.landing(move))

    # ------------------------------------------------------------------ hooks
    def sample(self, random: Random, row: Row) -> int:
        """A random placing or slide."""
        n = self.moves(row)
        return int(row[random.below(n)]) if n > 0 else NO_MOVE

    def evaluate(self) -> float:
        """Open lines, and the number of slides."""
        slides = self.freedom(self.mine) - self.freedom(self.theirs)
        return 0.9 * self.standing(self.mine, self.theirs) + 0.01 * slides

    def freedom(self, men: np.uint64) -> int:
        """How many slides these men have: at most nine."""
        slides = 0
        for man in squares(men):
            slides += count(self.NEAR[man] & ~(self.mine | self.theirs))
        return slides

    def order(self, move: int) -> int:
        """A line first, then what stops one, then the middle of the board."""
        cell = self.landing(move)
        if self.completes(self.left(move), cell):
            return 20
        return 10 if self.completes(self.theirs, cell) else count(self.NEAR[cell])

    def noisy(self, move: int) -> bool:
        """A move that makes a line."""
        return self.completes(self.left(move), self.landing(move))

    def irreversible(self, move: int) -> bool:
        """A man placed never leaves the board."""
        return move < SLIDE

    def transform_move(self, which: int, move: int) -> int:
        """The cells go where the board takes them."""
        if move < SLIDE:
            return int(self.TURNED[which, move])
        start, to = (move - SLIDE) // 9, (move - SLIDE) % 9
        return int(SLIDE + 9 * self.TURNED[which, start] + self.TURNED[which, to])

    # ------------------------------------------------------------------ words
    @words
    def move_text(self, move: int) -> str:
        """The cell of a placing, both cells of a slide: `b2`, `a1-b2`."""
        if move < SLIDE:
            return self.cell_name(move)
        return f"{self.cell_name((move - SLIDE) // 9)}-{self.cell_name((move - SLIDE) % 9)}"

    @words
    def parse_move(self, text: str) -> int:
        """The hyphen may be left out."""
        return super().parse_move(with_hyphen(text))

    @words
    def why_not(self, move: int | str) -> str:
        """Which rule of placing or sliding forbids a move."""
        if self.over():
            return "the game is over"
        if isinstance(move, int):
            move = self.move_text(move) if 0 <= move < SLIDE + 81 else str(move)
        cells = [self.cell_called(name) for name in with_hyphen(move).split("-")]
        if min(cells) < 0 or len(cells) > 2:
            return "a move is a cell like b2 to place a man or two like a1-b2 to slide one"
        if self.placing() == (len(cells) == 2):
            return "men are placed first" if self.placing() else "all men are placed: slide one, as in a1-b2"
        if len(cells) == 2 and not has(self.mine, cells[0]):
            return f"{SIGNS[self.turn]} has no man on {self.cell_name(cells[0])}"
        if has(self.mine | self.theirs, cells[-1]):
            return f"{self.cell_name(cells[-1])} is taken"
        if len(cells) == 2:
            return f"no line of the board leads from {self.cell_name(cells[0])} to {self.cell_name(cells[1])}"
        return "the first man may not be placed in the centre"

    @words
    def scene(self) -> Scene:
        """Points joined by lines; a slide is a click on the man and one where he goes."""
        points = self.picture("point")
        lines = tuple(
            (points[start].x, points[start].y, points[to].x, points[to].y)
            for start in range(9)
            for to in squares(self.NEAR[start])
            if start < to and self.graph != "fly"
        )
        clicks = {move: tuple(self.move_text(move).split("-")) for move in self.legal()}
        return Scene(cells=points, pieces=self.pieces(), lines=lines, clicks=clicks, colours=("blue", "red"))


# ---------------------------------------------------------------------- in a cube


class TicTacToe3D(LineGame):
    """A line through a cube: Qubic with four cells a side; with gravity, Score Four."""

    size: int = parameter(4, low=3, high=4, help="cells along each side of the cube, and in a winning line")
    gravity: bool = parameter(False, help="marks fall to the lowest free cell of a column, as beads on a rod")
    sizes: tuple[int, ...] = derived(lambda game: (game.size,) * 3)
    line: int = derived(lambda game: game.size)
    TURNED: Cells = derived(lambda game: table(box_symmetries(game.sizes, upright=game.gravity), u8))
    most_moves: int = derived(lambda game: game.size**2 if game.gravity else game.cells)
    longest: int = derived(lambda game: game.cells)
    layer: int = derived(lambda game: game.size**2)  # from a cell to the one above it
    column: np.uint64 = derived(lambda game: word(sum(1 << game.layer * level for level in range(game.size))))

    def free(self) -> np.uint64:
        """The empty cells; with gravity the columns whose top cell is empty."""
        empty = ~(self.mine | self.theirs) & self.board
        return empty >> word(self.layer * (self.size - 1)) if self.gravity else empty

    def landing(self, move: int) -> int:
        """The cell itself, or the lowest free one of the column."""
        if not self.gravity:
            return move
        return lowest(~(self.mine | self.theirs) & self.column << word(move))

    @classmethod
    def position(cls, marks: list[np.uint64], turn: int) -> Self:
        """With gravity no mark hangs in the air."""
        full = marks[0] | marks[1]
        floor = word((1 << cls.layer) - 1)
        if cls.gravity and full & ~(full << word(cls.layer) | floor):
            raise BadPosition("a mark hangs in the air")
        return super().position(marks, turn)

    @words
    def move_text(self, move: int) -> str:
        """The cell's name; with gravity that of the column."""
        return self.cell_name(move)[:2] if self.gravity else self.cell_name(move)

    @words
    def why_not(self, move: int | str) -> str:
        """With gravity a column that is full."""
        if not self.gravity or self.over():
            return super().why_not(move)
        column = self.cell_called(f"{move}1") if isinstance(move, str) else move
        if 0 <= column < self.layer:
            return f"column {self.cell_name(column)[:2]} is full"
        return f"the columns are a1 to {self.cell_name(self.layer - 1)[:2]}"

    @words
    def scene(self) -> Scene:
        """The layers side by side; with gravity a click on the cell where the mark comes to rest."""
        clicks: dict[int, tuple[str, ...]] = {move: (self.cell_name(self.landing(move)),) for move in self.legal()}
        return Scene(cells=self.picture(), pieces=self.pieces(), clicks=clicks)
