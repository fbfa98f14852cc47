"""Places on the board: their outline and colour, the ground under them, the lines between them, their labels."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from zermelo.drawing.palette import Colour, mixed, role
from zermelo.drawing.primitives import box, circle, line, n
from zermelo.drawing.symbols import Symbol, symbol
from zermelo.game.scene import Cell, Scene

HEXAGON = 1 / math.sqrt(3)  # radius of a hexagon whose neighbours are one unit away
LABEL = 0.17  # the size of a label on the board
LONG = 4  # letters; a longer label stands below its cell


@dataclass(frozen=True)
class Frame:
    """A rectangle of the picture, y downwards."""

    left: float
    top: float
    width: float
    height: float

    def grown(self, margin: float) -> Frame:
        """With a margin on all sides."""
        return Frame(self.left - margin, self.top - margin, self.width + 2 * margin, self.height + 2 * margin)

    @property
    def right(self) -> float:
        """The right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.top + self.height


def frame_of(scene: Scene) -> Frame:
    """What all cells and lines take up."""
    spans = [(cell.x, -cell.y, *half_of(cell)) for cell in scene.cells]
    spans += [(x, -y, 0.1, 0.1) for x1, y1, x2, y2 in scene.lines for x, y in ((x1, y1), (x2, y2))]
    for cell, label in zip(scene.cells, labels_of(scene), strict=True):
        if label is not None and is_below(label, cell):
            spans.append((cell.x, -cell.y + label.y, 0.28 * LABEL * len(label.text), 0.06))
    if not spans:
        return Frame(0, 0, 1, 1)
    left, top = min(x - wide for x, _, wide, _ in spans), min(y - high for _, y, _, high in spans)
    right, bottom = max(x + wide for x, _, wide, _ in spans), max(y + high for _, y, _, high in spans)
    return Frame(left, top, right - left, bottom - top)


def half_of(cell: Cell) -> tuple[float, float]:
    """Half the width and height of a cell."""
    return (0.5, HEXAGON) if cell.shape == "hexagon" else (cell.width / 2, cell.height / 2)


# ---------------------------------------------------------------------- cells


def fill_of(shape: str, shade: str, home: str) -> str:
    """The colour of a cell; `home` is that of the player whose home it is."""
    if home:
        return mixed(home, 38, role("board-light"))
    if shape == "point":
        return "transparent"
    if shade == "trap":
        return mixed(role("board-trap"), 35, role("board-light"))
    if shade in ("wall", "water"):
        return role(f"board-{shade}")
    if shape == "circle":
        return role("board-hole")
    return role("board-dark" if shade == "dark" else "board-light")


def corners(shape: str, width: float, height: float) -> str:
    """The corners of a cell with straight sides."""
    w, h = n(width / 2), n(height / 2)
    if shape == "hexagon":
        around = [math.radians(60 * side - 90) for side in range(6)]
        return " ".join(f"{n(HEXAGON * math.cos(angle))},{n(HEXAGON * math.sin(angle))}" for angle in around)
    if shape == "triangle_up":
        return f"-{w},{h} {w},{h} 0,-{h}"
    if shape == "triangle_down":
        return f"-{w},-{h} {w},-{h} 0,{h}"
    return f"-{w},-{h} {w},-{h} {w},{h} -{w},{h}"


@lru_cache(maxsize=1024)
def place_symbol(shape: str, shade: str, width: float, height: float, home: str, speck: bool) -> Symbol:
    """The picture of all places that look so."""
    if shape == "none":
        return symbol("none", "")
    edge = role("board-wall" if shade == "wall" else "board-edge")
    paint = f'class="shape" fill="{fill_of(shape, shade, home)}"'
    paint += "" if shape == "point" else f' stroke="{edge}" stroke-width="0.02"'
    if shape in ("circle", "point"):
        drawn = f'<ellipse rx="{n(0.43 * width)}" ry="{n(0.43 * height)}" {paint}/>'
        drawn += circle(0, 0, 0.05, role("board-line"), more=' opacity="0.35"') if speck else ""
        drawn += circle(0, 0, 0.1, role("board-line")) if shade == "star" else ""
    else:
        drawn = f'<polygon points="{corners(shape, width, height)}" {paint}/>'
    return symbol(f"{shape}_{shade}", drawn)


