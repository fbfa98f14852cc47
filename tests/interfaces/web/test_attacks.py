"""Attacks on the server as such, whatever game is played: headers, slow and greedy clients, scripts in names, files."""

from __future__ import annotations

import json
import socket
import stat
import time
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

from tests.interfaces.web.conftest import Server
from tests.interfaces.web.page import Person
from tests.interfaces.web.test_hostile import Watched
from zermelo.folders import data_folder
from zermelo.interfaces.web import guard, patience
from zermelo.interfaces.web.store import Store
from zermelo.interfaces.web.tables import opened_by

pytestmark = pytest.mark.xdist_group("server")
SCRIPT = "<img src=x onerror='window.caught=1'><script>window.caught=1</script>"


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    one = Watched(tmp_path_factory.mktemp("attacked") / "tables.sqlite")
    yield one
    one.stop()


# ---------------------------------------------------------------------- headers


def test_answers_forbid_scripts_frames_and_other_sites(server: Server) -> None:
    for place, status in (("/", 200), ("/api/games", 200), ("/api/nothing", 404), ("/api/tables/none", 404)):
        answer = server.client.get(place)
        assert answer.status_code == status
        said = answer.headers["content-security-policy"]
        rules = dict(part.strip().split(" ", 1) for part in said.split(";"))
        assert "unsafe-inline" not in rules["script-src"]
        assert "unsafe-eval" not in rules["script-src"]
        assert rules["default-src"] == "'self'"
        assert rules["frame-ancestors"] == "'none'"
        assert rules["base-uri"] == "'none'"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"


