"""Tic-tac-toe and its kin: with memory, with moving pieces, in three dimensions."""

from zermelo.games.tic_tac_toe.memory_tic_tac_toe import MemoryTicTacToe
from zermelo.games.tic_tac_toe.moving_tic_tac_toe import MovingTicTacToe
from zermelo.games.tic_tac_toe.tic_tac_toe import TicTacToe
from zermelo.games.tic_tac_toe.tic_tac_toe_3d import TicTacToe3D

__all__ = ["MemoryTicTacToe", "MovingTicTacToe", "TicTacToe", "TicTacToe3D"]
