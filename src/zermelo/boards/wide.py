"""Boards of more than sixty-four squares: two words, the lower squares in the first.

The words travel as a pair of local variables, since rules may not make arrays.
"""

from __future__ import annotations

import numpy as np

from zermelo.game.bits import word


def up(low: np.uint64, high: np.uint64, by: int) -> tuple[np.uint64, np.uint64]:
    """All squares moved towards higher numbers, by 1 to 63."""
    return low << word(by), high << word(by) | low >> word(64 - by)


def down(low: np.uint64, high: np.uint64, by: int) -> tuple[np.uint64, np.uint64]:
    """All squares moved towards lower numbers, by 1 to 63."""
    return low >> word(by) | high << word(64 - by), high >> word(by)
