"""Shogi, Japanese chess, and minishogi on five by five squares: mate the king; pieces that are taken change sides.

Squares are numbered row by row from the lower left, as Black sees the board; files are counted from the right and ranks
from the top, so that 7g is square 20:

     72 73 74 75 76 77 78 79 80    rank a
      .  .  .  .  .  .  .  .  .
      9 10 11 12 13 14 15 16 17
      0  1  2  3  4  5  6  7  8    rank i: 9i to 1i

The rules are those of `rules.py`; this file says how the pieces move and, where it is asked for, how an impasse ends.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from zermelo.boards.wide import wide_has
from zermelo.game import (
    ALL,
    CHECKER_LOSES,
    FIRST_LOSES,
    NONE,
    compared,
    count,
    derived,
    i16,
    parameter,
    python_only,
    squares,
    table,
)
from zermelo.games.shogi.pieces import KING, NOWHERE, PROMOTED, PieceType, Step
from zermelo.games.shogi.rules import Drops

STRAIGHT: tuple[Step, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: tuple[Step, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))
GOLD: tuple[Step, ...] = (*STRAIGHT, (1, 1), (-1, 1))

PAWN = PieceType("P", "pawn", 100, ((0, 1),), promoted=PieceType("P", "tokin", 420, GOLD), number=18)
LANCE = PieceType("L", "lance", 300, slides=((0, 1),), promoted=PieceType("L", "promoted lance", 500, GOLD), number=4)
KNIGHT = PieceType(
    "N", "knight", 350, ((1, 2), (-1, 2)), promoted=PieceType("N", "promoted knight", 520, GOLD), number=4
)
SILVER = PieceType(
    "S", "silver", 500, (*DIAGONAL, (0, 1)), promoted=PieceType("S", "promoted silver", 580, GOLD), number=4
)
GENERAL = PieceType("G", "gold", 580, GOLD, number=4)
BISHOP = PieceType(
    "B", "bishop", 800, slides=DIAGONAL, promoted=PieceType("B", "horse", 1100, STRAIGHT, DIAGONAL), number=2
)
ROOK = PieceType(
    "R", "rook", 950, slides=STRAIGHT, promoted=PieceType("R", "dragon", 1300, DIAGONAL, STRAIGHT), number=2
)
LORD = PieceType("K", "king", 0, (*STRAIGHT, *DIAGONAL))
BIG = (5, 6)  # bishop and rook count five points in an impasse, as kinds of shogi

# What pieces are worth in minishogi, fitted to results of 700 games: on so small a board gold and silver are as good
# as the major pieces. By number on the board: P S G B R, after the king the promoted ones.
ON_BOARD = table([0, 80, 520, 510, 350, 480, 0, 0, 0, 240, 460, 0, 680, 760, 0, 0], i16)
IN_HAND = table([180, 490, 545, 450, 610], i16)
ATTACK, FLIGHT, WEAK, TEMPO = 40, 35, 80, 50  # an attack beside the king, a flight of it, a weak square, the move


class Shogi(Drops):
    """Mate the king with pieces that come back."""

    # ------------------------------------------------------------------ facts
    impasse: bool = parameter(False, help="a king in the far zone with 28 points (White: 27) may declare a win")
    army = (PAWN, LANCE, KNIGHT, SILVER, GENERAL, BISHOP, ROOK, LORD)
    first = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
    side = 9
    zone = 3
    most_moves = 600  # 593 is the known maximum

    def may_declare(self) -> bool:
        """King and ten pieces in the far zone; with the hand 28 points, White 27; major pieces are five, others one."""
        me = int(self.turn)
        low, high = self.ZONE[me, 0], self.ZONE[me, 1]
        if not wide_has(low, high, self.kings[me]):
            return False
        low, high = low & self.pieces[2 * me], high & self.pieces[2 * me + 1]
        there = count(low) + count(high) - 1
        points = there
        for place in squares(low):
            points += 4 * self.is_big(self.board[place])
        for place in squares(high):
            points += 4 * self.is_big(self.board[place + 64])
        for kind in range(self.kinds):
            points += self.hands[me * self.kinds + kind] * (5 if kind in BIG else 1)
        return there >= 10 and points >= 28 - me

    def is_big(self, piece: int) -> int:
        """1 for a bishop or rook, promoted or not."""
        return int((piece - 1 & 15 & ~PROMOTED) in BIG)


class Minishogi(Drops):
    """Shogi on five by five squares."""

    # ------------------------------------------------------------------ facts
    first_loses: bool = parameter(False, help="a fourth occurrence loses for Black, whoever gave check")
    repeated: int = derived(lambda game: FIRST_LOSES if game.first_loses else CHECKER_LOSES)
    army = tuple(replace(piece, number=2) for piece in (PAWN, SILVER, GENERAL, BISHOP, ROOK, LORD))
    first = "rbsgk/4p/5/P4/KGSBR b - 1"
    side = 5
    zone = 1
    most_moves = 256  # at most 5 * 23 drops, and fewer than 128 moves on the board

    # ------------------------------------------------------------------ hooks
    def evaluate(self) -> float:
        """Pieces, each attack on a square beside a king, the king's flights and weak squares, and the move.

        A score of s hundredths of a pawn becomes s / (|s| + 800).
        """
        me = int(self.turn)
        mine, my_once, my_twice = self.forces(me)
        theirs, their_once, their_twice = self.forces(1 - me)
        score = mine - theirs + TEMPO
        score += self.safety(me, my_twice, their_once) - self.safety(1 - me, their_twice, my_once)
        return score / (abs(score) + 800.0)

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        names = "pieces", "attacks beside the king", "flights of the king", "weak squares beside the king"
        sides = []
        for player in (self.turn, 1 - self.turn):
            total, _, guarded = self.forces(player)
            _, attacked, _ = self.forces(1 - player)
            pieces, flights = self.material(player), self.safety(player, ALL, attacked)  # as if all were guarded
            weak = flights - self.safety(player, guarded, attacked)
            sides.append((pieces, (total - pieces) // ATTACK, flights // FLIGHT, weak // WEAK))
        return compared(names, *sides)

    @python_only
    def material(self, player: int) -> int:
        """A player's pieces alone: that part of `forces` which is no attack."""
        held = sum(int(self.hands[player * self.kinds + kind]) * int(IN_HAND[kind]) for kind in range(self.kinds))
        return held + sum(int(ON_BOARD[self.board[start] & 15]) for start in squares(self.pieces[2 * player]))

    def forces(self, player: int) -> tuple[int, np.uint64, np.uint64]:
        """A player's pieces and their attacks beside the other king; the squares attacked once, and twice."""
        total = 0
        for kind in range(self.kinds):
            total += self.hands[player * self.kinds + kind] * IN_HAND[kind]
        beside = self.STEPS[self.FORM[1 + KING], self.kings[1 - player], 0]
        once = twice = NONE
        for start in squares(self.pieces[2 * player]):
            piece = self.board[start]
            seen, _ = self.slides(piece, start, NOWHERE, NOWHERE)
            seen = seen | self.STEPS[self.FORM[piece], start, 0]
            total += ON_BOARD[piece & 15] + ATTACK * count(seen & beside)
            twice = twice | once & seen
            once = once | seen
        return total, once, twice

    def safety(self, player: int, guarded: np.uint64, attacked: np.uint64) -> int:
        """Where a king may flee to, less the attacked squares beside it that no other piece of that side guards."""
        beside = self.STEPS[self.FORM[1 + KING], self.kings[player], 0]
        flights = count(beside & ~attacked & ~self.pieces[2 * player])
        return FLIGHT * flights - WEAK * count(beside & attacked & ~guarded)
