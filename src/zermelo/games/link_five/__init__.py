"""Link five: gomoku, renju and their kin."""

from zermelo.games.link_five.rules import LinkFive

__all__ = ["LinkFive"]
