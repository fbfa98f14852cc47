"""2048: slide all tiles of a 4 x 4 board to one side; equal tiles that meet become one of twice the value.

Before the first move two tiles fall on empty cells, after each move one: a 2 (nine times of ten) or a 4. The game ends
when no move changes the board; the score is the sum of all tiles that were made by merging. Cells:

    12 13 14 15
     8  9 10 11
     4  5  6  7
     0  1  2  3

A cell holds the exponent of its tile: 1 for a 2, 2 for a 4, 0 for none.
"""

from __future__ import annotations

import re
from typing import Self

from zermelo.boards.grids import grid_cells, square_name
from zermelo.errors import BadPosition
from zermelo.game import (
    CHANCE,
    Button,
    Cells,
    Game,
    Piece,
    Random,
    Row,
    Scene,
    array,
    derived,
    i8,
    i32,
    put,
    python_only,
    table,
)

UP, RIGHT, DOWN, LEFT = range(4)
NAMES = ("up", "right", "down", "left")
LARGEST = 17  # the exponent of 131072, which sixteen cells cannot exceed
FRONT = table([12, 3, 0, 0], i8)  # the cell at the front of the first line, for each direction
BACK = table([-4, -1, 4, 1], i8)  # from the front of a line to its next cell
ASIDE = table([1, 4, 1, 4], i8)  # from a line to the next one


def turned(cell: int, which: int) -> int:
    """Where a cell comes to under one of eight symmetries: bit 0 mirrors the columns, 1 the rows, 2 swaps both."""
    column, row = cell % 4, cell // 4
    column = 3 - column if which & 1 else column
    row = 3 - row if which & 2 else row
    return column * 4 + row if which & 4 else row * 4 + column


def turned_way(way: int, which: int) -> int:
    """Where a direction comes to."""
    if which & 1 and way in (LEFT, RIGHT) or which & 2 and way in (UP, DOWN):
        way = (way + 2) % 4
    return (RIGHT, UP, LEFT, DOWN)[way] if which & 4 else way


