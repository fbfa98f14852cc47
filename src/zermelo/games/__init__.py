"""The games: a file each, or a folder of several files; families that share rules stand in one folder."""

from __future__ import annotations

from zermelo.games.catalogue import entries, find, make

__all__ = ["entries", "find", "make", "names"]


def names() -> list[str]:
    """The names of all games: those of this package, and those that installed packages offer."""
    return list(entries())
