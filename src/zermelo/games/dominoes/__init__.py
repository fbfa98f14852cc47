"""Dominoes, open and hidden."""

from zermelo.games.dominoes.rules import Dominoes, HiddenDominoes

__all__ = ["Dominoes", "HiddenDominoes"]
