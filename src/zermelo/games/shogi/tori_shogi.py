"""Tori shogi, the game of birds: mate the phoenix on seven by seven squares; birds who are taken change sides.

Squares are numbered row by row from the lower left, as Black sees the board; files are counted from the right and ranks
from the top, so that 4f is square 10:

     42 43 44 45 46 47 48    rank a
      .  .  .  .  .  .  .
      7  8  9 10 11 12 13
      0  1  2  3  4  5  6    rank g: 7g to 1g

The rules are those of `rules.py`. Only falcon and swallow are promoted, in the last two ranks, and they must be.
"""

from __future__ import annotations

from zermelo.games.shogi.pieces import PieceType, Step
from zermelo.games.shogi.rules import Drops

FRONT: tuple[Step, ...] = ((-1, 1), (0, 1), (1, 1))
BESIDE: tuple[Step, ...] = ((-1, 0), (1, 0))
BACK: tuple[Step, ...] = ((-1, -1), (0, -1), (1, -1))
BACK_LEFT, BACK_RIGHT = (-1, -1), (1, -1)

GOOSE = PieceType("S", "goose", 250, ((2, 2), (-2, 2), (0, -2)))
EAGLE = PieceType(
    "F", "eagle", 1000, (*BESIDE, (0, 1)), slides=((-1, 1), (1, 1), (0, -1)), short=(BACK_LEFT, BACK_RIGHT)
)
SWALLOW = PieceType("S", "swallow", 100, ((0, 1),), promoted=GOOSE, number=16)
FALCON = PieceType("F", "falcon", 600, (*FRONT, *BESIDE, BACK_LEFT, BACK_RIGHT), promoted=EAGLE, number=2)
CRANE = PieceType("C", "crane", 450, (*FRONT, *BACK), number=4)
PHEASANT = PieceType("P", "pheasant", 250, ((0, 2), BACK_LEFT, BACK_RIGHT), number=4)
LEFT = PieceType("L", "left quail", 350, (BACK_LEFT,), slides=((0, 1), BACK_RIGHT), number=2, twin="R")
RIGHT = PieceType("R", "right quail", 350, (BACK_RIGHT,), slides=((0, 1), BACK_LEFT), number=2, twin="L")
PHOENIX = PieceType("K", "phoenix", 0, (*FRONT, *BESIDE, *BACK))


class ToriShogi(Drops):
    """Mate the phoenix with birds who come back."""

    # ------------------------------------------------------------------ facts
    army = (SWALLOW, FALCON, CRANE, PHEASANT, LEFT, RIGHT, PHOENIX)
    first = "rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR b - 1"
    side = 7
    zone = 2
    compulsory = True
    pawns_a_file = 2
    most_moves = 512  # at most 6 * 47 drops, and fewer than 200 moves on the board
