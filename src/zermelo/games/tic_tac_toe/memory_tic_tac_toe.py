"""Memory tic-tac-toe: a player keeps only the three newest marks; three in a line win."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Self

import numpy as np

from zermelo.boards.symmetries import image
from zermelo.errors import BadPosition
from zermelo.game import (
    Cells,
    Scene,
    array,
    bit,
    count,
    has,
    i8,
    parameter,
    python_only,
    squares,
    word,
)
from zermelo.games.tic_tac_toe.line_game import SIGNS, LineGame


class MemoryTicTacToe(LineGame):
    """Each player keeps the three newest marks: the fourth makes the oldest vanish."""

    most_marks: int = 3
    repetition: int = 3
    vacated: bool = parameter(False, help="a mark may be made on the cell of the player's own vanishing mark")

    ages: Cells = array(i8, (2, 3))  # of each player, oldest first: cell + 1, or 0

    def play(self, cell: int) -> None:
        """Mark a cell; the oldest of three marks vanishes, and only then lines are looked for."""
        kept = self.kept()
        newest = count(kept)
        if newest < count(self.mine):
            self.ages[self.turn, 0] = self.ages[self.turn, 1]
            self.ages[self.turn, 1] = self.ages[self.turn, 2]
        self.ages[self.turn, newest] = cell + 1
        self.mark(kept, cell)

    def free(self) -> np.uint64:
        """The empty cells, and by choice the one that is about to be empty."""
        taken = self.mine | self.theirs
        if self.vacated:
            taken = self.kept() | self.theirs
        return ~taken & self.board

    def kept(self) -> np.uint64:
        """All marks but the oldest of three."""
        return self.lasting(self.mine, self.turn)

    def lasting(self, marks: np.uint64, player: int) -> np.uint64:
        """The marks that remain when a player makes another."""
        if self.ages[player, 2] == 0:
            return marks
        return marks & ~bit(self.ages[player, 0] - 1)

    def evaluate(self) -> float:
        """Open lines without the marks that vanish next."""
        return self.standing(self.kept(), self.lasting(self.theirs, 1 - self.turn))

    @python_only
    def features(self) -> dict[str, float]:
        """The parts of the evaluation."""
        return self.open_lines(self.kept(), self.lasting(self.theirs, 1 - self.turn))

    def irreversible(self, cell: int) -> bool:
        """The first three marks of a player stay on the board until there are more."""
        return count(self.mine) < self.most_marks

    def transform(self, which: int) -> None:
        """Turn or mirror the board; ages stay with their marks."""
        self.mine = image(self.TURNED, which, self.mine)
        self.theirs = image(self.TURNED, which, self.theirs)
        for player in range(2):
            for age in range(3):
                if self.ages[player, age] > 0:
                    self.ages[player, age] = self.TURNED[which, self.ages[player, age] - 1] + 1

    def fixed_by(self, which: int) -> bool:
        """Marks of different ages differ: each must stay where it is."""
        moved = 0
        for cell in squares(self.mine | self.theirs):
            moved += self.TURNED[which, cell] != cell
        return moved == 0

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """The cells of x and of o, oldest first, then who moves: `b2a3c1/a1c3 o`; a hyphen for no cells."""
        cells = ["".join(self.cell_name(age - 1) for age in side if age > 0) or "-" for side in self.ages.tolist()]
        return f"{'/'.join(cells)} {SIGNS[self.turn]}"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        found = re.fullmatch(r"(-|(?:[a-c][1-3]){1,3})/(-|(?:[a-c][1-3]){1,3}) ([xo])", text.strip().lower())
        if not found:
            form = "the cells of x and of o, oldest first, then who moves, like 'b2a3c1/a1c3 o'"
            raise BadPosition(f"a position is {form}, not {text!r}")
        ages = [[cls.cell_called(name) for name in re.findall("..", side)] for side in found.groups()[:2]]
        if len({*ages[0], *ages[1]}) != len(ages[0]) + len(ages[1]):
            raise BadPosition("a cell is named twice")
        state = cls.position([word(sum(1 << cell for cell in side)) for side in ages], SIGNS.index(found[3]))
        for player, side in enumerate(ages):
            for age, cell in enumerate(side):
                state.ages[player, age] = cell + 1
        return state

    @python_only
    def why_not(self, move: int | str) -> str:
        """A cell that is taken, be it by a mark that will vanish."""
        cell = self.cell_called(move) if isinstance(move, str) else move
        if not self.over() and 0 <= cell < self.cells and has(self.mine & ~self.kept(), cell):
            return f"the mark on {self.cell_name(cell)} vanishes only after the move"
        return super().why_not(move)

    @python_only
    def scene(self) -> Scene:
        """The board, and which marks vanish next."""
        plain = super().scene()
        oldest = [self.cell_name(side[0] - 1) if side[2] else "" for side in self.ages.tolist()]
        notes = tuple(f"{SIGNS[player]} on {name} vanishes next" for player, name in enumerate(oldest) if name)
        return replace(plain, notes=notes)
