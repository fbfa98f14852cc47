"""Clocks: seconds left for each seat. At a session time runs from the first move on, while a person is to move."""

from __future__ import annotations

import time
from dataclasses import dataclass, field


@dataclass
class Clock:
    """Seconds left for each seat, and since when the seat to move has been thinking."""

    left: list[float]
    increment: float = 0.0
    since: float = field(default_factory=time.monotonic)
    period: int = 0  # moves after which a seat gets its first seconds again; 0: never
    made: list[int] = field(default_factory=list)  # moves of each seat

    def __post_init__(self) -> None:
        self.first = list(self.left)
        self.made = self.made or [0] * len(self.left)

    def restart(self) -> None:
        """Somebody else thinks from now on; what was spent so far is not charged."""
        self.since = time.monotonic()

    def charge(self, seat: int, spent: float | None = None) -> None:
        """The seat has moved: take off what it spent, add the increment, and let the next one think."""
        now = time.monotonic()
        self.left[seat] += self.increment - (now - self.since if spent is None else spent)
        self.since = now
        self.made[seat] += 1
        if self.period and self.made[seat] % self.period == 0:
            self.left[seat] += self.first[seat]

    def moves_to_go(self, seat: int) -> int:
        """Moves until the clock gets more; 0 where it never does."""
        return self.period - self.made[seat] % self.period if self.period else 0

    def shown(self, seat: int, ticking: bool) -> float:
        """What the clock of a seat shows now."""
        return self.left[seat] - (time.monotonic() - self.since if ticking else 0.0)
