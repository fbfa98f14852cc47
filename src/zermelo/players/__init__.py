"""Someone who chooses a move, named by one text everywhere: `player("alphabeta:depth=8").choose(game)`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zermelo.players.base import Player
    from zermelo.players.catalogue import KINDS, Kind, player
    from zermelo.players.warming import Warmed, is_warm, warm

__all__ = ["KINDS", "Kind", "Player", "Warmed", "is_warm", "player", "warm"]

PLACES = {"Player": "base", "KINDS": "catalogue", "Kind": "catalogue", "player": "catalogue"}  # all others: warming


def __getattr__(name: str) -> Any:
    """A name when it is first used: who only asks for the strength of levels needs no compiler."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{PLACES.get(name, 'warming')}"), name)
