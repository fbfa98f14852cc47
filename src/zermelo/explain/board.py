"""A position as SVG, drawn from its scene: light, self-contained, the same text for the same scene.

One unit is one cell. Every cell is an element with its name in `data-cell`, so that a page may react to clicks on it.
"""

from __future__ import annotations

import math
import re
from html import escape
from typing import Any

from zermelo.explain import pieces
from zermelo.explain.coordinates import column_names, labelled, leaning_columns, row_names
from zermelo.explain.palette import on_cloth, owner_colours
from zermelo.explain.pieces import box, circle, n, stroke, text
from zermelo.game.scene import Cell, Scene

PIXELS = 44  # a unit at full size
WIDEST = 640
SHADES = {
    "light": "#f0d9b5", "dark": "#b58863", "wall": "#2f4b7c", "trap": "#d8b48a", "water": "#8cc4e0", "plain": "#e9edf0",
}  # fmt: skip
WOOD, GREEN, BLUE, EDGE = "#dfb869", "#3f8f5f", "#2b5fa8", "#6b7280"
POINT = 5.0  # height of a point of backgammon
RADIUS = 1 / math.sqrt(3)  # of a hexagon one unit wide


def board_svg(scene: Scene, *, title: str = "", flipped: bool = False) -> str:
    """The picture of a scene."""
    return Drawing(scene, title, flipped).svg()


def state_svg(state: Any) -> str:
    """The picture of a state."""
    return board_svg(state.scene(), title=type(state).__name__)