class TwentyFortyEight(Game):
    """Slide and merge; one player against chance."""

    # ------------------------------------------------------------------ facts
    players = 1
    lowest = 0.0
    highest = 3_932_156.0  # all tiles from 4 to 131072 at once, made of 2s but for two 4s, without which they cannot be
    zero_sum = False
    chance = True
    most_moves = 32
    symmetries = 8
    CELL: Cells = derived(lambda game: table([[turned(cell, s) for cell in range(16)] for s in range(8)], i8))
    WAY: Cells = derived(lambda game: table([[turned_way(way, s) for way in range(4)] for s in range(8)], i8))

    # ------------------------------------------------------------------ state
    board: Cells = array(i8, 16)  # exponents
    falling: i8  # tiles that fall before the next move
    score: i32

    @python_only
    def start(self) -> None:
        """An empty board, two tiles to come."""
        self.turn = CHANCE
        self.falling = 2

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """The directions that change the board; for chance, twice the cell, and one more for a 4."""
        n = 0
        if self.turn == CHANCE:
            for cell in range(16):
                if self.board[cell] == 0:
                    n = put(out, n, 2 * cell)
                    n = put(out, n, 2 * cell + 1)
            return n
        for way in range(4):
            if self.slides(way):
                n = put(out, n, way)
        return n

    def play(self, move: int) -> None:
        """Slide, or let a tile fall."""
        if self.turn == CHANCE:
            self.board[move // 2] = 1 + move % 2
            self.falling = self.falling - 1
            if self.falling == 0:
                self.turn = 0
            return
        for line in range(4):
            self.slide(FRONT[move] + line * ASIDE[move], BACK[move])
        self.falling = 1
        self.turn = CHANCE

    def utility(self, player: int) -> float:
        """The score."""
        return float(self.score)

    def odds(self, move: int) -> float:
        """Every empty cell is as likely; a 4 once in ten times."""
        empty = 0
        for cell in range(16):
            if self.board[cell] == 0:
                empty += 1
        return (0.1 if move % 2 == 1 else 0.9) / empty

    def roll(self, random: Random, row: Row) -> int:
        """A random empty cell, then a 4 once in ten times."""
        empty = 0
        for cell in range(16):
            empty += self.board[cell] == 0
        skip = random.below(empty)
        cell = 0
        while self.board[cell] != 0 or skip > 0:
            skip -= self.board[cell] == 0
            cell += 1
        return 2 * cell + (1 if random.below(10) == 0 else 0)

    # ------------------------------------------------------------------ helpers
    def slides(self, way: int) -> bool:
        """Whether a tile has an empty cell or its equal before it."""
        for line in range(4):
            front = FRONT[way] + line * ASIDE[way]
            for _ in range(3):
                ahead = self.board[front]
                front += BACK[way]
                here = self.board[front]
                if here > 0 and (ahead == 0 or ahead == here):
                    return True
        return False

    def slide(self, front: int, back: int) -> None:
        """Push the four tiles of a line to its front; a tile merges at most once."""
        place = front  # where the next tile comes to rest
        waiting = 0  # a tile that came to rest and has not merged
        for step in range(4):
            tile = self.board[front + step * back]
            self.board[front + step * back] = 0
            if tile > 0 and tile == waiting:
                self.board[place] = tile + 1
                self.score = self.score + (2 << tile)
                place += back
                waiting = 0
            elif tile > 0:
                if waiting > 0:
                    self.board[place] = waiting
                    place += back
                waiting = tile
        if waiting > 0:
            self.board[place] = waiting

    # ------------------------------------------------------------------ hooks
    def reward(self, player: int) -> float:
        """The score so far."""
        return float(self.score)

    def bounds(self, player: int) -> tuple[float, float]:
        """The score never falls."""
        return float(self.score), self.highest

    def evaluate(self) -> float:
        """The score and what the board promises: room, neighbours that merge, order along the lines, a large corner."""
        total, empty, merges, disorder, corner = self.parts()
        shape = 0.10 * empty + 0.06 * merges - 0.02 * disorder + 0.25 * corner
        promise = total * max(0.05, 1.0 + shape)
        return max(0.5, min(self.highest - 0.5, self.score + promise))

    def parts(self) -> tuple[int, int, int, int, int]:
        """The sum of the tiles, empty cells, neighbours that merge, disorder, and whether a corner has the largest."""
        empty = 0
        merges = 0
        disorder = 0
        largest = 0
        total = 0
        for cell in range(16):
            tile = self.board[cell]
            largest = max(largest, tile)
            total += 1 << tile if tile > 0 else 0
            empty += 1 if tile == 0 else 0
            if cell % 4 < 3 and tile > 0 and self.board[cell + 1] == tile:
                merges += 1
            if cell < 12 and tile > 0 and self.board[cell + 4] == tile:
                merges += 1
        for line in range(4):
            disorder += self.disorder(4 * line, 1) + self.disorder(line, 4)
        corner = max(max(self.board[0], self.board[3]), max(self.board[12], self.board[15])) == largest
        return total, empty, merges, disorder, 1 if corner else 0

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        names = "sum of the tiles", "empty cells", "neighbours that merge", "disorder", "largest tile in a corner"
        return {"score": self.score, **dict(zip(names, self.parts(), strict=True))}

    def disorder(self, first: int, step: int) -> int:
        """How far a line is from rising or falling all along, in doublings."""
        rises = 0
        falls = 0
        for place in range(3):
            change = self.board[first + (place + 1) * step] - self.board[first + place * step]
            if change > 0:
                rises += change
            else:
                falls -= change
        return min(rises, falls)

    def order(self, move: int) -> int:
        """Two neighbouring directions first: they keep the large tiles in a corner."""
        if self.turn == CHANCE:
            return -(move % 2)
        return 1 if move in (DOWN, LEFT) else 0

    def transform(self, which: int) -> None:
        """Mirror or turn the board; cells that change places are swapped along the way."""
        if which & 1:
            for cell in range(16):
                self.swap(cell, self.CELL[1, cell])
        if which & 2:
            for cell in range(16):
                self.swap(cell, self.CELL[2, cell])
        if which & 4:
            for cell in range(16):
                self.swap(cell, self.CELL[4, cell])

    def swap(self, cell: int, other: int) -> None:
        """Two cells change places, once for each pair."""
        if cell < other:
            tile = self.board[cell]
            self.board[cell] = self.board[other]
            self.board[other] = tile

    def transform_move(self, which: int, move: int) -> int:
        """The same direction or cell in the mirror image."""
        if self.turn == CHANCE:
            return int(2 * self.CELL[which, move // 2] + move % 2)
        return int(self.WAY[which, move])

    # ------------------------------------------------------------------ notation
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rows from the top, the score, and tiles to fall: `0,0,0,0/0,0,0,0/0,0,4,0/0,2,8,16 score 52 falling 1`."""
        tiles = [1 << tile if tile else 0 for tile in self.board]
        rows = "/".join(",".join(map(str, tiles[first : first + 4])) for first in (12, 8, 4, 0))
        return f"{rows} score {self.score}" + (f" falling {self.falling}" if self.falling else "")

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        found = re.fullmatch(r"([\d,/]+) score (\d{1,7})(?: falling ([12]))?", text.strip())
        lines = found[1].split("/") if found else []
        if not found or len(lines) != 4 or int(found[2]) > cls.highest or int(found[2]) % 4:
            raise BadPosition(
                "a position is four rows of tiles from the top, the score and the tiles to fall, "
                f"`0,0,0,0/0,0,0,0/0,0,4,0/0,2,8,16 score 52 falling 1`, not {text!r}"
            )
        state: Self = cls.blank()
        values = {str(1 << tile if tile else 0): tile for tile in range(LARGEST + 1)} | {"1": -1}
        for row, line in zip((3, 2, 1, 0), lines, strict=True):
            row_tiles = [values.get(value, -1) for value in line.split(",")]
            if len(row_tiles) != 4 or -1 in row_tiles:
                raise BadPosition(f"row {line!r} is not four tiles 0, 2, 4, 8, … {1 << LARGEST}")
            for column, tile in enumerate(row_tiles):
                state.board[4 * row + column] = tile
        state.score = int(found[2])
        state.falling = int(found[3] or 0)
        state.turn = CHANCE if state.falling else 0
        tiles = sum(1 for tile in state.board if tile)
        if tiles + state.falling < 2 or state.falling == 2 and tiles:
            raise BadPosition("a game begins with an empty board on which two tiles fall")
        if tiles + state.falling > 16:
            raise BadPosition("there is no empty cell for the tile that is to fall")
        return state

    @python_only
    def move_text(self, move: int) -> str:
        """A direction, or a cell and the tile that falls there: `c2=4`."""
        if self.turn != CHANCE:
            return NAMES[move]
        return f"{square_name(move // 2 % 4, move // 8)}={4 if move % 2 else 2}"

    @python_only
    def parse_move(self, text: str) -> int:
        """A direction by its name or first letter."""
        wanted = text.strip().lower()
        names = {name[0]: name for name in NAMES}
        return super().parse_move(names.get(wanted, wanted) if self.turn != CHANCE else wanted)

    @python_only
    def why_not(self, move: int | str) -> str:
        """A direction in which nothing moves, or a cell that is full."""
        if not self.legal():
            return "the game is over"
        if self.turn == CHANCE:
            return "a 2 or a 4 falls on an empty cell, as a1=2"
        if str(move) in (*NAMES, "0", "1", "2", "3"):
            return "no tile can move that way"
        return f"the directions are {', '.join(NAMES)}"

    @python_only
    def ending(self) -> str:
        """The score and the largest tile."""
        return "" if self.legal() else f"no tile can move: {self.score} points, largest tile {1 << max(self.board)}"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """The tiles, four buttons for the directions; when a tile falls, its cell and a button for its value."""
        cells = grid_cells(4, 4)
        pieces = [Piece(cells[cell].name, "number", 0, str(1 << tile)) for cell, tile in enumerate(self.board) if tile]
        clicks: dict[int, tuple[str, ...]]
        if self.turn == CHANCE:
            buttons: tuple[Button, ...] = (Button("two", "2"), Button("four", "4"))
            clicks = {move: (cells[move // 2].name, buttons[move % 2].name) for move in self.legal()}
        else:
            buttons = tuple(Button(NAMES[move], NAMES[move], 0) for move in self.legal())
            clicks = {move: (NAMES[move],) for move in self.legal()}
        keys = {f"Arrow{button.name.title()}": button.name for button in buttons if button.name in NAMES}
        return Scene(cells, tuple(pieces), buttons, (), clicks, (f"score {self.score}",), keys=keys)
