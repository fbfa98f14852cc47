"""Games of tricks: bridge and King."""

from zermelo.games.tricks.bridge import Bridge
from zermelo.games.tricks.king import King

__all__ = ["Bridge", "King"]
