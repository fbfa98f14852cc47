"""Rectangular boards: names and places of cells, with a1 at the lower left."""

from __future__ import annotations

from zermelo.game.scene import Cell

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def square_name(column: int, row: int) -> str:
    """The name of a square: column letter, row number from 1."""
    return f"{LETTERS[column]}{row + 1}"


def square_index(name: str, columns: int, rows: int) -> int:
    """The square of a name, counted row by row from a1 = 0; -1 if there is none."""
    column = LETTERS.find(name[:1].lower()) if name else -1
    row = int(name[1:]) - 1 if name[1:].isdigit() else -1
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
