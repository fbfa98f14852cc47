"""Backgammon."""

from zermelo.games.backgammon.rules import Backgammon

__all__ = ["Backgammon"]
