"""What the coach left: read whole or not at all, found by the rules of play."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from zermelo.games import catalogue
from zermelo.players import coached
from zermelo.players.best import pick_for

LADDER = {"random": (0.0, 0.0), "best:level=1": (100.0, 20.0), "best:level=2": (260.0, 20.0)}


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_DATA", str(tmp_path))


def test_kept_and_found_by_the_rules() -> None:
    cls = type(catalogue.begin("tic_tac_toe").state)
    assert coached.find(cls) is None
    coached.keep(cls, coached.Coached("mcts", {"rave": "yes"}, "it won", "sims", (10, 30), LADDER))
    found = coached.find(cls)
    assert found is not None
    assert (found.work_of(2), found.work_of(3), found.elo_above_first()) == ({"sims": 30}, {}, {2: 160})
    assert found.told("TicTacToe", 2) == "level 2 is +260 ± 20 Elo above random play at TicTacToe"
    assert pick_for(cls).settings == (("rave", "yes"),)
    assert pick_for(cls, learned=False).name != "mcts"
    assert coached.find(type(catalogue.begin("tic_tac_toe", {"columns": "4", "rows": "4"}).state)) is None


def test_a_damaged_file_is_as_good_as_none() -> None:
    cls = type(catalogue.begin("tic_tac_toe").state)
    path = coached.keep(cls, coached.Coached("mcts", {}, "it won"))
    for text in ("{", '{"format": 1}', path.read_text().replace("mcts", "nobody"), "[]", "[" * 99_999):
        path.write_text(text)
        assert coached.read(path) is None
    data = {"format": 1, "player": "mcts", "reason": "", "settings": {}, "limit": "sims", "ladder": {}}
    path.write_text(json.dumps({**data, "work": [3]}))
    assert coached.read(path) is not None
    path.write_text(json.dumps({**data, "work": [1e999]}))
    assert coached.read(path) is None


def test_weights_that_are_gone_are_not_asked_for() -> None:
    cls = type(catalogue.begin("tic_tac_toe").state)
    coached.keep(cls, coached.Coached("alphabeta", {"net": "yes"}, "it won"))
    assert "net" not in dict(pick_for(cls).settings)
