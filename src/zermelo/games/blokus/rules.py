"""Blokus: put pieces of one to five squares so that they touch your own at corners, never along an edge.

Each player has the twenty-one polyominoes of at most five squares once, turned and mirrored as they like. The first
piece covers a start square; every other one touches an own piece at a corner and none along an edge; how it touches
pieces of others does not matter. Who can put nothing passes and is out. In the end every square that was not put costs
a point; all pieces put are worth 15 points, and 20 if the single square came last.

Two play `blokus`, Blokus Duo, on 14 x 14 cells; the first piece covers one of the two start squares, that of the other
player the other one. Four play `blokus_classic` on 20 x 20 cells, each from a corner. Cells are numbered row by row
from a1 = 0. A row is an int, column a being bit 4: there is a border of four cells that nobody can cover.

A move is shape * cells + cell: one of the 91 ways that the pieces lie, and the cell at the lower left of the rectangle
around it. The moves that cover a given cell are found by a walk through a tree in which pieces grow square by square
(see `boards/polyominoes.py`), on a window of the 41 cells that a piece on this cell can cover:

                40
             37 38 39
          32 33 34 35 36
       25 26 27 28 29 30 31
    16 17 18 19 20 21 22 23 24
        9 10 11 12 13 14 15
           4  5  6  7  8
              1  2  3
                 0
"""

from __future__ import annotations

import re
from typing import Any, Self

import numpy as np

from zermelo.boards.grids import square_name
from zermelo.boards.polyominoes import Square, growths, places
from zermelo.boards.rows import pack_row, unpack_row
from zermelo.errors import BadPosition
from zermelo.game import (
    NONE,
    Cells,
    Game,
    Random,
    Row,
    Scene,
    array,
    count,
    derived,
    has,
    i8,
    i32,
    nth,
    parameter,
    put,
    python_only,
    squares,
    table,
    u8,
    u16,
    word,
)
from zermelo.games.blokus.notation import covered, owners, picture, put_pieces, read_cells, reason, seated
from zermelo.games.blokus.shapes import BORDER, SQUARES, WINDOW, box, duo_starts, mirrors, row_bits, shapes, tree

OUT, ALONE_LAST = 1, 2  # how a player ended: the second is all pieces put, the single square last


def exchange(boards: Cells, player: int, one: Any, other: Any) -> None:
    """Exchange two cells of a player's board, each a row and a bit."""
    differ = (boards[player, one[0]] >> one[1] ^ boards[player, other[0]] >> other[1]) & 1
    boards[player, one[0]] = boards[player, one[0]] ^ differ << one[1]
    boards[player, other[0]] = boards[player, other[0]] ^ differ << other[1]


