"""Go."""

from zermelo.games.go.rules import Go

__all__ = ["Go"]
