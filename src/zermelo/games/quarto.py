"""Quarto: place the piece that the opponent hands you; four in a line that share a trait win.

Sixteen different pieces have or lack each of four traits: tall, dark, square, hollow (bits 1, 2, 4, 8 of the piece's
number). A turn is placing the piece that was handed over, then handing one to the opponent; the first turn only hands
one over. Cells are numbered row by row from a1:

    4  12 13 14 15
    3   8  9 10 11
    2   4  5  6  7
    1   0  1  2  3
        a  b  c  d

A board is one word, sixteen bits for each trait: the cells whose piece has it, and another word for those that lack it.
"""

from __future__ import annotations

from typing import Self

import numpy as np

from zermelo.boards.boxes import box_symmetries
from zermelo.boards.grids import grid_cells, square_name
from zermelo.errors import BadPosition
from zermelo.game import (
    NO_MOVE,
    NONE,
    Button,
    Cells,
    Game,
    Piece,
    Random,
    Row,
    Scene,
    bit,
    count,
    derived,
    has,
    nth,
    number,
    parameter,
    put,
    put_all,
    python_only,
    squares,
    table,
    times,
    u8,
    u64,
    word,
)

DIGITS = "0123456789ABCDEF"
TRAITS = (("short", "tall"), ("light", "dark"), ("round", "square"), ("solid", "hollow"))
EACH = word(0x0001000100010001)  # the first cell, for each trait
LANE = word(0xFFFF)
LAST_SAFE = 0.8  # to hand over the last safe piece; it fades with their number, since every placing may change it
SPREAD = table([sum(0xFFFF << 16 * trait for trait in range(4) if piece >> trait & 1) for piece in range(16)], u64)
HAVING = table([sum(1 << piece for piece in range(16) if piece >> trait & 1) for trait in range(4)], u64)

# Where lines begin, and how far their cells lie apart
ROWS, COLUMNS, RISING, FALLING = (times(EACH, word(first)) for first in (0x1111, 0x000F, 0x0001, 0x0008))
CORNERS = times(EACH, word(0x0777))  # the lower left cells of 2 x 2 squares


def threes(a: np.uint64, b: np.uint64, c: np.uint64, d: np.uint64) -> np.uint64:
    """Where exactly three of four boards have a bit."""
    return a & b & (c ^ d) | c & d & (a ^ b)


