"""Rectangular boards: names and places of cells, with a1 at the lower left."""

from __future__ import annotations

from collections.abc import Iterable

from zermelo.game.scene import Cell, Piece

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def square_name(column: int, row: int) -> str:
    """The name of a square: column letter, row number from 1."""
    return f"{LETTERS[column]}{row + 1}"


def square_index(name: str, columns: int, rows: int) -> int:
    """The square of a name, counted row by row from a1 = 0; -1 if there is none."""
    column = LETTERS.find(name[:1].lower()) if name else -1
    row = int(name[1:]) - 1 if len(name) < 8 and name[1:].isascii() and name[1:].isdigit() else -1
    return row * columns + column if 0 <= column < columns and 0 <= row < rows else -1


def grid_cells(columns: int, rows: int, *, shape: str = "square", chequered: bool = False) -> tuple[Cell, ...]:
    """The cells of a board row by row from a1; chequered boards have a dark a1."""
    return tuple(
        Cell(
            square_name(column, row),
            column,
            row,
            shape,
            ("light" if (column + row) % 2 else "dark") if chequered else "plain",
        )
        for row in range(rows)
        for column in range(columns)
    )


def in_a_row(cells: Iterable[Cell], pieces: Iterable[Piece], length: int) -> tuple[str, ...]:
    """The cells where so many pieces of one player, those on top, stand in a row: to be shown when a game is over."""
    top = {piece.cell: piece.owner for piece in pieces}
    places = {(cell.x, cell.y): cell.name for cell in cells}
    found: dict[str, None] = {}
    for (x, y), name in places.items():
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            row = [places.get((x + step * right, y + step * up), "") for step in range(length)]
            if top.get(name, -1) >= 0 and all(top.get(one) == top[name] for one in row):
                found |= dict.fromkeys(row)
    return tuple(found)


def leaps_on(columns: int, rows: int, square: int, steps: Iterable[tuple[int, int]]) -> int:
    """The squares of a board that the given steps (across, up) reach from a square, as the bits of an int."""
    x, y = square % columns, square // columns
    return sum(
        1 << (y + dy) * columns + x + dx for dx, dy in set(steps) if 0 <= x + dx < columns and 0 <= y + dy < rows
    )


def steps_to_edge(columns: int, rows: int, square: int, way: tuple[int, int]) -> int:
    """How many squares lie between a square and the edge of the board, going one way, the last one included."""
    x, y = square % columns, square // columns
    across = {1: columns - 1 - x, -1: x}.get(way[0], columns + rows)
    return min(across, {1: rows - 1 - y, -1: y}.get(way[1], columns + rows))


def mirror_image(which: int, square: int, size: int) -> int:
    """Where a square goes: left and right are exchanged for which & 1, top and bottom for 2, rows and columns for 4.

    Each of the three is its own way back: a board is turned by exchanging squares in pairs, by one after the other.
    """
    column, row = square % size, square // size
    if which & 1:
        column = size - 1 - column
    if which & 2:
        row = size - 1 - row
    return column * size + row if which & 4 else row * size + column
