"""Someone who chooses a move, named by one text everywhere: `player("alphabeta:depth=8").choose(game)`."""

from __future__ import annotations

from zermelo.players.base import Player
from zermelo.players.catalogue import KINDS, Kind, player
from zermelo.players.warming import Warmed, is_warm, warm

__all__ = ["KINDS", "Kind", "Player", "Warmed", "is_warm", "player", "warm"]
