"""Estimates and bounds of a position as the root player sees them."""

from __future__ import annotations

from zermelo.game.game import Game
from zermelo.game.record import inline
from zermelo.search.chance.options import BOUNDS, EVALUATION
from zermelo.search.chance.work import ChanceWork


def estimate(state: Game, work: ChanceWork) -> float:
    """The game's evaluation for the root player; at a chance node `evaluate` takes player 0's view."""
    if work.two_sides == 0:
        return float(state.evaluate_for(work.root_player))
    value = float(state.evaluate())
    if work.side[max(int(state.turn), 0)] == work.side[work.root_player]:
        return value
    return -value


def leaf(state: Game, work: ChanceWork) -> float:
    """The value at the horizon: the game's evaluation, or 0 where it is switched off."""
    work.horizon += 1
    if not work.options & EVALUATION:
        return 0.0
    return clamped(state, work, estimate(state, work))


def lower_bound(state: Game, work: ChanceWork) -> float:
    """No value of this position is smaller."""
    if work.options & BOUNDS:
        return float(state.bounds(work.root_player)[0])
    return float(work.low)


def upper_bound(state: Game, work: ChanceWork) -> float:
    """No value of this position is larger."""
    if work.options & BOUNDS:
        return float(state.bounds(work.root_player)[1])
    return float(work.high)


def clamped(state: Game, work: ChanceWork, value: float) -> float:
    """A value brought inside what the game can prove of the position."""
    if work.options & BOUNDS:
        return min(max(value, lower_bound(state, work)), upper_bound(state, work))
    return value


@inline
def is_max(state: Game, work: ChanceWork) -> bool:
    """Whether this is a MAX node: the root player's side is to move."""
    return bool(work.side[state.turn] == work.side[work.root_player])
