"""The table of df-pn: proof and disproof numbers, or a verdict with its length, in sixteen bytes.

Two words an entry, the key xor the data and the data. A bucket of four entries is one cache line; the entry that cost
least gives way. An unsolved entry has pn in the low 28 bits, then dn in 28; a solved one its plies in the low 16 bits.
Both have 6 bits for the effort that went into it (its logarithm) and 2 for the verdict.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from zermelo.game.bits import NONE, number, word
from zermelo.search.common.memory import load_word, store_word

UNSOLVED, PROVEN, DISPROVEN, PATH_DEPENDENT = range(4)  # verdicts; PATH_DEPENDENT: disproven on this path only
INFINITY = 1 << 28  # the number of what cannot be proven at all
MAX_NUMBER = INFINITY - 1  # sums stop here
MAX_PLIES = 0xFFFF  # as many plies or more: an entry cannot tell
BUCKET = 4  # entries


def unsolved_entry(pn: int, dn: int) -> np.uint64:
    """The proof and disproof numbers of a position that is not solved."""
    return word(min(pn, MAX_NUMBER)) | word(min(dn, MAX_NUMBER)) << word(28)


def solved_entry(verdict: int, plies: int) -> np.uint64:
    """A verdict, and the most plies that the game goes on if both keep to it."""
    return word(min(plies, MAX_PLIES)) | word(verdict) << word(62)


def verdict_in(data: np.uint64) -> int:
    """UNSOLVED, PROVEN, DISPROVEN or PATH_DEPENDENT."""
    return number(data >> word(62))


def plies_in(data: np.uint64) -> int:
    """The length of a proof or disproof."""
    return number(data & word(MAX_PLIES))


def number_in(data: np.uint64, proof: bool) -> int:
    """The proof number or the disproof number."""
    verdict = verdict_in(data)
    if verdict == UNSOLVED:
        return number((data if proof else data >> word(28)) & word(INFINITY - 1))
    return 0 if (verdict == PROVEN) == proof else INFINITY


def with_effort(data: np.uint64, nodes: int) -> np.uint64:
    """The entry with the effort that it cost: dear entries stay in the table longer."""
    effort = 0
    while nodes > 0:
        nodes >>= 1
        effort += 1
    return without_effort(data) | word(effort) << word(56)


def without_effort(data: np.uint64) -> np.uint64:
    """What an entry says, for comparing."""
    return data & ~(word(63) << word(56))


def effort_in(data: np.uint64) -> int:
    """The logarithm of the nodes that were searched."""
    return number(data >> word(56) & word(63))


def probe(address: int, mask: int, key: np.uint64) -> np.uint64:
    """The entry of a position, or NONE."""
    bucket = 2 * BUCKET * number(key & word(mask))
    for index in range(BUCKET):
        data = load_word(address, bucket + 2 * index + 1)
        if load_word(address, bucket + 2 * index) ^ data == key and data != NONE:
            return without_effort(data)
    return NONE


def store(address: int, mask: int, key: np.uint64, data: np.uint64) -> None:
    """Write an entry over the position's own, or over the one of its bucket that cost least."""
    bucket = 2 * BUCKET * number(key & word(mask))
    chosen, least = bucket, 64
    for index in range(BUCKET):
        old = load_word(address, bucket + 2 * index + 1)
        if old != NONE and load_word(address, bucket + 2 * index) ^ old == key:
            chosen = bucket + 2 * index
            break
        effort = effort_in(old) if old != NONE else -1
        if effort < least:
            chosen, least = bucket + 2 * index, effort
    store_word(address, chosen, key ^ data)
    store_word(address, chosen + 1, data)


# ---------------------------------------------------------------------- the whole table


def verdicts(table: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The verdicts of all entries."""
    return table[1::2] >> np.uint64(62)


def remove_entries(table: NDArray[np.uint64], verdict: int) -> None:
    """Take all entries of one verdict out of the table."""
    table.reshape(-1, 2)[verdicts(table) == verdict] = 0


def count_entries(table: NDArray[np.uint64], verdict: int) -> int:
    """How many entries have a verdict."""
    return int(np.count_nonzero(verdicts(table) == verdict))
