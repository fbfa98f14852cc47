"""Chess."""

from zermelo.games.chess.rules import Chess

__all__ = ["Chess"]
