"""The kernels of regret minimisation and of best responses, on the tree and on the public tree.

Both go down once with the players' reaches and back up once with counterfactual values: what a node is worth to the
player, times how likely chance and the others are to lead there. `shape.width` is a constant of the compiled code where
there are few types, so that loops over them become vector instructions.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zermelo.game.compile import kernel
from zermelo.game.fields import parameter
from zermelo.game.game import CHANCE
from zermelo.game.record import Record, inline
from zermelo.hidden.equilibrium.rules import update_block, weights
from zermelo.hidden.tree import END

MOST_CONSTANT = 16  # types: more of them are counted at run time
RESPOND, EVALUATE, UPDATE = range(3)  # what becomes of the values of the player's own decisions


class Shape(Record):
    """How many types a public node has; 0 where that is no constant."""

    width: int = parameter(1, low=0, high=MOST_CONSTANT)


def shape_of(width: int) -> Any:
    """The shape for a number of types."""
    return Shape.variant(width=width if width <= MOST_CONSTANT else 0).blank()


# ---------------------------------------------------------------------- the public tree


@inline
def public_down(blocks: Any, public: Any, width: int, player: int, strategy: Any, own: Any, other: Any) -> None:
    """The reaches of the player's types and of the other's, at every public decision."""
    for block in range(len(blocks.owners)):
        here, up = block * width, public.above[block] * width
        parent = public.parents[block]
        if parent < 0:
            for kind in range(width):
                own[here + kind] = 1.0
                other[here + kind] = 1.0
        elif blocks.owners[public.above[block]] == player:
            for kind in range(width):
                own[here + kind] = own[up + kind] * strategy[parent + kind]
                other[here + kind] = other[up + kind]
        else:
            for kind in range(width):
                own[here + kind] = own[up + kind]
                other[here + kind] = other[up + kind] * strategy[parent + kind]


@inline
def add_payoffs(values: Any, place: int, payoffs: Any, matrix: int, width: int, reaches: Any, at: int) -> None:
    """Add what the ends behind an action are worth to each type, given how likely the other's types come there."""
    for theirs in range(width):
        reach = reaches[at + theirs]
        if reach != 0.0:
            for kind in range(width):
                values[place + kind] += reach * payoffs[matrix, theirs, kind]


@inline
def respond(strategy: Any, values: Any, first: int, count: int, width: int, scratch: Any) -> None:
    """The best action of each type, the first of several; its value goes to row 2 of the scratch rows."""
    for kind in range(width):
        best = 0
        for action in range(1, count):
            if values[first + action * width + kind] > values[first + best * width + kind]:
                best = action
        scratch[2, kind] = values[first + best * width + kind]
        for action in range(count):
            strategy[first + action * width + kind] = 1.0 if action == best else 0.0


@kernel
def walk_public(
    shape: Any, wide: int, blocks: Any, public: Any, player: int, purpose: int, sums: Any, work: Any, by: Any
) -> float:
    """One walk for one player; returns the value of the game to them against the other's strategy.

    RESPOND writes the best response into the player's part of the strategy, UPDATE makes one iteration, EVALUATE
    changes nothing. All that `values` accumulates is zero before and after.
    """
    width = shape.width if shape.width > 0 else wide
    strategy = sums[2]
    own, other, values, scratch = work
    payoffs = public.payoffs[player]
    most = len(public.matrices) // len(blocks.owners)
    public_down(blocks, public, width, player, strategy, own, other)
    result = 0.0
    for block in range(len(blocks.owners) - 1, -1, -1):
        first, count, here = blocks.first[block], blocks.counts[block], block * width
        mine = blocks.owners[block] == player
        for action in range(count):
            matrix = public.matrices[block * most + action]
            if matrix >= 0:
                place = first + action * width
                if mine:
                    add_payoffs(values, place, payoffs, matrix, width, other, here)
                else:
                    for kind in range(width):
                        scratch[2, kind] = other[here + kind] * strategy[place + kind]
                    add_payoffs(values, place, payoffs, matrix, width, scratch[2], 0)
        if mine and purpose == RESPOND:
            respond(strategy, values, first, count, width, scratch)
        elif mine and purpose == UPDATE:
            update_block(sums, values, first, count, width, own, here, by, scratch)
        else:
            for kind in range(width):
                scratch[2, kind] = 0.0
            for action in range(count):
                place = first + action * width
                for kind in range(width):
                    share = strategy[place + kind] if mine else 1.0
                    scratch[2, kind] += share * values[place + kind]
        for slot in range(first, first + count * width):
            values[slot] = 0.0
        parent = public.parents[block]
        if parent >= 0:
            for kind in range(width):
                values[parent + kind] += scratch[2, kind]
        else:
            for kind in range(width):
                result += scratch[2, kind]
    return result


