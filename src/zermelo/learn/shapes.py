"""Shapes of tuples on any board: pieces of its rays, and blocks of neighbouring rays.

A direction is a way from a cell to a neighbour that many cells have. A ray goes on in one direction; a block is filled
ray by ray, as one reads, so that 6 cells in blocks of three are 3 + 3, of four 4 + 2. That gives squares and rectangles
on a square board and their like on hexagons. Shapes that a symmetry of the game carries onto each other share a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from zermelo.learn.sites import Site

NEAR = 1.5  # neighbours are no farther than so many times the nearest
SHORTEST = 3  # cells of a ray that is no longer because the board ends

Point = tuple[float, float]
Shape = tuple[int, ...]  # sites in their order


def points_of(sites: list[Site]) -> dict[Point, int]:
    """The site at each place of the board."""
    return {(round(site.x, 2), round(site.y, 2)): number for number, site in enumerate(sites) if site.on_board}


def directions_of(points: dict[Point, int]) -> list[Point]:
    """The ways to neighbours, each with its opposite; those that few cells have are left out."""
    places = np.array(list(points))
    ways = (places[None, :, :] - places[:, None, :]).reshape(-1, 2)
    distances = np.hypot(ways[:, 0], ways[:, 1])
    nearest = distances[distances > 0].min()
    close = ways[(distances > 0) & (distances < NEAR * nearest)]
    counted = Counter((round(float(x), 2) + 0.0, round(float(y), 2) + 0.0) for x, y in close)
    most = max(counted.values())
    return sorted(way for way, count in counted.items() if 2 * count > most)


def step(place: Point, way: Point, times: int = 1) -> Point:
    """Some steps from a place."""
    return round(place[0] + times * way[0], 2) + 0.0, round(place[1] + times * way[1], 2) + 0.0


def rays(points: dict[Point, int], ways: list[Point], longest: int) -> Iterator[Shape]:
    """Pieces of rays with so many cells; a shorter ray as a whole."""
    for way in ways:
        for place in points:
            cells: list[int] = []
            at = place
            while at in points and len(cells) < longest:
                cells.append(points[at])
                at = step(at, way)
            whole = step(place, way, -1) not in points
            if len(cells) == longest or (whole and len(cells) >= SHORTEST):
                yield tuple(cells)


def blocks(points: dict[Point, int], ways: list[Point], cells: int) -> Iterator[Shape]:
    """Blocks of so many cells, of every width; directions that are far apart only, as rows and columns are."""
    nearest = min(x * x + y * y for x, y in ways)
    short = [(x, y) for x, y in ways if x * x + y * y < 1.1 * nearest]
    for width in range(2, cells - 1):
        for along in short:
            for aside in short:
                if abs(along[0] * aside[1] - along[1] * aside[0]) < 0.5 * nearest:
                    continue
                for place in points:
                    block = [step(step(place, aside, n // width), along, n % width) for n in range(cells)]
                    if all(at in points for at in block):
                        yield tuple(points[at] for at in block)


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
    points = points_of(sites)
    ways = directions_of(points)
    straight = whole_orbits(rays(points, ways, cells), sites, permutations)
    broad = whole_orbits(blocks(points, ways, cells), sites, permutations) if cells >= 4 else []
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
