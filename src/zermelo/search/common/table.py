"""The transposition table: what earlier searches found out about a position, in sixteen bytes.

Two words an entry: the key xor the data, and the data. Threads write without locks; an entry torn between two writers
has a key that fits no position and is not found, which costs a little and harms nothing (Hyatt and Mann 2002).
The move is stored as its index in the row that `moves` writes: one number serves every game's encoding.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadLimit
from zermelo.game.bits import NONE, number, word
from zermelo.search.common.memory import load_word, prefetch_word, room_for, store_word

EXACT, LOWER, UPPER = 1, 2, 3  # the value is the true one, at most the true one, at least the true one
NO_INDEX: Any = np.int64(0xFFFF)  # no move is stored; typed, since recursive kernels are given it (a literal would be
# another signature)
FINAL = 255  # the depth of a value that needed no estimate: it holds however deep one asks

# data: value in the low 32 bits, then 16 bits for the move's index, 8 for the depth, 2 for the bound, 6 for the age


def pack(value: int, index: int, depth: int, bound: int, age: int) -> np.uint64:
    """The data word of an entry."""
    low = word(value & 0xFFFFFFFF)
    high = word(index & 0xFFFF) | word(depth & 0xFF) << word(16) | word(bound) << word(24) | word(age & 63) << word(26)
    return low | high << word(32)


def value_in(data: np.uint64) -> int:
    """The value, with its sign."""
    value = number(data & word(0xFFFFFFFF))
    return value - 0x100000000 if value >= 0x80000000 else value


def index_in(data: np.uint64) -> int:
    """The index of the best move in the row, or NO_INDEX."""
    return number(data >> word(32) & word(0xFFFF))


def depth_in(data: np.uint64) -> int:
    """How deep the value was searched."""
    return number(data >> word(48) & word(0xFF))


def bound_in(data: np.uint64) -> int:
    """EXACT, LOWER or UPPER."""
    return number(data >> word(56) & word(3))


def age_in(data: np.uint64) -> int:
    """In which search the entry was written."""
    return number(data >> word(58))


def probe(address: int, mask: int, key: np.uint64) -> np.uint64:
    """The data of a position, or NONE."""
    slot = 2 * number(key & word(mask))
    data = load_word(address, slot + 1)
    if load_word(address, slot) ^ data == key:
        return data
    return NONE


def prefetch(address: int, mask: int, key: np.uint64) -> None:
    """Have an entry fetched from memory while the search does something else."""
    prefetch_word(address, 2 * number(key & word(mask)))


def store(address: int, mask: int, key: np.uint64, data: np.uint64) -> None:
    """Write an entry unless a much deeper one of the same search lies there for another position."""
    slot = 2 * number(key & word(mask))
    old = load_word(address, slot + 1)
    other = load_word(address, slot) ^ old != key
    if other and age_in(old) == age_in(data) and depth_in(old) > depth_in(data) + 3:
        return
    store_word(address, slot, key ^ data)
    store_word(address, slot + 1, data)


def make_table(megabytes: float) -> NDArray[np.uint64]:
    """An empty table: the largest power of two of entries that fits."""
    return empty_table(megabytes, 2, 1024)


def use_of(table: NDArray[np.uint64]) -> float:
    """Which part of the table is in use, from a sample."""
    return filled(table, 2)


def empty_table(megabytes: float, words: int, min_entries: int) -> NDArray[np.uint64]:
    """The same for entries of so many words, a power of two of them at least."""
    if not megabytes > 0:
        raise BadLimit(f"a table needs some memory: tt={megabytes:g} MB is too little")
    room_for(megabytes, "a table")
    entries = max(min_entries, 1 << int(megabytes * 2**20 / (8 * words)).bit_length() >> 1)
    return np.zeros(words * entries, np.uint64)


def filled(table: NDArray[np.uint64], words: int) -> float:
    """Which part of the entries is in use, from a sample of their last words, the data."""
    sample = table[words - 1 : 2048 * words : words]
    return float(np.count_nonzero(sample) / len(sample))
