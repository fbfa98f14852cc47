"""Games of tricks: bridge and its kin."""

from zermelo.games.tricks.bridge import Bridge

__all__ = ["Bridge"]
