"""`zermelo train`, as somebody types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.interfaces.cli.test_cli import run


def test_learns_resumes_and_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_DATA", str(tmp_path / "data"))
    out = tmp_path / "weights.npz"
    words = ["train", "tic_tac_toe", "--minutes", "0.02", "--units", "8", "--depth", "0", "--out", str(out), "--json"]
    told = json.loads(run(*words, "--games", "4", "--seconds", "0.002").stdout)
    assert told["match"]["games"] == 4
    assert told["training"]["games"] > 1000
    again = json.loads(run(*words, "--games", "0", "--resume").stdout)
    assert again["training"]["games"] > told["training"]["games"]
    missing = run("train", "tic_tac_toe", "--resume", "--out", str(tmp_path / "none.npz"), status=2)
    assert "there is no" in missing.stderr


def test_weights_are_shown_changed_and_tuned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_DATA", str(tmp_path / "data"))
    edited, tuned = tmp_path / "edited.json", tmp_path / "tuned.json"
    shown = run("weights", "connect_four", "--change", "open lines of two=6", "--out", str(edited)).stdout
    assert "open lines of two" in shown
    assert "declared 4" in shown
    words = ["tune", "connect_four", "--minutes", "0.02", "--depth", "1", "--games", "2", "--seconds", "0.002"]
    told = json.loads(run(*words, "--file", str(edited), "--out", str(tuned), "--json").stdout)
    assert told["match"]["games"] == 2
    assert told["tuning"]["positions"] > 500
    assert json.loads(tuned.read_text())["weights"] == told["weights"]
    assert "names no weights" in run("weights", "hex", status=2).stderr


def test_alphazero_learns_resumes_and_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_DATA", str(tmp_path / "data"))
    out = tmp_path / "network.npz"
    words = ["train", "tic_tac_toe", "--method", "alphazero", "--device", "cpu", "--minutes", "0.05", "--blocks", "1"]
    words += ["--channels", "8", "--simulations", "8", "--out", str(out), "--json"]
    told = json.loads(run(*words, "--games", "4", "--seconds", "0.005").stdout)
    assert told["match"]["games"] == 4
    assert told["match"]["player"] == "mcts"
    assert told["training"]["games"] > 10
    again = json.loads(run(*words, "--games", "0", "--resume").stdout)
    assert again["training"]["games"] > told["training"]["games"]
    assert again["training"]["steps"] > told["training"]["steps"]
    assert "other rules" in run("train", "kalah", *words[2:], "--resume", status=2).stderr
    assert "hides" in run("train", "kuhn_poker", *words[2:], status=2).stderr
    assert "not 'tpu'" in run(*words, "--device", "tpu", status=2).stderr
    assert "not 'magic'" in run("train", "nim", "--method", "magic", status=2).stderr
