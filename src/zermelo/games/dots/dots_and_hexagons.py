r"""Dots and hexagons: dots and boxes on a honeycomb; who draws the sixth side of a cell owns it and draws again.

Cells have a letter for their row, from the top, and a number in it; each has six sides (side 2, seven cells):

        a1  a2                nw / \ ne
      b1  b2  b3            w  | b2 |  e      an edge is called by a cell and a side: b2e is b3w
        c1  c2                sw \ / se

Edges are numbered as they are first met going from cell to cell, in the order e se sw w nw ne.
"""

from __future__ import annotations

import re
from typing import Self

from zermelo.boards.grids import LETTERS
from zermelo.boards.hexes import (
    SIDES,
    Place,
    centre,
    corner_centre,
    corners,
    hexagon,
    mirrors_of,
    rhombus,
    triangle,
)
from zermelo.errors import BadPosition
from zermelo.game import Cell, Piece, Scene, derived, parameter, python_only
from zermelo.games.dots.fences import Mirror, Point
from zermelo.games.dots.rules import NAMES, SIGNS, DotsGame, same_place

EDGE = re.compile(r"([a-z]\d{1,2})(ne|nw|se|sw|e|w)")


def places_of(game: type[DotsAndHexagons]) -> tuple[Place, ...]:
    """The cells of a board."""
    if game.shape == "hexagon":
        return hexagon(game.side)
    return triangle(game.side) if game.shape == "triangle" else rhombus(game.columns, game.side)


class DotsAndHexagons(DotsGame):
    """Close hexagons."""

    # ------------------------------------------------------------------ facts
    shape: str = parameter("hexagon", choices=("hexagon", "rhombus", "triangle"), help="the form of the board")
    side: int = parameter(3, low=1, high=6, help="cells on a side of the board; rows of a rhombus")
    columns: int = parameter(3, low=1, high=12, help="cells in a row of a rhombus")
    misere: bool = parameter(False, help="fewest cells win")
    forced: bool = parameter(False, help="who can close a cell must")
    corners: int = 6
    CELLS: list[list[Point]] = derived(lambda game: [corners(place) for place in places_of(game)])
    MIRRORS: list[Mirror] = derived(lambda game: [same_place, *mirrors_of(places_of(game))])

    @python_only
    def start(self) -> None:
        """No edge is drawn."""
        self.clear()

    # ------------------------------------------------------------------ notation
    @classmethod
    def rows_of_cells(cls) -> list[list[int]]:
        """The numbers of the cells, row by row from the top."""
        rows: dict[int, list[int]] = {}
        for cell, (_, r) in enumerate(places_of(cls)):
            rows.setdefault(r, []).append(cell)
        return list(rows.values())

    @classmethod
    def cell_names(cls) -> list[str]:
        """A letter for the row, from the top, and a number in it."""
        return [
            f"{LETTERS[r]}{number}" for r, row in enumerate(cls.rows_of_cells()) for number in range(1, len(row) + 1)
        ]

    @classmethod
    def edge_names(cls) -> list[str]:
        """Each edge by the first cell that has it."""
        names = cls.cell_names()
        found: dict[int, str] = {}
        for place, edge in enumerate(cls.AROUND):
            found.setdefault(int(edge), names[place // 6] + SIDES[place % 6])
        return [found[edge] for edge in range(cls.edges)]

    @classmethod
    def edge_of(cls, name: str) -> int:
        """The edge of a name, by either of its cells; -1 if there is none."""
        found = EDGE.fullmatch(name)
        names = cls.cell_names()
        if not found or found[1] not in names:
            return -1
        return int(cls.AROUND[6 * names.index(found[1]) + SIDES.index(found[2])])

    @python_only
    def to_text(self, progress: int = 0, ply: int = 0) -> str:
        """Owners row by row from the top, the drawn edges, who moves: `../.1./.. a1e,a1se 2+`; + if again."""
        rows = "/".join("".join(("." + SIGNS)[self.owner[cell]] for cell in row) for row in self.rows_of_cells())
        drawn = ",".join(name for edge, name in enumerate(self.edge_names()) if self.is_drawn(edge))
        return f"{rows} {drawn or '-'} {SIGNS[self.turn]}{'+' if self.again else ''}"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote."""
        parts = text.split()
        if len(parts) != 3 or parts[2] not in ("1", "2", "1+", "2+"):
            raise BadPosition(
                f"a position is rows of cells joined by /, the drawn edges joined by commas (or -), "
                f"then 1 or 2 to move: {text!r}"
            )
        lines, widths = parts[0].split("/"), [len(row) for row in cls.rows_of_cells()]
        if [len(line) for line in lines] != widths or set("".join(lines)) - set("." + SIGNS):
            raise BadPosition(f"the rows have {', '.join(map(str, widths))} cells of 1, 2 and dots: {parts[0]!r}")
        state: Self = cls.blank()
        state.clear()
        for cell, sign in enumerate("".join(lines)):
            state.owner[cell] = ("." + SIGNS).index(sign)
        for name in parts[1].split(",") if parts[1] != "-" else ():
            edge = cls.edge_of(name)
            if edge < 0 or state.is_drawn(edge):
                raise BadPosition(f"{name!r} is {'drawn twice' if edge >= 0 else 'no edge of this board'}")
            state.draw(edge)
        return state.settled(parts[2])

    @python_only
    def move_text(self, edge: int) -> str:
        """A cell and one of its sides."""
        return self.edge_names()[edge]

    @python_only
    def parse_move(self, text: str) -> int:
        """An edge may be called by either of its cells."""
        edge = self.edge_of(text.strip().lower())
        return edge if edge in self.legal() else super().parse_move(text)

    @python_only
    def why_not(self, move: int | str) -> str:
        """A drawn edge, or no edge."""
        if self.over():
            return "the game is over"
        name = move.strip().lower() if isinstance(move, str) else ""
        edge = self.edge_of(name) if isinstance(move, str) else move if 0 <= move < self.edges else -1
        if edge < 0:
            return f"edges are called by a cell, a1 to {self.cell_names()[-1]}, and a side ({', '.join(SIDES)})"
        if self.is_drawn(edge):
            return f"edge {self.edge_names()[edge]} is drawn already"
        return "who can close a cell must"

    # ------------------------------------------------------------------ picture
    @python_only
    def scene(self) -> Scene:
        """The cells, and a place to click on in the middle of every edge; drawn edges are lines."""
        names = self.cell_names()
        cells = [
            Cell(name, *centre(place), "hexagon") for name, place in zip(names, places_of(type(self)), strict=True)
        ]
        pieces = [
            Piece(name, "box", self.owner[cell] - 1, SIGNS[self.owner[cell] - 1])
            for cell, name in enumerate(names)
            if self.owner[cell]
        ]
        lines = []
        for edge, name in enumerate(self.edge_names()):
            (x1, y1), (x2, y2) = (corner_centre(corner) for corner in self.EDGES[edge])
            drawn = self.is_drawn(edge)
            shade = "wall" if drawn else "plain"
            cells.append(Cell(name, (x1 + x2) / 2, (y1 + y2) / 2, "point", shade, width=0.4, height=0.4))
            if drawn:
                lines.append((x1, y1, x2, y2))
        clicks: dict[int, tuple[str, ...]] = {edge: (self.move_text(edge),) for edge in self.legal()}
        notes = (f"{NAMES[0]} {self.owned(0)}, {NAMES[1]} {self.owned(1)}",)
        return Scene(
            tuple(cells), tuple(pieces), lines=tuple(lines), clicks=clicks, notes=notes, colours=("blue", "red")
        )
