"""Boards of cells that are fenced in edge by edge: which edge lies between which cells, and mirror images.

A point is a tuple of whole numbers, an edge the set of its two ends, a cell the row of its corners, going round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

Point = tuple[int, ...]
Edge = frozenset[Point]
Mirror = Callable[[Point], Point]
Symmetry = tuple[list[int], list[int]]  # where each edge goes, and where each cell goes


def edges_of(cell: Sequence[Point]) -> list[Edge]:
    """The edges round a cell, in the order of its corners."""
    return [frozenset((cell[place - 1], corner)) for place, corner in enumerate(cell)]


def all_edges(cells: Iterable[Sequence[Point]]) -> list[Edge]:
    """Every edge once, as it is first met going from cell to cell."""
    return list(dict.fromkeys(edge for cell in cells for edge in edges_of(cell)))


def beside(edges: Sequence[Edge], cells: Sequence[Sequence[Point]]) -> list[int]:
    """The two cells beside each edge; what lies outside has the number after the last cell."""
    found: dict[Edge, list[int]] = {edge: [] for edge in edges}
    for number, cell in enumerate(cells):
        for edge in edges_of(cell):
            found[edge].append(number)
    return [cell for edge in edges for cell in (*found[edge], len(cells))[:2]]


def around(edges: Sequence[Edge], cells: Sequence[Sequence[Point]]) -> list[int]:
    """The numbers of the edges round each cell."""
    number = {edge: place for place, edge in enumerate(edges)}
    return [number[edge] for cell in cells for edge in edges_of(cell)]


def mirrored(edges: Sequence[Edge], cells: Sequence[Sequence[Point]], mirror: Mirror) -> Symmetry:
    """Where a mirror sends every edge and every cell."""
    number = {edge: place for place, edge in enumerate(edges)}
    cell_number = {frozenset(cell): place for place, cell in enumerate(cells)}
    return (
        [number[frozenset(mirror(end) for end in edge)] for edge in edges],
        [cell_number[frozenset(mirror(corner) for corner in cell)] for cell in cells],
    )


def pairs_of_mirrors(edges: Sequence[Edge], cells: Sequence[Sequence[Point]], mirrors: Sequence[Mirror]) -> list[int]:
    """Every different symmetry that two mirrors make one after the other, as pairs of places in the list of mirrors.

    The first mirror changes nothing, so the first pair is the identity. Each mirror is its own way back: a board is
    turned by exchanging edges in pairs, first by one mirror, then by the other, without another board beside it.
    """
    images = [mirrored(edges, cells, mirror)[0] for mirror in mirrors]
    found: dict[tuple[int, ...], tuple[int, int]] = {}
    for one, first in enumerate(images):
        for two, second in enumerate(images):
            found.setdefault(tuple(second[edge] for edge in first), (one, two))
    return [which for pair in found.values() for which in pair]
