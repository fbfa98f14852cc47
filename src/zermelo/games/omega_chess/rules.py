"""Omega chess (Macdonald 1992): chess on ten by ten squares and four corners, with champions and wizards.

Squares are numbered rank by rank, seen from White; files a to j, ranks 0 to 9; the corners w1 to w4 are 100 to 103:

    w4 (103)                            w3 (102)
         90 91 92 93 94 95 96 97 98 99    rank 9
          .  .  .  .  .  .  .  .  .  .
          0  1  2  3  4  5  6  7  8  9    rank 0
    w1 (100)                            w2 (101)

A corner touches the board at one point: bishops, queens and kings go through it, leapers reach it as geometry says.

A piece is 1 + kind + 8 * owner. A move is promotion * 10816 + start * 104 + to, promotion 0 for none, then N B R Q C W;
castling is the king's move. Draws by threefold repetition and by fifty moves are automatic.
"""

from __future__ import annotations

from typing import Self

import numpy as np

from zermelo.boards.wide import halves, joined, wide_has
from zermelo.game import (
    ALL,
    NONE,
    Cells,
    Game,
    Row,
    Scene,
    array,
    bit,
    compared,
    count,
    i16,
    put,
    python_only,
    squares,
    table,
    u8,
    u64,
)
from zermelo.games.omega_chess import notation
from zermelo.games.omega_chess.board import AREA, NEXT, NOWHERE, PLACES, Step, reached, turned
from zermelo.games.omega_chess.notation import BISHOP, CHAMPION, KING, KNIGHT, PAWN, QUEEN, ROOK, WIZARD

PROMOTIONS = AREA * AREA  # what a promotion adds to a move, once for a knight, twice for a bishop, ...
BECOMES = table([PAWN, KNIGHT, BISHOP, ROOK, QUEEN, CHAMPION, WIZARD], u8)  # [promotion]
SHORT, LONG = 1, 2  # rights to castle; Black's are four times these


LEAPS: dict[int, list[Step]] = {
    KNIGHT: turned(1, 2),
    KING: [*turned(0, 1), *turned(1, 1)],
    CHAMPION: [*turned(0, 1), *turned(0, 2), *turned(2, 2)],
    WIZARD: [*turned(1, 1), *turned(1, 3)],
}


def leaps(piece: int, square: int) -> int:
    """The squares that a piece attacks by one step or leap, as the bits of an int."""
    kind = (piece - 1) % 8 if piece else ROOK
    if kind == PAWN:
        up = 1 if piece < 9 else -1
        return reached(square, [(1, up), (-1, up)]) & (1 << 100) - 1  # no pawn goes into a corner
    return reached(square, LEAPS.get(kind, []))


def ways(piece: int) -> int:
    """The ways a piece slides, as bits."""
    kind = (piece - 1) % 8 if piece else KING
    straight, diagonal = 0b01011010, 0b10100101
    return {ROOK: straight, BISHOP: diagonal, QUEEN: straight | diagonal}.get(kind, 0)


FORM = table([0, 1, 2, 0, 0, 0, 3, 4, 5, 6, 2, 0, 0, 0, 3, 4, 5], u8)  # [piece]: those that leap alike
LEAPERS = (0, 1, 2, 6, 7, 8, 9)
STEPS = table([[halves(leaps(piece, s)) for s in range(AREA)] for piece in LEAPERS], u64)  # [form, square]
SLIDES = table([ways(piece) for piece in range(17)], u8)
KEEPS = table([15 - {8: 1, 1: 2, 5: 3, 98: 4, 91: 8, 95: 12}.get(s, 0) for s in range(AREA)], u8)  # rights to castle
KING_FORM = 3
BOARD = table(halves((1 << AREA) - 1), u64)
WORTH = table([0, *(100, 300, 380, 560, 1150, 0, 350, 350) * 2], i16)  # [piece], in hundredths of a pawn
CENTRE = table([round(4 * (10 - abs(2 * x - 9)) * (10 - abs(2 * y - 9)) / 81) if s < 100 else 0
                for s, (x, y) in enumerate(PLACES)], i16)  # fmt: skip


