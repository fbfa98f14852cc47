"""Clocks of the people at a game: time runs from the first move on, while a person is to move."""

from __future__ import annotations

import time
from dataclasses import dataclass, field


@dataclass
class Clock:
    """Seconds left for each seat, and since when the seat to move has been thinking."""

    left: list[float]
    increment: float = 0.0
    since: float = field(default_factory=time.monotonic)

    def restart(self) -> None:
        """Somebody else thinks from now on; what was spent so far is not charged."""
        self.since = time.monotonic()

    def charge(self, seat: int) -> None:
        """The seat has moved: take off what it spent, add the increment, and let the next one think."""
        now = time.monotonic()
        self.left[seat] += self.increment - (now - self.since)
        self.since = now

    def shown(self, seat: int, ticking: bool) -> float:
        """What the clock of a seat shows now."""
        return self.left[seat] - (time.monotonic() - self.since if ticking else 0.0)
