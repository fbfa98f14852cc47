"""Games that end before the rules end them: somebody resigns, a clock runs out, a draw is agreed."""

from __future__ import annotations

from typing import Any

from zermelo.game.playthrough import Outcome


def lost_by(state: Any, loser: int, reason: str) -> Outcome:
    """The outcome when a seat gives the game up: the whole side of that seat loses, and everybody else wins."""
    sides = state.sides or tuple(range(state.players))
    lost = sides[loser]
    utilities = tuple(float(state.lowest if side == lost else state.highest) for side in sides)
    return Outcome(utilities, reason)


def drawn_by(state: Any, reason: str) -> Outcome:
    """The outcome of a draw that the rules did not bring about."""
    return Outcome(tuple(0.0 for _ in range(state.players)), reason)
