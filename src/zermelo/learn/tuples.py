"""An n-tuple network: tables of weights for what stands on a few cells together (Bledsoe and Browning 1959).

    value = squash(sum over all tuples of table[what stands on its cells]) * scale

Tuples are pieces of the board's rays and blocks of cells (`shapes.py`); those that a symmetry of the game carries onto
each other share a table. Who plays alone has no opponent who would bound the sum: there the value is the score so far
and sum * scale. Each player to move has tables of their own, and chance too.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import Unsupported
from zermelo.game.identity import rules_of_play
from zermelo.learn import looking_up as head
from zermelo.learn.inputs import buckets_of, element_of
from zermelo.learn.model import Model, Stored
from zermelo.learn.shapes import Shape, families_of
from zermelo.learn.sites import SITE_WORDS, Site, permutations, sites_of

LOOKUPS = 160  # most tuples in all
LONGEST = 8  # cells of a tuple
BEGUN = 4_000_000  # most entries of all tables at the beginning
MOST = 1 << 24  # most entries of one table that grows
STEP = 1.0 / 32767  # a file's weights are whole multiples of the largest by this

Floats = NDArray[np.float32]


@dataclass
class TupleNetwork(Model):
    """The tables of a game."""

    kind: ClassVar[str] = "tuples"
    game: str
    rules: str
    scale: float
    alone: bool  # one player, whose score has no bound
    sites: list[Site]
    families: list[list[Shape]]  # tuples that share a table
    weights: Floats  # [bucket, entry]
    sums: list[Floats] | None = None  # while it is learning: of each weight's errors, and of their sizes
    history: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def fresh(cls, start: Any, scale: float, seed: int = 0, cells: int = 0, lookups: int = LOOKUPS) -> Self:
        """Tables of nothing but noughts; tuples as long as their tables may be, or of so many cells."""
        game = type(start)
        if not (game.players == 1 or (game.players == 2 and game.zero_sum)):
            raise Unsupported(
                f"{game.__name__} has {game.players} players: tables of tuples serve two opponents or one player;"
                " train without --model tuples"
            )
        sites, positions = sites_of(start, seed)
        carried = permutations(start, sites, positions)
        for longest in [cells] if cells else range(LONGEST, 1, -1):
            families = families_of(sites, carried, longest, lookups)
            made = cls(
                game.__name__,
                rules_of_play(game),
                scale,
                game.players == 1,
                sites,
                families,
                np.zeros((0, 0), np.float32),
            )
            if made.entries <= BEGUN:
                break
        if made.entries > BEGUN or not families:
            raise Unsupported(
                f"tuples of {longest} cells need {made.entries:,} weights: ask for shorter ones (--cells)"
            )
        buckets = 1 if made.alone else buckets_of(game)
        made.weights = np.zeros((buckets, made.entries), np.float32)
        return made

    # ------------------------------------------------------------------ the tables

    @property
    def lookups(self) -> int:
        """How many tuples there are in all."""
        return sum(map(len, self.families))

    def shape_of(self, family: list[Shape]) -> tuple[int, ...]:
        """A table as an array: one axis for each cell of its tuple."""
        return tuple(self.sites[cell].size for cell in family[0])

    @property
    def firsts(self) -> list[int]:
        """Where each table begins, and where the last one ends."""
        sizes = [math.prod(self.shape_of(family)) for family in self.families]
        return [0, *np.cumsum(sizes).tolist()]

    @property
    def entries(self) -> int:
        """Weights of each bucket."""
        return self.firsts[-1]

    def grow(self, highest: list[int], *columns: Floats) -> list[Floats]:
        """Let numbers reach the values that play has met, and return columns of weights that fit the larger tables.

        What is new begins as what was the largest so far. A table that would become too large stays as it is.
        """
        before, reached = list(self.sites), list(self.sites)
        for number, site in enumerate(before):
            alike = [highest[n] for n, s in enumerate(before) if s.square < 0 and s.fields[0][0] == site.fields[0][0]]
            if site.square < 0 and max(alike) > site.low + len(site.digits) - 1:
                reached[number] = site.grown(max(alike))
        self.sites = reached
        if any(math.prod(self.shape_of(family)) > MOST for family in self.families):
            self.sites = before
        old = TupleNetwork(self.game, self.rules, self.scale, self.alone, before, self.families, self.weights)
        return [self.grown(old, column) for column in columns] if self.sites != before else list(columns)

    def grown(self, old: TupleNetwork, column: Floats) -> Floats:
        """One number for each entry of smaller tables, in the larger ones."""
        parts = []
        for family, first, last in zip(self.families, old.firsts, old.firsts[1:], strict=False):
            small, large = old.shape_of(family), self.shape_of(family)
            more = [(0, after - here) for here, after in zip(small, large, strict=True)]
            for bucket in range(len(column)):
                parts.append(np.pad(column[bucket, first:last].reshape(small), more, mode="edge").ravel())
        rows: list[list[Floats]] = [parts[bucket :: len(column)] for bucket in range(len(column))]
        return np.stack([np.concatenate(row) for row in rows])

    # ------------------------------------------------------------------ in memory, as kernels read it

    def block(self, layout: np.dtype[Any], *, weighed: bool = True) -> NDArray[np.int64]:
        """All of it as whole numbers in one block of memory, for records of one layout; `weighed`: with the weights."""
        sites, lookup = self.placed(layout)
        firsts, strides = self.tuples()
        stored: Any = np.rint(np.clip(self.weights.astype(np.float64), -127.0, 127.0) * head.ONE) if weighed else []
        parts: list[tuple[int, NDArray[Any]]] = [
            (head.FIRST_SITE, sites),
            (head.LOOKUP, lookup),
            (head.FIRSTS, firsts),
            (head.STRIDES, strides),
            (head.WEIGHTS, np.array(stored, np.int32)),
        ]
        start = np.zeros(head.HEAD, np.int64)
        start[head.SITES], start[head.ENTRIES] = len(sites), self.entries
        start[head.SCALE] = round(self.scale * head.ONE_SCALE)
        found, used = [b""], start.nbytes
        for place, numbers in parts:
            start[place] = used
            data = numbers.tobytes()
            data += bytes(-len(data) % 64)
            found.append(data)
            used += len(data)
        found[0] = start.tobytes()
        return np.frombuffer(b"".join(found), np.int64)

    def placed(self, layout: np.dtype[Any]) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
        """The sites as words for the kernel, and the digits of their values."""
        words = np.zeros((len(self.sites), SITE_WORDS), np.int64)
        lookup: list[int] = []
        for row, site in zip(words, self.sites, strict=True):
            elements = [element_of(layout, name, element) for name, element in site.fields]
            dtype, offset = elements[0]
            size = 8 * dtype.itemsize
            planes, shift = (0, 8 * (offset % 8)) if site.square < 0 else (len(elements), site.square)
            sign = 1 << (size - 1) if dtype.kind == "i" else 0
            mask = (1 << size) - 1 if size < 64 else -1
            row[:8] = planes, shift, mask, sign, site.low, len(site.digits), len(lookup), 0
            row[8 : 8 + len(elements)] = [offset // 8 for _, offset in elements]
            lookup += site.digits
        return words, np.array(lookup, np.int16)

    def tuples(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """The first entry of each look-up, and what one more in the digit of a site adds to its place."""
        firsts: list[int] = []
        strides = np.zeros((len(self.sites), self.lookups), np.int32)
        for family, first in zip(self.families, self.firsts, strict=False):
            shape = self.shape_of(family)
            steps = [math.prod(shape[place + 1 :]) for place in range(len(shape))]
            for image in family:
                strides[list(image), len(firsts)] = steps
                firsts.append(first)
        return np.array(firsts, np.int32), strides

    # ------------------------------------------------------------------ files

    def heading(self) -> str:
        """Its size in words."""
        return f"{len(self.families)} tables for {self.lookups} tuples, {self.weights.size:,} weights"

    def header(self) -> dict[str, Any]:
        """What a file tells of it, beside the weights."""
        largest = float(np.abs(self.weights).max(initial=0.0)) or 1.0
        return {
            "alone": self.alone, "families": self.families, "sites": [asdict(site) for site in self.sites],
            "largest": largest,
        }  # fmt: skip

    def stored(self) -> Stored:
        """The weights as a file has them: sixteen bits each."""
        weights = np.rint(self.weights / (self.header()["largest"] * STEP)).astype(np.int16)
        if self.sums is None:
            return {"weights": weights}
        errors, sizes = self.sums
        coherence = errors / np.maximum(sizes, 1e-12)
        return {
            "weights": weights, "coherence": np.rint(coherence * 127).astype(np.int8),
            "sizes": np.minimum(sizes, 60_000.0).astype(np.float16),
        }  # fmt: skip

    @classmethod
    def from_file(cls, header: dict[str, Any], stored: Stored) -> Self:
        """The tables of a file; ValueError says what does not fit together."""
        sites = [site_from(data) for data in header["sites"]]
        families = [[tuple(int(cell) for cell in image) for image in family] for family in header["families"]]
        weights = (stored["weights"].astype(np.float64) * (float(header["largest"]) * STEP)).astype(np.float32)
        alone, scale = bool(header["alone"]), float(header["scale"])
        sums: list[Any] | None = None
        if "sizes" in stored:
            sizes = stored["sizes"].astype(np.float32)
            sums = [sizes * stored["coherence"].astype(np.float32) / 127, sizes]
        made = cls(str(header["game"]), str(header["rules"]), scale, alone, sites, families, weights, sums)
        if wrong := made.misfit():
            raise ValueError(wrong)
        return made

    def misfit(self) -> str:
        """What of it does not fit together, so that no kernel ever reads beyond its memory; empty: all does."""
        for site in self.sites:
            sound = site.digits and min(site.digits) >= 0 and len(site.digits) < 1 << 15 and abs(site.low) < 1 << 62
            boards = site.square >= 0
            if not sound or site.square > 63 or (len(site.digits) != 1 << len(site.fields)) * boards:
                return f"the values of {site.fields} have no range"
            if not boards and len(site.fields) != 1:
                return f"the cell {site.fields} is neither a number nor a square"
        for family in self.families:
            for image in family:
                if not image or not all(0 <= cell < len(self.sites) for cell in image):
                    return "a tuple has a cell that is none"
                if len(set(image)) < len(image):
                    return "a tuple has a cell twice"
                if [self.sites[cell].size for cell in image] != [self.sites[cell].size for cell in family[0]]:
                    return "tuples that share a table have different values"
        if not self.families or not all(self.families) or self.entries > 1 << 30:
            return "it has no tables, or too many"
        if self.weights.ndim != 2 or not 1 <= len(self.weights) <= 3 or self.weights.shape[1] != self.entries:
            return "its weights do not have the shapes of its tables"
        if any(of.shape != self.weights.shape for of in self.sums or ()):
            return "its sums of errors do not have the shapes of its tables"
        return "" if np.isfinite(self.weights).all() and math.isfinite(self.scale) else "a weight is no number"

    def misplaced(self, cls: Any) -> str:
        """Which field of the sites the game's record does not have; empty: it has all."""
        shaped = {name: (dtype, int(np.prod(shape, dtype=np.int64))) for name, (dtype, shape, _) in cls._shaped()}
        for site in self.sites:
            for name, element in site.fields:
                dtype, size = shaped.get(name, (np.dtype(np.float64), 0))
                if not 0 <= element < size or (dtype == np.uint64) != (site.square >= 0) or dtype.kind not in "iub":
                    return name
        return ""


def site_from(data: dict[str, Any]) -> Site:
    """A site as a file tells it."""
    fields = tuple((str(name), int(element)) for name, element in data["fields"])
    digits = tuple(int(digit) for digit in data["digits"])
    if not fields:
        raise ValueError("a cell has no field")
    return Site(
        fields,
        int(data["square"]),
        int(data["low"]),
        digits,
        float(data["x"]),
        float(data["y"]),
        bool(data["on_board"]),
    )
