"""Monopoly: the board and its cards, the rules, and how often each square is visited."""

from zermelo.games.monopoly.rules import Monopoly

__all__ = ["Monopoly"]
