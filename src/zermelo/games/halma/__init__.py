"""Halma and Chinese checkers: races over the board by steps and jumps."""

from zermelo.games.halma.chinese_checkers import ChineseCheckers
from zermelo.games.halma.halma import Halma

__all__ = ["ChineseCheckers", "Halma"]
