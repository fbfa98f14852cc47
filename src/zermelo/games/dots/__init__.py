"""Dots and boxes and its hexagonal kin: edges are drawn, and who closes a cell owns it."""

from zermelo.games.dots.dots_and_boxes import DotsAndBoxes
from zermelo.games.dots.dots_and_hexagons import DotsAndHexagons

__all__ = ["DotsAndBoxes", "DotsAndHexagons"]
