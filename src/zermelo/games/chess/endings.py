"""The index of endgame tables: material by material, every position of an ending has a number.

The side with more material (or the player to move, where it is equal) counts as White: the board is turned round
otherwise. Symmetries of the board bring its king to the files a to d and, without pawns, to the triangle a1-d1-d4.
Positions with a right to castle, or with a capture en passant, have no number.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

import numpy as np

from zermelo.errors import BadParameter
from zermelo.game import NONE, bit, count, has, lowest, squares, table, u8

if TYPE_CHECKING:
    from zermelo.games.chess.rules import Chess

LETTERS = "QRBNP"  # from the highest digit of a material to the lowest, four bits each
MOST_PIECES = 7  # with more, no table will ever be made
SIDE = 20  # bits of one side's material
PAWNS = 1 | 1 << SIDE  # where the digits of the pawns begin
TRIANGLE = table(  # [square] the number of a king's square: 1 to 10 in the triangle, else 0
    [
        1 + [(r, f) for f in range(4) for r in range(f + 1)].index((s >> 3, s & 7)) if s >> 3 <= s & 7 < 4 else 0
        for s in range(64)
    ],
    u8,
)
CORNER = table([r * 8 + f for f in range(4) for r in range(f + 1)], u8)  # the square of each number


def material(state: Chess, men: np.uint64) -> int:
    """How many queens, rooks, bishops, knights and pawns are among these pieces, four bits each."""
    queens = state.diagonals & state.straights
    found = count(queens & men)
    found = found << 4 | count(state.straights & ~queens & men)
    found = found << 4 | count(state.diagonals & ~queens & men)
    found = found << 4 | count(state.knights & men)
    return found << 4 | count(state.pawns & men)


def slice_of(state: Chess) -> int:
    """Both materials, the stronger in the higher digits; -1 where a king may castle, with many or no pieces."""
    if state.castling or count(state.mine | state.theirs) > MOST_PIECES:
        return -1
    mine, theirs = material(state, state.mine), material(state, state.theirs)
    if mine + theirs == 0:
        return -1
    return max(mine, theirs) << SIDE | min(mine, theirs)


def turned(square: int, flips: int, transposed: bool) -> int:
    """A square under a symmetry of the board."""
    square ^= flips
    return (square & 7) << 3 | square >> 3 if transposed else square


def placed(state: Chess, strong: np.uint64, weak: np.uint64, flips: int, transposed: bool) -> int:
    """The places of the weak king and of all pieces as one number, like pieces in the order of their squares."""
    code = turned(lowest(state.kings & weak), flips, transposed)
    for side in range(2):
        men = strong if side == 0 else weak
        for letter in range(5):
            moved = NONE
            for square in squares(of_kind(state, letter) & men):
                moved = moved | bit(turned(square, flips, transposed))
            for square in squares(moved):
                code = code * 48 + square - 8 if letter == 4 else code * 64 + square
    return code


def of_kind(state: Chess, letter: int) -> np.uint64:
    """The pieces of one kind, in the order of LETTERS."""
    if letter == 0:
        return state.diagonals & state.straights
    if letter == 1:
        return state.straights & ~state.diagonals
    if letter == 2:
        return state.diagonals & ~state.straights
    return state.knights if letter == 3 else state.pawns


def room(slice: int) -> int:
    """How many numbers `placed` can give."""
    size = 64
    for digit in range(10):
        for _ in range(slice >> 4 * digit & 15):
            size *= 48 if digit % 5 == 0 else 64
    return size


def index(state: Chess) -> int:
    """The number of a position within its slice; symmetric positions share it."""
    if state.passant:
        return -1
    mine, theirs = material(state, state.mine), material(state, state.theirs)
    strong, weak = (state.mine, state.theirs) if mine >= theirs else (state.theirs, state.mine)
    black = (state.turn == 0) != (mine >= theirs)  # the strong side is Black: the board is turned round
    king = lowest(state.kings & strong)
    flips = 56 if black else 0
    if king & 4:
        flips ^= 7
    size = room(max(mine, theirs) << SIDE | min(mine, theirs))
    second = 1 if mine < theirs else 0  # the weak side is to move
    if state.pawns:
        king ^= flips
        return (second * 32 + (king >> 3) * 4 + (king & 3)) * size + placed(state, strong, weak, flips, False)
    if (king ^ flips) & 32:
        flips ^= 56
    king ^= flips
    rank, file = king >> 3, king & 7
    code = placed(state, strong, weak, flips, rank > file)
    if rank == file:  # on the diagonal both views are the same to the king
        code = min(code, placed(state, strong, weak, flips, True))
    return (second * 10 + TRIANGLE[turned(king, 0, rank > file)] - 1) * size + code


def from_index(state: Chess, slice: int, number: int) -> bool:
    """Set up the position of a number; False where pieces stand on one square or a king could be taken."""
    size = room(slice)
    code = number % size
    king = number // size
    pawns = slice & 15 or slice >> SIDE & 15
    second = king // (32 if pawns else 10)
    king %= 32 if pawns else 10
    king = king // 4 * 8 + king % 4 if pawns else int(CORNER[king])
    strong, weak = bit(king), NONE
    state.pawns = state.knights = state.diagonals = state.straights = NONE
    state.castling, state.passant = 0, 0
    for digit in range(10):  # the last piece lies in the lowest digits: the weak side's pawns come first
        letter, like = 4 - digit % 5, slice >> 4 * digit & 15
        for _ in range(like):
            square = code % 48 + 8 if letter == 4 else code % 64
            code //= 48 if letter == 4 else 64
            place = bit(square)
            if has(strong | weak, square):
                return False
            if digit < 5:
                weak = weak | place
            else:
                strong = strong | place
            if letter == 4:
                state.pawns = state.pawns | place
            if letter == 3:
                state.knights = state.knights | place
            if letter in (0, 2):
                state.diagonals = state.diagonals | place
            if letter in (0, 1):
                state.straights = state.straights | place
    if has(strong | weak, code):
        return False
    weak = weak | bit(code)
    state.kings = bit(king) | bit(code)
    state.turn = second
    state.mine, state.theirs = (weak, strong) if second else (strong, weak)
    state.pass_turn()
    taken = state.checking()
    state.pass_turn()
    return not taken


# ---------------------------------------------------------------------- names, in Python only


def slice_name(slice: int) -> str:
    """`KQKR`: the stronger side first."""
    sides = slice >> SIDE, slice & (1 << SIDE) - 1
    return "".join("K" + "".join(x * (side >> 4 * (4 - n) & 15) for n, x in enumerate(LETTERS)) for side in sides)


def slice_named(name: str) -> int:
    """The slice of a name, the sides in any order; `KQvKR` and `kq-kr` are understood too."""
    plain = "".join(letter for letter in name.upper() if letter not in "V- ")
    first, king, second = plain[1:].partition("K")
    if not plain.startswith("K") or not king or set(first + second) - set(LETTERS) or not 0 < len(first + second) <= 14:
        raise BadParameter(f"{name!r} is no ending of chess: write the pieces of both sides, as in KQKR or KPK")
    sides = [sum(side.count(x) << 4 * (4 - n) for n, x in enumerate(LETTERS)) for side in (first, second)]
    return max(sides) << SIDE | min(sides)


def slice_size(slice: int) -> int:
    """How many numbers a slice has, those without a position included."""
    pawns = slice & 15 or slice >> SIDE & 15
    sides = 1 if slice >> SIDE == slice & (1 << SIDE) - 1 else 2  # where both have the same, the mover is White
    return sides * (32 if pawns else 10) * room(slice)


def slice_names(pieces: int) -> list[str]:
    """All slices with at most so many pieces on the board, the kings included."""
    names = []
    for size in range(1, pieces - 1):
        for strong in range(size + 1):
            for first in combinations_with_replacement(LETTERS, strong):
                for second in combinations_with_replacement(LETTERS, size - strong):
                    names.append(f"K{''.join(first)}K{''.join(second)}")
    return list(dict.fromkeys(slice_name(slice_named(name)) for name in names))
