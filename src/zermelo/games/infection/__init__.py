"""Ataxx and Hexxagon: stones multiply or jump and take over their neighbours."""

from zermelo.games.infection.ataxx import Ataxx
from zermelo.games.infection.hexxagon import Hexxagon

__all__ = ["Ataxx", "Hexxagon"]
