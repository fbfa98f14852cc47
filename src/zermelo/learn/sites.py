"""The cells of a game's board as its record has them: where each stands, what it can hold, and how symmetries carry it.

Nobody declares them. A cell of the picture is the place in the record whose value tells what is seen there, in all
positions of many random games; its coordinates in the picture say which cells are neighbours. What varies but is no
cell (pieces in hand, a counter) is a site off the board.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import Unsupported
from zermelo.learn.inputs import PLANES, STEPS, in_key, positions_of

LOOKED_AT = 400  # positions whose pictures are drawn
SITE_WORDS = 8 + PLANES  # planes, shift, mask, sign, low, size, start, unused, the places

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Site:
    """A number of the record, or one square of some boards of bits, and the values that are told apart."""

    fields: tuple[tuple[str, int], ...]  # each with the number of the element within it
    square: int  # of boards; -1: a number
    low: int
    digits: tuple[int, ...]  # the digit of each value less the lowest
    x: float = 0.0  # in the picture
    y: float = 0.0
    on_board: bool = False

    @property
    def size(self) -> int:
        """How many digits there are."""
        return max(self.digits) + 1

    def values(self, bare: Any) -> Numbers:
        """What stands there in positions given as an array of records."""
        found = np.zeros(len(bare), np.int64)
        for bit, (name, element) in enumerate(self.fields):
            column = np.asarray(bare[name]).reshape(len(bare), -1)[:, element]
            if self.square < 0:
                return column.astype(np.int64)
            found |= (column >> np.uint64(self.square) & np.uint64(1)).astype(np.int64) << bit
        return found

    def told(self, bare: Any) -> Numbers:
        """The same as digits."""
        steps = np.clip(self.values(bare) - self.low, 0, len(self.digits) - 1)
        return np.array(self.digits, np.int64)[steps]

    def grown(self, high: int) -> Site:
        """The same for a number that reaches further."""
        return replace(self, digits=tuple(range(high - self.low + 1)))


def bare_of(positions: NDArray[Any]) -> NDArray[Any]:
    """Positions as plain records."""
    return positions.view(np.dtype(positions.dtype.descr))


def sites_of(start: Any, seed: int = 0) -> tuple[list[Site], NDArray[Any]]:
    """The sites of a game, those on the board first, and the positions that showed them."""
    cls = type(start)
    positions = positions_of(start, seed)
    found = alike(candidates(cls, bare_of(positions)))
    chosen = np.linspace(0, len(positions) - 1, LOOKED_AT).astype(int)
    looked = positions[chosen]
    cells = seen_cells(looked)
    placed = matched(found, bare_of(looked), cells)
    if len(placed) < 3:
        raise Unsupported(
            f"no board was found in {cls.__name__}: no places of its record tell what its picture shows on its cells; "
            "train without --model tuples"
        )
    names = {(site.fields, site.square) for site in placed}
    hands = [site for site in found if site.square < 0 and (site.fields, site.square) not in names]
    return [*placed, *hands], positions


def candidates(cls: Any, bare: Any) -> list[Site]:
    """Small numbers and squares of boards that vary."""
    found: list[Site] = []
    boards: dict[int, list[tuple[str, int]]] = {}
    for name, field in cls._fields.items():
        if name == "turn" or not in_key(field):
            continue
        values = np.asarray(bare[name]).reshape(len(bare), -1)
        for element in range(values.shape[1]):
            if values.dtype == np.uint64:
                boards.setdefault(element, []).append((name, element))
            elif values.dtype.kind in "iub":
                low, high = int(values[:, element].min()), int(values[:, element].max())
                if 0 < high - low < STEPS:
                    found.append(Site(((name, element),), -1, low, tuple(range(high - low + 1))))
    for planes in boards.values():
        for first in range(0, len(planes), PLANES):
            fields = tuple(planes[first : first + PLANES])
            every = [Site(fields, square, 0, (0,)) for square in range(64)]
            found += [site for site in every if np.ptp(site.values(bare)) > 0]
    return [with_patterns(site, bare) for site in found]


def with_patterns(site: Site, bare: Any) -> Site:
    """A square with a digit for each pattern of bits that occurs there."""
    if site.square < 0:
        return site
    seen = np.bincount(site.values(bare), minlength=1 << len(site.fields)) > 0
    return replace(site, digits=tuple(np.where(seen, np.cumsum(seen) - 1, 0).tolist()))


def alike(sites: list[Site]) -> list[Site]:
    """Elements of one field, and squares of the same boards, with the same digits: they may share a table."""
    groups: dict[Any, list[Site]] = {}
    for site in sites:
        groups.setdefault((tuple(name for name, _ in site.fields), site.square < 0), []).append(site)
    found = []
    for (_, number), group in groups.items():
        if number:
            low = min(site.low for site in group)
            high = max(site.low + len(site.digits) for site in group)
            found += [replace(site, low=low, digits=tuple(range(high - low))) for site in group]
        else:
            seen = np.zeros(len(group[0].digits), bool)
            for site in group:
                digits = np.array(site.digits)
                seen |= (digits > 0) | (np.arange(len(digits)) == int(np.argmin(digits)))
            common = tuple(np.where(seen, np.cumsum(seen) - 1, 0).tolist())
            found += [replace(site, digits=common) for site in group]
    return found


def seen_cells(looked: NDArray[Any]) -> dict[tuple[float, float], Numbers]:
    """What is seen on each cell of the picture in each position, as numbers, with who is to move left aside."""
    known: dict[Any, int] = {}
    found: dict[tuple[float, float], Numbers] = {}
    for index in range(len(looked)):
        scene = looked[index].scene()
        pieces: dict[str, list[Any]] = {}
        for piece in scene.pieces:
            pieces.setdefault(piece.cell, []).append((piece.kind, piece.owner, piece.text))
        for cell in scene.cells:
            content = known.setdefault(tuple(pieces.get(cell.name, ())), len(known))
            found.setdefault((cell.x, cell.y), np.zeros(len(looked), np.int64))[index] = content
    return {place: seen for place, seen in found.items() if np.ptp(seen) > 0}


def matched(sites: list[Site], bare: Any, cells: dict[tuple[float, float], Numbers]) -> list[Site]:
    """For each cell the site that tells what is seen there."""
    turns = np.asarray(bare["turn"]).astype(np.int64)
    columns = [(site, site.told(bare)) for site in sites]
    found, taken = [], set()
    for (x, y), seen in cells.items():
        best, fewest = -1, len(seen) // 4  # a number that hardly ever repeats would tell everything
        for number, (_, values) in enumerate(columns):
            if number not in taken and (keys := told_by(values, turns, seen)) and keys < fewest:
                best, fewest = number, keys
        if best >= 0:
            taken.add(best)
            found.append(replace(columns[best][0], x=float(x), y=float(y), on_board=True))
    return found


def told_by(values: Numbers, turns: Numbers, seen: Numbers) -> int:
    """By how many values, with who is to move, all that is seen is told; 0: it is not."""
    keys = values * 8 + turns + 1
    for some in (slice(0, None, 10), slice(None)):  # most pairs differ in a few positions already
        pairs = len(np.unique(keys[some] * 100_003 + seen[some]))
        different = len(np.unique(keys[some]))
        if pairs != different:
            return 0
    return different


def permutations(start: Any, sites: list[Site], positions: NDArray[Any]) -> list[tuple[int, ...]]:
    """How each declared symmetry carries the sites: the place of each in the mirror image; the identity first."""
    cls = type(start)
    identity = tuple(range(len(sites)))
    found = [identity]
    looked = positions[np.linspace(0, len(positions) - 1, LOOKED_AT).astype(int)].copy()
    before = {site.told(bare_of(looked)).tobytes(): number for number, site in enumerate(sites)}
    for which in range(1, cls.symmetries):
        images = looked.copy()
        for index in range(len(looked)):
            images[index].transform(which)
        places = [before.get(site.told(bare_of(images)).tobytes(), -1) for site in sites]
        if sorted(places) == list(identity):
            found.append(tuple(places))
    return found
