"""Games with hidden cards played on the real page: all that comes to it is what the seat observes.

Every body and every live message that a page receives is kept, of a player who also holds the machine's key and of
somebody who looks on. Each message must be what is told, at the same moment, of a twin of that game: one with other
hidden cards that the viewer observes alike.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.interfaces.web.conftest import Server
from tests.interfaces.web.page import Person
from tests.interfaces.web.test_page_every_game import wait_for_turn
from tests.interfaces.web.twins import (
    NOTHING_HIDDEN,
    ONLOOKER,
    SMALL,
    begin,
    hidden_games,
    seats_for,
    sent,
    table_of,
    twin_of,
)
from zermelo.game.random import Random
from zermelo.interfaces.web.tables import Table
from zermelo.interfaces.web.views import position_view, table_view
from zermelo.notation.files import read_game

pytestmark = pytest.mark.xdist_group("page")
MOVES = 2  # of the person
TRIES = 12  # of finding a twin that differs
DEALT = {"hidden_stratego": 12}  # moves before the page opens: pieces stand on the board
OPPONENT = "random:seed=3"
OF_TABLE = ("id", "revision", "seats", "options", "running", "owner", "offer", "mover", "kind")  # not of its game
SLOW = {"scrabble", "hidden_dominoes"}  # greedy looks at many moves for each of many deals
DRAWN = """() => [
  [...document.querySelectorAll('.list .move')].slice(1).map(one => one.textContent),
  document.querySelectorAll('svg.board .mover').length,
  [...document.querySelectorAll('.notes li')].map(one => one.textContent),
]"""


class Ears:
    """All that a page receives about tables: bodies and live messages, in order."""

    def __init__(self, person: Person) -> None:
        self.heard: list[dict[str, Any]] = []
        person.page.on("websocket", lambda socket: socket.on("framereceived", self.frame))
        person.page.route("**/api/tables/**", self.body)

    def frame(self, payload: str | bytes) -> None:
        self.heard.append(json.loads(payload))

    def body(self, route: Any) -> None:
        answer = route.fetch()
        self.heard.append({"kind": "answer", "answer": answer.json()})
        route.fulfill(response=answer)


class Twins:
    """Tables at which twins of a game stand: one for each number of moves."""

    def __init__(self, game: str, moves: list[str], viewer: int) -> None:
        self.game, self.moves, self.viewer = game, moves, viewer
        self.tables: dict[tuple[int, bool], Table] = {}
        self.lines: list[list[str]] = []  # twins; the first moves of a twin are one too
        self.differ = 0  # that are not the game itself

    def at(self, length: int, resigned: bool = False) -> Table:
        """A table where another game has come as far."""
        if (length, resigned) not in self.tables:
            moves = self.moves[:length]
            twin = next((line[:length] for line in self.others() if len(line) >= length), moves)
            self.differ += twin != moves
            table = table_of(self.game, twin, ["human", OPPONENT])
            if resigned:
                table.session.resign(table.actor(table.keys))
            self.tables[length, resigned] = table
        return self.tables[length, resigned]

    def others(self) -> Iterator[list[str]]:
        """Twins that have been found, then more of them, as long as can be."""
        yield from self.lines
        while len(self.lines) < TRIES:
            tried = len(self.lines)
            self.lines.append(twin_of(self.game, self.moves, self.viewer, Random(tried), kept=tried % 4))
            yield self.lines[-1]

    def keys(self, table: Table) -> list[str]:
        """What the viewer holds: who plays has the machine's key too."""
        return table.keys if self.viewer == 0 else []

    def view(self, length: int, resigned: bool) -> dict[str, Any]:
        """The table as the viewer would see it."""
        table = self.at(length, resigned)
        return of_game(table_view(table, self.keys(table)).model_dump(mode="json"))

    def position(self, path: list[int], length: int, resigned: bool) -> dict[str, Any]:
        """A place of its record."""
        table = self.at(length, resigned)
        return position_view(table, path, self.keys(table)).model_dump(mode="json")


def of_game(view: dict[str, Any]) -> dict[str, Any]:
    """What is said of the game, without what is said of the table."""
    return {name: value for name, value in view.items() if name not in OF_TABLE}


