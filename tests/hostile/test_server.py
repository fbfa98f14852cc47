"""Hostile requests and live messages: answered or refused with a sentence, never with a mistake of the server's."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from websockets.sync.client import connect

from tests.hostile.fuzz import Fuzz, Tally, is_sentence
from tests.interfaces.web.test_hostile import Watched
from zermelo.interfaces.web import guard

pytestmark = pytest.mark.xdist_group("server")
REQUESTS, MESSAGES, CONNECTIONS = 400, 100, 3  # messages of each connection

JSON = {"content-type": "application/json"}
Many = Callable[[int], int]
Count = Callable[[str], Tally]

GAME = {"format": "zermelo game", "version": 1, "game": "nim", "settings": {}, "comment": "x", "moves": ["a1"]}
REQUEST: tuple[tuple[str, dict[str, Any]], ...] = (
    ("tables", {"game": "tic_tac_toe", "settings": {"columns": "4"}, "seats": ["human", "random"], "moves": "a1 b2",
                "options": {"chance": "roll", "delay": 0.1, "seed": 3, "clock": 60, "increment": 1}}),
    ("tables", {"game": "chess", "position": "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "moves": "a8=Q"}),
    ("load", {"text": json.dumps(GAME), "options": {"seed": 1}}),
    ("analyse", {"game": "nim", "player": "random", "lines": 2, "moves": "a1"}),
    ("tables/{table}/moves", {"keys": ["{key}"], "move": "b1", "path": []}),
    ("tables/{table}/edit", {"keys": ["{key}"], "path": [0], "what": "comment", "text": "hm"}),
    ("tables/{table}/go", {"keys": ["{key}"], "path": [0], "running": False}),
    ("tables/{table}/seats", {"keys": ["{key}"], "seats": ["human", "random"], "options": {"seed": 3}}),
    ("tables/{table}/why_illegal", {"keys": ["{key}"], "path": [], "clicks": ["a", "b"]}),
    ("tables/{table}/invite", {"keys": ["{key}"], "seat": 1}),
    ("tables/{table}/analyse", {"keys": ["{key}"], "path": [], "player": "random", "lines": 1}),
)  # fmt: skip


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    one = Watched(tmp_path_factory.mktemp("fuzzed") / "tables.sqlite")
    yield one
    one.stop()


def test_requests(watched: Watched, fuzz: Fuzz, tally: Count, many: Many, monkeypatch: pytest.MonkeyPatch) -> None:
    count = tally("requests")
    monkeypatch.setattr(guard.Bucket, "take", lambda bucket: True)  # how many may come is tested elsewhere
    opened = watched.post("tables", game="nim", moves="a1")
    for number in range(many(REQUESTS)):
        if number % 50 == 49:
            opened = watched.post("tables", game="nim", moves="a1")
        place, data = fuzz.luck.choice(REQUEST)
        given = json.loads(json.dumps(data).replace("{key}", opened["keys"][0]))
        place = place.replace("{table}", opened["table"]["id"])
        text = fuzz.written(fuzz.json(given))
        answer = watched.client.post(f"/api/{place}", content=text.encode(errors="surrogatepass"), headers=JSON)
        count.note(answer.status_code == 200)
        assert answer.status_code < 500, (place, text[:1000], answer.text[:500])
        if answer.status_code != 200:
            said = answer.json()["error"]
            assert is_sentence(said), (place, text[:1000], said)
            assert "mistake" not in said, (place, text[:1000], said)


def test_live_messages(watched: Watched, fuzz: Fuzz, tally: Count, many: Many) -> None:
    count = tally("live messages")
    messages: list[dict[str, Any]] = [
        {"do": place.rpartition("/")[2].replace("moves", "play").replace("seats", "reseat"), "n": 1}
        | {key: value for key, value in data.items() if key != "keys"}
        for place, data in REQUEST
        if "{table}" in place
    ]
    messages += [{"do": name, "n": 2} for name in ("table", "position", "undo", "redo", "stop", "flag", "decline")]
    for _ in range(many(CONNECTIONS)):
        opened = watched.post("tables", game="nim", moves="a1")
        query = "&".join(f"key={key}" for key in opened["keys"])
        with connect(f"ws://127.0.0.1:{watched.port}/api/tables/{opened['table']['id']}/live?{query}") as live:
            assert json.loads(live.recv(30))["kind"] == "table"
            for number in range(MESSAGES):
                text = fuzz.written(fuzz.json(fuzz.luck.choice(messages)))[:60_000]
                live.send(text.encode(errors="replace").decode())
                live.send(json.dumps({"do": "position", "n": 10_000 + number, "path": []}))  # and the socket lives on
                while (said := json.loads(live.recv(30))).get("n") != 10_000 + number:
                    if said["kind"] in ("refused", "error"):
                        assert is_sentence(said["message"]), (text[:1000], said)
                        assert "mistake" not in said["message"], (text[:1000], said)
                    if said["kind"] == "error" and "slow down" in said["message"]:
                        live.send(json.dumps({"do": "position", "n": 10_000 + number, "path": []}))
                count.note(said["kind"] == "answer")
