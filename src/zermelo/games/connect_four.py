"""Connect Four: two players drop discs into seven columns; four in a line, in any direction, wins.

Bits of a board, row by row; each row ends with an empty place, so that lines never run on into the next row:

    40 41 42 43 44 45 46 (47)
    32 33 34 35 36 37 38 (39)
    24 25 26 27 28 29 30 (31)
    16 17 18 19 20 21 22 (23)
     8  9 10 11 12 13 14 (15)
     0  1  2  3  4  5  6  (7)
"""

from __future__ import annotations

from typing import Self

import numpy as np

from zermelo.boards.grids import grid_cells, in_a_row
from zermelo.errors import BadPosition
from zermelo.game import (
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
    lowest,
    mix64,
    nth,
    parameter,
    plus,
    put,
    put_all,
    python_only,
    rest,
    rotate,
    squares,
    times,
    u64,
    word,
)

LETTERS = "abcdefghi"
SIGNS = "xo"
STIR = word(0x9E3779B97F4A7C15)  # odd and without a pattern


class ConnectFour(Game):
    """Drop discs, connect four."""

    # ------------------------------------------------------------------ facts
    columns: int = parameter(7, low=1, high=9, help="columns of the board")
    height: int = parameter(6, low=1, high=8, help="rows of the board")
    connect: int = parameter(4, low=2, high=6, help="discs in a line that win")
    most_moves: int = derived(lambda game: game.columns)
    longest: int = derived(lambda game: game.columns * game.height)
    stride: int = derived(lambda game: game.columns + 1)  # from a place to the one above it
    bottom: np.uint64 = derived(lambda game: word((1 << game.columns) - 1))
    column: np.uint64 = derived(lambda game: word(sum(1 << row * game.stride for row in range(game.height))))
    board: np.uint64 = derived(lambda game: times(game.bottom, game.column))
    symmetries = 2
    static_depth = 1  # `static_result` knows who wins with the next disc

    # ------------------------------------------------------------------ state
    mine: u64  # discs of the player to move
    full: u64  # discs of both

    @classmethod
    def unfit(cls) -> str | None:
        """The board with its empty top row must fit into a word."""
        fits = (cls.columns + 1) * cls.height <= 64
        return None if fits else "(columns + 1) x height must not exceed 64"

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """One move for each column that has room."""
        room = self.room()
        if room == self.bottom:  # mostly no column is full, and the moves are known beforehand
            for column in range(self.columns):
                put(out, column, column)
            return self.columns
        return put_all(out, 0, room)

    def play(self, column: int) -> None:
        """A disc comes to rest on the highest one of its column."""
        landings = (self.full << word(self.stride) | self.bottom) & ~self.full
        self.mine = self.mine ^ self.full  # the opponent's discs: the opponent is next
        self.full = self.full | landings & self.column << word(column)
        self.turn = 1 - self.turn

    def over(self) -> bool:
        """Four of the player who has just moved, or a full board."""
        return self.full == self.board or self.connected(self.mine ^ self.full)

    def utility(self, player: int) -> float:
        """Only the player who moved last can have won."""
        if not self.connected(self.mine ^ self.full):
            return 0.0
        return -1.0 if self.turn == player else 1.0

    # ------------------------------------------------------------------ helpers
    def room(self) -> np.uint64:
        """The columns whose top place is free."""
        return self.full >> word((self.height - 1) * self.stride) ^ self.bottom

    def connected(self, discs: np.uint64) -> bool:
        """Whether some line of the wanted length is full of these discs: up, along, or on a diagonal."""
        return (
            self.runs(discs, self.stride)
            or self.runs(discs, 1)
            or self.runs(discs, self.stride - 1)
            or self.runs(discs, self.stride + 1)
        )

    def runs(self, discs: np.uint64, step: int) -> bool:
        """Whether discs stand in a line in one direction; shifting lays each disc on its neighbour."""
        if self.connect == 4:
            pairs = discs & discs >> word(step)
            return pairs & pairs >> word(2 * step) != NONE
        run = discs
        for _ in range(self.connect - 1):
            run = discs & run >> word(step)
        return run != NONE

    # ------------------------------------------------------------------ hooks
    def sample(self, random: Random, row: Row) -> int:
        """A random column without listing them; `over` has seen that there is one."""
        room = self.room()
        if room == self.bottom:  # mostly no column is full, and the number is the column
            return random.below(self.columns)
        return nth(room, random.below(count(room)))

    weights = ("nearness to the middle", 1), ("open lines of two", 4), ("open lines of three", 20)

    def evaluate(self) -> float:
        """Lines that are still open, weighted by how many discs they have, and discs near the middle."""
        theirs = self.mine ^ self.full
        score = self.promise(self.mine, theirs) - self.promise(theirs, self.mine)
        return max(-0.99, min(0.99, score / 400.0))

    def promise(self, discs: np.uint64, others: np.uint64) -> int:
        """The worth of discs: near the middle, and in lines that the opponent has not blocked."""
        middle, pairs, threes = self.parts(discs, others)
        return int(self.weight(0) * middle + self.weight(1) * pairs + self.weight(2) * threes)

    def parts(self, discs: np.uint64, others: np.uint64) -> tuple[int, int, int]:
        """How near the discs are to the middle, open lines with two of them, and open lines with three or more."""
        middle = pairs = threes = 0
        for column in range(self.columns):
            middle += count(discs & self.column << word(column)) * min(column, self.columns - 1 - column)
        free = self.board & ~others
        for step in (1, self.stride - 1, self.stride, self.stride + 1):  # all places at once, counted in binary
            lines = free  # the first places of lines that are still open
            ones = twos = fours = NONE  # how many discs each line has
            for place in range(self.connect):
                disc = discs >> word(place * step)
                lines = lines & free >> word(place * step)
                carry = ones & disc
                ones = ones ^ disc
                fours = fours | twos & carry
                twos = twos ^ carry
            pairs += count(lines & twos & ~ones & ~fours)
            threes += count(lines & (twos & ones | fours))
        return middle, pairs, threes

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        theirs = self.mine ^ self.full
        names = "discs near the middle", "open lines of two", "open lines of three"
        return compared(names, self.parts(self.mine, theirs), self.parts(theirs, self.mine))

    def bounds(self, player: int) -> tuple[float, float]:
        """Who has no line left that the opponent has not blocked cannot win any more."""
        low = -1.0 if self.connected(self.board & ~self.mine) else 0.0
        high = 1.0 if self.connected(self.board & ~(self.mine ^ self.full)) else 0.0
        return (low, high) if self.turn == player else (-high, -low)

    def static_result(self, out: Row) -> tuple[int, int]:
        """Win at once; else meet the only threat, and never make a place playable where the opponent wins."""
        landings = self.landings()
        wins = self.completing(self.mine) & landings
        if wins:
            return put(out, 0, lowest(wins) % self.stride), 1
        dangers = self.completing(self.mine ^ self.full) & ~self.full
        threats = dangers & landings
        if threats:
            landings = threats if rest(threats) == NONE else NONE
        safe = landings & ~(dangers >> word(self.stride))
        if safe == NONE:
            return put(out, 0, lowest(self.landings()) % self.stride), -2
        found = 0
        for place in squares(safe):
            found = put(out, found, place % self.stride)
        return found, 0

    def plies_left(self) -> int:
        """The empty places."""
        return self.columns * self.height - count(self.full)

    def landings(self) -> np.uint64:
        """Where a disc comes to rest in each column."""
        return (self.full << word(self.stride) | self.bottom) & ~self.full & self.board

    def completing(self, discs: np.uint64) -> np.uint64:
        """The places, taken or not, that would complete a line of these discs."""
        found = discs << word(self.stride)
        for above in range(2, self.connect):
            found = found & discs << word(above * self.stride)
        for step in (1, self.stride - 1, self.stride + 1):
            if self.connect == 4:
                by, twice, thrice = word(step), word(2 * step), word(3 * step)
                up, down = discs << by, discs >> by
                pair, other = up & discs << twice, down & discs >> twice
                found = found | pair & (discs << thrice | down) | other & (discs >> thrice | up)
            else:
                for hole in range(self.connect):
                    line = self.board
                    for place in range(self.connect):
                        if place != hole:
                            line = line & rotate(discs, (hole - place) * step)
                    found = found | line
        return found & self.board

    def order(self, column: int) -> int:
        """Places that would then complete a line; among equals, columns near the middle take part in more lines."""
        disc = self.landings() & self.column << word(column)
        hopes = self.completing(self.mine | disc) & ~self.full
        return 16 * count(hopes) - abs(2 * column - (self.columns - 1))

    def same(self, column: int) -> int:
        """The left one of two columns that mirror each other; the outermost columns are compared first."""
        twin = self.columns - 1 - column
        if twin >= column:
            return column
        for left in range(self.columns // 2):
            right = self.columns - 1 - left
            if (self.full >> word(left) ^ self.full >> word(right)) & self.column:
                return column
            if (self.mine >> word(left) ^ self.mine >> word(right)) & self.column:
                return column
        return twin

    def key(self) -> np.uint64:
        """Both boards stirred; the number of discs tells whose turn it is."""
        return mix64(plus(self.mine, times(self.full, STIR)))

    def transform(self, which: int) -> None:
        """Mirror left and right."""
        if which == 1:
            self.mine = self.mirrored(self.mine)
            self.full = self.mirrored(self.full)

    def transform_move(self, which: int, column: int) -> int:
        """The column on the other side."""
        return self.columns - 1 - column if which == 1 else column

    def mirrored(self, discs: np.uint64) -> np.uint64:
        """The columns in reverse order."""
        made = word(0)
        for column in range(self.columns):
            one = discs >> word(column) & self.column
            made = made | one << word(self.columns - 1 - column)
        return made

    # ------------------------------------------------------------------ notation
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rows from the top, x for the first player, o for the second, then who moves: `7/7/7/7/7/3x3 o`."""
        return "/".join(self.row_text(row) for row in reversed(range(self.height))) + " " + SIGNS[self.turn]

    @python_only
    def row_text(self, row: int) -> str:
        """One row, empty places counted."""
        text = ""
        for column in range(self.columns):
            sign = self.sign(column, row)
            if sign != ".":
                text += sign
            else:
                text = text[:-1] + str(int(text[-1]) + 1) if text[-1:].isdigit() else text + "1"
        return text

    @python_only
    def sign(self, column: int, row: int) -> str:
        """x, o or a dot."""
        place = row * self.stride + column
        if not has(self.full, place):
            return "."
        return SIGNS[self.turn if has(self.mine, place) else 1 - self.turn]

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        rows, _, mover = text.strip().partition(" ")
        lines = rows.split("/")
        if len(lines) != cls.height or mover not in ("x", "o"):
            raise BadPosition(
                f"a position is {cls.height} rows from the top joined by /, then x or o to move: {text!r}"
            )
        discs = [word(0), word(0)]
        for row, line in enumerate(reversed(lines)):
            column = 0
            for sign in line:
                if sign.isascii() and sign.isdigit():
                    column += int(sign)
                    continue
                if sign not in SIGNS or column >= cls.columns:
                    raise BadPosition(f"row {line!r} is not {cls.columns} places of x, o and numbers")
                discs[SIGNS.index(sign)] |= bit(row * cls.stride + column)
                column += 1
            if column != cls.columns:
                raise BadPosition(f"row {line!r} does not have {cls.columns} places")
        state: Self = cls.blank()
        state.turn = SIGNS.index(mover)
        state.mine, state.full = discs[state.turn], discs[0] | discs[1]
        if state.full & ~(state.full << word(cls.stride) | cls.bottom):
            raise BadPosition("a disc hangs in the air")
        if not 0 <= count(discs[0]) - count(discs[1]) <= 1 or count(state.full) % 2 != state.turn:
            raise BadPosition("x moves first: the numbers of discs do not fit the player to move")
        return state

    @python_only
    def move_text(self, column: int) -> str:
        """The column's letter."""
        return LETTERS[column]

    @python_only
    def parse_move(self, text: str) -> int:
        """A letter from a, or a digit from 1."""
        wanted = text.strip().lower()
        if len(wanted) == 1 and wanted in "123456789"[: self.columns]:
            wanted = LETTERS[int(wanted) - 1]
        return super().parse_move(wanted)

    @python_only
    def why_not(self, move: int | str) -> str:
        """A full column, or no column at all."""
        name = move if isinstance(move, str) else LETTERS[move] if 0 <= move < self.columns else str(move)
        if self.over():
            return "the game is over"
        if name in LETTERS[: self.columns]:
            return f"column {name} is full"
        return f"the columns are {LETTERS[0]} to {LETTERS[self.columns - 1]}"

    @python_only
    def ending(self) -> str:
        """Who connected, or that the board is full."""
        if not self.over():
            return ""
        if self.connected(self.mine ^ self.full):
            return f"{SIGNS[1 - self.turn]} has {self.connect} in a line"
        return "the board is full: draw"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """A grid of holes; a click anywhere in a column drops a disc there."""
        cells = grid_cells(self.columns, self.height, shape="circle")
        pieces = [
            Piece(cells[row * self.columns + column].name, "disc", SIGNS.index(sign), sign)
            for row in range(self.height)
            for column in range(self.columns)
            if (sign := self.sign(column, row)) != "."
        ]
        columns = [[cell.name for cell in cells if cell.name[0] == LETTERS[column]] for column in range(self.columns)]
        taken = {piece.cell for piece in pieces}
        lands = {column: next(name for name in columns[column] if name not in taken) for column in self.legal()}
        return Scene(
            cells=cells,
            pieces=tuple(pieces),
            clicks={column: (cell,) for column, cell in lands.items()},
            colours=("red", "yellow"),
            highlights=in_a_row(cells, pieces, self.connect) if self.over() else (),
            also={column: tuple((n,) for n in columns[column] if n != cell) for column, cell in lands.items()},
        )
