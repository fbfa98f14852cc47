"""Games of tricks: bridge, King, and a small one."""

from zermelo.games.tricks.bridge import Bridge
from zermelo.games.tricks.king import King
from zermelo.games.tricks.small import SmallTricks

__all__ = ["Bridge", "King", "SmallTricks"]
