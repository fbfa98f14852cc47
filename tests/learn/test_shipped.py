"""The weights that come with Zermelo: of games as they are now, small, and with what made and proved them."""

from __future__ import annotations

from pathlib import Path

import pytest

from zermelo.game.identity import rules_of_play
from zermelo.games import catalogue
from zermelo.learn.kept import SHIPPED, find_weights
from zermelo.learn.loading import load_model
from zermelo.players.best import pick_for

FILES = sorted(SHIPPED.glob("*.npz"))


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_each_fits_its_game_and_says_how_it_was_made(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZERMELO_DATA", str(tmp_path))
    network = load_model(path)
    entry = catalogue.entry_of(network.game)
    assert entry is not None
    cls = entry.load()
    assert network.rules == rules_of_play(cls), f"train {entry.name} anew, or take its weights out: its rules changed"
    assert find_weights(cls) is not None
    assert path.stat().st_size < 1_000_000
    assert network.history["match"]["better"]
    assert network.history["command"].startswith(f"zermelo train {entry.name} ")
    pick = pick_for(cls)
    assert dict(pick.settings) == {"net": "yes"}
    assert "learned weights" in pick.reason


def test_there_are_some() -> None:
    assert len(FILES) >= 2
