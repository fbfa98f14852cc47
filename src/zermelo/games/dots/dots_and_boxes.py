"""Dots and boxes: draw a line between two dots; who draws the fourth side of a box owns it and draws again.

Horizontal edges are numbered first, row by row from the lower left, then vertical ones; a board of 2 x 2 boxes:

    5   +  4  +  5  +
    4   9    10    11      an edge is called by its column and row on the paper, dots counted too:
    3   +  2  +  3  +      edge 0 is b1, edge 6 is a2, edge 11 is e4
    2   6     7     8
    1   +  0  +  1  +
        a  b  c  d  e
"""

from __future__ import annotations

from typing import Self

from zermelo.boards.grids import square_index, square_name
from zermelo.errors import BadParameter, BadPosition
from zermelo.game import Cell, Piece, Scene, derived, parameter, python_only
from zermelo.games.dots.fences import Edge, Mirror, Point
from zermelo.games.dots.rules import NAMES, SIGNS, DotsGame, same_place

BORDERS = ("american", "icelandic", "swedish")


def box(column: int, row: int) -> list[Point]:
    """The four dots of a box."""
    return [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]


def grid_edges(rows: int, columns: int) -> list[Edge]:
    """All edges between dots, horizontal ones first."""
    across: list[Edge] = [frozenset({(x, y), (x + 1, y)}) for y in range(rows + 1) for x in range(columns)]
    upwards: list[Edge] = [frozenset({(x, y), (x, y + 1)}) for y in range(rows) for x in range(columns + 1)]
    return across + upwards


def grid_mirrors(rows: int, columns: int) -> list[Mirror]:
    """Left and right, top and bottom, and on square boards the two diagonals."""
    straight: list[Mirror] = [lambda p: (columns - p[0], p[1]), lambda p: (p[0], rows - p[1])]
    slanting: list[Mirror] = [lambda p: (p[1], p[0]), lambda p: (rows - p[1], rows - p[0])]
    return [same_place, *straight, *(slanting if rows == columns else [])]


