"""Quoridor."""

from zermelo.games.quoridor.rules import Quoridor

__all__ = ["Quoridor"]
