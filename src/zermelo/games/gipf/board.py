"""The board of Gipf: a hexagon of 37 spots, 21 lines over it, and 24 dots round it where pieces come in.

Spots have bits column by column, upwards; between two columns there is an empty bit, so that lines never run on:

    b   0  1  2  3                 b2 to b5
    c   8  9 10 11 12              c2 to c6
    d  16 17 18 19 20 21           d2 to d7
    e  24 25 26 27 28 29 30        e2 to e8 (e1 and e9 are dots)
    f     33 34 35 36 37 38        f2 to f7
    g        42 43 44 45 46        g2 to g6
    h           51 52 53 54        h2 to h5

Lines 0 to 6 are the columns (a step is 1), 7 to 13 go right and down (8), 14 to 20 right and up (9). Entry 2 * line
comes in at a line's beginning, entry 2 * line + 1 at its end.
"""

from __future__ import annotations

import numpy as np

from zermelo.boards.hexes import Place, hexagon, turned
from zermelo.game.bits import ONE, bit, highest, lowest, minus, word
from zermelo.game.fields import table, u8, u64

ENTRIES, LINE_COUNT = 42, 21
SPOTS = sorted(hexagon(4), key=lambda place: (place[0], -place[1]))  # (q, r): q counts columns, r downwards
WAYS: tuple[Place, ...] = ((0, -1), (1, 0), (1, -1))
STEPS = (1, 8, 9)


def line_from(place: Place, way: Place) -> list[Place]:
    """The spots of the line that begins here."""
    line = []
    while place in SPOTS:
        line.append(place)
        place = place[0] + way[0], place[1] + way[1]
    return line


def spot_bit(place: Place) -> int:
    """The bit of a spot."""
    return 8 * (place[0] + 3) + 3 - place[1]


def spot_name(place: Place) -> str:
    """Columns a to i; in each the numbers begin with the dot below."""
    q, r = place
    return f"{'abcdefghi'[q + 4]}{5 - r - max(q, 0)}"


TRACKS = [line_from((q, r), way) for way in WAYS for q, r in SPOTS if (q - way[0], r - way[1]) not in SPOTS]
DOTS = [  # for each entry: the dot, the spot next to it
    (((2 * one[0] - two[0]), (2 * one[1] - two[1])), one)
    for track in TRACKS
    for one, two in ((track[0], track[1]), (track[-1], track[-2]))
]
PUSHES = [f"{spot_name(dot)}-{spot_name(spot)}" for dot, spot in DOTS]
NAMES = {spot_bit(place): spot_name(place) for place in SPOTS}
BITS = {name: place for place, name in NAMES.items()}
HEIGHTS = [sum(q == column for q, _ in SPOTS) for column in range(-3, 4)]

LINES = table([sum(1 << spot_bit(place) for place in track) for track in TRACKS], u64)
THROUGH = table(  # the three lines through a spot, [bit, way]
    [[line for line in range(LINE_COUNT) if int(LINES[line]) >> place & 1] or [0, 0, 0] for place in range(55)], u8
)
RINGS = table(
    [sum(1 << spot_bit((q, r)) for q, r in SPOTS if max(abs(q), abs(r), abs(q + r)) == far) for far in range(4)], u64
)
IMAGES = table(  # [symmetry, bit]
    [
        [spot_bit(turned((place // 8 - 3, 3 - place % 8), which)) if place in NAMES else 0 for place in range(55)]
        for which in range(12)
    ],
    u8,
)
ENTRY_IMAGES = table(
    [[DOTS.index((turned(dot, which), turned(spot, which))) for dot, spot in DOTS] for which in range(12)], u8
)


def before_gap(line: int, end: int, gap: np.uint64) -> np.uint64:
    """The spots of a line between an end of it and a gap."""
    below = minus(gap, ONE)
    return LINES[line] & (below if end == 0 else ~(below | gap))


def shifted(board: np.uint64, segment: np.uint64, line: int, end: int) -> np.uint64:
    """A board on which what stands on a segment has gone one step away from an end of its line."""
    part, step = board & segment, word(step_of(line))
    return board & ~segment | (part << step if end == 0 else part >> step)


def entered_at(line: int, end: int) -> np.uint64:
    """The spot at an end of a line."""
    return bit(lowest(LINES[line]) if end == 0 else highest(LINES[line]))


def step_of(line: int) -> int:
    """From a spot of a line to the next one."""
    return STEPS[line // 7]


def runs(board: np.uint64, step: int) -> np.uint64:
    """The first spots of four in a row in one direction."""
    pairs = board & board >> word(step)
    return pairs & pairs >> word(2 * step)


def fours(board: np.uint64) -> np.uint64:
    """The first spots of four in a row in any direction."""
    return runs(board, 1) | runs(board, 8) | runs(board, 9)
