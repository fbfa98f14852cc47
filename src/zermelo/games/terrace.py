"""Terrace: armies on a stepped board; take the enemy's T, or bring your own T to the far lowest corner.

Levels of the squares, lowest at a1 and h8; squares of one level in one quarter of the board make a terrace:

    8   8 7 6 5 4 3 2 1     d d c c b b a t   Black        56 57 58 59 60 61 62 63
    7   7 7 6 5 4 3 2 2     a a b b c c d d                48 49 50 51 52 53 54 55
    6   6 6 6 5 4 3 3 3                                    ...
    5   5 5 5 5 4 4 4 4
    4   4 4 4 4 5 5 5 5
    3   3 3 3 4 5 6 6 6                                    ...
    2   2 2 3 4 5 6 7 7     D D C C B B A A                 8  9 10 11 12 13 14 15
    1   1 2 3 4 5 6 7 8     T A B B C C D D   White         0  1  2  3  4  5  6  7
        a b c d e f g h

A piece goes any way along its terrace, past own pieces but not past enemies, to an empty square; up one level, straight
or aslant, to an empty square; down one level, straight, to an empty square. It takes aslant down one level, an enemy or
even an own piece that is no larger: A < B < C < D, and T is as small as A. Who cannot move loses.
"""

from __future__ import annotations

import re
from typing import Any, Self

from zermelo.boards.grids import square_index, square_name
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
    compared,
    derived,
    i8,
    i16,
    parameter,
    put,
    python_only,
    table,
)

CHIEF = 1  # the T; then A, B, C, D
LETTERS = "TABCD"
KINDS = ("T", "A", "B", "C", "D")
SIGNS, SIDES = "wb", ("White", "Black")
ARMIES = {8: ("TABBCCDD", "DDCCBBAA"), 6: ("TABBCC", "CCBBAA")}  # White's first and second row
ROUND = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
WORTH = table([0, 0, 100, 200, 300, 400], i16)  # [kind]


def level_of(size: int, square: int) -> int:
    """How high a square lies: a1 and the opposite corner 1, the other corners as high as the board is wide."""
    x, y = square % size, square // size
    half = size // 2
    if (x < half) == (y < half):
        return max(min(x, size - 1 - x), min(y, size - 1 - y)) + 1
    return size - max(min(x, size - 1 - x), min(y, size - 1 - y))


