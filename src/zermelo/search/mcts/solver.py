"""MCTS-Solver: proven results are backpropagated as bounds on the values of nodes.

Wins, losses, draws and exact points of two-sided games without chance are proven in this way (Winands 2008; with
bounds: Cazenave and Saffidine 2010, score-bounded MCTS).
"""

from __future__ import annotations

import numpy as np

from zermelo.game.bits import number
from zermelo.game.game import Game
from zermelo.search.mcts.atomics import ILLEGAL
from zermelo.search.mcts.tree import Tree
from zermelo.search.mcts.work import MctsWork


def cannot_improve(tree: Tree, at: int, child: int, sign: int) -> bool:
    """Whether a child is pruned: it cannot be better than what the player is sure of."""
    if sign > 0:
        return bool(tree.bounds[child].upper <= tree.bounds[at].lower)
    return bool(tree.bounds[child].lower >= tree.bounds[at].upper)


def backpropagate_proof(state: Game, tree: Tree, work: MctsWork, depth: int, result: float) -> None:
    """The result at the end of the path is exact; tighten the bounds of its ancestors as far as they change.

    Bounds are of player 0's result; players are sure of the best of the bounds of their moves. Several threads may do
    this at once: each writes bounds that are true.
    """
    value = np.float32(result)
    leaf = int(work.path[depth])
    tree.bounds[leaf].lower = value
    tree.bounds[leaf].upper = value
    for k in range(depth - 1, -1, -1):
        at = int(work.path[k])
        sign = int(work.signs[work.movers[k + 1]])
        first = number(tree.nodes[at].first_child)
        lower = np.float32(state.lowest if sign > 0 else state.highest)
        upper = lower
        for child in range(first, first + number(tree.nodes[at].child_count)):
            if tree.nodes[child].status == ILLEGAL:
                continue
            if sign > 0:
                lower = max(lower, tree.bounds[child].lower)
                upper = max(upper, tree.bounds[child].upper)
            else:
                lower = min(lower, tree.bounds[child].lower)
                upper = min(upper, tree.bounds[child].upper)
        if lower == tree.bounds[at].lower and upper == tree.bounds[at].upper:
            return
        tree.bounds[at].lower = lower
        tree.bounds[at].upper = upper


def is_proven(tree: Tree, at: int) -> bool:
    """Whether the value of a node is exact."""
    return bool(tree.bounds[at].lower == tree.bounds[at].upper)


def use_proof(state: Game, tree: Tree, work: MctsWork, at: int) -> None:
    """The exact value of a node as the result of a simulation."""
    value = float(tree.bounds[at].lower)
    for player in range(state.players):
        work.results[player] = int(value * float(work.signs[player]) * work.unit)
