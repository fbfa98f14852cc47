"""A sheet of signs with colours that remembers which cell of the board each sign belongs to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rich.segment import Segment
from rich.style import Style
from rich.text import Text


@dataclass
class Spot:
    """One sign."""

    sign: str = " "
    ink: str = ""  # "" for the terminal's own colours
    paper: str = ""
    bold: bool = False
    dim: bool = False
    underline: bool = False
    cell: str = ""  # the cell that a click here means

    def style(self) -> Style:
        """As Rich says it."""
        return Style(
            color=self.ink or None,
            bgcolor=self.paper or None,
            bold=self.bold or None,
            dim=self.dim or None,
            underline=self.underline or None,
        )


class Canvas:
    """Rows of spots."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.rows = [[Spot() for _ in range(width)] for _ in range(height)]

    def at(self, row: int, column: int) -> Spot | None:
        """The spot at a place, if it is on the sheet."""
        return self.rows[row][column] if 0 <= row < self.height and 0 <= column < self.width else None

    def write(self, row: int, column: int, text: str, *, ink: str = "", bold: bool = False, dim: bool = False) -> None:
        """Write over what is there; the paper stays."""
        for place, sign in enumerate(text):
            if spot := self.at(row, column + place):
                spot.sign, spot.bold, spot.dim = sign, bold, dim
                spot.ink = ink

    def fill(self, row: int, column: int, width: int, height: int, *, paper: str = "", cell: str = "") -> None:
        """Colour a rectangle and say whose it is."""
        for y in range(row, row + height):
            for x in range(column, column + width):
                if spot := self.at(y, x):
                    spot.paper, spot.cell = paper or spot.paper, cell or spot.cell

    def cell_at(self, row: int, column: int) -> str:
        """The cell that a click means, or nothing."""
        spot = self.at(row, column)
        return spot.cell if spot else ""

    def plain(self) -> str:
        """The signs alone."""
        return "\n".join("".join(spot.sign for spot in row).rstrip() for row in self.rows)

    def segments(self, row: int) -> Iterator[Segment]:
        """A row with its colours, equal neighbours together."""
        text, style = "", None
        for spot in self.rows[row]:
            here = spot.style()
            if style is not None and here != style:
                yield Segment(text, style)
                text = ""
            text, style = text + spot.sign, here
        if style is not None:
            yield Segment(text, style)

    def rich(self) -> Text:
        """All of it for Rich."""
        shown = Text()
        for row in range(self.height):
            for text, style, _ in self.segments(row):
                shown.append(text, style or "")
            shown.append("\n" if row + 1 < self.height else "")
        return shown
