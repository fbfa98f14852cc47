"""One scale for results, estimates and distances, decided once for all kernels.

A kernel's value is a whole number: utility times `unit`, seen from the player to move. A decisive result that lies
`ply` moves below the root is brought `ply` closer to zero, so a shorter win and a longer defence are better; a unit is
larger than any search is deep, so one more point always outweighs every distance. Estimates stay strictly inside the
range of results: no estimate looks like a proven win.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zermelo.game.compile import class_of
from zermelo.game.game import Game
from zermelo.game.machine import twin

MAX_PLY = 128  # plies below the root that a search can reach, extensions included
LARGEST = 1 << 30  # no value is larger
INFINITE = LARGEST + 1
FINEST = 1 << 16  # the unit of games whose results lie between -1 and 1
NO_VALUE = 2 * INFINITE  # what a step of a search answers that settles nothing


def unit_of(lowest: float, highest: float) -> int:
    """How many steps of the scale one point of utility is: a power of two, more than MAX_PLY."""
    unit = FINEST
    while unit > 2 * MAX_PLY and max(abs(lowest), abs(highest)) * unit > LARGEST:
        unit //= 2
    return unit


def result_value(utility: float, unit: int, ply: int) -> int:
    """The value of an end of the game that lies `ply` moves below the root."""
    value = int(utility * unit + 0.5 if utility > 0.0 else utility * unit - 0.5)
    if value > 0:
        return max(value - ply, 1)
    if value < 0:
        return min(value + ply, -1)
    return 0


def least_value(utility: float, unit: int, soonest: int, latest: int) -> int:
    """What is certain if the result cannot be worse: a win that comes late, or a loss that comes soon."""
    return result_value(utility, unit, latest if utility > 0.0 else soonest)


def most_value(utility: float, unit: int, soonest: int, latest: int) -> int:
    """What is possible if the result cannot be better: a win that comes soon, or a loss that comes late."""
    return result_value(utility, unit, soonest if utility > 0.0 else latest)


def estimate_value(score: float, unit: int, lowest: float, highest: float) -> int:
    """The value of an estimate, kept inside the range that results cannot leave and off the values with a distance.

    An estimate of exactly one point would look like a result, and the table would move it by its ply.
    """
    value = int(score * unit)
    if is_distant(value, unit):
        size = abs(value) + (-abs(value) & (unit - 1)) - 2 * MAX_PLY - 1  # just below the whole number's distances
        value = size if value > 0 else -size
    top = round(highest * unit) - MAX_PLY - 1
    bottom = round(lowest * unit) + MAX_PLY + 1
    return max(bottom, min(top, value))


def utility_of(value: int, unit: int) -> float:
    """A value in the game's own units; the distance, less than half a step of any whole result, is rounded away."""
    exact = value / unit
    nearest = round(exact)
    return float(nearest) if abs(exact - nearest) * unit <= MAX_PLY else exact


def distance_of(value: int, unit: int) -> int | None:
    """Plies to the end that a decisive value tells."""
    size = abs(value)
    return -size % unit if size and -size % unit <= MAX_PLY else None


def to_table(value: int, ply: int, unit: int) -> int:
    """A value as the table keeps it: distances counted from the position itself and not from the root."""
    if is_distant(value, unit):
        return value + ply if value > 0 else value - ply
    return value


def from_table(value: int, ply: int, unit: int) -> int:
    """The reverse of `to_table`, at another distance from the root."""
    if is_distant(value, unit):
        return value - ply if value > 0 else value + ply
    return value


def is_distant(value: int, unit: int) -> bool:
    """Whether a value carries a distance: it lies just below a whole number of units."""
    size = abs(value)
    return size > MAX_PLY and -size & (unit - 1) <= 2 * MAX_PLY  # a unit is a power of two


def side_of(state: Game, player: int) -> int:
    """The side of a player, where several win together."""
    return int(state.sides[player]) if state.sides else int(player)


@twin(side_of)
def side_compiled(state: Any, player: Any) -> Any:
    """The compiled form: a game without sides has no tuple to look into."""
    cls = class_of(state)
    if cls is not None and cls.sides:  # type: ignore[attr-defined]  # a fact of every game
        return lambda state, player: np.int64(state.sides[player])
    return lambda state, player: np.int64(player)
