"""Seega: fill the board two pieces at a time, then step and take enemies between two of your own.

First the players put down two pieces a turn on any squares but the centre, until only the centre is empty; nothing is
taken. Then they step, one square along a row or column. An enemy that the moved piece encloses between itself and
another own piece, along a row or column, is taken; several may be taken at once. A piece on the centre is safe, and who
steps between two enemies is safe. Who cannot step passes. Who has one piece left, or none, loses; after 50 plies
without a capture more pieces win.

    5   20 21 22 23 24
    4   15 16 17 18 19
    3   10 11 12 13 14      12 is the centre
    2    5  6  7  8  9
    1    0  1  2  3  4
         a  b  c  d  e
"""

from __future__ import annotations

import re
from typing import Self

from zermelo.boards.grids import square_index, square_name
from zermelo.boards.rows import pack_row, unpack_row
from zermelo.errors import BadPosition
from zermelo.game import (
    BY_UTILITY,
    Button,
    Cell,
    Cells,
    Game,
    Piece,
    Row,
    Scene,
    array,
    derived,
    i8,
    parameter,
    put,
    python_only,
    table,
    u8,
)

SIGNS = "xo"
MOVE = re.compile(r"([a-i][1-9])(?:-?([a-i][1-9]))?")
WAYS = ((1, 0), (0, 1), (-1, 0), (0, -1))  # right, up, left, down


def neighbours(size: int) -> list[int]:
    """The next square, at 4 * square + way; the number of squares if that is off the board."""
    made = []
    for square in range(size * size):
        for a, b in WAYS:
            x, y = square % size + a, square // size + b
            made.append(y * size + x if 0 <= x < size and 0 <= y < size else size * size)
    return made + [size * size] * 4


