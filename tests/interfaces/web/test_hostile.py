"""Hostile clients: what they send is answered in a sentence, names no files, and holds up nobody else."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from bench.stalls import timed
from websockets.sync.client import connect

from tests.interfaces.web.conftest import Server
from zermelo.errors import BadParameter
from zermelo.interfaces.web import host as hosts
from zermelo.interfaces.web import rules
from zermelo.interfaces.web.app import create_app
from zermelo.interfaces.web.serve import config_of

pytestmark = pytest.mark.xdist_group("server")
STALL = 0.05  # seconds that the event loop may be busy with one thing


class Watched:
    """A server in a thread of this process, whose event loop is watched: how long it is busy with one thing at most.

    The thread's own processor time is measured, so that other work of the machine does not count.
    """

    def __init__(self, store: Path) -> None:
        self.longest = 0.0
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        app = self.app = create_app(store, page=store.parent)
        config = config_of(app, log_level="error", loop=f"{__name__}:unused")
        config.setup_event_loop = lambda: None  # type: ignore[method-assign]  # this one is ours
        self.server = uvicorn.Server(config)
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()
        self.client = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=120)
        while not self.server.started:
            time.sleep(0.02)

    def run(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_until_complete(self.server.serve(sockets=[self.socket]))
        self.loop.close()

    def watch(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def tell(handle: Any, busy: float, clock: float) -> None:
            if handle._loop is self.loop:
                self.longest = max(self.longest, busy)

        monkeypatch.setattr(asyncio.Handle, "_run", timed(tell))

    def post(self, place: str, status: int = 200, **data: Any) -> Any:
        answer = self.client.post(f"/api/{place}", json=data)
        assert answer.status_code == status, answer.text[:300]
        return answer.json()

    def stop(self) -> None:
        self.client.close()
        self.server.should_exit = True
        self.thread.join(20)


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    one = Watched(tmp_path_factory.mktemp("hostile") / "tables.sqlite")
    yield one
    one.stop()


# ---------------------------------------------------------------------- files


def test_no_client_and_no_file_of_a_game_names_a_file(server: Server, tmp_path: Path) -> None:
    secret, pipe, trap = tmp_path / "secret", tmp_path / "pipe", tmp_path / "trap.py"
    secret.write_text("hush hush 42")
    os.mkfifo(pipe)
    trap.write_text(f"open({str(tmp_path / 'sprung')!r}, 'w')")
    for path in (str(secret), str(pipe), "/dev/zero", "~/x", "../x"):
        game: dict[str, Any] = {"game": "scrabble", "settings": {"lexicon": path}}
        file = json.dumps({"format": "zermelo game", "version": 1, "moves": [], **game})
        for place, data in (
            ("tables", game),
            ("tables", {**game, "position": "nonsense"}),
            ("analyse", game),
            ("matches", {**game, "players": ["random", "random"]}),
            ("load", {"text": file}),
        ):
            answer = server.client.post(f"/api/{place}", json=data, timeout=20)
            assert answer.status_code == 400
            assert "names no files" in answer.text
            assert "hush" not in answer.text
    for text in (str(trap), f"mix({trap}@1)", f"determinised:search=({trap})", f"expectimax:model=({trap})"):
        assert server.client.post("/api/tables", json={"game": "nim", "seats": [text]}).status_code == 400
        assert server.client.post("/api/analyse", json={"game": "nim", "player": text}).status_code == 400
    for name in (str(trap), f"{trap}:Game", "a/b", "\\\\host\\x.py", "/dev/zero.py"):
        assert "installed" in server.client.post("/api/tables", json={"game": name}).text
        assert "installed" in server.client.get("/api/scene", params={"game": name}).text
    assert not (tmp_path / "sprung").exists()


def test_a_list_given_at_the_start_has_a_name(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("cat cats dog dogs zebra at as")
    server = Server(tmp_path / "x.sqlite", "--list", f"mine={words}")
    try:
        opened = server.post("tables", game="scrabble", settings={"lexicon": "mine", "size": "7"})
        assert opened["table"]["settings"]["lexicon"] == "mine"
        assert str(words) not in json.dumps(opened)
        found = server.post("analyse", game="scrabble", settings={"lexicon": "mine", "size": "7"}, player="random")
        assert found["move"]
    finally:
        server.stop()


# ---------------------------------------------------------------------- the event loop


def long_go() -> str:
    """A game of Go of 300 moves."""
    letters = "abcdefghijklmnopqrs"
    black = [x + y for x in letters[:9] for y in letters]
    white = [x + y for x in letters[10:] for y in letters]
    moves = "".join(f";B[{one}];W[{two}]" for one, two in zip(black[:150], white[:150], strict=True))
    return f"(;GM[1]FF[4]SZ[19]{moves})"


def many_variations() -> str:
    """A chess game with 120 variations, each as long as the game."""
    line = ["Nf3", "Nf6", "Ng1", "Ng8"]
    rest = " ".join(line)
    variations = "".join(f" (1. {move} {rest})" for move in ("a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3") * 15)
    return f"1. e4{variations} e5 {rest} *"


def test_no_request_holds_up_the_others(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = watched.post("tables", game="chess")
    number, keys = opened["table"]["id"], opened["keys"]
    watched.watch(monkeypatch)
    waits: list[float] = []
    over = threading.Event()

    def person() -> None:
        """Plays on, whatever the others do."""
        with httpx.Client(base_url=f"http://127.0.0.1:{watched.port}", timeout=120) as client:
            while not over.is_set():
                begin = time.perf_counter()
                for place, data in (("moves", {"move": "e4"}), ("undo", {})):
                    answer = client.post(f"/api/tables/{number}/{place}", json={"keys": keys, **data})
                    assert answer.status_code == 200, answer.text
                waits.append(time.perf_counter() - begin)
                time.sleep(0.05)

    one = threading.Thread(target=person)
    one.start()
    try:
        for text in (long_go(), many_variations()):
            assert watched.client.post("/api/load", json={"text": text}).status_code in (200, 400)
        deep = "[" * 100_000
        for text in (deep, "(" * 200_000, "1. e4 " + "(" * 100_000, "(;" * 100_000, '{"format"' + deep, "x" * 900_000):
            answer = watched.client.post("/api/load", json={"text": text})
            assert answer.status_code == 400, answer.text[:200]
            assert "mistake" not in answer.json()["error"]
        watched.client.post("/api/load", content=b'{"text": "x", "options": {' + b'"a":0,' * 100_000 + b'"b":0}}')
        watched.client.get("/api/games")
    finally:
        over.set()
        one.join()
    assert len(waits) > 3
    assert sorted(waits)[len(waits) // 2] < 1
    assert watched.longest < STALL, f"the event loop was busy for {watched.longest * 1000:.0f} ms"


def test_what_takes_too_long_is_ended_with_a_sentence(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosts, "READING", 0.01)
    assert "more than the 0.01 seconds" in watched.post("load", 400, text=long_go())["error"]
    monkeypatch.undo()
    assert watched.post("load", text="1. e4 *")["keys"]
    with pytest.raises(BadParameter, match="at most 20000 moves"):
        rules.bound(rules.MOST_NODES + 1)


# ---------------------------------------------------------------------- odd messages


def test_odd_requests_get_a_sentence(watched: Watched) -> None:
    def raw(head: str) -> str:
        with socket.create_connection(("127.0.0.1", watched.port), 20) as one:
            one.sendall(head.encode("latin-1"))
            return one.recv(400).decode("latin-1").split("\r\n")[0]

    assert " 400 " in raw("GET /api/games HTTP/1.1\r\nHost: [\r\n\r\n")
    assert " 400 " in raw("GET /api/games HTTP/1.1\r\nHost: ]:[\r\n\r\n")
    assert " 403 " in raw(
        "POST /api/tables HTTP/1.1\r\nHost: localhost\r\nOrigin: http://[\r\nContent-Length: 0\r\n\r\n"
    )
    big = 10**20
    for options in ({"seed": big}, {"clock": big}, {"increment": big}, {"delay": big}):
        watched.post("tables", 422, game="nim", options=options)
    watched.post("tables", 422, game="n" * 301)
    watched.post("tables", 422, game="nim", seats=["n" * 301])
    watched.post("tables", 400, game="n" * 300)
    watched.post("tables", 400, game="nim", seats=["n" * 300])
    for content in (b'{"game": "nim", "options": {"clock": 1e400}}', b'{"game": "nim", "options": {"seed": 1e400}}'):
        assert watched.client.post("/api/tables", content=content).status_code == 422
    for path in ("9999999999", "-1", "0..1", "x"):
        assert watched.client.get("/api/tables/x/position", params={"path": path}).status_code in (404, 422)
    assert watched.client.get("/api/tables/%00").status_code == 404
    assert watched.client.get("/api/tables/%ff%fe").status_code == 404
    assert watched.client.get("/%00").status_code == 404
    assert watched.client.get("/%2e%2e/%2e%2e/etc/passwd").status_code == 404


def test_half_a_character_poisons_no_table(watched: Watched) -> None:
    text = '{"format": "zermelo game", "version": 1, "game": "nim", "comment": "\\ud800", "moves": []}'
    assert "half a character" in watched.post("load", 400, text=text)["error"]
    opened = watched.post("tables", game="nim")
    number, keys = opened["table"]["id"], opened["keys"]
    edit = {"keys": keys, "path": [], "what": "comment"}
    content = json.dumps({**edit, "text": "\ud800"})
    assert watched.client.post(f"/api/tables/{number}/edit", content=content).status_code in (400, 422)
    assert watched.client.get(f"/api/tables/{number}").status_code == 200


def test_a_live_connection_survives_odd_messages(watched: Watched) -> None:
    opened = watched.post("tables", game="chess")
    query = "&".join(f"key={key}" for key in opened["keys"])
    with connect(f"ws://127.0.0.1:{watched.port}/api/tables/{opened['table']['id']}/live?{query}") as live:
        assert json.loads(live.recv(20))["kind"] == "table"
        for message in (
            b"\x00\xff", b'{"do": "table"}', "1e400", '{"do": "play", "n": 1e400, "move": "e4", "path": [1e400]}',
            '{"do": ["table"], "n": 1}', '{"do": {"a": 1}}', '{"do": "go", "path": [-1]}', "[" * 60_000,
            '{"do": "go", "path": [99999999999999999999]}', '{"do": "position", "path": [7, 7]}', '"\\ud800"',
            '{"do": "edit", "path": [], "what": "comment", "text": "\\ud800"}', "null", "1" * 5000,
            '{"do": "play", "move": "\\u0000"}', '{"do": "analyse", "path": [9]}',
        ):  # fmt: skip
            live.send(message)
            assert json.loads(live.recv(20))["kind"] == "refused", message
        live.send('{"do": "play", "n": 5, "move": "e4"}')
        assert json.loads(live.recv(20))["n"] == 5


def test_a_move_spelled_otherwise_can_be_written_as_sgf(watched: Watched) -> None:
    moves = [" a1", "PASS", {"move": "b2", "instead": [["C3"]]}]
    text = json.dumps({"format": "zermelo game", "version": 1, "game": "go", "settings": {"size": "5"}, "moves": moves})
    number = watched.post("load", text=text)["table"]["id"]
    saved = watched.client.get(f"/api/tables/{number}/file", params={"kind": "sgf"})
    assert saved.status_code == 200
    assert ";B[ae];W[](;B[bd])" in saved.text


# ---------------------------------------------------------------------- shares


def test_machines_that_nobody_watches_leave_the_queue(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosts, "WATCHED", 0.3)
    for _ in range(6):
        watched.post("tables", game="connect_four", seats=["alphabeta:time=20", "alphabeta:time=20"])
    pool = watched.app.state.host.pool
    for _ in range(600):
        if not pool.waiting and not any(one.ticket for one in pool.processes):
            return
        time.sleep(0.05)
    pytest.fail(f"{len(pool.waiting)} of their moves still wait")


def test_a_flood_of_requests_is_slowed_down(monkeypatch: pytest.MonkeyPatch) -> None:
    from zermelo.interfaces.web.guard import AT_ONCE, PEOPLE, Guard

    monkeypatch.setattr(
        "zermelo.interfaces.web.guard.time.monotonic", lambda: 1000.0
    )  # a busy machine takes seconds for the loop below
    guard = Guard(None)
    one, other = {"client": ("10.0.0.1", 1)}, {"client": ("10.0.0.2", 1)}
    assert all(guard.bucket(one).take() for _ in range(PEOPLE * int(AT_ONCE)))
    assert not guard.bucket(one).take()
    assert guard.bucket(other).take()


def test_machines_that_nobody_watches_wait(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosts, "WATCHED", 0.0)
    seats = ["random", "random"]
    opened = watched.post("tables", game="connect_four", seats=seats, options={"delay": 0})
    time.sleep(1)
    address = f"ws://127.0.0.1:{watched.port}/api/tables/{opened['table']['id']}/live"
    with connect(address) as live:
        assert json.loads(live.recv(20))["table"]["tip"] == []  # nobody was there
        while json.loads(live.recv(60))["kind"] != "change":
            pass


def test_everybody_who_sees_the_same_gets_the_same_text(watched: Watched) -> None:
    opened = watched.post("tables", game="kuhn_poker", options={"chance": "hand"})
    number, keys = opened["table"]["id"], opened["keys"]
    address = f"ws://127.0.0.1:{watched.port}/api/tables/{number}/live?key="
    with connect(address + keys[0]) as own, connect(address + "a") as one, connect(address + "b") as two:
        for live in (own, one, two):
            live.recv(20)
        watched.post(f"tables/{number}/moves", keys=keys, move="K")
        mine, seen, same = (live.recv(20) for live in (own, one, two))
        assert seen == same != mine
        assert '"K"' in mine
        assert '"K"' not in seen


# ---------------------------------------------------------------------- the store


def test_a_full_disk_is_said_with_every_move_and_ends_matches(watched: Watched) -> None:
    opened = watched.post("tables", game="chess")
    number, keys = opened["table"]["id"], opened["keys"]
    base = watched.app.state.host.store.base
    pages = base.execute("PRAGMA page_count").fetchone()[0]
    base.execute(f"PRAGMA max_page_count = {pages}")
    try:
        moves = []
        for place, move in enumerate(("e4", "e5", "Nf3", "Nc6", "Bb5", "a6")):
            comment = {"keys": keys, "path": [0] * place, "what": "comment", "text": "x" * 2000}
            moves.append(watched.client.post(f"/api/tables/{number}/edit", json=comment))
            moves.append(watched.client.post(f"/api/tables/{number}/moves", json={"keys": keys, "move": move}))
        assert {answer.status_code for answer in moves} == {200}
        assert any("make room" in answer.headers.get("warning", "") for answer in moves)
        assert len(watched.client.get(f"/api/tables/{number}").json()["tip"]) == 6  # the game has gone on
        match = watched.post("matches", game="tic_tac_toe", players=["random", "random"], games=1000)
        for _ in range(600):
            match = watched.client.get(f"/api/matches/{match['id']}").json()
            if match["state"] != "running":
                break
            time.sleep(0.1)
        assert match["state"] == "failed"
        assert "make room" in match["message"]
    finally:
        base.execute("PRAGMA max_page_count = 1000000")
    answer = watched.client.post(f"/api/tables/{number}/moves", json={"keys": keys, "move": "Ba4"})
    assert "warning" not in answer.headers


def test_a_second_server_on_one_store_says_so(server: Server, tmp_path: Path) -> None:
    import subprocess
    import sys

    command = [sys.executable, "-m", "zermelo", "serve", "--no-browser", "--store", str(server.store)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "another server keeps its games" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_unusable_store_and_a_bad_row_stop_nothing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    from zermelo.interfaces.web.store import Store

    bad = tmp_path / "bad.sqlite"
    bad.write_text("no database, and long enough to be seen as none" * 20)
    server = Server(bad)
    assert server.post("tables", game="nim")["keys"]
    server.stop()
    assert "games do not survive" in capfd.readouterr().err
    store = Store(tmp_path / "rows.sqlite")
    store.save_match("a", 1.0, "{")
    store.save_match("b", 2.0, '{"id": "b", "state": "running"}')
    store.save("c", "nim", 1.0, "{")
    store.save("d", "nim", 1.0, "{}")
    store.close()
    server = Server(tmp_path / "rows.sqlite")
    assert server.get("matches") == []
    for number in "cd":
        answer = server.client.get(f"/api/tables/{number}")
        assert answer.status_code == 400
        assert "can no longer be read" in answer.json()["error"]
    server.stop()