@kernel
def iterate_public(
    shape: Any, wide: int, blocks: Any, public: Any, method: int, begin: int, end: int, sums: Any, work: Any, by: Any
) -> None:
    """Iterations `begin` to `end` - 1, counted from 1; the players take turns, the first first."""
    for t in range(begin, end):
        weights(method, t, by)
        for player in range(2):
            walk_public(shape, wide, blocks, public, player, UPDATE, sums, work, by)


# ---------------------------------------------------------------------- the tree


@inline
def tree_down(blocks: Any, tree: Any, player: int, strategy: Any, own: Any, other: Any) -> None:
    """The player's own reach of every node, and that of chance and all others."""
    own[0] = 1.0
    other[0] = 1.0
    for node in range(len(tree.turns)):
        turn = tree.turns[node]
        begin = tree.first[node]
        for child in range(begin, tree.first[node + 1]):
            own[child] = own[node]
            other[child] = other[node]
            if turn == CHANCE:
                other[child] *= tree.odds[child]
            else:
                chosen = strategy[blocks.first[tree.sets[node]] + child - begin]
                if turn == player:
                    own[child] *= chosen
                else:
                    other[child] *= chosen


@inline
def best_action(values: Any, first: int, count: int) -> int:
    """The action with the highest value, the first of several."""
    best = 0
    for action in range(1, count):
        if values[first + action] > values[first + best]:
            best = action
    return best


@inline
def tree_up(blocks: Any, tree: Any, player: int, purpose: int, strategy: Any, other: Any, values: Any, up: Any) -> None:
    """Counterfactual values of nodes (`up`) and of the player's actions (`values`), level by level."""
    for level in range(len(tree.levels) - 2, -1, -1):
        for node in range(tree.levels[level], tree.levels[level + 1]):
            turn = tree.turns[node]
            total = 0.0
            if turn == END:
                total = other[node] * tree.ends[player, tree.sets[node]]
            elif turn != player:
                for child in range(tree.first[node], tree.first[node + 1]):
                    total += up[child]
            else:
                first, begin = blocks.first[tree.sets[node]], tree.first[node]
                for child in range(begin, tree.first[node + 1]):
                    values[first + child - begin] += up[child]
                    total += strategy[first + child - begin] * up[child]
            up[node] = total
        if purpose == RESPOND:  # all histories of the level's information sets are known now
            for node in range(tree.levels[level], tree.levels[level + 1]):
                if tree.turns[node] == player:
                    number = tree.sets[node]
                    best = best_action(values, blocks.first[number], blocks.counts[number])
                    up[node] = up[tree.first[node] + best]


@kernel
def walk_tree(shape: Any, blocks: Any, tree: Any, player: int, purpose: int, sums: Any, work: Any, by: Any) -> float:
    """One walk for one player, as `walk_public`."""
    strategy = sums[2]
    own, other, values, up, reaches, scratch = work
    tree_down(blocks, tree, player, strategy, own, other)
    tree_up(blocks, tree, player, purpose, strategy, other, values, up)
    for block in range(len(blocks.owners)):
        if blocks.owners[block] != player:
            continue
        first, count = blocks.first[block], blocks.counts[block]
        if purpose == UPDATE:
            reaches[0] = own[tree.samples[block]]
            update_block(sums, values, first, count, shape.width, reaches, 0, by, scratch)
        elif purpose == RESPOND:
            best = best_action(values, first, count)
            for action in range(count):
                strategy[first + action] = 1.0 if action == best else 0.0
        for slot in range(first, first + count):
            values[slot] = 0.0
    return float(up[0])


@kernel
def iterate_tree(
    shape: Any, blocks: Any, tree: Any, method: int, begin: int, end: int, sums: Any, work: Any, by: Any
) -> None:
    """Iterations `begin` to `end` - 1, as `iterate_public`, for any number of players."""
    for t in range(begin, end):
        weights(method, t, by)
        for player in range(len(tree.ends)):
            walk_tree(shape, blocks, tree, player, UPDATE, sums, work, by)


# ---------------------------------------------------------------------- averages


@kernel
def normalised(blocks: Any, width: int, sums: Any, strategy: Any) -> None:
    """Sums as a strategy; all actions alike where nothing was added."""
    for block in range(len(blocks.owners)):
        first, count = blocks.first[block], blocks.counts[block]
        for kind in range(width):
            total = 0.0
            for action in range(count):
                total += sums[first + action * width + kind]
            for action in range(count):
                slot = first + action * width + kind
                strategy[slot] = sums[slot] / total if total > 0.0 else 1.0 / count


@kernel
def add_response(blocks: Any, width: int, reaches: Any, player: int, weight: float, response: Any, sums: Any) -> None:
    """Add a strategy of one player to the sums, by that strategy's own reach of each block."""
    for block in range(len(blocks.owners)):
        if blocks.owners[block] == player:
            first = blocks.first[block]
            for action in range(blocks.counts[block]):
                for kind in range(width):
                    slot = first + action * width + kind
                    sums[slot] += weight * reaches[block * width + kind] * response[slot]


def scratch_rows(width: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Rows of temporary numbers, one for each type."""
    return np.zeros((3, width))
