"""Chess: the same games by python-chess."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from zermelo.game.compile import kernel
from zermelo.game.playouts import random_game
from zermelo.game.playthrough import Playthrough
from zermelo.games.chess import Chess
from zermelo.games.chess.rules import CASTLING, PASSING


@kernel
def list_moves(state: Any, row: Any) -> int:
    """Compiled, because thousands of games are compared."""
    return state.moves(row)


def as_theirs(chess: Any, move: int) -> Any:
    """The move as python-chess writes it in Chess960 mode: castling is the king taking his rook."""
    kind = move >> 12
    return chess.Move(move & 63, move >> 6 & 63, kind + 1 if 0 < kind < PASSING else None)


def compare_game(chess: Any, position: int, seed: int, number: int) -> int:
    """One random game, position by position; returns how many positions were compared."""
    state = Chess(position=position)
    board = chess.Board.from_chess960_pos(position)
    moves = random_game(state, seed, number)
    row = np.zeros(state.most_moves, np.int32)
    progress = 0
    for ply in range(len(moves) + 1):
        ours = [int(move) for move in row[: list_moves(state, row)]]
        theirs = set(board.legal_moves)
        assert {as_theirs(chess, move) for move in ours} == theirs
        assert len(ours) == len(theirs)
        assert state.to_text(progress, ply) == board.fen()
        assert state.checking() == board.is_check()
        assert state.over() == board.is_insufficient_material()
        if ply % 40 == 0:
            assert ours == state.legal() or state.over()
            usual = chess.Board(board.fen()) if position == 518 else board
            for move in ours:
                twin = as_theirs(chess, move)
                assert state.move_text(move) == board.san(twin)
                if position == 518:
                    assert state.uci_text(move) == usual.uci(twin)
        drawn = board.is_repetition(3) or board.halfmove_clock >= 100
        assert (not theirs or state.over() or drawn) == (ply == len(moves))
        if ply < len(moves):
            progress = 0 if state.irreversible(moves[ply]) else progress + 1
            board.push(as_theirs(chess, moves[ply]))
            state.play(moves[ply])
    result = {"1-0": 1.0, "0-1": -1.0}.get(board.result(), 0.0)
    assert state.utility(0) == result or drawn and theirs
    return len(moves) + 1


def test_same_games_as_python_chess(long_run: bool) -> None:
    chess = pytest.importorskip("chess")
    games = 1500 if long_run else 3
    rng = random.Random(12)
    positions = 0
    for number in range(games):
        positions += compare_game(chess, 518, 100, number)
        positions += compare_game(chess, rng.randrange(960), 101, number)
    print(f"{2 * games} games, {positions} positions")


def test_same_outcomes_as_python_chess_by_playthrough(long_run: bool) -> None:
    """The playthrough's own judgement, with the clock set high so that fifty moves are reached soon."""
    chess = pytest.importorskip("chess")
    for number in range(60 if long_run else 6):
        text = "4k2r/8/8/3n4/8/8/4N3/R3K3 w Qk - 60 70" if number % 2 else "k7/8/8/8/8/8/8/K2R4 w - - 80 60"
        line, board = Playthrough.from_text(Chess, text), chess.Board(text, chess960=True)
        rng = random.Random(number)
        while True:
            ended = (
                not any(board.legal_moves)
                or board.is_insufficient_material()
                or board.is_repetition(3)
                or board.halfmove_clock >= 100
            )
            moves = line.moves()
            assert (not moves) == ended
            assert line.to_text() == board.fen()
            if ended:
                break
            move = rng.choice(moves)
            board.push(as_theirs(chess, move))
            line.play(move)
        outcome = line.outcome()
        assert outcome is not None
        assert outcome.utilities[0] == {"1-0": 1.0, "0-1": -1.0}.get(board.result(claim_draw=True), 0.0)


def test_castling_in_random_positions(long_run: bool) -> None:
    """King and rooks anywhere on the first rank, enemy men anywhere."""
    chess = pytest.importorskip("chess")
    rng = random.Random(3)
    row = np.zeros(Chess.most_moves, np.int32)
    compared = castles = 0
    for _ in range(60_000 if long_run else 1500):
        board = chess.Board.empty()
        board.chess960 = True
        left, king, right = sorted(rng.sample(range(8), 3))
        board.set_piece_at(left, chess.Piece.from_symbol("R"))
        board.set_piece_at(king, chess.Piece.from_symbol("K"))
        board.set_piece_at(right, chess.Piece.from_symbol("R"))
        board.set_piece_at(rng.randrange(40, 64), chess.Piece.from_symbol("k"))
        for sign in rng.sample("qrbnrbnqPPppBN", rng.randrange(5)):
            square = rng.choice([s for s in range(64) if not board.piece_at(s) and (sign not in "pP" or 7 < s < 56)])
            board.set_piece_at(square, chess.Piece.from_symbol(sign))
        board.castling_rights = chess.BB_SQUARES[left] | chess.BB_SQUARES[right]
        if not board.is_valid():
            continue
        state = Chess.from_text(board.fen())
        ours = row[: list_moves(state, row)].tolist()
        assert {as_theirs(chess, move) for move in ours} == set(board.legal_moves), board.fen()
        compared += 1
        castles += sum(move >> 12 == CASTLING for move in ours)
    assert compared > 500
    assert castles > 300
    print(f"{compared} positions, {castles} ways to castle")
