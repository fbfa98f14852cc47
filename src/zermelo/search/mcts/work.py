"""The work space of one thread: its path, results and tables, laid out for a game and filled for a position."""

from __future__ import annotations

import math

from zermelo.game.fields import Cells, array, derived, f64, i32, i64, parameter, u64
from zermelo.game.game import Game
from zermelo.game.history import SIEVE
from zermelo.game.playthrough import Playthrough
from zermelo.game.rows import GUARD, SPILL, guarded
from zermelo.game.sides import sides_of
from zermelo.search.mcts.history import PathHistory
from zermelo.search.mcts.options import MctsOptions
from zermelo.search.mcts.tree import MAX_TREE_DEPTH, StopFlag

LOCAL_SLOTS = 8192  # of one thread, a power of two: direct-mapped, a node has one slot and shares it with other nodes
NODE_INDEX, VISITS, TOTAL = range(3)  # the columns of local statistics
EMPTY = -1  # the node index of an unused slot
MOVE_SLOTS = 4096  # of the hash tables of moves, for each player
MAX_GAME_KEYS = 2048  # keys of the game so far
MAX_PLAYOUT_KEYS = 1024
MAX_KEYS = MAX_GAME_KEYS + MAX_TREE_DEPTH + MAX_PLAYOUT_KEYS + SIEVE


def fixed_point_unit(game: type[Game]) -> float:
    """The unit of results: a power of two, such that two thousand million of the largest fit 63 bits."""
    largest = max(abs(game.lowest), abs(game.highest))
    return float(2.0 ** (30 - math.ceil(math.log2(largest))))


class MctsWork(StopFlag):
    """What a thread has beside the tree: the path of its simulation, results, statistics and hash tables."""

    players: int = parameter(2, low=1)
    most_moves: int = parameter(0, low=0)
    repeats: bool = parameter(False)  # the game has a rule of repetition
    rave: bool = parameter(False)
    parallel: bool = parameter(False)
    move_slots: int = derived(lambda work: MOVE_SLOTS * work.players if work.rave else 1)
    local_slots: int = derived(lambda work: LOCAL_SLOTS if work.parallel else 1)

    simulations: i64  # begun
    tree_full: i64  # there was no memory for a node's children
    expansion_off: i64  # nothing can be pruned: go on without new nodes
    max_depth: i64
    unit: f64  # of results in fixed point
    scale: f64  # turns them into parts of half the range of results
    keys: Cells = array(u64, lambda work: MAX_KEYS if work.repeats else 1)  # of the game so far, the path, the playout

    # The path, and what a simulation came to
    path: Cells = array(i64, MAX_TREE_DEPTH + 1)  # nodes from the root on
    movers: Cells = array(i64, MAX_TREE_DEPTH + 1)  # the player who chose last before each node
    results: Cells = array(i64, lambda work: max(work.players, 2))  # in fixed point
    signs: Cells = array(i64, lambda work: work.players)  # 1: on the side of player 0, else -1
    evaluation_weights: Cells = array(f64, lambda work: (work.players, work.players))  # [whose evaluation, player]

    # Several threads: see `virtual_loss.py`
    virtual_loss: i64  # the result of a simulation under way
    local_stats: Cells = array(i64, lambda work: (work.local_slots, 3))
    slots_in_use: Cells = array(i64, lambda work: work.local_slots)
    slot_count: i64  # how many
    next_flush: i64  # the simulation after which they are merged into the tree
    hot_visits: i64  # the visits from which a node has local statistics

    # RAVE and GRAVE: see `rave.py`
    is_decision: Cells = array(i64, MAX_TREE_DEPTH + 1)  # 0 where chance led to the node of the path
    reference: Cells = array(i64, lambda work: work.players)  # node
    hashed_node: Cells = array(i64, lambda work: work.players)  # the node whose children are in the hash table
    hashed_simulation: Cells = array(i64, lambda work: work.players)
    child_node: Cells = array(i64, lambda work: work.move_slots)  # that hash table: children by their moves
    child_simulation: Cells = array(i64, lambda work: work.move_slots)
    played_simulation: Cells = array(i64, lambda work: work.move_slots)  # a hash table of this simulation's moves
    played_ply: Cells = array(i32, lambda work: work.move_slots)
    played_move: Cells = array(i32, lambda work: work.move_slots)

    # The moves of a node; last, so that a game that writes too many spoils nothing else before it is found out
    row: Cells = array(i32, lambda work: work.most_moves + GUARD + SPILL)


def make_work(playthrough: Playthrough, options: MctsOptions) -> MctsWork:
    """The work space of one thread for a position."""
    game = type(playthrough.state)
    work: MctsWork = MctsWork.variant(
        players=game.players,
        most_moves=game.most_moves,
        repeats=game.repetition > 0,
        rave=options.rave,
        parallel=options.threads > 1,
    ).blank()
    sides = sides_of(game)
    others = max(len(set(sides)) - 1, 1)
    work.signs[:] = [1 if side == sides[0] else -1 for side in sides]
    for mover in range(game.players):
        work.evaluation_weights[mover] = [1.0 if side == sides[mover] else -1.0 / others for side in sides]
    work.movers[0] = playthrough.turn
    work.local_stats[:, NODE_INDEX] = EMPTY
    guarded(game, work.row)
    work.unit = fixed_point_unit(game)
    work.scale = 2.0 / (game.highest - game.lowest) / work.unit
    work.virtual_loss = round(game.lowest * work.unit)
    if game.repetition:
        keys = playthrough.keys()[-MAX_GAME_KEYS:]
        work.keys[: len(keys)] = keys
    return work


def make_history(playthrough: Playthrough) -> PathHistory:
    """The history up to the root."""
    history: PathHistory = PathHistory.blank()
    history.plies, history.progress = playthrough.ply, playthrough.progress
    history.loser = -1
    game_keys = min(len(playthrough.keys()), MAX_GAME_KEYS) if playthrough.state.repetition else 0
    history.kept = history.seen = game_keys
    return history
