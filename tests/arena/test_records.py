"""The file of a tournament: nothing that was told is lost, whatever happens to the process or to the file."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from zermelo.arena.export import exported
from zermelo.arena.kept import report_of
from zermelo.arena.match import Match
from zermelo.arena.records import Records, read_runs, read_tournament
from zermelo.arena.report import Report
from zermelo.arena.setup import Setup
from zermelo.arena.tournament import Tournament
from zermelo.errors import BadParameter, ZermeloError
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.notation.files import read_games

ROOT = Path(__file__).parents[2]


def match(path: Path, resume: bool = True, seed: int = 3) -> Match:
    return Match(TicTacToe(), ["random", "random"], seed=seed, out=path, resume=resume)


def played_again(path: Path, games: int) -> tuple[Report, list[int]]:
    """Go on, and which games were played for it."""
    numbers: list[int] = []
    report = match(path).run(games, lambda _, now: numbers.append(2 * now.fixture.block + now.fixture.rotation))
    return report, numbers


def test_every_game_is_kept_whole(tmp_path: Path) -> None:
    path = tmp_path / "match.db"
    whole = match(path).run(6)
    heading, games, notes = read_tournament(path)
    assert (heading["players"], heading["seed"], notes) == (["random", "random"], 3, ())
    for played in whole.records:
        kept = games[played.fixture]
        assert (kept.moves, kept.utilities, kept.reason) == (played.moves, played.utilities, played.reason)
        assert [one.seat for one in kept.thoughts] == [one.seat for one in played.thoughts]
        assert len(kept.thoughts) == len(kept.moves) - kept.opening
    assert read_runs(path)[0]["program"].startswith("zermelo ")
    assert read_runs(path)[0]["processors"] >= 1


def test_a_tournament_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "match.db"
    whole = match(tmp_path / "whole.db").run(8)
    match(path).run(3)
    report, numbers = played_again(path, 8)
    assert numbers == [3, 4, 5, 6, 7]
    assert [one.moves for one in report.records] == [one.moves for one in whole.records]
    assert played_again(path, 2)[1] == []
    assert len(read_tournament(path)[1]) == 8, "games beyond those asked for stay"


def test_a_file_is_not_gone_on_with_unasked_or_with_others(tmp_path: Path) -> None:
    path = tmp_path / "match.db"
    match(path).run(2)
    with pytest.raises(BadParameter, match="holds a tournament already: resume it"):
        match(path, resume=False).run(2)
    with pytest.raises(BadParameter, match=r"another tournament \(seed: 3; now: 9\)"):
        match(path, seed=9).run(2)
    with pytest.raises(BadParameter, match=r"players: random, random; now: random, greedy"):
        Match(TicTacToe(), ["random", "greedy"], seed=3, out=path, resume=True).run(2)
    assert len(read_tournament(path)[1]) == 2


@pytest.mark.parametrize(
    ("column", "value"),
    [("moves", "1,x"), ("utilities", "[1]"), ("utilities", "[NaN, 0]"), ("thoughts", "{"), ("moves", "-4")],
)
def test_a_damaged_row_costs_one_game(tmp_path: Path, column: str, value: str) -> None:
    path = tmp_path / "match.db"
    whole = match(path).run(4)
    with sqlite3.connect(path) as base:
        base.execute(f"UPDATE game SET {column} = ? WHERE block = 1 AND rotation = 0", (value,))
    assert "do not count" in read_tournament(path)[2][0]
    report, numbers = played_again(path, 4)
    assert numbers == [2]
    assert "a game of" in str(report)
    assert [one.moves for one in report.records] == [one.moves for one in whole.records]
    assert played_again(path, 4)[1] == []


@pytest.mark.parametrize("content", [b"a story\n" * 200, b"\x00\xff" * 600, b"SQLite format 3\x00" + b"x" * 4000])
def test_what_is_no_tournament_is_told(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "match.db"
    path.write_bytes(content)
    with pytest.raises(BadParameter, match=r"is no file of a tournament|is damaged"):
        match(path).run(2)
    with pytest.raises(BadParameter, match=r"is no file of a tournament|is damaged"):
        read_tournament(path)
    assert path.read_bytes() == content


def test_other_databases_and_newer_versions_are_told(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as base:
        base.execute("CREATE TABLE birds (name TEXT)")
    with pytest.raises(BadParameter, match="is no file of a tournament"):
        match(path).run(2)
    newer = tmp_path / "newer.db"
    match(newer).run(2)
    with sqlite3.connect(newer) as base:
        base.execute("UPDATE tournament SET version = 99")
    with pytest.raises(BadParameter, match="version 99"):
        match(newer).run(2)
    with pytest.raises(BadParameter, match="there is no file"):
        read_tournament(tmp_path / "nowhere.db")


@pytest.mark.parametrize(
    "change",
    [
        "[]", "{", "[" * 99_999, {"game": 3}, {"game": None}, {"players": []}, {"players": "ab"}, {"players": [1, 2]},
        {"settings": []}, {"settings": {"size": 3}}, {"seats": "2"}, {"seats": 0}, {"format": None}, {"begins": 5},
    ],
)  # fmt: skip
def test_a_heading_that_somebody_made(tmp_path: Path, change: str | dict[str, object]) -> None:
    path = tmp_path / "match.db"
    match(path).run(1)
    with sqlite3.connect(path) as base:
        heading = json.loads(base.execute("SELECT heading FROM tournament").fetchone()[0])
        text = change if isinstance(change, str) else json.dumps(heading | change)
        base.execute("UPDATE tournament SET heading = ?", (text,))
    with pytest.raises(BadParameter, match=r"does not say what a tournament is|is no file of a tournament"):
        report_of(path)


def test_a_view_is_not_computed(tmp_path: Path) -> None:
    """In place of a table stands a query without an end."""
    path = tmp_path / "match.db"
    match(path).run(1)
    with sqlite3.connect(path) as base:
        base.execute("ALTER TABLE game RENAME TO other")
        base.execute(
            "CREATE VIEW game AS WITH RECURSIVE n(x) AS (VALUES(1) UNION ALL SELECT x + 1 FROM n) SELECT * FROM n"
        )
    with pytest.raises(BadParameter, match="is no file of a tournament"):
        report_of(path)


def test_games_are_exported_without_running_a_file_that_is_named(tmp_path: Path) -> None:
    path, program = tmp_path / "match.db", tmp_path / "theirs.py"
    program.write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    match(path).run(1)
    with sqlite3.connect(path) as base:
        heading = json.loads(base.execute("SELECT heading FROM tournament").fetchone()[0])
        base.execute("UPDATE tournament SET heading = ?", (json.dumps(heading | {"game": str(program)}),))
    heading, report = report_of(path)
    with pytest.raises(ZermeloError, match="a received file names it"):
        exported(heading, report.records, "jsonl")
    assert not (tmp_path / "ran").exists()


def test_two_tournaments_cannot_share_a_file(tmp_path: Path) -> None:
    path = tmp_path / "match.db"
    first = match(path)
    with Records(path, first.heading(2)), pytest.raises(BadParameter, match="another tournament is writing into"):
        match(path).run(2)
    assert len(match(path).run(2).records) == 2


def test_a_running_tournament_can_be_read(tmp_path: Path) -> None:
    path, seen = tmp_path / "match.db", []
    match(path).run(4, lambda _, played: seen.append(len(report_of(path)[1].records)))
    assert seen == [1, 2, 3, 4]


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "nowhere" / "match.db"):
        with pytest.raises(BadParameter, match="cannot keep games"):
            match(place).run(1)
    with pytest.raises(BadParameter, match="nothing to resume"):
        Match(TicTacToe(), ["random", "random"], resume=True)


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_a_full_disk_is_told_and_costs_one_game(tmp_path: Path) -> None:
    import resource

    with pytest.raises(BadParameter, match="it is no file"):
        match(Path("/dev/null")).run(1)
    path = tmp_path / "match.db"
    match(path).run(2)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 20000, before[1]))
    try:
        with pytest.raises(BadParameter, match=r"cannot be written \(.*\): make room"):
            match(path).run(400)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert len(played_again(path, 400)[0].records) == 400


def test_games_are_exported(tmp_path: Path) -> None:
    path = tmp_path / "chess.db"
    setup = Setup("chess", ("random:seed=1", "random:seed=2"), openings="random:6")
    Tournament(setup, out=path).run(4)
    heading, report = report_of(path)
    records = read_games(exported(heading, report.records, "pgn"))
    assert [len(record.main_line()) for record in records] == [len(played.moves) for played in report.records]
    assert {record.tags["White"] for record in records} == {"random:seed=1", "random:seed=2"}
    lines = exported(heading, report.records, "jsonl").splitlines()
    seats = ["random:seed=1", "random:seed=2"]
    assert [json.loads(line)["seats"] for line in lines] == [seats, seats[::-1]] * 2
    assert all(read_games(line) for line in lines)
    with pytest.raises(BadParameter, match="exported as jsonl or pgn, not as 'sgf'"):
        exported(heading, report.records, "sgf")


@pytest.mark.skipif(sys.platform == "win32", reason="forks and kills")
def test_fifty_kills_lose_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.arena.killed", str(tmp_path / "match.db"), "400", "50"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout)["told"] > 20, "kills came too early to show anything"
