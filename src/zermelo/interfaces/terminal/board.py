"""The board of any game in signs, drawn from its scene.

Columns and rows are numbered by the smallest step between cells; one step is `wide` signs across and `high` lines down.
Boards of triangles (backgammon) are drawn as stacks of checkers, see `stacks.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from zermelo.drawing.coordinates import column_names, labelled, leaning_columns, row_names
from zermelo.drawing.kinds import kind_of, look_of
from zermelo.drawing.palette import BLACK, WHITE, ink_on, sign_colours
from zermelo.game.scene import Cell, Piece, Scene
from zermelo.interfaces.terminal import look, sprites
from zermelo.interfaces.terminal.canvas import Canvas

SIZES = ((11, 5), (9, 4), (7, 3), (5, 2), (3, 1), (2, 1))  # of one step on a full screen


@dataclass(frozen=True)
class PaintOptions:
    """How a board is to be shown."""

    figures: bool = True  # signs beyond letters; False for plain text
    flipped: bool = False
    wide: int = 0  # signs a step; 0: as narrow as the pieces allow
    high: int = 1
    marks: Mapping[str, str] = field(default_factory=dict)  # cell -> colour of its paper
    papers: bool = True  # colours under the cells; False where a terminal has only eight


def paint(scene: Scene, view: PaintOptions) -> Canvas:
    """The board as a sheet of signs; places that are no cells (dice) are left to the notes."""
    scene = scene.cells_only()
    if scene.has_stacks():
        from zermelo.interfaces.terminal.stacks import paint_stacks

        return paint_stacks(scene, view)
    return Painter(scene, view).canvas if scene.cells else Canvas(0, 0)


def step_of(values: Collection[float]) -> float:
    """The smallest distance between two different numbers; 1 where there is only one."""
    ordered = sorted({round(value, 3) for value in values})
    return min((b - a for a, b in pairwise(ordered)), default=1.0)


def row_step(cells: Collection[Cell]) -> float:
    """The smallest distance between neighbours in one row."""
    rows: dict[float, list[float]] = {}
    for cell in cells:
        rows.setdefault(round(cell.y, 3), []).append(cell.x)
    return min((step_of(row) for row in rows.values() if len(row) > 1), default=1.0)


class Painter:
    """One drawing under way."""

    def __init__(self, scene: Scene, view: PaintOptions) -> None:
        self.scene, self.view = scene, view
        self.colours = sign_colours(scene)
        self.ground = look.ground_of(scene, self.colours)
        self.tops = {piece.cell: piece for piece in scene.pieces}
        leaning = any(cell.shape == "hexagon" for cell in scene.cells)
        self.step_x = row_step(scene.cells) if leaning else step_of([cell.x for cell in scene.cells])
        self.step_y = step_of([cell.y for cell in scene.cells])
        self.pointy = bool(scene.lines) and all(cell.shape == "point" for cell in scene.cells)
        self.sign = -1 if view.flipped else 1
        self.left = min(self.sign * cell.x for cell in scene.cells)
        self.top = max(self.sign * cell.y for cell in scene.cells)
        self.texts = {cell.name: self.text_of(cell) for cell in scene.cells}
        self.long_labels = any(len(cell.label) > 3 - 2 * (len(scene.cells) < 5) for cell in scene.cells)
        self.high = view.high + (1 if self.long_labels else 0)
        self.halves = any(abs((cell.x - scene.cells[0].x) / self.step_x % 1 - 0.5) < 0.1 for cell in scene.cells)
        needed = max((len(text) for text in self.texts.values()), default=1)
        self.wide = max(view.wide, self.narrowest() if self.long_labels else needed) if view.wide else self.narrowest()
        if self.halves and self.wide % 2:
            self.wide -= 1 if self.wide > 2 else -1  # rows are shifted by half a cell
        self.above, self.below = self.outer_labels()
        self.margin = max((len(label) for label in row_names(self.scene).values()), default=0)
        self.margin += 1 if self.margin else 0
        columns = [self.column(cell) for cell in scene.cells]
        rows = [self.row(cell) for cell in scene.cells]
        self.canvas = Canvas(max(columns) + self.wide, max(rows) + self.high + (1 if self.below else 0))
        self.paint()

    # ------------------------------------------------------------------ places

    def narrowest(self) -> int:
        """Signs a step, so that pieces and labels fit."""
        longest = max((len(text) for text in self.texts.values()), default=1)
        if self.long_labels:
            longest = max(longest + 2, max(len(cell.label) for cell in self.scene.cells))
        if self.pointy:
            return 2 if len(self.scene.cells) > 60 or not self.view.figures else 4
        wide = max(longest + 1, 2 if not self.view.figures else 3)
        return wide + wide % 2 if self.halves else wide

    def column(self, cell: Cell) -> int:
        """The first sign of a cell's block."""
        return self.margin + round((self.sign * cell.x - self.left) / self.step_x * self.wide)

    def row(self, cell: Cell) -> int:
        """The first line of a cell's block."""
        return round((self.top - self.sign * cell.y) / self.step_y) * self.high + (1 if self.above else 0)

    def middle(self, cell: Cell) -> tuple[int, int]:
        """The line and sign in the middle of a block."""
        return self.row(cell) + (self.high - 1) // 2, self.column(cell) + (self.wide - 1) // 2

    def text_of(self, cell: Cell) -> str:
        """What is written in a cell."""
        piece = self.tops.get(cell.name)
        text = ""
        if piece is not None:
            text = look.sign_of(piece, self.scene, self.colours, self.view.figures)
        if cell.label and len(cell.label) <= 3 and (not text or len(self.scene.cells) < 40) and cell.label != text:
            text = f"{text or '.·'[self.view.figures]}{cell.label}" if labelled(self.scene) else text
        return text

    def outer_labels(self) -> tuple[list[tuple[Cell, str]], list[tuple[Cell, str]]]:
        """What is written above the board and below it: names of columns, or labels of the outer cells."""
        cells = self.scene.cells
        top, bottom = (min if self.view.flipped else max, max if self.view.flipped else min)
        first, last = top(cell.y for cell in cells), bottom(cell.y for cell in cells)
        if columns := column_names(self.scene):
            named = {round(cell.x, 3): cell for cell in cells}
            return [], [(named[x], label) for x, label in columns.items()]
        if (leaning := leaning_columns(self.scene)) and not self.view.flipped:
            return leaning, []
        if labelled(self.scene) or self.long_labels:
            return [], []
        above = [(cell, cell.label) for cell in cells if cell.label and cell.y == first != last]
        return above, [(cell, cell.label) for cell in cells if cell.label and cell.y == last]

    # ------------------------------------------------------------------ painting

    def paint(self) -> None:
        """Paper, lines, pieces, names."""
        if self.pointy and self.view.figures and self.view.papers:
            lines = self.canvas.height - (1 if self.below else 0)
            self.canvas.fill(0, self.margin, self.canvas.width - self.margin, lines, paper=look.POINTS)
        for cell in self.scene.cells:
            self.paint_paper(cell)
        if self.view.figures or self.view.high > 1:
            self.paint_lines()
        for cell in self.scene.cells:
            self.paint_cell(cell)
        self.paint_labels()

    def paint_paper(self, cell: Cell) -> None:
        """Colour a block and say whose it is."""
        row, column = self.row(cell), self.column(cell)
        down = round(cell.y / self.step_y)
        parity = round(cell.x / self.step_x) + down
        if cell.shape == "hexagon":
            parity = round(cell.x / self.step_x + down / 2) - 2 * down  # three colours, no two alike side by side
        paper = self.view.marks.get(cell.name) or look.paper_of(cell, parity, self.pointy, self.ground)
        self.canvas.fill(
            row,
            column,
            self.wide,
            self.high,
            paper=paper if self.view.figures and self.view.papers else "",
            cell=cell.name,
        )

    def paint_lines(self) -> None:
        """Lines along rows and columns; a sign knows in which of four directions lines leave it."""
        ways: dict[tuple[int, int], int] = {}
        for x1, y1, x2, y2 in self.scene.lines:
            (row, column), (last, end) = sorted((self.place(x1, y1), self.place(x2, y2)))
            if row == last and abs(y1 - y2) < 0.01:
                column, end = min(column, end), max(column, end)
                for x in range(column, end):
                    ways[row, x] = ways.get((row, x), 0) | 2
                    ways[row, x + 1] = ways.get((row, x + 1), 0) | 8
            elif column == end and abs(x1 - x2) < 0.01:
                for y in range(row, last):
                    ways[y, column] = ways.get((y, column), 0) | 4
                    ways[y + 1, column] = ways.get((y + 1, column), 0) | 1
            elif abs(abs(x1 - x2) - abs(y1 - y2)) < 0.01:
                for y in range(row + 1, last):
                    sign = "╲" if end > column else "╱"
                    self.canvas.write(y, column + round((end - column) * (y - row) / (last - row)), sign)
        for (y, x), way in ways.items():
            self.canvas.write(y, x, look.CROSSINGS[way], ink="#1c1c1c" if self.view.papers else "")

    def place(self, x: float, y: float) -> tuple[int, int]:
        """The line and sign of a point of the picture."""
        return self.middle(Cell("", x, y))

    def paint_cell(self, cell: Cell) -> None:
        """The piece on a cell, or the sign of an empty one."""
        row, column = self.middle(cell)
        piece = self.tops.get(cell.name)
        if piece is not None and kind_of(piece.kind).style == "line" and self.view.figures:
            self.paint_wall(cell, piece)
            return
        text = self.texts[cell.name]
        if self.long_labels:
            self.canvas.write(self.row(cell), self.column(cell), cell.label[: self.wide])
            row = self.row(cell) + self.high - 1
            text = f"[{text}]" if text else "[ ]"
        if piece is None:
            self.paint_empty(cell, row, column, text)
            return
        ink = self.colours.get(piece.owner, "") if self.view.papers else ""
        kind, shown = kind_of(piece.kind), look_of(piece.kind, piece.owner, piece.text)
        if self.view.high > 1 and kind.style == "disc" and piece.owner >= 0 and self.wide >= 4:
            self.paint_disc(cell, piece, ink)
            return
        if self.high >= sprites.HIGH and self.wide > sprites.WIDE and self.paint_sprite(cell, piece, ink):
            return
        tiled = self.view.figures and self.view.papers and not self.long_labels
        if tile := kind.paper(shown) if tiled and kind.paper else "":
            self.canvas.fill(self.row(cell), self.column(cell), self.wide, self.high, paper=tile)
            ink = ink_on(tile)
        if kind.style == "name" and self.high > 1 and len(kind.name) < self.wide:
            text = kind.name.upper() if piece.owner == 0 else kind.name
        column -= (len(text) - 1) // 2
        self.canvas.write(row, column, text, ink=ink if self.view.figures else "", bold=True)

    def paint_empty(self, cell: Cell, row: int, column: int, text: str) -> None:
        """Nothing stands here: a point, a wall, or the name of the place."""
        if cell.shade == "wall":
            text = "█" * self.wide if self.view.figures else "#"
            for line in range(self.high):
                start = self.column(cell) if self.view.figures else column
                self.canvas.write(self.row(cell) + line, start, text, ink=look.PAPERS["wall"])
            return
        spot = self.canvas.at(row, column)
        if not text and spot and spot.sign == " ":
            dotted = self.high == 1 and (cell.shape in ("hexagon", "circle", "point") or not self.view.papers)
            text = "." if not self.view.figures else "·" if dotted else " "
        if text:
            ink = "#b8c0c8" if self.view.figures else ""
            self.canvas.write(row, column - (len(text) - 1) // 2, text, ink=ink)

    def paint_wall(self, cell: Cell, piece: Piece) -> None:
        """A line across the block, or down it."""
        row, column = self.middle(cell)
        if piece.turned % 2:
            for line in range(self.high):
                self.canvas.write(self.row(cell) + line, column, "┃", ink="#f0e442", bold=True)
        else:
            self.canvas.write(row, self.column(cell), "━" * self.wide, ink="#f0e442", bold=True)

    def paint_sprite(self, cell: Cell, piece: Piece, ink: str) -> bool:
        """A picture of several lines, where the piece has one; one in its own colour keeps its letter beside it."""
        picture, kind = sprites.sprite_of(piece), kind_of(piece.kind)
        if not picture or kind.signs and self.texts[cell.name] not in kind.signs:
            return False
        top = self.row(cell) + (self.high - sprites.HIGH + 1) // 2
        if kind.ink is not None:
            ink = kind.ink(look_of(piece.kind, piece.owner, piece.text))
            self.canvas.write(self.row(cell), self.column(cell), piece.text)
        sprites.stamp(self.canvas, picture, top, self.column(cell) + (self.wide - sprites.WIDE) // 2, ink)
        return True

    def paint_disc(self, cell: Cell, piece: Piece, colour: str) -> None:
        """A round piece of several lines with its letter in the middle."""
        row, column = self.row(cell), self.column(cell)
        inner = self.wide - 2
        if self.high == 2:  # no room for a letter: one is solid, the other a ring
            solid = colour == BLACK or colour != WHITE and piece.owner % 2 == 0
            top, bottom = ("▟" + "█" * (inner - 2) + "▙", "▜" + "█" * (inner - 2) + "▛")
            if not solid:
                top, bottom = ("▛" + "▀" * (inner - 2) + "▜", "▙" + "▄" * (inner - 2) + "▟")
            for number, line in enumerate((top, bottom)):
                self.canvas.write(row + number, column + 1, line, ink=colour, bold=True)
            return
        lines = [f"▗▟{'█' * (inner - 4)}▙▖", *["█" * inner] * (self.high - 2), f"▝▜{'█' * (inner - 4)}▛▘"]
        for number, line in enumerate(lines):
            self.canvas.write(row + number, column + 1, line, ink=colour)
        middle, centre = row + (self.high - 1) // 2, column + (self.wide - 1) // 2
        if spot := self.canvas.at(middle, centre):
            spot.sign, spot.paper, spot.ink, spot.bold = piece.text or piece.kind[:1], colour, ink_on(colour), True

    def paint_labels(self) -> None:
        """Numbers beside the rows, letters below the columns."""
        for y, label in row_names(self.scene).items():
            cells = [cell for cell in self.scene.cells if round(cell.y, 3) == y]
            first = min(cells, key=self.column)
            row, _ = self.middle(first)
            column = 0 if column_names(self.scene) else self.column(first) - self.margin
            self.canvas.write(row, column, label.rjust(self.margin - 1), dim=True)
        for row, labels in ((0, self.above), (self.canvas.height - 1, self.below)):
            for cell, label in labels:
                self.canvas.write(row, self.middle(cell)[1] - (len(label) - 1) // 2, label, dim=True)
