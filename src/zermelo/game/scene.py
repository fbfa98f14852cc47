"""A picture of a position that any front end can draw, and the clicks that make each legal move.

The scene is plain data: the browser, the terminal and a notebook draw it without knowing a rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

SHAPES = {
    "square": "a square, or a rectangle of the cell's width and height",
    "hexagon": "a hexagon one unit wide, a corner on top",
    "triangle_up": "a triangle that stands on its base",
    "triangle_down": "a triangle that stands on its tip",
    "circle": "a hole or a pit",
    "point": "a crossing of lines, or a spot between cells",
    "none": "a place for pieces only",
}
SHADES = {
    "plain": "the board's own colour",
    "light": "a light square",
    "dark": "a dark square",
    "home0": "home of the first player, in that player's colour; home1, home2 and so on likewise",
    "wall": "nothing enters it",
    "trap": "a trap, or a premium square",
    "water": "water, or a premium square",
    "star": "a star point of Go, which has a dot",
}
STEPS = {
    "": "a click says one more thing about the move",
    "chain": "the first click names a piece, the others where it goes, one after another: it is shown there at once",
    "pairs": "the clicks are pairs, from and to: each pair is a step, shown at once",
}


def is_shade(shade: str) -> bool:
    """Whether a shade is one of these; homes are numbered by player."""
    return shade in SHADES or shade.startswith("home") and shade[4:].isdecimal()


@dataclass(frozen=True)
class Cell:
    """A place on the board; x grows to the right, y upwards, one unit a cell."""

    name: str
    x: float
    y: float
    shape: str = "square"  # one of SHAPES
    shade: str = "plain"  # one of SHADES: the theme chooses the colour
    label: str = ""
    width: float = 1.0
    height: float = 1.0


@dataclass(frozen=True)
class Piece:
    """Something that stands on a cell; several pieces on one cell lie on top of each other, the last on top."""

    cell: str
    kind: str  # its picture, then any parameters: `stone`, `cup 3`; all kinds are in docs/guide/scenes.md
    owner: int = -1  # player, or -1 for nobody's
    text: str = ""  # what a terminal shows, and the number on a tile
    dx: float = 0.0  # how far from the middle of the cell
    dy: float = 0.0
    turned: int = 0  # quarter turns to the left


@dataclass(frozen=True)
class Way:
    """A way in which something from a tray can lie; its pieces are placed about the cell that is clicked."""

    name: str  # of the click that chooses it; empty where there is only one
    pieces: tuple[Piece, ...]  # their cell is empty: `dx` and `dy` count from the cell that is clicked
    label: str = ""  # in words, for those who see no picture
    turned: str = ""  # the way that it becomes when it is turned to the right
    flipped: str = ""  # and when it is flipped over


@dataclass(frozen=True)
class Button:
    """A choice that is no place on the board: a pass, a roll, an outcome of chance; with a picture it lies in a tray.

    What is placed from a tray has one way or several. Its moves are three clicks: the button, the way, the cell; where
    it can lie in one way only, the way is left out.
    """

    name: str
    label: str
    owner: int = -1
    kind: str = ""  # its picture, as for a piece; empty: the label alone
    many: int = 1  # how many there are of it, for pieces in hand
    text: str = ""  # of that piece
    ways: tuple[Way, ...] = ()  # how it can be placed; the first is its picture


@dataclass(frozen=True)
class Laying:
    """Pieces that are laid one by one onto any of some cells and judged together, as tiles of Scrabble are.

    The turn that they make is written as `cell:letter` for each of them, in any order, parted by spaces: the game reads
    it in `parse_turn`, and says there why it is none.
    """

    pieces: Mapping[str, tuple[str, ...]]  # the cells where such a piece lies, with the letters that it can stand for
    cells: tuple[str, ...]  # where one can be laid


@dataclass(frozen=True)
class Scene:
    """Everything that is seen of a position."""

    cells: tuple[Cell, ...] = ()
    pieces: tuple[Piece, ...] = ()
    buttons: tuple[Button, ...] = ()
    lines: tuple[tuple[float, float, float, float], ...] = ()  # drawn under the pieces: x1 y1 x2 y2
    clicks: Mapping[int, tuple[str, ...]] = field(default_factory=dict)  # legal move -> names of cells and buttons
    notes: tuple[str, ...] = ()  # scores, dice, hands: a line of words each
    colours: tuple[str, ...] = ()  # of the players' pieces, in order: white, black, red ... or #rrggbb
    also: Mapping[int, tuple[tuple[str, ...], ...]] = field(default_factory=dict)  # other clicks that make a move
    steps: str = ""  # one of STEPS: how the clicks of a long move are read
    previews: Mapping[tuple[str, ...], Mapping[int, Piece]] = field(default_factory=dict)  # see `shown_after`
    keys: Mapping[str, str] = field(default_factory=dict)  # a key, as browsers call it -> the name that it clicks
    highlights: tuple[str, ...] = ()  # cells that decide: the winning line, a king in check
    laying: Laying | None = None  # what can be laid freely in this turn, beside the clicks of single moves

    def sequences(self) -> list[tuple[int, tuple[str, ...]]]:
        """All clicks that make a move, those that a game names first before the others."""
        others = [(move, names) for move, more in self.also.items() for names in more]
        return [*self.clicks.items(), *others]

    def choices(self) -> tuple[Button, ...]:
        """The buttons, and a button for each way in which one of them can lie: for those who cannot turn a picture."""
        ways = [
            Button(way.name, way.label or way.name, button.owner, ways=(way,))
            for button in self.buttons
            for way in button.ways
            if way.name
        ]
        return (*self.buttons, *ways)

    def shown_after(self, picked: tuple[str, ...]) -> Mapping[int, Piece]:
        """The pieces that look different after the first clicks of a move, by their place among `pieces`.

        What a game says itself comes first. Where a move is a chain, the piece on the first cell stands on the last.
        """
        if picked in self.previews or self.steps != "chain" or len(picked) < 2:
            return self.previews.get(picked, {})
        places = {cell.name for cell in self.cells}
        on_first = [at for at, piece in enumerate(self.pieces) if piece.cell == picked[0]]
        way = [name for name in picked if name in places]
        if not on_first or len(way) < 2:
            return {}
        return {on_first[-1]: replace(self.pieces[on_first[-1]], cell=way[-1], dx=0.0, dy=0.0)}

    def first_buttons(self) -> tuple[Button, ...]:
        """The buttons without those that only ever follow another click, which wait for it."""
        first = {clicks[0] for clicks in self.clicks.values()}
        later = {name for clicks in self.clicks.values() for name in clicks[1:]} - first
        return tuple(button for button in self.buttons if button.name not in later)

    def problem(self, moves: Iterable[int]) -> str | None:
        """What is wrong with the scene for these legal moves, or None."""
        places = {cell.name for cell in self.cells}
        if len(places) != len(self.cells):
            return "two cells have the same name"
        for cell in self.cells:
            if cell.shape not in SHAPES:
                return f"the cell {cell.name!r} has the shape {cell.shape!r}: use one of {', '.join(SHAPES)}"
            if not is_shade(cell.shade):
                return f"the cell {cell.name!r} has the shade {cell.shade!r}: use one of {', '.join(SHADES)}"
        for piece in self.pieces:
            if piece.cell not in places:
                return f"a piece stands on {piece.cell!r}, which is no cell"
        known = places | {button.name for button in self.choices()}
        if self.steps not in STEPS:
            return f"steps are {self.steps!r}: use one of {', '.join(map(repr, STEPS))}"
        laying = self.laying or Laying({}, ())
        named = (*self.keys.values(), *self.highlights, *laying.pieces, *laying.cells)
        if strange := [name for name in named if name not in known]:
            return f"a key, a highlight or what is laid names {strange[0]!r}, which is neither cell nor button"
        sequences = set()
        for move in moves:
            clicks = self.clicks.get(move)
            if not clicks:
                return f"move {move} has no clicks"
            for names in (clicks, *self.also.get(move, ())):
                if strange := [name for name in names if name not in known]:
                    return f"move {move} clicks on {strange[0]!r}, which is neither cell nor button"
                if names in sequences:
                    return f"the clicks {' '.join(names)} of move {move} are those of another move too"
                sequences.add(names)
        for clicks in sequences:
            if any(clicks[:length] in sequences for length in range(1, len(clicks))):
                return f"the clicks {' '.join(clicks)} begin with those of another move"
        return None

    def cells_only(self) -> Scene:
        """Without places that are no cells (dice beside the board), which the notes tell as well."""
        hidden = {cell.name for cell in self.cells if cell.shape == "none"}
        cells = tuple(cell for cell in self.cells if cell.name not in hidden)
        return replace(self, cells=cells, pieces=tuple(piece for piece in self.pieces if piece.cell not in hidden))

    def has_stacks(self) -> bool:
        """Whether pieces stand in rows on long points, as in backgammon."""
        return any(cell.shape.startswith("triangle") and cell.height > 2 * cell.width for cell in self.cells)

    def text(self) -> str:
        """The board as lines of text."""
        top = {piece.cell: piece.text or piece.kind[:1] for piece in self.pieces}
        rows: dict[float, list[Cell]] = {}
        for cell in self.cells_only().cells:
            rows.setdefault(cell.y, []).append(cell)
        lines = []
        left = min((cell.x for cell in self.cells), default=0.0)
        for y in sorted(rows, reverse=True):
            line = ""
            for cell in sorted(rows[y], key=lambda c: c.x):
                place = round((cell.x - left) * 2)
                mark = top.get(cell.name, "#" if cell.shade == "wall" else ".")
                line += " " * max(place - len(line), 1 if line else 0) + mark
            lines.append(line)
        return "\n".join([*lines, *self.notes])

    def to_json(self) -> dict[str, Any]:
        """Plain lists and dictionaries."""
        return {
            "cells": [vars(cell) for cell in self.cells],
            "pieces": [vars(piece) for piece in self.pieces],
            "buttons": [vars(button) for button in self.buttons],
            "lines": [list(line) for line in self.lines],
            "clicks": {str(move): list(clicks) for move, clicks in self.clicks.items()},
            "notes": list(self.notes),
            "colours": list(self.colours),
        }
