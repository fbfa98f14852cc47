"""Every game compiles for a GPU; where there is one, it plays the same games as the processor."""

from __future__ import annotations

import pytest

from zermelo.errors import BadRules
from zermelo.game.playouts import playouts
from zermelo.games import catalogue

pytest.importorskip("numba_cuda", reason="numba-cuda is not installed: pip install 'zermelo[gpu]'")

from zermelo.game import gpu

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
TOO_LARGE = [name for name, entry in catalogue.entries().items() if not entry.gpu]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.filterwarnings("ignore")
def test_compiles_to_ptx(name: str, long_run: bool) -> None:
    if name not in ALWAYS and not long_run:
        pytest.skip("one more kernel to compile: in the long run")
    if name in TOO_LARGE:
        with pytest.raises(BadRules, match="a GPU has room for 65536 bytes"):
            gpu.ptx(type(catalogue.make(name)))
        return
    text = gpu.ptx(type(catalogue.make(name)))
    assert ".visible .entry" in text


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.skipif(not gpu.device_name(), reason="no GPU on this machine")
def test_the_gpu_plays_the_same_games(name: str) -> None:
    if name in TOO_LARGE:
        pytest.skip("its tables are too large for a GPU")
    state = catalogue.make(name)
    ours, theirs = playouts(state, 256, seed=3), gpu.playouts(state, 256, seed=3)
    assert (ours.moves, ours.longest, ours.results) == (theirs.moves, theirs.longest, theirs.results)
