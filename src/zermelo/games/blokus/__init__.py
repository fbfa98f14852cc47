"""Blokus Duo for two players and Blokus for four."""

from zermelo.games.blokus.rules import Blokus, BlokusClassic

__all__ = ["Blokus", "BlokusClassic"]
