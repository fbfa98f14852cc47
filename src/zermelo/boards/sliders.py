"""The 8 x 8 board of chess and its kin: squares that pieces slide and leap to, and the lines between two squares.

Square 0 is a1, 7 is h1, 63 is h8. A line's attack comes from subtraction (hyperbola quintessence, Leathers and Cooley
2007): taking the slider away from the pieces of its line borrows up to the first piece above it; the same on the board
upside down gives the other half. Ranks do not turn round that way and have a table of 512 bytes. All tables together
are small enough for the constant memory of a GPU.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from zermelo.game import NONE, Cells, bit, has, minus, swapped, table, u8, u64, word

Step = tuple[int, int]  # across and up

RANK, FILE, RISING, FALLING = range(4)  # the four lines through a square
WAYS: tuple[Step, ...] = ((1, 0), (0, 1), (1, 1), (1, -1))
AROUND: tuple[Step, ...] = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
KNIGHT_STEPS: tuple[Step, ...] = tuple((dx, dy) for dx in (-2, -1, 1, 2) for dy in (-2, -1, 1, 2) if abs(dx) != abs(dy))


# ---------------------------------------------------------------------- building tables


def leaps(square: int, steps: Iterable[Step]) -> int:
    """The squares that the given steps reach from a square, as the bits of an int."""
    x, y = square % 8, square // 8
    return sum(1 << (y + dy) * 8 + x + dx for dx, dy in steps if 0 <= x + dx < 8 and 0 <= y + dy < 8)


def leap_table(steps: Iterable[Step]) -> Cells:
    """`leaps` for every square."""
    steps = tuple(steps)
    return table([leaps(square, steps) for square in range(64)], u64)


def line_of(way: int, square: int) -> int:
    """The whole line through a square, without the square itself."""
    dx, dy = WAYS[way]
    return leaps(square, [(dx * n, dy * n) for n in range(-7, 8) if n])


def along_rank(place: int, inner: int) -> int:
    """How far a piece sees on a rank of eight places whose inner six are occupied like `inner`."""
    seen = 0
    for step in (-1, 1):
        at = place + step
        while 0 <= at < 8:
            seen |= 1 << at
            if inner << 1 >> at & 1:
                break
            at += step
    return seen


LINES = table([[line_of(way, square) for square in range(64)] for way in range(4)], u64)  # [way, square]
RANKS = table([[along_rank(place, inner) for inner in range(64)] for place in range(8)], u8)  # [file, inner six]
KNIGHT = leap_table(KNIGHT_STEPS)
KING = leap_table(AROUND)


# ---------------------------------------------------------------------- for rules


def sliding(way: int, square: int, occupied: np.uint64) -> np.uint64:
    """The squares that a slider sees along a file or diagonal, the first piece on either side included."""
    line: np.uint64 = LINES[way, square]
    pieces = occupied & line
    up = minus(pieces, bit(square))
    down = swapped(minus(swapped(pieces), bit(square ^ 56)))
    return (up ^ down) & line


def straight(square: int, occupied: np.uint64) -> np.uint64:
    """What a rook sees."""
    shift = square & 56
    inner = occupied >> word(shift + 1) & word(63)
    return word(RANKS[square & 7, inner]) << word(shift) | sliding(FILE, square, occupied)


def diagonal(square: int, occupied: np.uint64) -> np.uint64:
    """What a bishop sees."""
    return sliding(RISING, square, occupied) | sliding(FALLING, square, occupied)


def line_through(a: int, b: int) -> np.uint64:
    """The line through a on which b lies, without a; nothing if they share none."""
    for way in range(4):
        line: np.uint64 = LINES[way, a]
        if has(line, b):
            return line
    return NONE


def between(a: int, b: int) -> np.uint64:
    """The squares strictly between two squares of one line."""
    low, high = min(a, b), max(a, b)
    return line_through(a, b) & minus(bit(high), bit(low)) & ~bit(low)


def span(a: int, b: int) -> np.uint64:
    """The squares of a rank from a to b, both included."""
    return minus(bit(max(a, b)) << word(1), bit(min(a, b)))
