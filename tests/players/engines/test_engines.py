"""Engines as players: real ones where they are installed, bad ones always."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.players.engines.bad import BAD, bad
from zermelo.arena.setup import Setup
from zermelo.arena.tournament import Tournament
from zermelo.errors import BadPlayer, Unsupported
from zermelo.game import files
from zermelo.games import catalogue
from zermelo.players import player
from zermelo.players.base import Resigns
from zermelo.players.engines import engine
from zermelo.players.engines.engine import BESIDE, Engine, program_of
from zermelo.players.text import read_player
from zermelo.session.referee import Conduct
from zermelo.session.time_control import TimeControl

EXAMPLES = Path(__file__).parents[3] / "examples" / "engines"


def needs(program: str) -> None:
    """Skip where a program is not installed."""
    if not (shutil.which(program) or shutil.which(program, path=BESIDE[1:])):
        pytest.skip(f"{program} is not installed: `make engines` installs it")


def meet(game: str, *players: str, clock: str = "", games: int = 2, **more: Any) -> Any:
    """A short match."""
    conduct = Conduct(TimeControl.read(clock), margin=5.0)
    return Tournament(Setup(game, players, conduct=conduct, **more)).run(games)


def test_texts() -> None:
    assert read_player("uci:stockfish,elo=1500").settings == {"command": "stockfish", "elo": "1500"}
    assert read_player("gtp:gnugo --level=10").settings == {"command": "gnugo --level=10"}
    mixed = read_player("mix(uci:stockfish,elo=1500@0.5,random@0.5)")
    assert [part.text for part, _ in mixed.parts] == ["uci:stockfish,elo=1500", "random"]
    for text, why in (("uci:", "names no program"), ("usi", "names no program"), ("uci:nosuchengine", "no program"),
                      ("uci:'broken", "cannot be read"), ("uci:sh,time=-1", "at least")):  # fmt: skip
        with pytest.raises(BadPlayer, match=why):
            player(text)


@pytest.mark.parametrize("name", BAD)
def test_bad_engines(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Each is told of in one sentence, and ended."""
    text, why = bad(name, tmp_path), BAD[name][1]
    monkeypatch.setattr(engine, "HANDSHAKE", 1.0 if "does not speak" in why or name == "another protocol" else 20.0)
    found = player(text)
    assert isinstance(found, Engine)
    found.patience = 1.0 if "hangs" in name else None
    line = catalogue.begin("chess")
    if name == "gives up":
        with pytest.raises(Resigns):
            found.think(line)
    else:
        with pytest.raises(BadPlayer, match=why) as told:
            found.think(line)
        assert "\n" not in str(told.value)
    found.close()


def test_a_match_refuses_what_is_no_engine(tmp_path: Path) -> None:
    with pytest.raises(BadPlayer, match="ended with status 3"):
        meet("chess", bad("dies at start", tmp_path), "random")
    needs("stockfish")
    with pytest.raises(Unsupported, match="covers chess"):
        meet("kalah", "uci:stockfish", "random")
    with pytest.raises(Unsupported, match="does not know shogi"):
        meet("shogi", "uci:stockfish", "random")
    for text, why in (("uci:stockfish,elo=9", "UCI_Elo lies between"), ("uci:stockfish,Hush=3", "did you mean 'Hash'")):
        with pytest.raises(BadPlayer, match=why):
            meet("chess", text, "random")


def test_a_forfeit_is_kept(tmp_path: Path) -> None:
    """What an engine does wrong in a game is the referee's, with the reason."""
    report = meet("chess", bad("illegal move", tmp_path), "random", games=1)
    assert (report.records[0].ending, report.records[0].loser) == ("illegal move", 0)
    report = meet("chess", bad("dies in the game", tmp_path), "random", games=2, clock="10+0.1")
    assert [one.ending for one in report.records] == ["crash", "crash"]  # it is started again for the next game


