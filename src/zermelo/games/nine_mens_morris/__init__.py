"""Nine men's morris and its smaller and larger kin."""

from zermelo.games.nine_mens_morris.rules import NineMensMorris

__all__ = ["NineMensMorris"]
