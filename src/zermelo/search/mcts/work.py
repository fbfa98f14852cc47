"""The work space of one thread: its path, results and tables, laid out for a game and filled for a position."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.game.history import SIEVE
from zermelo.game.playthrough import Playthrough
from zermelo.search.common.registry import sides_of
from zermelo.search.mcts.history import PathHistory
from zermelo.search.mcts.options import MctsOptions
from zermelo.search.mcts.rave import MOVE_SLOTS
from zermelo.search.mcts.tree import MAX_TREE_DEPTH
from zermelo.search.mcts.virtual_loss import EMPTY, LOCAL_SLOTS, NODE_INDEX

MAX_GAME_KEYS = 2048  # keys of the game so far
MAX_PLAYOUT_KEYS = 1024


def fixed_point_unit(cls: Any) -> float:
    """The unit of results: a power of two, such that two thousand million of the largest fit 63 bits."""
    largest = max(abs(cls.lowest), abs(cls.highest))
    return float(2.0 ** (30 - math.ceil(math.log2(largest))))


def work_type(cls: Any, rave: bool, parallel: bool) -> np.dtype[Any]:
    """The layout of the work space."""
    move_slots = MOVE_SLOTS * cls.players if rave else 1
    local_slots = LOCAL_SLOTS if parallel else 1
    layout = [
        ("keys", np.uint64, (MAX_GAME_KEYS + MAX_TREE_DEPTH + MAX_PLAYOUT_KEYS + SIEVE if cls.repetition else 1,)),
        ("simulations", np.int64),  # begun
        ("stop", np.int64),
        ("tree_full", np.int64),  # there was no memory for a node's children
        ("expansion_off", np.int64),  # nothing can be pruned: go on without new nodes
        ("max_depth", np.int64),
        ("unit", np.float64),  # of results in fixed point
        ("scale", np.float64),  # turns them into parts of half the range of results
        ("virtual_loss", np.int64),  # the result of a simulation under way, for other threads
        ("path", np.int64, (MAX_TREE_DEPTH + 1,)),
        ("movers", np.int64, (MAX_TREE_DEPTH + 1,)),  # the player who chose last before each node of the path
        ("is_decision", np.int64, (MAX_TREE_DEPTH + 1,)),  # RAVE: 0 where chance led to the node
        ("results", np.int64, (max(cls.players, 2),)),
        ("signs", np.int64, (cls.players,)),  # 1: on the side of player 0
        ("evaluation_weights", np.float64, (cls.players, cls.players)),  # [whose evaluation, player]
        ("row", np.int32, (cls.most_moves + 8,)),
        ("local_stats", np.int64, (local_slots, 3)),  # several threads: see `virtual_loss.py`
        ("slots_in_use", np.int64, (local_slots,)),
        ("slot_count", np.int64),  # how many
        ("next_flush", np.int64),  # the simulation after which they are merged into the tree
        ("hot_visits", np.int64),  # the visits from which a node has local statistics
        ("reference", np.int64, (cls.players,)),  # GRAVE: see `reference_node`
        ("hashed_node", np.int64, (cls.players,)),  # whose children are in the hash table
        ("hashed_simulation", np.int64, (cls.players,)),
        ("child_node", np.int64, (move_slots,)),  # that hash table: children by their moves
        ("child_simulation", np.int64, (move_slots,)),
        ("played_simulation", np.int64, (move_slots,)),  # RAVE: a hash table of the moves of this simulation
        ("played_ply", np.int32, (move_slots,)),
        ("played_move", np.int32, (move_slots,)),
    ]
    return np.dtype((np.record, np.dtype(layout, align=True)))


def make_work(playthrough: Playthrough, options: MctsOptions) -> NDArray[Any]:
    """The work space of one thread for a position."""
    cls = type(playthrough.state)
    work = np.zeros(1, work_type(cls, options.rave, options.threads > 1))
    sides = sides_of(cls)
    others = max(len(set(sides)) - 1, 1)
    work["signs"][0] = [1 if side == sides[0] else -1 for side in sides]
    for mover in range(cls.players):
        work["evaluation_weights"][0, mover] = [1.0 if side == sides[mover] else -1.0 / others for side in sides]
    work["movers"][0, 0] = playthrough.turn
    work["local_stats"][0, :, NODE_INDEX] = EMPTY
    unit = fixed_point_unit(cls)
    work["unit"] = unit
    work["scale"] = 2.0 / (cls.highest - cls.lowest) / unit
    work["virtual_loss"] = round(cls.lowest * unit)
    if cls.repetition:
        keys = playthrough.keys()[-MAX_GAME_KEYS:]
        work["keys"][0, : len(keys)] = keys
    return work


def make_history(playthrough: Playthrough) -> NDArray[Any]:
    """The history up to the root, as an array of one."""
    histories = PathHistory.array(1)
    history = histories[0]
    history.plies, history.progress = playthrough.ply, playthrough.progress
    history.loser = -1
    game_keys = min(len(playthrough.keys()), MAX_GAME_KEYS) if playthrough.state.repetition else 0
    history.kept = history.seen = game_keys
    return histories