def test_stockfish() -> None:
    needs("stockfish")
    report = meet("chess", "uci:stockfish,depth=3", "random", clock="5+0.1")
    assert report.standings[0].wins == 2
    thoughts = [thought for one in report.records for thought in one.thoughts if thought.value is not None]
    assert thoughts
    assert any(thought.nodes > 0 and thought.depth > 0 and -1 <= (thought.value or 0) <= 1 for thought in thoughts)
    found = player("uci:stockfish,nodes=2000")
    seen: list[Any] = []
    result = found.think(catalogue.begin("chess"), lines=3, on_update=seen.append)
    assert len(result.lines) == 3
    assert len({way.move for way in result.lines}) == 3
    assert seen
    start = catalogue.begin("chess", {"position": "100"})
    assert found.think(start).move in start.moves()
    middle = catalogue.begin("chess", {}, "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1")
    result = found.think(middle)
    assert (result.proven, result.value) == ("win", 1.0)
    found.close()


@pytest.mark.parametrize(
    ("program", "game", "text", "other"),
    [
        ("fairy-stockfish", "minishogi", "usi:fairy-stockfish,nodes=500", "random"),
        ("fairy-stockfish", "minishogi", "uci:fairy-stockfish,nodes=500", "random"),
        ("fairymax", "chess", "xboard:fairymax,depth=1", "random"),
        ("gnuchess", "chess", "xboard:gnuchess,depth=1", "random"),
        ("phalanx", "chess", "xboard:phalanx,depth=1", "random"),
        ("gtp-rhino", "othello", "gtp:gtp-rhino", "random"),
        ("gnugo", "go", "gtp:gnugo --level 1 --chinese-rules --positional-superko", "random"),
        ("gnubg", "backgammon", "gnubg:plies=0", "random"),
    ],
)
def test_installed_engines(program: str, game: str, text: str, other: str, long_run: bool) -> None:
    """A game from both seats against random play: nobody breaks down, and all moves are legal."""
    needs(program)
    if program in ("gnuchess", "phalanx") and not long_run:
        pytest.skip("it takes a second for each move, whatever it is told: --long")
    report = meet(game, text, other, settings={"size": "5"} if game == "go" else {})
    assert [one.reason for one in report.records if one.ending not in ("rules", "resigned")] == []
    assert len(report.records) == 2


def test_a_program_in_c(tmp_path: Path) -> None:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("no C compiler is installed")
    subprocess.run([compiler, "-Wall", "-Werror", "-o", tmp_path / "middle", EXAMPLES / "middle_move.c"], check=True)
    report = meet("backgammon", f"lines:{tmp_path / 'middle'}", "random", clock="60+0.1")
    assert not any(one.forfeited for one in report.records)
    report = meet("kuhn_poker", f"lines:{tmp_path / 'middle'}", "random")
    assert not any(one.forfeited for one in report.records)


def test_a_program_in_javascript() -> None:
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    report = meet("connect_four", f"lines:node {EXAMPLES / 'last_move.js'}", "random")
    assert not any(one.forfeited for one in report.records)


def test_named_engines(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where a process works for others, engines have names, and no command comes from a client."""
    monkeypatch.setattr(files, "_programs", frozenset())
    monkeypatch.setattr(files, "_engines", {"good": bad("gives up", tmp_path)})
    made = player("good:time=0.5")
    assert made.text == "good:time=0.5"
    assert isinstance(made, Engine)
    assert made.limits.seconds == 0.5
    for text in ("uci:stockfish", "mix(uci:sh@1)", "gnubg:plies=0", "lines:sh"):
        with pytest.raises(BadPlayer, match="named when the server was started"):
            player(text)
    with pytest.raises(BadPlayer, match="has no setting 'command'"):
        player("good:command=sh")
    with pytest.raises(BadPlayer, match="has no setting 'Debug Log File'"):
        player("good:Debug Log File=x")
    with pytest.raises(BadPlayer, match="at most 60 here"):
        player("good:time=1000", {"time": 60})
    monkeypatch.setattr(files, "_engines", {"wrong": "best"})
    with pytest.raises(BadPlayer, match="which is none"):
        player("wrong")


def test_no_shell() -> None:
    """A command is words, not a shell's line."""
    assert program_of("x", "sh -c 'echo $HOME; x'")[1:] == ["-c", "echo $HOME; x"]
