"""What the games of the shogi family share: pieces that are taken change sides and may be dropped again.

A game says how its pieces move; this file does the rest. Squares are numbered row by row from the lower left, as the
first player sees the board, who moves up. A board of bits is two words, since shogi has eighty-one squares.

A piece on the board is 1 + kind + 16 * owner. Kinds 0 to 6 can be held in hand (kind 0 is the pawn, whatever its name),
7 is the king, and + 8 makes the promoted form. A move is (start * area + to) * 2 + promotion; a drop has start = area +
kind. Where promotion is compulsory the last factor is missing.
"""

from __future__ import annotations

from typing import Self

import numpy as np

from zermelo.boards.wide import joined, wide_has
from zermelo.game import ALL, CHECKER_LOSES, NONE, Row, Scene, bit, compared, count, put, python_only, squares
from zermelo.games.shogi import notation
from zermelo.games.shogi.pieces import KING, NOWHERE, PROMOTED, ShogiBoard


class Drops(ShogiBoard):
    """Pieces that come back on the other side."""

    # ------------------------------------------------------------------ facts
    first = ""  # the first position
    pawns_a_file: int = 1  # how many pawns a player may have on one file after dropping a pawn there
    repetition = 4
    repeated: int = CHECKER_LOSES
    cap = 512
    can_pass = True

    @python_only
    def start(self) -> None:
        """The first position of the game."""
        notation.read_sfen(self, type(self).first)

    # ------------------------------------------------------------------ rules
    def moves(self, out: Row) -> int:
        """All legal moves, those of the king first."""
        return self.moves_of(out, True)

    def play(self, move: int) -> None:
        """Move a piece and take what stands there, or drop one, or declare."""
        me = int(self.turn)
        start, to = move // self.forms // self.area, move // self.forms % self.area
        if self.impasse and move == self.declaration:
            self.declared = True
        elif start >= self.area:
            kind = start - self.area
            self.hands[me * self.kinds + kind] -= 1
            self.board[to] = 1 + kind + 16 * me
            self.pieces[2 * me + (to >> 6)] |= bit(to & 63)
        else:
            piece, taken = self.board[start], self.board[to]
            if piece & 15 == 1 + KING:
                self.kings[me] = to
            if self.promotes(move):
                piece += PROMOTED
            if taken:
                self.hands[me * self.kinds + (taken - 1 & 7)] += 1
                self.pieces[2 - 2 * me + (to >> 6)] ^= bit(to & 63)
            self.board[start] = 0
            self.board[to] = piece
            self.pieces[2 * me + (start >> 6)] ^= bit(start & 63)
            self.pieces[2 * me + (to >> 6)] |= bit(to & 63)
        self.turn = 1 - me

    def over(self) -> bool:
        """A declaration ends the game; mate is seen by having no move."""
        return bool(self.declared)

    def utility(self, player: int) -> float:
        """Who cannot move has lost, in check or not; so has the player against whom a win was declared."""
        return -1.0 if self.turn == player else 1.0

    # ------------------------------------------------------------------ moves, piece by piece
    def moves_of(self, out: Row, quiet: bool) -> int:
        """All legal moves, or captures and promotions alone."""
        me = int(self.turn)
        king = self.kings[me]
        free_low, free_high = self.BOARD[0] & ~self.pieces[2 * me], self.BOARD[1] & ~self.pieces[2 * me + 1]
        low, high = self.attacked(1 - me, king, NOWHERE)
        checked = wide_has(low, high, king)
        n = self.put_piece(out, 0, king, free_low & ~low, free_high & ~high, quiet)

        checks = 0
        goal_low, goal_high = NONE, NONE  # where a piece must go to meet a check
        if checked:
            for half in range(2):
                for place in squares(self.pieces[2 - 2 * me + half]):
                    form, other = self.FORM[self.board[place + 64 * half]], place + 64 * half
                    if wide_has(self.STEPS[form, other, 0], self.STEPS[form, other, 1], king):
                        checks += 1
                        goal_low, goal_high = joined(goal_low, goal_high, other)

        # Checks from afar and pins: the first piece that the king sees each way, or the second behind an own one
        still_low, still_high = joined(NONE, NONE, king)  # pieces whose moves are listed apart
        for way in range(8):
            shield, at = NOWHERE, king
            path_low, path_high = NONE, NONE
            for distance in range(1, self.EDGE[king, way] + 1):
                at += self.BY[way]
                path_low, path_high = joined(path_low, path_high, at)
                piece = self.board[at]
                if piece == 0:
                    continue
                if piece >> 4 == me and shield == NOWHERE:
                    shield = at
                    continue
                if piece >> 4 != me and self.FAR[piece, 7 - way] >= distance:
                    if shield == NOWHERE:
                        checks += 1
                        goal_low, goal_high = goal_low | path_low, goal_high | path_high
                    else:
                        still_low, still_high = joined(still_low, still_high, shield)
                        if not checked:
                            n = self.put_piece(out, n, shield, path_low & free_low, path_high & free_high, quiet)
                break
        if checks > 1:
            return n  # only the king can move
        if not checked:
            goal_low, goal_high = ALL, ALL

        free_low, free_high = free_low & goal_low, free_high & goal_high
        for half in range(2):
            for place in squares(self.pieces[2 * me + half] & ~(still_high if half else still_low)):
                n = self.put_piece(out, n, place + 64 * half, free_low, free_high, quiet)
        if quiet:
            n = self.put_drops(out, n, free_low & ~self.pieces[2 - 2 * me], free_high & ~self.pieces[3 - 2 * me])
            if self.impasse and not checked and self.may_declare():
                n = put(out, n, self.declaration)
        return n

    def put_piece(self, out: Row, n: int, start: int, low: np.uint64, high: np.uint64, quiet: bool) -> int:
        """The moves of one piece to these squares; where it may be promoted in both forms unless one is forbidden."""
        me, piece = int(self.turn), self.board[start]
        form = self.FORM[piece]
        to_low, to_high = self.STEPS[form, start, 0], self.STEPS[form, start, 1]
        if self.SLIDES[piece]:
            far_low, far_high = self.slides(piece, start, NOWHERE, NOWHERE)
            to_low, to_high = to_low | far_low, to_high | far_high
        low, high = low & to_low, high & to_high

        base = start * self.area
        if self.RISES[piece]:
            up_low, up_high = low, high
            if not wide_has(self.ZONE[me, 0], self.ZONE[me, 1], start):
                up_low, up_high = low & self.ZONE[me, 0], high & self.ZONE[me, 1]
            n = self.put_targets(out, n, base * self.forms + self.forms - 1, up_low, up_high)
            if self.compulsory:
                low, high = low & ~up_low, high & ~up_high
            else:
                low, high = low & ~self.DEAD[piece, 0], high & ~self.DEAD[piece, 1]
        if not quiet:
            low, high = low & self.pieces[2 - 2 * me], high & self.pieces[3 - 2 * me]
        return self.put_targets(out, n, base * self.forms, low, high)

    def put_targets(self, out: Row, n: int, base: int, low: np.uint64, high: np.uint64) -> int:
        """A move to each of these squares."""
        for half in range(2):
            for to in squares(high if half else low):
                n = put(out, n, base + (to + 64 * half) * self.forms)
        return n

    def put_drops(self, out: Row, n: int, low: np.uint64, high: np.uint64) -> int:
        """Pieces in hand to these empty squares, where they could move on."""
        me = int(self.turn)
        for kind in range(self.kinds):
            if self.hands[me * self.kinds + kind] > 0:
                piece, base = 1 + kind + 16 * me, (self.area + kind) * self.area
                to_low, to_high = low & ~self.DEAD[piece, 0], high & ~self.DEAD[piece, 1]
                if kind == 0:
                    to_low, to_high = self.pawn_drops(to_low, to_high)
                n = self.put_targets(out, n, base * self.forms, to_low, to_high)
        return n

    def pawn_drops(self, low: np.uint64, high: np.uint64) -> tuple[np.uint64, np.uint64]:
        """Those of these squares where a pawn may be dropped: the file has room for it, and it does not give mate."""
        me = int(self.turn)
        once = full = NONE  # files, as bits
        for half in range(2):
            for place in squares(self.pieces[2 * me + half]):
                if self.board[place + 64 * half] == 1 + 16 * me:
                    file = bit((place + 64 * half) % self.side)
                    full = full | (file if self.pawns_a_file == 1 else once & file)
                    once = once | file
        for place in squares(full):
            low, high = low & ~self.FILES[place, 0], high & ~self.FILES[place, 1]
        front = self.kings[1 - me] - self.side + 2 * self.side * me
        if 0 <= front < self.area and wide_has(low, high, front) and self.drop_mates(front):
            one_low, one_high = joined(NONE, NONE, front)
            low, high = low & ~one_low, high & ~one_high
        return low, high

    def drop_mates(self, front: int) -> bool:
        """Whether a pawn dropped on the square before the opponent's king would leave no answer."""
        other = 1 - int(self.turn)
        king = self.kings[other]
        low, high = self.attacked(1 - other, king, front)
        form = self.FORM[self.board[king]]
        flight_low = self.STEPS[form, king, 0] & ~self.pieces[2 * other] & ~low
        flight_high = self.STEPS[form, king, 1] & ~self.pieces[2 * other + 1] & ~high
        if flight_low | flight_high:
            return False
        for half in range(2):
            for place in squares(self.pieces[2 * other + half]):
                start = place + 64 * half
                if start != king and self.reaches(start, front) and not self.exposes(other, start, front):
                    return False
        return True

    # ------------------------------------------------------------------ helpers
    def may_declare(self) -> bool:
        """The rule of entering kings; a game that has it says what is needed."""
        return False

    # ------------------------------------------------------------------ hooks
    def checking(self) -> bool:
        """Whether the player to move is in check."""
        king = self.kings[self.turn]
        low, high = self.attacked(1 - self.turn, NOWHERE, NOWHERE)
        return wide_has(low, high, king)

    def pass_is_safe(self) -> bool:
        """Not in check."""
        return not self.checking()

    def noisy(self, move: int) -> bool:
        """A capture or a promotion."""
        start, to = move // self.forms // self.area, move // self.forms % self.area
        return bool(start < self.area and (self.board[to] > 0 or self.promotes(move)))

    def noisy_moves(self, out: Row) -> int:
        """Captures and promotions, without listing the others."""
        return self.moves_of(out, False)

    def order(self, move: int) -> int:
        """MVV-LVA captures, promotions, moves and drops; not promoting comes last."""
        start, to = move // self.forms // self.area, move // self.forms % self.area
        if start >= self.area:
            return -50
        piece, taken = self.board[start], self.board[to]
        gain = 10 * self.WORTH[taken] - self.WORTH[piece] // 8 + 1000 if taken > 0 else 0
        if self.promotes(move):
            gain += 5 * (self.WORTH[piece + PROMOTED] - self.WORTH[piece])
        return gain

    def losing(self, move: int) -> bool:
        """A piece takes a smaller one that is protected, or is promoted where it can be taken."""
        start, to = move // self.forms // self.area, move // self.forms % self.area
        if start >= self.area or self.WORTH[self.board[to]] >= self.WORTH[self.board[start]]:
            return False
        low, high = self.attacked(1 - self.turn, start, NOWHERE)
        return wide_has(low, high, to)

    def evaluate(self) -> float:
        """Pieces, squares attacked, and attacks next to the king, which are worth more with pieces in hand.

        A score of s hundredths of a pawn becomes s / (|s| + 800).
        """
        score = self.standing(int(self.turn)) - self.standing(1 - int(self.turn))
        return score / (abs(score) + 800.0)

    def standing(self, player: int) -> int:
        """What one player has."""
        pieces, hand, king, attacked = self.parts(player)
        return pieces + hand + king + 5 * attacked

    def parts(self, player: int) -> tuple[int, int, int, int]:
        """Pieces on the board and in hand, attacks next to the king, and squares attacked.

        A piece in hand is worth a sixth more than on the board.
        """
        held = total = 0
        for kind in range(self.kinds):
            held += self.hands[player * self.kinds + kind] * self.WORTH[1 + kind]
        for half in range(2):
            for place in squares(self.pieces[2 * player + half]):
                total += self.WORTH[self.board[place + 64 * half]]
        king, form = self.kings[1 - player], self.FORM[1 + KING]
        low, high = self.attacked(player, NOWHERE, NOWHERE)
        near = count(low & self.STEPS[form, king, 0]) + count(high & self.STEPS[form, king, 1])
        return total, held + held // 6, near * (20 + held // 25), count(low) + count(high)

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        names = "pieces on the board", "pieces in hand", "attack on the king", "squares attacked"
        return compared(names, self.parts(self.turn), self.parts(1 - self.turn))

    # ------------------------------------------------------------------ notation
    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """SFEN: rows from the top, who moves (b or w), the pieces in hand, the number of the move."""
        return notation.sfen(self, ply)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read SFEN; the number of the move may be left out."""
        state: Self = cls.blank()
        notation.read_sfen(state, text)
        return state

    @classmethod
    def clocks(cls, text: str) -> tuple[int, int]:
        """The plies played, by the number of the move."""
        return 0, notation.plies(text)

    @python_only
    def move_text(self, move: int) -> str:
        """USI: 7g7f, 8h2b+, P*5e; win for a declaration."""
        return notation.usi(self, move)

    @python_only
    def parse_move(self, text: str) -> int:
        """USI; an = for a piece that is not promoted may be written, too."""
        return notation.find_move(self, text)

    @python_only
    def why_not(self, move: int | str) -> str:
        """The rule that forbids a move."""
        return notation.why_not(self, move)

    @python_only
    def ending(self) -> str:
        """Mate, no move, or a declaration."""
        winner, loser = notation.PLAYERS[1 - self.turn], notation.PLAYERS[self.turn]
        if self.over():
            return f"{winner} declares a win by impasse"
        if self.legal():
            return ""
        return f"{winner} mates" if self.checking() else f"{loser} cannot move: {winner} wins"

    @python_only
    def scene(self) -> Scene:
        """The board, both hands as buttons, and a choice where a piece may be promoted."""
        return notation.scene(self)