class OmegaChess(Game):
    """Mate the king."""

    # ------------------------------------------------------------------ facts
    most_moves = 568  # 11 queens of 38, two each of rook 18, bishop 20, knight 8, champion 12, wizard 12, the king 10
    longest = 20_300  # at most 160 pawn moves and 42 captures, 100 plies before and after each
    repetition = 3
    no_progress = 100
    can_pass = True

    # ------------------------------------------------------------------ state
    board: Cells = array(u8, AREA)  # the piece on each square
    castling: u8  # rights: SHORT and LONG, Black's times four
    passing: u8  # the square of a pawn that can be taken en passant by a legal move, else 0
    skipped: u8  # how many squares it skipped: one or two
    pieces: Cells = array(u64, 4, in_key=False)  # the squares of White's pieces in two words, then Black's
    kings: Cells = array(u8, 2, in_key=False)  # where they stand

    @python_only
    def start(self) -> None:
        """White below, wizards in the corners."""
        notation.read_fen(self, notation.START)

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """All legal moves, those of the king first."""
        return self.moves_of(out, True)

    def play(self, move: int) -> None:
        """Move a piece; the rook follows a king that castles, and a pawn that is taken en passant goes."""
        me = int(self.turn)
        start, to, rise = move // AREA % AREA, move % AREA, move // PROMOTIONS
        piece = self.board[start]
        self.castling = self.castling & KEEPS[start] & KEEPS[to]
        if piece == 1 + KING + 8 * me:
            self.kings[me] = to
            if abs(to - start) == 2:
                self.shift(start + 3 if to > start else start - 4, (start + to) >> 1)
        is_pawn = piece == 1 + PAWN + 8 * me
        if is_pawn and self.board[to] == 0 and (to - start) % 10 != 0:
            self.lift(int(self.passing))
        if self.board[to] > 0:
            self.lift(to)
        self.shift(start, to)
        if rise > 0:
            self.board[to] = 1 + BECOMES[rise] + 8 * me
        self.turn = 1 - me
        self.passing = 0
        self.skipped = 0
        if is_pawn and abs(to - start) > 11:
            self.passing = to
            self.skipped = abs(to - start) // 10 - 1
            found = False
            for which in range(2 * self.skipped):
                found = found or self.taking(which) >= 0
            if not found:
                self.passing = 0
                self.skipped = 0

    def over(self) -> bool:
        """The kings are alone; any other piece can still mate, since a king in a corner has one way out."""
        return count(self.pieces[0]) + count(self.pieces[1]) + count(self.pieces[2]) + count(self.pieces[3]) == 2

    def utility(self, player: int) -> float:
        """A player in check without a move is mated; all else is a draw."""
        if self.over() or not self.checking():
            return 0.0
        return -1.0 if self.turn == player else 1.0

    # ------------------------------------------------------------------ moves, piece by piece
    def moves_of(self, out: Row, quiet: bool) -> int:
        """All legal moves, or captures and promotions alone."""
        me = int(self.turn)
        king = self.kings[me]
        free_low, free_high = BOARD[0] & ~self.pieces[2 * me], BOARD[1] & ~self.pieces[2 * me + 1]
        low, high = self.attacked(1 - me, king)
        checked = wide_has(low, high, king)
        n = self.put_piece(out, 0, king, free_low & ~low, free_high & ~high, quiet)

        checks = 0
        goal_low, goal_high = NONE, NONE  # where a piece must go to meet a check
        if checked:
            for half in range(2):
                for place in squares(self.pieces[2 - 2 * me + half]):
                    other = place + 64 * half
                    form = FORM[self.board[other]]
                    if wide_has(STEPS[form, other, 0], STEPS[form, other, 1], king):
                        checks += 1
                        goal_low, goal_high = joined(goal_low, goal_high, other)
        elif quiet:
            n = self.put_castling(out, n, low, high)

        # Checks from afar and pins: the first piece that the king sees each way, or the second behind an own one
        still_low, still_high = joined(NONE, NONE, king)  # pieces whose moves are listed apart
        for way in range(8):
            shield, at = NOWHERE, NEXT[king, way]
            path_low, path_high = NONE, NONE
            while at != NOWHERE:
                path_low, path_high = joined(path_low, path_high, at)
                piece = self.board[at]
                if piece > 0:
                    if owner(piece) != me:
                        if SLIDES[piece] >> way & 1:
                            if shield == NOWHERE:
                                checks += 1
                                goal_low, goal_high = goal_low | path_low, goal_high | path_high
                            else:
                                still_low, still_high = joined(still_low, still_high, shield)
                                if not checked:
                                    n = self.put_piece(
                                        out, n, shield, path_low & free_low, path_high & free_high, quiet
                                    )
                        break
                    if shield != NOWHERE:
                        break
                    shield = at
                at = NEXT[at, way]
        for which in range(2 * self.skipped):
            if self.taking(which) >= 0:
                n = put(out, n, self.taking(which))
        if checks > 1:
            return n  # only the king can move
        if not checked:
            goal_low, goal_high = ALL, ALL
        for half in range(2):
            for place in squares(self.pieces[2 * me + half] & ~(still_high if half else still_low)):
                n = self.put_piece(out, n, place + 64 * half, free_low & goal_low, free_high & goal_high, quiet)
        return n

    def put_piece(self, out: Row, n: int, start: int, low: np.uint64, high: np.uint64, quiet: bool) -> int:
        """The moves of one piece to these squares."""
        me, piece = int(self.turn), self.board[start]
        form = FORM[piece]
        to_low, to_high = STEPS[form, start, 0], STEPS[form, start, 1]
        if piece == 1 + PAWN + 8 * me:
            to_low, to_high = to_low & self.pieces[2 - 2 * me], to_high & self.pieces[3 - 2 * me]
            to = start
            for _ in range(3 if start // 10 == 1 + 7 * me else 1):
                to += 10 - 20 * me
                if self.board[to] > 0:
                    break
                if quiet or to // 10 == 9 - 9 * me:
                    to_low, to_high = joined(to_low, to_high, to)
        else:
            if SLIDES[piece]:
                far_low, far_high = self.slides(piece, start, NOWHERE)
                to_low, to_high = to_low | far_low, to_high | far_high
            if not quiet:
                to_low, to_high = to_low & self.pieces[2 - 2 * me], to_high & self.pieces[3 - 2 * me]
        last = piece == 1 + PAWN + 8 * me and start // 10 == 8 - 7 * me
        for half in range(2):
            for place in squares(to_high & high if half else to_low & low):
                move = start * AREA + place + 64 * half
                if last:
                    for rise in range(1, 7):
                        n = put(out, n, rise * PROMOTIONS + move)
                else:
                    n = put(out, n, move)
        return n

    def put_castling(self, out: Row, n: int, low: np.uint64, high: np.uint64) -> int:
        """For a king not in check: the squares up to the rook are empty, and those it passes are not attacked."""
        rights, king = int(self.castling) >> 2 * self.turn & 3, self.kings[self.turn]
        if rights & SHORT and self.board[king + 1] + self.board[king + 2] == 0:
            if not wide_has(low, high, king + 1) and not wide_has(low, high, king + 2):
                n = put(out, n, king * AREA + king + 2)
        if rights & LONG and self.board[king - 1] + self.board[king - 2] + self.board[king - 3] == 0:
            if not wide_has(low, high, king - 1) and not wide_has(low, high, king - 2):
                n = put(out, n, king * AREA + king - 2)
        return n

    def taking(self, which: int) -> int:
        """A capture en passant from the left or the right on a skipped square, or -1 where there is none.

        Both pawns leave their squares, and the king must not stand open then.
        """
        me, gone = int(self.turn), int(self.passing)
        to = gone - (20 * me - 10) * (1 + (which >> 1))
        aside = 2 * (which & 1) - 1
        start, king = to + 20 * me - 10 + aside, self.kings[me]
        if not 0 <= to % 10 + aside < 10 or self.board[start] != 1 + PAWN + 8 * me:
            return -1
        for half in range(2):
            for place in squares(self.pieces[2 - 2 * me + half]):
                other = place + 64 * half
                form = FORM[self.board[other]]
                if other != gone and wide_has(STEPS[form, other, 0], STEPS[form, other, 1], king):
                    return -1
        for way in range(8):
            at = NEXT[king, way]
            while at != NOWHERE and at != to:
                piece = self.board[at]
                if piece > 0 and at != start and at != gone:
                    if owner(piece) != me and SLIDES[piece] >> way & 1:
                        return -1
                    break
                at = NEXT[at, way]
        return start * AREA + to

    # ------------------------------------------------------------------ helpers
    def shift(self, start: int, to: int) -> None:
        """Carry a piece of the player to move to an empty square."""
        self.pieces[2 * self.turn + (to >> 6)] ^= bit(to & 63)
        self.pieces[2 * self.turn + (start >> 6)] ^= bit(start & 63)
        self.board[to] = self.board[start]
        self.board[start] = 0

    def lift(self, square: int) -> None:
        """Take a piece of the opponent off the board."""
        self.pieces[2 - 2 * self.turn + (square >> 6)] ^= bit(square & 63)
        self.board[square] = 0

    def slides(self, piece: int, start: int, ghost: int) -> tuple[np.uint64, np.uint64]:
        """The squares that a piece sees from afar, if one square were empty."""
        low, high = NONE, NONE
        for way in range(8):
            if SLIDES[piece] >> way & 1:
                at = NEXT[start, way]
                while at != NOWHERE:
                    low, high = joined(low, high, at)
                    if self.board[at] > 0 and at != ghost:
                        break
                    at = NEXT[at, way]
        return low, high

    def attacked(self, player: int, ghost: int) -> tuple[np.uint64, np.uint64]:
        """The squares that a player's pieces attack, if one square were empty."""
        low, high = NONE, NONE
        for half in range(2):
            for place in squares(self.pieces[2 * player + half]):
                start = place + 64 * half
                piece = self.board[start]
                form = FORM[piece]
                low, high = low | STEPS[form, start, 0], high | STEPS[form, start, 1]
                if SLIDES[piece]:
                    far_low, far_high = self.slides(piece, start, ghost)
                    low, high = low | far_low, high | far_high
        return low, high

    # ------------------------------------------------------------------ hooks
    def checking(self) -> bool:
        """Whether the player to move is in check."""
        low, high = self.attacked(1 - self.turn, NOWHERE)
        return wide_has(low, high, self.kings[self.turn])

    def pass_turn(self) -> None:
        """The opponent moves; what could be taken en passant cannot be any more."""
        self.turn = 1 - self.turn
        self.passing = 0
        self.skipped = 0

    def pass_is_safe(self) -> bool:
        """With few pieces there is zugzwang; in check a move is a duty."""
        return count(self.pieces[2 * self.turn]) + count(self.pieces[2 * self.turn + 1]) > 4 and not self.checking()

    def irreversible(self, move: int) -> bool:
        """A pawn moves or a piece is taken."""
        return bool(self.board[move // AREA % AREA] - 1 & 7 == PAWN or self.board[move % AREA] > 0)

    def noisy(self, move: int) -> bool:
        """A capture or a promotion."""
        start, to = move // AREA % AREA, move % AREA
        passing = self.board[start] - 1 & 7 == PAWN and (to - start) % 10 != 0
        return bool(self.board[to] > 0 or passing or move >= PROMOTIONS)

    def noisy_moves(self, out: Row) -> int:
        """Captures and promotions, without listing the others."""
        return self.moves_of(out, False)

    def order(self, move: int) -> int:
        """MVV-LVA captures, new queens, then moves to better places; minor promotions last."""
        start, to, rise = move // AREA % AREA, move % AREA, move // PROMOTIONS
        if rise > 0 and BECOMES[rise] != QUEEN:
            return -1000
        gain = CENTRE[to] - CENTRE[start] + (5000 if rise > 0 else 0)
        if self.board[to] > 0:
            gain += 1000 + 10 * WORTH[self.board[to]] - WORTH[self.board[start]]
        return gain

    def losing(self, move: int) -> bool:
        """A promotion to less than a queen, or a piece takes a smaller one that is protected."""
        start, to, rise = move // AREA % AREA, move % AREA, move // PROMOTIONS
        if rise > 0:
            return bool(BECOMES[rise] != QUEEN)
        if self.board[to] == 0 or WORTH[self.board[to]] >= WORTH[self.board[start]]:
            return False
        low, high = self.attacked(1 - self.turn, start)
        return wide_has(low, high, to)

    def evaluate(self) -> float:
        """Pieces, places near the centre, pawns on their way, squares attacked, most of all those round the king.

        A score of s hundredths of a pawn becomes s / (|s| + 400).
        """
        score = self.standing(int(self.turn)) - self.standing(1 - int(self.turn))
        return score / (abs(score) + 400.0)

    def standing(self, player: int) -> int:
        """What one player has."""
        pieces, centre, advance, attacked, near = self.parts(player)
        return pieces + centre + advance + 3 * attacked + 10 * near

    def parts(self, player: int) -> tuple[int, int, int, int, int]:
        """Pieces, places near the centre, pawns on their way, squares attacked, and those of them round the king."""
        pieces = centre = advance = 0
        for half in range(2):
            for place in squares(self.pieces[2 * player + half]):
                square = place + 64 * half
                piece = self.board[square]
                pieces += WORTH[piece]
                if piece == 1 + PAWN + 8 * player:
                    ahead = square // 10 if player == 0 else 9 - square // 10
                    centre += CENTRE[square] // 2
                    advance += ahead * ahead
                elif piece != 1 + KING + 8 * player:
                    centre += CENTRE[square]
        low, high = self.attacked(player, NOWHERE)
        king = self.kings[1 - player]
        near = count(low & STEPS[KING_FORM, king, 0]) + count(high & STEPS[KING_FORM, king, 1])
        return pieces, centre, advance, count(low) + count(high), near

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        names = "pieces", "pieces near the centre", "advance of the pawns", "squares attacked"
        return compared((*names, "attacks round the king"), self.parts(self.turn), self.parts(1 - self.turn))

    # ------------------------------------------------------------------ notation
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """FEN of ten ranks and the corners w1 to w4 as an eleventh row."""
        return notation.fen(self, progress, ply)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote; the clocks may be left out."""
        state: Self = cls.blank()
        notation.read_fen(state, text)
        return state

    @classmethod
    def clocks(cls, text: str) -> tuple[int, int]:
        """The half-move clock, and the plies played by the number of the move."""
        return notation.clocks(text)

    @python_only
    def move_text(self, move: int) -> str:
        """Algebraic notation: e3, Cc2, Wxe5, exd9=Q, O-O."""
        return notation.san(self, move)

    @python_only
    def parse_move(self, text: str) -> int:
        """Algebraic notation with or without the signs for captures, or two squares: e1e4."""
        return notation.find_move(self, text)

    @python_only
    def why_not(self, move: int | str) -> str:
        """Why a piece cannot go there, or why the king cannot castle."""
        return notation.why_not(self, move)

    @python_only
    def ending(self) -> str:
        """Mate, stalemate or lone kings."""
        if self.over():
            return "the kings are alone: draw"
        if self.legal():
            return ""
        return f"{notation.PLAYERS[1 - self.turn]} mates" if self.checking() else "stalemate: draw"

    @python_only
    def scene(self) -> Scene:
        """The board with its corners; from square, to square, and a button for the piece that a pawn becomes."""
        return notation.scene(self)


def owner(piece: int) -> int:
    """Whose piece it is."""
    return int(piece > 8)
