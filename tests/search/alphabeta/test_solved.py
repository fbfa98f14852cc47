"""Values that are known exactly, through the generic search: Connect Four, Othello's endgames, Kalah, small boards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from zermelo.game.playouts import random_game
from zermelo.games import catalogue
from zermelo.games.connect_four import ConnectFour
from zermelo.games.othello import Othello
from zermelo.search.alphabeta.alphabeta import AlphaBeta
from zermelo.search.alphabeta.options import AlphaBetaOptions
from zermelo.search.common.limits import Limits
from zermelo.search.common.result import SearchResult

DATA = Path(__file__).parent / "data"
pytestmark = pytest.mark.xdist_group("alphabeta")  # one process compiles the kernels, once

# Positions by the columns played, and the score of the player to move: 22 less the discs of the winner at the end
KNOWN = (
    ("2252576253462244111563365343671351441", -1),
    ("7422341735647741166133573473242566", 1),
    ("23163416124767223154467471272416755633", 0),
    ("65214673556155731566316327373221417", -1),
)
# The endgame tests of the French Othello Federation, numbers 40 to 42: board, mover, score, the only best move
FFO = (
    ("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------", "X", 38, "a2"),
    ("-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O-", "X", 0, "h4"),
    ("--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO--", "X", 6, "g2"),
)


def rows_of(name: str) -> list[list[str]]:
    """The lines of a data file, in words."""
    return [line.split() for line in (DATA / name).read_text().splitlines() if line and not line.startswith("#")]


def connect_four(columns: str) -> ConnectFour:
    """The position after these columns."""
    state = ConnectFour()
    for column in columns:
        state.play(int(column) - 1)
    return state


def score(result: SearchResult, discs: int) -> int | None:
    """The scale of the file; nothing where the search has not proven its value."""
    if result.proven == "draw":
        return 0
    if result.distance is None or not result.proven:
        return None
    if result.proven == "win":
        return 22 - (discs // 2 + (result.distance + 1) // 2)
    return (discs + 1) // 2 + result.distance // 2 - 22


def test_scores_of_connect_four(long_run: bool) -> None:
    """A thousand positions solved by an independent program, value and distance; those with few discs: long run."""
    solver = AlphaBeta(AlphaBetaOptions.solver(), tt=64)
    fewest = 12 if long_run else 18
    rows = [*KNOWN, *((columns, int(text)) for columns, text in rows_of("connect_four_scores.txt"))]
    chosen = [(columns, expected) for columns, expected in rows if len(columns) >= fewest]
    assert len(chosen) == (1004 if long_run else 704)
    for columns, expected in chosen:
        result = solver.think(connect_four(columns), Limits(seconds=100))
        assert result.stopped_by == "proven"
        assert score(result, len(columns)) == expected, columns


def test_the_solver_names_a_best_move() -> None:
    """After the move it names, the value is the same for the other side."""
    solver = AlphaBeta(AlphaBetaOptions.solver(), tt=16)
    for columns, text in rows_of("connect_four_scores.txt")[-60::6]:
        state = connect_four(columns)
        result = solver.think(state, Limits(seconds=100))
        state.play(result.move)
        if state.over():
            assert (result.proven, result.distance) == ("win", 1)
        elif state.legal():
            after = score(solver.think(state, Limits(seconds=100)), len(columns) + 1)
            assert after == -int(text), columns


@pytest.mark.parametrize("settings", [{}, {"columns": "5", "height": "4"}, {"connect": "3", "columns": "5"}])
def test_outlook_of_connect_four(settings: dict[str, str]) -> None:
    """Against trying everything two plies deep: what it says is certain, and what it leaves out loses at once."""
    start = catalogue.make("connect_four", settings)
    seen = {1: 0, -2: 0, 0: 0}
    for number in range(60):
        state = start.copy()
        for move in random_game(start, 5, number):
            row = np.zeros(state.most_moves + 8, np.int32)
            count, certain = state.static_result(row)
            wins = [m for m in state.legal() if won(state, m)]
            safe = [m for m in state.legal() if not any(won(after(state, m), reply) for reply in replies(state, m))]
            seen[certain] += 1
            assert certain == (1 if wins else -2 if not safe else 0)
            assert sorted(row[:count]) == (safe if certain == 0 else sorted(row[:1]))
            assert certain != 1 or row[0] in wins
            assert set(row[:count]) <= set(state.legal())
            state.play(move)
    assert min(seen.values()) > 10


def after(state: Any, move: int) -> Any:
    child = state.copy()
    child.play(move)
    return child


def replies(state: Any, move: int) -> list[int]:
    child = after(state, move)
    return [] if child.over() else list(child.legal())


def won(state: Any, move: int) -> bool:
    child = after(state, move)
    return bool(child.over() and child.utility(state.turn) > 0)


def othello(board: str, mover: str) -> Othello:
    """A position from 64 signs."""
    return Othello.from_text(f"{board} {mover}")


def test_bounds_that_are_the_value_still_give_a_move() -> None:
    board = "OOOOOOOXOXXXOOXXOXXOXXOXOOOXXOOXOXXXOOXXOXOOXXOXXXXXXXXXXOOXX-XX"  # one square is left
    result = AlphaBeta(AlphaBetaOptions(bisection=True), tt=1).think(othello(board, "O"))
    assert (result.move, result.proven) == (61, "win")


def test_endgames_of_othello(long_run: bool) -> None:
    """Disc differences of an independent solver; sixteen empty squares, and the French tests, in the long run."""
    solver = AlphaBeta(AlphaBetaOptions.solver(distance=False), tt=64)
    most = 64 if long_run else 12
    chosen = [row for row in rows_of("othello_endgames.txt") if row[0].count("-") <= most]
    assert len(chosen) == (100 if long_run else 50)
    for board, mover, expected, _ in chosen:
        result = solver.think(othello(board, mover), Limits(seconds=1000))
        assert (result.value, result.stopped_by) == (float(expected), "proven"), board
    for board, mover, points, best in FFO if long_run else ():
        result = solver.think(othello(board, mover), Limits(seconds=1000))
        assert (result.value, result.move_text) == (float(points), best), board


# Game, settings, value for the first player, whether it belongs to the long run (each is compiled for itself)
BOARDS: tuple[tuple[str, dict[str, str], float, bool], ...] = (
    ("tic_tac_toe", {}, 0.0, False),
    ("connect_four", {"columns": "5", "height": "4"}, 0.0, False),
    ("connect_four", {"columns": "4", "height": "4"}, 0.0, True),
    ("connect_four", {"columns": "4", "height": "5"}, 0.0, True),
    ("othello", {"size": "4", "empties": "no"}, -8.0, True),
    ("hex", {"size": "3"}, 1.0, True),
    ("hex", {"size": "4"}, 1.0, True),
    ("kalah", {"pits": "3", "seeds": "2"}, 4.0, False),  # Irving, Donkers, Uiterwijk 2000 give who wins
    ("kalah", {"pits": "1", "seeds": "3"}, 6.0, True),
    ("kalah", {"pits": "2", "seeds": "4"}, -10.0, True),
    ("kalah", {"pits": "2", "seeds": "6"}, 8.0, True),
    ("kalah", {"pits": "3", "seeds": "3"}, 2.0, True),
    ("kalah", {"pits": "3", "seeds": "6"}, -8.0, True),
    ("kalah", {"pits": "4", "seeds": "3"}, 6.0, True),
    ("kalah", {"pits": "4", "seeds": "4"}, 2.0, True),
    ("kalah", {"pits": "4", "seeds": "5"}, 4.0, True),
)


@pytest.mark.parametrize(("name", "settings", "value", "long"), BOARDS)
def test_small_boards(name: str, settings: dict[str, str], value: float, long: bool, long_run: bool) -> None:
    """The value of the first position."""
    if long and not long_run:
        pytest.skip("a game of its own to compile: --long")
    result = AlphaBeta(AlphaBetaOptions.solver(distance=False), tt=64).think(
        catalogue.make(name, settings), Limits(seconds=600)
    )
    assert (result.value, result.stopped_by) == (value, "proven")


def test_a_search_that_is_cut_off_proves_nothing() -> None:
    result = AlphaBeta(AlphaBetaOptions.solver(), tt=4).think(ConnectFour(), Limits(nodes=20_000))
    assert (result.proven, result.stopped_by) == ("", "nodes")
    assert result.move in ConnectFour().legal()
