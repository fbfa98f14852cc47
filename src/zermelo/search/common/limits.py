"""What ends a search: depth, nodes, seconds, a clock, or a stop event."""

from __future__ import annotations

from dataclasses import dataclass, replace

from zermelo.errors import BadLimit

DEFAULT_SECONDS = 1.0


@dataclass(frozen=True)
class Limits:
    """At least one of these; the first to be reached stops the search."""

    depth: int | None = None  # plies
    nodes: int | None = None  # positions looked at
    seconds: float | None = None  # by the clock on the wall
    clock: float | None = None  # seconds left for the rest of the game
    increment: float = 0.0  # seconds added after each move
    simulations: int | None = None  # of a Monte Carlo search

    def checked(self) -> Limits:
        """The same limits if they make sense; without any, one second."""
        for name in ("depth", "nodes", "seconds", "clock", "simulations"):
            value = getattr(self, name)
            if value is not None and value <= 0:
                raise BadLimit(f"{name} must be more than 0, not {value:g}")
        if self.seconds is not None and self.clock is not None:
            raise BadLimit("give either seconds for this move or a clock for the game, not both")
        if self.increment < 0:
            raise BadLimit(f"an increment cannot be negative ({self.increment:g})")
        if self.increment and self.clock is None:
            raise BadLimit("an increment needs a clock")
        if all(getattr(self, name) is None for name in ("depth", "nodes", "seconds", "clock", "simulations")):
            return replace(self, seconds=DEFAULT_SECONDS)
        return self

    def time_for_move(self) -> float | None:
        """How long this move may take: its own limit, or a share of the clock."""
        if self.clock is None:
            return self.seconds
        return max(0.01, min(self.clock / 25.0 + 0.8 * self.increment, 0.5 * self.clock))
