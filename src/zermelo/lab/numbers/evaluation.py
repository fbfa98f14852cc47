"""How good an evaluation is, by the three demands of CS3491: it orders ends right, it is quick, it fits the results.

Its worth in a position is compared with what random games from there come to: a crude measure of the true chances, but
the same for every game, and nobody has to be believed.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from zermelo.errors import BadLimit, Unsupported
from zermelo.explain.plots import Plot, Series
from zermelo.game.compile import copied, kernel
from zermelo.game.game import CHANCE, Game
from zermelo.game.playouts import playouts, random_game
from zermelo.game.sides import count_sides
from zermelo.games import catalogue
from zermelo.lab.finding import Finding
from zermelo.search.common.plain_door import view_of

REPEATS = 200


@kernel
def evaluate_all(states: Any, times: int) -> float:
    """Evaluate every state so many times."""
    total = 0.0
    for _ in range(times):
        for place in range(len(states)):
            total += states[place].evaluate()
    return total


@kernel
def expand_all(states: Any, row: Any, times: int) -> int:
    """List the moves of every state and make the first, so many times: what a node costs without any opinion."""
    total = 0
    for _ in range(times):
        for place in range(len(states)):
            count = states[place].moves(row)
            if count > 0:
                child = copied(states[place])
                child.play(row[0])
                total += count + child.turn
    return total


@dataclass(frozen=True)
class Sample:
    """Positions of random games: opinion and mean result for player 0, and the same at the ends."""

    states: list[Any]
    opinions: list[float]
    results: list[float]
    end_opinions: list[float]
    end_results: list[float]


def sample(start: Any, positions: int, games: int, seed: int) -> Sample:
    """One position of each of so many random games, played out again and again, and the ends of those games."""
    states: list[Any] = []
    opinions, results, end_opinions, end_results = [], [], [], []
    for number in range(20 * positions):
        if len(states) == positions:
            break
        line = random_game(start, seed, number)
        state, kept = start.copy(), None
        for ply, move in enumerate(line):
            if ply == (number * 7919) % max(1, len(line)) and state.turn != CHANCE:
                kept = state.copy()
            state.play(move)
        if state.over():
            end_opinions.append(view_of(state, 0))
            end_results.append(float(state.utility(0)))
        if kept is not None and len(kept.legal()):
            states.append(kept)
            opinions.append(view_of(kept, 0))
            results.append(float(playouts(kept, games, seed=seed + number).utilities[0]))
    return Sample(states, opinions, results, end_opinions, end_results)


def ranks(values: list[float]) -> list[float]:
    """The place of each number in order; equal ones share the mean of their places."""
    order = np.argsort(values, kind="stable")
    places = np.empty(len(values))
    at = 0
    while at < len(values):
        last = at
        while last + 1 < len(values) and values[order[last + 1]] == values[order[at]]:
            last += 1
        places[order[at : last + 1]] = (at + last) / 2
        at = last + 1
    return [float(place) for place in places]


def rank_correlation(first: list[float], second: list[float]) -> float | None:
    """Spearman's correlation (1904); None where one of the two never varies."""
    if len(set(first)) < 2 or len(set(second)) < 2:
        return None
    return float(np.corrcoef(ranks(first), ranks(second))[0, 1])


def rightly_ordered(opinions: list[float], results: list[float]) -> float | None:
    """Of all pairs of ends with different results, the share that the evaluation orders as the results do."""
    right = pairs = 0.0
    for place, result in enumerate(results):
        for other in range(place):
            if results[other] != result:
                pairs += 1
                gap = (opinions[place] - opinions[other]) * (result - results[other])
                right += 1.0 if gap > 0 else 0.5 if gap == 0 else 0.0
    return right / pairs if pairs else None


def evaluation(game: str, positions: int = 200, games: int = 200, seed: int = 0, settings: Any = None) -> Finding:
    """The three demands, measured for one game."""
    if not (10 <= positions <= 5000 and 1 <= games <= 100_000):
        raise BadLimit("give 10 to 5000 positions and 1 to 100,000 games for each")
    start = catalogue.make(game, settings or {})
    cls: Any = type(start)
    if cls.evaluate is Game.evaluate:
        raise Unsupported(f"{game} has no evaluation of its own: there is nothing to judge")
    if cls.hidden or count_sides(start) != 2:
        raise Unsupported(f"{game} is not a game of two sides who see everything: its evaluation cannot be judged so")
    found = sample(start, positions, games, seed)
    if len(found.states) < 10:
        raise Unsupported(f"random games of {game} give too few positions to judge anything")
    judged, made = costs(found.states)
    order = rightly_ordered(found.end_opinions[:400], found.end_results[:400])
    relation = rank_correlation(found.opinions, found.results)
    rows = (
        (
            "orders the ends of games right",
            None if order is None else f"{100 * order:.1f} %",
            "of pairs; 50 % is chance",
        ),
        ("costs", f"{1e9 * judged:.0f} ns", f"{judged / made:.1f} times as much as to list the moves and make one"),
        ("goes with results", None if relation is None else round(relation, 3), "rank correlation with random games"),
    )
    notes = (f"{len(found.states)} positions of random games, {games} games from each, seed {seed}",)
    points = sorted(zip(found.opinions, found.results, strict=True))
    groups = [points[at : at + max(1, len(points) // 10)] for at in range(0, len(points), max(1, len(points) // 10))]
    means = [(sum(a for a, _ in group) / len(group), sum(b for _, b in group) / len(group)) for group in groups]
    plot = Plot(f"{game}: evaluation and result", "evaluation, mean of a tenth of the positions", "mean result",
                [Series("random games", means)])  # fmt: skip
    return Finding(f"The evaluation of {game}", ("demand", "measured", "what it is"), rows, notes, plot)


def costs(states: list[Any]) -> tuple[float, float]:
    """Seconds for one evaluation, and for listing the moves of a position and making one, compiled."""
    cls: Any = type(states[0])
    rows = np.zeros(len(states), cls.layout)
    for place, state in enumerate(states):
        rows[place] = state
    row = np.zeros(cls.most_moves + 8, np.int32)
    evaluate_all(rows, 1), expand_all(rows, row, 1)  # compiled before the clock runs
    begin = time.perf_counter()
    evaluate_all(rows, REPEATS)
    middle = time.perf_counter()
    expand_all(rows, row, REPEATS)
    end = time.perf_counter()
    count = REPEATS * len(states)
    return max(middle - begin, 1e-9) / count, max(end - middle, 1e-9) / count
