"""Many games side by side: environments for learning and for measuring, stepped together and begun again at the end."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadLimit, BadMove
from zermelo.game.compile import assign, copied, kernel
from zermelo.game.game import NO_MOVE
from zermelo.game.history import Clocks
from zermelo.game.playouts import one, random_move, remembered
from zermelo.game.random import Random
from zermelo.game.record import RecordType
from zermelo.game.rows import SPILL, check_rows, guarded, guarded_row, listed, width_of
from zermelo.game.trouble import friendly

SLICE = 1 << 20  # moves played between two looks at the keyboard


@kernel
def step_random(states: Any, start: Any, randoms: Any, clocks: Any, keys: Any, row: Any, steps: int) -> int:
    """Play `steps` random moves in every lane, beginning again after each end; returns how many games ended."""
    ended = 0
    for lane in range(len(states)):
        state = copied(states[lane])
        random = copied(randoms[lane])
        clock = copied(clocks[lane])
        for _ in range(steps):
            move = NO_MOVE
            if clock.stopped == 0 and not state.over():
                move = random_move(state, random, row)
            if move == NO_MOVE:
                ended += 1
                assign(state, start)
                clock.begin(state, keys[lane])
                move = random_move(state, random, row)
            clock.advance(state, move, row, keys[lane])
        states[lane] = state
        randoms[lane] = random
        clocks[lane] = clock
    return ended


@kernel
def list_moves(states: Any, rows: Any, counts: Any, clocks: Any) -> None:
    """The legal moves of every lane; none where the game has ended."""
    for lane in range(len(states)):
        counts[lane] = 0
        if clocks[lane].stopped == 0 and not states[lane].over():
            counts[lane] = listed(states[lane], rows[lane])


@kernel
def step_given(states: Any, moves: Any, rows: Any, clocks: Any, keys: Any) -> int:
    """Play one given move in every lane, or none and return the first lane whose move is not legal; -1 if all are."""
    for lane in range(len(states)):
        legal = False
        if clocks[lane].stopped == 0 and not states[lane].over():
            for index in range(listed(states[lane], rows[lane])):
                legal = legal or rows[lane, index] == moves[lane]
        if not legal:
            return lane
    for lane in range(len(states)):
        clocks[lane].advance(states[lane], moves[lane], rows[lane], keys[lane])
    return -1


@kernel
def results(states: Any, clocks: Any, rows: Any, ended: Any, utilities: Any) -> None:
    """Which lanes have ended, and their utilities."""
    for lane in range(len(states)):
        state = states[lane]
        ended[lane] = clocks[lane].stopped != 0 or state.over() or state.moves(rows[lane]) == 0
        if ended[lane]:
            for player in range(state.players):
                utilities[lane, player] = clocks[lane].result(state, player)


class Batch:
    """Games side by side: `Batch(ConnectFour(), 1024)`, then `moves()`, `step(moves)`, `reset(ended)`."""

    def __init__(self, game: Any, lanes: int, *, seed: int = 0) -> None:
        self.start = game() if isinstance(game, RecordType) else game
        if lanes < 1 or seed < 0:
            raise BadLimit("a batch needs at least one lane and a seed that is not negative")
        cls = type(self.start)
        self.states: NDArray[np.void] = np.zeros(lanes, cls.layout)
        self.states[:] = one(self.start)[0]
        spare = -(-SPILL // width_of(cls))  # rows behind the last lane's
        self.rows = np.zeros((lanes + spare, width_of(cls)), np.int32)[:lanes]
        guarded(cls, self.rows)
        self.counts = np.zeros(lanes, np.int32)
        self._keys = np.zeros((lanes, remembered(cls)), np.uint64)
        self._clocks = Clocks.array(lanes)
        self._randoms = Random.array(lanes)
        for lane in range(lanes):
            self._randoms[lane].begin(seed, lane)
            self._clocks[lane].begin(self.states[lane], self._keys[lane])

    def moves(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """The legal moves of every lane as rows, and how many each has."""
        with friendly(type(self.start)):
            list_moves(self.states, self.rows, self.counts, self._clocks)
        check_rows(type(self.start), self.rows)
        return self.rows, self.counts

    def step(self, moves: NDArray[np.int32]) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
        """Play one move in every lane; returns which games have ended and the players' utilities there."""
        given = np.asarray(moves, np.int32)
        if given.shape != (len(self.states),):
            raise BadMove(f"{len(self.states)} lanes need as many moves, not an array of shape {given.shape}")
        guarded(type(self.start), self.rows)  # the caller may have written there
        with friendly(type(self.start)):
            wrong = step_given(self.states, given, self.rows, self._clocks, self._keys)
        if wrong >= 0:
            raise BadMove(f"move {given[wrong]} is not legal in lane {wrong}; nothing was played")
        ended = np.zeros(len(self.states), np.bool_)
        utilities = np.zeros((len(self.states), self.start.players))
        with friendly(type(self.start)):
            results(self.states, self._clocks, self.rows, ended, utilities)
        check_rows(type(self.start), self.rows)
        return ended, utilities

    def reset(self, lanes: NDArray[np.bool_] | None = None) -> None:
        """Begin again in the given lanes, or in all."""
        chosen = np.ones(len(self.states), np.bool_) if lanes is None else lanes
        self.states[chosen] = one(self.start)[0]
        for lane in np.flatnonzero(chosen):
            self._clocks[lane].begin(self.states[lane], self._keys[lane])

    def play_random(self, steps: int) -> int:
        """Play random moves in every lane, beginning again at each end; returns how many games ended."""
        row = guarded_row(type(self.start))
        first = one(self.start)[0]
        ended, slice_ = 0, max(1, SLICE // len(self.states))
        for done in range(0, steps, slice_):
            some = min(slice_, steps - done)
            with friendly(type(self.start)):
                ended += int(step_random(self.states, first, self._randoms, self._clocks, self._keys, row, some))
            check_rows(type(self.start), row)
        return ended
