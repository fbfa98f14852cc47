"""What ends a search: depth, nodes, seconds, a clock, or a stop event."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from zermelo.errors import BadLimit, BadPlayer
from zermelo.search.common.options import Setting

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
    moves_to_go: int = 0  # moves until the clock gets more; 0: it never does

    def checked(self) -> Limits:
        """The same limits if they make sense; without any, one second."""
        for name in ("depth", "nodes", "seconds", "clock", "simulations"):
            value = getattr(self, name)
            if value is not None and not value > 0:
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
        share = self.clock / (min(self.moves_to_go, 25) or 25)
        return max(0.001, min(share + 0.8 * self.increment, 0.5 * self.clock))


LIMITS = (
    Setting("depth", int, "plies to look ahead", low=1),
    Setting("nodes", int, "positions to look at", low=1),
    Setting("time", float, f"seconds for a move; {DEFAULT_SECONDS:g} where no limit is given", low=0.001),
    Setting("clock", float, "seconds for all of a game", low=0.01),
    Setting("increment", float, "seconds that the clock gains with each move", 0.0, low=0),
)
SIMULATIONS = (Setting("sims", int, "simulations for a move", low=1), *LIMITS[1:])
ROUNDS = Setting("rounds", int, "rounds to look ahead, in which everybody moves once", low=1)
LIMIT_NAMES = {setting.name for setting in (*LIMITS, *SIMULATIONS, ROUNDS)}


def limits_of(values: dict[str, Any]) -> Limits:
    """The limits among the values; contradictions are refused by `Limits.checked`."""
    if "rounds" in values and "depth" in values:
        raise BadPlayer("give either a depth in plies or rounds, not both")
    return Limits(
        depth=values.get("depth", values.get("rounds")),
        nodes=values.get("nodes"),
        seconds=values.get("time"),
        clock=values.get("clock"),
        increment=values.get("increment", 0.0),
        simulations=values.get("sims"),
    ).checked()
