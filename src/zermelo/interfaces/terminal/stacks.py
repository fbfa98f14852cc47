"""Backgammon's board: points as stacks of checkers, five high, the number of checkers where there are more."""

from __future__ import annotations

from zermelo.drawing.kinds import kind_of
from zermelo.drawing.palette import ink_on, sign_colours
from zermelo.game.scene import Cell, Piece, Scene
from zermelo.interfaces.terminal import look
from zermelo.interfaces.terminal.board import PaintOptions
from zermelo.interfaces.terminal.canvas import Canvas

MOST = 5  # checkers that are drawn of one stack
LETTERS = "XO"


def paint_stacks(scene: Scene, view: PaintOptions) -> Canvas:
    """Two halves, each with its labels outside; the bar and the checkers borne off are stacks too."""
    return Stacks(scene, view).canvas


class Stacks:
    """One drawing under way."""

    def __init__(self, scene: Scene, view: PaintOptions) -> None:
        self.scene, self.view = scene, view
        self.wide = 6 if view.wide > 7 else 5 if view.wide > 6 else 3 if 0 < view.wide < 4 else 4
        self.man = 2 if view.high > 2 else 1  # lines of one man
        self.tall = MOST * self.man
        self.colours = sign_colours(scene)
        sign = -1 if view.flipped else 1
        left = min(sign * cell.x for cell in scene.cells)
        middle = sum(cell.y for cell in scene.cells) / len(scene.cells)
        columns = round(max(sign * cell.x for cell in scene.cells) - left) + 1
        self.canvas = Canvas(columns * self.wide, 2 * self.tall + 3)
        for cell in scene.cells:
            self.paint(cell, round(sign * cell.x - left) * self.wide, (cell.y > middle) != view.flipped)

    def paint(self, cell: Cell, column: int, above: bool) -> None:
        """One point with its label and its checkers, from the edge towards the middle."""
        canvas, wide = self.canvas, self.wide - 1
        first = 1 if above else self.tall + 2
        canvas.fill(first, column, self.wide, self.tall, cell=cell.name)
        label_row = 0 if above else canvas.height - 1
        canvas.fill(label_row, column, self.wide, 1, cell=cell.name)
        centre = column + (wide - 1) // 2
        canvas.write(label_row, centre - (len(cell.label) - 1) // 2, cell.label, dim=True)
        rows = range(first, first + self.tall) if above else range(first + self.tall - 1, first - 1, -1)
        if self.view.figures and self.view.papers:
            self.paint_point(cell, column, wide, list(rows))
        checkers = [piece for piece in self.scene.pieces if piece.cell == cell.name]
        for height, piece in enumerate(checkers[:MOST]):
            text = str(len(checkers)) if height == MOST - 1 and len(checkers) > MOST else ""
            self.paint_man(piece, text, column, centre, rows[height * self.man], above)
        if not (self.view.figures and self.view.papers or checkers):
            canvas.write(rows[0], centre, ".")

    def paint_point(self, cell: Cell, column: int, wide: int, rows: list[int]) -> None:
        """A point grows narrow towards the middle of the board; bar and tray do not."""
        paper = self.view.marks.get(cell.name) or look.paper_of(
            cell, 0, ground=look.ground_of(self.scene, self.colours)
        )
        for number, row in enumerate(rows):
            narrow = 2 * (number * 3 // (2 * len(rows))) if cell.shape.startswith("triangle") and wide > 3 else 0
            width = max(wide - narrow, 1)
            self.canvas.fill(row, column + (wide - width) // 2, width, 1, paper=paper)

    def paint_man(self, piece: Piece, text: str, column: int, centre: int, row: int, above: bool) -> None:
        """A sign, or where there is room a chip with its letter."""
        colour = self.colours.get(piece.owner, "")
        if not self.view.figures or self.wide < 5:
            sign = (kind_of(piece.kind).signs if self.view.figures else LETTERS)[piece.owner]
            shown = text or sign
            ink = colour if self.view.figures and self.view.papers else ""
            self.canvas.write(row, centre - (len(shown) - 1) // 2, shown, ink=ink, bold=True)
            return
        wide = self.wide - 1
        chip = (text or LETTERS[piece.owner]).center(wide)
        for place, sign in enumerate(chip):
            if spot := self.canvas.at(row, column + place):
                spot.sign, spot.paper, spot.ink, spot.bold = sign, colour, ink_on(colour), True
        if self.man > 1:
            self.canvas.write(row + (1 if above else -1), column, ("▀" if above else "▄") * wide, ink=colour)
