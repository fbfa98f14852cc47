"""Quits: step diagonally or shift a whole row or column of the board; bring balls out at the far corner.

Cells are numbered row by row from a1. x starts round a1 and leaves the board at e5, o the other way. A ball's move is
3 * cell + direction (0 up right, 1 up left, 2 down right for x; o's are opposite). A shift is 75 + 2 * line + way: rows
1 to 5 are lines 0 to 4, columns a to e lines 5 to 9; way 0 is to the right or up, way 1 to the left or down.

    5  20 21 22 23 24        . . o o .
    4  15 16 17 18 19        . . . o o
    3  10 11 12 13 14        x . . . o
    2   5  6  7  8  9        x x . . .
    1   0  1  2  3  4        . x x . .
        a  b  c  d  e
"""

from __future__ import annotations

import re
from typing import Self

import numpy as np

from zermelo.boards.grids import grid_cells, square_index, square_name
from zermelo.boards.rows import pack_row, unpack_row
from zermelo.errors import BadPosition
from zermelo.game import (
    NONE,
    Cell,
    Cells,
    Game,
    Piece,
    Row,
    Scene,
    array,
    bit,
    compared,
    count,
    has,
    i8,
    number,
    parameter,
    put,
    python_only,
    squares,
    table,
    u8,
    u32,
    u64,
    word,
)

SIZE = 5
BALLS = 5
SHIFTS = 75  # the first number of a shift
LINES = 10
SIGNS = "xo"
START = "2oo1/3oo/x3o/xx3/1xx2 0-0 x -"
BOARD = word((1 << SIZE * SIZE) - 1)
GOAL = table([24, 0], u8)
LINE = table(  # [line]: its cells
    [31 << SIZE * row for row in range(SIZE)] + [0x108421 << column for column in range(SIZE)], u64
)
STEPS = ((1, 1), (-1, 1), (1, -1))  # of x; the opposite ones for o


def goals() -> list[int]:
    """Where each step leads, for both players; -1 is off the board."""
    found = []
    for sign in (1, -1):
        for cell in range(SIZE * SIZE):
            for right, up in STEPS:
                column, row = cell % SIZE + sign * right, cell // SIZE + sign * up
                found.append(row * SIZE + column if 0 <= column < SIZE and 0 <= row < SIZE else -1)
    return found


def ends() -> list[int]:
    """The cell that leaves a line at its end, for each shift."""
    rows = [SIZE * row + column for row in range(SIZE) for column in (SIZE - 1, 0)]
    return rows + [SIZE * row + column for column in range(SIZE) for row in (SIZE - 1, 0)]


STEP = table(goals(), i8)  # [75 * player + move]
END = table(ends(), u8)  # [shift - 75]


def shifted(balls: np.uint64, shift: int) -> np.uint64:
    """The balls of a board after a shift, counted from 0; what leaves at one end comes in at the other."""
    line = shift >> 1
    cells = LINE[line]
    step = 1 if line < SIZE else SIZE
    moved = balls & cells
    last = bit(END[shift])
    far = word(step * (SIZE - 1))
    if shift & 1 == 0:
        moved = (moved & ~last) << word(step) | (moved & last) >> far
    else:
        moved = (moved & ~last) >> word(step) | (moved & last) << far
    return balls & ~cells | moved


