"""The interface for scripts: what it does, what it refuses and in which words."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.interfaces.web.conftest import Server
from zermelo.interfaces.web.app import create_app

pytestmark = pytest.mark.xdist_group("server")


def refused(server: Server, place: str, status: int = 400, **data: Any) -> str:
    """The sentence with which a request is turned down."""
    answer = server.client.post(f"/api/{place}", json=data)
    assert answer.status_code == status, answer.text
    return str(answer.json()["error"])


def test_games_players_and_pictures(server: Server) -> None:
    games = {row["name"]: row for row in server.get("games")}
    assert games["chess"]["players"] == 2
    assert games["go"]["parameters"]["size"]["high"] == 19
    assert games["kuhn_poker"]["hidden"]
    assert len(server.get("scene", game="chess")["pieces"]) == 32
    names = {row["name"] for row in server.get("players")}
    assert {"best", "alphabeta", "mcts", "human"} <= names
    assert "/api/tables" in server.client.get("/openapi.json").json()["paths"]


def test_a_script_plays_a_game(server: Server) -> None:
    opened = server.post("tables", game="tic_tac_toe", seats=["human", "alphabeta"], options={"delay": 0})
    number, keys = opened["table"]["id"], opened["keys"]
    server.post(f"tables/{number}/moves", keys=keys, move="b2")
    for _ in range(600):
        view = server.get(f"tables/{number}", key=keys)
        if len(view["tip"]) == 2:
            break
        time.sleep(0.1)
    assert len(view["tip"]) == 2
    assert view["turn"] == 0
    legal = server.get(f"tables/{number}/position", key=keys, path="0.0")["moves"]
    assert len(legal) == 7
    server.post(f"tables/{number}/undo", keys=keys)
    assert server.get(f"tables/{number}", key=keys)["tip"] == []
    server.post(f"tables/{number}/resign", keys=keys)
    view = server.get(f"tables/{number}", key=keys)
    assert view["outcome"]["winners"] == [1]
    assert "resigns" in view["outcome"]["reason"]
    saved = server.client.get(f"/api/tables/{number}/file").json()
    assert saved["game"] == "tic_tac_toe"
    again = server.post("load", text=json.dumps(saved))
    assert [row[1] for row in again["table"]["tree"]][:2] == ["", "b2"]


def test_analysis_has_the_keys_of_the_command_line(server: Server) -> None:
    found = server.post("analyse", game="tic_tac_toe", moves="a1 b2 b1", player="alphabeta:depth=9", lines=2)
    assert found["move"] == "c1"
    assert found["proven"] == "draw"
    assert {"value", "line", "depth", "nodes", "seconds", "stopped_by"} <= found.keys()
    assert len(found["lines"]) == 2


def test_bad_requests_are_answered_in_a_sentence(server: Server) -> None:
    assert "did you mean chess" in refused(server, "tables", game="chss")
    assert "has no parameter" in refused(server, "tables", game="chess", settings={"size": "9"})
    assert "2 players, 3 were given" in refused(server, "tables", game="chess", seats=["human"] * 3)
    assert "did you mean alphabeta" in refused(server, "tables", game="chess", seats=["alphbeta"])
    assert "not on the page" in refused(server, "tables", game="chess", seats=["./evil.py"])
    assert "not on the page" in refused(server, "tables", game="chess", seats=["mix(./evil.py@1)"])
    assert "at most 256" in refused(server, "tables", game="chess", seats=["alphabeta:tt=9000"])
    assert "at most 60" in refused(server, "tables", game="chess", seats=["mix(alphabeta:time=900@1)"])
    assert "games that are installed" in refused(server, "tables", game="/etc/passwd")
    assert "games that are installed" in refused(server, "tables", game="../x.py")
    assert refused(server, "tables", game="chess", position="nonsense")
    assert "not possible" in refused(server, "tables", game="chess", moves="e4 e4")
    assert "Extra inputs" in refused(server, "tables", 422, game="chess", colour="red")
    assert "game" in refused(server, "tables", 422)
    assert "no table" in refused(server, "tables/nothing/undo", 404, keys=[])
    assert "chance moves" in refused(server, "analyse", game="backgammon", moves="31", player="alphabeta")
    assert "over" in refused(server, "analyse", game="tic_tac_toe", moves="a1 b1 a2 b2 a3")
    assert "no game of Zermelo" in refused(server, "load", text='{"format": "x"}')
    assert "between machines" in refused(server, "matches", game="chess", players=["human", "best"])


def test_a_file_that_names_a_python_file_runs_nothing(server: Server, tmp_path: Path) -> None:
    trap, sign = tmp_path / "trap.py", tmp_path / "sprung"
    trap.write_text(f"open({str(sign)!r}, 'w').close()")
    text = json.dumps({"format": "zermelo game", "version": 1, "game": str(trap), "moves": []})
    assert "is not run because a received file names it" in refused(server, "load", text=text)
    assert "games that are installed" in refused(server, "tables", game=str(trap))
    assert not sign.exists()


def test_moves_need_the_key_of_the_seat(server: Server) -> None:
    opened = server.post("tables", game="chess")
    number, keys = opened["table"]["id"], opened["keys"]
    path = f"tables/{number}/moves"
    assert "player 1's turn" in refused(server, path, keys=[], move="e4")
    assert "player 1's turn" in refused(server, path, keys=keys[1:], move="e4")
    assert "not possible" in refused(server, path, keys=keys, move="e5")
    server.post(path, keys=keys[:1], move="e4")
    assert "player 2's turn" in refused(server, path, keys=keys[:1], move="e5")
    assert "somebody else plays" in refused(server, f"tables/{number}/go", keys=keys[:1], path=[])
    given = server.post(f"tables/{number}/invite", keys=keys, seat=1)["key"]
    assert "player 2's turn" in refused(server, path, keys=keys, move="e5")
    server.post(path, keys=[given], move="e5")
    assert "no variation" in refused(server, f"tables/{number}/go", keys=[keys[0], given], path=[5])


def test_a_clock_runs_out(server: Server) -> None:
    opened = server.post("tables", game="chess", options={"clock": 0.3})
    number, keys = opened["table"]["id"], opened["keys"]
    server.post(f"tables/{number}/moves", keys=keys, move="e4")
    time.sleep(0.5)
    view = server.get(f"tables/{number}", key=keys)
    assert view["outcome"]["winners"] == [0]
    assert "no time left" in view["outcome"]["reason"]
    assert "over" in refused(server, f"tables/{number}/moves", keys=keys, move="e5")


def test_chance_can_be_entered_by_hand(server: Server) -> None:
    opened = server.post("tables", game="backgammon", options={"chance": "hand"})
    number, keys = opened["table"]["id"], opened["keys"]
    rolls = server.get(f"tables/{number}/position", key=keys)["moves"]
    assert sum(row["odds"] for row in rolls) == pytest.approx(1)
    server.post(f"tables/{number}/moves", keys=keys, move="31")
    assert server.get(f"tables/{number}", key=keys)["turn"] == 0


def test_pages_of_other_sites_are_turned_away(server: Server) -> None:
    client = server.client
    assert client.get("/api/games", headers={"host": "example.org"}).status_code == 400
    assert client.post("/api/tables", json={"game": "nim"}, headers={"origin": "http://example.org"}).status_code == 403
    ours = server.address.rstrip("/")
    assert client.post("/api/tables", json={"game": "nim"}, headers={"origin": ours}).status_code == 200
    assert client.post("/api/load", content=b"x" * (3 * 2**20)).status_code == 413
    assert client.get("/").headers["x-content-type-options"] == "nosniff"


def test_a_port_in_use_is_said(server: Server) -> None:
    command = [sys.executable, "-m", "zermelo", "serve", "--no-browser", "--port", str(server.port)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "leave --port out" in done.stderr
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        done = subprocess.run([*command[:-1], "70000"], capture_output=True, text=True, timeout=60)
        assert done.returncode == 2
        assert "between 1 and 65535" in done.stderr


def test_the_laboratory_answers_in_rows(server: Server) -> None:
    demos = {demo["name"]: demo for demo in server.get("lab")}
    assert {"starvation", "assumptions", "trapped"} <= demos.keys()
    assert demos["assumptions"]["rows"][0]["lecture"] == [5, 483]
    found = server.post("lab/starvation", row=0, games=2, seed=1)
    assert found["row"]["score"]["estimate"] == -60
    assert server.post("load", text=found["recording"])["table"]["game"] == "pacman"
    assert "did you mean starvation" in refused(server, "lab/starvatoin", row=0)
    assert "no row 9" in refused(server, "lab/starvation", row=9)


def test_a_network_server_needs_its_token(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    server = Server(tmp_path / "x.sqlite", "--host", "127.0.0.2")
    try:
        _, _, token = server.link.partition("?token=")
        client = server.client
        assert client.get("/api/games").status_code == 401
        assert client.get("/api/games?token=wrong").status_code == 401
        assert client.get("/api/games", headers={"authorization": f"Bearer {token}"}).status_code == 200
        assert client.get(f"/?token={token}").status_code == 200
        assert client.get("/api/games").status_code == 200  # by the cookie of that visit
    finally:
        server.stop()
    assert "open to the network" in capfd.readouterr().err


def test_where_the_page_was_not_built_the_server_says_so(tmp_path: Path) -> None:
    async def ask() -> str:
        transport = httpx.ASGITransport(create_app(page=tmp_path))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return (await client.get("/")).text

    assert "make page" in asyncio.run(ask())


def test_the_description_holds(server: Server, long_run: bool) -> None:
    """Schemathesis asks every address with what its description allows: never an error of the server's own.

    What the description forbids too in the long run; in every run tests/hostile and test_attacks.py send such things.
    """
    pytest.importorskip("schemathesis")
    command = [
        sys.executable, "-m", "schemathesis.cli", "run", f"{server.address}openapi.json", "--checks",
        "not_a_server_error,response_schema_conformance,content_type_conformance", "--max-examples", "2", "--phases",
        "examples,coverage,fuzzing", "--exclude-path", "/api/analyse", "--exclude-path", "/api/matches",
        "--exclude-path", "/api/lab/{name}", "--mode", "all" if long_run else "positive", "--no-shrink",
        "--seed", "1", "--request-timeout", "60",
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]
