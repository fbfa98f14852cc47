"""Ladders: who stands on them, how they are rated and kept, and that `best` tells it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from zermelo.arena.formats import FORMATS
from zermelo.arena.ladder import Rung, entrants, out_of_order, rungs, store
from zermelo.arena.setup import Setup
from zermelo.arena.tournament import Tournament
from zermelo.errors import BadLimit, BadParameter
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.players import levels, player


def test_who_stands_on_a_ladder() -> None:
    assert entrants("connect_four", {}, 3) == (
        "random", "mix(best:level=1@0.2,random@0.8)", "mix(best:level=1@0.5,random@0.5)",
        "mix(best:level=1@0.8,random@0.2)", "best:level=1", "best:level=2", "best:level=3",
        "alphabeta:nodes=1000", "mcts:sims=1000",
    )  # fmt: skip
    assert "determinised:nodes=1000" in entrants("hidden_dominoes", {}, 3)
    with pytest.raises(BadLimit, match="from 1 to 10"):
        entrants("connect_four", {}, 11)
    with pytest.raises(BadParameter, match="game of one player"):
        entrants("2048", {}, 2)


def test_neighbours_meet_and_those_two_apart() -> None:
    assert FORMATS["neighbours"](4, 2, []) == [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)]
    assert FORMATS["neighbours"](4, 3, []) == [(0, 1, 2), (0, 2, 1), (1, 2, 3), (1, 3, 2)]
    assert FORMATS["neighbours"](2, 2, []) == [(0, 1)]


def test_a_ladder_is_rated_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    players = ("random", "best:level=1", "best:level=2")
    report = Tournament(Setup("tic_tac_toe", players), format="neighbours").run(12)
    found = rungs(report)
    assert found[0] == Rung("random", 0.0, 0.0)
    assert all(one.elo > 0 and one.error > 0 for one in found[1:])
    path = tmp_path / "ladders.json"
    path.write_text('{"nim": {}}')
    store("tic_tac_toe", found, path)
    assert set(json.loads(path.read_text())) == {"nim", "tic_tac_toe"}
    with pytest.raises(BadParameter, match="no game of the package"):
        store("./mine.py", found, path)
    monkeypatch.setattr(levels, "LADDERS", path)
    levels.ladders.cache_clear()
    try:
        assert set(levels.elo_above_first("tic_tac_toe")) == {2}
        notes = player("best:level=1").think(TicTacToe()).notes
        assert any("Elo above random play at tic_tac_toe" in note for note in notes)
    finally:
        levels.ladders.cache_clear()


def test_levels_out_of_order_are_told() -> None:
    rows = [
        Rung("random", 0, 0),
        Rung("best:level=2", 100, 20),
        Rung("best:level=1", 300, 20),
        Rung("best:level=3", 290, 30),
    ]
    assert out_of_order(rows) == ["level 2 is rated below level 1"]
