"""The kernel of information-set Monte Carlo tree search.

Nodes are information states, kept in one hash table by their keys; an edge is a node's key mixed with a move. Each
simulation deals anew, so a node offers different moves in different deals: a move is judged by how often it was chosen
of the times that it was there (Cowling, Powley, Whitehouse 2012).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from zermelo.game.bits import mix64, plus, word
from zermelo.game.compile import copied, kernel
from zermelo.game.fields import Cells, array, f64, i32, i64, u64
from zermelo.game.game import CHANCE, NO_MOVE
from zermelo.game.information import begun, learned
from zermelo.game.playouts import random_move
from zermelo.game.record import inline
from zermelo.game.rows import listed
from zermelo.search.common.registry import MAX_PLAYERS
from zermelo.search.common.work import Work

LONGEST = 1024  # decisions on one path of the tree
FULL = np.int64(-1)


class IsmctsWork(Work):
    """What the kernel keeps: the path, the players' keys, rows of moves and observations."""

    player: i64  # who asks
    multiple: i64  # everybody's nodes are their own information states; else all are the asking player's
    exploration: f64
    used: i64  # entries of the table
    playout_plies: i64
    depth: i64  # of the path
    path: Cells = array(i64, LONGEST)  # entries
    movers: Cells = array(i64, LONGEST)
    low: Cells = array(u64, MAX_PLAYERS)  # the players' keys
    high: Cells = array(u64, MAX_PLAYERS)
    row: Cells = array(i32, lambda work: work.width)


@inline
def edge_of(low: Any, high: Any, move: int) -> Any:
    """The name of a move at a node; of the node itself for the move -1. Never 0."""
    return mix64(plus(mix64(plus(low, word(move + 2))), high)) | word(1)


@inline
def found(table: Any, name: Any, work: Any, adds: bool) -> int:
    """The place of an entry, made if it may be; FULL where it is not there and cannot be made."""
    names = table[0]
    mask = len(names) - 1
    place = np.int64(name & word(mask))
    while names[place] != word(0):
        if names[place] == name:
            return int(place)
        place = (place + 1) & mask
    if not adds or work.used * 4 > len(names) * 3:
        return int(FULL)
    names[place] = name
    work.used += 1
    return int(place)


@inline
def learn(state: Any, work: Any, sight: Any, mover: int, move: int, begins: bool) -> None:
    """Everybody, or the asking player alone, sees what there is to see."""
    for player in range(state.players):
        if work.multiple != 0 or player == work.player:
            key = begun(player) if begins else (work.low[player], work.high[player])
            count = state.observe(player, sight)
            work.low[player], work.high[player] = learned(
                key, move if mover == player else -1, int(state.turn), sight, count
            )


@inline
def chosen(state: Any, table: Any, work: Any, random: Any, low: Any, high: Any) -> int:
    """A move by UCB with availability: untried ones first; its entry goes onto the path."""
    _, visits, times, totals = table
    row = work.row
    count = listed(state, row)
    best, best_score, entry, untried = int(NO_MOVE), -1.0, int(FULL), 0
    for index in range(count):
        move = int(row[index])
        place = found(table, edge_of(low, high, move), work, True)
        if place < 0:
            continue
        times[place] += 1
        score = -1.0
        if visits[place] == 0:
            untried += 1
            if random.below(untried) == 0:
                best, entry = move, place
        elif untried == 0:
            score = totals[place] / visits[place] + work.exploration * math.sqrt(math.log(times[place]) / visits[place])
            if score > best_score:
                best, best_score, entry = move, score, place
    if best == NO_MOVE:
        return int(row[random.below(count)])
    if work.depth < LONGEST:
        work.path[work.depth] = entry
        work.movers[work.depth] = state.turn
        work.depth += 1
    return best


@inline
def descend(state: Any, table: Any, work: Any, random: Any, sight: Any) -> None:
    """Selection down to a node that is new, which is added."""
    learn(state, work, sight, -2, -1, True)
    while not state.over():
        mover = int(state.turn)
        if mover == CHANCE:
            move = state.roll(random, work.row)
        else:
            if listed(state, work.row) == 0:
                return
            observer = mover if work.multiple != 0 else work.player
            low, high = work.low[observer], work.high[observer]
            node = found(table, edge_of(low, high, -1), work, True)
            if node < 0:
                return
            table[1][node] += 1
            if table[1][node] == 1 and work.depth > 0:
                return
            move = chosen(state, table, work, random, low, high)
        state.play(move)
        learn(state, work, sight, mover, move, False)


@kernel
def simulate(root: Any, table: Any, work: Any, random: Any, sight: Any, count: int) -> None:
    """So many simulations: 1. a deal, 2. selection and expansion, 3. a random playout, 4. backpropagation."""
    _, visits, _, totals = table
    low, range_of = float(root.lowest), float(root.highest - root.lowest)
    for _ in range(count):
        state = copied(root)
        state.redeal(int(work.player), random)
        work.depth = 0
        descend(state, table, work, random, sight)
        plies = 0
        while not state.over() and plies < work.playout_plies:
            move = random_move(state, random, work.row)
            if move == NO_MOVE:
                break
            state.play(move)
            plies += 1
        cut = plies >= work.playout_plies and not state.over()
        for step in range(work.depth):
            entry = work.path[step]
            visits[entry] += 1
            worth = 0.0 if cut else float(state.utility(int(work.movers[step])))
            totals[entry] += (worth - low) / range_of
        work.nodes += 1