class DotsAndBoxes(DotsGame):
    """Close boxes."""

    # ------------------------------------------------------------------ facts
    rows: int = parameter(5, low=1, high=12, help="rows of boxes")
    columns: int = parameter(5, low=1, high=12, help="boxes in a row")
    misere: bool = parameter(False, help="fewest boxes win")
    CELLS: list[list[Point]] = derived(lambda game: [box(x, y) for y in range(game.rows) for x in range(game.columns)])
    EDGES: list[Edge] = derived(lambda game: grid_edges(game.rows, game.columns))
    MIRRORS: list[Mirror] = derived(lambda game: grid_mirrors(game.rows, game.columns))

    # ------------------------------------------------------------------ set-up
    @python_only
    def start(self, border: str = "american") -> None:
        """American: no edge is drawn. Icelandic: those on the left and below. Swedish: the whole border."""
        if border not in BORDERS:
            raise BadParameter(f"border is {', '.join(BORDERS)}; not {border!r}")
        self.clear()
        for edge in range(self.edges):
            x, y = self.place(edge)
            first = x == 0 or y == 0
            if border == "icelandic" and first or border == "swedish" and (first or x == self.wide or y == self.high):
                self.draw(edge)
        if not all(self.missing):
            raise BadParameter("the border is the whole of a single box: nothing is left to draw")

    # ------------------------------------------------------------------ notation
    @property
    def wide(self) -> int:
        """The last column of the paper, counted from 0."""
        return 2 * self.columns

    @property
    def high(self) -> int:
        """The last row of the paper."""
        return 2 * self.rows

    @classmethod
    def place(cls, edge: int) -> Point:
        """Where the middle of an edge lies on the paper: dots have even columns and rows, boxes odd ones."""
        (one, two), (three, four) = cls.EDGES[edge]
        return one + three, two + four

    @classmethod
    def at(cls, x: int, y: int) -> int:
        """The edge at a place of the paper."""
        if x % 2:
            return y // 2 * cls.columns + x // 2
        return (cls.rows + 1) * cls.columns + y // 2 * (cls.columns + 1) + x // 2

    @python_only
    def sign(self, x: int, y: int) -> str:
        """What stands on the paper: `+` a dot, `-` and `|` edges, `1` and `2` boxes that are owned, else a stop."""
        if x % 2 == 0 and y % 2 == 0:
            return "+"
        if x % 2 and y % 2:
            return ("." + SIGNS)[self.owner[y // 2 * self.columns + x // 2]]
        return ("-" if x % 2 else "|") if self.is_drawn(self.at(x, y)) else "."

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """The paper row by row from the top, then who moves: `+-+/|.|/+.+ 2`; a plus sign if again."""
        lines = ("".join(self.sign(x, y) for x in range(self.wide + 1)) for y in reversed(range(self.high + 1)))
        return f"{'/'.join(lines)} {SIGNS[self.turn]}{'+' if self.again else ''}"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        paper, _, mover = text.strip().partition(" ")
        lines = paper.split("/")[::-1]
        high, wide = 2 * cls.rows + 1, 2 * cls.columns + 1
        if len(lines) != high or mover not in ("1", "2", "1+", "2+"):
            raise BadPosition(f"a position is {high} rows from the top joined by /, then 1 or 2 to move: {text!r}")
        state: Self = cls.blank()
        state.clear()
        for y, line in enumerate(lines):
            if len(line) != wide:
                raise BadPosition(f"row {line!r} does not have {wide} signs")
            for x, sign in enumerate(line):
                dot, inside = x % 2 == y % 2 == 0, x % 2 == y % 2 == 1
                if sign not in ("+" if dot else ".12" if inside else ".-" if x % 2 else ".|"):
                    raise BadPosition(f"row {line!r} has {sign!r} in the place of a {'dot' if dot else 'line or box'}")
                if inside:
                    state.owner[y // 2 * cls.columns + x // 2] = ".12".index(sign)
                elif sign in "-|":
                    state.draw(cls.at(x, y))
        return state.settled(mover)

    @python_only
    def move_text(self, edge: int) -> str:
        """Column and row on the paper."""
        return square_name(*self.place(edge))

    @python_only
    def why_not(self, move: int | str) -> str:
        """A drawn edge, a dot, a box, or nothing on the paper."""
        if self.over():
            return "the game is over"
        name = move.strip().lower() if isinstance(move, str) else ""
        if not isinstance(move, str) and 0 <= move < self.edges:
            name = self.move_text(move)
        found = square_index(name, self.wide + 1, self.high + 1)
        if found < 0:
            return f"edges have names from a2 and b1 to {square_name(self.wide - 1, self.high)}"
        x, y = found % (self.wide + 1), found // (self.wide + 1)
        if x % 2 == y % 2:
            return f"{name} is a {'box' if x % 2 else 'dot'}, not an edge"
        return f"edge {name} is drawn already"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """Dots, boxes, and a place to click on for every edge."""
        cells, pieces = [], []
        for y in range(self.high + 1):
            for x in range(self.wide + 1):
                name, sign = square_name(x, y), self.sign(x, y)
                dot, inside = x % 2 == y % 2 == 0, x % 2 == y % 2 == 1
                shape = "circle" if dot else "square" if inside else "point"
                width, height = (0.8 if place % 2 else 0.2 for place in (x, y))
                cells.append(Cell(name, x / 2, y / 2, shape, width=width, height=height))
                if dot:
                    pieces.append(Piece(name, "dot", text="+"))
                elif sign in "12":
                    pieces.append(Piece(name, "box", SIGNS.index(sign), sign))
                elif sign in "-|":
                    pieces.append(Piece(name, "wall", text=sign, turned=int(sign == "|")))
        clicks: dict[int, tuple[str, ...]] = {edge: (self.move_text(edge),) for edge in self.legal()}
        notes = (f"{NAMES[0]} {self.owned(0)}, {NAMES[1]} {self.owned(1)}",)
        return Scene(cells=tuple(cells), pieces=tuple(pieces), clicks=clicks, notes=notes, colours=("blue", "red"))