class Drawing:
    """One picture under way; y grows downwards here."""

    def __init__(self, scene: Scene, title: str, flipped: bool) -> None:
        scene = scene.cells_only()
        self.scene, self.title = scene, title
        self.sign = -1 if flipped else 1
        self.colours = owner_colours(scene)
        self.cloth = on_cloth(scene)
        self.stacked = scene.has_stacks()
        self.fenced = any(cell.x % 1 for cell in scene.cells) and any(cell.shape == "point" for cell in scene.cells)
        self.unit = 1.4 * PIXELS if self.fenced else PIXELS  # dots and fences stand half a unit apart
        self.middle = sum(cell.y for cell in scene.cells) / max(len(scene.cells), 1)
        self.wood = bool(scene.lines) or not self.fenced and all(cell.shape == "circle" for cell in scene.cells)
        xs, ys = [self.x(cell) for cell in scene.cells] or [0.0], [self.y(cell) for cell in scene.cells] or [0.0]
        reach = [(self.sign * x, -self.sign * y) for line in scene.lines for x, y in two(line)]
        around = max(
            [0.6 if scene.lines else 0.5, *(max(c.width, c.height) / 2 for c in scene.cells if not self.stacked)]
        )
        self.left = min([*xs, *(x for x, _ in reach)]) - around
        self.right = max([*xs, *(x for x, _ in reach)]) + around
        self.top = min([*ys, *(y for _, y in reach)]) - (around if not self.stacked else 0.0)
        self.bottom = max([*ys, *(y for _, y in reach)]) + (around if not self.stacked else 0.0)
        self.parts: list[str] = []

    # ------------------------------------------------------------------ places

    def x(self, cell: Cell) -> float:
        """To the right."""
        return self.sign * cell.x

    def y(self, cell: Cell) -> float:
        """Downwards; the two halves of backgammon lie a board apart, at its edges."""
        if self.stacked:
            return -POINT - 0.5 if self.above(cell) else POINT + 0.5
        return -self.sign * cell.y

    def above(self, cell: Cell) -> bool:
        """In the upper half."""
        return (cell.y > self.middle) == (self.sign > 0)

    # ------------------------------------------------------------------ the picture

    def svg(self) -> str:
        """All of it."""
        self.draw_ground()
        for cell in self.scene.cells:
            self.draw_cell(cell)
        for line in self.scene.lines:
            (x1, y1), (x2, y2) = two(line)
            s = self.sign
            self.parts.append(stroke(s * x1, -s * y1, s * x2, -s * y2, "#4a3a1a", 0.03))
        for cell in self.scene.cells:
            self.draw_pieces(cell)
        self.draw_dice()
        left, top, bottom = self.draw_names()
        right = self.right + 0.1
        bottom = self.draw_words(left, right, bottom)
        right = max(right, self.right + 0.1)
        wide, high = right - left, bottom - top
        pixels = min(self.unit, WIDEST / wide)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{n(left)} {n(top)} {n(wide)} {n(high)}"'
            f' width="{n(wide * pixels)}" height="{n(high * pixels)}" font-family="sans-serif" class="board">'
        )
        named = f"<title>{escape(self.title)}</title>" if self.title else ""
        back = f'<rect x="{n(left)}" y="{n(top)}" width="{n(wide)}" height="{n(high)}" fill="#ffffff"/>'
        return "\n".join([head + named, back, *(part for part in self.parts if part), "</svg>", ""])

    def draw_ground(self) -> None:
        """What lies under all cells."""
        half = labelled(self.scene) and not self.stacked  # checkers: only the dark squares are cells
        if not self.scene.cells or not (self.wood or self.stacked or half):
            return
        kinds = {piece.kind for piece in self.scene.pieces}
        drop = all(cell.shape == "circle" for cell in self.scene.cells) and kinds <= {"disc"}
        colour = SHADES["light"] if half else BLUE if drop else "#f3e5c8" if self.stacked else WOOD
        x, y = (self.left + self.right) / 2, (self.top + self.bottom) / 2
        self.parts.append(box(x, y, self.right - self.left, self.bottom - self.top, colour, "#5d4426", 0.1))

    def draw_cell(self, cell: Cell) -> None:
        """The place itself."""
        x, y, fill = self.x(cell), self.y(cell), self.fill(cell)
        name = f' data-cell="{escape(cell.name)}"'
        if cell.shape == "hexagon":
            around = [math.radians(60 * corner + 30) for corner in range(6)]
            corners = " ".join(f"{n(x + RADIUS * math.cos(a))},{n(y + RADIUS * math.sin(a))}" for a in around)
            self.parts.append(f'<polygon{name} points="{corners}" fill="{fill}" stroke="{EDGE}" stroke-width="0.03"/>')
        elif cell.shape.startswith("triangle") and not self.stacked:
            half, base = (
                cell.width / 2,
                y + cell.height / 2 * (1 if (cell.shape == "triangle_up") == (self.sign > 0) else -1),
            )
            corners = f"{n(x - half)},{n(base)} {n(x + half)},{n(base)} {n(x)},{n(2 * y - base)}"
            self.parts.append(f'<polygon{name} points="{corners}" fill="{fill}" stroke="{EDGE}" stroke-width="0.03"/>')
        elif cell.shape.startswith("triangle"):
            tip = y + (POINT if self.above(cell) else -POINT)
            corners = f"{n(x - 0.5)},{n(y)} {n(x + 0.5)},{n(y)} {n(x)},{n(tip)}"
            self.parts.append(f'<polygon{name} points="{corners}" fill="{fill}"/>')
        elif self.stacked:
            part = box(x, y + (POINT / 2 if self.above(cell) else -POINT / 2), 0.9, POINT, fill, EDGE)
            self.parts.append(part.replace("<rect", f"<rect{name}", 1))
        elif cell.shape == "circle":
            radius = 0.08 if self.fenced else 0.43
            self.parts.append(circle(x, y, radius, fill, EDGE, 0.02).replace("<circle", f"<circle{name}", 1))
        elif cell.shape == "point":
            shown = circle(x, y, 0.1, "#d5d9dd", "none") if self.fenced else circle(x, y, 0.3, "transparent", "none")
            self.parts.append(shown.replace("<circle", f"<circle{name}", 1))
        else:
            size = 0.8 if self.fenced else 1.0
            edge = "none" if self.fenced else EDGE
            drawn = box(x, y, size * cell.width, size * cell.height, fill, edge, 0)
            self.parts.append(drawn.replace("<rect", f"<rect{name}", 1))
            if cell.shade == "trap":
                self.parts.append(stroke(x - 0.35, y - 0.35, x + 0.35, y + 0.35, "#a0754a", 0.04))
                self.parts.append(stroke(x - 0.35, y + 0.35, x + 0.35, y - 0.35, "#a0754a", 0.04))

    def fill(self, cell: Cell) -> str:
        """The colour of a cell."""
        if cell.shade.startswith("home") and cell.shade[4:].isdecimal():
            return mixed(self.colours[int(cell.shade[4:])])
        if cell.shape == "circle" and not self.fenced:
            return "#f7f7f7" if any(piece.kind == "disc" for piece in self.scene.pieces) else "#b98d4f"
        if cell.shade == "plain" and self.cloth and not self.wood:
            return GREEN
        if cell.shade == "plain" and any(piece.kind == "wedge" for piece in self.scene.pieces):
            return "#e3bd77"
        if any(piece.kind in ("food", "pacman") for piece in self.scene.pieces) and cell.shade == "plain":
            return "#14161c"
        if self.stacked and cell.shade in ("light", "dark"):
            return {"light": "#d9b38c", "dark": "#8c5a2b"}[cell.shade]
        return SHADES.get(cell.shade, SHADES["plain"])

    def draw_pieces(self, cell: Cell) -> None:
        """What stands on a cell; stacks of backgammon grow from the edge."""
        here = [piece for piece in self.scene.pieces if piece.cell == cell.name]
        x, y = self.x(cell), self.y(cell)
        if cell.label and labelled(self.scene) and not self.stacked:
            self.parts.append(text(x - 0.32, y - 0.36, cell.label, 0.2, "#f6ead6"))
        step = min(0.9, (POINT - 0.5) / max(len(here) - 1, 1))
        for place, piece in enumerate(here):
            if self.stacked:
                away = 0.45 + step * place
                at = y + (away if self.above(cell) else -away)
                self.parts.append(pieces.drawn(piece, x, at, self.colours))
            else:
                dx, dy = self.sign * piece.dx, -self.sign * piece.dy
                self.parts.append(pieces.drawn(piece, x + dx, y + dy, self.colours))

    def draw_dice(self) -> None:
        """Backgammon's dice in the middle of the right half, as its note tells them: `X 52`."""
        rolls = [re.fullmatch(r"\w ([1-6])([1-6])", note) for note in self.scene.notes] if self.stacked else []
        for roll in filter(None, rolls):
            for place in (1, 2):
                across = self.left + 0.7 * (self.right - self.left) + place
                self.parts.append(pieces.die(across, (self.top + self.bottom) / 2, int(roll[place])))

    # ------------------------------------------------------------------ words

    def draw_names(self) -> tuple[float, float, float]:
        """Rows, columns and labels outside the board; how far the picture now reaches left, up and down."""
        left, top, bottom = self.left - 0.1, self.top - 0.1, self.bottom + 0.1
        by_row: dict[float, list[Cell]] = {}
        for cell in self.scene.cells:
            by_row.setdefault(round(cell.y, 3), []).append(cell)
        leaning = leaning_columns(self.scene)
        for y, name in row_names(self.scene).items():
            first = min(by_row[y], key=self.x)
            x = self.x(first) - 0.8 if leaning or first.shape == "hexagon" else self.left - 0.3
            self.parts.append(text(x, self.y(first), name, 0.22 if self.fenced else 0.34, EDGE))
            left = min(left, x - 0.35)
        for x, name in column_names(self.scene).items():
            size = 0.22 if self.fenced else 0.34
            self.parts.append(text(self.sign * x, self.bottom + 0.32, name, size, EDGE))
            bottom = self.bottom + 0.65
        for cell, letter in leaning:
            above = -0.85 if self.sign > 0 else 0.85
            self.parts.append(text(self.x(cell) - 0.3, self.y(cell) + above, letter, 0.34, EDGE))
            top, bottom = min(top, self.top - 0.75), max(bottom, self.bottom + 0.75 * (self.sign < 0))
        for cell in self.scene.cells:
            if cell.label and (self.stacked or not labelled(self.scene)):
                up = self.above(cell) and not math.isclose(cell.y, self.middle)
                size = 0.34 if len(cell.label) < 4 else 0.2
                outside = (-1 if up else 1) * (0.3 if self.stacked else 0.75)
                self.parts.append(text(self.x(cell), self.y(cell) + outside, cell.label, size, EDGE))
                reach = 0.28 * size * len(cell.label)
                left, self.right = min(left, self.x(cell) - reach), max(self.right, self.x(cell) + reach)
                top, bottom = min(top, self.top - 0.6), max(bottom, self.bottom + 0.6)
        return left, top, bottom

    def draw_words(self, left: float, right: float, bottom: float) -> float:
        """Buttons and notes below the board; how far down the picture reaches."""
        x, y = left + 0.15, bottom + 0.35
        widest = max(right - left, 8.0)
        buttons = self.scene.first_buttons()
        for button in buttons:
            wide = 0.5 + 0.19 * len(button.label)
            if x > left + 0.15 and x + wide > left + widest:
                x, y = left + 0.15, y + 0.62
            fill = mixed(self.colours[button.owner]) if button.owner >= 0 else "#eef1f4"
            self.parts.append(box(x + wide / 2, y, wide, 0.5, fill, EDGE, 0.12))
            self.parts.append(text(x + wide / 2, y, button.label, 0.3, LINE_INK))
            self.right = max(self.right, x + wide)
            x += wide + 0.15
        y += 0.62 if buttons else 0.0
        for note in self.scene.notes:
            self.parts.append(text(left + 0.15, y, note, 0.3, LINE_INK).replace('"middle"', '"start"', 1))
            y += 0.42
        return y - 0.15 if buttons or self.scene.notes else bottom


LINE_INK = "#24292f"


def two(line: tuple[float, float, float, float]) -> tuple[tuple[float, float], tuple[float, float]]:
    """The ends of a line."""
    return (line[0], line[1]), (line[2], line[3])


def mixed(colour: str) -> str:
    """A colour mixed with white: homes, and whose button it is."""
    parts = [int(colour[place : place + 2], 16) for place in (1, 3, 5)]
    return "#" + "".join(f"{(part + 2 * 255) // 3:02x}" for part in parts)
