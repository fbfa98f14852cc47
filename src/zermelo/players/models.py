"""Opponents as models: what a player's text means to expectimax.

`random`, `greedy` and searches of a fixed depth, and mixtures of these, are part of the compiled search. Any other
player is asked move by move through the plain door, which is slow, and the result says so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.players.base import Player
from zermelo.players.settings import read_value
from zermelo.players.text import PlayerText, read_player
from zermelo.search.common.limits import LIMITS

DEPTH = LIMITS[0]
Nested = Callable[[str], Player]
SLOW = "the model is asked in Python, move by move: small depths only"


def opponent_model(text: str, nested: Nested) -> tuple[Any, tuple[str, ...]]:
    """What `Expectimax` takes as a model, and what is to be said about it."""
    parts = flat(read_player(text), 1.0)
    asked = [(nested(spec.text), weight) for spec, weight in parts]  # made in any case: a host's bounds are theirs too
    kinds = [compiled_part(spec, weight) for spec, weight in parts]
    if all(kind is not None for kind in kinds):
        return kinds, ()
    return lambda node: policy(node, asked), (SLOW,)


def flat(spec: PlayerText, weight: float) -> list[tuple[PlayerText, float]]:
    """A mixture of mixtures as one, with weights that add up to 1."""
    if not spec.parts:
        return [(spec, weight)]
    total = sum(share for _, share in spec.parts)
    return [item for part, share in spec.parts for item in flat(part, weight * share / total)]


def compiled_part(spec: PlayerText, weight: float) -> tuple[float, str, int] | None:
    """A habit that the compiled search knows, or None."""
    if spec.name in ("random", "greedy") and not spec.settings:
        return weight, spec.name, 1
    if spec.name in ("minimax", "alphabeta") and set(spec.settings) == {"depth"}:
        return weight, "minimax", int(read_value(DEPTH, spec.settings["depth"], spec.name))
    return None


def policy(node: Any, players: list[tuple[Player, float]]) -> dict[int, float]:
    """How likely each move is when one of the players is drawn by weight."""
    odds: dict[int, float] = {}
    for player, weight in players:
        chosen = player.choose(node.playthrough)
        move = node.playthrough.parse_move(chosen) if isinstance(chosen, str) else int(chosen)
        odds[move] = odds.get(move, 0.0) + weight
    return odds
