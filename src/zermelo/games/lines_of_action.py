"""Lines of Action: a piece moves as far as there are pieces on its line; who has all pieces in one group wins.

Squares are numbered as in chess. Black begins, with pieces on the first and last row; White has the outer columns:

     8  56  b  b  b  b  b  b 63
     7   w 49 50 51 52 53 54  w
     6   w 41 42 43 44 45 46  w
     5   w 33 34 35 36 37 38  w
     4   w 25 26 27 28 29 30  w
     3   w 17 18 19 20 21 22  w
     2   w  9 10 11 12 13 14  w
     1   0  b  b  b  b  b  b  7
         a  b  c  d  e  f  g  h
"""

from __future__ import annotations

from typing import Self

import numpy as np

from zermelo.boards.boxes import box_symmetries
from zermelo.boards.grids import grid_cells, square_index, square_name
from zermelo.boards.rows import pack_row, unpack_row
from zermelo.boards.sliders import LINES
from zermelo.boards.symmetries import image
from zermelo.errors import BadPosition
from zermelo.game import (
    NONE,
    Button,
    Game,
    Piece,
    Random,
    Row,
    Scene,
    bit,
    compared,
    count,
    has,
    lowest,
    nth,
    parameter,
    put,
    python_only,
    squares,
    table,
    u8,
    u64,
    word,
)

SIGNS = "bw"
NAMES = ("Black", "White")
PASS = 4096
MOST_PIECES = 12

# The four lines through a square, as in `LINES`, each with its step towards higher squares
WAYS = ((1, 0), (0, 1), (1, 1), (-1, 1))
STEPS = table([across + 8 * up for across, up in WAYS], u8)


def room(square: int, across: int, up: int) -> int:
    """Steps to the edge."""
    x, y = square % 8, square // 8
    return next(n for n in range(8) if not (0 <= x + (n + 1) * across < 8 and 0 <= y + (n + 1) * up < 8))


