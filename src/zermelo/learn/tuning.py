"""Tuning: weights with names fitted to the results of games (Texel's method, P. Österlund 2014).

A player of a few plies meets itself, with some random moves. Kept are quiet positions, where a quiescence search says
what the evaluation says, each with the result of its game. The estimate becomes an expected result by a logistic curve
whose steepness K is fitted once; then the weights that make the mean squared error least are found by Gauss and Newton
with the derivatives by differences. Positions of one game are no independent news: every fifth game is held out, whole,
and errors are counted by games.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadLimit, Unsupported
from zermelo.game.bits import mix64
from zermelo.game.compile import copied, kernel
from zermelo.game.playouts import desk_for, make_aids, one
from zermelo.game.rows import check_rows, listed
from zermelo.game.threads import run_stoppable
from zermelo.game.trouble import friendly
from zermelo.game.weights import whole
from zermelo.learn.selfplay import LONGEST, Course, begin_game, search_work, searched_value
from zermelo.learn.weighed import Weighed, Weights
from zermelo.search.common.registry import SEARCHES

PART = 4000  # positions of a part of the games
MOST = 400_000  # positions in all
FEWEST = 500
HELD_OUT = 5  # every fifth game
STEPS = 12  # of Gauss and Newton
NUDGE = 0.05  # of a weight, for a difference
SURE = 1.959964

Floats = NDArray[np.float64]


@kernel
def play_quiet(
    start: Any, aids: Any, desk: Any, work: Any, course: Course, states: Any, marks: Any, seed: int, first: int
) -> int:
    """Games of alpha-beta with itself; quiet positions are kept with the number of their game and its result."""
    row, keys = desk.row, desk.keys
    stream, clocks = copied(aids[0][0]), copied(aids[1][0])
    count, game = 0, first
    while count + LONGEST < len(states) and course.stop == 0:
        state, begin = copied(start), count
        begin_game(state, stream, clocks, course, keys, seed, game)
        while clocks.plies < LONGEST and clocks.stopped == 0 and not state.over():
            moves = listed(state, row)
            if moves == 0:
                break
            still = searched_value(state, work, clocks, 0)
            if clocks.plies >= course.opened and abs(still - float(state.evaluate())) <= 2.0 / work.unit:
                states[count] = state
                marks[count, 0] = game
                marks[count, 1] = state.turn
                count += 1
            searched_value(state, work, clocks, course.depth)
            if clocks.plies < course.opened or stream.below(1000) < course.noise or work.pv_length[0] == 0:
                move = int(row[stream.below(moves)])
            else:
                move = int(work.pv[0, 0])
            clocks.advance(state, move, row, keys)
        result = clocks.result(state, 0)
        for index in range(begin, count):
            own = result if marks[index, 1] == 0 else -result
            marks[index, 2] = 1 + (own > 0.0) - (own < 0.0)  # twice the points
        game += 1
        course.games += 1
    return count


@kernel
def judge_all(states: Any, values: Any) -> None:
    """What the evaluation says of every position, for its mover."""
    for index in range(len(states)):
        values[index] = states[index].evaluate()


@dataclass(frozen=True)
class Change:
    """A weight before and after, with half the 95 % interval of the new one."""

    name: str
    before: float
    after: float
    error: float


@dataclass
class Tuned:
    """What a fit found."""

    weights: Weights
    games: int
    positions: int
    steepness: float
    before: float  # mean squared error on games that were held out
    after: float
    gain: float  # the mean of before less after, by games
    gain_error: float  # half of its 95 % interval
    changes: list[Change] = field(default_factory=list)


class Tuning:
    """Weights of one game being fitted: `Tuning(start).run(minutes=2)`."""

    def __init__(self, start: Any, *, depth: int = 2, seed: int = 0, weights: Weights | None = None) -> None:
        cls = type(start)
        self.weights = (weights or Weights.of(cls)).for_game(cls)
        if obstacle := SEARCHES["alphabeta"].serves.obstacle(cls):
            raise Unsupported(f"weights are tuned by games of alpha-beta with itself, which takes no {obstacle}")
        self.start, self.depth, self.seed = start, depth, seed
        self.weighed = Weighed(cls, self.weights)
        self.whole = whole(cls)
        self.states = np.zeros(0, self.weighed.cls.layout)
        self.marks = np.zeros((0, 3), np.int64)

    # ------------------------------------------------------------------ games

    def play(self, seconds: float, told: Callable[[int, int], None] = lambda games, positions: None) -> None:
        """Games for so long; `told` hears how many there are."""
        cls, end = self.weighed.cls, time.monotonic() + seconds
        work, table = search_work(cls)
        begin, games, parts = one(self.weighed.state(self.start))[0], 0, 0
        found, marked = [self.states], [self.marks]
        course = Course.blank()
        course.depth, course.opening, course.noise = self.depth, 8, 50
        while sum(map(len, found)) < MOST and (time.monotonic() < end or not parts):
            states, marks = np.zeros(PART + LONGEST, cls.layout), np.zeros((PART + LONGEST, 3), np.int64)
            seed = int(mix64(np.uint64(self.seed * 1_000_003 + parts))) >> 2
            table[:], desk, counted = 0, desk_for(cls), [0]

            def part(states: Any = states, marks: Any = marks, desk: Any = desk, seed: int = seed, first: int = games,
                     counted: list[int] = counted) -> None:  # fmt: skip
                with friendly(cls):
                    counted[0] = int(play_quiet(begin, make_aids(), desk[0], work, course, states, marks, seed, first))
                check_rows(cls, desk["row"])

            def stop() -> None:
                course.stop = 1

            run_stoppable([part], stop)
            found.append(states[: counted[0]])
            marked.append(marks[: counted[0]])
            games, parts = int(course.games), parts + 1
            told(games, sum(map(len, found)))
        self.states, self.marks = np.concatenate(found), np.concatenate(marked)

    # ------------------------------------------------------------------ fitting

    def judged(self, values: Floats) -> Floats:
        """The estimates of all positions with other weights."""
        self.weighed.set(np.rint(values) if self.whole else values)
        found = np.zeros(len(self.states))
        judge_all(self.states, found)
        return found

    def slopes(self, values: Floats, here: Floats) -> Floats:
        """How each estimate changes with each weight, by differences."""
        found = np.zeros((len(here), len(values)))
        for index, value in enumerate(values):
            step = max(abs(value) * NUDGE, 1.0 if self.whole else 0.01)
            step = float(np.rint(step)) if self.whole else step
            moved = (np.rint(values) if self.whole else values).copy()
            moved[index] += step
            found[:, index] = (self.judged(moved) - here) / step
        return found

    def fit(self) -> Tuned:
        """The weights that foretell results best."""
        games, points = self.marks[:, 0], self.marks[:, 2] / 2.0
        held = games % HELD_OUT == HELD_OUT - 1
        if len(points) < FEWEST or not (points[~held] != 0.5).any() or held.all() or not held.any():
            raise BadLimit(
                f"{len(points)} quiet positions of {len(np.unique(games))} games say too little: play more games"
                if len(points) < FEWEST
                else "all games were drawn: nothing can be learnt from them"
            )
        first = np.array(list(self.weights.values.values()), np.float64)
        at_first = self.judged(first)
        steepness = fitted_steepness(at_first[~held], points[~held])
        values, slopes = self.descend(first, steepness, points, ~held)
        values = np.rint(values) if self.whole else values
        at_last = self.judged(values)
        before, after = (points - expected(at_first, steepness)) ** 2, (points - expected(at_last, steepness)) ** 2
        by_game = [float((before - after)[games == game].mean()) for game in np.unique(games[held])]
        spread = SURE * float(np.std(by_game, ddof=1)) / len(by_game) ** 0.5 if len(by_game) > 1 else float("inf")
        errors = clustered(slopes[~held], at_last[~held], points[~held], games[~held], steepness)
        names = list(self.weights.values)
        new = Weights.of(type(self.start), dict(zip(names, map(float, values), strict=True)))
        changes = [
            Change(name, self.weights.values[name], new.values[name], SURE * float(error))
            for name, error in zip(names, errors, strict=True)
        ]
        return Tuned(
            new, len(np.unique(games)), len(points), steepness, float(before[held].mean()), float(after[held].mean()),
            float(np.mean(by_game)), spread, changes,
        )  # fmt: skip

    def descend(self, first: Floats, steepness: float, points: Floats, chosen: NDArray[np.bool_]) -> tuple[Any, Any]:
        """Gauss and Newton, halving a step that makes it worse."""
        values, here = first.copy(), self.judged(first)
        slopes = self.slopes(values, here)
        least = float(np.mean((points - expected(here, steepness))[chosen] ** 2))
        for _ in range(STEPS):
            result = expected(here, steepness)[chosen]
            change = (steepness * result * (1 - result))[:, None] * slopes[chosen]
            square = change.T @ change
            ridge = 1e-6 * np.diag(square) + 1e-12  # a weight that no position shows stays where it is
            step = np.linalg.solve(square + np.diag(ridge), change.T @ (points[chosen] - result))
            for _ in range(6):
                there = self.judged(values + step)
                error = float(np.mean((points - expected(there, steepness))[chosen] ** 2))
                if error < least:
                    break
                step = step / 2
            if error >= least * (1 - 1e-6):
                break
            values, here, least = values + step, there, error
            slopes = self.slopes(values, here)
        return values, slopes


def expected(estimates: Floats, steepness: float) -> Floats:
    """Points that an estimate foretells."""
    found: Floats = 1.0 / (1.0 + np.exp(-np.clip(steepness * estimates, -40.0, 40.0)))
    return found


def fitted_steepness(estimates: Floats, points: Floats) -> float:
    """K, by a golden section of its logarithm."""
    scale = float(np.std(estimates)) or 1.0
    low, high = np.log(0.01 / scale), np.log(100.0 / scale)
    ratio = (5**0.5 - 1) / 2

    def error(logarithm: float) -> float:
        return float(np.mean((points - expected(estimates, float(np.exp(logarithm)))) ** 2))

    one, two = high - ratio * (high - low), low + ratio * (high - low)
    for _ in range(40):
        if error(one) < error(two):
            high, two = two, one
            one = high - ratio * (high - low)
        else:
            low, one = one, two
            two = low + ratio * (high - low)
    return float(np.exp((low + high) / 2))


def clustered(slopes: Floats, estimates: Floats, points: Floats, games: Any, steepness: float) -> Floats:
    """Standard errors of the weights, with all positions of a game as one piece of news."""
    result = expected(estimates, steepness)
    change = (steepness * result * (1 - result))[:, None] * slopes
    inverse = np.linalg.pinv(change.T @ change)
    _, numbers = np.unique(games, return_inverse=True)
    scores = np.zeros((int(numbers.max()) + 1, slopes.shape[1]))
    np.add.at(scores, numbers, (points - result)[:, None] * change)
    found: Floats = np.sqrt(np.maximum(np.diag(inverse @ (scores.T @ scores) @ inverse), 0.0))
    return found