def cell_images(game: type[Quarto]) -> list[list[int]]:
    """Where each symmetry sends each cell: turns and mirrors; without squares, inside and outside may be exchanged too.

    Exchanging the two inner rows and the two inner columns, or each outer row and column with its inner neighbour,
    keeps all rows, columns and both diagonals.
    """
    turns = box_symmetries((4, 4))
    if game.squares:
        return turns
    orders = ((0, 1, 2, 3), (0, 2, 1, 3), (1, 0, 3, 2), (1, 3, 0, 2))
    exchanges = [[4 * order[cell // 4] + order[cell % 4] for cell in range(16)] for order in orders]
    return [[exchange[turn[cell]] for cell in range(16)] for exchange in exchanges for turn in turns]


class Quarto(Game):
    """Place a piece, hand over a piece."""

    # ------------------------------------------------------------------ facts
    squares: bool = parameter(False, help="four cells in a 2 x 2 square are a line too")
    most_moves = 16
    longest = 32
    IMAGES: Cells = derived(lambda game: table(cell_images(game), u8))
    symmetries: int = derived(lambda game: len(game.IMAGES))

    # ------------------------------------------------------------------ state
    have: u64  # for each trait, the cells whose piece has it
    lack: u64  # and those whose piece lacks it
    box: u64  # pieces neither placed nor handed over
    given: u8  # the piece handed over + 1; 0: one is to be handed over

    @python_only
    def start(self) -> None:
        """All pieces are in the box."""
        self.box = LANE

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """The empty cells for a piece that was handed over, else the pieces in the box."""
        return put_all(out, 0, self.empty() if self.given > 0 else self.box)

    def play(self, move: int) -> None:
        """Place the piece and stay at the move, or hand one over."""
        if self.given > 0:
            cell = times(EACH, bit(move))
            traits = SPREAD[self.given - 1]
            self.have = self.have | cell & traits
            self.lack = self.lack | cell & ~traits
            self.given = 0
        else:
            self.box = self.box & ~bit(move)
            self.given = move + 1
            self.turn = 1 - self.turn

    def over(self) -> bool:
        """A line, or a full board; both come about by placing."""
        return self.given == 0 and (self.lined(self.have) or self.lined(self.lack) or self.empty() == NONE)

    def midturn(self) -> bool:
        """A piece was placed, and the same player hands one over."""
        return self.given == 0 and self.have | self.lack != NONE

    def utility(self, player: int) -> float:
        """Who placed the last piece of a line is still at the move."""
        if not self.lined(self.have) and not self.lined(self.lack):
            return 0.0
        return 1.0 if self.turn == player else -1.0

    # ------------------------------------------------------------------ helpers
    def empty(self) -> np.uint64:
        """The cells without a piece: every piece has or lacks the first trait."""
        return ~(self.have | self.lack) & LANE

    def lined(self, cells: np.uint64) -> bool:
        """Whether four in a line share a trait; shifting lays the cells of a line on each other."""
        pairs = cells & cells >> word(1)
        found = pairs & pairs >> word(2) & ROWS
        if self.squares:
            found = found | pairs & pairs >> word(4) & CORNERS
        pairs = cells & cells >> word(4)
        found = found | pairs & pairs >> word(8) & COLUMNS
        found = found | cells & cells >> word(5) & cells >> word(10) & cells >> word(15) & RISING
        found = found | cells & cells >> word(3) & cells >> word(6) & cells >> word(9) & FALLING
        return found != NONE

    def open_threes(self, cells: np.uint64) -> np.uint64:
        """The beginnings of lines with three of these cells and an empty one; some bit of the trait's sixteen."""
        taken = self.have | self.lack
        found = self.threes_along(cells, taken, 1, 2, 3) & ROWS
        found = found | self.threes_along(cells, taken, 4, 8, 12) & COLUMNS
        found = found | self.threes_along(cells, taken, 5, 10, 15) & RISING
        found = found | self.threes_along(cells, taken, 3, 6, 9) & FALLING
        if self.squares:
            found = found | self.threes_along(cells, taken, 1, 4, 5) & CORNERS
        return found

    def threes_along(self, cells: np.uint64, taken: np.uint64, two: int, three: int, four: int) -> np.uint64:
        """Where a line begins that has three of these cells, the fourth empty."""
        by, twice, thrice = word(two), word(three), word(four)
        full = taken & taken >> by & taken >> twice & taken >> thrice
        return threes(cells, cells >> by, cells >> twice, cells >> thrice) & ~full

    def winning(self) -> np.uint64:
        """The pieces, in the box or not, that would complete a line at once."""
        some, none = self.open_threes(self.have), self.open_threes(self.lack)
        found = NONE
        for trait in range(4):
            if some >> word(16 * trait) & LANE:
                found = found | HAVING[trait]
            if none >> word(16 * trait) & LANE:
                found = found | ~HAVING[trait] & LANE
        return found

    def completes(self, cell: int) -> bool:
        """Whether the piece that was handed over completes a line on a cell."""
        place, traits = times(EACH, bit(cell)), SPREAD[self.given - 1]
        return self.lined(self.have | place & traits) or self.lined(self.lack | place & ~traits)

    # ------------------------------------------------------------------ hooks
    def sample(self, random: Random, row: Row) -> int:
        """A random cell or piece without listing them."""
        choice = self.empty() if self.given > 0 else self.box
        return nth(choice, random.below(count(choice))) if choice else NO_MOVE

    def evaluate(self) -> float:
        """A piece that wins at once; else whether pieces that may be handed over safely will last."""
        winning = self.winning()
        if self.given > 0 and has(winning, self.given - 1):
            return 0.95
        safe = count(self.box & ~winning)
        if safe == 0:
            return -0.9 if self.given == 0 else -0.4  # a piece that is placed may still close the line
        if self.box & winning == NONE:
            return 0.0
        last = 1.0 if safe % 2 == 1 else -1.0  # who hands over the last safe piece
        return last * LAST_SAFE / (1.0 + safe)

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        winning = self.winning()
        return {
            "piece in hand": int(self.given > 0),
            "piece in hand wins": int(self.given > 0 and has(winning, self.given - 1)),
            "safe pieces": count(self.box & ~winning),
            "pieces that win": count(self.box & winning),
        }

    def static_result(self, out: Row) -> tuple[int, int]:
        """Win at once; never hand over a piece that wins, unless all do."""
        winning = self.winning()
        if self.given > 0:
            if has(winning, self.given - 1):
                for cell in squares(self.empty()):
                    if self.completes(cell):
                        return put(out, 0, cell), 1
            return self.moves(out), 0
        safe = self.box & ~winning
        if safe == NONE and self.box != NONE:
            return put(out, 0, nth(self.box, 0)), -2
        return put_all(out, 0, safe), 0

    def plies_left(self) -> int:
        """Two for each piece in the box, and one for a piece in hand."""
        return 2 * count(self.box) + (1 if self.given > 0 else 0)

    def order(self, move: int) -> int:
        """Placing: a completed line; handing over: a piece that does not win."""
        if self.given > 0:
            return 100 if self.completes(move) else 0
        return -100 if has(self.winning(), move) else 0

    def noisy(self, move: int) -> bool:
        """Placing that completes a line."""
        return self.given > 0 and self.completes(move)

    def same(self, move: int) -> int:
        """All first pieces are alike; on the empty board so are all cells that a symmetry exchanges."""
        if self.have | self.lack != NONE:
            return move
        if self.given == 0:
            return 0
        least = move
        for which in range(self.symmetries):
            least = min(least, int(self.IMAGES[which, move]))
        return least

    def transform(self, which: int) -> None:
        """Send every cell to its place."""
        have, lack = NONE, NONE
        for cell in range(16):
            image = word(self.IMAGES[which, cell])
            have = have | (self.have >> word(cell) & EACH) << image
            lack = lack | (self.lack >> word(cell) & EACH) << image
        self.have, self.lack = have, lack

    def transform_move(self, which: int, move: int) -> int:
        """Pieces stay what they are."""
        return int(self.IMAGES[which, move]) if self.given > 0 else move

    # ------------------------------------------------------------------ notation
    @python_only
    def piece_at(self, cell: int) -> int:
        """The piece on a cell; -1 if there is none."""
        if has(self.empty(), cell):
            return -1
        return sum(1 << trait for trait in range(4) if has(self.have, 16 * trait + cell))

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rows from the top, pieces as hexadecimal digits, the piece handed over or a dash, who moves."""
        signs = "".join("." if (piece := self.piece_at(cell)) < 0 else DIGITS[piece] for cell in range(16))
        board = "/".join(signs[first : first + 4] for first in (12, 8, 4, 0))
        return f"{board} {DIGITS[self.given - 1] if self.given else '-'} {self.turn + 1}"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        parts = text.split()
        lines = parts[0].split("/") if parts else []
        if len(parts) != 3 or len(lines) != 4 or parts[2] not in ("1", "2"):
            raise BadPosition(f"a position is four rows from the top joined by /, a piece or -, then 1 or 2: {text!r}")
        if any(len(line) != 4 or not set(line) <= set(DIGITS + ".") for line in lines):
            raise BadPosition(f"a row is four signs, each a piece from 0 to F or a stop: {parts[0]!r}")
        if len(parts[1]) != 1 or parts[1] not in DIGITS + "-":
            raise BadPosition(f"the piece handed over is 0 to F, or - if there is none: {parts[1]!r}")
        state: Self = cls.blank()
        state.start()
        for cell, sign in enumerate("".join(reversed(lines))):
            if sign != ".":
                state.take(sign)
                place, traits = times(EACH, bit(cell)), SPREAD[DIGITS.index(sign)]
                state.have, state.lack = state.have | place & traits, state.lack | place & ~traits
        if parts[1] != "-":
            state.take(parts[1])
            state.given = DIGITS.index(parts[1]) + 1
        state.turn = int(parts[2]) - 1
        placed = 16 - count(state.empty())
        if state.turn != (placed % 2 if state.given == 0 and placed == 0 else (placed + (state.given > 0)) % 2):
            raise BadPosition("the first player hands over the first piece, then they place in turn")
        if state.given and (state.lined(state.have) or state.lined(state.lack)):
            raise BadPosition("there is a line: no piece is handed over any more")
        return state

    @python_only
    def take(self, sign: str) -> None:
        """Take a piece out of the box."""
        piece = DIGITS.index(sign)
        if not has(self.box, piece):
            raise BadPosition(f"piece {sign} is there twice")
        self.box = self.box & ~bit(piece)

    @python_only
    def move_text(self, move: int) -> str:
        """The cell where the piece in hand is placed, or the digit of the piece handed over."""
        return square_name(move % 4, move // 4) if self.given else DIGITS[move]

    @python_only
    def why_not(self, move: int | str) -> str:
        """A cell that is taken, a piece that is no longer there, or the wrong half of the turn."""
        if self.over():
            return "the game is over"
        if isinstance(move, str):
            name = move.strip()
        else:
            name = self.move_text(move) if 0 <= move < 16 else str(move)
        if self.given:
            if name.lower() in [square_name(cell % 4, cell // 4) for cell in range(16)]:
                return f"there is a piece on {name.lower()}"
            return f"place piece {DIGITS[self.given - 1]} first: cells are a1 to d4"
        if len(name) == 1 and name.upper() in DIGITS:
            return f"piece {name.upper()} is not in the box"
        return "hand over a piece now: pieces are 0 to 9 and A to F"

    @python_only
    def ending(self) -> str:
        """Which trait the line shares, or that the board is full."""
        if not self.over():
            return ""
        for has_it, cells in enumerate((self.lack, self.have)):
            for trait in range(4):
                if self.lined(cells & LANE << word(16 * trait)):
                    return f"player {self.turn + 1} has four {TRAITS[trait][has_it]} pieces in a line"
        return "the board is full: draw"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """The board, and the pieces of the box as buttons."""
        cells = grid_cells(4, 4, shape="circle")
        pieces = []
        for cell in range(16):
            if (piece := self.piece_at(cell)) >= 0:
                pieces.append(Piece(cells[cell].name, f"quarto {piece}", text=DIGITS[piece]))
        buttons = tuple(
            Button(f"give {DIGITS[piece]}", described(piece), kind=f"quarto {piece}", text=DIGITS[piece])
            for piece in squares(self.box)
        )
        clicks: dict[int, tuple[str, ...]] = {
            move: (cells[move].name if self.given else f"give {DIGITS[move]}",) for move in self.legal()
        }
        note = f"player {self.turn + 1} " + (f"places {described(self.given - 1)}" if self.given else "hands over")
        decides = tuple(cells[cell].name for cell in self.winning_cells())
        return Scene(
            cells=cells, pieces=tuple(pieces), buttons=buttons, clicks=clicks, notes=(note,), highlights=decides
        )

    @python_only
    def winning_cells(self) -> tuple[int, ...]:
        """The cells of all lines whose pieces share a trait; empty while there is none."""
        lines = [[4 * n + k for k in range(4)] for n in range(4)] + [[n + 4 * k for k in range(4)] for n in range(4)]
        lines += [[5 * k for k in range(4)], [3 + 3 * k for k in range(4)]]
        if self.squares:
            lines += [
                [low, low + 1, low + 4, low + 5]
                for low in (4 * row + column for row in range(3) for column in range(3))
            ]
        boards = [number(board >> word(16 * trait) & LANE) for board in (self.have, self.lack) for trait in range(4)]
        won = [line for line in lines if any(all(board >> cell & 1 for cell in line) for board in boards)]
        return tuple(sorted({cell for line in won for cell in line}))


def described(piece: int) -> str:
    """A piece in words."""
    return f"{DIGITS[piece]} " + " ".join(names[piece >> trait & 1] for trait, names in enumerate(TRAITS))
