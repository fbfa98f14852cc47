"""The transposition table of floats: means over chance in full precision, and bounds of them.

Three words an entry: key, value, and the data word of `common/table.py`, whose value field says whether the value
needed no estimate. One thread writes; entries are used only where they say exactly what a search to this depth would
find.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from zermelo.game.bits import NONE, number, word
from zermelo.search.common.memory import load_word, store_word
from zermelo.search.common.table import depth_in, empty_table, filled, value_in

WORDS = 3  # of an entry
MIN_ENTRIES = 256


def slot_of(mask: int, key: np.uint64) -> int:
    """Where an entry begins."""
    return WORDS * number(key & word(mask))


def probe(address: int, mask: int, key: np.uint64) -> np.uint64:
    """The data word of a position, or NONE."""
    slot = slot_of(mask, key)
    if load_word(address, slot) == key:
        return load_word(address, slot + 2)
    return NONE


def stored_value(address: int, mask: int, key: np.uint64) -> float:
    """The value that belongs to the data."""
    return float(np.uint64(load_word(address, slot_of(mask, key) + 1)).view(np.float64))


def fits_depth(data: np.uint64, depth: int) -> bool:
    """Whether a search to this depth would find the same: the same depth, or a value that no depth can change."""
    return depth_in(data) == depth or (value_in(data) == 1 and depth >= depth_in(data))


def store(address: int, mask: int, key: np.uint64, value: float, data: np.uint64) -> None:
    """Write an entry; the newest one stays."""
    slot = slot_of(mask, key)
    store_word(address, slot, key)
    store_word(address, slot + 1, np.uint64(np.float64(value).view(np.uint64)))
    store_word(address, slot + 2, data)


def make_float_table(megabytes: float) -> NDArray[np.uint64]:
    """An empty table: the largest power of two of entries that fits."""
    return empty_table(megabytes, WORDS, MIN_ENTRIES)


def mask_of(table: NDArray[np.uint64]) -> int:
    """Picks an entry from a key."""
    return len(table) // WORDS - 1


def use_of_floats(table: NDArray[np.uint64]) -> float:
    """Which part of the table is in use, from a sample."""
    return filled(table, WORDS)
