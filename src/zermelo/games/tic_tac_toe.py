"""Tic-tac-toe: two players mark cells by turns; three of one player in a line win.

Any board of up to 64 cells will do; what the family of games shares is in `line_game.py`.
"""

from __future__ import annotations

from zermelo.game import (
    derived,
    parameter,
)
from zermelo.games.line_game import LineGame


class TicTacToe(LineGame):
    """Three in a line on three by three cells, or any number on another board."""

    columns: int = parameter(3, low=1, high=8, help="columns of the board")
    rows: int = parameter(3, low=1, high=8, help="rows of the board")
    connect: int = parameter(3, low=2, high=8, help="marks in a line that win")
    sizes: tuple[int, ...] = derived(lambda game: (game.columns, game.rows))
    line: int = derived(lambda game: game.connect)
    longest: int = derived(lambda game: game.cells)

    @classmethod
    def unfit(cls) -> str | None:
        """A line must fit on the board."""
        fits = cls.connect <= max(cls.columns, cls.rows)
        return None if fits else f"no line of {cls.connect} fits on {cls.columns} x {cls.rows} cells"
