"""The vocabulary of boards: a board is np.uint64, a square is an int. Each word means the same at all speeds.

Boards combine with & | ^ ~ only; everything else goes through a word, because NumPy and Numba disagree on arithmetic
between signed and unsigned numbers. Plain functions here are compiled as they stand; those that name a machine
instruction or must wrap round have a compiled twin in `machine.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from zermelo.game.fields import Row

word = np.uint64
NONE = word(0)
ONE = word(1)
ALL = word(0xFFFFFFFFFFFFFFFF)
MASK = 0xFFFFFFFFFFFFFFFF


def count(board: np.uint64) -> int:
    """How many squares a board has."""
    return int(board).bit_count()


def number(board: np.uint64) -> int:
    """A word as a signed number."""
    return int(board)


def lowest(board: np.uint64) -> int:
    """The lowest square of a board; 64 if there is none."""
    bits = int(board)
    return (bits & -bits).bit_length() - 1 if bits else 64


def highest(board: np.uint64) -> int:
    """The highest square of a board; -1 if there is none."""
    return int(board).bit_length() - 1


def nth(board: np.uint64, index: int) -> int:
    """The square with `index` squares below it on the board."""
    bits = int(board)
    for _ in range(index):
        bits &= bits - 1
    return (bits & -bits).bit_length() - 1 if bits else 64


def swapped(board: np.uint64) -> np.uint64:
    """The bytes in reverse order: an 8 x 8 board upside down."""
    return word(int.from_bytes(int(board).to_bytes(8, "little"), "big"))


def reversed_bits(board: np.uint64) -> np.uint64:
    """The bits in reverse order: an 8 x 8 board turned by half."""
    return word(int(f"{int(board):064b}"[::-1], 2))


def plus(a: np.uint64, b: np.uint64) -> np.uint64:
    """The sum, wrapping round."""
    return word((int(a) + int(b)) & MASK)


def minus(a: np.uint64, b: np.uint64) -> np.uint64:
    """The difference, wrapping round."""
    return word((int(a) - int(b)) & MASK)


def times(a: np.uint64, b: np.uint64) -> np.uint64:
    """The product, wrapping round."""
    return word((int(a) * int(b)) & MASK)


def rest(board: np.uint64) -> np.uint64:
    """The board without its lowest square."""
    return word(int(board) & (int(board) - 1)) if board else board


def squares(board: np.uint64) -> Iterator[int]:
    """The squares of a board, lowest first."""
    bits = int(board)
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


def bit(square: int) -> np.uint64:
    """The board with one square."""
    return ONE << word(square)


def has(board: np.uint64, square: int) -> bool:
    """Whether a board has a square."""
    return (board >> word(square)) & ONE != NONE


def rotate(board: np.uint64, by: int) -> np.uint64:
    """Towards higher squares by `by` (negative: lower); what leaves at one end comes back at the other."""
    return (board << word(by & 63)) | (board >> word(-by & 63))


def put(out: Row, n: int, move: int) -> int:
    """Write the n-th move of a row and return the new number of moves."""
    out[n] = move
    return n + 1


def put_all(out: Row, n: int, board: np.uint64) -> int:
    """Write every square of a board as a move."""
    for square in squares(board):
        n = put(out, n, square)
    return n


def mix64(bits: np.uint64) -> np.uint64:
    """A word that looks random: the finisher of splitmix64 (Steele, Lea, Flood 2014)."""
    bits = times(bits ^ (bits >> word(30)), word(0xBF58476D1CE4E5B9))
    bits = times(bits ^ (bits >> word(27)), word(0x94D049BB133111EB))
    return bits ^ (bits >> word(31))


def fold(board: np.uint64, by: np.uint64) -> np.uint64:
    """One word of a hash.

    After one product, squares 31 and 63 differ in the same two bits of every word, and a piece that stands in two words
    (its colour and its kind) would cancel itself; the second product makes that difference each word's own.
    """
    product = times(board ^ (board >> word(32)), by)
    return times(product ^ (product >> word(32)), by)


def hash_words(state: Any) -> np.uint64:
    """A 64-bit hash of the key bytes of a record, eight bytes at a time."""
    data = state.tobytes()[: type(state).key_bytes]
    total = 0
    for place in range(0, len(data), 8):
        total += int(fold(word(int.from_bytes(data[place : place + 8], "little")), factor(place // 8)))
    return mix64(word(total & MASK))


def factor(place: int) -> np.uint64:
    """An odd multiplier for the word at a place."""
    return mix64(word(place + 1)) | ONE
