"""Tiles and positions of dominoes in text: names like 6-4, and everything that makes a position impossible."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import numpy as np

from zermelo.errors import BadPosition
from zermelo.game import CHANCE, NONE, bit, count, has, squares


def tiles_of(pips: int) -> list[tuple[int, int]]:
    """Every tile in the order of its number, the lower half first."""
    return [(a, b) for a in range(pips + 1) for b in range(a, pips + 1)]


def tile_of(pips: int, name: str) -> int:
    """The tile of a name like 6-4, or -1."""
    found = re.fullmatch(r"(\d)-?(\d)", name)
    if not found:
        return -1
    pair = min(int(found[1]), int(found[2])), max(int(found[1]), int(found[2]))
    return tiles_of(pips).index(pair) if pair[1] <= pips else -1


def read_position(state: Any, text: str) -> None:
    """Fill an empty state: both hands, the line, its ends, what is left to draw, passes in a row, who moves."""
    parts = text.split()
    if len(parts) != 7 or parts[5] not in ("0", "1", "2") or parts[6] not in ("1", "2", "?1", "?2"):
        raise BadPosition(f"a position is two hands, the line, its ends, what is left, passes and who moves: {text!r}")
    boards = [read_tiles(state, part) for part in parts[:3]]
    state.hands[0], state.hands[1], state.laid = boards
    if count(boards[0] | boards[1] | boards[2]) != sum(map(count, boards)):
        raise BadPosition("a tile lies in two places")
    ends = re.fullmatch(r"(\d):(\d)", parts[3])
    if bool(boards[2]) == (parts[3] == "start") or (parts[3] != "start" and not ends):
        raise BadPosition(f"the open ends are two numbers like 2:5, or `start` before the first tile: {parts[3]!r}")
    state.low, state.high = (int(ends[1]), int(ends[2])) if ends else (state.pips + 1, state.pips + 1)
    if ends and not (state.low <= state.high <= state.pips and fits_a_line(state)):
        raise BadPosition(f"no line of these tiles has the open ends {parts[3]}")
    for place, move in enumerate(a_line(state) if ends else ()):
        state.line[place] = move + 1
    state.passes, state.turn = int(parts[5]), int(parts[6][-1]) - 1
    if parts[6][0] == "?":
        if state.known or not state.yard():
            raise BadPosition("chance deals and draws only hidden tiles, and only while some are left")
        state.turn, state.drawer = CHANCE, int(parts[6][-1])
    read_yard(state, parts[4])


def read_tiles(state: Any, text: str) -> np.uint64:
    """Tiles by their names, and what they are known to lack: `6-4,5-0!36`."""
    found = NONE
    for item in text.split(",") if text != "none" else ():
        name, _, lacks = item.partition("!")
        tile = tile_of(state.pips, name)
        if (
            tile < 0
            or has(found, tile)
            or any(not (sign.isascii() and sign.isdigit()) or int(sign) > state.pips for sign in lacks)
        ):
            raise BadPosition(f"{item!r} is no tile up to {state.pips}-{state.pips}, or there twice")
        if set(lacks) & set(name):
            raise BadPosition(f"{name} does not lack its own numbers")
        found |= bit(tile)
        state.lacks[tile] = sum({1 << int(sign) for sign in lacks})
    return found


def read_yard(state: Any, text: str) -> None:
    """The order of the draws, where it is known."""
    tiles = [] if text in ("none", "hidden") else [tile_of(state.pips, name) for name in text.split(",")]
    if (text == "hidden") == state.known or (state.known and sorted(tiles) != list(squares(state.yard()))):
        raise BadPosition("what is left to draw are all other tiles in their order, or `hidden` if that is unknown")
    rest = [*squares(state.hands[0] | state.hands[1] | state.laid), *tiles]
    for place, tile in enumerate(rest if state.known else ()):
        state.draws[place] = tile


def a_line(state: Any) -> list[int]:
    """The laid tiles in an order in which they can have been laid, as moves: a way from end to end over all of them."""
    left = [tiles_of(state.pips)[tile] for tile in squares(state.laid)]
    waiting, way = [state.low], []  # Hierholzer: where no tile goes on, the way so far is the end of the whole one
    while waiting:
        here = waiting[-1]
        pair = next((pair for pair in left if here in pair), None)
        if pair is None:
            way.append(waiting.pop())
        else:
            left.remove(pair)
            waiting.append(pair[0] + pair[1] - here)
    first = way[0]  # an open end that stays, while tiles are laid to the other
    steps = list(pairwise(way))
    return [
        2 * tiles_of(state.pips).index((min(pair), max(pair))) + (place > 0 and pair[0] > first)
        for place, pair in enumerate(steps)
    ]


def fits_a_line(state: Any) -> bool:
    """Whether the laid tiles can form one line with these ends: joined, and only unequal ends occur oddly often."""
    pairs = [tiles_of(state.pips)[tile] for tile in squares(state.laid)]
    odd = {n for n in range(state.pips + 1) if sum((a == n) + (b == n) for a, b in pairs) % 2}
    reached, todo = set(), [state.low]
    while todo:
        here = todo.pop()
        reached.add(here)
        todo += [n for pair in pairs if here in pair for n in pair if n not in reached]
    ends = set() if state.low == state.high else {state.low, state.high}
    return odd == ends and all(a in reached for a, _ in pairs)
