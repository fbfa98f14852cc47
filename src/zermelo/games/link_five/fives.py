"""Five in a row: what the stones on one line amount to.

A line is a word of bits, one for each place. A window is eleven places of a line with a point in the middle, at bit 5;
`shut` are the places that the opponent or the edge of the board closes.
"""

from __future__ import annotations

import numpy as np

from zermelo.game.bits import ALL, NONE, count, has, highest, lowest, word

MIDDLE = 5  # the point's own bit in a window


def runs_of_five(line: np.uint64) -> np.uint64:
    """The first places of all runs of five."""
    pairs = line & line >> word(1)
    return pairs & pairs >> word(2) & line >> word(4)


def exact_fives(line: np.uint64) -> np.uint64:
    """The first places of runs of exactly five; a line's lowest place is bit 1 or higher."""
    return runs_of_five(line) & ~(line >> word(5)) & ~(line << word(1))


def run_through(mine: np.uint64) -> int:
    """How many stones of a window stand in one row with its middle, which counts too."""
    above = lowest(~(mine >> word(MIDDLE + 1)))
    below = MIDDLE - 1 - highest(~mine & word(31))
    return 1 + above + below


def completing(mine: np.uint64, shut: np.uint64) -> np.uint64:
    """The places of a window that would make exactly five together with its middle."""
    found = NONE
    for start in range(1, MIDDLE + 1):
        five = word(31) << word(start)
        beside = word(65) << word(start) >> word(1)  # a stone there would make six
        if shut & five == NONE and mine & beside == NONE and count(mine & five) == 4:
            found = found | five & ~mine
    return found


def fours(mine: np.uint64, shut: np.uint64) -> int:
    """How many fours pass through the middle of a window: a straight four, open at both ends, is one."""
    found = completing(mine, shut)
    total = count(found)
    if total == 2:
        low = lowest(found)
        straight = word(30) << word(low)
        if has(found, low + 5) and mine & straight == straight:
            return 1
    return total


def straight_four_at(mine: np.uint64, shut: np.uint64, start: int) -> int:
    """The place that would make a straight four of the places start to start + 3; -1 if there is none."""
    four = word(15) << word(start)
    ends = word(33) << word(start) >> word(1)
    missing = four & ~mine
    if count(missing) != 1 or shut & (four | ends) != NONE:
        return -1
    beside = word(129) << word(start) >> word(2)  # a stone there would make six of five
    return -1 if mine & (beside | ends) != NONE else lowest(missing)


def four_of_five(mine: np.uint64, free: np.uint64) -> np.uint64:
    """The empty places that are the only gap in five places of a line."""
    found = NONE
    for hole in range(5):
        others = ALL
        for place in range(5):
            if place != hole:
                others = others & (mine << word(hole - place) if place < hole else mine >> word(place - hole))
        found = found | others
    return found & free & ~mine


def open_rows(mine: np.uint64, free: np.uint64) -> tuple[int, int, int, int]:
    """Rows of five places that the opponent has not touched, with one to four stones; all at once, in binary."""
    pairs = free & free >> word(1)
    rows = pairs & pairs >> word(2) & free >> word(4)
    ones = twos = fours = NONE
    for place in range(5):
        stone = mine >> word(place)
        carry = ones & stone
        ones = ones ^ stone
        fours = fours | twos & carry
        twos = twos ^ carry
    single, double = ones & ~twos & ~fours, twos & ~ones
    return count(rows & single), count(rows & double), count(rows & twos & ones), count(rows & fours)


def through_middle(mine: np.uint64, shut: np.uint64) -> int:
    """What a stone in the middle of a window adds to the rows of five places through it."""
    free = ~shut & word(0x7FF)
    pairs = free & free >> word(1)
    rows = pairs & pairs >> word(2) & free >> word(4) & word(0x3E)  # rows that begin at bits 1 to 5
    ones = twos = fours = NONE
    for place in range(5):
        stone = mine >> word(place)
        carry = ones & stone
        ones = ones ^ stone
        fours = fours | twos & carry
        twos = twos ^ carry
    return (
        count(rows)
        + 4 * count(rows & ones & ~twos)
        + 24 * count(rows & twos & ~ones)
        + 120 * count(rows & twos & ones)
        + 3000 * count(rows & fours)
    )
