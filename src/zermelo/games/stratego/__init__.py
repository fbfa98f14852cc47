"""Stratego, open and hidden."""

from zermelo.games.stratego.hidden import HiddenStratego
from zermelo.games.stratego.rules import Stratego

__all__ = ["HiddenStratego", "Stratego"]
