"""Rows of moves that tell when a game writes more than it promises.

Compiled code does not look whether a row has room. So each row has a few columns behind the promised `most_moves`,
which must stay as they were, and behind the last row lies room that nobody reads, into which a wrong game may write.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadRules
from zermelo.game.record import inline

GUARD = 8  # columns behind the promised ones
SPILL = 4096  # words behind the last row
UNUSED = -7  # no move of any game


def width_of(cls: Any) -> int:
    """The columns of a row."""
    return int(cls.most_moves) + GUARD


@inline
def listed(state: Any, row: Any) -> int:
    """Write the moves and count them, as a kernel does: what follows never looks behind the promised columns."""
    return min(int(state.moves(row)), int(state.most_moves))


def guarded(cls: Any, rows: NDArray[Any]) -> None:
    """Mark the columns of these rows that must not be written."""
    rows[..., cls.most_moves : cls.most_moves + GUARD] = UNUSED


def guarded_row(cls: Any) -> NDArray[np.int32]:
    """One row, with room for what a wrong game writes behind it."""
    row = np.zeros(width_of(cls) + SPILL, np.int32)
    guarded(cls, row)
    return row


def check_rows(cls: Any, rows: NDArray[Any], widest: int = 0) -> None:
    """Refuse a game that wrote behind its rows, or more moves than it promises."""
    if widest > cls.most_moves or (rows[..., cls.most_moves : cls.most_moves + GUARD] != UNUSED).any():
        raise too_many(cls)


def too_many(cls: Any) -> BadRules:
    """The sentence for such a game."""
    return BadRules(
        f"{cls.__name__} writes more moves than most_moves = {cls.most_moves} promises:"
        " raise most_moves to the length of the longest row"
    )


def row_of(state: Any) -> NDArray[np.int32]:
    """The moves that the rules write in a position, in plain Python."""
    row = np.zeros(width_of(state), np.int32)
    try:
        count = state.moves(row)
    except IndexError as problem:
        if f"with size {width_of(state)}" in str(problem):
            raise too_many(type(state)) from None
        raise
    if not isinstance(count, int | np.integer):
        shown = "nothing" if count is None else f"a {type(count).__name__}"
        raise BadRules(
            f"moves() of {type(state).__name__} returns {shown}:"
            " write each move with `n = put(out, n, move)` and end with `return n`"
        )
    if count > state.most_moves:
        raise too_many(type(state))
    return row[:count]