class Seega(Game):
    """Put down, then enclose."""

    # ------------------------------------------------------------------ facts
    size: int = parameter(5, choices=(5, 7, 9), help="squares in a row; 12, 24 or 40 pieces a side")
    safe_centre: bool = parameter(True, help="a piece on the centre cannot be taken")
    cells: int = derived(lambda game: game.size**2)
    centre: int = derived(lambda game: game.size**2 // 2)
    army: int = derived(lambda game: game.size**2 // 2)  # of each side
    no_step: int = derived(lambda game: 5 * game.cells)  # the pass
    most_moves: int = derived(lambda game: 4 * game.army)
    no_progress = 50
    stalled = BY_UTILITY
    symmetries = 8
    NEXT: Cells = derived(lambda game: table(neighbours(game.size), u8))

    # ------------------------------------------------------------------ state
    board: Cells = array(u8, lambda game: game.size**2 + 1)  # 0 empty, 1 a piece of x, 2 of o; off the board always 3
    left: u8  # pieces that both have still to put down
    alive: Cells = array(i8, 2, in_key=False)  # pieces of each on the board; signed, since they are subtracted

    @python_only
    def start(self) -> None:
        """An empty board."""
        self.board[self.cells] = 3
        self.left = 2 * self.army

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Any empty square but the centre, until all pieces are down; then every step, or the pass."""
        n = 0
        if self.left > 0:
            for cell in range(self.cells):
                if self.board[cell] == 0 and cell != self.centre:
                    n = put(out, n, cell)
            return n
        for cell in range(self.cells):
            if self.board[cell] == self.turn + 1:
                for way in range(4):
                    if self.board[self.NEXT[4 * cell + way]] == 0:
                        n = put(out, n, self.cells + 4 * cell + way)
        return n if n > 0 else put(out, 0, self.no_step)

    def play(self, move: int) -> None:
        """Put down a piece, two a turn; or step and take what is enclosed."""
        mine = self.turn + 1
        if self.left > 0:
            self.board[move] = mine
            self.alive[self.turn] = self.alive[self.turn] + 1
            self.left = self.left - 1
            self.turn = self.turn if self.left % 2 == 1 else 1 - self.turn
            return
        if move != self.no_step:
            start = (move - self.cells) // 4
            to = self.NEXT[move - self.cells]
            self.board[start], self.board[to] = 0, mine
            for way in range(4):
                if self.encloses(to, way, mine):
                    self.board[self.NEXT[4 * to + way]] = 0
                    self.alive[1 - self.turn] = self.alive[1 - self.turn] - 1
        self.turn = 1 - self.turn

    def midturn(self) -> bool:
        """The second piece of a turn is still to be put down."""
        return self.left % 2 == 1

    def over(self) -> bool:
        """A player has one piece left, or none."""
        return self.left == 0 and (self.alive[0] <= 1 or self.alive[1] <= 1)

    def utility(self, player: int) -> float:
        """More pieces win."""
        ahead = self.alive[player] - self.alive[1 - player]
        return 1.0 if ahead > 0 else -1.0 if ahead < 0 else 0.0

    # ------------------------------------------------------------------ helpers
    def encloses(self, cell: int, way: int, mine: int) -> bool:
        """Whether a piece that has come to a square takes an enemy in a direction."""
        beside = self.NEXT[4 * cell + way]
        if self.board[beside] != 3 - mine or (self.safe_centre and beside == self.centre):
            return False
        return self.board[self.NEXT[4 * beside + way]] == mine

    def takes(self, move: int) -> int:
        """How many enemies a step takes."""
        if move < self.cells or move == self.no_step:
            return 0
        found = 0
        for way in range(4):
            found += self.encloses(self.NEXT[move - self.cells], way, self.turn + 1)
        return found

    # ------------------------------------------------------------------ hooks
    def irreversible(self, move: int) -> bool:
        """A piece is put down or taken."""
        return move < self.cells or self.takes(move) > 0

    def evaluate(self) -> float:
        """Pieces, exchanges for who is ahead, and what a step could take, for the mover and for the opponent."""
        ahead = self.alive[self.turn] - self.alive[1 - self.turn]
        score = 100.0 * ahead + 200.0 * ahead / (self.alive[0] + self.alive[1] + 1)
        captures, threats = self.parts()
        score += 30.0 * captures - 20.0 * threats
        return max(-0.99, min(0.99, score / (130.0 * self.army)))

    def parts(self) -> tuple[int, int]:
        """What steps of the mover could take, and what steps of the opponent could, once all pieces are placed."""
        captures = threats = 0
        if self.left == 0:
            for cell in range(self.cells):
                if self.board[cell] == 0:
                    captures += self.threats(cell, self.turn + 1)
                    threats += self.threats(cell, 2 - self.turn)
        return captures, threats

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        captures, threats = self.parts()
        mine, theirs = int(self.alive[self.turn]), int(self.alive[1 - self.turn])
        found: dict[str, float] = {"pieces": mine - theirs, "pieces on the board": mine + theirs}
        return found | {"captures at hand": captures, "captures that threaten": threats}

    def threats(self, cell: int, mine: int) -> int:
        """How many enemies a piece that steps onto an empty square takes there; none if nobody stands beside it."""
        found, beside = 0, False
        for way in range(4):
            beside = beside or self.board[self.NEXT[4 * cell + way]] == mine
            found += self.encloses(cell, way, mine)
        return found if beside else 0

    def order(self, move: int) -> int:
        """Captures first, then the centre, then squares near it while pieces are put down."""
        if move >= self.cells:
            return 10 * self.takes(move)
        x, y = move % self.size - self.size // 2, move // self.size - self.size // 2
        return -abs(x) - abs(y)

    def noisy(self, move: int) -> bool:
        """A capture."""
        return self.takes(move) > 0

    def transform(self, which: int) -> None:
        """Columns and rows exchanged (4), then left and right (1), then top and bottom (2)."""
        for mirror in (4, 1, 2):
            if which & mirror:
                for cell in range(self.cells):
                    twin = self.image(mirror, cell)
                    if twin > cell:
                        piece = self.board[cell]
                        self.board[cell] = self.board[twin]
                        self.board[twin] = piece

    def image(self, which: int, cell: int) -> int:
        """Where a symmetry sends a square."""
        x, y = cell % self.size, cell // self.size
        if which & 4:
            x, y = y, x
        x = self.size - 1 - x if which & 1 else x
        y = self.size - 1 - y if which & 2 else y
        return y * self.size + x

    def transform_move(self, which: int, move: int) -> int:
        """The same square, or the same step, on the board so turned."""
        if move < self.cells:
            return self.image(which, move)
        if move == self.no_step:
            return move
        start = self.image(which, (move - self.cells) // 4)
        to = self.image(which, self.NEXT[move - self.cells])
        for way in range(4):
            if self.NEXT[4 * start + way] == to:
                return self.cells + 4 * start + way
        return move

    # ------------------------------------------------------------------ notation
    @python_only
    def name(self, cell: int) -> str:
        """The name of a square."""
        return square_name(cell % self.size, cell // self.size)

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rows from the top, who moves, and `placing` as long as pieces are put down: `5/5/5/5/5 x placing`."""
        signs = ".xo"
        rows = [
            "".join(signs[self.board[y * self.size + x]] for x in range(self.size)) for y in reversed(range(self.size))
        ]
        return "/".join(map(pack_row, rows)) + f" {SIGNS[self.turn]}{' placing' if self.left else ''}"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        rows, *rest = text.split() or [""]
        lines = rows.split("/")
        if len(lines) != cls.size or rest[:1] not in (["x"], ["o"]) or rest[1:] not in ([], ["placing"]):
            raise BadPosition(
                f"a position is {cls.size} rows from the top joined by /, then x or o to move, "
                f"and `placing` as long as pieces are put down: {text!r}"
            )
        state: Self = cls.blank()
        state.board[cls.cells] = 3
        for y, line in enumerate(reversed(lines)):
            signs = unpack_row(line, SIGNS, cls.size)
            if signs is None:
                raise BadPosition(f"row {line!r} is not {cls.size} squares of x, o and numbers")
            for x, sign in enumerate(signs):
                state.board[y * cls.size + x] = ".xo".index(sign)
                if sign != ".":
                    state.alive[SIGNS.index(sign)] += 1
        state.turn = SIGNS.index(rest[0])
        down = [int(number) for number in state.alive]
        if max(down) > cls.army:
            raise BadPosition(f"each player has {cls.army} pieces")
        if len(rest) == 2:
            state.left = 2 * cls.army - sum(down)
            first = 2 * (sum(down) // 4) + min(sum(down) % 4, 2)
            if state.left == 0 or state.board[cls.centre] or down[0] != first or state.turn != sum(down) // 2 % 2:
                raise BadPosition("pieces are put down two a turn, x first, and never on the centre")
        elif down[1 - state.turn] <= 1:
            raise BadPosition("the player who has just moved has two pieces or more")
        return state

    @python_only
    def move_text(self, move: int) -> str:
        """a1 for a piece put down, a1-a2 for a step, or pass."""
        if move == self.no_step:
            return "pass"
        if move < self.cells:
            return self.name(move)
        return f"{self.name((move - self.cells) // 4)}-{self.name(self.NEXT[move - self.cells])}"

    @python_only
    def parse_move(self, text: str) -> int:
        """The hyphen may be left out."""
        found = MOVE.fullmatch(text.strip().lower())
        return super().parse_move(f"{found[1]}-{found[2]}" if found and found[2] else text)

    @python_only
    def why_not(self, move: int | str) -> str:
        """The first rule that a move breaks."""
        legal = self.legal()
        if not legal:
            return "the game is over"
        if not isinstance(move, str):
            known = 0 <= move <= self.no_step and (move < self.cells or self.NEXT[move - self.cells] < self.cells)
            move = self.move_text(move) if known else ""
        found = MOVE.fullmatch(move.strip().lower())
        cells = [square_index(name, self.size, self.size) for name in found.groups() if name] if found else [-1]
        if move.strip().lower() == "pass":
            return "only a player who cannot step passes"
        if min(cells) < 0 or len(cells) != (1 if self.left else 2):
            return (
                f"{'pieces are put down' if self.left else 'a step is two squares'}: such as {self.move_text(legal[0])}"
            )
        if self.left:
            return "the centre stays empty" if cells[0] == self.centre else f"{self.name(cells[0])} is taken"
        if self.board[cells[0]] != self.turn + 1:
            return f"{SIGNS[self.turn]} has no piece on {self.name(cells[0])}"
        if self.board[cells[1]]:
            return f"{self.name(cells[1])} is taken"
        return "a piece steps one square along a row or column"

    @python_only
    def ending(self) -> str:
        """Who is left with one piece or none."""
        if not self.over():
            return ""
        loser = 0 if self.alive[0] <= 1 else 1
        number = "no piece" if self.alive[loser] == 0 else "one piece"
        return f"{SIGNS[loser]} has {number} left: {SIGNS[1 - loser]} wins"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """The board with its marked centre; one click puts a piece down, two make a step."""
        cells = tuple(
            Cell(self.name(cell), cell % self.size, cell // self.size, shade="dark" if cell == self.centre else "plain")
            for cell in range(self.cells)
        )
        pieces = tuple(
            Piece(self.name(cell), "stone", self.board[cell] - 1, SIGNS[self.board[cell] - 1])
            for cell in range(self.cells)
            if self.board[cell]
        )
        clicks = {move: tuple(self.move_text(move).split("-")) for move in self.legal()}
        buttons = (Button("pass", "pass", self.turn),) if self.no_step in clicks else ()
        notes = (f"pieces to put down: {self.left}",) if self.left else ()
        return Scene(cells, pieces, buttons, clicks=clicks, notes=notes)
