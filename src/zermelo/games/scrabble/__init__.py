"""Scrabble."""

from zermelo.games.scrabble.rules import Scrabble

__all__ = ["Scrabble"]
