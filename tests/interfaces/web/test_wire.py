"""The wire: the same commands over both transports, increments that add up to the whole, types that are up to date."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.websockets import WebSocket
from websockets.sync.client import ClientConnection, connect

from tests.interfaces.web.conftest import Server
from zermelo.game.random import Random
from zermelo.interfaces.web.commands import COMMANDS
from zermelo.interfaces.web.host import Overdue
from zermelo.interfaces.web.live import live
from zermelo.interfaces.web.questions import QUESTIONS
from zermelo.interfaces.web.tables import Table
from zermelo.interfaces.web.views import change_view, table_view
from zermelo.interfaces.web.wire.tables import Change, TableView
from zermelo.interfaces.web.wire.typescript import types_text
from zermelo.notation.record import GameRecord
from zermelo.session.editing import edit
from zermelo.session.options import SessionOptions
from zermelo.session.session import Session

WEB = Path(__file__).parents[3] / "web"
SERVER = pytest.mark.xdist_group("server")


def test_the_page_has_the_types_of_the_server() -> None:
    assert (WEB / "src" / "lib" / "types.ts").read_text() == types_text(), "run: python web/build.py types"


# ---------------------------------------------------------------------- both transports


class Page:
    """A live connection, as the page has it."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.table = self.next("table")["table"]
        self.count = 0

    def next(self, *kinds: str) -> dict[str, Any]:
        """The next message of some kinds."""
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(60))
            if message["kind"] in kinds:
                return message

    def send(self, name: str, **data: Any) -> None:
        self.count += 1
        self.socket.send(json.dumps({"do": name, "n": self.count, **data}))

    def ask(self, name: str, **data: Any) -> Any:
        """The answer to a command; a refusal's sentence."""
        self.send(name, **data)
        message = self.next("answer", "refused")
        assert message["n"] == self.count
        return message["answer"] if message["kind"] == "answer" else {"error": message["message"]}


Come = Callable[[str, list[str]], Page]


@pytest.fixture
def come(server: Server) -> Iterator[Come]:
    """Come to a table with some keys."""
    with ExitStack() as stack:
        yield lambda number, keys: Page(stack.enter_context(connect(address(server, number, keys))))


def address(server: Server, number: str, keys: list[str]) -> str:
    return f"ws://127.0.0.1:{server.port}/api/tables/{number}/live?{'&'.join(f'key={key}' for key in keys)}"


SCRIPT: list[tuple[str, dict[str, Any]]] = [
    ("table", {}),
    ("play", {"move": "e4"}),
    ("play", {"move": "e4"}),  # refused
    ("play", {"move": "e5", "path": [0]}),
    ("turn", {"text": "Nf3"}),
    ("undo", {}),
    ("turn", {"text": "Nf3 Nc6"}),  # refused: the second is the other player's
    ("position", {"path": [0]}),
    ("position", {}),
    ("position", {"path": [4]}),  # refused
    ("picture", {"path": [0], "moves": ["e5", "Nf3"], "flipped": True}),
    ("picture", {"path": [0], "moves": ["e4"]}),  # refused
    ("why_illegal", {"path": [0], "clicks": ["a1", "a8"]}),
    ("undo", {}),
    ("redo", {}),
    ("undo", {}),
    ("play", {"move": "c5"}),
    ("go", {"path": [0, 1], "running": False}),
    ("edit", {"path": [0, 0], "what": "comment", "text": "instead"}),
    ("edit", {"path": [0, 1], "what": "promote"}),
    ("edit", {"path": [0], "what": "remove"}),  # refused
    ("add_line", {"path": [0], "moves": ["c6", "d4", "d5"]}),
    ("add_line", {"path": [0], "moves": ["c6", "Kd4"]}),  # refused
    ("decline", {}),
    ("flag", {}),
    ("stop", {}),
    ("reseat", {"seats": ["human", "human"], "options": {"clock": 60, "seed": 9}}),
    ("reseat", {"seats": ["human"], "options": {}}),  # refused
    ("resign", {}),
    ("resign", {}),  # refused
    ("invite", {"seat": 1}),
    ("table", {}),
]


