"""Questions that all searches ask of a node: whether to stop, what it is worth, who is max, which moves are noisy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.errors import BadLimit, Unsupported
from zermelo.textbook.tree import Tree

Cutoff = Callable[[Any, int], bool]  # node, depth below the root -> stop here?
Estimate = Callable[[Any], float]  # node -> estimate for the player to move, for player 0 where chance moves


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
    return lambda node: judge(node) if side(node, max(node.turn, 0)) == side(node, player) else -judge(node)


def leaf_value(player: int, estimate: Estimate | None) -> Callable[[Any], float]:
    """The utility of an end, or else the estimate, as one player sees it."""
    judge = estimate_for(player, estimate)
    return lambda node: float(node.utility(player)) if node.over() else judge(node)


def side(node: Any, player: int) -> int:
    """The side on which a player plays: ghosts hunt together, most players are alone."""
    sides = getattr(node, "sides", ())
    return int(sides[player]) if sides else player


def is_max(node: Any, player: int) -> bool:
    """Whether the player to move, who must not be chance, wants what this player wants."""
    if node.turn < 0:
        raise Unsupported("this game has chance moves, which this algorithm cannot weigh: use expectiminimax")
    return side(node, node.turn) == side(node, player)


def who_asks(root: Any, player: int | None) -> int:
    """Whose value is wanted: the player to move, unless told otherwise; player 0 where chance begins.

    The numbers of a written tree are what it is worth to max, whoever moves first, and so are the answers.
    """
    if player is not None:
        return player
    return 0 if isinstance(root, Tree) and root.zero_sum else max(root.turn, 0)


def who_decides(root: Any, player: int | None) -> int:
    """Who chooses where opponents follow a model: the player to move, unless told otherwise."""
    return player if player is not None else root.turn if root.turn >= 0 else who_asks(root, None)


def answered(root: Any, value: float) -> float:
    """A value for the player to move at the root, as an answer tells it."""
    return value if root.turn < 0 or is_max(root, who_asks(root, None)) else 0.0 - value  # never -0


def refuse_many(root: Any, algorithm: str) -> None:
    """Negamax needs two sides whose interests are opposite, and one of them to move."""
    if not root.over():
        is_max(root, 0)
    players = int(getattr(root, "players", 2))
    if (
        len({side(root, player) for player in range(players)}) > 2
        or players > 1
        and not getattr(root, "zero_sum", True)
    ):
        raise Unsupported(f"{algorithm} needs two sides with opposite interests: use maxn")


def noisy_moves(node: Any) -> list[Any]:
    """The moves that upset the evaluation, where the game knows them."""
    return [move for move in node.moves() if node.noisy(move)] if hasattr(node, "noisy") else []