AHEAD = table([[room(square, across, up) for square in range(64)] for across, up in WAYS], u8)
BEHIND = table([[room(square, -across, -up) for square in range(64)] for across, up in WAYS], u8)
BETWEEN = table(  # the squares between square 0 and another one so many steps on, to be shifted
    [[sum(1 << (across + 8 * up) * k for k in range(1, min(n, 8))) for n in range(16)] for across, up in WAYS], u64
)
IMAGES = table(box_symmetries((8, 8)), u8)
CENTRAL = table([min(s % 8, 7 - s % 8) + min(s // 8, 7 - s // 8) for s in range(64)], u8)
CLOSEST = table([0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14], u8)  # the least sum of distances from the middle piece
NOT_A, NOT_H = word(0xFEFEFEFEFEFEFEFE), word(0x7F7F7F7F7F7F7F7F)


def grown(board: np.uint64) -> np.uint64:
    """A board with all neighbours of its squares."""
    wide = board | (board & NOT_H) << word(1) | (board & NOT_A) >> word(1)
    return wide | wide << word(8) | wide >> word(8)


def connected(pieces: np.uint64) -> bool:
    """Whether all pieces hang together, in rows, columns and diagonals."""
    group = pieces & grown(bit(lowest(pieces)))
    reached = NONE
    while group != reached:
        reached = group
        group = pieces & grown(group)
    return group == pieces


def spread(pieces: np.uint64) -> int:
    """Hundred times the mean distance of the pieces from their centre, beyond the least that so many can have."""
    number = count(pieces)
    x = y = 0
    for piece in squares(pieces):
        x += piece & 7
        y += piece >> 3
    x, y = (2 * x + number) // (2 * number), (2 * y + number) // (2 * number)
    total = 0
    for piece in squares(pieces):
        total += max(abs((piece & 7) - x), abs((piece >> 3) - y))
    return 100 * max(total - CLOSEST[number], 0) // number


def links(pieces: np.uint64) -> int:
    """Pairs of pieces next to each other."""
    return (
        count(pieces & (pieces & NOT_H) << word(1))
        + count(pieces & pieces << word(8))
        + count(pieces & (pieces & NOT_H) << word(9))
        + count(pieces & (pieces & NOT_A) << word(7))
    )


def central(pieces: np.uint64) -> int:
    """How far the pieces stand from the edges, in all."""
    total = 0
    for piece in squares(pieces):
        total += CENTRAL[piece]
    return total


class LinesOfAction(Game):
    """Bring all pieces together."""

    # ------------------------------------------------------------------ facts
    mover_wins: bool = parameter(False, help="a move that unites both sides wins; otherwise it is a draw")
    stuck_loses: bool = parameter(False, help="a player without a move loses; otherwise they pass")
    most_moves = 8 * MOST_PIECES
    longest = 400
    repetition = 3
    cap = 400
    symmetries = 8

    # ------------------------------------------------------------------ state
    mine: u64  # pieces of the player to move
    theirs: u64

    @python_only
    def start(self) -> None:
        """Six pieces on each edge, the corners free."""
        self.mine = word(0x7E0000000000007E)
        self.theirs = word(0x0081818181818100)

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """Both ways on the four lines of each piece; a pass only for who has none."""
        n = 0
        for piece in squares(self.mine):
            for way in range(8):
                to = self.reached(piece, way)
                if to >= 0:
                    n = put(out, n, piece * 64 + to)
        if n == 0 and not self.stuck_loses:
            n = put(out, n, PASS)
        return n

    def play(self, move: int) -> None:
        """The piece goes, and captures what stands on its new square."""
        mine, theirs = self.mine, self.theirs
        if move != PASS:
            to = bit(move & 63)
            mine, theirs = mine & ~bit(move >> 6) | to, theirs & ~to
        self.mine, self.theirs = theirs, mine
        self.turn = 1 - self.turn

    def over(self) -> bool:
        """One side is united, or both."""
        return connected(self.theirs) or connected(self.mine)

    def utility(self, player: int) -> float:
        """Who is united wins; a capture may unite the opponent, or both."""
        mine, theirs = connected(self.mine), connected(self.theirs)
        if mine == theirs:
            lost = self.mover_wins if mine else self.stuck_loses
            if not lost:
                return 0.0
        elif mine:
            return 1.0 if self.turn == player else -1.0
        return -1.0 if self.turn == player else 1.0

    # ------------------------------------------------------------------ helpers
    def reached(self, piece: int, way: int) -> int:
        """Where a piece arrives: as many squares on as its line has pieces, over own ones but not enemies; else -1."""
        line = way & 3
        far = 1 + count((self.mine | self.theirs) & LINES[line, piece])
        to = low = piece
        if way < 4:
            if far > AHEAD[line, piece]:
                return -1
            to = piece + far * STEPS[line]
        else:
            if far > BEHIND[line, piece]:
                return -1
            to = low = piece - far * STEPS[line]
        if has(self.mine, to) or BETWEEN[line, far] << word(low) & self.theirs:
            return -1
        return to

    # ------------------------------------------------------------------ hooks
    def sample(self, random: Random, row: Row) -> int:
        """A piece and a way drawn until they make a move; where that fails for long, from the list."""
        pieces = count(self.mine)
        for _ in range(64):
            drawn = random.below(8 * pieces)
            piece = nth(self.mine, drawn >> 3)
            to = self.reached(piece, drawn & 7)
            if to >= 0:
                return piece * 64 + to
        n = self.moves(row)
        return int(row[random.below(n)]) if n > 0 else -1

    weights = ("closeness", 3), ("neighbours", 10), ("distance from the edges", 4), ("the move", 20)

    def evaluate(self) -> float:
        """How close together the pieces are, neighbours, and the middle; who moves is a little ahead."""
        score = self.weight(0) * (spread(self.theirs) - spread(self.mine))
        score += self.weight(1) * (links(self.mine) - links(self.theirs))
        score += self.weight(2) * (central(self.mine) - central(self.theirs)) + self.weight(3)
        return max(-0.99, min(0.99, score / 1500.0))

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        own, other = ((spread(side), links(side), central(side)) for side in (self.mine, self.theirs))
        return compared(("spread", "neighbours", "distance from the edges"), own, other)

    def order(self, move: int) -> int:
        """Towards one's own pieces and the middle; captures by how it goes."""
        if move == PASS:
            return 0
        to, rest = bit(move & 63), self.mine & ~bit(move >> 6)
        near = count(rest & grown(to)) - count(rest & grown(bit(move >> 6)))
        return 4 * near + CENTRAL[move & 63] - CENTRAL[move >> 6] + (2 if to & self.theirs else 0)

    def irreversible(self, move: int) -> bool:
        """Captured pieces do not come back."""
        return move != PASS and has(self.theirs, move & 63)

    def transform(self, which: int) -> None:
        """Mirror or turn the board."""
        self.mine, self.theirs = image(IMAGES, which, self.mine), image(IMAGES, which, self.theirs)

    def transform_move(self, which: int, move: int) -> int:
        """A pass stays a pass."""
        if move == PASS:
            return move
        return IMAGES[which, move >> 6] * 64 + IMAGES[which, move & 63]

    # ------------------------------------------------------------------ notation
    @python_only
    def sign(self, square: int) -> str:
        """b, w or a dot."""
        if has(self.mine, square):
            return SIGNS[self.turn]
        return SIGNS[1 - self.turn] if has(self.theirs, square) else "."

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Rows from the top, b and w, free squares counted, then who moves."""
        rows = ["".join(self.sign(8 * row + column) for column in range(8)) for row in reversed(range(8))]
        return "/".join(pack_row(row) for row in rows) + " " + SIGNS[self.turn]

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        parts = text.split()
        lines = parts[0].split("/") if parts else []
        if len(parts) != 2 or len(lines) != 8 or parts[1] not in ("b", "w"):
            raise BadPosition(f"a position is 8 rows from the top joined by /, then b or w to move: {text!r}")
        pieces = [0, 0]
        for row, line in enumerate(reversed(lines)):
            signs = unpack_row(line, SIGNS, 8)
            if signs is None:
                raise BadPosition(f"row {line!r} is not 8 squares of b, w and numbers")
            for column, sign in enumerate(signs):
                if sign != ".":
                    pieces[SIGNS.index(sign)] |= 1 << 8 * row + column
        if not all(1 <= side.bit_count() <= MOST_PIECES for side in pieces):
            raise BadPosition(f"each side has 1 to {MOST_PIECES} pieces")
        state: Self = cls.blank()
        state.turn = SIGNS.index(parts[1])
        state.mine, state.theirs = word(pieces[state.turn]), word(pieces[1 - state.turn])
        return state

    @python_only
    def move_text(self, move: int) -> str:
        """Both squares, with x for a capture: b1-b3, b1xh1."""
        if move == PASS:
            return "pass"
        origin, to = move >> 6, move & 63
        sign = "x" if has(self.theirs, to) else "-"
        return square_name(origin % 8, origin // 8) + sign + square_name(to % 8, to // 8)

    @python_only
    def parse_move(self, text: str) -> int:
        """b1-b3, b1xb3 or b1b3."""
        wanted = text.strip().lower().replace("-", "").replace("x", "")
        for move in self.legal():
            if wanted and wanted == self.move_text(move).replace("-", "").replace("x", ""):
                return move
        return int(super().parse_move(text))

    @python_only
    def why_not(self, move: int | str) -> str:
        """Which rule forbids a move."""
        legal = self.legal()
        if not legal:
            return "the game is over"
        if isinstance(move, int):
            move = self.move_text(move) if 0 <= move <= PASS else ""
        wanted = move.strip().lower().replace("-", "").replace("x", "")
        if wanted == "pass":
            return "a pass is allowed only when no piece can move"
        origin, to = square_index(wanted[:2], 8, 8), square_index(wanted[2:], 8, 8)
        if origin < 0 or to < 0:
            return "a move is two squares such as b1-b3"
        if legal == [PASS]:
            return f"{NAMES[self.turn]} has no move and must pass"
        if not has(self.mine, origin):
            return f"{NAMES[self.turn]} has no piece on {wanted[:2]}"
        lines = [line for line in range(4) if has(LINES[line, origin], to)]
        if not lines:
            return f"{wanted[:2]} and {wanted[2:]} are on no common line"
        far = 1 + count((self.mine | self.theirs) & LINES[lines[0], origin])
        gone = max(abs(origin % 8 - to % 8), abs(origin // 8 - to // 8))
        if far != gone:
            return f"there are {far} pieces on this line: the piece moves {far} squares, not {gone}"
        return f"a piece of {NAMES[self.turn]} is on {wanted[2:]}" if has(self.mine, to) else "an enemy is in the way"

    @python_only
    def ending(self) -> str:
        """Who is united."""
        united = [connected(self.mine), connected(self.theirs)][:: 1 if self.turn == 0 else -1]
        if all(united):
            last = NAMES[1 - self.turn]
            return f"both sides are united: {last} moved and wins" if self.mover_wins else "both sides are united: draw"
        if any(united):
            return f"{NAMES[united.index(True)]} is united and wins"
        return "" if self.legal() else f"{NAMES[self.turn]} has no move and loses"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """A chequered board; a move takes a click on the piece and one on its new square."""
        cells = grid_cells(8, 8, chequered=True)
        moves = self.legal()
        stuck = moves == [PASS]
        return Scene(
            cells=cells,
            pieces=tuple(
                Piece(cells[square].name, "disc", SIGNS.index(sign), sign)
                for square in range(64)
                if (sign := self.sign(square)) != "."
            ),
            buttons=(Button("pass", "pass", self.turn),) if stuck else (),
            clicks={
                move: ("pass",) if move == PASS else (cells[move >> 6].name, cells[move & 63].name) for move in moves
            },
            colours=("black", "white"),
        )
