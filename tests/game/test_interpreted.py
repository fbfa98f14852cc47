"""The kernels themselves, run by CPython with the compiler switched off (NUMBA_DISABLE_JIT=1)."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

OFF = bool(os.environ.get("NUMBA_DISABLE_JIT"))


@pytest.mark.skipif(OFF, reason="runs the others in a process without the compiler")
def test_everything_here_without_the_compiler() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-m", "pytest", "-p", "no:xdist", __file__]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "passed" in done.stdout


@pytest.mark.skipif(not OFF, reason="needs NUMBA_DISABLE_JIT=1")
@pytest.mark.parametrize(
    "name", ["tic_tac_toe", "connect_four", "othello", "checkers", "chess", "kalah", "go", "amazons"]
)
def test_perft_interpreted(name: str) -> None:
    from pathlib import Path

    from zermelo.game.perft import perft
    from zermelo.games import catalogue

    table = Path(__file__).parents[1] / "games" / "perft" / f"{name}.txt"
    row = next(line for line in table.read_text().splitlines() if line.startswith("M | | start"))
    counts = [int(number) for number in row.split("|")[3].split()]
    for depth, count in enumerate(counts, 1):
        if count > 3000:
            break
        assert perft(catalogue.make(name), depth) == count


@pytest.mark.skipif(not OFF, reason="needs NUMBA_DISABLE_JIT=1")
def test_playouts_turns_and_batches_interpreted() -> None:
    from tests.game.small_games import Circle, Coin, ForbiddenCircle, TwoSteps
    from zermelo.game.batch import Batch
    from zermelo.game.perft import perft, positions
    from zermelo.game.playouts import playouts

    assert playouts(Coin(), 20).mean_length == 2
    assert playouts(Circle(), 3).unfinished == 0
    assert perft(TwoSteps(), 2, turns=True) == 81
    assert perft(TwoSteps(), 2, turns=True, distinct=True) == 25
    assert positions(TwoSteps(), 4) == 7
    assert perft(ForbiddenCircle(), 3) > 0
    assert Batch(Coin(), 4).play_random(5) == 8
