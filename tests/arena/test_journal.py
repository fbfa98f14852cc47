"""The journal of a match: nothing that was told is lost, whatever happens to the process or to the file."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from zermelo.arena.journal import Journal
from zermelo.arena.match import Match, MatchReport
from zermelo.errors import BadParameter
from zermelo.games.tic_tac_toe import TicTacToe

ROOT = Path(__file__).parents[2]


def match(path: Path) -> Match:
    return Match(TicTacToe(), ["random", "random"], seed=3, journal=path)


def played_again(path: Path, games: int) -> tuple[MatchReport, list[int]]:
    """Go on, and which games were played for it."""
    numbers: list[int] = []
    report = match(path).run(games, lambda now: numbers.append(now.records[-1].number))
    return report, numbers


def test_a_damaged_line_costs_one_game(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    whole = match(path).run(8)
    lines = path.read_bytes().splitlines()
    lines[2] = lines[2][:20]
    lines[4] = lines[4].replace(b'"number": 3', b'"number": 1')  # an altered digit reads well, but for the digest
    lines[6] = b"\xff\xfe not a line"
    path.write_bytes(b"\n".join(lines))
    report, numbers = played_again(path, 8)
    assert numbers == [1, 3, 5]
    assert [one.moves for one in report.records] == [one.moves for one in whole.records]
    assert "3 lines of" in report.notes[0]
    assert played_again(path, 8)[1] == []


def test_resuming_only_adds(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    match(path).run(3)
    before = path.read_bytes()
    match(path).run(5)
    assert path.read_bytes().startswith(before)
    match(path).run(2)
    assert len(path.read_bytes().splitlines()) == 6, "games beyond those asked for stay"


@pytest.mark.parametrize(
    "content",
    [b"[]\n", b"7\n", b'"text"\n{}\n', b"null\n", b"\x00\xff\n", b'{"game": 1}\n', b"[" * 100_000, b"a story\n"],
    ids=lambda content: repr(content[:12]),
)
def test_what_is_no_journal_is_told(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(content)
    with pytest.raises(BadParameter, match="is no journal of a match"):
        match(path).run(2)
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    "row",
    [
        "{}", "[1]", "7", "null", '{"number": "x"}', '{"number": 0, "seats": [0, 0], "moves": [], "utilities": [0, 0], '
        '"reason": "", "seconds": [0, 0]}',
        '{"number": 0, "seats": [0, 1], "moves": [], "utilities": [0, NaN], "reason": "", "seconds": [0, 0]}',
    ],
)  # fmt: skip
def test_odd_lines_are_skipped(tmp_path: Path, row: str) -> None:
    path = tmp_path / "match.jsonl"
    match(path).run(1)
    heading, _ = path.read_text().splitlines()
    path.write_text(f"{heading}\n{row}\n")
    assert played_again(path, 1)[1] == [0]


def test_a_game_that_stands_there_twice_counts_once(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    match(path).run(4)
    lines = path.read_bytes().splitlines()
    path.write_bytes(b"\n".join([*lines, lines[1], lines[2]]) + b"\n")
    report, numbers = played_again(path, 4)
    assert len(report.records) == 4
    assert numbers == []


def test_two_matches_cannot_share_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    first = match(path)
    with Journal(path, first.heading()), pytest.raises(BadParameter, match="another match is writing into"):
        match(path).run(2)
    assert len(match(path).run(2).records) == 2


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(BadParameter, match="cannot be a journal"):
        match(tmp_path).run(1)
    with pytest.raises(BadParameter, match="cannot be a journal"):
        match(tmp_path / "nowhere" / "match.jsonl").run(1)


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_a_full_disk_is_told_and_costs_one_line(tmp_path: Path) -> None:
    import resource

    with pytest.raises(BadParameter, match="it is no file"):
        match(Path("/dev/null")).run(1)
    path = tmp_path / "match.jsonl"
    match(path).run(2)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 20, before[1]))
    try:
        with pytest.raises(BadParameter, match=r"cannot be written: .*; make room"):
            match(path).run(4)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert played_again(path, 4)[1] == [2, 3]


@pytest.mark.skipif(sys.platform == "win32", reason="forks and kills")
def test_fifty_kills_lose_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.arena.killed", str(tmp_path / "match.jsonl"), "400", "50"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout)["told"] > 20, "kills came too early to show anything"