def plain(answer: Any) -> Any:
    """An answer without what differs between two tables: names, keys, times."""
    if isinstance(answer, dict):
        return {
            name: "…" if name in ("id", "key", "time") else plain(value)
            for name, value in answer.items()
        }  # fmt: skip
    return [plain(one) for one in answer] if isinstance(answer, list) else answer


@SERVER
def test_every_command_has_the_same_answer_over_both_transports(server: Server, come: Come) -> None:
    assert {name for name, _ in SCRIPT} == set(COMMANDS)
    one, two = (server.post("tables", game="chess", options={"seed": 3}) for _ in range(2))
    page = come(two["table"]["id"], two["keys"])
    refused = 0
    for name, data in SCRIPT:
        place = f"/api/tables/{one['table']['id']}/{COMMANDS[name].address}"
        by_http = server.client.post(place, json={"keys": one["keys"], **data}).json()
        by_socket = page.ask(name, **data)
        assert plain(by_http) == plain(by_socket), name
        refused += isinstance(by_http, dict) and "error" in by_http
    assert refused == 8


@SERVER
def test_every_question_ends_with_the_same_answer(server: Server, come: Come) -> None:
    asked: dict[str, dict[str, Any]] = {
        "analyse": {"path": [0, 0], "player": "alphabeta:depth=9", "lines": 2},
        "why": {"path": [0, 0], "player": "alphabeta:depth=9", "move": "a2"},
        "review": {"path": [0, 0], "player": "alphabeta:depth=9"},
    }
    assert asked.keys() == QUESTIONS.keys()
    opened = server.post("tables", game="tic_tac_toe", moves="a1 b2")
    number, keys = opened["table"]["id"], opened["keys"]
    page = come(number, keys)
    for name, data in asked.items():
        by_http = server.post(f"tables/{number}/{name}", keys=keys, **data)
        page.send(name, **data)
        event = page.next(QUESTIONS[name].kind)
        while event["event"]["kind"] not in ("done", "error"):
            event = page.next(QUESTIONS[name].kind)
        assert event["path"] == data["path"]
        assert event["event"].keys() == by_http.keys()
        assert essence(event["event"]) == essence(by_http)


def essence(found: dict[str, Any]) -> Any:
    """What is the same when a player that remembers the position is asked again."""
    best = found.get("result", {}) or found.get("best", {})
    marks = [(one["ply"], one["move"], one["mark"]) for one in found.get("moves", [])]
    return found["kind"], best.get("move"), best.get("value"), found.get("legal"), marks


@SERVER
def test_a_move_is_answered_once_and_pushed_to_the_others(server: Server, come: Come) -> None:
    opened = server.post("tables", game="connect_four")
    number, keys = opened["table"]["id"], opened["keys"]
    mover, other, stranger = come(number, keys), come(number, keys[1:]), come(number, [])
    answer = mover.ask("play", move="d")
    assert [one["text"] for one in answer["added"]] == ["d"]
    assert answer["tree"] is None
    for page in (other, stranger):
        heard = page.next("change", "table")
        assert heard["kind"] == "change"
        assert heard["change"]["base"] == page.table["revision"]
        assert heard["change"]["added"] == answer["added"]
    assert "tree" not in answer["status"]
    mover.send("position")
    assert json.loads(mover.socket.recv(60))["kind"] == "answer"  # nothing was told twice


@SERVER
def test_messages_that_are_none_are_refused_in_a_sentence(server: Server, come: Come) -> None:
    opened = server.post("tables", game="chess")
    page = come(opened["table"]["id"], opened["keys"])
    for message, said in (
        ("{", "cannot be read"),
        ("[]", "the connection knows: table"),
        ('{"do": "burn"}', "the connection knows: table"),
        ('{"do": "play", "n": 1}', "move: Field required"),
        ('{"do": "play", "n": 1, "move": 12}', "move: Input should be a valid string"),
        ('{"do": "play", "n": 1, "move": "e4", "colour": 1}', "colour: Extra inputs"),
        ('{"do": "go", "n": 1, "path": ["x"]}', "path.0: Input should be a valid integer"),
        ('{"do": "review", "n": 1, "path": [7]}', "no variation"),
    ):
        page.socket.send(message)
        assert said in page.next("refused")["message"]
    with connect(address(server, "nothing", [])) as gone:
        assert json.loads(gone.recv(60))["kind"] == "gone"


