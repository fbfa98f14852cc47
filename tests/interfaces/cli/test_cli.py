"""The command line as a user types it: results on the last line, one sentence and status 2 for bad input."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from zermelo import find
from zermelo.game.check.checking import Check


def run(*words: str, status: int = 0, given: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "zermelo", *words]
    done = subprocess.run(command, capture_output=True, text=True, input=given, check=False)
    assert done.returncode == status, done.stderr + done.stdout
    assert "Traceback" not in done.stderr
    return done


def test_games_lists_every_game() -> None:
    rows = {row["name"]: row for row in json.loads(run("games", "--json").stdout)}
    assert rows["go"]["parameters"]["size"]["default"] == 9
    assert rows["backgammon"]["kind"].startswith("chance")
    assert "connect_four" in run("games").stdout


def test_perft() -> None:
    assert run("perft", "connect_four", "5").stdout.splitlines()[-1] == "16807"
    assert run("perft", "four_in_a_row", "2", "--set", "columns=5").stdout.strip() == "25"
    divided = run("perft", "connect_four", "3", "--divide").stdout.splitlines()
    assert divided[0] == "a: 49"
    assert divided[-1] == "343"
    assert run("perft", "connect_four", "4", "--positions").stdout.strip() == "1120"
    position = "7/7/7/7/3o3/3x3 x"
    assert run("perft", "connect_four", "2", "--position", position).stdout.strip() == "49"


def test_playouts() -> None:
    report = json.loads(run("playouts", "connect_four", "--games", "500", "--seed", "1", "--json").stdout)
    assert report["games"] == 500
    assert report["moves"] > 500 * 7
    assert report["games_per_second"] > 0
    assert "branching" in run("playouts", "connect_four", "--games", "50").stdout


def test_show_and_play() -> None:
    shown = run("show", "connect_four", "--moves", "d d").stdout
    assert "7/7/7/7/3o3/3x3 x" in shown
    data = json.loads(run("show", "connect_four", "--moves", "d d", "--json").stdout)
    assert data["moves"]["d"] == 3
    played = run("play", "connect_four", "--player", "human", "--player", "human", given="d\ne\nundo\nz\nquit\n").stdout
    assert "the columns are a to g" in played
    full = run("play", "connect_four", "--player", "random", "--player", "random", "--seed", "3").stdout
    assert "Result" in full


def test_new_game_passes_check(tmp_path: Path) -> None:
    run("new", "nice_game", "--folder", str(tmp_path))
    path = tmp_path / "nice_game.py"
    assert "class NiceGame(Game)" in path.read_text()
    done = run("check", str(path), "--games", "200", "--seconds", "5", "--json")
    assert json.loads(done.stdout)["broken"] == []
    run("new", "nice_game", "--folder", str(tmp_path), status=2)
    assert run("perft", str(path), "3").stdout.strip() == "27"


@pytest.mark.parametrize("kind", ["board", "dice", "cards", "simultaneous", "puzzle"])
def test_every_kind_of_new_game(kind: str, tmp_path: Path, long_run: bool) -> None:
    run("new", "my_try", "--folder", str(tmp_path), "--kind", kind)
    path = tmp_path / "my_try.py"
    game = find(str(path))
    report = Check(game, kind).run(0, 20.0, 10, 0, compiled=False)
    assert report.ok, str(report)
    scene = game().scene()
    assert set(scene.clicks) == set(game().legal())
    if long_run:
        run("check", str(path), "--games", "500", "--seconds", "20")


def test_names_of_python_are_refused(tmp_path: Path) -> None:
    for name in ("class", "random"):
        said = run("new", name, "--folder", str(tmp_path), status=2).stderr
        assert "has a meaning in Python already" in said


def test_doctor() -> None:
    assert "cache" in run("doctor").stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["perft", "conect_four", "3"], "did you mean connect_four"),
        (["perft", "connect_four", "-1"], "between 0 and 32"),
        (["perft", "connect_four", "99999999999999999999"], ""),
        (["perft", "connect_four", "3", "--set", "columns=99"], "between 1 and 9"),
        (["perft", "connect_four", "3", "--set", "colums=7"], "did you mean columns"),
        (["perft", "connect_four", "3", "--set", "columns"], "NAME=VALUE"),
        (["perft", "connect_four", "3", "--set", "columns=x"], "type int"),
        (["perft", "connect_four", "3", "--position", "rubbish"], "rows from the top"),
        (["perft", "connect_four", "3", "--distinct"], "--turns"),
        (["show", "connect_four", "--moves", "d z"], "the columns are a to g"),
        (["show", "connect_four", "--moves", "d d d d d d d"], "column d is full"),
        (["show", "./no_such_file.py"], "there is no file"),
        (["playouts", "connect_four", "--on", "moon"], "cpu or gpu"),
        (["play", "connect_four", "--player", "ghost"], "there is no player called"),
    ],
)
def test_bad_input_gets_one_sentence(words: list[str], sentence: str) -> None:
    done = run(*words, status=2)
    assert sentence in done.stderr


def test_files_that_are_no_game(tmp_path: Path) -> None:
    empty, broken, crash = tmp_path / "empty.py", tmp_path / "broken.py", tmp_path / "crash.py"
    empty.write_text("x = 1\n")
    broken.write_text("class Game(:\n")
    crash.write_text("1 / 0\n")
    assert "holds no game" in run("show", str(empty), status=2).stderr
    assert "line 1" in run("show", str(broken), status=2).stderr
    assert "ZeroDivisionError" in run("show", str(crash), status=2).stderr


def test_analyse_where_chance_moves_first() -> None:
    """Each outcome with its odds and a decision; their expectation; too many outcomes are refused with a remedy."""
    told = json.loads(run("analyse", "kuhn_poker", "--player", "random", "--json").stdout)
    assert len(told["outcomes"]) == 6
    assert sum(row["odds"] for row in told["outcomes"]) == pytest.approx(1)
    assert {row["move"] for row in told["outcomes"]} <= {"pass", "bet"}
    assert told["expected"] == pytest.approx(sum(row["odds"] * row["value"] for row in told["outcomes"]))
    assert "say how it went" in run("analyse", "liars_dice", "--set", "dice=3", "--player", "random", status=2).stderr
