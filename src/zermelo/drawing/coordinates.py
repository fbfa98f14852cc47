"""Names of rows and columns, read off the names of cells: `e4` is a letter and a number, shogi's `5a` the reverse."""

from __future__ import annotations

import re
from dataclasses import dataclass

from zermelo.drawing.cells import frame_of
from zermelo.game.scene import Cell, Scene


def labelled(scene: Scene) -> bool:
    """Whether labels name the cells of the whole board, as in checkers, so that rows and columns need no names."""
    return len(scene.cells) > 20 and all(cell.label for cell in scene.cells)


def parts(scene: Scene) -> list[tuple[Cell, str, str]]:
    """Cells whose name is a letter and a number, with both; nothing if some are named otherwise."""
    found = [(cell, re.fullmatch(r"([A-Za-z])(\d+)|(\d+)([A-Za-z])", cell.name)) for cell in scene.cells]
    named = [(cell, match[1] or match[4], match[2] or match[3]) for cell, match in found if match]
    return named if len(named) == len(found) and len(found) > 2 and not labelled(scene) else []


def row_names(scene: Scene) -> dict[float, str]:
    """The part of the name that all cells of a row share, by y."""
    for place in (2, 1):
        names: dict[float, set[str]] = {}
        for part in parts(scene):
            names.setdefault(round(part[0].y, 3), set()).add(str(part[place]))
        if names and all(len(found) == 1 for found in names.values()):
            return {y: found.pop() for y, found in names.items()}
    return {}


def column_names(scene: Scene) -> dict[float, str]:
    """The part of the name that all cells of a column share, by x."""
    for place in (1, 2):
        names: dict[float, set[str]] = {}
        for part in parts(scene):
            names.setdefault(round(part[0].x, 3), set()).add(str(part[place]))
        if names and all(len(found) == 1 for found in names.values()):
            return {x: found.pop() for x, found in names.items()}
    return {}


def leaning_columns(scene: Scene) -> list[tuple[Cell, str]]:
    """Where columns lean, as in Hex: the cells of the first row, with the letters of their columns."""
    rows = row_names(scene)
    if not rows or column_names(scene) or scene.cells[0].name[0] in rows.values():
        return []
    first = max(cell.y for cell in scene.cells)
    return [(cell, letter) for cell, letter, _ in parts(scene) if cell.y == first]


@dataclass(frozen=True)
class Sign:
    """The name of a row or column and where it stands, y downwards."""

    text: str
    x: float
    y: float


AWAY = 0.26  # from the edge of the board


def signs_of(scene: Scene, flipped: bool = False) -> list[Sign]:
    """Names of rows and columns, to the left and below; of a board that will be turned round, where these will be."""
    scene = scene.cells_only()
    if len(scene.cells) < 4 or any(cell.label for cell in scene.cells):
        return []
    frame, side = frame_of(scene), 1 if flipped else -1
    leaning = leaning_columns(scene)
    signs = []
    for y, name in row_names(scene).items():
        row = [cell for cell in scene.cells if round(cell.y, 3) == y]
        edge = frame.right if flipped else frame.left
        if leaning or row[0].shape == "hexagon":
            edge = (max if flipped else min)(cell.x for cell in row) + 0.5 * side
        signs.append(Sign(name, round(edge + AWAY * side, 3), round(-y, 3)))
    below = round(frame.top - AWAY if flipped else frame.bottom + AWAY, 3)
    signs += [Sign(name, x, below) for x, name in column_names(scene).items()]
    return signs + [Sign(name, round(cell.x - 0.3, 3), round(-cell.y - 0.85, 3)) for cell, name in leaning]