def cell_symbol(cell: Cell, colours: dict[int, Colour], speck: bool = False) -> Symbol:
    """The picture of a place; an empty point away from lines shows a speck."""
    home = colours[int(cell.shade[4:])].fill if cell.shade.startswith("home") else ""
    return place_symbol(cell.shape, cell.shade, cell.width, cell.height, home, speck)


def on_points(scene: Scene) -> bool:
    """Whether pieces stand where lines cross."""
    return bool(scene.lines) and all(cell.shape in ("point", "none") for cell in scene.cells)


def cell_symbols(scene: Scene, colours: dict[int, Colour]) -> list[Symbol]:
    """The pictures of all places, in order."""
    bare = not on_points(scene)
    taken = {piece.cell for piece in scene.pieces}
    return [
        cell_symbol(cell, colours, cell.shape == "point" and bare and cell.name not in taken) for cell in scene.cells
    ]


# ---------------------------------------------------------------------- around them


def grounded(scene: Scene) -> bool:
    """Whether a board lies under the cells: under points and holes, triangles, and squares that fill a frame."""
    if on_points(scene) or any(cell.shape.startswith("triangle") for cell in scene.cells):
        return True
    if any(label and is_below(label, cell) for cell, label in zip(scene.cells, labels_of(scene), strict=True)):
        return False  # cards on a table, with words between them
    return all(cell.shape == "circle" for cell in scene.cells) or dense(scene)


def dense(scene: Scene) -> bool:
    """Whether whole squares fill at least half of their frame: a draughts board does, a row of cards does not."""
    if any(cell.shape != "square" or cell.x % 1 or cell.shade == "wall" for cell in scene.cells):
        return False
    frame = frame_of(scene)
    return len(scene.cells) >= 0.5 * frame.width * frame.height - 0.01 and len(scene.cells) > 4


def ground(scene: Scene) -> str:
    """The board under the cells, or nothing."""
    if not scene.cells or not grounded(scene):
        return ""
    frame = frame_of(scene).grown(0.05)
    holes = all(cell.shape == "circle" for cell in scene.cells)
    x, y = frame.left + frame.width / 2, frame.top + frame.height / 2
    fill = role("board-dark" if holes else "board-light")
    return box(frame.width, frame.height, fill, role("board-edge"), 0.04, x=x, y=y, corner=0.2)


def lines(scene: Scene) -> str:
    """The lines that join points, or the heavy ones that part cells."""
    colour, wide = (role("board-line"), 0.035) if on_points(scene) else (role("mark"), 0.09)
    return "".join(line(x1, -y1, x2, -y2, colour, wide) for x1, y1, x2, y2 in scene.lines)


@dataclass(frozen=True)
class Label:
    """Words on a cell: where their baseline is from its middle, and whether they start or centre there."""

    text: str
    x: float
    y: float
    anchor: str


def is_below(label: Label, cell: Cell) -> bool:
    """Whether a label stands below its cell, where it is read on the paper and not on the board."""
    return label.y > cell.height / 2


def labels_of(scene: Scene) -> list[Label | None]:
    """The labels of all cells, in order."""
    low = min((cell.y for cell in scene.cells), default=0.0)
    high = max((cell.y for cell in scene.cells), default=0.0)
    board = len(scene.cells) > 20
    return [label_of(cell, cell.y < (low + high) / 2, board) if cell.label else None for cell in scene.cells]


def label_of(cell: Cell, lower: bool, board: bool) -> Label:
    """Above a circle, in the corner of a board's square, at the outer edge of a long cell; else below the cell."""
    if len(cell.label) > LONG or not board and cell.shape == "square" and cell.height == 1:
        return Label(cell.label, 0, round(cell.height / 2 + 0.22, 3), "middle")
    if cell.shape == "circle":
        return Label(cell.label, 0, -0.48, "middle")
    if cell.shape == "square" and cell.width == cell.height == 1:
        return Label(cell.label, -0.44, -0.3, "start")
    outer = cell.shape == "triangle_up" or cell.height > 1 and lower
    return Label(cell.label, 0, round(cell.height / 2 - 0.06 if outer else 0.2 - cell.height / 2, 3), "middle")
