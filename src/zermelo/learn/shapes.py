"""Shapes of tuples on any board: pieces of its rays, and blocks of neighbouring rays.

A direction is a way from a cell to a neighbour that many cells have. A ray goes on in one direction; a block is filled
ray by ray, as one reads, so that 6 cells in blocks of three are 3 + 3, of four 4 + 2. That gives squares and rectangles
on a square board and their like on hexagons. Shapes that a symmetry of the game carries onto each other share a table.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from zermelo.learn.sites import Site

NEAR = 1.5  # neighbours are no farther than so many times the nearest
SAME = 0.2  # steps that differ by less, of the nearest distance, are one direction
SHORTEST = 3  # cells of a ray that is no longer because the board ends

Point = tuple[float, float]
Shape = tuple[int, ...]  # sites in their order


@dataclass(frozen=True)
class Web:
    """The cells of a board, and for each direction the neighbour of every cell that has one there."""

    cells: tuple[int, ...]
    ways: tuple[Point, ...]
    next: tuple[dict[int, int], ...]  # for each way

    def walk(self, cell: int, way: int, steps: int = 1) -> int:
        """Where some steps lead to; -1: off the board."""
        for _ in range(steps):
            cell = self.next[way].get(cell, -1)
        return cell


def web_of(points: dict[int, Point]) -> Web:
    """The directions that many cells have, each with its opposite, and who is whose neighbour."""
    cells, places = list(points), np.array(list(points.values()))
    ways = (places[None, :, :] - places[:, None, :]).reshape(-1, 2)
    distances = np.hypot(ways[:, 0], ways[:, 1])
    nearest = float(distances[distances > 0].min())
    close = [(float(x), float(y)) for x, y in ways[(distances > 0) & (distances < NEAR * nearest)]]
    found: list[list[Point]] = []
    for way in close:
        kin = next((kind for kind in found if math.dist(kind[0], way) < SAME * nearest), None)
        if kin is None:
            found.append([way])
        else:
            kin.append(way)
    most = max(map(len, found))
    chosen = sorted(kind[0] for kind in found if 2 * len(kind) > most)
    steps = []
    for x, y in chosen:
        gaps = np.hypot(*(places[None, :, :] - places[:, None, :] - (x, y)).transpose(2, 0, 1))
        at = gaps.argmin(axis=1)
        near = gaps[np.arange(len(cells)), at] < SAME * nearest
        steps.append({cells[n]: cells[int(at[n])] for n in np.flatnonzero(near)})
    return Web(tuple(cells), tuple(chosen), tuple(steps))


def rays(web: Web, longest: int) -> Iterator[Shape]:
    """Pieces of rays with so many cells; a shorter ray as a whole."""
    for way in range(len(web.ways)):
        entered = set(web.next[way].values())
        for cell in web.cells:
            found = [cell]
            while len(found) < longest and (after := web.walk(found[-1], way)) >= 0:
                found.append(after)
            if len(found) == longest or (cell not in entered and len(found) >= SHORTEST):
                yield tuple(found)


def blocks(web: Web, cells: int) -> Iterator[Shape]:
    """Blocks of so many cells, of every width, in directions of shortest steps that are far apart."""
    nearest = min(math.hypot(*way) for way in web.ways)
    short = [number for number, way in enumerate(web.ways) if math.hypot(*way) < 1.05 * nearest]
    for width in range(2, cells - 1):
        for along in short:
            for aside in short:
                (x, y), (u, v) = web.ways[along], web.ways[aside]
                if abs(x * v - y * u) < 0.5 * nearest * nearest:
                    continue
                for cell in web.cells:
                    block = [web.walk(web.walk(cell, aside, n // width), along, n % width) for n in range(cells)]
                    if min(block) >= 0:
                        yield tuple(block)


def orbit(shape: Shape, permutations: list[tuple[int, ...]]) -> list[Shape]:
    """The images of a shape under the symmetries, each once."""
    return sorted({tuple(carry[cell] for cell in shape) for carry in permutations})


def whole_orbits(found: Iterator[Shape], sites: list[Site], permutations: list[tuple[int, ...]]) -> list[list[Shape]]:
    """Shapes in families that share a table; the same cells in another order are no new shape."""
    seen: set[frozenset[int]] = set()
    families = []
    for shape in found:
        if frozenset(shape) in seen:
            continue
        family = orbit(shape, permutations)
        seen |= {frozenset(image) for image in family}
        sizes = [sites[cell].size for cell in shape]
        if all([sites[cell].size for cell in image] == sizes for image in family):
            families.append([shape, *(image for image in family if image != shape)])
    return families


def families_of(
    sites: list[Site], permutations: list[tuple[int, ...]], cells: int, most: int
) -> list[list[Shape]]:  # fmt: skip
    """Families of shapes with so many look-ups in all, at most: all rays, then blocks evenly from rim to middle."""
    web = web_of({number: (site.x, site.y) for number, site in enumerate(sites) if site.on_board})
    straight = whole_orbits(rays(web, cells), sites, permutations)
    broad = whole_orbits(blocks(web, cells), sites, permutations) if cells >= 4 else []
    covered = [frozenset(shape) for family in broad for shape in family]
    straight = [family for family in straight if not any(frozenset(family[0]) < block for block in covered)]
    alone: list[list[Shape]] = [[(number,)] for number, site in enumerate(sites) if not site.on_board]
    room = most - sum(map(len, straight)) - len(alone)
    broad.sort(key=lambda family: -outward(family[0], sites))
    return [*spread(straight, most - len(alone)), *spread(broad, room), *alone]


def outward(shape: Shape, sites: list[Site]) -> float:
    """How far a shape lies from the middle of the board."""
    middle = np.mean([(site.x, site.y) for site in sites if site.on_board], axis=0)
    return float(np.hypot(*(np.mean([(sites[cell].x, sites[cell].y) for cell in shape], axis=0) - middle)))


def spread(families: list[list[Shape]], room: int) -> list[list[Shape]]:
    """As many as there is room for, evenly from the first to the last."""
    if sum(map(len, families)) <= room:
        return families
    count = len(families)
    while count > 0:
        chosen = [families[number] for number in np.linspace(0, len(families) - 1, count).astype(int)]
        if sum(map(len, chosen)) <= room:
            return chosen
        count -= 1
    return []
