"""Pieces of squares joined edge to edge: the free polyominoes, their orientations, and where they fit on a board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from zermelo.game.scene import Piece, Way

Square = tuple[int, int]  # column and row
Shape = tuple[Square, ...]  # in order, with a square in column 0 and one in row 0

# The twelve pentominoes by the letters they resemble, rows from the top
PENTOMINOES = {
    "F": ".##/##./.#.", "I": "#####", "L": "####/#...", "N": "##../.###", "P": "##/##/#.", "T": "###/.#./.#.",
    "U": "#.#/###", "V": "#../#../###", "W": "#../##./.##", "X": ".#./###/.#.", "Y": "####/.#..", "Z": "##./.#./.##",
}  # fmt: skip

# The smaller ones, by their number of squares where the letter is also that of a larger one
SMALLER = {
    "1": "#", "2": "##", "I3": "###", "V3": "#./##",
    "I4": "####", "L4": "###/#..", "O": "##/##", "T4": "###/.#.", "Z4": "##./.##",
}  # fmt: skip


def shape_of(drawing: str) -> Shape:
    """A shape from its rows."""
    rows = drawing.split("/")
    return normal((x, len(rows) - 1 - y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "#")


def drawing_of(shape: Shape) -> str:
    """The rows of a shape from the top, divided by strokes."""
    wide, high = max(x for x, _ in shape) + 1, max(y for _, y in shape) + 1
    return "/".join("".join("#" if (x, y) in shape else "." for x in range(wide)) for y in reversed(range(high)))


def normal(squares: Iterable[Square]) -> Shape:
    """The same shape moved as far down and left as it goes."""
    squares = list(squares)
    left, low = min(x for x, _ in squares), min(y for _, y in squares)
    return tuple(sorted((x - left, y - low) for x, y in squares))


def orientations(shape: Shape) -> list[Shape]:
    """The different shapes that turning and mirroring make, in order."""
    found = set()
    for mirror in (1, -1):
        turned = [(mirror * x, y) for x, y in shape]
        for _ in range(4):
            turned = [(-y, x) for x, y in turned]
            found.add(normal(turned))
    return sorted(found)


def turned(shape: Shape) -> Shape:
    """A quarter turn to the right."""
    return normal((y, -x) for x, y in shape)


def flipped(shape: Shape) -> Shape:
    """Turned over, left and right exchanged."""
    return normal((-x, y) for x, y in shape)


def first_square(shape: Shape) -> Square:
    """The lowest square, and of these the one furthest left: where a piece is placed by."""
    return min(shape, key=lambda square: (square[1], square[0]))


def ways_of(shapes: Sequence[Shape], piece: str, tile: Piece) -> tuple[Way, ...]:
    """The ways in which a piece of these shapes lies, made of tiles, for a tray; each has the name of its drawing."""
    names = {shape: f"{piece} {drawing_of(shape)}" if len(shapes) > 1 else "" for shape in shapes}
    ways = []
    for shape in shapes:
        left, low = first_square(shape)
        tiles = tuple(replace(tile, cell="", dx=float(x - left), dy=float(y - low)) for x, y in shape)
        after = [names[to] if to != shape else "" for to in (turned(shape), flipped(shape))]
        ways.append(Way(names[shape], tiles, drawing_of(shape), *after))
    return tuple(ways)


def free_polyominoes(size: int) -> list[Shape]:
    """Every polyomino of so many squares once, whichever way it lies, in order."""
    shapes: set[Shape] = {((0, 0),)}
    for _ in range(size - 1):
        grown = set()
        for shape in shapes:
            for x, y in shape:
                for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                    if near not in shape:
                        grown.add(min(orientations(normal([*shape, near]))))
        shapes = grown
    return sorted(shapes)


def beside(square: Square) -> list[Square]:
    """The four squares that share an edge with one."""
    x, y = square
    return [(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)]


def outermost(shape: Shape, centre: Square) -> Square:
    """A square that is farthest from a given one, going from square to square of the shape: it can go."""
    order = [centre]
    for square in order:
        order += [near for near in beside(square) if near in shape and near not in order]
    return order[-1]


def growths(largest: int) -> list[tuple[Shape, Square, int]]:
    """A tree of all polyominoes that cover the square (0, 0), in the order in which a walk through it meets them.

    Each is one that has come before and one more square: the shape, that square, and where the walk goes on if the
    square cannot be had, behind all that grow from this shape.
    """
    level: set[Shape] = {((0, 0),)}
    children: dict[Shape, list[Shape]] = {}
    for _ in range(largest - 1):
        level = {
            tuple(sorted([*shape, near])) for shape in level for at in shape for near in beside(at) if near not in shape
        }
        for shape in sorted(level):
            last = outermost(shape, (0, 0))
            children.setdefault(tuple(square for square in shape if square != last), []).append(shape)

    def walk(shape: Shape, first: int) -> list[tuple[Shape, Square, int]]:
        below: list[tuple[Shape, Square, int]] = []
        for child in children.get(shape, []):
            below += walk(child, first + 1 + len(below))
        return [(shape, outermost(shape, (0, 0)), first + 1 + len(below)), *below]

    return walk(((0, 0),), 0)


def places(shape: Shape, columns: int, rows: int) -> list[list[int]]:
    """The cells that a shape covers, for every place on a board where it fits, row by row; cells count from a1 = 0."""
    wide, high = max(x for x, _ in shape) + 1, max(y for _, y in shape) + 1
    return [
        sorted((row + y) * columns + column + x for x, y in shape)
        for row in range(rows - high + 1)
        for column in range(columns - wide + 1)
    ]


def mask(cells: Iterable[int]) -> int:
    """Cells as bits."""
    return sum(1 << cell for cell in cells)
