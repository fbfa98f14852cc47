"""Which players' ratings can be compared: games must connect them, and points must flow both ways."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Flags = NDArray[np.bool_]


def reach_each_other(took: Flags) -> bool:
    """Whether from every player a chain of points leads to every other one (then a maximum exists)."""
    return bool(reached(took, 0).all() and reached(took.T, 0).all())


def reached(took: Flags, player: int) -> Flags:
    """Who can be reached from a player."""
    found = np.zeros(len(took), bool)
    found[player] = True
    new = found.copy()
    while new.any():
        new = took[new].any(axis=0) & ~found
        found |= new
    return found


def unconnected(took: Flags) -> tuple[str, ...]:
    """A remark where groups of players never met."""
    groups = 0
    left = np.ones(len(took), bool)
    either = took | took.T
    while left.any():
        left &= ~reached(either, int(np.flatnonzero(left)[0]))
        groups += 1
    if groups < 2:
        return ()
    return (f"no games connect {groups} groups of players: ratings cannot be compared between them",)
