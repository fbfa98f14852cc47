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
