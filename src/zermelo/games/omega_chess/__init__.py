"""Omega chess."""

from zermelo.games.omega_chess.rules import OmegaChess

__all__ = ["OmegaChess"]
