"""Matches of general game playing: both ends over loopback, and partners that are late, silent or talk nonsense."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from typer.testing import CliRunner

import zermelo.gdl
from zermelo.errors import ZermeloError
from zermelo.interfaces.cli import app
from zermelo.interfaces.ggp import player as player_module
from zermelo.interfaces.ggp.manager import Manager
from zermelo.interfaces.ggp.player import MOST_MATCHES, GgpPlayer, server

FOLDER = Path(zermelo.gdl.__file__).parent / "descriptions"
TIC_TAC_TOE = (FOLDER / "tic_tac_toe.kif").read_text()


@pytest.fixture
def address() -> Iterator[str]:
    """A player that listens."""
    serving = server(GgpPlayer("random"), 0)
    thread = threading.Thread(target=serving.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{serving.server_port}"
    serving.shutdown()
    serving.server_close()


@pytest.mark.parametrize("name", ["tic_tac_toe", "rock_paper_scissors", "dice_race"])
def test_a_match_over_loopback(address: str, name: str) -> None:
    record = Manager((FOLDER / f"{name}.kif").read_text(), [address, "random"], 2, 2, seed=3).run()
    assert not record.faults
    assert record.rounds
    assert sum(record.goals.values()) == 100


def test_a_conversation() -> None:
    player = GgpPlayer("random")
    assert player.answer("( INFO )") == "((name zermelo) (status available))"
    rules = " ".join(line.partition(";")[0] for line in TIC_TAC_TOE.splitlines())
    assert player.answer(f"(START m1 x ({rules}) 1 1)") == "ready"
    assert player.answer("(PLAY m1 NIL)").startswith("(mark ")
    assert player.answer("(PLAY m1 ((mark 2 2) noop))") == "noop"
    assert player.answer("(ABORT m1)") == "aborted"
    assert player.answer("(PLAY m1 NIL)") == "busy"
    assert "no role" in player.answer(f"(START m2 z ({rules}) 1 1)")


def test_a_round_with_other_moves_than_there_are_roles_changes_nothing() -> None:
    player = GgpPlayer("random")
    rules = " ".join(line.partition(";")[0] for line in TIC_TAC_TOE.splitlines())
    assert player.answer(f"(START m1 x ({rules}) 1 1)") == "ready"
    before = player.games["m1"].state.to_text()
    for moves in ("(noop)", "((mark 1 1) noop noop)", "((mark 9 9) noop)", "()"):
        reply = player.answer(f"(PLAY m1 {moves})")
        assert reply.startswith("(error" if moves != "()" else "(mark"), (moves, reply)
        assert player.games["m1"].state.to_text() == before, moves
    assert player.answer("(PLAY m1 ((mark 1 1) noop))") == "noop"


def test_a_conversation_of_which_little_is_told() -> None:
    """GDL-II: a player hears its own move and what it sees, and the number of the round."""
    player = GgpPlayer("random")
    rules = " ".join(line.partition(";")[0] for line in (FOLDER / "monty_hall.kif").read_text().splitlines())
    assert player.answer(f"(start m1 guest ({rules}) 1 1)") == "ready"
    assert player.answer("(play m1 0 nil nil)") == "wait"
    assert player.answer("(play m1 1 wait nil)").startswith("(point ")
    assert player.answer("(play m1 2 (point 1) nil)") == "wait"
    assert player.answer("(play m1 3 wait ((opened 3)))") in ("stay", "change")
    assert player.answer("(play m1 x stay nil)").startswith("(error")
    assert player.answer("(stop m1 4 stay nil)") == "done"


def test_a_match_with_hidden_information(address: str) -> None:
    record = Manager((FOLDER / "monty_hall.kif").read_text(), [address], 2, 2, seed=3).run()
    assert not record.faults
    assert len(record.rounds) == 4
    assert set(record.goals) == {"guest"}


@pytest.mark.parametrize(
    "nonsense", ["", "(", "hello", "(start a b)", "(play)", "(start a x ((role x)) 1 1)", "\0" * 50]
)
def test_nonsense_is_answered(nonsense: str) -> None:
    assert GgpPlayer("random").answer(nonsense).startswith("(error")


def test_pages_of_other_sites_may_not_use_a_player(address: str) -> None:
    """A browser lets any page send such a request; it says whose page it was."""
    port = int(address.rpartition(":")[2])
    for headers, status in (
        ({}, 200),
        ({"Origin": "http://evil.example"}, 403),
        ({"Host": "evil.example"}, 403),
        ({"Content-Length": "9" * 5000}, 413),
        ({"Content-Length": "-1"}, 413),
    ):
        connection = HTTPConnection("127.0.0.1", port, timeout=20)
        connection.request("POST", "/", b"(info)", headers)
        assert connection.getresponse().status == status, headers
        connection.close()


def test_matches_that_nobody_speaks_of_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player_module, "FORGOTTEN", -1000.0)
    player = GgpPlayer("random")
    rules = " ".join(line.partition(";")[0] for line in TIC_TAC_TOE.splitlines())
    for number in range(MOST_MATCHES + 1):
        assert player.answer(f"(START m{number} x ({rules}) 1 1)") == "ready"


def test_a_deep_message_is_answered() -> None:
    player = GgpPlayer("random")
    assert "nested" in player.answer("(play m " + "(a " * 50_000 + ")" * 50_001)
    assert player.answer(f"(start m x ((role x)) {'9' * 5000} 1)").startswith("(error")


def test_partners_that_fail() -> None:
    """One talks nonsense, one is not there: moves are drawn for them, the match goes on, the faults are told."""

    class Nonsense(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"((((")

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Nonsense) as talking:
        threading.Thread(target=talking.serve_forever, daemon=True).start()
        with ThreadingHTTPServer(("127.0.0.1", 0), Nonsense) as silent:
            gone = f"http://127.0.0.1:{silent.server_port}"
        record = Manager(TIC_TAC_TOE, [f"http://127.0.0.1:{talking.server_port}", gone], 1, 1).run()
        talking.shutdown()
    assert sum(record.goals.values()) == 100
    assert any("is no legal move" in fault for fault in record.faults)
    assert any("no reply" in fault for fault in record.faults)


def test_the_command(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["ggp", "match", str(FOLDER / "tic_tac_toe.kif"), "random", "random"])
    assert result.exit_code == 0
    assert "goals" in result.output
    wrong = CliRunner().invoke(app, ["ggp", "match", str(FOLDER / "tic_tac_toe.kif"), "random"])
    assert isinstance(wrong.exception, ZermeloError)
    assert "2 roles" in str(wrong.exception)
