"""Worked examples that are no trees: the table of perfect tic-tac-toe, the vacuum world, Porto's chess positions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from zermelo.errors import BadPlayer, BadText
from zermelo.games.chess import Chess
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.lab import chess_positions, policy, vacuum
from zermelo.lab.chess_positions import DOOMED_BISHOP, ROOK_ON_G1, ROOK_ON_H1, after, look, material


@pytest.fixture(scope="module")
def table() -> policy.PolicyTable:
    return policy.policy_table()


def test_a_policy_written_out(table: policy.PolicyTable, tmp_path: Path) -> None:
    assert len(table) == 5_478 - 958, "all states but the finished games"
    path = tmp_path / "policy.txt"
    path.write_text(policy.to_text(table))
    assert policy.LookupTable(path).table == table
    with pytest.raises(BadText, match="line 1 of the table"):
        policy.from_text("nonsense")


@pytest.mark.parametrize("seat", [0, 1])
def test_the_lookup_table_never_loses(table: policy.PolicyTable, seat: int) -> None:
    """Against every way to play: the table's side has one move each time, the other side has all."""
    player, results = policy.LookupTable(table), set()

    def walk(state: Any) -> None:
        if state.over() or not len(state.legal()):
            results.add(float(state.utility(seat)))
            return
        moves = [player.think(state).move] if state.turn == seat else [int(move) for move in state.legal()]
        for move in moves:
            child = state.copy()
            child.play(move)
            walk(child)

    walk(TicTacToe())
    assert results <= {0.0, 1.0}
    assert 1.0 in results


def test_a_position_that_is_not_in_the_table() -> None:
    with pytest.raises(BadPlayer, match="the table has no line for"):
        policy.LookupTable({}).think(TicTacToe())


def test_reflex_vacuum_world() -> None:
    """Four lines earn as much as a search of the whole world, from each of the eight worlds."""
    assert len(vacuum.WORLDS) == 8
    for world in vacuum.WORLDS:
        for steps in range(1, 7):
            assert vacuum.reflex(world, steps)[0] == vacuum.best(world, steps)
    assert vacuum.reflex(vacuum.World(), 3)[1] == ["Suck", "Right", "Suck"]


def test_one_rook_swaps_the_verdict() -> None:
    """Equal material, Black ahead by a knight and two pawns; on h1 the rook takes the queen."""
    assert material(ROOK_ON_G1) == material(ROOK_ON_H1) == -(3 + 2)
    board = [set(enumerate(str(Chess.from_text(text)))) for text in (ROOK_ON_G1, ROOK_ON_H1)]
    assert len(board[0] - board[1]) == 2, "one rook stands elsewhere"
    without, with_it = look(ROOK_ON_G1, 6), look(ROOK_ON_H1, 6)
    assert without.value < -0.4
    assert with_it.value > 0.4
    assert with_it.move == "Rxh5"
    assert abs(Chess.from_text(ROOK_ON_G1).evaluate() - Chess.from_text(ROOK_ON_H1).evaluate()) < 0.01


def test_pawn_checks_beyond_the_horizon() -> None:
    """Every move loses the bishop; three plies deep a pawn check seems to save it, and makes it worse."""
    for move in Chess.from_text(DOOMED_BISHOP).legal():
        state = Chess.from_text(DOOMED_BISHOP)
        state.play(int(move))
        answers = {str(state.move_text(int(reply))) for reply in state.legal()}
        assert state.checking() or any(text.startswith("Rxa8") for text in answers)
    seen = look(DOOMED_BISHOP, 3, "alphabeta:plain,order,table")
    assert seen.move == "e2+"
    assert "Rxa8" not in seen.line
    deeper = look(DOOMED_BISHOP, 6, "alphabeta:plain,order,table")
    assert deeper.move != "e2+"
    assert "Rxa8" in deeper.line
    calm = look(DOOMED_BISHOP, 3)
    assert calm.move != "e2+", "who waits for quiescence sees it at once"
    truth = -look(after(DOOMED_BISHOP, "e2+"), 7).value
    assert truth < look(DOOMED_BISHOP, 8).value - 0.1
    assert truth < seen.value - 0.2
    assert "the check e2+ is really worth" in chess_positions.report()
