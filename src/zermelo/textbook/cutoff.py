"""Where a search stops and what it says there: the cutoff test and the evaluation function of the lectures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.errors import BadLimit

Cutoff = Callable[[Any, int], bool]  # node, depth below the root -> stop here?
Estimate = Callable[[Any], float]  # node -> estimate for the player to move


def depth_limit(depth: int | None) -> Cutoff:
    """Stop at a depth, or never."""
    if depth is not None and depth < 1:
        raise BadLimit(f"the depth must be at least 1, not {depth}")
    return lambda node, below: depth is not None and below >= depth


def own_estimate(node: Any) -> float:
    """The game's own evaluation for the player to move, or 0 where it has none."""
    return float(node.evaluate()) if hasattr(node, "evaluate") else 0.0


def estimate_for(player: int, estimate: Estimate | None) -> Callable[[Any], float]:
    """An estimate for the player to move as seen by one player (two sides, opposite interests)."""
    judge = estimate or own_estimate
    return lambda node: judge(node) if node.turn == player else -judge(node)
