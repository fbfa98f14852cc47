"""Zermelo as an engine: each protocol by a script, and UCI by python-chess as its client."""

from __future__ import annotations

import io
import sys
import time
from typing import Any

import pytest

from zermelo.interfaces.engine.desk import LARGEST, LONGEST, Desk, lines_of, whole
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


MANY = "9" * 5000  # more digits than Python turns into a number
ODD = (MANY, "-" + MANY, "--5", "+5", "1_0", "\u0663", "1e400", "nan", "-inf", "1" * 400, "0x10", "-0", "\udcff", "")
SCRIPTS: dict[type[Desk], tuple[str, tuple[str, ...], str]] = {
    UciDesk: ("chess", ("go depth N", "go movetime N", "go wtime N btime N movestogo N", "go nodes N", "go mate N",
        "setoption name MultiPV value N", "setoption name Move Overhead value N", "position startpos moves N",
        "position fen N"), "position startpos"),
    UsiDesk: ("shogi", ("go byoyomi N", "go btime N binc N", "position sfen N", "setoption name MultiPV value N"),
        "position startpos"),
    GtpDesk: ("go", ("N name", "boardsize N", "komi N", "time_settings N N N", "time_left b N N", "play N N",
        "play b N", "genmove N", "known_command N"), "boardsize 5"),
    XBoardDesk: ("chess", ("st N", "sd N", "level N N N", "time N", "memory N", "cores N", "option Level=N", "ping N",
        "usermove N", "setboard N", "variant N", "N"), "new"),
}  # fmt: skip


@pytest.mark.parametrize("kind", SCRIPTS, ids=lambda kind: kind.__name__)
def test_numbers_that_are_none_and_bytes_that_are_no_text(kind: type[Desk]) -> None:
    """Each line with each odd number; the engine goes on, and still plays."""
    game, lines, again = SCRIPTS[kind]
    given = [line.replace("N", odd) for line in lines for odd in ODD]
    more = ["genmove b"] if kind is GtpDesk else ["go depth 1"] if kind is not XBoardDesk else ["st 1", "go"]
    said = talk(kind, game, *(part for line in given for part in (line, again)), *more)
    assert any(line.startswith(("= ", "bestmove ", "move ")) for line in said[-4:]), said[-4:]
    assert "Traceback" not in "\n".join(said)


def test_a_search_that_is_refused_is_no_question_any_more() -> None:
    out = io.StringIO()
    desk = UciDesk("chess", "alphabeta", out)
    desk.serve(["go depth 999999999", "isready"])
    assert "the depth must be at most" in out.getvalue()
    assert desk.question is None


def test_commands_follow_the_game() -> None:
    given = ("1 komi 6.5", "2 set_game Othello", "3 komi 6.5", "4 known_command komi", "5 set_game Go", "6 komi 0.5")
    said = talk(GtpDesk, "go", *given)
    assert [line for line in said if line] == ["=1", "=2", "?3 unknown command", "=4 false", "=5", "=6"]


def test_whole_numbers_have_bounds() -> None:
    assert [whole(text) for text in ("7", "-7", "007", MANY, "-" + MANY, "0" * 9000)] == [
        7, -7, 7, LARGEST, -LARGEST, 0,
    ]  # fmt: skip
    assert {whole(text) for text in ("", "-", "--5", "+5", "1_0", "\u0663", "1.0", " 1")} == {None}


def test_a_command_without_an_end_takes_no_memory() -> None:
    told: list[str] = []
    endless = b"x" * (3 * LONGEST) + b"\nisready\n\xff\xfe\0go\n" + b"y" * LONGEST
    assert list(lines_of(io.BytesIO(endless), told.append)) == ["isready\n", "\ufffd\ufffd\0go\n"]
    assert told == ["a command has at most 1,048,576 bytes"] * 2
