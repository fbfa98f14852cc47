"""Amazons: a turn moves one amazon like a chess queen and shoots an arrow from where it lands, again like a queen.

Amazons and arrows block the way; a square that an arrow has hit stays blocked. Who cannot move loses.

Squares are numbered row by row from a1 (size 10):

    90 91 ... 99
    ...
    10 11 ... 19
     0  1 ...  9

Every row, column and diagonal is also kept as a word of bits (see `boards/queen_lines.py`), 1 where the way is blocked.
"""

from __future__ import annotations

import re
from typing import Self

import numpy as np

from zermelo.boards.grids import grid_cells, square_index, square_name
from zermelo.boards.queen_lines import lines_of, walls, zeros_after, zeros_before
from zermelo.boards.wide import entered, queen_moves
from zermelo.errors import BadPosition, MalformedMove
from zermelo.game import (
    NO_MOVE,
    NONE,
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
    has,
    i8,
    parameter,
    put,
    python_only,
    squares,
    table,
    u8,
    u16,
    u64,
    word,
)

NAMES = ("White", "Black")
SIGNS = "wb"
ARROW = "x"
SQUARE = re.compile(r"[a-z]\d+")
AMAZONS = 4  # of each player


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
    LINE: Cells = derived(lambda game: table(np.ravel(lines_of(game.size)[..., 0]), u8))  # entry 4 * square + way
    PLACE: Cells = derived(lambda game: table(np.ravel(lines_of(game.size)[..., 1]), u8))  # the square's place on it
    STEPS: Cells = derived(lambda game: table([1, game.size, game.size + 1, 1 - game.size], i8))  # along each line
    ENTERED: Cells = derived(lambda game: table(entered(game.size), u64))
    symmetries = 8

    # ------------------------------------------------------------------ state
    queens: Cells = array(u8, 2 * AMAZONS)  # squares of White's amazons, then Black's, each in rising order
    arrows: Cells = array(u64, 2)  # squares that arrows have hit
    shooter: u8  # square + 1 of the amazon that has moved and must shoot; 0: none
    lines: Cells = array(u16, lambda game: 6 * game.size - 2, in_key=False)  # what is blocked, see above

    @python_only
    def start(self) -> None:
        """Four amazons each, White to move."""
        self.lines = self.WALLS
        self.queens = table(first_squares(self.size), u8)
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
            self.burn(to)
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
        """The square of that number among those within reach: the last ray that begins at or before the index.

        Selections in place of branches: no processor foresees which ray it will be.
        """
        to = square
        passed = 0
        for way in range(4):
            line, place = word(self.lines[self.LINE[4 * square + way]]), self.PLACE[4 * square + way]
            step = self.STEPS[way]
            to = square + step * (index - passed + 1) if index >= passed else to
            passed += zeros_after(line, place)
            to = square - step * (index - passed + 1) if index >= passed else to
            passed += zeros_before(line, place)
        return to

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

    def burn(self, square: int) -> None:
        """An arrow blocks a square for ever."""
        self.arrows[square >> 6] = self.arrows[square >> 6] | bit(square & 63)
        self.flip(square)

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
        """A random move without listing them: the number of moves of each amazon is enough."""
        if self.shooter > 0:
            square = self.shooter - 1
            return self.shots + self.nth_reached(square, random.below(self.reach(square)))
        first = AMAZONS * self.turn
        one = self.reach(self.queens[first])
        two = one + self.reach(self.queens[first + 1])
        three = two + self.reach(self.queens[first + 2])
        total = three + self.reach(self.queens[first + 3])
        if total == 0:
            return NO_MOVE
        index = random.below(total)
        passed = three if index >= three else two if index >= two else one if index >= one else 0
        start = int(self.queens[first + (index >= one) + (index >= two) + (index >= three)])
        return start * self.board + self.nth_reached(start, index - passed)

    def evaluate(self) -> float:
        """Squares that one side's amazons reach in fewer queen's moves than the other's, and their mobility."""
        score = self.territory()
        for index in range(AMAZONS):
            score += 0.05 * self.reach(self.queens[AMAZONS * self.turn + index])
            score -= 0.05 * self.reach(self.queens[AMAZONS * (1 - self.turn) + index])
        return score / (abs(score) + 10.0)

    def territory(self) -> float:
        """How many more squares the mover reaches first."""
        my_low, my_high = self.amazons_of(self.turn)
        their_low, their_high = self.amazons_of(1 - self.turn)
        free_low = self.ENTERED[4] & ~(my_low | their_low | self.arrows[0])
        free_high = self.ENTERED[5] & ~(my_high | their_high | self.arrows[1])
        left_low, left_high = free_low, free_high  # squares that nobody has reached yet
        score = 0.0
        for _ in range(self.board):
            my_low, my_high = queen_moves(my_low, my_high, free_low, free_high, self.size, self.ENTERED)
            their_low, their_high = queen_moves(their_low, their_high, free_low, free_high, self.size, self.ENTERED)
            mine = count(my_low & left_low) + count(my_high & left_high)
            theirs = count(their_low & left_low) + count(their_high & left_high)
            if mine + theirs == 0:
                break
            both = count(my_low & their_low & left_low) + count(my_high & their_high & left_high)
            score += mine - theirs + 0.2 * both  # a tie favours the player to move a little
            left_low = left_low & ~(my_low | their_low)
            left_high = left_high & ~(my_high | their_high)
        return score

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        reach = [self.reach(square) for square in self.queens]
        mine, theirs = (sum(reach[AMAZONS * side : AMAZONS * side + AMAZONS]) for side in (self.turn, 1 - self.turn))
        return {"territory": self.territory(), "mobility": mine - theirs}

    def amazons_of(self, player: int) -> tuple[np.uint64, np.uint64]:
        """The amazons of a player as a board of two words."""
        low, high = NONE, NONE
        for index in range(AMAZONS):
            square = self.queens[AMAZONS * player + index]
            if square < 64:
                low = low | bit(square)
            else:
                high = high | bit(square - 64)
        return low, high

    def order(self, move: int) -> int:
        """Amazons to where they can move on, arrows close to the opponent's amazons."""
        to = move % self.board
        if move < self.shots:
            return self.reach(to)
        nearest = self.size
        for index in range(AMAZONS):
            square = self.queens[AMAZONS * (1 - self.turn) + index]
            across = abs(square % self.size - to % self.size)
            nearest = min(nearest, max(across, abs(square // self.size - to // self.size)))
        return -nearest

    def irreversible(self, move: int) -> bool:
        """An arrow stays for ever."""
        return move >= self.shots

    def transform(self, which: int) -> None:
        """Turn or mirror the board."""
        low, high = self.arrows[0], self.arrows[1]
        self.arrows[0] = NONE
        self.arrows[1] = NONE
        for line in range(6 * self.size - 2):
            self.lines[line] = self.WALLS[line]
        for square in squares(low):
            self.burn(self.image(which, square))
        for square in squares(high):
            self.burn(self.image(which, square + 64))
        for index in range(2 * AMAZONS):
            self.queens[index] = self.image(which, self.queens[index])
            self.flip(self.queens[index])
        self.sort(0)
        self.sort(AMAZONS)
        if self.shooter > 0:
            self.shooter = self.image(which, self.shooter - 1) + 1

    def transform_move(self, which: int, move: int) -> int:
        """Both squares on the board so turned."""
        to = self.image(which, move % self.board)
        if move >= self.shots:
            return self.shots + to
        return self.image(which, move // self.board) * self.board + to

    def image(self, which: int, square: int) -> int:
        """Where a square comes to lie: 1 mirrors the columns, 2 the rows, 4 then exchanges rows and columns."""
        row, column = square // self.size, square % self.size
        if which & 1:
            column = self.size - 1 - column
        if which & 2:
            row = self.size - 1 - row
        return column * self.size + row if which & 4 else row * self.size + column

    # ------------------------------------------------------------------ notation
    @python_only
    def sign(self, square: int) -> str:
        """w, b, x for an arrow, or nothing."""
        if square in self.queens:
            return SIGNS[list(self.queens).index(square) // AMAZONS]
        return ARROW if has(self.arrows[square >> 6], square & 63) else ""

    @python_only
    def name(self, square: int) -> str:
        """A column letter and a row number."""
        return square_name(square % self.size, square // self.size)

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rows from the top, amazons w and b, arrows x, free squares counted, who moves: `3b2b3/10/.../3w2w3 w`.

        The square of an amazon that has moved and must shoot comes last.
        """
        rows = []
        for row in reversed(range(self.size)):
            signs = "".join(self.sign(row * self.size + column) or "." for column in range(self.size))
            rows.append(re.sub(r"\.+", lambda free: str(len(free[0])), signs))
        shooter = f" {self.name(self.shooter - 1)}" if self.shooter else ""
        return "/".join(rows) + f" {SIGNS[self.turn]}{shooter}"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        rows, mover, *shooter = [*text.split(), "", ""][: max(2, len(text.split()))]
        lines = rows.split("/")
        if len(lines) != cls.size or mover not in ("w", "b") or len(shooter) > 1:
            raise BadPosition(f"a position is {cls.size} rows from the top joined by /, then w or b to move: {text!r}")
        state: Self = cls.blank()
        state.lines = cls.WALLS
        queens: dict[str, list[int]] = {"w": [], "b": []}
        for row, line in enumerate(reversed(lines)):
            signs = re.sub(r"\d+", lambda free: "." * min(int(free[0]), 99), line)
            if len(signs) != cls.size or set(signs) - set("wbx."):
                raise BadPosition(f"row {line!r} is not {cls.size} squares of w, b, x and numbers")
            for column, sign in enumerate(signs):
                square = row * cls.size + column
                if sign in queens:
                    queens[sign].append(square)
                    state.flip(square)
                elif sign == ARROW:
                    state.burn(square)
        if any(len(squares_) != AMAZONS for squares_ in queens.values()):
            raise BadPosition(f"each player has {AMAZONS} amazons")
        state.turn = SIGNS.index(mover)
        state.queens = table(queens["w"] + queens["b"], u8)
        if shooter:
            square = square_index(shooter[0], cls.size, cls.size)
            if square not in queens[mover] or state.reach(square) == 0:
                raise BadPosition(f"{shooter[0]!r} is not an amazon of the player to move with a square to shoot at")
            state.shooter = square + 1
        return state

    @python_only
    def move_text(self, move: int) -> str:
        """`a4-d7` for an amazon's move, `g7` for an arrow."""
        to = self.name(move % self.board)
        return to if move >= self.shots else f"{self.name(move // self.board)}-{to}"

    @python_only
    def turn_text(self, moves: list[int]) -> str:
        """A whole turn: `a4-d7/g7`."""
        return "/".join(self.move_text(move) for move in moves)

    @python_only
    def parse_move(self, text: str) -> int:
        """An amazon's move as `a4-d7` or `a4d7`, an arrow as its square."""
        return super().parse_move("-".join(SQUARE.findall(text.lower())) or text)

    @python_only
    def parse_turn(self, text: str) -> list[int]:
        """`a4-d7/g7`, `a4-d7(g7)` or `a4d7g7`; one half of a turn is understood too."""
        state = self.copy()
        moves = []
        for turn in text.split():
            names = SQUARE.findall(turn.lower())
            if not names or len(names) > 3 or SQUARE.sub("", turn.lower()).strip("-/(),:"):
                raise MalformedMove(f"{turn!r} is not a turn; write it as a4-d7/g7")
            for half in ("-".join(names[:2]), *names[2:]) if len(names) > 1 else names:
                moves.append(state.parse_move(half))
                state.play(moves[-1])
        return moves

    @python_only
    def why_not(self, move: int | str) -> str:
        """No such square, not the mover's amazon, or something in the way."""
        text = move if isinstance(move, str) else self.move_text(move) if move >= 0 else ""
        names = SQUARE.findall(text.lower())
        places = [square_index(name, self.size, self.size) for name in names]
        if not self.legal():
            return "the game is over"
        if not places or -1 in places:
            return f"squares are a1 to {self.name(self.board - 1)}"
        if self.shooter and len(places) != 1:
            return f"the amazon on {self.name(self.shooter - 1)} must shoot: write the square that the arrow hits"
        if not self.shooter and len(places) != 2:
            return "an amazon moves first: write the squares from and to"
        mine = list(self.queens)[AMAZONS * self.turn :][:AMAZONS]
        start = self.shooter - 1 if self.shooter else places[0]
        if start not in mine:
            return f"{NAMES[self.turn]} has no amazon on {names[0]}"
        rows, columns = (abs(part) for part in np.subtract(divmod(places[-1], self.size), divmod(start, self.size)))
        if not (rows == 0 or columns == 0 or rows == columns) or places[-1] == start:
            return f"{names[-1]} is not on a row, column or diagonal through {self.name(start)}"
        return f"something blocks the way from {self.name(start)} to {names[-1]}"

    @python_only
    def ending(self) -> str:
        """Who cannot move."""
        if self.legal():
            return ""
        return f"{NAMES[self.turn]} cannot move: {NAMES[1 - self.turn]} wins"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """A chequered board; an amazon moves by two clicks, an arrow is one."""
        cells = grid_cells(self.size, self.size, chequered=True)
        pieces = [
            Piece(self.name(square), "arrow" if sign == ARROW else "queen", SIGNS.find(sign), sign)
            for square in range(self.board)
            if (sign := self.sign(square))
        ]
        clicks = {move: tuple(self.move_text(move).split("-")) for move in self.legal()}
        notes = (f"{NAMES[self.turn]} shoots from {self.name(self.shooter - 1)}",) if self.shooter else ()
        return Scene(cells=cells, pieces=tuple(pieces), clicks=clicks, notes=notes)
