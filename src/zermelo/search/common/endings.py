"""Endgame tables inside a search: a position that a table holds needs no search below it.

Tables are made in a higher layer (`solve/`), which registers how they are found. A kernel that meets a slice notes it;
between two iterations the driver looks whether there is a table, and lends the kernel its address.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from zermelo.game.fields import Cells, array, i64
from zermelo.game.game import Game
from zermelo.game.record import inline
from zermelo.search.common.memory import address_of, load_word
from zermelo.search.common.work import SearchWork

MOST_SLICES = 48  # tables that one search uses
DRAWN, NO_POSITION = (
    0,
    -(2**15),
)  # codes of a table; +(d + 1) is a win in d moves for the player to move, -(d + 1) a loss
TO_COME = 2  # a slice that was met, and has not been looked for yet

Codes = NDArray[np.int16]
Find = Callable[[type[Game], int], Codes | None]

_finders: list[Find] = []


def register_tables(find: Find) -> None:
    """Let searches find tables: `find` gives the codes of a slice of a game, or None."""
    _finders.append(find)


class EndingsWork(SearchWork):
    """What a search that uses endgame tables keeps of them."""

    slices: i64  # how many slices were met
    slice_numbers: Cells = array(i64, MOST_SLICES)
    slice_codes: Cells = array(i64, MOST_SLICES)  # the address of a table; 0: there is none; TO_COME: not looked for


@inline
def ending_code(state: Game, work: EndingsWork, ply: int) -> int:
    """What a table says of the position; NO_POSITION where none holds it or the no-progress rule could come first."""
    slice = state.slice_of()
    if slice < 0:
        return NO_POSITION
    place = 0
    while place < work.slices and work.slice_numbers[place] != slice:
        place += 1
    if place == work.slices and place < MOST_SLICES:
        work.slice_numbers[place] = slice
        work.slice_codes[place] = TO_COME
        work.slices += 1
    if place >= MOST_SLICES or work.slice_codes[place] <= TO_COME:
        return NO_POSITION
    index = state.index()
    if index < 0:
        return NO_POSITION
    word = load_word(work.slice_codes[place], index >> 2)
    code = np.int64(word >> np.uint64(16 * (index & 3)) & np.uint64(0xFFFF))
    if code >= 1 << 15:
        code -= 1 << 16
    if state.no_progress > 0 and work.progress[ply] + abs(code) - 1 > state.no_progress:
        return NO_POSITION
    return int(code)


def lend_tables(works: Sequence[EndingsWork], cls: type[Game], kept: dict[int, Codes]) -> bool:
    """Look for the tables of slices that were met; True where one was found. `kept` holds what is lent."""
    found = False
    for work in works:
        for place in range(int(work.slices)):
            if work.slice_codes[place] == TO_COME:
                codes = table_of(cls, int(work.slice_numbers[place]), kept)
                work.slice_codes[place] = address_of(codes) if len(codes) else 0
                found = found or len(codes) > 0
    return found


def table_of(cls: type[Game], slice: int, kept: dict[int, Codes]) -> Codes:
    """The codes of a slice, whole words of them; empty where nobody has solved it."""
    if slice not in kept:
        given = next((codes for find in _finders if (codes := find(cls, slice)) is not None), None)
        kept[slice] = np.zeros(0, np.int16) if given is None else np.append(given, np.zeros(-len(given) % 4, np.int16))
    return kept[slice]
