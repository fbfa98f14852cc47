"""The tiles of Carcassonne: what lies at their sides, and into which parts roads and cities divide them.

Sides are numbered clockwise, 0 north, 1 east, 2 south, 3 west; so are the halves of the sides, to which fields reach:

          0 1
        7     2
        6     3
          5 4

Parts of a tile are numbered: cities first, then roads, a monastery, and the fields that these leave over. A rotation
turns a tile clockwise by quarters; one that looks the same is not counted again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from zermelo.game import table, u8

FIELD, ROAD, CITY, MONASTERY = 1, 2, 3, 4  # what a part is; the first three also lie at sides
WHATS = ("", "field", "road", "city", "monastery")
SIDES = "nesw"
HALVES = ("nnw", "nne", "ene", "ese", "sse", "ssw", "wsw", "wnw")
CITY_SIDE = 15  # a half without field


class Kind(NamedTuple):
    """A tile as it is printed, in its first rotation."""

    many: int
    cities: str = ""  # groups of sides that belong together
    roads: str = ""
    monastery: bool = False
    shield: bool = False


KINDS = {
    "A": Kind(2, roads="s", monastery=True), "B": Kind(4, monastery=True), "C": Kind(1, "nesw", shield=True),
    "D": Kind(4, "n", "ew"), "E": Kind(5, "n"), "F": Kind(2, "ew", shield=True), "G": Kind(1, "ew"),
    "H": Kind(3, "e w"), "I": Kind(2, "n e"), "J": Kind(3, "n", "es"), "K": Kind(3, "n", "sw"),
    "L": Kind(3, "n", "e s w"), "M": Kind(2, "nw", shield=True), "N": Kind(3, "nw"),
    "O": Kind(2, "nw", "es", shield=True), "P": Kind(3, "nw", "es"), "Q": Kind(1, "new", shield=True),
    "R": Kind(3, "new"), "S": Kind(2, "new", "s", shield=True), "T": Kind(1, "new", "s"), "U": Kind(8, "", "ns"),
    "V": Kind(9, "", "sw"), "W": Kind(4, "", "e s w"), "X": Kind(1, "", "n e s w"),
}  # fmt: skip
LETTERS = "".join(KINDS)
START = LETTERS.index("D")


class Part(NamedTuple):
    """A city, road, monastery or field of a tile."""

    what: int
    places: tuple[int, ...]  # its sides; of a field its halves


def groups(text: str) -> list[tuple[int, ...]]:
    """Sides that belong together, as numbers."""
    return [tuple(SIDES.index(side) for side in group) for group in text.split()]


def fences(kind: Kind) -> list[set[int]]:
    """What divides the field of a tile: cities, roads, and roads that meet each other or end at a city."""
    cities, roads = [set(group) for group in groups(kind.cities)], [set(group) for group in groups(kind.roads)]
    ends = {side for road in roads if len(road) == 1 for side in road}
    through = [road for road in roads if len(road) == 2]
    if len(ends) == 1 and len(cities) == 1:
        return [cities[0] | ends]
    return [*cities, *through, *([ends] if ends else [])]


def apart(one: float, two: float, fence: set[int]) -> bool:
    """Whether a fence separates two places of the border, counted in halves from the north-west corner."""
    low, high = min(one, two), max(one, two)
    between = [low < 2 * side + 0.5 < high for side in fence]
    return any(between) and not all(between)


@cache
def parts_of(letter: str) -> tuple[Part, ...]:
    """All parts of a tile in their order."""
    kind = KINDS[letter]
    cities, roads = groups(kind.cities), groups(kind.roads)
    parts = [Part(CITY, group) for group in cities] + [Part(ROAD, group) for group in roads]
    parts += [Part(MONASTERY, ())] if kind.monastery else []
    left = [half for half in range(8) if all(half // 2 not in group for group in cities)]
    while left:
        field = tuple(half for half in left if not any(apart(left[0], half, fence) for fence in fences(kind)))
        parts.append(Part(FIELD, field))
        left = [half for half in left if half not in field]
    return tuple(parts)


def touched(letter: str, part: Part) -> list[int]:
    """The cities of a tile that a field touches: nothing else lies between."""
    found = []
    for number, city in enumerate(groups(KINDS[letter].cities) if part.what == FIELD else ()):
        others = [fence for fence in fences(KINDS[letter]) if not set(city) <= fence]
        if not any(apart(part.places[0], 2 * city[0] + 0.5, fence) for fence in others):
            found.append(number)
    return found


def part_places(part: Part, rotation: int) -> tuple[int, ...]:
    """Sides or halves of a part after a rotation."""
    step, many = (2 * rotation, 8) if part.what == FIELD else (rotation, 4)
    return tuple(sorted((place + step) % many for place in part.places))


def looks(letter: str, rotation: int) -> set[tuple[int, tuple[int, ...]]]:
    """What is seen of a tile."""
    return {(part.what, part_places(part, rotation)) for part in parts_of(letter)}


def turns_of(letter: str) -> int:
    """How many rotations differ."""
    return next(n for n in (1, 2, 4) if looks(letter, n % 4) == looks(letter, 0))


def edge_codes(letter: str, rotation: int) -> int:
    """What lies at each side, two bits a side."""
    code = sum(FIELD << 2 * side for side in range(4))
    for part in parts_of(letter):
        if part.what in (ROAD, CITY):
            code += sum((part.what - FIELD) << 2 * side for side in part_places(part, rotation))
    return code


def part_at(letter: str, what: tuple[int, ...], place: int) -> int:
    """The part of a tile at a side or half."""
    found = [n for n, part in enumerate(parts_of(letter)) if part.what in what and place in part.places]
    return found[0] if found else CITY_SIDE


def turned_part(letter: str, number: int) -> int:
    """Where a part of a tile that looks the same after some turns has gone by them."""
    parts, turns = parts_of(letter), turns_of(letter)
    seen = parts[number].what, part_places(parts[number], turns % 4)
    return next(n for n, part in enumerate(parts) if (part.what, part_places(part, 0)) == seen)


def rows(numbers: Callable[[str, int, Part], int]) -> list[list[int]]:
    """A number for each part of each tile, in rows of eight: no tile has more parts."""
    return [
        [*(int(numbers(letter, number, part)) for number, part in enumerate(parts_of(letter))), *[0] * 8][:8]
        for letter in KINDS
    ]


COUNTS = table([kind.many for kind in KINDS.values()], u8)
TURNS = table([turns_of(letter) for letter in KINDS], u8)
EDGES = table([edge_codes(letter, rotation) for letter in KINDS for rotation in range(4)], u8)  # kind * 4 + rotation
PARTS = table([len(parts_of(letter)) for letter in KINDS], u8)
CITIES = table([len(groups(kind.cities)) for kind in KINDS.values()], u8)
SHIELD = table([kind.shield for kind in KINDS.values()], u8)
FORKED = table([len(groups(kind.cities)) > 1 or len(groups(kind.roads)) > 1 for kind in KINDS.values()], u8)
ABBEY = table([kind.monastery and 1 + len(groups(kind.roads)) for kind in KINDS.values()], u8)  # its part + 1; 0: none
SIDE_PART = table([[part_at(letter, (ROAD, CITY), side) for side in range(4)] for letter in KINDS], u8)
HALF_PART = table([[part_at(letter, (FIELD,), half) for half in range(8)] for letter in KINDS], u8)
# [kind, part]: what it is; sides that wait for a neighbour, or the cells round a monastery; the cities that a field
# touches, as bits; the part that takes its place after the turns by which the tile looks the same
WHAT = table(rows(lambda letter, number, part: part.what), u8)
GAPS = table(rows(lambda letter, number, part: (0, 0, len(part.places), len(part.places), 8)[part.what]), u8)
TOUCH = table(rows(lambda letter, number, part: sum(1 << city for city in touched(letter, part))), u8)
TURNED = table(rows(lambda letter, number, part: turned_part(letter, number)), u8)

ALL_PARTS = sum(kind.many * len(parts_of(letter)) for letter, kind in KINDS.items())
ALL_CITIES = sum(kind.many * len(groups(kind.cities)) for kind in KINDS.values())
# Nobody can have more points: every road, city and monastery is theirs, and every field next to every city
MOST_POINTS = sum(
    kind.many * (2 * len(groups(kind.cities)) + 2 * kind.shield + len(groups(kind.roads)) + 9 * kind.monastery)
    + kind.many * 3 * sum(len(touched(letter, part)) for part in parts_of(letter))
    for letter, kind in KINDS.items()
)
