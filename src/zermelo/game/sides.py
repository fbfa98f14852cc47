"""Sides: players who win together, as ghosts do; where nobody does, each player is a side of their own."""

from __future__ import annotations

from typing import Any


def sides_of(game: Any) -> tuple[int, ...]:
    """The side of each player."""
    return tuple(game.sides) or tuple(range(game.players))


def count_sides(game: Any) -> int:
    """How many sides oppose each other."""
    return len(set(sides_of(game)))


def side_to_move(state: Any) -> int:
    """The side of the player to move; at chance that of the first player."""
    return int(sides_of(state)[max(int(state.turn), 0)])


def same_side(one: Any, other: Any) -> bool:
    """Whether the same side is to move in two positions."""
    return side_to_move(one) == side_to_move(other)