def test_pages_of_other_sites_read_nothing(server: Server) -> None:
    for site, status in (("cross-site", 403), ("same-origin", 200), ("none", 200)):
        answer = server.client.get("/api/games", headers={"sec-fetch-site": site})
        assert answer.status_code == status
    assert server.client.get("/", headers={"sec-fetch-site": "cross-site"}).status_code == 200  # a link to the page
    for host in ("evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "localhost@evil.example", ""):
        assert server.client.get("/api/games", headers={"host": host}).status_code == 400


@pytest.mark.parametrize(
    "path",
    ["/..%2f..%2fapp.py", "/assets/..%2f..%2f..%2fapp.py", "/%2e%2e/app.py", "/assets/%2e%2e/%2e%2e/guard.py",
     "//etc/passwd", "/assets//etc/passwd", "/..\\app.py", "/%5c..%5capp.py", "/index.html%00.js", "/" + "a/" * 2000],
)  # fmt: skip
def test_no_path_leads_out_of_the_page(server: Server, path: str) -> None:
    with socket.create_connection(("127.0.0.1", server.port), 20) as one:
        one.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        said = b""
        while part := one.recv(65536):
            said += part
    assert b" 404 " in said.splitlines()[0] or b" 400 " in said.splitlines()[0], said[:200]
    assert b"import annotations" not in said


# ---------------------------------------------------------------------- slow and greedy clients


def test_who_sends_a_byte_a_second_is_let_go(attacked: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "ARRIVAL", 1.0)
    heads = (
        b"",
        b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nX: ",
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{",
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
    )
    for head in heads:
        with socket.create_connection(("127.0.0.1", attacked.port), 20) as one:
            one.sendall(head)
            one.settimeout(0.2)
            for _ in range(100):
                try:
                    if one.recv(1000) == b"":
                        break
                    one.sendall(b"a")
                except TimeoutError:
                    continue
                except ConnectionError:
                    break
            else:
                pytest.fail(f"the connection that began with {head!r} was kept")
    opened = attacked.post("tables", game="nim")  # who speaks at an ordinary pace stays, a live connection for long
    with connect(f"ws://127.0.0.1:{attacked.port}/api/tables/{opened['table']['id']}/live") as live:
        live.recv(20)
        time.sleep(1.5)
        live.send('{"do": "table", "n": 3}')
        assert json.loads(live.recv(20))["n"] == 3


def test_large_heads_are_refused(attacked: Watched) -> None:
    for line in (b"X: " + b"a" * 200_000, b"".join(b"X%d: a\r\n" % number for number in range(20_000))):
        with socket.create_connection(("127.0.0.1", attacked.port), 20) as one, pytest.MonkeyPatch.context():
            try:
                one.sendall(b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n" + line + b"\r\n\r\n")
                said = one.recv(1000)
            except ConnectionError:
                said = b""
        assert said == b"" or b" 400 " in said.splitlines()[0] or b" 431 " in said.splitlines()[0]
    assert attacked.client.get("/api/players").status_code == 200


def test_what_is_packed_small_is_not_unpacked_large(attacked: Watched) -> None:
    opened = attacked.post("tables", game="nim")
    bomb = " " * 50_000_000 + '{"do": "table", "n": 1}'
    with connect(f"ws://127.0.0.1:{attacked.port}/api/tables/{opened['table']['id']}/live") as live:
        live.recv(20)
        with suppress(ConnectionClosed):  # where it is not packed, this is refused already
            live.send(bomb)
        with pytest.raises(ConnectionClosed):
            live.recv(20)
    packed = zlib.compress(json.dumps({"game": "nim"}).encode() + b" " * 1_000_000)
    for kind in ("gzip", "deflate"):
        answer = attacked.client.post("/api/tables", content=packed, headers={"content-encoding": kind})
        assert answer.status_code == 422  # nothing unpacks a body


def test_one_address_has_so_many_connections(attacked: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "SOCKETS", 3 / guard.PEOPLE)
    opened = attacked.post("tables", game="nim")
    address = f"ws://127.0.0.1:{attacked.port}/api/tables/{opened['table']['id']}/live"
    with ExitStack() as open_ones:
        for _ in range(3):
            open_ones.enter_context(connect(address)).recv(20)
        with pytest.raises(InvalidHandshake), connect(address):
            pass
    for _ in range(100):
        try:
            with connect(address):
                return
        except InvalidHandshake:  # the server has not heard yet that they left
            time.sleep(0.05)
    pytest.fail("connections that were closed still count")


def test_many_addresses_of_one_network_are_one_client() -> None:
    def client(address: str) -> str:
        return guard.client_of({"client": (address, 1)})

    assert client("2001:db8::1") == client("2001:db8::ffff:2%eth0") != client("2001:db8:0:1::1")
    assert client("::ffff:192.0.2.7") == client("192.0.2.7") == "192.0.2.7"
    assert guard.client_of({}) == ""
    assert client("testclient:x") == "testclient:x"


def test_keys_are_compared_whole() -> None:
    assert opened_by(["abc", "abx"], ["abx", "ab", "\ud800", ""]) == (1,)
    assert opened_by(["abc", "abx"], []) == ()


# ---------------------------------------------------------------------- scripts in what others wrote


def hostile_game() -> str:
    moves: list[Any] = ["e4", {"move": "e5", "comment": SCRIPT, "instead": [[{"move": "c5", "comment": SCRIPT}]]}]
    tags = {
        "Event": SCRIPT,
        "White": SCRIPT,
        "Black": f'"{SCRIPT}',
        "__proto__": SCRIPT,  # names of tags are letters, digits and underlines: others are refused
        "Result": SCRIPT,
    }
    game = {"format": "zermelo game", "version": 1, "game": "chess", "seats": [SCRIPT, SCRIPT], "tags": tags}
    return json.dumps({**game, "comment": SCRIPT, "moves": moves})


def test_what_others_wrote_is_text_in_the_page(browser: Any, server: Server) -> None:
    opened = server.post("load", text=hostile_game())
    person = Person(browser, server)
    person.sit(opened["table"]["id"], opened["keys"])
    page = person.page
    page.wait_for_selector("text=onerror")  # it is shown, as what it is
    page.evaluate("location.hash = '#/table/%3Cimg%20src=x%20onerror=window.caught=1%3E'")
    page.wait_for_timeout(300)
    assert page.evaluate("window.caught") is None
    assert page.evaluate("({}).polluted") is None
    person.problems = [said for said in person.problems if "404" not in said]  # a table that is not there
    person.close()


def test_the_browser_refuses_scripts_in_the_page(browser: Any, server: Server) -> None:
    person = Person(browser, server)
    person.page.goto(server.address)
    person.page.evaluate("document.body.insertAdjacentHTML('beforeend', `<img src=x onerror='window.caught=1'>`)")
    person.page.wait_for_timeout(300)
    assert person.page.evaluate("window.caught") is None
    assert any("Content Security Policy" in said for said in person.problems)
    person.problems.clear()
    person.close()


# ---------------------------------------------------------------------- files


def test_what_is_kept_is_for_its_owner_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_DATA", str(tmp_path / "new" / "data"))
    folder = data_folder()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    path = folder / "tables.sqlite"
    store = Store(path)
    store.save("a", "nim", 1.0, "{}")
    assert {stat.S_IMODE(one.stat().st_mode) for one in folder.iterdir()} == {0o600}
    store.close()
    path.chmod(0o644)  # as an earlier version made it
    Store(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_no_answer_is_a_mistake_of_the_server(attacked: Watched) -> None:
    """Every address in the description, asked without anything, with nonsense, and by other methods."""
    paths = attacked.client.get("/openapi.json").json()["paths"]
    for path in paths:
        place = path.replace("{number}", "none").replace("{name}", "none")
        for method in ("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "HEAD", "XYZZY"):
            for content in (b"", b"null", b"[]", b'{"x": 1}', b"\xff\xfe"):
                answer = attacked.client.request(method, place, content=content)
                assert answer.status_code < 500, (method, place, content, answer.text)
                if method != "POST":
                    break
