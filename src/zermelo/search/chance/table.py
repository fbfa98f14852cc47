"""A transposition table for values that are no whole numbers: means over chance, in the full precision of a float.

Three words an entry: key, value, and the data word of `table.py`, whose value field says whether the value needed no
estimate. One thread writes; entries are used only where they say exactly what a search to this depth would find.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadLimit
from zermelo.game.bits import NONE, number, word
from zermelo.search.common.memory import load_word, room_for, store_word
from zermelo.search.common.table import depth_in, value_in

WORDS = 3


def slot_of(mask: int, key: np.uint64) -> int:
    """Where an entry begins."""
    return WORDS * number(key & word(mask))


def probe_data(address: int, mask: int, key: np.uint64) -> np.uint64:
    """The data word of a position, or NONE."""
    slot = slot_of(mask, key)
    if load_word(address, slot) == key:
        return load_word(address, slot + 2)
    return NONE


def stored_value(address: int, mask: int, key: np.uint64) -> float:
    """The value that belongs to the data."""
    return float(np.uint64(load_word(address, slot_of(mask, key) + 1)).view(np.float64))


def serves(data: np.uint64, depth: int) -> bool:
    """Whether a search to this depth would find the same: the same depth, or a value that no depth can change."""
    return depth_in(data) == depth or (value_in(data) == 1 and depth >= depth_in(data))


def keep_value(address: int, mask: int, key: np.uint64, value: float, data: np.uint64) -> None:
    """Write an entry; the newest one stays."""
    slot = slot_of(mask, key)
    store_word(address, slot, key)
    store_word(address, slot + 1, np.uint64(np.float64(value).view(np.uint64)))
    store_word(address, slot + 2, data)


def make_float_table(megabytes: float) -> NDArray[np.uint64]:
    """An empty table: the largest power of two of entries that fits."""
    if megabytes <= 0:
        raise BadLimit(f"a table needs some memory: tt={megabytes:g} MB is too little")
    entries = 1 << max(8, int(megabytes * 2**20 / (8 * WORDS)).bit_length() - 1)
    room_for(megabytes, "a table")
    return np.zeros(WORDS * entries, np.uint64)


def mask_of(table: NDArray[np.uint64]) -> int:
    """Picks a place from a key."""
    return len(table) // WORDS - 1


def use_of_floats(table: NDArray[np.uint64]) -> float:
    """Which part of the table is in use, from a sample."""
    sample = table[2 : 2048 * WORDS : WORDS]
    return float(np.count_nonzero(sample) / len(sample))
