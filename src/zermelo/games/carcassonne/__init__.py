"""Carcassonne."""

from zermelo.games.carcassonne.rules import Carcassonne

__all__ = ["Carcassonne"]
