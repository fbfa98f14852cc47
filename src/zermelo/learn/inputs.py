"""Inputs of a network for any game: which numbers stand in which fields of its record.

Nobody declares them. Random games show which fields of the key vary and which values they take:

    boards of bits (u64)         together they say what stands on a square: one input for each square and each
                                 pattern of bits that occurs there (mine and a pawn); none for no bit at all
    a small number, or a cell    one input for each value but the most common, which stands for "nothing here"
    a large number               the same, in steps of a power of two

All inputs are on or off, and few are on at once: a network adds up the columns of those that are. Who is to move is no
input: each player, and chance, has columns of their own. So a game needs no notion of colours that could be swapped.
A field is found by its name and an element's place within it, so that inputs survive another layout of the record.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import Unsupported
from zermelo.game.compile import copied, kernel
from zermelo.game.fields import ArrayField
from zermelo.game.game import NO_MOVE
from zermelo.game.playouts import make_aids, one, random_move, remembered
from zermelo.game.rows import guarded_row
from zermelo.game.trouble import friendly

STEPS = 48  # most values of one number that are told apart
PLANES = 8  # boards that are read together; the patterns of more would be too many
MOST = 30_000  # inputs; their numbers must fit into sixteen bits
KEPT = 20_000  # positions of random games that are looked at
LONG = 500  # plies of such a game

Numbers = NDArray[np.int64]
CELL_WORDS = 8  # place, shift, mask, sign, low, coarse, span, start
BOARD_WORDS = 2 + PLANES  # planes, start, the places


@dataclass(frozen=True)
class Sensor:
    """A number of the record or some boards of it, and the inputs that its values switch on; -1: none."""

    planes: bool
    fields: tuple[tuple[str, int], ...]  # each with the number of the element within it
    low: int
    coarse: int  # values are divided by this power of two
    inputs: tuple[int, ...]  # by the value less the lowest; of boards by the square and the pattern there

    @property
    def most_active(self) -> int:
        """How many of its inputs can be on at once."""
        if not self.planes:
            return 1
        patterns = 1 << len(self.fields)
        return sum(max(self.inputs[s : s + patterns]) >= 0 for s in range(0, len(self.inputs), patterns))


@dataclass(frozen=True)
class Inputs:
    """All inputs of a game."""

    sensors: tuple[Sensor, ...]
    count: int

    @property
    def most_active(self) -> int:
        """How many can be on at once."""
        return sum(sensor.most_active for sensor in self.sensors)

    def placed(self, layout: np.dtype[Any]) -> tuple[Numbers, Numbers, NDArray[np.int16]]:
        """Cells, boards and the inputs of their values, for records of one layout."""
        cells: list[tuple[int, ...]] = []
        boards: list[tuple[int, ...]] = []
        lookup: list[int] = []
        for sensor in self.sensors:
            found = [element_of(layout, name, element) for name, element in sensor.fields]
            start = len(lookup)
            lookup += sensor.inputs
            if sensor.planes:
                places = [offset // 8 for _, offset in found]
                boards.append((len(places), start, *places, *[0] * (PLANES - len(places))))
                continue
            dtype, offset = found[0]
            size = 8 * dtype.itemsize
            sign = 1 << (size - 1) if dtype.kind == "i" else 0
            place, shift, mask = offset // 8, 8 * (offset % 8), (1 << size) - 1 if size < 64 else -1
            cells.append((place, shift, mask, sign, sensor.low, sensor.coarse, len(sensor.inputs), start))
        return (
            np.array(cells, np.int64).reshape(-1, CELL_WORDS),
            np.array(boards, np.int64).reshape(-1, BOARD_WORDS),
            np.array(lookup, np.int16),
        )


def element_of(layout: np.dtype[Any], name: str, element: int) -> tuple[np.dtype[Any], int]:
    """The type of an element, and at which byte of the record it lies."""
    fields: Any = layout.fields
    dtype, offset = fields[name][:2]
    kind = dtype.base
    return kind, int(offset) + element * int(kind.itemsize)


# ---------------------------------------------------------------------- what varies


@kernel
def collect(start: Any, aids: Any, row: Any, keys: Any, seed: int, found: Any) -> None:
    """Positions of random games, one after another."""
    stream, clocks = copied(aids[0][0]), copied(aids[1][0])
    count = game = 0
    while count < len(found):
        state = copied(start)
        stream.begin(seed, game)
        clocks.begin(state, keys)
        game += 1
        found[count] = state
        count += 1
        while count < len(found) and clocks.plies < LONG and clocks.stopped == 0 and not state.over():
            move = random_move(state, stream, row)
            if move == NO_MOVE:
                break
            clocks.advance(state, move, row, keys)
            found[count] = state
            count += 1


def positions_of(start: Any, seed: int = 0, count: int = KEPT) -> NDArray[np.void]:
    """So many positions of random games."""
    cls = type(start)
    found = np.zeros(count, cls.layout)
    keys, row = np.zeros(remembered(cls), np.uint64), guarded_row(cls)
    with friendly(cls):
        collect(one(start)[0], make_aids(), row, keys, seed, found)
    return found


def inputs_of(start: Any, seed: int = 0) -> Inputs:
    """The inputs of a game, as its random games show them."""
    cls = type(start)
    positions = positions_of(start, seed)
    bare = positions.view(np.dtype(cls.layout.descr))
    sensors: list[Sensor] = []
    boards: dict[int, list[tuple[str, NDArray[Any]]]] = {}  # by the element: words of one place lie over each other
    count = 0
    for name, field in cls._fields.items():
        if name == "turn" or not in_key(field):
            continue
        values = np.asarray(bare[name]).reshape(len(positions), -1)
        for element in range(values.shape[1]):
            if values.dtype == np.uint64:
                boards.setdefault(element, []).append((name, values[:, element]))
            elif made := number_sensor(name, element, values[:, element], count):
                sensors.append(made)
                count += sum(number >= 0 for number in made.inputs)
    for element, planes in boards.items():
        for first in range(0, len(planes), PLANES):
            if made := board_sensor(element, planes[first : first + PLANES], count):
                sensors.append(made)
                count += sum(number >= 0 for number in made.inputs)
    if count == 0 or count > MOST:
        raise Unsupported(f"{cls.__name__} has {count} inputs that vary in random games; a network takes 1 to {MOST}")
    return Inputs(tuple(sensors), count)


def number_sensor(name: str, element: int, values: NDArray[Any], first: int) -> Sensor | None:
    """How a number becomes inputs, numbered from `first`; None where it never varies, or is a fraction."""
    if values.dtype.kind not in "iub":
        return None
    whole = values.astype(np.int64)
    low, high = int(whole.min()), int(whole.max())
    if low == high:
        return None
    coarse = max(0, int(high - low).bit_length() - STEPS.bit_length() + 1)
    seen = np.bincount((whole - low) >> coarse)
    seen[seen.argmax()] = 0
    return Sensor(False, ((name, element),), low, coarse, numbered(seen, first))


def board_sensor(element: int, planes: list[tuple[str, NDArray[Any]]], first: int) -> Sensor | None:
    """How boards that lie over each other become inputs; None where they never vary."""
    patterns = 1 << len(planes)
    seen = np.zeros((64, patterns), np.int64)
    for square in range(64):
        found = np.zeros(len(planes[0][1]), np.int64)
        for bit, (_, words) in enumerate(planes):
            found |= (words >> np.uint64(square) & np.uint64(1)).astype(np.int64) << bit
        seen[square] = np.bincount(found, minlength=patterns)
        if np.count_nonzero(seen[square]) == 1:
            seen[square] = 0  # always the same
    seen[:, 0] = 0
    if not seen.any():
        return None
    return Sensor(True, tuple((name, element) for name, _ in planes), 0, 0, numbered(seen.ravel(), first))


def numbered(seen: Numbers, first: int) -> tuple[int, ...]:
    """Inputs one after another for what was seen, -1 for what was not."""
    return tuple(np.where(seen > 0, first + np.cumsum(seen > 0) - 1, -1).tolist())


def buckets_of(cls: Any) -> int:
    """Who may be to move, each with columns of their own: the players, and chance."""
    return int(cls.players) + bool(cls.chance)


def outputs_of(cls: Any) -> int:
    """One value for two opponents or for one player alone; else one for each player."""
    return 1 if (cls.players == 2 and cls.zero_sum) or cls.players == 1 else int(cls.players)


def in_key(field: Any) -> bool:
    """Whether a field is part of the position's key."""
    return bool(field.in_key) if isinstance(field, ArrayField) else not field[1]