class Quits(Game):
    """Bring three balls out at the far corner."""

    # ------------------------------------------------------------------ facts
    needed: int = parameter(3, low=1, high=5, help="balls that a player must bring out")
    wrap: bool = parameter(False, help="a line may be shifted although a ball goes round; otherwise it must not")
    most_moves = 35  # fifteen steps and twenty shifts
    repetition = 3
    cap = 300
    symmetries = 2

    # ------------------------------------------------------------------ state
    balls: Cells = array(u32, 2)
    out: Cells = array(u8, 2)  # balls that have left the board
    last: i8  # the shift just made + 1, counted from 0: it may not be undone at once; 0: none

    @python_only
    def start(self) -> None:
        """Five balls round each home corner."""
        first = type(self).from_text(START)
        for player in range(2):
            self.balls[player] = first.balls[player]

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Steps of own balls forward or to the side, and shifts of lines with an own ball."""
        n = 0
        mine, taken = word(self.balls[self.turn]), self.taken()
        for cell in squares(mine):
            for way in range(3):
                to = STEP[SHIFTS * self.turn + 3 * cell + way]
                if to >= 0 and not has(taken, to):
                    n = put(out, n, 3 * cell + way)
        back = (self.last - 1) ^ 1 if self.last > 0 else -1
        for line in range(LINES):
            if mine & LINE[line] != NONE:
                for way in range(2):
                    shift = 2 * line + way
                    if shift != back and (self.wrap or not has(taken, END[shift])):
                        n = put(out, n, SHIFTS + shift)
        return n

    def play(self, move: int) -> None:
        """Step or shift; a ball in its goal leaves the board."""
        for player in range(2):
            balls = self.after(player, move)
            if has(balls, GOAL[player]):
                balls = balls & ~bit(GOAL[player])
                self.out[player] += 1
            self.balls[player] = number(balls)
        self.last = move - SHIFTS + 1 if move >= SHIFTS else 0
        self.turn = 1 - self.turn

    def over(self) -> bool:
        """Enough balls of one player are out."""
        return self.out[0] >= self.needed or self.out[1] >= self.needed

    def utility(self, player: int) -> float:
        """Who has brought out enough balls wins; otherwise the player to move is stuck and loses."""
        if self.out[player] >= self.needed:
            return 1.0
        if self.out[1 - player] >= self.needed:
            return -1.0
        return -1.0 if self.turn == player else 1.0

    # ------------------------------------------------------------------ helpers
    def taken(self) -> np.uint64:
        """The cells with a ball."""
        return word(self.balls[0]) | word(self.balls[1])

    def after(self, player: int, move: int) -> np.uint64:
        """A player's balls after a move, one in its goal still there."""
        balls = word(self.balls[player])
        if move >= SHIFTS:
            return shifted(balls, move - SHIFTS)
        if player == self.turn:
            return balls & ~bit(move // 3) | bit(STEP[SHIFTS * player + move])
        return balls

    def leaves(self, player: int, move: int) -> bool:
        """Whether a ball of a player leaves the board by a move."""
        return has(self.after(player, move), GOAL[player])

    # ------------------------------------------------------------------ hooks
    def irreversible(self, move: int) -> bool:
        """A ball that is out stays out."""
        return self.leaves(0, move) or self.leaves(1, move)

    def evaluate(self) -> float:
        """Balls out; goals that an enemy ball keeps shut; progress; balls on tiles of the goal's colour."""
        return max(-0.99, min(0.99, (self.worth(self.turn) - self.worth(1 - self.turn)) / 400.0))

    def worth(self, player: int) -> int:
        """How a player stands. Progress counts little: a ball that comes near is easily pushed back."""
        out, shut, progress, coloured = self.parts(player)
        return 60 * out - 12 * shut + progress + coloured

    def parts(self, player: int) -> tuple[int, int, int, int]:
        """Balls out, a goal that is shut, progress, and balls on tiles of the goal's colour, which steps keep."""
        progress = coloured = 0
        for cell in squares(word(self.balls[player])):
            far = cell % SIZE + cell // SIZE
            progress += far if player == 0 else 8 - far
            coloured += 1 if far & 1 == 0 else 0
        shut = 1 if has(word(self.balls[1 - player]), GOAL[player]) else 0
        return int(self.out[player]), shut, progress, coloured

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        names = "balls out", "goal shut by the opponent", "progress", "balls on the goal's colour"
        return compared(names, self.parts(self.turn), self.parts(1 - self.turn))

    def order(self, move: int) -> int:
        """Balls that leave, steps forward, shifts; a ball given away last."""
        if self.leaves(self.turn, move):
            return 100
        if move >= SHIFTS:
            return -100 if self.leaves(1 - self.turn, move) else 0
        return 10 if move % 3 == 0 else 1

    def noisy(self, move: int) -> bool:
        """A ball of one's own leaves the board."""
        return self.leaves(self.turn, move)

    def transform(self, which: int) -> None:
        """Exchange rows and columns."""
        if which == 1:
            for player in range(2):
                image = NONE
                for cell in squares(word(self.balls[player])):
                    image = image | bit(cell % SIZE * SIZE + cell // SIZE)
                self.balls[player] = number(image)
            if self.last > 0:
                self.last = (self.last - 1 + LINES) % (2 * LINES) + 1

    def transform_move(self, which: int, move: int) -> int:
        """A row becomes a column; the two steps to the side change places."""
        if which == 0:
            return move
        if move >= SHIFTS:
            return SHIFTS + (move - SHIFTS + LINES) % (2 * LINES)
        cell, way = move // 3, move % 3
        return 3 * (cell % SIZE * SIZE + cell // SIZE) + (0 if way == 0 else 3 - way)

    # ------------------------------------------------------------------ notation
    @python_only
    def sign(self, cell: int) -> str:
        """x, o or a dot."""
        return "x" if has(word(self.balls[0]), cell) else "o" if has(word(self.balls[1]), cell) else "."

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rows from the top, balls that are out, who moves, the shift just made or a dash, plies played."""
        signs = [self.sign(cell) for cell in range(SIZE * SIZE)]
        rows = [pack_row("".join(signs[SIZE * row : SIZE * row + SIZE])) for row in reversed(range(SIZE))]
        last = shift_text(self.last - 1) if self.last else "-"
        return f"{'/'.join(rows)} {self.out[0]}-{self.out[1]} {SIGNS[self.turn]} {last}" + (f" {ply}" if ply else "")

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        found = re.fullmatch(r"(\S+) ([0-5])-([0-5]) ([xo]) (\S+)( \d{1,9})?", " ".join(text.split()))
        rows = found.group(1).split("/") if found else []
        shifts = ["-", *map(shift_text, range(2 * LINES))]
        if not found or len(rows) != SIZE or found.group(5) not in shifts:
            raise BadPosition(
                "a position is five rows from the top joined by /, balls that are out such as 0-0, x or o to move, "
                f"and the shift just made, such as 3> or c^, or a dash: {text!r}"
            )
        state: Self = cls.blank()
        for row, line in enumerate(reversed(rows)):
            signs = unpack_row(line, SIGNS, SIZE)
            if signs is None:
                raise BadPosition(f"row {line!r} is not {SIZE} cells of x, o and numbers")
            for column, sign in enumerate(signs):
                if sign != ".":
                    state.balls[SIGNS.index(sign)] |= 1 << SIZE * row + column
        for player in range(2):
            state.out[player] = int(found.group(2 + player))
            if count(word(state.balls[player])) + state.out[player] != BALLS:
                raise BadPosition(f"{SIGNS[player]} must have {BALLS} balls, on the board or out")
            if has(word(state.balls[player]), GOAL[player]):
                raise BadPosition(f"a ball of {SIGNS[player]} in its goal has left the board")
            if state.out[player] > cls.needed:
                raise BadPosition(f"the game is over when {cls.needed} balls are out")
        if state.out[0] >= cls.needed and state.out[1] >= cls.needed:
            raise BadPosition("only one player can have won")
        state.turn = SIGNS.index(found.group(4))
        state.last = shifts.index(found.group(5))
        return state

    @classmethod
    def clocks(cls, text: str) -> tuple[int, int]:
        """The number at the end."""
        parts = text.split()
        return 0, int(parts[4]) if len(parts) == 5 else 0

    @python_only
    def move_text(self, move: int) -> str:
        """A step `b2-c3`, or a shift: `3>` and `3<` for row 3, `c^` and `cv` for column c."""
        if move >= SHIFTS:
            return shift_text(move - SHIFTS)
        return f"{name(move // 3)}-{name(STEP[SHIFTS * self.turn + move])}"

    @python_only
    def parse_move(self, text: str) -> int:
        """The hyphen may be left out."""
        return super().parse_move(re.sub(r"^\s*([a-eA-E]\d)\s*([a-eA-E]\d)\s*$", r"\1-\2", text))

    @python_only
    def why_not(self, move: int | str) -> str:
        """The first rule that a move breaks."""
        if not self.legal():
            return "the game is over"
        if isinstance(move, int):
            known = 0 <= move < SHIFTS + 2 * LINES and (move >= SHIFTS or STEP[SHIFTS * self.turn + move] >= 0)
            move = self.move_text(move) if known else str(move)
        wanted = move.strip().lower()
        shifts = [shift_text(shift) for shift in range(2 * LINES)]
        if wanted in shifts:
            return self.why_no_shift(shifts.index(wanted))
        cells = [square_index(end, SIZE, SIZE) for end in wanted.split("-")]
        if len(cells) != 2 or min(cells) < 0:
            return "a move is a step such as b2-c3, or a shift such as 3> or c^"
        source, goal = cells
        if not has(word(self.balls[self.turn]), source):
            return f"{SIGNS[self.turn]} has no ball on {name(source)}"
        if goal not in [STEP[SHIFTS * self.turn + 3 * source + way] for way in range(3)]:
            return "a ball goes one step diagonally, forward or to the side"
        return f"there is a ball on {name(goal)}"

    @python_only
    def why_no_shift(self, shift: int) -> str:
        """The first rule that a shift breaks."""
        line = f"row {shift // 2 + 1}" if shift < LINES else f"column {'abcde'[shift // 2 - SIZE]}"
        if word(self.balls[self.turn]) & LINE[shift >> 1] == NONE:
            return f"{SIGNS[self.turn]} has no ball in {line}"
        if self.last > 0 and shift == (self.last - 1) ^ 1:
            return "the shift just made may not be undone at once"
        return f"the ball on {name(END[shift])} would be pushed off the board"

    @python_only
    def ending(self) -> str:
        """Who has brought out enough balls."""
        for player in range(2):
            if self.out[player] >= self.needed:
                return f"{SIGNS[player]} has brought out {self.needed} ball{'s' if self.needed > 1 else ''}"
        return "" if self.legal() else f"{SIGNS[self.turn]} cannot move"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """The board with an arrow at each end of a line; click a ball and its goal, or an arrow."""
        cells = [
            Cell(cell.name, cell.x, cell.y, shade={24: "home0", 0: "home1"}.get(place, "plain"))
            for place, cell in enumerate(grid_cells(SIZE, SIZE))
        ]
        pieces = tuple(
            Piece(name(cell), "stone", SIGNS.index(sign), sign)
            for cell in range(SIZE * SIZE)
            if (sign := self.sign(cell)) != "."
        )
        for line in range(SIZE):
            for way, far in ((0, -1.0), (1, float(SIZE))):  # an arrow stands where the line is pushed
                cells.append(Cell(shift_text(2 * line + way), far, line, "circle", label="><"[way]))
                cells.append(Cell(shift_text(LINES + 2 * line + way), line, far, "circle", label="^v"[way]))
        clicks = {move: tuple(self.move_text(move).split("-")) for move in self.legal()}
        notes = (f"out: x {self.out[0]}, o {self.out[1]}",)
        return Scene(cells=tuple(cells), pieces=pieces, clicks=clicks, notes=notes)


def name(cell: int) -> str:
    """The name of a cell."""
    return square_name(cell % SIZE, cell // SIZE)


def shift_text(shift: int) -> str:
    """`3>` and `3<` for row 3, `c^` and `cv` for column c."""
    line, way = divmod(shift, 2)
    return f"{line + 1}{'><'[way]}" if line < SIZE else f"{'abcde'[line - SIZE]}{'^v'[way]}"
