"""Where an examination stands, written into memory that another process can watch and read after a crash."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from zermelo.game.check.ask import METHODS

ROOM = 32_768  # moves that are kept
IDLE, COMPILING, INTERPRETED, COMPILED = range(4)


class Trace:
    """A heartbeat, the phase, the method being asked and the moves of the present game."""

    def __init__(self, path: Path | None = None, *, make: bool = True) -> None:
        size = 8 + ROOM // 2
        if path is None:
            data = np.zeros(size, np.int64)
        else:
            data = np.asarray(np.memmap(path, np.int64, "w+" if make else "r+", shape=(size,)))
        self.beats = data[0:1]
        self.phases = data[1:2]
        self.where = data[2:3]
        self.lengths = data[3:4]
        self.trail = data[8:].view(np.int32)

    def beat(self) -> None:
        """Say that the work goes on."""
        self.beats[0] += 1

    def phase(self, phase: int) -> None:
        """Begin another kind of work."""
        self.phases[0] = phase
        self.beat()

    def at(self, moves: list[int]) -> None:
        """Say which position is being looked at."""
        length = min(len(moves), ROOM)
        self.lengths[0] = length
        if length:
            self.trail[:length] = moves[:length]
        self.beat()

    def moves(self) -> list[int]:
        """The moves of the present game."""
        return [int(move) for move in self.trail[: int(self.lengths[0])]]

    def method(self) -> str:
        """The method being asked."""
        return METHODS[int(self.where[0]) % len(METHODS)]
