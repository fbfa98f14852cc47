"""Tantrix."""

from zermelo.games.tantrix.rules import Tantrix

__all__ = ["Tantrix"]
