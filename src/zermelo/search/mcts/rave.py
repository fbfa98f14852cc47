"""RAVE and GRAVE: all moves as first (AMAF), a move that came later says something about playing it now.

A child's AMAF statistics count the simulations through its parent in which the parent's player made the child's move
at any later time (Gelly and Silver 2007). A node with few visits uses the statistics of an ancestor where the same
player chose, found by the move (GRAVE, Cazenave 2015). Several threads add to them without a lock; a lost addition
does no harm there.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zermelo.game.bits import number, times, word
from zermelo.search.mcts.options import KernelOptions
from zermelo.search.mcts.tree import Tree
from zermelo.search.mcts.work import MOVE_SLOTS, MctsWork

AMAF_BIAS = 1e-5  # how soon a child's own results outweigh its AMAF statistics; `bias` in Cazenave's formula
FIRST_PLAY_URGENCY = 1e6  # of a child of which nothing is known
NO_NODE: Any = np.int64(-1)


def move_slot(player: int, move: int) -> int:
    """The slot of a move in the hash tables of one player."""
    return player * MOVE_SLOTS + number(times(word(move), word(0x9E3779B97F4A7C15)) >> word(52))


def record_move(work: MctsWork, player: int, move: int, ply: int) -> None:
    """Remember that a player made a move in this simulation; the last time counts."""
    slot = move_slot(player, move)
    work.played_move[slot] = move
    work.played_ply[slot] = ply
    work.played_simulation[slot] = work.simulations


def reference_node(options: KernelOptions, tree: Tree, work: MctsWork, at: int, visits: int, player: int) -> int:
    """GRAVE: the node whose AMAF statistics count: this one if it has visits enough, else the player's last such node.

    The children of that other node are put into a hash table once for each simulation, to be found by their moves.
    """
    if visits >= options.grave_visits or work.reference[player] == NO_NODE:
        work.reference[player] = at
        return at
    reference = int(work.reference[player])
    if work.hashed_node[player] != reference or work.hashed_simulation[player] != work.simulations:
        work.hashed_node[player] = reference
        work.hashed_simulation[player] = work.simulations
        first = number(tree.nodes[reference].first_child)
        for child in range(first, first + number(tree.nodes[reference].child_count)):
            slot = move_slot(player, int(tree.nodes[child].move))
            work.child_simulation[slot] = work.simulations
            work.child_node[slot] = child
    return reference


def amaf_child(tree: Tree, work: MctsWork, at: int, child: int, reference: int, player: int) -> int:
    """The child of the reference node with the same move, or NO_NODE."""
    if reference == at:
        return child
    move = int(tree.nodes[child].move)
    slot = move_slot(player, move)
    if work.child_simulation[slot] == work.simulations and tree.nodes[work.child_node[slot]].move == move:
        return int(work.child_node[slot])
    return NO_NODE


def rave_value(
    tree: Tree, work: MctsWork, at: int, child: int, reference: int, player: int, visits: float, total: float
) -> float:
    """A child's mean result, mixed with the mean of its AMAF statistics."""
    source = amaf_child(tree, work, at, child, reference, player)
    amaf_visits = 0.0
    amaf_total = 0.0
    if source != NO_NODE:
        amaf_visits = float(tree.amaf[source].visits)
        amaf_total = float(tree.amaf[source].total)
    if visits + amaf_visits == 0.0:
        return FIRST_PLAY_URGENCY
    beta = amaf_visits / (amaf_visits + visits + AMAF_BIAS * amaf_visits * visits)
    value = 0.0
    if visits > 0.0:
        value += (1.0 - beta) * total / visits
    if amaf_visits > 0.0:
        value += beta * amaf_total / amaf_visits
    return value


def backpropagate_amaf(tree: Tree, work: MctsWork, depth: int) -> None:
    """Every move that a player made at or after a node counts for the node's child with that move."""
    for k in range(depth):
        at = int(work.path[k])
        player = int(work.movers[k + 1])
        if work.is_decision[k + 1] == 0:
            continue
        result = float(work.results[player]) * work.scale
        first = number(tree.nodes[at].first_child)
        for child in range(first, first + number(tree.nodes[at].child_count)):
            move = int(tree.nodes[child].move)
            slot = move_slot(player, move)
            if (
                work.played_simulation[slot] == work.simulations
                and work.played_move[slot] == move
                and work.played_ply[slot] >= k
            ):
                tree.amaf[child].visits += 1
                tree.amaf[child].total += result
