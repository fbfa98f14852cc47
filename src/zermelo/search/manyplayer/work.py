"""The work space of max^n."""

from __future__ import annotations

from zermelo.game.fields import Cells, array, f64, i64
from zermelo.game.playthrough import Playthrough
from zermelo.game.sides import sides_of
from zermelo.search.chance.options import PRUNING
from zermelo.search.common.registry import MAX_PLAYERS
from zermelo.search.common.values import MAX_PLY
from zermelo.search.common.work import ValueWork, prepare_values


class MaxNWork(ValueWork):
    """What every search has, and the vectors of each ply."""

    chance_cost: i64  # plies that an outcome of chance counts for
    sides: i64  # how many
    low: f64  # no part of a vector is smaller
    high: f64
    weight: Cells = array(f64, MAX_PLAYERS)  # of each player in the sum over sides
    vector: Cells = array(f64, (MAX_PLY, MAX_PLAYERS))  # what a node is worth to each player
    best: Cells = array(f64, (MAX_PLY, MAX_PLAYERS))  # the same while its children are being searched


def prepare(
    work: MaxNWork,
    playthrough: Playthrough,
    prune: bool = True,
    count_chance: bool = False,
    nodes: int | None = None,
) -> None:
    """Fill a work space for a position."""
    state = playthrough.state
    prepare_values(work, playthrough, nodes)
    sides = sides_of(state)
    many = len(set(sides))
    work.options = PRUNING if prune else 0
    work.chance_cost = int(count_chance)
    work.sides = many
    work.weight[: state.players] = [1.0 / sides.count(side) for side in sides]
    spread = (many - 1) / many * (state.highest - state.lowest)  # how far a shifted estimate can lie from 0
    work.low = min(state.lowest, 0.0, -spread)
    work.high = max(state.highest, spread)
