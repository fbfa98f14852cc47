"""Tablut and its kin: attackers all round hunt a king in the middle; its pieces help it to get away.

All pieces move like rooks. A piece is taken when an enemy moves so that it stands between two of them in a line; it may
step between two itself. The castle in the middle is closed, and serves both sides as a second enemy while it is empty.
The attackers move first and win by taking the king; the defenders win when it reaches the edge, or a corner in the
games where the corners are the king's alone. Three games, whose boards are numbered row by row from a1:

    Tablut, 9 x 9              Brandubh, 7 x 7           Hnefatafl, 11 x 11 (Fetlar)
    to any edge square         to a corner               to a corner
"""

from __future__ import annotations

import re
from typing import Self

import numpy as np

from zermelo.boards.grids import grid_cells, mirror_image, square_index, square_name
from zermelo.boards.queen_lines import lines_of, walls, zeros_after, zeros_before
from zermelo.boards.rows import pack_row, unpack_row
from zermelo.errors import BadPosition
from zermelo.game import (
    Cell,
    Cells,
    Game,
    Piece,
    Row,
    Scene,
    array,
    bit,
    count,
    derived,
    has,
    i16,
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

ATTACKER, DEFENDER = 0, 1  # players
NAMES = ("the attackers", "the defenders")
TAKEN = -1  # where the king is when it has been taken
SET_UPS = {
    "tablut": "3aaa3/4a4/4d4/a3d3a/aaddkddaa/a3d3a/4d4/4a4/3aaa3",
    "brandubh": "3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3",
    "hnefatafl": "3aaaaa3/5a5/11/a4d4a/a3ddd3a/aa1ddkdd1aa/a3ddd3a/a4d4a/11/5a5/3aaaaa3",
}


def closed_squares(size: int, corners: bool) -> list[int]:
    """Squares where none but the king may stop: the castle, and the corners in some games."""
    return [size * size // 2, *([0, size - 1, size * (size - 1), size * size - 1] if corners else [])]


def rook_lines(size: int, closed: list[int]) -> list[int]:
    """Squares as bits of the rows, then of the columns."""
    lines = [0] * (2 * size)
    for square in closed:
        for line, place in lines_of(size).reshape(-1, 4, 2)[square][:2].tolist():
            lines[line] |= 1 << place
    return lines


class Tablut(Game):
    """Take the king, or bring it away."""

    # ------------------------------------------------------------------ facts
    board: str = parameter("tablut", choices=tuple(SET_UPS), help="which game: board, pieces and goal")
    king_taken: str = parameter(
        "usual", choices=("usual", "two", "four"), help="enemies that take the king in the open; usual: Hnefatafl four"
    )
    armed: bool = parameter(True, help="the king helps to take pieces")
    pass_castle: bool = parameter(False, help="pieces may pass the empty castle (in Hnefatafl they always may)")
    size: int = derived(lambda game: len(SET_UPS[game.board].split("/")))
    cells: int = derived(lambda game: game.size**2)
    castle: int = derived(lambda game: game.size**2 // 2)
    corners: bool = derived(
        lambda game: game.board != "tablut"
    )  # the king's goals, closed to others; it may go home too
    by_four: bool = derived(
        lambda game: game.king_taken == "four" or (game.king_taken == "usual" and game.board == "hnefatafl")
    )
    passes: bool = derived(lambda game: game.pass_castle or game.board == "hnefatafl")
    most_moves: int = derived(lambda game: SET_UPS[game.board].count("a") * 2 * (game.size - 1))
    repetition = 3
    no_progress = 100
    symmetries = 8
    LINE: Cells = derived(lambda game: table(np.ravel(lines_of(game.size)[:, :2, 0]), u8))  # [2 * square + way]
    PLACE: Cells = derived(lambda game: table(np.ravel(lines_of(game.size)[:, :2, 1]), u8))
    FRAME: Cells = derived(lambda game: table(walls(game.size)[: 2 * game.size], u16))
    CLOSED: Cells = derived(lambda game: table(rook_lines(game.size, closed_squares(game.size, game.corners)), u16))
    CASTLE: Cells = derived(lambda game: table(rook_lines(game.size, closed_squares(game.size, False)), u16))

    # ------------------------------------------------------------------ state
    pieces: Cells = array(u64, (2, 2))  # the pieces of each player, two words each; the king is one of the defenders
    king: i16  # its square, or TAKEN
    lines: Cells = array(u16, lambda game: 2 * game.size, in_key=False)  # rows and columns: blocked or closed squares

    @python_only
    def start(self) -> None:
        """The attackers at the edges, the king and its pieces in the middle."""
        self.set_up(SET_UPS[self.board].split("/"))

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Every piece as far as a rook goes; only the king stops on closed squares."""
        found = 0
        for half in range(2):
            for place in squares(self.pieces[self.turn, half]):
                found = self.put_reach(out, found, 64 * half + place)
        return found

    def play(self, move: int) -> None:
        """Take what stands between the piece and another one, then move it; see whether the king has fallen."""
        mine, start, to = self.turn, move // self.cells, move % self.cells
        for way in range(4):
            prey = self.prey(start, to, way)
            if prey >= 0:
                self.flip(1 - mine, prey)
        self.flip(mine, start)
        self.flip(mine, to)
        if start == self.king:
            self.king = to
        elif mine == ATTACKER and self.king_falls(to):
            self.flip(DEFENDER, self.king)
            self.king = TAKEN
        self.turn = 1 - mine

    def over(self) -> bool:
        """The king is taken, or away."""
        return self.king == TAKEN or self.is_goal(self.king)

    def utility(self, player: int) -> float:
        """The king decides; otherwise who is to move and cannot has lost."""
        if self.king == TAKEN:
            winner = ATTACKER
        elif self.is_goal(self.king):
            winner = DEFENDER
        else:
            winner = 1 - self.turn
        return 1.0 if winner == player else -1.0

    def irreversible(self, move: int) -> bool:
        """A piece is taken."""
        return self.captures(move) > 0

    # ------------------------------------------------------------------ helpers
    def holds(self, player: int, square: int) -> bool:
        """Whether a player has a piece on a square."""
        return has(self.pieces[player, square >> 6], square & 63)

    def flip(self, player: int, square: int) -> None:
        """Put a piece down or take it off; closed squares stay closed in the lines."""
        self.pieces[player, square >> 6] = self.pieces[player, square >> 6] ^ bit(square & 63)
        for way in range(2 * square, 2 * square + 2):
            line = self.LINE[way]
            if self.CLOSED[line] >> self.PLACE[way] & 1 == 0:
                self.lines[line] = self.lines[line] ^ 1 << self.PLACE[way]

    def line_for(self, square: int, way: int) -> np.uint64:
        """What blocks the piece on a square along a row (way 0) or column (1)."""
        line = self.LINE[2 * square + way]
        blocked = int(self.lines[line])
        if square == self.king and self.corners:
            return word(blocked & ~int(self.CLOSED[line]))
        if self.passes and self.king != self.castle:
            return word(blocked & ~int(self.CASTLE[line]))
        return word(blocked)

    def put_reach(self, out: Row, found: int, start: int) -> int:
        """Write the moves of one piece."""
        for way in range(2):
            line, place = self.line_for(start, way), self.PLACE[2 * start + way]
            step = 1 if way == 0 else self.size
            for far in range(-zeros_before(line, place), zeros_after(line, place) + 1):
                to = start + far * step
                if far != 0 and (to != self.castle or (start == self.king and self.corners)):
                    found = put(out, found, start * self.cells + to)
        return found

    def next_to(self, square: int, way: int) -> int:
        """The square to the right, left, up or down (ways 0 to 3); -1 beyond the edge."""
        if way < 2:
            if square % self.size == (self.size - 1 if way == 0 else 0):
                return -1
            return square + 1 - 2 * way
        to = square + self.size if way == 2 else square - self.size
        return to if 0 <= to < self.cells else -1

    def is_goal(self, square: int) -> bool:
        """Whether the king is away here: on the edge, or in a corner."""
        column, row, last = square % self.size, square // self.size, self.size - 1
        if self.corners:
            return (column == 0 or column == last) and (row == 0 or row == last)
        return column == 0 or column == last or row == 0 or row == last

    def hostile(self, square: int) -> bool:
        """Whether a square serves as an enemy of every piece beside it: the empty castle and the corners."""
        return (square == self.castle and self.king != self.castle) or (self.corners and self.is_goal(square))

    def prey(self, start: int, to: int, way: int) -> int:
        """The piece that is taken that way when a piece goes from start to a square; -1 if there is none."""
        mine, near = self.turn, self.next_to(to, way)
        if near < 0 or near == self.king or not self.holds(1 - mine, near) or (start == self.king and not self.armed):
            return -1
        far = self.next_to(near, way)
        if far < 0:
            return -1
        helped = self.holds(mine, far) and (self.armed or far != self.king)
        return near if helped or self.hostile(far) else -1

    def captures(self, move: int) -> int:
        """How many pieces a move takes."""
        total = 0
        for way in range(4):
            total += self.prey(move // self.cells, move % self.cells, way) >= 0
        return total

    def king_falls(self, to: int) -> bool:
        """Whether an attacker who has just come to a square takes the king."""
        enemies, besides, across, near = 0, False, False, False
        for way in range(4):
            square = self.next_to(self.king, way)
            if square < 0:
                continue
            attacked = self.holds(ATTACKER, square)
            enemies += attacked
            besides = besides or square == self.castle
            if square == to:
                near = True
                behind = self.next_to(self.king, way ^ 1)
                across = behind >= 0 and (self.holds(ATTACKER, behind) or (self.corners and self.is_goal(behind)))
        if not near:
            return False
        if self.by_four or self.king == self.castle or besides:
            return enemies + besides == 4
        return across

    # ------------------------------------------------------------------ hooks
    def evaluate(self) -> float:
        """Pieces, the king's open ways to its goal, the squares it reaches, and attackers on the diagonals about it."""
        ahead = 2.0 * self.men(DEFENDER) - self.men(ATTACKER)  # of the defenders
        ways = self.open_ways()
        if ways > 0:
            ahead += 30.0 if self.turn == DEFENDER else 1.0 if ways == 1 else 20.0
        ahead += 0.05 * self.reach(self.king)
        ahead -= 0.6 * self.guarding()
        if self.turn == ATTACKER:
            ahead = -ahead
        return 0.98 * ahead / (abs(ahead) + 12.0)

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation, the same for both players."""
        return {
            "defenders": self.men(DEFENDER),
            "attackers": self.men(ATTACKER),
            "open ways of the king": self.open_ways(),
            "squares that the king reaches": self.reach(self.king),
            "attackers on the king's diagonals": self.guarding(),
        }

    def men(self, player: int) -> int:
        """The pieces of a player, the king left out."""
        return count(self.pieces[player, 0]) + count(self.pieces[player, 1])

    def guarding(self) -> int:
        """Attackers in the quarters about the king, at most two in each."""
        total = 0
        for quarter in range(4):
            total += min(2, self.guards(1 if quarter & 1 else -1, 1 if quarter & 2 else -1))
        return total

    def guards(self, right: int, upward: int) -> int:
        """Attackers within three columns and rows of the king in one quarter of the board: they bar two ways each."""
        total = 0
        for across in range(1, 4):
            for along in range(1, 4):
                column, row = self.king % self.size + across * right, self.king // self.size + along * upward
                if 0 <= column < self.size and 0 <= row < self.size:
                    total += self.holds(ATTACKER, row * self.size + column)
        return total

    def reach(self, square: int) -> int:
        """How many squares a rook reaches from here."""
        total = 0
        for way in range(2):
            line, place = self.line_for(square, way), self.PLACE[2 * square + way]
            total += zeros_after(line, place) + zeros_before(line, place)
        return total

    def open_ways(self) -> int:
        """In how many directions the king can go to its goal at once."""
        total = 0
        for way in range(2):
            line, place = self.line_for(self.king, way), self.PLACE[2 * self.king + way]
            step = 1 if way == 0 else self.size
            after, before = zeros_after(line, place), zeros_before(line, place)
            total += after > 0 and self.is_goal(self.king + after * step)
            total += before > 0 and self.is_goal(self.king - before * step)
        return total

    def order(self, move: int) -> int:
        """The king to its goal, pieces taken, the neighbourhood of the king."""
        start, to = move // self.cells, move % self.cells
        if start == self.king:
            return 1000 if self.is_goal(to) else 5
        near = abs(to % self.size - self.king % self.size) + abs(to // self.size - self.king // self.size)
        return 20 * self.captures(move) + (8 - near if self.turn == ATTACKER else 0)

    def noisy(self, move: int) -> bool:
        """A piece is taken, or the king escapes."""
        start, to = move // self.cells, move % self.cells
        return (start == self.king and self.is_goal(to)) or self.captures(move) > 0

    def transform(self, which: int) -> None:
        """Turn and mirror the board, by exchanging squares in pairs."""
        for bits in range(3):
            mirror = which & 1 << bits
            if mirror == 0:
                continue
            for square in range(self.cells):
                other = mirror_image(mirror, square, self.size)
                if other > square:
                    for player in range(2):
                        if self.holds(player, square) != self.holds(player, other):
                            self.flip(player, square)
                            self.flip(player, other)
            if self.king != TAKEN:
                self.king = mirror_image(mirror, self.king, self.size)

    def transform_move(self, which: int, move: int) -> int:
        """Both squares go where the mirrors take them."""
        start, to = move // self.cells, move % self.cells
        return mirror_image(which, start, self.size) * self.cells + mirror_image(which, to, self.size)

    # ------------------------------------------------------------------ notation
    @python_only
    def set_up(self, rows: list[str]) -> None:
        """Put the pieces of some rows from the top on the empty board."""
        self.king = TAKEN
        for line in range(2 * self.size):
            self.lines[line] = self.FRAME[line] | self.CLOSED[line]
        for row, text in enumerate(reversed(rows)):
            for column, sign in enumerate(unpack_row(text, "adk", self.size) or ""):
                if sign != ".":
                    self.flip(ATTACKER if sign == "a" else DEFENDER, row * self.size + column)
                if sign == "k":
                    self.king = row * self.size + column

    @python_only
    def sign(self, square: int) -> str:
        """a, d, k or a dot."""
        if square == self.king:
            return "k"
        return "a" if self.holds(ATTACKER, square) else "d" if self.holds(DEFENDER, square) else "."

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rows from the top, a, d and k, empty squares counted, a or d to move; plies since a capture, if any."""
        rows = ["".join(map(self.sign, range(row * self.size, (row + 1) * self.size))) for row in range(self.size)]
        return "/".join(map(pack_row, reversed(rows))) + f" {'ad'[self.turn]}" + (f" {progress}" if progress else "")

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        found = re.fullmatch(r"(\S+) ([ad])( \d+)?", " ".join(text.split()))
        rows = found[1].split("/") if found else []
        if not found or len(rows) != cls.size or any(unpack_row(row, "adk", cls.size) is None for row in rows):
            raise BadPosition(
                f"a position is {cls.size} rows of {cls.size} squares from the top, a, d, k and numbers, "
                f"then a or d to move: {text!r}"
            )
        for sign, most in (("a", SET_UPS[cls.board].count("a")), ("d", SET_UPS[cls.board].count("d")), ("k", 1)):
            if found[1].count(sign) > most:
                raise BadPosition(f"there are never more than {most} of {sign}")
        state: Self = cls.blank()
        state.turn = "ad".index(found[2])
        state.set_up(rows)
        for square in closed_squares(cls.size, cls.corners):
            if state.sign(square) in "ad":
                raise BadPosition(f"only the king may stand on {state.name(square)}")
        if state.over() and state.utility(state.turn) > 0:
            raise BadPosition(f"{NAMES[state.turn]} have won and cannot be to move")
        return state

    @classmethod
    def clocks(cls, text: str) -> tuple[int, int]:
        """The number at the end."""
        parts = text.split()
        return int(parts[2]) if len(parts) == 3 else 0, 0

    @python_only
    def name(self, square: int) -> str:
        """The name of a square."""
        return square_name(square % self.size, square // self.size)

    @python_only
    def move_text(self, move: int) -> str:
        """Both squares, and the pieces that are taken: `d1-d3`, `d1-d3xe3`."""
        start, to = move // self.cells, move % self.cells
        taken = sorted(prey for way in range(4) if (prey := self.prey(start, to, way)) >= 0)
        return f"{self.name(start)}-{self.name(to)}" + "".join(f"x{self.name(prey)}" for prey in taken)

    @python_only
    def parse_move(self, text: str) -> int:
        """What is taken need not be said, nor the hyphen be written."""
        squares_named = re.fullmatch(r"([a-k]\d+?)-?([a-k]\d+)(x.*)?", text.strip().lower())
        if squares_named:
            start, to = (square_index(name, self.size, self.size) for name in squares_named.groups()[:2])
            if start >= 0 and to >= 0 and start * self.cells + to in self.legal():
                return start * self.cells + to
        return super().parse_move(text)

    @python_only
    def why_not(self, move: int | str) -> str:
        """The first rule that a move breaks."""
        if self.over():
            return "the game is over"
        if isinstance(move, int):
            move = self.move_text(move) if 0 <= move < self.cells**2 else str(move)
        named = re.fullmatch(r"([a-k]\d+?)-?([a-k]\d+)(x.*)?", move.strip().lower())
        start, to = (square_index(name, self.size, self.size) for name in named.groups()[:2]) if named else (-1, -1)
        if min(start, to) < 0:
            return "a move is a piece's square and the one it goes to, such as d1-d3"
        if not self.holds(self.turn, start):
            return f"there is no piece of {NAMES[self.turn]} on {self.name(start)}"
        if (
            start != to
            and self.sign(to) == "."
            and to in closed_squares(self.size, self.corners)
            and start != self.king
        ):
            return f"only the king may stand on {self.name(to)}"
        return f"a rook's move from {self.name(start)} to {self.name(to)} is not possible"

    @python_only
    def ending(self) -> str:
        """What became of the king, or who cannot move."""
        if self.king == TAKEN:
            return "the king is taken"
        if self.is_goal(self.king):
            return f"the king has reached {self.name(self.king)}"
        return "" if self.legal() else f"{NAMES[self.turn]} cannot move"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """A board with its castle and corners; click a piece, then where it goes."""
        closed = closed_squares(self.size, self.corners)
        cells = tuple(
            Cell(cell.name, cell.x, cell.y, "square", "home1" if square in closed else "plain")
            for square, cell in enumerate(grid_cells(self.size, self.size))
        )
        pieces = tuple(
            Piece(cells[square].name, "king" if sign == "k" else "man", int(sign != "a"), sign)
            for square in range(self.cells)
            if (sign := self.sign(square)) != "."
        )
        clicks = {move: (self.name(move // self.cells), self.name(move % self.cells)) for move in self.legal()}
        return Scene(cells=cells, pieces=pieces, clicks=clicks, colours=("black", "white"))
