"""Zermelo as an engine: each protocol by a script, and UCI by python-chess as its client."""

from __future__ import annotations

import io
import sys
import time
from typing import Any

import pytest

from zermelo.interfaces.engine.desk import Desk
from zermelo.interfaces.engine.gtp import GtpDesk
from zermelo.interfaces.engine.uci import UciDesk, UsiDesk
from zermelo.interfaces.engine.xboard import XBoardDesk

QUICK = "greedy"  # a player without kernels


def talk(kind: type[Desk], game: str, *commands: str, player: str = QUICK) -> list[str]:
    """What is said to these commands."""
    out = io.StringIO()
    kind(game, player, out).serve(commands)
    return out.getvalue().splitlines()


def test_uci_words() -> None:
    said = talk(
        UciDesk,
        "chess",
        "uci",
        "isready",
        "nonsense",
        "setoption name MultiPV value 0",
        "position fen rubbish",
        "position startpos moves e2e4 e7e5 e1e3",
        "position startpos moves e2e4",
        "go depth 1",
        "quit",
    )
    assert {"uciok", "readyok"} <= set(said)
    strings = [line for line in said if line.startswith("info string")]
    assert len(strings) == 4
    assert "unknown command: nonsense" in strings[0]
    assert "between 1 and 256" in strings[1]


def test_uci_answers() -> None:
    said = talk(UciDesk, "chess", "position startpos moves e2e4", "go depth 1 foo")
    assert said[-1].startswith("bestmove ")
    assert " score " in said[-2]
    mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
    assert talk(UciDesk, "chess", f"position fen {mated}", "go movetime 10")[-1] == "bestmove (none)"
    only = talk(UciDesk, "chess", "position startpos", "go nodes 5 searchmoves a2a3")
    assert only[-1].split()[:2] == ["bestmove", "a2a3"]


def test_infinite_waits_for_stop() -> None:
    out = io.StringIO()
    desk = UciDesk("chess", QUICK, out)

    def commands() -> Any:
        yield "go infinite"
        yield "isready"
        time.sleep(0.3)
        assert "bestmove" not in out.getvalue()
        assert "readyok" in out.getvalue()
        yield "stop"
        desk.jobs.join()
        assert "bestmove" in out.getvalue()
        yield "go ponder wtime 1000 btime 1000"
        yield "ponderhit"
        desk.jobs.join()

    desk.serve(commands())
    assert out.getvalue().count("bestmove") == 2


def test_clocks_of_uci() -> None:
    desk = UciDesk("chess", QUICK, io.StringIO())
    assert (desk.limits({"movetime": 500}).seconds or 0) == pytest.approx(0.49)
    both = desk.limits({"wtime": 1000, "btime": 9, "winc": 10, "binc": 10}).seconds or 0
    assert 0.03 < both < 0.1
    assert (desk.limits({"btime": 1000}).seconds or 0) > 0.01
    assert (desk.limits({"wtime": 1}).seconds or 0) <= 0.001
    limits = desk.limits({"depth": 4, "nodes": 100})
    assert (limits.depth, limits.nodes, limits.seconds) == (4, 100, None)
    assert desk.limits({"mate": 2}).depth == 3


def test_usi() -> None:
    said = talk(UsiDesk, "minishogi", "usi", "usinewgame", "position startpos", "go btime 0 wtime 0 byoyomi 50")
    assert "usiok" in said
    assert said[-1].startswith("bestmove ")


def test_gtp() -> None:
    said = talk(
        GtpDesk,
        "go",
        "1 protocol_version",
        "known_command genmove",
        "# comment",
        "boardsize 99",
        "boardsize 5",
        "clear_board",
        "komi 7.5",
        "play black C3",
        "play black C3",
        "7 play B D4",
        "genmove w",
        "play white",
        "undo",
        "frobnicate",
        "time_settings 0 1 1",
        "reg_genmove b",
        "final_score",
        "quit",
    )
    answers = [line for line in said if line.startswith(("=", "?"))]
    assert answers[0] == "=1 2"
    assert answers[1] == "= true"
    assert answers[2] == "? unacceptable size"
    assert answers[6:9] == ["=", "? illegal move", "=7"]
    assert answers[10:13] == ["? syntax error", "=", "? unknown command"]
    assert answers[-2:] == ["? cannot score", "="]
    assert said[1::2][:2] == ["", ""]  # an empty line ends each answer


def test_othello_over_gtp() -> None:
    said = talk(GtpDesk, "othello", "set_game Othello", "genmove black", "komi 3", "quit")
    assert [line for line in said if line][-2:] == ["? unknown command", "="]


def test_xboard() -> None:
    said = talk(
        XBoardDesk,
        "chess",
        "xboard",
        "protover 2",
        "new",
        "ping 3",
        "level 0 0:10 0.1",
        "usermove e2e4",
        "ping 4",
        "force",
        "usermove e2e4",
        "blah blah",
        "setboard rubbish",
        "quit",
    )
    assert any(line.startswith("feature ") and "setboard=1" in line for line in said)
    assert {"feature done=1", "pong 3", "pong 4", "Illegal move: e2e4", "Error (unknown command): blah blah"} <= set(
        said
    )
    assert not any(line.startswith("move ") for line in said[said.index("pong 4") + 1 :])  # force: it is not wanted
    assert talk(XBoardDesk, "chess", "new", "level 0 0:10 0.1", "usermove e2e4")[-1].startswith("move ")
    assert any(line.startswith("tellusererror Illegal position") for line in said)
    mate = talk(XBoardDesk, "chess", "new", "force", "f2f3", "e7e5", "g2g4", "d8h4", "quit")
    assert mate[-1].startswith("0-1 {")


def test_python_chess_as_client() -> None:
    chess = pytest.importorskip("chess")
    pytest.importorskip("chess.engine")
    command = [sys.executable, "-m", "zermelo", "uci", "--player", QUICK]
    with chess.engine.SimpleEngine.popen_uci(command, timeout=120) as engine:
        assert engine.id["name"].startswith("Zermelo")
        board = chess.Board()
        for _ in range(6):
            clocks = chess.engine.Limit(white_clock=5, black_clock=5, white_inc=0.1, black_inc=0.1)
            board.push(engine.play(board, clocks, game=1).move)
        assert board.is_valid()
        found = engine.analyse(chess.Board("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"), chess.engine.Limit(depth=2), multipv=2)
        assert len(found) == 2
