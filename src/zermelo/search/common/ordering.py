"""Move ordering: scores written once, then the best move that is left picked as it is needed (selection sort).

A kernel gives each move of a row a score by its own knowledge; `ranked` puts score and index into one number, kept in
the field `ranks` of its work space.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

LAST = 0xFFFF  # the largest index
DONE: Any = np.int64(-(1 << 62))  # the rank of a move that has been picked


class RankedWork(Protocol):
    """A work space that orders moves."""

    @property
    def ranks(self) -> Any:
        """Score and index of each move, [ply, index]."""
        ...


def ranked(score: int, index: int) -> int:
    """Score and index in one number: the higher score, then the earlier index is the larger number."""
    return (score << 16) + (LAST - index)


def pick(work: RankedWork, ply: int, count: int) -> int:
    """The index of the best of the moves that are left, which is then crossed out.

    A plain maximum over the whole row: the processor compares eight at a time.
    """
    best = DONE
    for index in range(count):
        best = max(best, work.ranks[ply, index])
    found = LAST - (best & LAST)
    work.ranks[ply, found] = DONE
    return found
