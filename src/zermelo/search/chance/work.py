"""The work spaces of expectiminimax and expectimax."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from zermelo.game.bits import mix64
from zermelo.game.fields import Cells, array, f64, i8, i32, i64, u64
from zermelo.game.game import NO_MOVE, Game
from zermelo.game.playthrough import Playthrough
from zermelo.game.rows import SPILL
from zermelo.game.sides import count_sides
from zermelo.search.chance.options import ExpectiminimaxOptions
from zermelo.search.chance.table import mask_of
from zermelo.search.common.deepening import MAX_DEPTH
from zermelo.search.common.history import history_reaches
from zermelo.search.common.memory import address_of
from zermelo.search.common.values import MAX_PLY
from zermelo.search.common.work import ValueWork, prepare_values

SLOTS = 256  # moves or rolls that are told apart where something is kept for each
MAX_PARTS = 8  # of a mixture of opponent models


class ChanceWork(ValueWork):
    """What searches with chance nodes share: a table, and the range of values."""

    table: i64  # the address of the transposition table
    mask: i64
    salt: u64  # keeps apart what different root players think of a position
    chance_cost: i64  # plies that an outcome of chance counts for
    two_sides: i64  # 1: what one side gains the other loses
    low: f64  # no value is smaller
    high: f64
    odds: Cells = array(f64, lambda work: (MAX_PLY, work.width))  # of each outcome, or of each move of a model


class ExpectiminimaxWork(ChanceWork):
    """And what Star1, Star2 and move ordering need."""

    lower: Cells = array(f64, lambda work: (MAX_PLY, work.width))  # bounds of each outcome of a chance node
    upper: Cells = array(f64, lambda work: (MAX_PLY, work.width))
    searched: Cells = array(i8, lambda work: (MAX_PLY, work.width))  # 1: the outcome's value is known
    sibling_values: Cells = array(f64, (MAX_PLY, SLOTS))  # what the same outcome was worth at a sibling
    fail_low: Cells = array(i8, MAX_PLY)  # 1: the mean of the chance node is expected to fall to alpha
    probed_nodes: Cells = array(i64, MAX_PLY)  # chance nodes that Star2 probed,
    probe_cutoffs: Cells = array(i64, MAX_PLY)  # and how many of them the probes cut off
    player_nodes: Cells = array(i64, MAX_PLY)  # MAX and MIN nodes,
    branches: Cells = array(i64, MAX_PLY)  # and their moves in all

    ranks: Cells = array(i64, lambda work: (MAX_PLY, work.width))  # score and index of each move of the row
    countermoves: Cells = array(i32, (MAX_PLY, SLOTS, 2))  # the last two that were best after a move or roll
    root_values: Cells = array(f64, lambda work: work.width)  # of each root move in the last iteration
    spill: Cells = array(f64, SPILL)  # what a game that writes too many moves may spoil before it is found out


class ExpectimaxWork(ChanceWork):
    """What a search with chance nodes has, and the mixture that the opponents follow."""

    parts: i64
    weights: Cells = array(f64, MAX_PARTS)
    depths: Cells = array(i64, MAX_PARTS)  # of the search that a part follows; 0: random


def value_range(game: Game) -> tuple[float, float]:
    """What no result and no estimate leaves; where many play, a player's share of the mover's opposite included."""
    if count_sides(game) <= 2:
        return game.lowest, game.highest
    others = game.players - 1
    return min(game.lowest, -game.highest / others), max(game.highest, -game.lowest / others)


def prepare(
    work: ExpectiminimaxWork,
    playthrough: Playthrough,
    options: ExpectiminimaxOptions,
    table: NDArray[np.uint64],
    count_chance: bool = False,
    nodes: int | None = None,
    generation: int = 0,
) -> None:
    """Fill a work space for a position; each `generation` reads only what it wrote into the table itself."""
    state = playthrough.state
    prepare_values(work, playthrough, nodes)
    safe = options.table and not history_reaches(playthrough, 2 * MAX_DEPTH)
    work.options = options.bits() if safe else options.without_table().bits()
    work.table, work.mask = address_of(table), mask_of(table)
    work.salt = mix64(np.uint64(1 + generation))
    work.chance_cost = int(count_chance)
    work.two_sides = int(count_sides(state) <= 2)
    ends = bool(state.repetition or state.no_progress or state.cap)  # a game that history ends may count as 0
    low, high = value_range(state)
    work.low = min(low, 0.0) if ends or not options.evaluation else low
    work.high = max(high, 0.0) if ends or not options.evaluation else high
    work.countermoves[:] = NO_MOVE
    work.root_values[:] = state.lowest
    work.sibling_values[:] = 0.0
    for counts in (work.probed_nodes, work.probe_cutoffs, work.player_nodes, work.branches):
        counts[:] = 0
