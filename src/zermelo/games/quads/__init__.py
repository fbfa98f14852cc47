"""Quads."""

from zermelo.games.quads.rules import Quads

__all__ = ["Quads"]
