"""Games that end before the rules end them: somebody resigns, or a clock runs out."""

from __future__ import annotations

from typing import Any

from zermelo.game.playthrough import Outcome


def lost_by(state: Any, loser: int, reason: str) -> Outcome:
    """The outcome when a seat gives the game up: the whole side of that seat loses, and everybody else wins."""
    sides = state.sides or tuple(range(state.players))
    lost = sides[loser]
    utilities = tuple(float(state.lowest if side == lost else state.highest) for side in sides)
    return Outcome(utilities, reason)
