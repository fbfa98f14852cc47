"""Tic-tac-toe in a cube: a line of marks through three or four cells in any direction wins."""

from __future__ import annotations

from typing import Self

import numpy as np

from zermelo.boards.boxes import box_symmetries
from zermelo.errors import BadPosition
from zermelo.game import (
    Cells,
    Scene,
    derived,
    lowest,
    parameter,
    python_only,
    table,
    u8,
    word,
)
from zermelo.games.tic_tac_toe.line_game import LineGame


class TicTacToe3D(LineGame):
    """A line through a cube: Qubic with four cells a side; with gravity, Score Four."""

    size: int = parameter(4, low=3, high=4, help="cells along each side of the cube, and in a winning line")
    gravity: bool = parameter(False, help="marks fall to the lowest free cell of a column, as beads on a rod")
    sizes: tuple[int, ...] = derived(lambda game: (game.size,) * 3)
    line: int = derived(lambda game: game.size)
    TURNED: Cells = derived(lambda game: table(box_symmetries(game.sizes, upright=game.gravity), u8))
    most_moves: int = derived(lambda game: game.size**2 if game.gravity else game.cells)
    longest: int = derived(lambda game: game.cells)
    layer: int = derived(lambda game: game.size**2)  # from a cell to the one above it
    column: np.uint64 = derived(lambda game: word(sum(1 << game.layer * level for level in range(game.size))))

    def free(self) -> np.uint64:
        """The empty cells; with gravity the columns whose top cell is empty."""
        empty = ~(self.mine | self.theirs) & self.board
        return empty >> word(self.layer * (self.size - 1)) if self.gravity else empty

    def landing(self, move: int) -> int:
        """The cell itself, or the lowest free one of the column."""
        if not self.gravity:
            return move
        return lowest(~(self.mine | self.theirs) & self.column << word(move))

    @classmethod
    def position(cls, marks: list[np.uint64], turn: int) -> Self:
        """With gravity no mark hangs in the air."""
        full = marks[0] | marks[1]
        floor = word((1 << cls.layer) - 1)
        if cls.gravity and full & ~(full << word(cls.layer) | floor):
            raise BadPosition("a mark hangs in the air")
        return super().position(marks, turn)

    @python_only
    def move_text(self, move: int) -> str:
        """The cell's name; with gravity that of the column."""
        return self.cell_name(move)[:2] if self.gravity else self.cell_name(move)

    @python_only
    def why_not(self, move: int | str) -> str:
        """With gravity a column that is full."""
        if not self.gravity or self.over():
            return super().why_not(move)
        column = self.cell_called(f"{move}1") if isinstance(move, str) else move
        if 0 <= column < self.layer:
            return f"column {self.cell_name(column)[:2]} is full"
        return f"the columns are a1 to {self.cell_name(self.layer - 1)[:2]}"

    @python_only
    def scene(self) -> Scene:
        """The layers side by side; with gravity a click on the cell where the mark comes to rest."""
        clicks: dict[int, tuple[str, ...]] = {move: (self.cell_name(self.landing(move)),) for move in self.legal()}
        return Scene(
            cells=self.picture(), pieces=self.pieces(), clicks=clicks, colours=("blue", "red"), highlights=self.won_by()
        )
