"""What depends on the course of a game and not on the position: repetitions, lack of progress, the cap.

The functions serve playthroughs in CPython and kernels alike. Keys of positions lie in one array, one for each turn
that has ended; only those since the last irreversible move can return.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.game.game import BY_UTILITY

Keys = NDArray[np.uint64]


def occurrences(keys: Keys, first: int, end: int, key: np.uint64) -> int:
    """How often a key stands in keys[first:end], looking back from the end."""
    found = 0
    for place in range(end - 1, first - 1, -1):
        if keys[place] == key:
            found += 1
    return found


def clock_after(state: Any, move: int, progress: int) -> int:
    """The no-progress clock after a move that is about to be played."""
    if state.irreversible(move):
        return 0
    return progress + 1


def out_of_time(state: Any, progress: int, ply: int) -> bool:
    """Whether the no-progress rule or the cap ends the game here."""
    if state.no_progress > 0 and progress >= state.no_progress:
        return True
    return state.cap > 0 and ply >= state.cap


def counts_utility(state: Any, progress: int, ply: int) -> bool:
    """Whether a game that ran out of time is decided by `utility` (else it is a draw)."""
    if state.no_progress > 0 and progress >= state.no_progress:
        return state.stalled == BY_UTILITY
    return state.capped == BY_UTILITY
