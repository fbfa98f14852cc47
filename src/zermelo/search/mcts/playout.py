"""Simulation: a random playout from a leaf, and the results that go up the path."""

from __future__ import annotations

import math

from zermelo.game.game import NO_MOVE, Game
from zermelo.game.playouts import random_move
from zermelo.game.random import Random
from zermelo.game.record import inline
from zermelo.search.mcts.history import PathHistory
from zermelo.search.mcts.options import KernelOptions
from zermelo.search.mcts.rave import record_move
from zermelo.search.mcts.work import MctsWork


def fixed_point(work: MctsWork, utility: float) -> int:
    """A result in fixed point; the unit is a power of two, so that whole and half points are exact."""
    return math.floor(utility * work.unit + 0.5)


def score_terminal(state: Game, history: PathHistory, work: MctsWork) -> None:
    """The results of a game that has ended, for every player."""
    work.results[0] = fixed_point(work, history.result(state, 0))
    if state.players == 2 and state.zero_sum and state.lowest == -state.highest:
        work.results[1] = -work.results[0]
        return
    for player in range(1, state.players):
        work.results[player] = fixed_point(work, history.result(state, player))


def score_evaluation(state: Game, work: MctsWork) -> None:
    """The game's evaluation as a result for every player; the weights say how the others fare by it."""
    mover = max(int(state.turn), 0)
    value = float(state.evaluate())
    for player in range(state.players):
        result = min(max(value * work.evaluation_weights[mover, player], state.lowest), state.highest)
        work.results[player] = fixed_point(work, result)


@inline
def playout(
    state: Game, options: KernelOptions, random: Random, history: PathHistory, work: MctsWork, depth: int
) -> bool:
    """Random moves to the end or to the cutoff; the results lie in `work`. True if the leaf was terminal."""
    row = work.row
    plies = 0
    history.play_on(state, work.keys)
    while history.stopped == 0 and not state.over():
        if (options.cutoff or state.longest == 0) and plies >= options.playout_plies:
            if not options.cutoff:
                history.drawn = 1
            elif state.moves(row) > 0:
                score_evaluation(state, work)
                return False
            break
        move = random_move(state, random, row)
        if move == NO_MOVE:
            break
        if options.rave and state.turn >= 0:
            record_move(work, int(state.turn), move, depth + plies)
        history.advance(state, move, row, work.keys)
        plies += 1
    score_terminal(state, history, work)
    return plies == 0
