"""The games of the shogi family as Fairy-Stockfish (pyffish) writes them, and the comparison with it."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from zermelo.errors import BadPosition
from zermelo.game.compile import kernel
from zermelo.games.shogi.pieces import type_of
from zermelo.players.engines.dialects import hands_in_brackets, western


@kernel
def list_moves(states: Any, row: Any) -> int:
    """The compiled rules; CPython takes ten milliseconds for a position."""
    return states[0].moves(row)


@kernel
def in_check(states: Any) -> bool:
    """The same for check."""
    return states[0].checking()


@kernel
def play_on(states: Any, move: int) -> None:
    """The same for a move."""
    states[0].play(move)


def fen(state: Any) -> str:
    """A position with hands in brackets; the first player is called white there."""
    return hands_in_brackets(state.to_text())


def same_moves(variant: str, states: Any) -> list[int]:
    """Compare the legal moves of a position, check and the result; return them.

    There a pawn may be dropped to give mate, but then the game is lost for who did so; here the move is illegal.
    """
    pyffish = pytest.importorskip("pyffish")
    state, row = states[0], np.zeros(states[0].most_moves, np.int32)
    moves = [int(move) for move in row[: list_moves(states, row)]]
    shown = fen(state)
    ours, theirs = {western(state, move) for move in moves}, set(pyffish.legal_moves(variant, shown, []))
    assert len(ours) == len(moves)
    if extra := theirs - ours:
        (drop,) = extra
        assert drop.startswith(f"{state.army[0].letter}@"), shown
        assert pyffish.game_result(variant, shown, [drop]) > 0, shown
        assert not pyffish.legal_moves(variant, shown, [drop]), shown
    assert ours <= theirs, shown
    if len(moves) % 4 == 0:  # it takes the program as long again
        assert bool(in_check(states)) == bool(pyffish.gives_check(variant, shown, [])), shown
    if not theirs:
        assert pyffish.game_result(variant, shown, []) < 0
        assert (state.utility(state.turn), state.utility(1 - state.turn)) == (-1.0, 1.0)
    return list(moves)


def random_games(variant: str, first: Any, games: int, seed: int) -> str:
    """Random games that like captures, position by position."""
    rng = random.Random(seed)
    positions = ended = drops = 0
    for _ in range(games):
        states = type(first).array(1)
        states[0] = first
        state = states[0]
        for _ in range(250):
            positions += 1
            moves = same_moves(variant, states)
            if not moves:
                ended += 1
                break
            taken = [move for move in moves if state.board[move // state.forms % state.area]]
            move = rng.choice(taken if taken and rng.random() < 0.3 else moves)
            drops += "*" in state.move_text(move)
            play_on(states, move)
    return f"{games} games, {positions} positions, {ended} mates, {drops} drops"


def random_positions(variant: str, cls: Any, number: int, seed: int) -> str:
    """Positions with men anywhere and hands full, kings often at the edge: pins, double checks, mates by a pawn."""
    rng = random.Random(seed)
    compared = pawn_mates = 0
    while compared < number:
        state = random_position(cls, rng)
        if state is None:
            continue
        compared += 1
        states = cls.array(1)
        states[0] = state
        moves = same_moves(variant, states)
        drop = pawn_check(state)
        pawn_mates += drop != "" and drop not in map(state.move_text, moves) and "give mate" in state.why_not(drop)
    return f"{compared} positions, {pawn_mates} with a mate by a dropped pawn"


def pawn_check(state: Any) -> str:
    """The drop of a pawn in front of the opponent's king, if there is such a square and a pawn."""
    front = state.kings[1 - state.turn] - state.side + 2 * state.side * state.turn
    if state.hands[state.turn * state.kinds] == 0 or not 0 <= front < state.area:
        return ""
    return f"{state.army[0].letter}*{state.side - front % state.side}{chr(96 + state.side - front // state.side)}"


def random_position(cls: Any, rng: random.Random) -> Any:
    """A position in which the player who is not to move is not in check and all men could move, or nothing."""
    state = cls.blank()
    board = [0] * state.area
    homes = [[s for s in range(state.area) if s // state.side in rows] for rows in ((0, 1), (state.side - 1,))]
    for player in (0, 1):
        board[rng.choice(homes[player] if rng.random() < 0.8 else range(state.area))] = 8 + 16 * player
    hands = [[0] * state.kinds, [0] * state.kinds]
    crowd = rng.random()
    near = (
        [s for s in range(state.area) if abs(s % state.side - board.index(24) % state.side) < 3] if 24 in board else []
    )
    for kind, man in enumerate(state.army[:-1]):
        for _ in range(man.number):
            owner = rng.randrange(2)
            square = rng.choice(near) if near and rng.random() < 0.3 else rng.randrange(state.area)
            code = 1 + kind + 16 * owner + (8 if man.promoted and rng.random() < 0.3 else 0)
            if rng.random() < crowd and not board[square] and type_of(state.army, code):
                board[square] = code
            else:
                hands[owner][kind] += 1
    if 8 not in board or 24 not in board:
        return None
    for square, code in enumerate(board):
        state.board[square] = code
    for player in (0, 1):
        for kind in range(state.kinds):
            state.hands[player * state.kinds + kind] = hands[player][kind]
    state.turn = rng.randrange(2)
    try:
        return cls.from_text(state.to_text())
    except BadPosition:
        return None