def test_a_table_of_a_busy_machine_is_not_gone() -> None:
    """Where the rules do not answer in time, the connection ends without a word, and the page comes again."""

    class Busy:
        async def table(self, number: str, client: str) -> None:
            raise Overdue("that takes more than the 10 seconds that it may take here: ask for less")

    sent: list[dict[str, Any]] = []
    scope = {
        "type": "websocket", "path": "/api/tables/1/live", "path_params": {"number": "1"}, "headers": [],
        "query_string": b"", "client": ("127.0.0.1", 1), "app": SimpleNamespace(state=SimpleNamespace(host=Busy())),
    }  # fmt: skip

    async def receive() -> dict[str, str]:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(dict(message))

    asyncio.run(live(WebSocket(scope, receive, send), "1"))
    assert [message["type"] for message in sent] == ["websocket.accept", "websocket.close"]
    assert sent[1]["code"] == 1013  # try again later


# ---------------------------------------------------------------------- increments


def applied(known: dict[str, Any], change: Change) -> dict[str, Any]:
    """What the page does (`changed` in tree.ts): put new moves below the places they follow."""
    assert change.base == known["revision"]
    tree = list(known["tree"]) if change.tree is None else list(change.tree)
    for new in change.added:
        tree.append((row_at(tree, list(new.path)[:-1]), new.text, new.player, ""))
    return {**known, **dict(change.status), "tree": tree}


def row_at(tree: list[Any], path: list[int]) -> int:
    row = 0
    for place in path:
        row = [number for number, one in enumerate(tree) if one[0] == row][place]
    return row


def shape(tree: Any, row: int = 0) -> Any:
    """A tree of rows in whatever order, as nested lists."""
    return [*tree[row][1:], [shape(tree, number) for number, one in enumerate(tree) if one[0] == row]]


def act(table: Table, luck: Random) -> None:
    """Something that people do, by chance."""
    session, me = table.session, table.session.everyone()
    what = luck.below(10)
    places = [path for path, _ in session.record.walk()]
    if what == 0 and len(session.tip) > 1:
        session.undo(me)
    elif what == 1:
        session.go(places[luck.below(len(places))], me, running=True)
    elif what == 2 and len(places) > 2:
        edit(session, "promote", places[1 + luck.below(len(places) - 1)], "", me)
    elif what == 3:
        edit(session, "comment", places[luck.below(len(places))], f"remark {len(places)}", me)
    elif not session.over():
        session.play(session.tip, session.playthrough.draw(luck))


@pytest.mark.parametrize("game", ["tic_tac_toe", "backgammon", "kuhn_poker"])
@pytest.mark.parametrize("seed", [1, 2])
def test_increments_add_up_to_the_whole(game: str, seed: int) -> None:
    luck = Random(seed, 5)
    table = Table(Session(GameRecord(game), SessionOptions(seed=seed)))
    viewers = [table.keys, table.keys[:1], table.keys[1:], []]
    known = [dict(table_view(table, keys)) for keys in viewers]
    moves = whole = 0
    for _ in range(60):
        act(table, luck)
        done = table.changed()
        for place, keys in enumerate(viewers):
            change = change_view(table, keys, done)
            known[place] = applied(known[place], change)
        moves += len(done.news.added) and not done.news.rearranged
        whole += done.news.rearranged
    assert moves > 5
    assert whole > 5
    for place, keys in enumerate(viewers):
        fresh = dict(table_view(table, keys))
        assert shape(known[place]["tree"]) == shape(fresh["tree"])
        for name in TableView.model_fields.keys() - {"tree"}:
            assert known[place][name] == fresh[name], name
