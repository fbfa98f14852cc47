"""Positions as a network reads them, inside kernels: codes of sites, and the numbers of moves."""

from __future__ import annotations

from typing import Any

import numpy as np

from zermelo.game.record import inline
from zermelo.learn.alphazero.sites import SPARE
from zermelo.learn.evaluating import word_of


@inline
def read_position(state: Any, sites: Any, codes: Any, out: Any) -> None:
    """Write the code of every site, then who is to move."""
    for index in range(len(sites)):
        boards = sites[index, 0]
        if boards > 0:
            value = 0
            for board in range(boards):
                place = sites[index, 8 + board]
                bit = word_of(state, place >> 6) >> np.uint64(place & 63) & np.uint64(1)
                value |= int(bit) << board
        else:
            value = np.int64(word_of(state, sites[index, 1]) >> np.uint64(sites[index, 2])) & sites[index, 3]
            value = (value ^ sites[index, 4]) - sites[index, 4]
            value = (value - sites[index, 5]) >> sites[index, 6]
            value = min(max(value, 0), sites[index, 8] - 1)
        out[index] = codes[sites[index, 7] + value]
    out[len(sites)] = int(state.turn)


@inline
def slot_of(move: int, known: Any) -> int:
    """The number of a move: its place among the known ones, or one of the spare numbers."""
    guess = int(move) - int(known[0]) if len(known) > 0 else -1
    if 0 <= guess < len(known) and known[guess] == move:  # mostly they follow one another
        return guess
    low, high = 0, len(known)
    while low < high:
        middle = (low + high) >> 1
        if known[middle] < move:
            low = middle + 1
        else:
            high = middle
    if low < len(known) and known[low] == move:
        return low
    return int(len(known) + (int(move) & 0x7FFFFFFF) % SPARE)
