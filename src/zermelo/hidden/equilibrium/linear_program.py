"""The value of a game of two by a linear programme over its sequences (Koller, Megiddo, von Stengel 1994).

Independent of regret minimisation, so each proves the other. Exact up to the solver's tolerance, for games of up to
some ten thousand information sets; SciPy's HiGHS does the work.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import MissingExtra, Unsupported
from zermelo.hidden.tree import END, GameTree

Floats = NDArray[np.float64]


def sequence_form(tree: GameTree) -> tuple[float, Floats]:
    """The value of the game to player 0, and an optimal strategy of theirs: [slot of the tree], 0 at the other's."""
    if tree.game.players != 2 or not tree.game.zero_sum:
        raise Unsupported("the linear programme needs two players, one's gain the other's loss: cfr+ takes any game")
    try:
        from scipy import sparse
        from scipy.optimize import linprog
    except ImportError as problem:
        raise MissingExtra("the linear programme needs SciPy: pip install 'zermelo[theory]'") from problem
    last = last_sequences(tree)
    sets = [np.flatnonzero(tree.owners == player) for player in (0, 1)]
    names = [sequence_names(tree, player) for player in (0, 1)]
    counts = [len(tree.actions[tree.owners[set_of_slot(tree)] == player]) + 1 for player in (0, 1)]
    ends = np.flatnonzero(tree.turns == END)
    reach = tree.chance_reach[ends]
    worth = sparse.coo_matrix(
        (reach * tree.ends[tree.sets[ends], 0], (names[0][last[ends, 0]], names[1][last[ends, 1]])), shape=counts
    ).tocsr()
    plans = [constraints(tree, sets[player], names[player], last, player, counts[player], sparse) for player in (0, 1)]
    first, second = plans
    goals = second.shape[0]
    objective = np.concatenate([np.zeros(counts[0]), [-1.0], np.zeros(goals - 1)])
    result: Any = linprog(
        objective,
        A_ub=sparse.hstack([-worth.T, second.T]),
        b_ub=np.zeros(counts[1]),
        A_eq=sparse.hstack([first, sparse.csr_matrix((first.shape[0], goals))]),
        b_eq=np.concatenate([[1.0], np.zeros(first.shape[0] - 1)]),
        bounds=[(0, None)] * counts[0] + [(None, None)] * goals,
        method="highs",
    )
    if result.status != 0:
        raise Unsupported(f"the linear programme was not solved: {result.message}")
    return -float(result.fun), behavioural(tree, names[0], result.x[: counts[0]])


def set_of_slot(tree: GameTree) -> Any:
    """[slot] the information set."""
    return np.repeat(np.arange(len(tree.owners)), np.diff(tree.slots))


def sequence_names(tree: GameTree, player: int) -> Any:
    """[slot + 1] a player's sequences numbered from 1, by their last action; 0 is the empty one (slot -1)."""
    own = tree.owners[set_of_slot(tree)] == player
    names = np.zeros(len(own) + 1, np.int64)
    names[:-1][own] = 1 + np.arange(own.sum())
    return names


def last_sequences(tree: GameTree) -> Any:
    """[node, player] the slot of the player's last action on the way; -1: none."""
    last = np.full((len(tree.turns), 2), -1, np.int64)
    for level in range(1, len(tree.levels) - 1):
        here = np.arange(int(tree.levels[level]), int(tree.levels[level + 1]))
        up = tree.parents[here]
        last[here] = last[up]
        for player in (0, 1):
            own = tree.turns[up] == player
            last[here[own], player] = tree.slots[tree.sets[up[own]]] + here[own] - tree.first[up[own]]
    return last


def constraints(tree: GameTree, sets: Any, names: Any, last: Any, player: int, count: int, sparse: Any) -> Any:
    """The empty sequence is played once; the actions of a set share the weight of the sequence before it."""
    rows, columns, values = [0], [0], [1.0]
    for row, number in enumerate(sets, 1):
        slots = range(int(tree.slots[number]), int(tree.slots[number + 1]))
        before = names[last[int(tree.samples[number]), player]]
        rows += [row] * (len(slots) + 1)
        columns += [*(int(names[slot]) for slot in slots), int(before)]
        values += [1.0] * len(slots) + [-1.0]
    return sparse.csr_matrix((values, (rows, columns)), shape=(len(sets) + 1, count))


def behavioural(tree: GameTree, names: Any, weights: Floats) -> Floats:
    """Weights of sequences as probabilities of actions; all alike where a set is never reached."""
    strategy = np.zeros(len(tree.actions))
    for number in np.flatnonzero(tree.owners == 0):
        slots = slice(int(tree.slots[number]), int(tree.slots[number + 1]))
        shares = np.maximum(weights[names[slots]], 0.0)
        total = shares.sum()
        strategy[slots] = shares / total if total > 1e-12 else 1.0 / len(shares)
    return strategy
