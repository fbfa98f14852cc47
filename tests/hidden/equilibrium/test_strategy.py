"""Strategies as files: read back, refused where they do not fit, whole after a kill."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from zermelo.errors import BadText, Unsupported
from zermelo.game.playthrough import Playthrough
from zermelo.games.poker import KuhnPoker, LeducPoker
from zermelo.hidden.equilibrium.solver import solve_equilibrium
from zermelo.hidden.equilibrium.strategy import load_strategy
from zermelo.hidden.tree import game_tree

KILLED = """
import sys
from zermelo.games.poker import KuhnPoker
from zermelo.hidden.equilibrium.solver import solve_equilibrium
found = solve_equilibrium(KuhnPoker, "cfr", iterations=10, until=0)
print("ready", flush=True)
while True:
    found.save(sys.argv[1])
"""


def test_a_strategy_reads_back(tmp_path: Path) -> None:
    found = solve_equilibrium(KuhnPoker, "cfr+", until=1e-5)
    found.save(tmp_path / "kuhn.npz")
    back = load_strategy(tmp_path / "kuhn.npz")
    assert repr(back) == repr(found)
    assert np.array_equal(back.probabilities, found.probabilities)
    line = Playthrough(KuhnPoker())
    line.play("Q")
    line.play("K")
    choices = back.choices(line)
    assert choices is not None
    assert choices[1] < 0.01  # a queen never bets first
    assert back.choices(Playthrough(KuhnPoker.from_text("QK"))) == choices  # by what the player sees now
    texts = {text: shares for _, text, shares in back.lines(game_tree(KuhnPoker))}
    assert texts["? K pass bet"[:8]]["bet"] == pytest.approx(1.0, abs=1e-3)


def test_files_that_do_not_fit(tmp_path: Path) -> None:
    solve_equilibrium(KuhnPoker, "cfr", iterations=5, until=0).save(tmp_path / "kuhn.npz")
    with pytest.raises(Unsupported, match="other rules"):
        load_strategy(tmp_path / "kuhn.npz").refuse_other(LeducPoker())
    (tmp_path / "broken.npz").write_bytes((tmp_path / "kuhn.npz").read_bytes()[:-100])
    np.savez(tmp_path / "other.npz", a=np.zeros(3))
    (tmp_path / "text.npz").write_text("hello")
    for name in ("broken.npz", "other.npz", "text.npz", "missing.npz"):
        with pytest.raises(BadText, match=name):
            load_strategy(tmp_path / name)


def test_a_kill_leaves_a_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "kuhn.npz"
    for _ in range(3):
        process = subprocess.Popen([sys.executable, "-c", KILLED, str(path)], stdout=subprocess.PIPE)
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.05)
        process.kill()
        process.wait()
        process.stdout.close()
        if path.exists():
            assert load_strategy(path).iterations == 10
    assert path.exists()


def test_a_strategy_of_an_enemy_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "kuhn.npz"
    solve_equilibrium(KuhnPoker, "cfr", iterations=5, until=0).save(path)
    with np.load(path) as stored:
        good = dict(stored)
    for change in (
        {"slots": good["slots"][::-1]},
        {"slots": good["slots"] + 1000},
        {"moves": good["moves"][:-1]},
        {"owners": good["owners"].astype("U4")},
        {"probabilities": good["probabilities"] - 2},
        {"probabilities": good["probabilities"] * np.nan},
        {"header": np.frombuffer(b"[]", np.uint8)},
        {"header": np.frombuffer(b"[" * 100_000, np.uint8)},
        {"more": np.zeros(3)},
    ):
        np.savez(path, **{**good, **change})
        with pytest.raises(BadText, match=r"hold together|no strategy|another version"):
            load_strategy(path)
    with pytest.raises(BadText, match="it is no file"):
        load_strategy(tmp_path)