class BlokusGame(Game):
    """What the games for two and for four share."""

    # ------------------------------------------------------------------ facts
    size: int = 14  # columns and rows
    largest: int = parameter(5, low=1, high=5, help="squares of the largest pieces")
    colours: tuple[str, ...] = ()
    STARTS: list[list[Square]] = derived(lambda game: [])  # of each player; the cells that the first piece may cover
    cells_all: int = derived(lambda game: game.size**2)
    pieces: int = derived(lambda game: max(piece for piece, _ in shapes(game.largest)) + 1)
    every_piece: int = derived(lambda game: (1 << game.pieces) - 1)
    points_all: int = derived(lambda game: sum(SQUARES[piece] for piece in range(game.pieces)))
    no_move: int = derived(lambda game: len(shapes(game.largest)) * game.cells_all)  # the pass
    most_moves: int = derived(  # all placements there are
        lambda game: max(1, sum(len(places(shape, game.size, game.size)) for _, shape in shapes(game.largest)))
    )
    longest: int = derived(lambda game: (game.pieces + 1) * game.players)
    highest: float = derived(lambda game: game.points_all + 20.0)
    lowest: float = derived(lambda game: -game.points_all - 20.0)
    policy = True  # `sample` prefers large pieces
    row_full: int = derived(lambda game: (1 << game.size) - 1 << BORDER)
    nodes: int = derived(lambda game: len(growths(game.largest)))
    NEW: Cells = derived(lambda game: table(tree(game.largest, game.size)[0], u8))
    BEYOND: Cells = derived(lambda game: table(tree(game.largest, game.size)[1], u16))
    GROWN: Cells = derived(lambda game: table(tree(game.largest, game.size)[2], u8))
    BELOW: Cells = derived(lambda game: table(tree(game.largest, game.size)[3], i32))
    MOVE: Cells = derived(lambda game: table(tree(game.largest, game.size)[4], i32))  # on cell 0; may lie outside
    PIECE: Cells = derived(lambda game: table([piece for piece, _ in shapes(game.largest)], u8))  # of a shape
    ROWS: Cells = derived(lambda game: table([row_bits(shape) for _, shape in shapes(game.largest)], i32))
    BOX: Cells = derived(lambda game: table([box(shape) for _, shape in shapes(game.largest)], i8))
    MIRROR: Cells = derived(lambda game: table(mirrors(game.largest), u8))

    # ------------------------------------------------------------------ state
    cells: Cells = array(i32, lambda game: (game.players, game.size))  # [player, row]: covered cells
    done: Cells = array(u8, lambda game: game.players)  # 0 who still plays, else OUT or ALONE_LAST
    left: Cells = array(i32, lambda game: game.players, in_key=False)  # pieces not put, as bits
    shut: Cells = array(i32, lambda game: (game.players, game.size + 2 * BORDER), in_key=False)  # not to be covered
    reach: Cells = array(i32, lambda game: (game.players, game.size + 2 * BORDER), in_key=False)  # corners, or starts

    @python_only
    def start(self) -> None:
        """An empty board inside its border."""
        self.left[:] = self.every_piece
        self.shut[:] = (1 << self.size + 2 * BORDER) - 1
        self.shut[:, BORDER:-BORDER] ^= self.row_full
        for player in range(self.players):
            for column, row in self.STARTS[player]:
                self.reach[player, row + BORDER] |= 1 << column + BORDER

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Every piece that covers a free corner; a piece that covers several is found at the first of them."""
        found = 0
        for row in range(self.size):
            for column in squares(word(self.corners(self.turn, row))):
                found = self.fitting(out, found, row, column, self.window(row, column, True))
        return found if found > 0 else put(out, 0, self.no_move)

    def play(self, move: int) -> None:
        """Put a piece, or be out; the next player who is not out is to move."""
        if move == self.no_move:
            self.done[self.turn] = OUT
        else:
            self.lay(self.turn, move)
            if self.left[self.turn] == 0:
                self.done[self.turn] = ALONE_LAST if self.PIECE[move // self.cells_all] == 0 else OUT
        for _ in range(self.players):
            self.turn = self.turn + 1 if self.turn + 1 < self.players else 0
            if self.done[self.turn] == 0:
                break

    def over(self) -> bool:
        """All are out: the turn has come to one who is."""
        return self.done[self.turn] != 0

    def utility(self, player: int) -> float:
        """The points of a player, less the mean of the others'."""
        others = 0
        for other in range(self.players):
            others += self.points(other) if other != player else 0
        return self.points(player) - others / (self.players - 1)

    # ------------------------------------------------------------------ helpers
    def points(self, player: int) -> int:
        """One off for each square not put; 15 for all pieces, 20 with the single square last."""
        if self.left[player] == 0:
            return 20 if self.done[player] == ALONE_LAST else 15
        lost = 0
        for piece in squares(word(self.left[player])):
            lost += SQUARES[piece]
        return -lost

    def corners(self, player: int, row: int) -> int:
        """The cells of a row that a player may cover and that touch an own piece at a corner, or are starts."""
        return int(self.reach[player, row + BORDER]) & ~int(self.shut[player, row + BORDER])

    def window(self, row: int, column: int, first: bool) -> np.uint64:
        """The cells near a corner that the mover may not cover; `first`: nor corners that come before this one."""
        seen = NONE
        for step in range(2 * BORDER + 1):
            closed = int(self.shut[self.turn, row + step])
            if first and step < BORDER:
                closed |= int(self.reach[self.turn, row + step])
            elif first and step == BORDER:
                closed |= int(self.reach[self.turn, row + step]) & (1 << column) - 1
            away = abs(step - BORDER)
            part = closed >> column - BORDER + away & (1 << 2 * (BORDER - away) + 1) - 1
            seen = seen | word(part) << word(WINDOW[step])
        return seen

    def fitting(self, out: Row, found: int, row: int, column: int, closed: np.uint64) -> int:
        """Write the moves that cover a cell: pieces grow from it until they meet a closed cell of the window."""
        left, place = int(self.left[self.turn]), row * self.size + column - BORDER
        node = 0
        while node < self.nodes:
            if left & self.BELOW[node] == 0 or has(closed, self.NEW[node]):
                node = int(self.BEYOND[node])
            else:
                if left >> self.GROWN[node] & 1 == 1:
                    found = put(out, found, self.MOVE[node] + place)
                node += 1
        return found

    def lay(self, player: int, move: int) -> None:
        """Cover cells, close them for all and their neighbours for the player, and open the corners."""
        shape, place = move // self.cells_all, move % self.cells_all
        row, column = place // self.size + BORDER, place % self.size + BORDER
        if self.left[player] == self.every_piece:
            for line in range(self.size + 2 * BORDER):
                self.reach[player, line] = 0
        self.left[player] = self.left[player] ^ 1 << self.PIECE[shape]
        for step in range(self.BOX[shape, 1]):
            part = int(self.ROWS[shape, step]) << column
            line, sides = row + step, part << 1 | part >> 1
            self.cells[player, line - BORDER] = self.cells[player, line - BORDER] | part
            for other in range(self.players):
                self.shut[other, line] = self.shut[other, line] | part
            self.shut[player, line] = self.shut[player, line] | sides
            for near in (line - 1, line + 1):
                self.shut[player, near] = self.shut[player, near] | part
                self.reach[player, near] = self.reach[player, near] | sides & self.row_full

    # ------------------------------------------------------------------ hooks
    def sample(self, random: Random, row: Row) -> int:
        """A random corner, then one of the largest pieces that fit there."""
        total = 0
        for line in range(self.size):
            total += count(word(self.corners(self.turn, line)))
        first = random.below(total) if total > 0 else 0
        for after in range(total):
            index, line = (first + after) % total, 0
            while index >= count(word(self.corners(self.turn, line))):
                index -= count(word(self.corners(self.turn, line)))
                line += 1
            column = nth(word(self.corners(self.turn, line)), index)
            found = self.fitting(row, 0, line, column, self.window(line, column, False))
            if found > 0:
                return self.one_of_the_largest(random, row, found)
        return self.no_move

    def one_of_the_largest(self, random: Random, row: Row, found: int) -> int:
        """A random one of the moves of a row that put most squares."""
        most, kept = 0, 0
        for index in range(found):
            move = int(row[index])
            many = SQUARES[self.PIECE[move // self.cells_all]]
            if many > most:
                most, kept = many, 0
            if many == most:
                kept = put(row, kept, move)
        return int(row[random.below(kept)])

    def reward(self, player: int) -> float:
        """The points so far."""
        return float(self.points(player))

    def evaluate(self) -> float:
        """What the mover may hope for, less the mean of the others."""
        return self.evaluate_for(self.turn)

    def evaluate_for(self, player: int) -> float:
        """The same for any player."""
        others = 0.0
        for other in range(self.players):
            others += self.worth(other) if other != player else 0.0
        return max(self.lowest + 1.0, min(self.highest - 1.0, self.worth(player) - others / (self.players - 1)))

    def worth(self, player: int) -> float:
        """The points so far, and the room to win more unless the player is out."""
        return self.points(player) + (0.25 * self.room(player) if self.done[player] == 0 else 0.0)

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation, less the mean of the others."""
        points = [self.points(player) for player in range(self.players)]
        room = [self.room(player) if self.done[player] == 0 else 0 for player in range(self.players)]
        me, others = int(self.turn), self.players - 1
        return {
            "points": points[me] - (sum(points) - points[me]) / others,
            "room": room[me] - (sum(room) - room[me]) / others,
        }

    def room(self, player: int) -> int:
        """How many cells are at most four steps from a free corner, over cells that the player may cover.

        One pass over the rows: each makes known what can be reached in one step in the row before it, in two steps in
        the row before that, and so on. The two latest rows of each number of steps are kept.
        """
        total = 0
        none, none_at = 0, 0  # free corners
        one, one_at, two, two_at, three, three_at = 0, 0, 0, 0, 0, 0
        for line in range(BORDER, self.size + 2 * BORDER):
            none_next = self.corners(player, line - BORDER)
            one_next = (none | none_next | none_at << 1 | none_at >> 1) & ~int(self.shut[player, line - 1]) | none_at
            two_next = (one | one_next | one_at << 1 | one_at >> 1) & ~int(self.shut[player, line - 2]) | one_at
            three_next = (two | two_next | two_at << 1 | two_at >> 1) & ~int(self.shut[player, line - 3]) | two_at
            four = (three | three_next | three_at << 1 | three_at >> 1) & ~int(self.shut[player, line - 4]) | three_at
            total += count(word(four))
            none, none_at, one, one_at = none_at, none_next, one_at, one_next
            two, two_at, three, three_at = two_at, two_next, three_at, three_next
        return total

    def bounds(self, player: int) -> tuple[float, float]:
        """Nobody loses points any more; who is out keeps those won."""
        low, high = self.points(player), 20 if self.done[player] == 0 else self.points(player)
        others_low = others_high = 0
        for other in range(self.players):
            if other != player:
                others_low += self.points(other)
                others_high += 20 if self.done[other] == 0 else self.points(other)
        many = self.players - 1
        return max(self.lowest, low - others_high / many), min(self.highest, high - others_low / many)

    def plies_left(self) -> int:
        """Each piece is put at most once, and everybody passes at most once."""
        total = self.players
        for player in range(self.players):
            total += count(word(self.left[player])) if self.done[player] == 0 else 0
        return total

    def order(self, move: int) -> int:
        """Large pieces, then those that cover corners of others."""
        if move == self.no_move:
            return 0
        shape, place = move // self.cells_all, move % self.cells_all
        row, column = place // self.size, place % self.size + BORDER
        value = 4 * SQUARES[self.PIECE[shape]]
        for step in range(self.BOX[shape, 1]):
            part = int(self.ROWS[shape, step]) << column
            for other in range(self.players):
                if other != self.turn:
                    value += count(word(part & self.corners(other, row + step)))
        return int(value)

    def transform(self, which: int) -> None:
        """Mirror the board along one diagonal, the other, or both."""
        last = self.size - 1
        for player in range(self.players):
            for row in range(self.size):
                for column in range(self.size):
                    if which & 1 and row + column < last:
                        self.swap(player, row, column, last - column, last - row)
            for row in range(self.size):
                for column in range(row):
                    if which & 2:
                        self.swap(player, row, column, column, row)

    def swap(self, player: int, row: int, column: int, other_row: int, other_column: int) -> None:
        """Exchange what is known of two cells."""
        one, other = (row + BORDER, column + BORDER), (other_row + BORDER, other_column + BORDER)
        exchange(self.cells, player, (row, column + BORDER), (other_row, other_column + BORDER))
        exchange(self.shut, player, one, other)
        exchange(self.reach, player, one, other)

    def transform_move(self, which: int, move: int) -> int:
        """The shape in the mirror, and the lower left cell of its rectangle there."""
        if move == self.no_move:
            return move
        shape, place = move // self.cells_all, move % self.cells_all
        row, column = place // self.size, place % self.size
        if which & 1:
            row, column = self.size - column - self.BOX[shape, 0], self.size - row - self.BOX[shape, 1]
            shape = int(self.MIRROR[0, shape])
        if which & 2:
            row, column, shape = column, row, int(self.MIRROR[1, shape])
        return shape * self.cells_all + row * self.size + column

    # ------------------------------------------------------------------ notation
    @python_only
    def name(self, cell: int) -> str:
        """The name of a cell."""
        return square_name(cell % self.size, cell // self.size)

    @python_only
    def signs(self) -> str:
        """The first letter of each colour."""
        return "".join(colour[0].upper() for colour in self.colours)

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rows from the top, who moves, who is out, and who put the single square last: `14/…/4PP8/… O - -`."""
        text = "".join((*self.signs(), ".")[owner] for owner in owners(self))
        rows = [pack_row(text[first : first + self.size]) for first in range(0, self.cells_all, self.size)]
        ends = [[sign for sign, end in zip(self.signs(), self.done, strict=True) if end >= least] for least in (1, 2)]
        return " ".join(["/".join(reversed(rows)), self.signs()[self.turn], *("".join(end) or "-" for end in ends)])

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote: pieces of one colour never touch along an edge, so the board shows them all."""
        state: Self = cls()
        signs = state.signs()
        found = re.fullmatch(rf"(\S+) ([{signs}]) ([{signs}]+|-) ([{signs}]+|-)", " ".join(text.split()))
        lines = [unpack_row(line, signs, cls.size) for line in found[1].split("/")] if found else []
        if not found or len(lines) != cls.size or None in lines:
            raise BadPosition(
                f"a position is {cls.size} rows of {cls.size} cells from the top, {', '.join(signs)} and numbers, "
                f"then who moves, who is out or -, and who put the single square last or -: {text!r}"
            )
        put_pieces(state, "".join(line or "" for line in reversed(lines)))
        for player, sign in enumerate(signs):
            state.done[player] = ALONE_LAST if sign in found[4] else OUT if sign in found[3] else 0
        state.turn = signs.index(found[2])
        seated(state)
        return state

    @python_only
    def move_text(self, move: int) -> str:
        """The cells in order, row by row: `e10,f10,e11`."""
        return "pass" if move == self.no_move else ",".join(self.name(cell) for cell in covered(self, move))

    @python_only
    def parse_move(self, text: str) -> int:
        """The cells may come in any order and with any signs between them."""
        move = read_cells(self, text.lower())
        return move if move in self.legal() else super().parse_move(text)

    @python_only
    def why_not(self, move: int | str) -> str:
        """The first rule that a move breaks."""
        if self.over():
            return "the game is over"
        if isinstance(move, int):
            move = self.move_text(move) if 0 <= move <= self.no_move else str(move)
        return reason(self, move.strip().lower())

    @python_only
    def ending(self) -> str:
        """Everybody's points."""
        if not self.over():
            return ""
        return "points: " + ", ".join(f"{colour} {self.points(seat)}" for seat, colour in enumerate(self.colours))

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """The board; click a piece, the way it lies, and the cell where its first square (lowest, then left) goes."""
        return picture(self)


class Blokus(BlokusGame):
    """Blokus Duo: two players, two start squares."""

    # ------------------------------------------------------------------ facts
    size: int = parameter(14, low=5, high=20, help="columns and rows of the board")
    fixed_starts: bool = parameter(False, help="the first player must begin on the upper start square")
    colours = ("purple", "orange")
    STARTS: list[list[Square]] = derived(lambda game: duo_starts(game.size, game.fixed_starts))
    symmetries: int = derived(lambda game: 2 if game.fixed_starts else 4)


class BlokusClassic(BlokusGame):
    """Four players, each from a corner, clockwise from the upper left."""

    # ------------------------------------------------------------------ facts
    players = 4
    size: int = parameter(20, low=8, high=20, help="columns and rows of the board")
    colours = ("blue", "yellow", "red", "green")
    STARTS: list[list[Square]] = derived(
        lambda game: [[(x, y)] for x, y in ((0, game.size - 1), (game.size - 1,) * 2, (game.size - 1, 0), (0, 0))]
    )
