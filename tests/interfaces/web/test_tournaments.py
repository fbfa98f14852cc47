"""Tournaments on the page: what the server tells of a file, and games of it at a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interfaces.web.conftest import Server
from zermelo.arena.setup import Setup
from zermelo.arena.tournament import Tournament

pytestmark = pytest.mark.xdist_group("server")


def test_a_tournament_is_shown_and_its_games_open(tmp_path: Path) -> None:
    path = tmp_path / "three.db"
    players = ("greedy", "random", "random:seed=2")
    report = Tournament(Setup("tic_tac_toe", players), out=path).run(2)
    server = Server(tmp_path / "tables.sqlite", "--tournament", str(path))
    try:
        (shown,) = server.get("tournaments")
        assert (shown["name"], shown["game"], shown["model"]) == ("three.db", "tic_tac_toe", "Bradley–Terry–Davidson")
        assert [row["player"] for row in shown["rows"]] == [players[place] for place in report.order()]
        assert [game["plies"] for game in shown["games"]] == [len(played.moves) for played in report.records]
        assert shown["plot"].startswith("<svg")
        opened = server.post("tournaments/0/games/3")
        assert opened["table"]["game"] == "tic_tac_toe"
        assert [seat["player"] for seat in opened["table"]["seats"]] == shown["games"][2]["seats"]
        assert "no game 9" in server.client.post("/api/tournaments/0/games/9", json={}).json()["error"]
        assert server.client.post("/api/tournaments/4/games/1", json={}).status_code == 404
    finally:
        server.stop()
