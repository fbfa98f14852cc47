"""Every game compiles for a GPU; where there is one, it plays the same games as the processor."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.game.gpu.host import Host
from zermelo.game.playouts import playouts
from zermelo.games import catalogue

pytest.importorskip("numba_cuda", reason="numba-cuda is not installed: pip install 'zermelo[gpu]'")

from zermelo.game import gpu
from zermelo.game.gpu import playing

GAMES = sorted(catalogue.entries())
# Kinds of rules that a compiler for a GPU may stumble over: chance, hidden cards, many players, steps, wide boards
ALWAYS = (
    "backgammon",
    "checkers",
    "chess",
    "connect_four",
    "go",
    "leduc_poker",
    "omega_chess",
    "pacman",
    "tic_tac_toe",
)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.filterwarnings("ignore")
def test_compiles_to_ptx(name: str, long_run: bool) -> None:
    if name not in ALWAYS and not long_run:
        pytest.skip("one more kernel to compile: in the long run")
    text = gpu.ptx(type(catalogue.make(name)))
    assert ".visible .entry" in text
    assert (
        sum(int(size) for size in re.findall(r"\.const[^\n]*?\[(\d+)\]", text)) <= 65536
    )  # all the room that there is


@pytest.mark.parametrize("name", ["tic_tac_toe", "pig", "small_tricks"])
def test_each_lane_plays_the_processors_games(name: str, monkeypatch: Any) -> None:
    Host(monkeypatch, playing)
    state = catalogue.make(name)
    ours, theirs = playouts(state, 20, seed=3), gpu.playouts(state, 20, seed=3, lanes=7)
    assert (ours.moves, ours.longest, ours.results) == (theirs.moves, theirs.longest, theirs.results)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.skipif(not gpu.device_name(), reason="no GPU on this machine")
def test_the_gpu_plays_the_same_games(name: str) -> None:
    state = catalogue.make(name)
    ours, theirs = playouts(state, 256, seed=3), gpu.playouts(state, 256, seed=3)
    assert (ours.moves, ours.longest, ours.results) == (theirs.moves, theirs.longest, theirs.results)
