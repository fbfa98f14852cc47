"""Pacman."""

from zermelo.games.pacman.rules import Pacman

__all__ = ["Pacman"]
