"""Which games can be solved by their positions, and what the values then promise."""

from __future__ import annotations

from typing import Any

from zermelo.errors import Unsupported
from zermelo.game.game import DRAW
from zermelo.game.sides import count_sides


def refuse_solving(cls: Any) -> None:
    """Say which fact of a game stands in the way of solving it position by position."""
    sides = count_sides(cls)
    problem = ""
    if cls.hidden:
        problem = "it hides information, so a position is not all that a player knows: `zermelo equilibrium` solves it"
    elif sides > 2 or (sides == 2 and not cls.zero_sum):
        problem = "it has no two sides with opposite interests: maxn plays it"
    elif cls.repetition and cls.repeated != DRAW:
        problem = "its repetition rule is more than a draw and depends on the way to a position: a search honours it"
    elif (cls.cap and cls.capped != DRAW) or (cls.no_progress and cls.stalled != DRAW):
        problem = "a rule that counts plies decides who wins: a search honours it"
    if problem:
        raise Unsupported(f"{cls.__name__} cannot be solved by its positions: {problem}")


def promise(cls: Any) -> str:
    """What the values mean where a rule counts plies, in a sentence; empty where they need no explanation."""
    rules = []
    if cls.no_progress:
        rules.append(f"{cls.no_progress} plies without progress")
    if cls.cap:
        rules.append(f"{cls.cap} plies in all")
    if not rules:
        return ""
    return f"values hold as long as no draw by {' or '.join(rules)} comes first; distances tell where it may"
