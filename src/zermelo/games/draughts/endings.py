"""The index of checkers' endgame tables: how many kings and men each side has, and where they stand.

The side with more (kings first, then men), or the player to move where both have the same, counts as Black: the board
is turned round otherwise. Men stand on 28 squares, kings on all 32; sets of like pieces have numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from zermelo.boards.combinations import CHOOSE, rank, unrank
from zermelo.errors import BadParameter
from zermelo.game import count, reversed_bits, word
from zermelo.game import number as as_number

if TYPE_CHECKING:
    from zermelo.games.draughts.checkers import Checkers

MOST_PIECES = 8  # with more, tables are out of reach
SIDE = 8  # bits of one side: kings in the upper four, men in the lower


def material(pieces: np.uint64, kings: np.uint64) -> int:
    """Kings and men of a side."""
    return count(pieces & kings) << 4 | count(pieces & ~kings)


def slice_of(state: Checkers) -> int:
    """Both materials, the larger first; -1 with many pieces, or none."""
    kings = word(state.kings)
    if count(word(state.black) | word(state.white)) > MOST_PIECES:
        return -1
    first, second = material(word(state.black), kings), material(word(state.white), kings)
    if first == 0 or second == 0:
        return -1
    return max(first, second) << SIDE | min(first, second)


def turned(board: np.uint64) -> np.uint64:
    """The board seen from the other side."""
    return reversed_bits(board) >> word(32)


def index(state: Checkers) -> int:
    """The number of a position within its slice."""
    kings, black, white = word(state.kings), word(state.black), word(state.white)
    first, second = material(black, kings), material(white, kings)
    strong = state.turn if first == second else 0 if first > second else 1
    if strong == 1:
        black, white, kings = turned(white), turned(black), turned(kings)
    code = 0 if state.turn == strong else 1
    code = code * CHOOSE[28, count(black & ~kings)] + rank(black & ~kings)
    code = code * CHOOSE[28, count(white & ~kings)] + rank((white & ~kings) >> word(4))
    code = code * CHOOSE[32, count(black & kings)] + rank(black & kings)
    return int(code * CHOOSE[32, count(white & kings)] + rank(white & kings))


def from_index(state: Checkers, slice: int, number: int) -> bool:
    """Set up the position of a number; False where two pieces stand on one square."""
    left = number
    black_kings, black_men = slice >> 12 & 15, slice >> 8 & 15
    white_kings, white_men = slice >> 4 & 15, slice & 15
    theirs = unrank(left % CHOOSE[32, white_kings], white_kings)
    left //= CHOOSE[32, white_kings]
    ours = unrank(left % CHOOSE[32, black_kings], black_kings)
    left //= CHOOSE[32, black_kings]
    kings = ours | theirs
    men = unrank(left % CHOOSE[28, white_men], white_men) << word(4)
    left //= CHOOSE[28, white_men]
    own_men = unrank(left % CHOOSE[28, black_men], black_men)
    left //= CHOOSE[28, black_men]
    pieces = black_kings + black_men + white_kings + white_men
    if count(kings | men | own_men) < pieces:
        return False
    state.black, state.white = as_number(ours | own_men), as_number(theirs | men)
    state.kings = as_number(kings)
    state.turn = int(left)
    return True


# ---------------------------------------------------------------------- names, in Python only


def slice_name(slice: int) -> str:
    """`KKM-KM`: kings, then men, the larger side first."""
    return "-".join("K" * (side >> 4) + "M" * (side & 15) for side in (slice >> SIDE, slice & 255))


def slice_named(name: str) -> int:
    """The slice of a name, the sides in any order."""
    sides = name.upper().replace("V", "-").split("-")
    if len(sides) != 2 or not all(sides) or set("".join(sides)) - set("KM") or any(len(side) > 12 for side in sides):
        raise BadParameter(f"{name!r} is no ending of checkers: write kings and men of both sides, as in KKM-KM")
    numbers = [side.count("K") << 4 | side.count("M") for side in sides]
    return max(numbers) << SIDE | min(numbers)


def slice_size(slice: int) -> int:
    """How many numbers a slice has, those without a position included."""
    size = 1 if slice >> SIDE == slice & 255 else 2
    for side in (slice >> SIDE, slice & 255):
        size *= int(CHOOSE[32, side >> 4]) * int(CHOOSE[28, side & 15])
    return size


def slice_names(pieces: int) -> list[str]:
    """All slices with at most so many pieces on the board."""
    sides = [kings << 4 | men for kings in range(pieces) for men in range(pieces) if 0 < kings + men < pieces]
    found = {max(a, b) << SIDE | min(a, b) for a in sides for b in sides}
    return [slice_name(slice) for slice in sorted(found) if len(slice_name(slice)) <= pieces + 1]
