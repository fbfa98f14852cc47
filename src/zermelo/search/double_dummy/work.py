"""Work spaces of the double-dummy search, and its table of positions.

Cards are bits of a word: sixteen for each suit, the two lowest, the ace at 12. The table knows a position by the
lengths of the suits in all hands; below each such shape hang patterns: who holds the highest cards of each suit, as
far down as mattered, and a bound on the tricks (partition search, Ginsberg 1996). Relative ranks, so the fall of a
card that beat nothing changes no pattern.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from zermelo.game.bits import count, has, lowest, word
from zermelo.game.compile import kernel
from zermelo.game.fields import Cells, array, i32, i64, u64
from zermelo.search.common.work import Work

NO_TRUMP = 4
SUIT = word(0x1FFF)
DEPTHS = 15  # tricks left, 0 to 13, and one above
RANKS = 8192  # sets of ranks of a suit
WORDS = 4  # of a pattern in the table
SHAPES = 1 << 17
PATTERNS = 1 << 20


class TableWork(Work):
    """What the search keeps: hands, the tricks under way, rows of cards, and where its table lies."""

    trump: i64
    used: i64  # patterns in the table
    shapes_used: i64
    shapes: i64  # address of keys and heads, two words a shape
    patterns: i64  # address
    hands: Cells = array(u64, 4)
    left: Cells = array(u64, DEPTHS)  # the cards of all hands when a trick began
    leader: Cells = array(i64, DEPTHS)
    played: Cells = array(u64, (DEPTHS, 4))  # the cards of a trick
    winner: Cells = array(i64, (DEPTHS, 4))  # who wins so far, by the number of cards played
    cards: Cells = array(u64, (DEPTHS * 4, 13))
    groups: Cells = array(u64, (DEPTHS * 4, 13))  # for each card those of equal worth in the hand
    scores: Cells = array(i64, (DEPTHS * 4, 13))
    owners: Cells = array(i32, (4, RANKS))  # of the cards of a suit, highest first, two bits each from the top


@kernel
def fill_owners(work: TableWork) -> None:
    """Who holds the cards of each subset of a suit: that of the subset without its lowest card, and that card's."""
    for suit in range(4):
        for ranks in range(1, RANKS):
            at = lowest(word(ranks))
            owner = 0
            for seat in range(1, 4):
                if has(work.hands[seat], 16 * suit + at):
                    owner = seat
            before = ranks & (ranks - 1)
            work.owners[suit, ranks] = work.owners[suit, before] | (owner << (24 - 2 * count(word(before))))


def new_table() -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Empty memory for shapes and patterns."""
    return np.zeros(2 * SHAPES, np.uint64), np.zeros(WORDS * PATTERNS, np.uint64)
