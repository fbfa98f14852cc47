"""Value iteration over all positions that can be reached, compiled: solves games with cycles, such as Pig.

Positions are listed once (`positions.py`), children before parents as far as cycles allow; a sweep runs through the
list and takes new values as soon as they are known (Gauss and Seidel), so that one sweep carries a value far. The
policy keeps, at each position, the move that last changed its value: following it makes progress, where merely keeping
a won position could go round for ever. Play that never ends is worth `initial`, 0 unless told otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadLimit
from zermelo.game.compile import kernel
from zermelo.game.game import Game
from zermelo.game.playthrough import Playthrough
from zermelo.game.record import RecordType
from zermelo.solve.positions import END, MAX, MEAN, MIN, Positions, Progress, reachable
from zermelo.solve.promise import refuse_solving


@kernel
def sweep(kinds: Any, offsets: Any, moves: Any, values: Any, choices: Any) -> float:
    """One pass over all open positions, children first; the largest change."""
    targets, codes, odds = moves
    largest = 0.0
    for place in range(len(kinds)):
        kind = kinds[place]
        if kind == END:
            break  # all ends stand behind the open positions
        first, last = offsets[place], offsets[place + 1]
        best, choice = 0.0, 0
        if kind == MEAN:
            for index in range(first, last):
                best += odds[codes[index]] * values[targets[index]]
        else:
            best = values[targets[first]]
            for index in range(first + 1, last):
                value = values[targets[index]]
                if value > best if kind == MAX else value < best:
                    best, choice = value, index - first
        change = abs(best - values[place])
        if change > 0.0:
            values[place] = best
            choices[place] = choice
            largest = max(largest, change)
    return largest


@kernel
def settle(kinds: Any, offsets: Any, targets: Any, values: Any, choices: Any) -> None:
    """Where the remembered move is not the best (any more), take the first that is."""
    for place in range(len(kinds)):
        if kinds[place] != MAX and kinds[place] != MIN:
            continue
        sign = 1.0 if kinds[place] == MAX else -1.0
        first, last = offsets[place], offsets[place + 1]
        best = first + choices[place]
        for index in range(first, last):
            if sign * values[targets[index]] > sign * values[targets[best]]:
                best = index
        choices[place] = best - first


@dataclass(frozen=True)
class Sweep:
    """One sweep: its number, the largest change, and the value of the first position after it."""

    number: int
    change: float
    value: float


@dataclass
class Solution:
    """Values and a policy for every position that can be reached; values are player 0's."""

    positions: Positions
    values: NDArray[np.float64] = field(repr=False)  # [position]
    choices: NDArray[np.int32] = field(repr=False)  # [position] which of its moves to play
    history: list[Sweep] = field(repr=False)
    converged: bool  # whether the last sweep stayed within the tolerance

    @property
    def value(self) -> float:
        """What the first position is worth to player 0."""
        return float(self.values[self.positions.start])

    @property
    def move(self) -> int | None:
        """The move to play in the first position; none where it is over or chance moves."""
        return self.move_of(self.positions.states[self.positions.start])

    @property
    def sweeps(self) -> int:
        """How many sweeps were made."""
        return len(self.history)

    @property
    def change(self) -> float:
        """The largest change of the last sweep."""
        return self.history[-1].change

    def value_of(self, state: Any, player: int = 0) -> float:
        """What a position is worth to a player."""
        number = self._number(state)
        sides = state.sides or tuple(range(state.players))
        return float(self.values[number]) * (1.0 if sides[player] == sides[0] else -1.0)

    def move_of(self, state: Any) -> int | None:
        """The move of the policy in a position; none at an end or where chance moves."""
        number = self._number(state)
        if self.positions.kinds[number] in (END, MEAN):
            return None
        return int(state.legal()[self.choices[number]])

    def policy(self) -> Iterator[tuple[Any, int, float]]:
        """The whole table: each position in which a player moves, the move, and the value for player 0."""
        for number in np.flatnonzero((self.positions.kinds == MAX) | (self.positions.kinds == MIN)):
            state = self.positions.states[number]
            yield state, int(state.legal()[self.choices[number]]), float(self.values[number])

    def _number(self, state: Any) -> int:
        number = self.positions.number(state)
        if number < 0:
            raise BadLimit("this position cannot be reached from the one that was solved: solve it by itself")
        return number


def converged(found: Positions, progress: Progress | None = None, tolerance: float = 1e-12) -> NDArray[np.float64]:
    """The value of every position for player 0, where play that never ends is worth nothing."""
    values, choices = np.where(found.kinds == END, found.ends, 0.0), np.zeros(len(found), np.int32)
    number, change = 0, np.inf
    while change > tolerance:
        number += 1
        change = float(sweep(found.kinds, found.offsets, (found.targets, found.codes, found.odds), values, choices))
        if progress is not None:
            progress("sweeps", number, change)
    return values


def value_iteration(
    game: Any,
    *,
    tolerance: float = 1e-10,
    sweeps: int = 100_000,
    initial: float = 0.0,
    most_states: int = 20_000_000,
    progress: Progress | None = None,
) -> Solution:
    """Solve a record game from a position: two sides or one player, with or without chance, with or without cycles.

    Sweeps end when no value changes by more than the tolerance. That the values of a game that always ends are right
    to a digit can be seen by starting from `initial=game.lowest` and `game.highest`: the truth lies between the two.
    """
    if not tolerance >= 0.0 or sweeps < 1:
        raise BadLimit(f"value iteration needs a tolerance of 0 or more, not {tolerance:g}, and at least one sweep")
    state = game() if isinstance(game, RecordType) else game.state if isinstance(game, Playthrough) else game
    if not isinstance(state, Game):
        raise BadLimit("this solves games written as records; solve.plain solves plain objects")
    refuse_solving(type(state))
    found = reachable(state, most_states=most_states, progress=progress)
    values = np.where(found.kinds == END, found.ends, initial)
    choices = np.zeros(len(found), np.int32)
    history: list[Sweep] = []
    while len(history) < sweeps and (not history or history[-1].change > tolerance):
        moves = found.targets, found.codes, found.odds
        change = sweep(found.kinds, found.offsets, moves, values, choices)
        history.append(Sweep(len(history) + 1, float(change), float(values[found.start])))
        if progress is not None:
            progress("sweeps", len(history), float(change))
    settle(found.kinds, found.offsets, found.targets, values, choices)
    return Solution(found, values, choices, history, history[-1].change <= tolerance)
