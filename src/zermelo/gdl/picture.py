"""The picture of a described game: a board where a relation has the shape cell(x, y, content), else words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from zermelo.game import Button, Cell, Piece, Scene
from zermelo.gdl.terms import Term, compact

EMPTY = ("b", "blank", "empty", "e", "nil", "none", "dirt")
COLOURS = ("white", "black", "red", "blue", "green", "yellow")


@dataclass(frozen=True)
class Board:
    """Which relation is the board, its columns and rows in order, and what stands for an empty cell."""

    relation: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    empty: str

    def cell(self, column: str, row: str) -> str:
        """The name of a cell."""
        return f"{column},{row}"


def in_order(values: set[str]) -> tuple[str, ...]:
    """Numbers by size, other words by the alphabet."""
    return tuple(sorted(values, key=lambda value: (0, int(value), "") if value.isdecimal() else (1, 0, value)))


def board_of(base: Sequence[Term], first: set[Term]) -> Board | None:
    """The relation with the most cells, if there is one of that shape."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for part in base:
        if not isinstance(part, str) and len(part) == 4 and all(isinstance(inner, str) for inner in part):
            found.setdefault(str(part[0]), []).append(part[1:])
    boards = {name: cells for name, cells in found.items() if len({cell[:2] for cell in cells}) >= 4}
    if not boards:
        return None
    name = max(boards, key=lambda key: len({cell[:2] for cell in boards[key]}))
    contents = Counter(
        str(part[3]) for part in first if not isinstance(part, str) and part[0] == name and len(part) == 4
    )
    known = [content for content in contents if content in EMPTY]
    empty = known[0] if known else max(contents, key=contents.__getitem__, default="")
    cells = boards[name]
    return Board(name, in_order({cell[0] for cell in cells}), in_order({cell[1] for cell in cells}), empty)


def owner_of(content: str, roles: Sequence[str]) -> int:
    """Whose piece it is, as far as the names tell: x is xplayer's, r is red's; -1 where they do not."""
    for number, role in enumerate(roles):
        if role.startswith(content) or content.startswith(role):
            return number
    near = [number for number, role in enumerate(roles) if role[:1] == content[:1]]
    return near[0] if len(near) == 1 else -1


def scene_of(board: Board | None, holding: Sequence[Term], roles: Sequence[str], moves: Mapping[int, Term]) -> Scene:
    """The picture of a position and the clicks that make its moves."""
    if board is None:
        return Scene(
            buttons=tuple(Button(compact(move), compact(move)) for move in moves.values()),
            clicks={number: (compact(move),) for number, move in moves.items()},
            notes=tuple(compact(part) for part in holding),
        )
    cells = tuple(
        Cell(board.cell(column, row), float(x), float(y))
        for x, column in enumerate(board.columns)
        for y, row in enumerate(board.rows)
    )
    pieces, notes = [], []
    for part in holding:
        if not isinstance(part, str) and part[0] == board.relation and len(part) == 4:
            if part[3] != board.empty:
                owner = owner_of(str(part[3]), roles)
                pieces.append(Piece(board.cell(str(part[1]), str(part[2])), "stone", owner, str(part[3])[:2]))
        else:
            notes.append(compact(part))
    clicks = {number: clicks_of(board, move) for number, move in moves.items()}
    sequences = list(clicks.values())
    begins = {sequence[:length] for sequence in sequences for length in range(1, len(sequence))}
    if len(set(sequences)) < len(sequences) or () in sequences or begins & set(sequences):
        clicks = {number: (compact(move),) for number, move in moves.items()}
    named = {cell.name for cell in cells}
    buttons = tuple(Button(name, name) for sequence in clicks.values() for name in sequence if name not in named)
    return Scene(cells, tuple(pieces), buttons, clicks=clicks, notes=tuple(notes), colours=COLOURS[: len(roles)])


def clicks_of(board: Board, move: Term) -> tuple[str, ...]:
    """The cells that a move names, in their order; the move itself as a button where it names none."""
    if isinstance(move, str):
        return (move,)
    found, place = [], 1
    while place < len(move) - 1:
        column, row = move[place], move[place + 1]
        if column in board.columns and row in board.rows:
            found.append(board.cell(str(column), str(row)))
            place += 2
        else:
            place += 1
    return tuple(found) or (compact(move),)