def quarter_of(size: int, square: int) -> int:
    """In which quarter of the board a square lies."""
    return 2 * (square // size >= size // 2) + (square % size >= size // 2)


def along(size: int, step: int) -> Cells:
    """The next square of the terrace one way round or the other, -1 at its end."""
    found = []
    for square in range(size * size):
        terrace = [
            other
            for other in range(size * size)
            if quarter_of(size, other) == quarter_of(size, square) and level_of(size, other) == level_of(size, square)
        ]
        # the squares of an L in order: x - y grows or falls steadily along it, by the same way round everywhere
        falls = quarter_of(size, square) in (0, 3)
        terrace.sort(key=lambda s: (s % size - s // size) if falls else (s % size + s // size))
        place = terrace.index(square) + step
        found.append(terrace[place] if 0 <= place < len(terrace) else -1)
    return table(found, i8)


def beside(size: int, rise: int, straight: bool | None) -> Cells:
    """[8 * square + n]: neighbours so much higher, straight, aslant or (None) both; -1 behind the last."""
    found = []
    for square in range(size * size):
        near = []
        for dx, dy in ROUND:
            x, y = square % size + dx, square // size + dy
            if 0 <= x < size and 0 <= y < size and straight in (None, dx * dy == 0):
                if level_of(size, y * size + x) == level_of(size, square) + rise:
                    near.append(y * size + x)
        found += near + [-1] * (8 - len(near))
    return table(found, i8)


def ways_home(game: Any) -> Cells:
    """[cells * player + square]: moves that a piece needs on an empty board to the corner where its T wins."""
    cells, found = game.cells, []
    near = [
        [int(s) for name in (game.UP, game.DOWN) for s in name[8 * square : 8 * square + 8] if s >= 0]
        + [s for s in range(cells) if same_terrace(game.size, s, square)]
        for square in range(cells)
    ]
    for goal in (cells - 1, 0):
        far, edge = {goal: 0}, [goal]
        for goes in range(1, cells):
            edge = [s for s in range(cells) if s not in far and any(other in edge for other in near[s])]
            far |= dict.fromkeys(edge, goes)
        found += [far[square] for square in range(cells)]
    return table(found, i8)


def same_terrace(size: int, one: int, other: int) -> bool:
    """Whether two squares belong to one terrace."""
    return quarter_of(size, one) == quarter_of(size, other) and level_of(size, one) == level_of(size, other)


class Terrace(Game):
    """Up by any way, down to strike."""

    # ------------------------------------------------------------------ facts
    size: int = parameter(8, choices=(6, 8), help="rows and columns")
    self_capture: bool = parameter(True, help="own pieces, except the T, may be taken")
    own_t: bool = parameter(False, help="even the own T may be taken, which loses")
    cells: int = derived(lambda game: game.size**2)
    ONWARD: Cells = derived(lambda game: along(game.size, 1))
    BACK: Cells = derived(lambda game: along(game.size, -1))
    UP: Cells = derived(lambda game: beside(game.size, 1, None))
    DOWN: Cells = derived(lambda game: beside(game.size, -1, True))
    STRIKES: Cells = derived(lambda game: beside(game.size, -1, False))
    ABOVE: Cells = derived(lambda game: beside(game.size, 1, False))  # from where a square can be struck
    HIGH: Cells = derived(lambda game: table([level_of(game.size, square) for square in range(game.cells)], i8))
    FAR: Cells = derived(ways_home)
    most_moves = 192  # 16 pieces with at most 12 moves each
    repetition = 3
    no_progress = 200
    symmetries = 2

    # ------------------------------------------------------------------ state
    board: Cells = array(i8, lambda game: game.cells)  # 1 T, 2 to 5 A to D, negative for Black's; 0: nobody
    chiefs: Cells = array(i8, 2, in_key=False)  # the square of each T, -1 when it was taken

    @python_only
    def start(self) -> None:
        """Two rows each, Black's turned by half."""
        for y, row in enumerate(ARMIES[self.size]):
            for x, sign in enumerate(row):
                square = y * self.size + x
                self.board[square] = LETTERS.index(sign) + 1
                self.board[self.cells - 1 - square] = -LETTERS.index(sign) - 1
        self.chiefs[:] = (0, self.cells - 1)

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Along the terrace, up, down, and strikes; each is from * cells + to."""
        n = 0
        own = 1 - 2 * self.turn
        for square in range(self.cells):
            kind = self.board[square] * own
            if kind <= 0:
                continue
            first = square * self.cells
            to = self.ONWARD[square]
            while to >= 0 and self.board[to] * own >= 0:
                if self.board[to] == 0:
                    n = put(out, n, first + to)
                to = self.ONWARD[to]
            to = self.BACK[square]
            while to >= 0 and self.board[to] * own >= 0:
                if self.board[to] == 0:
                    n = put(out, n, first + to)
                to = self.BACK[to]
            for index in range(8 * square, 8 * square + 8):
                to = self.UP[index]
                if to >= 0 and self.board[to] == 0:
                    n = put(out, n, first + to)
                to = self.DOWN[index]
                if to >= 0 and self.board[to] == 0:
                    n = put(out, n, first + to)
                to = self.STRIKES[index]
                if to >= 0 and self.takes(kind, self.board[to] * own):
                    n = put(out, n, first + to)
        return n

    def play(self, move: int) -> None:
        """A piece goes to a square and takes who stands there."""
        start, to = move // self.cells, move % self.cells
        piece = self.board[start]
        if abs(self.board[to]) == CHIEF:
            self.chiefs[0 if self.board[to] > 0 else 1] = -1
        if abs(piece) == CHIEF:
            self.chiefs[self.turn] = to
        self.board[to] = piece
        self.board[start] = 0
        self.turn = 1 - self.turn

    def over(self) -> bool:
        """A T was taken, or stands on the far corner."""
        white, black = self.chiefs[0], self.chiefs[1]
        return bool(white < 0 or black < 0 or white == self.cells - 1 or black == 0)

    def utility(self, player: int) -> float:
        """Who has lost the T has lost; else the player who moved last has won: the T arrived, or the other is stuck."""
        loser = self.turn
        if self.chiefs[0] < 0 or self.chiefs[1] < 0:
            loser = 0 if self.chiefs[0] < 0 else 1
        return -1.0 if player == loser else 1.0

    # ------------------------------------------------------------------ helpers
    def takes(self, kind: int, other: int) -> bool:
        """Whether a piece may take another (negative: an enemy) who is no larger."""
        if other == 0 or max(abs(other) - 1, 1) > max(kind - 1, 1):
            return False
        return other < 0 or self.self_capture and (other != CHIEF or self.own_t)

    # ------------------------------------------------------------------ hooks
    def evaluate(self) -> float:
        """Pieces by size, by height and by their way to the enemy's T, threats, and who stands above each T."""
        score = self.worth(self.turn) - self.worth(1 - self.turn)
        return max(-0.99, min(0.99, score / 4000.0))

    def worth(self, player: int) -> int:
        """One side: it is the pieces that win; a T that goes out early is only taken."""
        pieces, height, threats, way, under, guards = self.parts(player)
        return pieces + 2 * height + 8 * threats - 12 * way - 300 * under + 15 * guards

    def parts(self, player: int) -> tuple[int, int, int, int, int, int]:
        """Pieces, their height, threats, ways to the enemy's T, enemies above the own T, and guards there."""
        own = 1 - 2 * player
        pieces = height = threats = way = under = guards = 0
        for square in range(self.cells):
            kind = self.board[square] * own
            if kind > CHIEF:
                pieces += WORTH[kind]
                height += self.HIGH[square]
                threats += self.threats(square, kind, own)
                way += self.apart(square, self.chiefs[1 - player])
        chief = self.chiefs[player]
        if chief >= 0:
            for index in range(8 * chief, 8 * chief + 8):
                above = self.ABOVE[index]
                if above >= 0 and self.board[above] * own < 0:
                    under += 1
                elif above >= 0 and self.board[above] * own > 2:  # a guard, larger than A
                    guards += 1
        return pieces, height, threats, way, under, guards

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        names = "pieces", "height", "threats", "way to the enemy's T", "enemies above the own T", "guards above the T"
        return compared(names, self.parts(self.turn), self.parts(1 - self.turn))

    def threats(self, square: int, kind: int, own: int) -> int:
        """The enemies whom a piece can strike: 2 for an A, up to 5 for a D, and 4 for the T."""
        total = 0
        for index in range(8 * square, 8 * square + 8):
            to = self.STRIKES[index]
            if to < 0:
                break
            other = self.board[to] * own
            if other < 0 and self.takes(kind, other):
                total += 4 if other == -CHIEF else -other
        return total

    def apart(self, square: int, chief: int) -> int:
        """How far a piece is from a T, as a chess king goes; 0 if it was taken."""
        if chief < 0:
            return 0
        return max(abs(square % self.size - chief % self.size), abs(square // self.size - chief // self.size))

    def order(self, move: int) -> int:
        """A T taken or arrived, then the largest enemies, then the T's way; own pieces are taken last."""
        start, to = move // self.cells, move % self.cells
        own = 1 - 2 * self.turn
        other = self.board[to] * own
        if other == -CHIEF:
            return 10000
        if self.board[start] * own == CHIEF:
            return 50 + 10 * (self.FAR[self.cells * self.turn + start] - self.FAR[self.cells * self.turn + to])
        return -WORTH[other] if other > 0 else 100 + WORTH[-other] if other < 0 else 0

    def noisy(self, move: int) -> bool:
        """An enemy is taken, or a T arrives."""
        start, to = move // self.cells, move % self.cells
        arrives = abs(self.board[start]) == CHIEF and self.FAR[self.cells * self.turn + to] == 0
        return bool(arrives or self.board[to] * (1 - 2 * self.turn) < 0)

    def irreversible(self, move: int) -> bool:
        """Somebody is taken."""
        return bool(self.board[move % self.cells] != 0)

    def transform(self, which: int) -> None:
        """Exchange rows and columns: a1 and the opposite corner stay."""
        if which == 1:
            for square in range(self.cells):
                twin = self.turned(square)
                if twin > square:
                    piece = self.board[square]
                    self.board[square] = self.board[twin]
                    self.board[twin] = piece
            for player in range(2):
                if self.chiefs[player] >= 0:
                    self.chiefs[player] = self.turned(self.chiefs[player])

    def transform_move(self, which: int, move: int) -> int:
        """Both squares turned."""
        start, to = move // self.cells, move % self.cells
        return self.turned(start) * self.cells + self.turned(to) if which == 1 else move

    def turned(self, square: int) -> int:
        """The square with row and column exchanged."""
        return square % self.size * self.size + square // self.size

    # ------------------------------------------------------------------ notation
    @python_only
    def sign(self, square: int) -> str:
        """The letter of a piece, or a dot."""
        piece = int(self.board[square])
        return "." if piece == 0 else LETTERS[piece - 1] if piece > 0 else LETTERS[-piece - 1].lower()

    @python_only
    def name_of(self, square: int) -> str:
        """The name of a square."""
        return square_name(square % self.size, square // self.size)

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rows from the top, White's pieces in capital letters, then who moves."""
        rows = ["".join(self.sign(self.size * y + x) for x in range(self.size)) for y in reversed(range(self.size))]
        return "/".join(map(pack_row, rows)) + " " + SIGNS[self.turn]

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        rows, _, mover = text.strip().partition(" ")
        lines = rows.split("/")
        if len(lines) != cls.size or mover not in ("w", "b"):
            raise BadPosition(f"a position is {cls.size} rows from the top joined by /, then w or b to move: {text!r}")
        state: Self = cls.blank()
        state.turn = SIGNS.index(mover)
        state.chiefs[:] = -1
        army = "".join(ARMIES[cls.size])
        for y, line in enumerate(reversed(lines)):
            signs = unpack_row(line, LETTERS + LETTERS.lower(), cls.size)
            if signs is None:
                raise BadPosition(f"row {line!r} is not {cls.size} squares of {LETTERS}, small letters and numbers")
            for x, sign in enumerate(signs):
                kind = LETTERS.find(sign.upper()) + 1
                state.board[y * cls.size + x] = kind if sign.isupper() else -kind
                if kind == CHIEF:
                    state.chiefs[0 if sign.isupper() else 1] = y * cls.size + x
        for player in (0, 1):
            for kind in range(1, 6):
                there = state.board.tolist().count(kind * (1 - 2 * player))
                if there > army.count(LETTERS[kind - 1]):
                    raise BadPosition(f"{SIDES[player]} has {there} {LETTERS[kind - 1]}, more than an army has")
        if cls.own_t and state.chiefs[1 - state.turn] < 0 <= state.chiefs[state.turn]:
            return state
        if state.chiefs[1 - state.turn] < 0 or state.chiefs[state.turn] == (cls.cells - 1 if state.turn == 0 else 0):
            raise BadPosition("the game was over before: a T is gone, or has arrived, and its enemy moved last")
        return state

    @python_only
    def move_text(self, move: int) -> str:
        """`b4c3`, with `x` between the squares if somebody is taken."""
        start, to = divmod(move, self.cells)
        return f"{self.name_of(start)}{'x' if self.board[to] else ''}{self.name_of(to)}"

    @python_only
    def read_ends(self, text: str) -> tuple[int, int] | None:
        """The two squares of a move, or nothing."""
        found = re.fullmatch(r"(?:[tabcd]-)?([a-h][1-8])[-x:]?([a-h][1-8])(?::[tabcd])?", text.strip().lower())
        ends = [square_index(name, self.size, self.size) for name in found.groups()] if found else [-1]
        return None if min(ends) < 0 else (ends[0], ends[1])

    @python_only
    def parse_move(self, text: str) -> int:
        """Two squares with or without `-` or `x` between them; `C-b4-c3:b` is read too."""
        ends = self.read_ends(text)
        if ends is not None and ends[0] * self.cells + ends[1] in self.legal():
            return ends[0] * self.cells + ends[1]
        return super().parse_move(text)

    @python_only
    def why_not(self, move: int | str) -> str:
        """The first rule that a move breaks."""
        if not self.legal():
            return "the game is over"
        ends = self.read_ends(move) if isinstance(move, str) else divmod(move, self.cells)
        if ends is None or not 0 <= ends[0] < self.cells:
            return f"a move is two squares from a1 to {self.name_of(self.cells - 1)}, such as b2b3"
        start, to = ends
        own = 1 - 2 * self.turn
        kind, other = int(self.board[start]) * own, int(self.board[to]) * own
        if kind <= 0:
            return f"{SIDES[self.turn]} has no piece on {self.name_of(start)}"
        rise = int(self.HIGH[to]) - int(self.HIGH[start])
        if other:
            if to not in self.STRIKES[8 * start : 8 * start + 8].tolist():
                return "a piece takes aslant, one level down"
            if other == CHIEF or other > 0 and not self.self_capture:
                return "own pieces are not taken" if other != CHIEF else "the own T is not taken"
            return f"{LETTERS[kind - 1]} does not take the larger {LETTERS[abs(other) - 1]}"
        if same_terrace(self.size, start, to):
            return "an enemy stands in the way along the terrace" if start != to else "that is no move"
        if rise == -1:
            return "a piece goes down straight; aslant it only takes"
        return f"{self.name_of(to)} is no neighbour one level higher or lower, nor on the same terrace"

    @python_only
    def ending(self) -> str:
        """Whose T was taken or arrived, or who cannot move."""
        winner, loser = SIDES[1 - self.turn], SIDES[self.turn]
        if self.chiefs[1 - self.turn] < 0:
            return f"{winner} has taken the own T: {loser} wins"
        if self.over():
            return f"{winner} has taken the T" if self.chiefs[self.turn] < 0 else f"the T of {winner} has arrived"
        return "" if self.legal() else f"{loser} cannot move: {winner} wins"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """Levels are written on the squares; low ones are dark."""
        cells = tuple(
            Cell(self.name_of(s), s % self.size, s // self.size, shade=self.shade(s), label=str(self.HIGH[s]))
            for s in range(self.cells)
        )
        pieces = tuple(
            Piece(
                cells[square].name, "counter" if abs(piece) > CHIEF else "king", int(piece < 0), KINDS[abs(piece) - 1]
            )
            for square, piece in enumerate(self.board.tolist())
            if piece
        )
        clicks = {m: (self.name_of(m // self.cells), self.name_of(m % self.cells)) for m in self.legal()}
        return Scene(cells=cells, pieces=pieces, clicks=clicks)

    @python_only
    def shade(self, square: int) -> str:
        """The corners where a T arrives, and odd and even levels."""
        return {0: "home0", self.cells - 1: "home1"}.get(square, "light" if self.HIGH[square] % 2 else "dark")
