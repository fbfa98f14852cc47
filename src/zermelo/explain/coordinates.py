"""Names of rows and columns, read off the names of cells: `e4` is a letter and a number, shogi's `5a` the reverse."""

from __future__ import annotations

import re

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
