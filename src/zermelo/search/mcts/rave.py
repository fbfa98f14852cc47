"""RAVE and GRAVE: a move that came later in a simulation says something about playing it now (Gelly and Silver 2007).

A child's side statistics count the simulations through its parent in which the parent's player made the child's move
at any later time. With few visits a node asks the statistics of an ancestor where the same player chose, by the move
(GRAVE, Cazenave 2015). Several threads add to them without a lock; a lost addition does no harm there.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zermelo.game.bits import number, times, word

SLOTS = 4096  # of the table of moves played, for each player
SURE = 1e-5  # GRAVE: how soon a child's own results outweigh those of simulations that had its move later
NOWHERE: Any = np.int64(-1)


def slot_of(player: int, move: int) -> int:
    """A move's place in the tables of one player."""
    return player * SLOTS + number(times(word(move), word(0x9E3779B97F4A7C15)) >> word(52))


def note_move(work: Any, player: int, move: int, ply: int) -> None:
    """Remember that a player made a move in this simulation; the last time counts."""
    slot = slot_of(player, move)
    work.made_move[slot] = move
    work.made_ply[slot] = ply
    work.made_in[slot] = work.simulations


def reference(plan: Any, tree: Any, work: Any, at: int, visits: int, player: int) -> int:
    """The node whose statistics a player asks here: this one if it has visits enough, else his last such node.

    The children of that other node are entered in a table once for each simulation, to be found by their moves.
    """
    if visits >= plan.reference or work.sources[player] == NOWHERE:
        work.sources[player] = at
        return at
    source = int(work.sources[player])
    if work.entered[player] != source or work.entered_in[player] != work.simulations:
        work.entered[player] = source
        work.entered_in[player] = work.simulations
        first = number(tree.nodes[source].first)
        for child in range(first, first + number(tree.nodes[source].count)):
            slot = slot_of(player, int(tree.nodes[child].move))
            work.found_in[slot] = work.simulations
            work.found[slot] = child
    return source


def graved(plan: Any, tree: Any, work: Any, at: int, child: int, source: int, player: int, n: float, w: float) -> float:
    """A child's mean, mixed with the mean of simulations in which its move came later."""
    twin = child
    if source != at:
        move = int(tree.nodes[child].move)
        slot = slot_of(player, move)
        twin = NOWHERE
        if work.found_in[slot] == work.simulations and tree.nodes[work.found[slot]].move == move:
            twin = int(work.found[slot])
    later = 0.0
    total = 0.0
    if twin != NOWHERE:
        later = float(tree.amaf[twin].n)
        total = float(tree.amaf[twin].w)
    if n + later == 0.0:
        return 1e6  # nothing is known: look at it first
    share = later / (later + n + SURE * later * n)
    value = 0.0
    if n > 0.0:
        value += (1.0 - share) * w / n
    if later > 0.0:
        value += share * total / later
    return value


def back_up_moves(tree: Any, work: Any, depth: int) -> None:
    """Every move that a player made at or after a node counts for the node's child with that move."""
    for k in range(depth):
        at = int(work.path[k])
        player = int(work.movers[k + 1])
        if work.chose[k + 1] == 0:
            continue
        result = float(work.results[player]) * work.scale
        first = number(tree.nodes[at].first)
        for child in range(first, first + number(tree.nodes[at].count)):
            move = int(tree.nodes[child].move)
            slot = slot_of(player, move)
            if work.made_in[slot] == work.simulations and work.made_move[slot] == move and work.made_ply[slot] >= k:
                tree.amaf[child].n += 1
                tree.amaf[child].w += result
