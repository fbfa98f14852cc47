"""Every position that can be reached from one, solved: win, draw or loss with the distance, or the exact score.

Where the results are win, draw and loss, retrograde analysis decides; where they are scores or chance moves, value
iteration does (`value_iteration.py`), which needs one sweep in a game without cycles.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import Unsupported
from zermelo.game.sides import sides_of
from zermelo.solve.checkpoint import Checkpoint
from zermelo.solve.positions import END, Positions, Progress, reachable
from zermelo.solve.promise import refuse_solving
from zermelo.solve.retrograde import Graph, retrograde
from zermelo.solve.value_iteration import converged

POSITION_BYTES = 130  # beside the position itself: moves both ways, values, the hash table


@dataclass
class Solved:
    """The solution of all positions that can be reached."""

    positions: Positions
    values: NDArray[Any]  # [position] of the player to move: codes of retrograde analysis (int16), or scores (float64)
    method: str
    longest: int | None  # moves of the longest win or loss, where distances are known

    @property
    def codes(self) -> bool:
        """Whether values are codes with distances."""
        return self.values.dtype == np.int16

    def counts(self) -> tuple[int, int, int]:
        """Positions that are won, drawn and lost for the player to move."""
        return int((self.values > 0).sum()), int((self.values == 0).sum()), int((self.values < 0).sum())

    def table(self) -> dict[str, NDArray[Any]]:
        """The arrays of a `ReachedTable`: keys in order, and the value of each; ends of the game are left out."""
        open_positions = self.positions.kinds != END
        states = self.positions.states[open_positions]
        keys = np.array([state.key() for state in states], np.uint64)
        order = np.argsort(keys)
        keys = keys[order]
        if (keys[1:] == keys[:-1]).any():
            raise Unsupported("two positions have the same 64-bit key: this game needs a better `key`")
        return {"keys": keys, "values": self.values[open_positions][order]}


def most_positions(cls: Any, memory: float) -> int:
    """How many positions fit into so many bytes."""
    return int(memory / (POSITION_BYTES + cls.layout.itemsize))


def solve_reached(
    state: Any, *, memory: float = 4e9, progress: Progress | None = None, checkpoint: Checkpoint | None = None
) -> Solved:
    """Solve a position and all that can follow."""
    cls = type(state)
    refuse_solving(cls)
    found = reachable(state, most_states=most_positions(cls, memory), progress=progress, checkpoint=checkpoint)
    mover = movers(cls, found)
    ends = np.where(mover, found.ends, -found.ends)
    results = set(np.unique(found.ends).tolist())
    if cls.chance or not results <= {cls.lowest, 0.0, cls.highest} or cls.lowest != -cls.highest:
        values = converged(found, progress)
        return Solved(found, np.where(mover, values, -values), "value iteration", None)
    graph = graph_of(found, mover, np.sign(ends).astype(np.int16))
    longest = retrograde(graph)
    return Solved(found, graph.values, "retrograde analysis", longest)


def movers(cls: Any, found: Positions) -> NDArray[np.bool_]:
    """Whether the side of player 0 is to move, at chance too."""
    sides = np.array(sides_of(cls))
    return sides[np.maximum(found.states["turn"], 0)] == sides[0]


def graph_of(found: Positions, mover: NDArray[np.bool_], ends: NDArray[np.int16]) -> Graph:
    """The positions as retrograde analysis takes them."""
    sources = np.repeat(np.arange(len(found)), np.diff(found.offsets))
    targets = np.where(mover[sources] == mover[found.targets], ~found.targets, found.targets).astype(np.int32)
    left = np.diff(found.offsets).astype(np.int16)
    left[found.kinds == END] = -1
    none = np.zeros(0, np.int32)
    values = np.where(found.kinds == END, ends, 0).astype(np.int16)
    return Graph(found.offsets, targets, values, left, np.zeros(len(found), np.int16), none, none.astype(np.int16))
