"""Tic-tac-toe: two players mark cells by turns; three of one player in a line win.

Any board of up to 64 cells will do; what the family of games shares is in `line_game.py`.
"""

from __future__ import annotations

from typing import Self

import numpy as np

from zermelo.game import (
    NO_MOVE,
    Random,
    Row,
    count,
    derived,
    not_in_key,
    nth,
    parameter,
    u8,
)
from zermelo.games.tic_tac_toe.line_game import LineGame


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

    marks: u8 = not_in_key()  # how many stand on the board

    def play(self, cell: int) -> None:
        """Mark a cell."""
        self.mark(self.mine, cell)
        self.marks += 1

    def sample(self, random: Random, row: Row) -> int:
        """A random free cell; as their number is known without counting, it is drawn while the last move is made."""
        free = self.free()
        return nth(free, random.below(self.cells - self.marks)) if free else NO_MOVE

    @classmethod
    def position(cls, marks: list[np.uint64], turn: int) -> Self:
        """The marks are counted once."""
        state = super().position(marks, turn)
        state.marks = count(marks[0] | marks[1])
        return state
