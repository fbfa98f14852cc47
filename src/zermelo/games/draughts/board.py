"""Draughts boards: the dark squares of a chequered board, numbered from 1 at the top, row by row.

With 8 x 8 squares (Black begins at the top in English draughts), and with 10 x 10 in the same manner:

         1     2     3     4
      5     6     7     8
         9    10    11    12
     13    14    15    16
        17    18    19    20
     21    22    23    24
        25    26    27    28
     29    30    31    32

Rules count squares from 0. North is up; a step leads to one of four neighbours, a jump to the square behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from zermelo.errors import BadPosition
from zermelo.game import Cell, Cells, table, u8, word

NORTH_WEST, NORTH_EAST, SOUTH_WEST, SOUTH_EAST = range(4)  # 3 - d is the direction opposite to d
ACROSS, DOWN = (-1, 1, -1, 1), (-1, -1, 1, 1)


# ---------------------------------------------------------------------- geometry


def place(square: int, size: int) -> tuple[int, int]:
    """Column and row of a square, from the upper left corner."""
    row, number = divmod(square, size // 2)
    return 2 * number + 1 - row % 2, row


def reached(square: int, direction: int, steps: int, size: int) -> int:
    """The square some steps away; one more than the last square if that is off the board."""
    column, row = place(square, size)
    column, row = column + steps * ACROSS[direction], row + steps * DOWN[direction]
    if 0 <= column < size and 0 <= row < size:
        return row * (size // 2) + column // 2
    return size * size // 2


def step_table(size: int, steps: int = 1) -> Cells:
    """`reached` for every square and direction, at 4 * square + direction."""
    return table([reached(square, d, steps, size) for square in range(size * size // 2) for d in range(4)], u8)


def board_of(size: int, keep: str = "all") -> np.uint64:
    """The squares of a board: all, of the even rows (the first is row 0), or those at the left or right edge."""
    found = 0
    for square in range(size * size // 2):
        column, row = place(square, size)
        kept = {"all": True, "even": row % 2 == 0, "left": column == 0, "right": column == size - 1}
        found |= kept[keep] << square
    return word(found)


def toward(
    board: np.uint64, direction: int, half: int, even: np.uint64, left: np.uint64, right: np.uint64
) -> np.uint64:
    """All squares of a board moved one step; what leaves it at the bottom stays as bits above the last square.

    `half` is the number of squares in a row; the boards are those of `board_of`.
    """
    evens, odds = board & even, board & ~even
    if direction == NORTH_WEST:
        return evens >> word(half) | (odds & ~left) >> word(half + 1)
    if direction == NORTH_EAST:
        return (evens & ~right) >> word(half - 1) | odds >> word(half)
    if direction == SOUTH_WEST:
        return evens << word(half) | (odds & ~left) << word(half - 1)
    return (evens & ~right) << word(half + 1) | odds << word(half)


def dark_cells(size: int) -> tuple[Cell, ...]:
    """The dark squares, named by their numbers."""
    places = [place(square, size) for square in range(size * size // 2)]
    return tuple(
        Cell(str(number), column, size - 1 - row, shade="dark", label=str(number))
        for number, (column, row) in enumerate(places, 1)
    )


# ---------------------------------------------------------------------- positions as PDN writes them


@dataclass(frozen=True)
class Diagram:
    """What a PDN position says: who moves, the squares (from 0) of men and kings by colour, and the clocks."""

    mover: str  # "W" or "B"
    men: dict[str, tuple[int, ...]]
    kings: dict[str, tuple[int, ...]]
    progress: int = 0  # plies without progress, ":H"
    number: int = 0  # the number of the move, ":F"; 0 if it is not told

    def text(self) -> str:
        """The position in one line, `B:W18,24,K10:B12,16,K22`; clocks only where the number of the move is known."""
        parts = [self.mover]
        for colour in "WB":
            shown = [str(square + 1) for square in sorted(self.men[colour])]
            shown += [f"K{square + 1}" for square in sorted(self.kings[colour])]
            parts.append(colour + ",".join(shown))
        return ":".join(parts + ([f"H{self.progress}", f"F{self.number}"] if self.number else []))


def read_diagram(text: str, squares: int) -> Diagram:
    """Read a PDN position; ranges (`B1-12`) and a full stop at the end are understood."""
    parts = text.strip().rstrip(".").upper().replace(" ", "").split(":")
    mover, rest = parts[0], parts[1:]
    colours = [part for part in rest if part[:1] in ("W", "B")]
    clocks = [part for part in rest if re.fullmatch(r"[HF]\d{1,6}", part)]
    told = {part[0] for part in clocks}
    if mover not in ("W", "B") or sorted(part[0] for part in colours) != ["B", "W"]:
        raise BadPosition(
            f"a position is written like B:W21,22,K30:B1,2,K9 (B or W to move, then both sides): {text!r}"
        )
    if len(colours) + len(clocks) != len(rest) or len(told) != len(clocks):
        raise BadPosition(f"after the two sides only :H and :F with a number may follow: {text!r}")
    men: dict[str, tuple[int, ...]] = {}
    kings: dict[str, tuple[int, ...]] = {}
    for part in colours:
        listed = list(read_squares(part[1:], squares))
        men[part[0]] = tuple(square for square, king in listed if not king)
        kings[part[0]] = tuple(square for square, king in listed if king)
    every = [*men["W"], *men["B"], *kings["W"], *kings["B"]]
    if len(every) != len(set(every)):
        raise BadPosition(f"two pieces stand on one square: {text!r}")
    clock = {part[0]: int(part[1:]) for part in clocks}
    return Diagram(mover, men, kings, clock.get("H", 0), clock.get("F", 0))


def read_squares(text: str, squares: int) -> Iterator[tuple[int, bool]]:
    """Squares from 0, and whether a king stands there, of a list like `1,2,K30` or `1-12`."""
    for item in text.split(",") if text else ():
        found = re.fullmatch(r"(K?)(\d{1,2})(?:-(\d{1,2}))?", item)
        first, last = (int(found[2]), int(found[3] or found[2])) if found else (0, 0)
        if not found or not 1 <= first <= last <= squares:
            raise BadPosition(f"{item!r} is no square: they are 1 to {squares}, kings K1 to K{squares}")
        yield from ((square - 1, bool(found[1])) for square in range(first, last + 1))
