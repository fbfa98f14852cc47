"""Every search, run by CPython with the compiler switched off (NUMBA_DISABLE_JIT=1): kernels are plain Python too."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from zermelo.games import catalogue
from zermelo.players import player

OFF = bool(os.environ.get("NUMBA_DISABLE_JIT"))
interpreted = pytest.mark.skipif(not OFF, reason="needs NUMBA_DISABLE_JIT=1")


@pytest.mark.skipif(OFF, reason="runs the others in a process without the compiler")
def test_everything_here_without_the_compiler() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-m", "pytest", "-p", "no:xdist", __file__]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "passed" in done.stdout


@interpreted
@pytest.mark.parametrize(
    "text", ["minimax:depth=6", "alphabeta:depth=6", "mcts:sims=200", "dfpn:nodes=1000", "maxn:depth=4"]
)
@pytest.mark.parametrize(("position", "won"), [("x1o/1x1/o2 x", True), ("xox/xoo/o1x x", False)])
def test_a_win_is_told_from_a_draw(text: str, position: str, won: bool) -> None:
    line = catalogue.begin("tic_tac_toe", position=position)
    result = player(text).think(line)
    assert result.move in line.moves()
    assert (result.value > 0.5) == won


@interpreted
@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("connect_four", "alphabeta:depth=4"),
        ("chess", "alphabeta:depth=2"),
        ("go", "alphabeta:depth=2"),
        ("ataxx", "alphabeta:depth=2"),
        ("othello", "alphabeta:depth=2,exact"),
        ("othello", "mcts:sims=20"),
        ("connect_four", "mcts:sims=60,rave"),
        ("connect_four", "mcts:sims=60,tuned,threads=2"),
        ("backgammon", "expectiminimax:depth=1"),
        ("pig", "expectiminimax:depth=3"),
        ("connect_four", "expectimax:depth=2,model=random"),
        ("blokus_classic", "paranoid:depth=1"),
        ("chinese_checkers", "best_reply:depth=1"),
        ("kuhn_poker", "determinised:samples=4,search=(mcts:sims=20)"),
    ],
)
def test_the_answer_is_a_legal_move(game: str, text: str) -> None:
    line = catalogue.begin(game)
    while line.turn < 0:
        line.play(line.moves()[0])
    result = player(text).think(line)
    assert result.move in line.moves()
