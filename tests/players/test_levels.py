"""What is known of the levels' strength."""

from __future__ import annotations

from bench.journal import kept
from bench.levels import PLACE, packaged

from zermelo.players.levels import elo_above_first


def test_the_package_has_what_was_measured() -> None:
    assert PLACE.read_text(encoding="utf-8") == packaged(kept("levels", "game", "level"))


def test_each_level_stands_on_the_one_below() -> None:
    found = elo_above_first("chess")
    assert list(found) == list(range(2, 2 + len(found)))
    assert sorted(found.values()) == list(found.values())
    assert found[2] == 270  # 82.5 % are 269 Elo
    assert elo_above_first("nim") == {}
