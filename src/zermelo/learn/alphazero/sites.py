"""What a policy network reads of a position, and how it numbers moves: found by random games, declared by nobody.

A *site* is a place of the record that varies: a square of boards that lie over each other, or one number. Its *code* is
0 for what stands there most often and 1, 2, ... for the rest. Sites that go with the cells of the game's picture lie on
a grid, so that the network can look at neighbours; the others stand beside it.

A move is a number of the game's own. The moves of random games are numbered in order; a move that they never showed
shares one of a few spare numbers with others.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import Unsupported
from zermelo.game.compile import copied, kernel
from zermelo.game.rows import SPILL, check_rows, guarded, listed, width_of
from zermelo.game.trouble import friendly
from zermelo.learn.inputs import PLANES, STEPS, element_of, in_key, positions_of

CHUNK = 1000  # positions whose moves are listed together
MOST_CODES = 250
MOST_SITES = 4000
MOST_MOVES = 12_000  # that have a number of their own
SPARE = 16  # numbers for moves that random games never showed
LOOKED_AT = 300  # positions whose pictures are compared with the record
LARGEST_COUNT = 1 << 16
OFTEN = 4  # of these, in how many something must be there, and in how many not
SPARSEST = 4  # places of the grid for each cell; a wider picture is read without its geometry
SITE_WORDS = 8 + PLANES  # boards (0: a number), place, shift, mask, sign, low, coarse, start of its codes, bits or span

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Layer:
    """Boards read together, or the elements of a field of numbers; they share their codes."""

    fields: tuple[str, ...]
    planes: bool
    low: int
    coarse: int  # numbers are divided by this power of two
    codes: tuple[int, ...]  # by the pattern of bits, or the number less the lowest

    @property
    def depth(self) -> int:
        """How many codes there are beside 0."""
        return max(self.codes)


@dataclass(frozen=True)
class Site:
    """One place of the record: its layer, the element of the field, the square; and where it lies on the grid."""

    layer: int
    element: int
    square: int
    row: int = -1  # -1: beside the grid
    column: int = -1


@dataclass(frozen=True)
class Sites:
    """All that a network reads, and the moves that it knows."""

    layers: tuple[Layer, ...]
    sites: tuple[Site, ...]
    height: int  # of the grid; 0: none
    width: int
    moves: tuple[int, ...]  # in order

    @property
    def count(self) -> int:
        """Numbers that stand for a position: a code for each site, and who is to move."""
        return len(self.sites) + 1

    @property
    def slots(self) -> int:
        """How many numbers moves have."""
        return len(self.moves) + SPARE

    def placed(self, cls: Any) -> tuple[Numbers, NDArray[np.uint8], NDArray[np.int32]]:
        """Sites, codes and moves as kernels read them, for the records of a class."""
        table = np.zeros((len(self.sites), SITE_WORDS), np.int64)
        starts = np.cumsum([0, *(len(layer.codes) for layer in self.layers)])
        codes = np.array([code for layer in self.layers for code in layer.codes], np.uint8)
        for line, site in zip(table, self.sites, strict=True):
            layer = self.layers[site.layer]
            found = [element_of(cls.layout, name, site.element) for name in layer.fields]
            if layer.planes:
                line[0], line[7] = len(found), starts[site.layer]
                line[8 : 8 + len(found)] = [8 * offset + site.square for _, offset in found]
                continue
            dtype, offset = found[0]
            size = 8 * dtype.itemsize
            sign = 1 << (size - 1) if dtype.kind == "i" else 0
            mask, span = (1 << size) - 1 if size < 64 else -1, len(layer.codes)
            line[:8] = 0, offset // 8, 8 * (offset % 8), mask, sign, layer.low, layer.coarse, starts[site.layer]
            line[8] = span
        return table, codes, np.array(self.moves, np.int32)


# ---------------------------------------------------------------------- found by random games


@kernel
def list_moves(states: Any, rows: Any, counts: Any) -> None:
    """The moves of players in many positions."""
    for index in range(len(states)):
        state = copied(states[index])
        counts[index] = 0 if state.over() or state.turn < 0 else listed(state, rows[index])


def moves_seen(cls: Any, positions: NDArray[np.void]) -> NDArray[np.int32]:
    """The different moves of many positions, in order; no more are counted than there is room for."""
    seen = np.zeros(0, np.int32)
    width = width_of(cls)
    memory = np.zeros(CHUNK * width + SPILL, np.int32)
    rows, counts = memory[: CHUNK * width].reshape(CHUNK, width), np.zeros(CHUNK, np.int64)
    guarded(cls, rows)
    for first in range(0, len(positions), CHUNK):
        some = positions[first : first + CHUNK]
        with friendly(cls):
            list_moves(some, rows, counts)
        check_rows(cls, rows)
        counts[len(some) :] = 0
        seen = np.union1d(seen, rows[np.arange(width) < counts[:, None]])
        if len(seen) > MOST_MOVES:
            break
    return seen


def sites_of(start: Any, seed: int = 0) -> Sites:
    """What a network reads of a game, as random games show it."""
    cls = type(start)
    positions = positions_of(start, seed)
    moves = moves_seen(cls, positions)
    if len(moves) > MOST_MOVES:
        raise Unsupported(
            f"{cls.__name__} has more than {MOST_MOVES:,} different moves: a policy has no room for them; "
            "`zermelo train` without --method learns an evaluation alone"
        )
    layers, sites, codes = layers_of(cls, positions)
    if not sites or len(sites) > MOST_SITES:
        raise Unsupported(f"{cls.__name__} has {len(sites)} places that vary; a network reads 1 to {MOST_SITES}")
    placed, height, width = on_grid(cls, positions, sites, codes)
    return Sites(tuple(layers), tuple(placed), height, width, tuple(int(move) for move in moves))


def layers_of(cls: Any, positions: NDArray[np.void]) -> tuple[list[Layer], list[Site], list[NDArray[Any]]]:
    """The layers, the sites that vary, and the codes of each site in every position."""
    bare = positions.view(np.dtype(cls.layout.descr))
    layers: list[Layer] = []
    sites: list[Site] = []
    codes: list[NDArray[Any]] = []
    boards: dict[
        tuple[int, int], list[tuple[str, NDArray[Any]]]
    ] = {}  # by width and element: these lie over each other
    for name, field in cls._fields.items():
        if name == "turn" or not in_key(field):
            continue
        values = np.asarray(bare[name]).reshape(len(positions), -1)
        if is_board(values):
            for element in range(values.shape[1]):
                words = values[:, element].astype(np.uint64)
                boards.setdefault((values.dtype.itemsize, element), []).append((name, words))
        elif values.dtype.kind in "iub" and values.min() != values.max():
            layer, coded = number_layer(name, values.astype(np.int64))
            for varying in np.flatnonzero(coded.min(0) != coded.max(0)):
                sites.append(Site(len(layers), int(varying), 0))
                codes.append(coded[:, varying])
            layers.append(layer)
    for (_, element), planes in boards.items():
        for first in range(0, len(planes), PLANES):
            some = planes[first : first + PLANES]
            made = board_layer(cls, tuple(name for name, _ in some), np.stack([words for _, words in some]))
            if made is None:
                continue
            layer, squares = made
            for square, coded in squares.items():
                sites.append(Site(len(layers), element, square))
                codes.append(coded)
            layers.append(layer)
    return layers, sites, codes


def is_board(values: NDArray[Any]) -> bool:
    """Whether a field is squares and no number: words of 64 bits, or of 32 where they are no small counts."""
    return values.dtype == np.uint64 or (values.dtype == np.uint32 and bool(values.max() >= LARGEST_COUNT))


def number_layer(name: str, values: Numbers) -> tuple[Layer, NDArray[Any]]:
    """A field of numbers: its commonest value is 0, the others are counted from 1."""
    low, high = int(values.min()), int(values.max())
    coarse = max(0, int(high - low).bit_length() - STEPS.bit_length() + 1)
    steps = (values - low) >> coarse
    seen = np.bincount(steps.ravel())
    table = codes_for(seen, int(seen.argmax()))
    return Layer((name,), False, low, coarse, tuple(table.tolist())), table[steps]


def board_layer(
    cls: Any, names: tuple[str, ...], words: NDArray[np.uint64]
) -> tuple[Layer, dict[int, NDArray[Any]]] | None:
    """Boards that lie over each other: no bit at all is 0, the patterns that occur are counted from 1."""
    patterns = np.zeros((64, words.shape[1]), np.int64)
    for square in range(64):
        for place, board in enumerate(words):
            patterns[square] |= (board >> np.uint64(square) & np.uint64(1)).astype(np.int64) << place
    varies = [square for square in range(64) if patterns[square].min() != patterns[square].max()]
    if not varies:
        return None
    table = codes_for(np.bincount(patterns[varies].ravel(), minlength=1 << len(names)), 0)
    if table.max() > MOST_CODES:
        raise Unsupported(f"boards of {cls.__name__} show {table.max()} patterns on a square; at most {MOST_CODES}")
    return Layer(names, True, 0, 0, tuple(table.tolist())), {square: table[patterns[square]] for square in varies}


def codes_for(seen: Numbers, nothing: int) -> Numbers:
    """Codes for what was seen, 0 for `nothing` and for what was not."""
    wanted = seen > 0
    wanted[nothing] = False
    return np.where(wanted, np.cumsum(wanted), 0)


# ---------------------------------------------------------------------- where they lie


def on_grid(
    cls: Any, positions: NDArray[np.void], sites: list[Site], codes: list[NDArray[Any]]
) -> tuple[list[Site], int, int]:
    """Sites on the cells of the picture that show what they hold; without a grid where few can be found."""
    chosen = np.random.default_rng(0).choice(len(positions), min(LOOKED_AT, len(positions)), replace=False)
    places, shown = pictures_of([positions[index].scene() for index in chosen])
    cells: dict[bytes, str] = {}
    for (name, *_), vector in shown.items():
        key = vector.tobytes()
        cells[key] = name if cells.get(key, name) == name else ""  # two alike cannot be told apart
    found = [cell_of(coded[chosen], cells) for coded in codes]
    grid, filled = lattice(places), {name for name, *_ in shown}
    if not grid or len({name for name in found if name}) * 2 < max(len(filled), 1):
        return sites, 0, 0
    height, width = 1 + max(row for row, _ in grid.values()), 1 + max(column for _, column in grid.values())
    placed = [
        Site(site.layer, site.element, site.square, *(grid[name] if name else (-1, -1)))
        for site, name in zip(sites, found, strict=True)
    ]
    return placed, height, width


Shown = dict[tuple[str, str, int], NDArray[np.bool_]]  # cell, kind of piece, owner -> in which pictures


def pictures_of(scenes: list[Any]) -> tuple[dict[str, tuple[float, float]], Shown]:
    """Where the cells of some pictures are, and in which of them something stands there: anything, or one kind."""
    places: dict[str, tuple[float, float]] = {}
    shown: Shown = {}
    for number, scene in enumerate(scenes):
        places |= {cell.name: (cell.x, cell.y) for cell in scene.cells}
        for piece in scene.pieces:
            if piece.cell not in places:
                continue
            for what in ((piece.cell, "", -1), (piece.cell, piece.kind, piece.owner)):
                shown.setdefault(what, np.zeros(len(scenes), np.bool_))[number] = True
    return places, {what: vector for what, vector in shown.items() if often(vector)}


def often(vector: NDArray[np.bool_]) -> bool:
    """Whether something is there and away often enough that two places alike are one."""
    return bool(OFTEN <= vector.sum() <= len(vector) - OFTEN)


def cell_of(coded: NDArray[Any], cells: dict[bytes, str]) -> str:
    """The cell that shows something whenever a site holds something, or holds one thing; empty: none does."""
    vectors = [coded != 0, *(coded == code for code in np.unique(coded))]
    return next((name for vector in vectors if often(vector) and (name := cells.get(vector.tobytes(), ""))), "")


def lattice(places: dict[str, tuple[float, float]]) -> dict[str, tuple[int, int]]:
    """Rows and columns of cells; nothing where they do not lie on a grid of a sensible size."""
    if len(places) < 4:
        return {}
    found = {name: (2 * y, 2 * x) for name, (x, y) in places.items()}  # halves occur: hexagons
    low = [min(place[axis] for place in found.values()) for axis in range(2)]
    steps = [spacing({place[axis] for place in found.values()}) for axis in range(2)]
    grid = {name: (round((y - low[0]) / steps[0]), round((x - low[1]) / steps[1])) for name, (y, x) in found.items()}
    grid = upright(grid)
    size = (1 + max(row for row, _ in grid.values())) * (1 + max(column for _, column in grid.values()))
    return grid if len(set(grid.values())) == len(places) and size <= SPARSEST * len(places) else {}


def upright(grid: dict[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    """Rows that are shifted by half a cell against each other, as of hexagons, pushed into columns.

    The six neighbours of a hexagon are then among the eight of a square.
    """
    if len({(row + column) % 2 for row, column in grid.values()}) != 1:
        return grid
    pushed = [{name: (row, (column + lean * row) // 2) for name, (row, column) in grid.items()} for lean in (-1, 1)]
    narrow = min(pushed, key=lambda places: np.ptp([column for _, column in places.values()]))
    first = min(column for _, column in narrow.values())
    return {name: (row, column - first) for name, (row, column) in narrow.items()}


def spacing(values: set[float]) -> float:
    """The smallest distance between neighbours, as far as it is no mere rounding."""
    ordered = sorted(values)
    return min((b - a for a, b in pairwise(ordered) if b - a > 0.05), default=1.0)
