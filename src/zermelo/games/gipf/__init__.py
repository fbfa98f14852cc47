"""Gipf."""

from zermelo.games.gipf.rules import Gipf

__all__ = ["Gipf"]
