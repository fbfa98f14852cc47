"""Retrograde analysis: from the ends of a game back to all that can reach them (Ströhlein 1970; Thompson 1986).

A graph of positions is given by its moves. A position is won as soon as one move leads to a position that is lost for
the opponent, and lost when all moves are refuted; a counter holds how many are not. Positions are decided in the order
of their distance to the end, so the first decision is the shortest win and the longest loss. What is never decided is
a draw: neither side can force an end.

Values are those of the player to move: 0 is a draw, +(d + 1) a win in d moves, -(d + 1) a loss in d moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import Unsupported
from zermelo.game.compile import kernel
from zermelo.search.common.endings import DRAWN, NO_POSITION

FARTHEST = 2**15 - 2  # moves to the end that a value can tell
NOTHING = np.int32(-1)  # the end of a list of positions


@dataclass
class Graph:
    """Positions and the moves between them. A move to `child` after which the same player moves is written ~child."""

    offsets: NDArray[np.int64]  # [position + 1] where the moves of a position begin
    targets: NDArray[np.int32]  # [move] the position that it leads to
    values: NDArray[np.int16]  # [position] known at the start (ends of the game, NO_POSITION), else 0; filled here
    left: NDArray[np.int16]  # [position] moves that are not refuted yet, those that leave the graph included
    later: NDArray[np.int16]  # [position] the longest loss in moves among those that leave the graph
    seeds: NDArray[np.int32]  # [seed] positions with a winning move that leaves the graph
    levels: NDArray[np.int16]  # [seed] in how many moves it wins


def of(child: int) -> int:
    """The position behind a move."""
    return ~child if child < 0 else child


@kernel
def count_parents(targets: Any, starts: Any) -> None:
    """How many moves lead to each position; `starts` has one place more than there are positions."""
    for index in range(len(targets)):
        starts[of(targets[index]) + 1] += 1
    for place in range(1, len(starts)):
        starts[place] += starts[place - 1]


@kernel
def link_parents(offsets: Any, targets: Any, places: Any, parents: Any) -> None:
    """Turn the moves round: from each position to those that a move led from."""
    for position in range(len(offsets) - 1):
        for index in range(offsets[position], offsets[position + 1]):
            child = of(targets[index])
            parents[places[child]] = ~position if targets[index] < 0 else position
            places[child] += 1


@kernel
def decide_all(values: Any, left: Any, later: Any, starts: Any, parents: Any, lists: Any) -> int:
    """Decide positions level by level; returns the number of moves of the longest win or loss.

    `lists` holds, for each distance, the positions decided with it and the seeds that wait for it.
    """
    first, following, first_seed, following_seed, seeds = lists
    level, longest, deepest = 0, 0, 0
    for distance in range(len(first)):
        if first[distance] != NOTHING or first_seed[distance] != NOTHING:
            deepest = distance
    while level <= deepest:
        seed = first_seed[level]
        while seed != NOTHING:
            position = seeds[seed]
            if values[position] == DRAWN:
                values[position] = level + 1
                following[position] = first[level]
                first[level] = position
            seed = following_seed[seed]
        position = first[level]
        while position != NOTHING:
            longest = level
            for index in range(starts[position], starts[position + 1]):
                parent = of(parents[index])
                if values[parent] != DRAWN or left[parent] == 0:
                    continue
                good = values[position] > 0 if parents[index] < 0 else values[position] < 0
                at = level + 1
                if good:
                    values[parent] = at + 1
                else:
                    left[parent] -= 1
                    if left[parent] > 0:
                        continue
                    at = max(at, int(later[parent]))
                    values[parent] = -(at + 1)
                if at >= len(first):
                    return -1
                following[parent] = first[at]
                first[at] = parent
                deepest = max(deepest, at)
            position = following[position]
        level += 1
    return longest


@kernel
def enter_known(values: Any, left: Any, later: Any, ends: Any, first: Any, following: Any) -> None:
    """List what is decided from the start: ends of the game, and positions whose moves all leave the graph and lose."""
    for position in range(len(values)):
        at = -1
        if values[position] == NO_POSITION:
            continue
        if values[position] != DRAWN:
            at = abs(int(values[position])) - 1
        elif left[position] == 0 and not ends[position]:
            at = int(later[position])
            values[position] = -(at + 1)
        if at >= 0:
            following[position] = first[at]
            first[at] = position


def retrograde(graph: Graph) -> int:
    """Fill `graph.values`; returns how many moves the longest forced win or loss takes."""
    count = len(graph.values)
    starts = np.zeros(count + 1, np.int64)
    count_parents(graph.targets, starts)
    parents = np.zeros(len(graph.targets), np.int32)
    link_parents(graph.offsets, graph.targets, starts[:-1].copy(), parents)
    first = np.full(FARTHEST + 1, NOTHING, np.int32)
    following = np.full(count, NOTHING, np.int32)
    first_seed = np.full(FARTHEST + 1, NOTHING, np.int32)
    following_seed = chained(graph.levels, first_seed)
    ends = graph.left < 0  # an end of the game has no moves; -1 tells it from a position whose moves all leave and lose
    graph.left[ends] = 0
    enter_known(graph.values, graph.left, graph.later, ends, first, following)
    lists = first, following, first_seed, following_seed, graph.seeds
    longest = int(decide_all(graph.values, graph.left, graph.later, starts, parents, lists))
    if longest < 0:
        raise Unsupported(f"a win takes more than {FARTHEST} moves, more than a table can tell")
    return longest


def chained(levels: NDArray[np.int16], first: NDArray[np.int32]) -> NDArray[np.int32]:
    """Lists of seeds by their level, as links from one to the next."""
    following = np.full(len(levels), NOTHING, np.int32)
    if len(levels):
        chain(levels, first, following)
    return following


@kernel
def chain(levels: Any, first: Any, following: Any) -> None:
    """Put every seed at the front of the list of its level."""
    for seed in range(len(levels)):
        following[seed] = first[levels[seed]]
        first[levels[seed]] = seed
