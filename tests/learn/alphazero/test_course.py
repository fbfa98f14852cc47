"""The course: tic-tac-toe learnt to perfect play, checkpoints that outlive a kill, and what cannot be learnt."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from zermelo.errors import BadText, Unsupported
from zermelo.games import catalogue
from zermelo.learn.alphazero import accelerated
from zermelo.learn.alphazero.network import load_policy
from zermelo.learn.alphazero.player import PolicySearch
from zermelo.learn.alphazero.training import Plan, Training, course_beside
from zermelo.search.common.limits import Limits

SMALL = {"blocks": 1, "channels": 16, "lanes": 64, "batch": 256, "simulations": 16, "device": "cpu"}


def trained(name: str, steps: int, path: Path | None = None, search: str = "gumbel") -> Training:
    """A course of so many steps, whatever time they take."""
    training = Training.begin(catalogue.begin(name).state, Plan(minutes=1000, search=search, **SMALL), path)  # type: ignore[arg-type]
    until = training.steps + steps
    for now in training.run():
        if now.steps >= until:
            break
    return training


def worst(state: Any, searcher: PolicySearch, seat: int, known: dict[bytes, float]) -> float:
    """The least that the searcher gets, whatever the other player does."""
    if state.over() or not state.legal():
        return float(state.utility(seat))
    key = state.tobytes()
    if key not in known:
        moves = [searcher.think(state, Limits(simulations=100)).move] if state.turn == seat else state.legal()
        found = []
        for move in moves:
            child = state.copy()
            child.play(move)
            found.append(worst(child, searcher, seat, known))
        known[key] = min(found)
    return known[key]


def test_tic_tac_toe_is_learnt_to_perfect_play(tmp_path: Path) -> None:
    """Within two thousand steps; sums of threads differ by rounding, so no two courses are the same."""
    start = catalogue.begin("tic_tac_toe").state
    training = Training.begin(start, Plan(minutes=1000, **SMALL))  # type: ignore[arg-type]
    tried, least = 0, [-1.0, -1.0]
    for now in training.run():
        if now.steps >= 700 + 300 * tried:
            training.save(tmp_path / "network.npz")
            searcher = PolicySearch(load_policy(tmp_path / "network.npz"))
            tried, least = tried + 1, [worst(start, searcher, seat, {}) for seat in range(2)]
            if least == [0.0, 0.0] or now.steps > 2000:
                break
    assert least == [0.0, 0.0]
    assert learnt(training) < 0.4


def learnt(training: Training) -> float:
    """The part of the policy's loss that is left."""
    losses = [loss for _, loss, _ in training.curve]
    return float(np.mean(losses[-5:]) / np.mean(losses[:3]))


def test_puct_with_noise_teaches_too() -> None:
    assert learnt(trained("tic_tac_toe", 150, search="puct")) < 0.8


def test_a_course_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "network.npz"
    first = trained("tic_tac_toe", 10)
    first.save(path)
    again = Training.begin(first.start, Plan(minutes=1000, **SMALL), path)  # type: ignore[arg-type]
    assert (again.steps, again.games, again.seen) == (first.steps, first.games, first.seen)
    assert len(again.kept["window_targets"]) > 100
    now = next(iter(again.run()))
    assert now.steps > first.steps
    assert now.games > first.games
    course_beside(path).write_bytes(b"nonsense")
    bare = Training.begin(first.start, Plan(minutes=1000, **SMALL), path)  # type: ignore[arg-type]
    assert bare.games == first.games
    assert "without the memory" in bare.network.history["note"]


def test_a_killed_course_leaves_whole_files(tmp_path: Path) -> None:
    path = tmp_path / "network.npz"
    program = f"""
from pathlib import Path
from zermelo.games import catalogue
from zermelo.learn.alphazero.training import Plan, Training
training = Training.begin(catalogue.begin("tic_tac_toe").state, Plan(minutes=1000, **{SMALL!r}))
for now in training.run():
    training.save(Path({str(path)!r}))
"""
    with subprocess.Popen([sys.executable, "-c", program]) as process:
        try:
            seen: set[int] = set()
            while len(seen) < 3 and process.poll() is None:
                time.sleep(0.05)
                if course_beside(path).exists():
                    seen.add(course_beside(path).stat().st_mtime_ns)
        finally:
            os.kill(process.pid, signal.SIGKILL)
    training = Training.begin(catalogue.begin("tic_tac_toe").state, Plan(minutes=1000, **SMALL), path)  # type: ignore[arg-type]
    assert training.games > 0
    assert training.steps > 0
    assert "note" not in training.network.history


def test_a_missing_extra_and_an_idle_card_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Unsupported, match="finds no graphics card"):
        accelerated.find_device("gpu")
    monkeypatch.setattr(accelerated, "has_card", lambda: True)
    with pytest.raises(Unsupported, match="leave it idle"):
        accelerated.find_device("auto")
    assert accelerated.find_device("cpu").platform == "cpu"
    monkeypatch.setitem(sys.modules, "jax", None)
    with pytest.raises(Unsupported, match=r"zermelo\[learn\]"):
        accelerated.find_device("cpu")


def test_a_full_disk_leaves_the_last_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "network.npz"
    training = trained("tic_tac_toe", 2)
    training.save(path)
    before = path.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadText, match="No space left on device; what was there stays"):
        training.save(path)
    assert path.read_bytes() == before
    assert load_policy(path).game == "TicTacToe"
