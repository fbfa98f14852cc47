"""Arimaa."""

from zermelo.games.arimaa.rules import Arimaa

__all__ = ["Arimaa"]