def check(message: dict[str, Any], twins: Twins, tip: int) -> int:
    """Compare a message with what the twin gives at its moment; how many moves the game then has."""
    kind = message["kind"]
    if kind == "thinking":
        assert set(message["event"]) <= {"kind", "stand_in"}, message
        return tip
    body = message["answer"] if kind == "answer" else message[kind]
    change = body if "base" in body else None
    status = body["status"] if change else body if "tip" in body else None
    if status is not None:
        tip = len(status["tip"])
    resigned = bool(status and status["outcome"] and status["outcome"]["reason"].endswith("resigns"))
    wanted = twins.view(tip, resigned)
    if change:
        assert of_game(change["status"]).items() <= wanted.items()
        rows = [{"text": row[1], "player": row[2]} for row in wanted["tree"]]
        for added in change["added"]:
            assert {"text": added["text"], "player": added["player"]} == rows[len(added["path"])]
        assert change["tree"] in (None, wanted["tree"])
        body = change["position"]
    elif status is not None:
        assert of_game(body) == wanted
        return tip
    position = twins.position(body["path"], tip, resigned)
    assert body == position
    return tip


REFUSED: dict[str, dict[str, Any]] = {
    "review": {"player": "random"},
    "picture": {"moves": []},
}  # questions whose answers would tell what is hidden, while the game goes on


def check_questions(server: Server, person: Person, path: list[int]) -> list[dict[str, Any]]:
    """What tells all is refused, to who holds all keys too; what greedy thinks comes back, to be compared."""
    base, keys = f"/api/tables/{person.table}", person.keys
    asked: dict[str, Any] = {"keys": keys, "path": path}
    found = [server.client.post(f"{base}/{name}", json=asked | more) for name, more in REFUSED.items()]
    found += [server.client.get(f"{base}/{name}", params={"key": keys}) for name in ("file", "microscope")]
    for answer in found:
        assert answer.status_code == 400
        assert "cards are hidden in this game" in answer.json()["error"]
    thought = server.post(f"tables/{person.table}/analyse", **asked, player="greedy", lines=3)
    lines: list[dict[str, Any]] = thought["result"]["lines"]
    return lines


@pytest.fixture
def person(browser: Any, server: Server) -> Iterator[Person]:
    one = Person(browser, server)
    yield one
    one.close()


@pytest.mark.parametrize("game", hidden_games())
def test_a_page_receives_what_its_seat_observes(person: Person, browser: Any, server: Server, game: str) -> None:
    onlooker = Person(browser, server)
    ears = {0: Ears(person), ONLOOKER: Ears(onlooker)}
    luck, line, moves = Random(11), begin(game), list[str]()
    while len(moves) < DEALT.get(game, 0):
        move = line.draw(luck)
        moves.append(str(line.state.move_text(move)))
        line.play(move)
    person.begin(game, seats=seats_for(game, "human", OPPONENT), settings=SMALL.get(game, {}), moves=" ".join(moves))
    onlooker.sit(person.table, [])
    answers = []
    for _ in range(MOVES):
        if not wait_for_turn(person):
            break
        position = person.position()
        move = position["moves"][luck.below(len(position["moves"]))]
        if game not in SLOW:
            answers.append((position["path"], check_questions(server, person, position["path"])))
        person.hands.make(position, move)
    if resigned := wait_for_turn(person):
        server.post(f"tables/{person.table}/resign", keys=person.keys)
    for one in (person, onlooker):
        one.page.wait_for_selector("[role=dialog], .status a, .status button")
    shown = {viewer: one.page.evaluate(DRAWN) for viewer, one in ((0, person), (ONLOOKER, onlooker))}
    record = read_game(server.client.get(f"/api/tables/{person.table}/file", params={"key": person.keys}).text)
    truth = record.moves_to(record.main_line())
    heard = {viewer: list(one.heard) for viewer, one in ears.items()}
    for viewer, messages in heard.items():
        twins, tip = Twins(game, truth, viewer), len(moves)
        for message in messages:
            tip = check(message, twins, tip)
        assert tip == len(truth)
        assert twins.differ or (game, viewer) in NOTHING_HIDDEN, f"viewer {viewer}: no other cards were tried"
        view, position = twins.view(tip, resigned), twins.position([0] * tip, tip, resigned)
        told = [row[1] for row in view["tree"][1:]], len(position["scene"]["pieces"]), position["scene"]["notes"]
        assert tuple(shown[viewer]) == told
        for path, lines in answers if viewer == 0 else []:
            asked = {"path": path, "player": "greedy", "lines": 3}
            assert lines == json.loads(sent(twins.at(len(path)), 0, "analyse", **asked))["result"]["lines"]
    onlooker.close()
