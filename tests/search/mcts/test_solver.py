"""MCTS-Solver: proven values, under rules of repetition too."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.search.mcts.searches import SMALL, TIC_TAC_TOE, think
from tests.search.tree_games import Graph
from zermelo.game import CHECKER_LOSES, FIRST_LOSES
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.search.alphabeta.alphabeta import AlphaBeta
from zermelo.search.alphabeta.options import AlphaBetaOptions
from zermelo.search.common.limits import Limits
from zermelo.textbook import run
from zermelo.textbook.minimax import minimax

pytestmark = pytest.mark.xdist_group("mcts")  # one process compiles the kernels, once


@pytest.mark.parametrize(
    ("name", "settings", "value"),
    [
        ("tic_tac_toe", {}, 0.0),
        ("connect_four", {"columns": "4", "height": "4"}, 0.0),
        ("hex", {"size": "3"}, 1.0),
        ("kalah", {"pits": "2", "seeds": "3"}, None),
    ],
)
def test_the_solver_proves_values(name: str, settings: dict[str, str], value: float | None) -> None:
    game = catalogue.make(name, settings)
    if value is None:
        value = run(minimax(game)).value
    found = think(game, 3_000_000, replace(SMALL, solver=True, memory=200.0))
    assert found.stopped_by == "proven"
    assert found.value == value
    assert found.proven == ("win" if value > 0 else "loss" if value < 0 else "draw")
    assert found.nodes < 3_000_000


@pytest.mark.parametrize("rule", [FIRST_LOSES, CHECKER_LOSES])
def test_the_solver_knows_who_loses_by_a_repetition(rule: int) -> None:
    exact, proven = AlphaBeta(AlphaBetaOptions.exact(), tt=1), set()
    for seed in range(8):
        playthrough = Playthrough(Graph(rule=rule, seed=seed))
        found = think(playthrough, 50_000, replace(SMALL, solver=True))
        if found.proven:
            exact.clear()
            value = exact.think(playthrough, Limits(depth=40)).value
            assert found.value == pytest.approx(value, abs=1e-3)
            proven.add(found.proven)
    assert proven & {"win", "loss"}


def test_a_won_position_is_won() -> None:
    playthrough = Playthrough(TIC_TAC_TOE)
    for move in (0, 3, 1, 4):
        playthrough.play(move)
    for options in (SMALL, replace(SMALL, solver=True)):
        found = think(playthrough, 2000, options)
        assert (found.move, found.value > 0.9) == (2, True)
    assert found.proven == "win"
    assert found.value == 1.0
    playthrough.play(8)  # now the opponent wins unless the row is closed
    found = think(playthrough, 2000, replace(SMALL, solver=True))
    assert (found.move, found.proven) == (5, "win")
