"""One kernel that asks the rules everything: each game's rules are compiled for it, and other tests play by it."""

from __future__ import annotations

from typing import Any

import numpy as np

from zermelo.game.compile import kernel
from zermelo.game.history import Clocks
from zermelo.game.playouts import REMEMBERED, random_move
from zermelo.game.random import Random


@kernel
def ask(states: Any, row: Any, random: Any, answers: Any, keys: Any, move: int) -> int:
    """Everything that the compiled rules say of one state; then a move is made, unless it is negative."""
    state = states[0]
    keys[0] = state.key()
    answers[0] = state.over()
    answers[1] = state.midturn()
    answers[2] = state.evaluate() if not state.over() else 0.0
    for player in range(state.players):
        answers[3 + player] = state.reward(player)
    count = 0 if state.over() else state.moves(row)
    if count > 0:
        answers[3 + state.players] = random_move(state, random, row[count:])
        answers[4 + state.players] = state.order(row[0])
        answers[5 + state.players] = state.noisy(row[0])
        answers[6 + state.players] = state.irreversible(row[0])
    if move >= 0:
        state.play(move)
    return count


def random_line(start: Any, seed: int, number: int, longest: int) -> list[int]:
    """The random game that `playouts.random_game` plays, without a kernel of its own: only its rules are compiled."""
    state, clocks = start.copy(), Clocks()
    row, keys = np.zeros(2 * (state.most_moves + 8), np.int32), np.zeros(REMEMBERED, np.uint64)
    answers, key, randoms = np.zeros(7 + state.players), np.zeros(1, np.uint64), Random.array(1)
    states = np.zeros(1, type(state).layout)
    randoms[0].begin(seed, number)
    clocks.begin(state, keys)
    moves: list[int] = []
    while len(moves) < longest and clocks.stopped == 0:
        states[0] = state
        if ask(states, row, randoms[0], answers, key, -1) == 0:
            break
        moves.append(int(answers[3 + state.players]))
        clocks.advance(state, moves[-1], row, keys)
    return moves
