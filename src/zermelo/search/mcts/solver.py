"""The solver inside a Monte Carlo search: certain results are backed up as bounds on the values of nodes.

Wins, losses, draws and exact points of two-sided games without chance are proven in this way (Winands 2008; with
bounds: Cazenave and Saffidine 2010).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zermelo.game.bits import number
from zermelo.search.mcts.atomics import BARRED


def useless(tree: Any, at: int, child: int, sign: int) -> bool:
    """Solver: whether a child cannot be better than what the player has for certain."""
    if sign > 0:
        return bool(tree.bounds[child].high <= tree.bounds[at].low)
    return bool(tree.bounds[child].low >= tree.bounds[at].high)


def prove(state: Any, tree: Any, work: Any, depth: int, result: float) -> None:
    """Solver: the result at the end of the path is certain; what follows for its ancestors, as far as anything does.

    Bounds are of player 0's result; a player has for certain the best of the certain results of his moves. Several
    threads may do this at once: each writes bounds that are true.
    """
    value = np.float32(result)
    leaf = int(work.path[depth])
    tree.bounds[leaf].low = value
    tree.bounds[leaf].high = value
    for k in range(depth - 1, -1, -1):
        at = int(work.path[k])
        sign = int(work.signs[work.movers[k + 1]])
        first = number(tree.nodes[at].first)
        low = np.float32(state.lowest if sign > 0 else state.highest)
        high = low
        for child in range(first, first + number(tree.nodes[at].count)):
            if tree.nodes[child].ready == BARRED:
                continue
            if sign > 0:
                low = max(low, tree.bounds[child].low)
                high = max(high, tree.bounds[child].high)
            else:
                low = min(low, tree.bounds[child].low)
                high = min(high, tree.bounds[child].high)
        if low == tree.bounds[at].low and high == tree.bounds[at].high:
            return
        tree.bounds[at].low = low
        tree.bounds[at].high = high


def is_proven(tree: Any, at: int) -> bool:
    """Solver: whether the value of a node is certain."""
    return bool(tree.bounds[at].low == tree.bounds[at].high)


def recall_proof(state: Any, tree: Any, work: Any, at: int) -> None:
    """Solver: the certain value of a node as the result of a simulation."""
    value = float(tree.bounds[at].low)
    for player in range(state.players):
        work.results[player] = int(value * float(work.signs[player]) * work.unit)
