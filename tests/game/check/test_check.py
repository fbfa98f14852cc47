"""Every law is broken by some game on purpose, and each is caught by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from zermelo.game.check import check_many
from zermelo.game.check.checking import Check
from zermelo.game.check.laws import LAWS
from zermelo.game.check.report import Report
from zermelo.game.files import load_file
from zermelo.games.connect_four import ConnectFour

broken: Any = load_file(Path(__file__).with_name("broken.py"))  # as the worker loads it
hooks: Any = load_file(Path(__file__).with_name("broken_hooks.py"))
races: Any = load_file(Path(__file__).with_name("races.py"))
BROKEN = (*broken.BROKEN, *hooks.BROKEN)


def here(game: Any, games: int = 12) -> Report:
    """Check a game in this process, in CPython alone."""
    return Check(game, game.__name__).run(0, 10.0, games, 0, compiled=False)


@pytest.mark.parametrize("game", BROKEN, ids=lambda game: game.__name__)
def test_broken_law_is_named(game: Any) -> None:
    report = here(game)
    found = {item.law: item for item in report.broken}
    assert game.law.name in found, str(report)
    assert not report.ok
    assert len(found[game.law.name].moves) <= 9
    assert game.law.name in str(report)


@pytest.mark.parametrize("game", races.FINE, ids=lambda game: game.__name__)
def test_fine_games_pass(game: Any) -> None:
    report = here(game)
    assert report.ok, str(report)
    assert report.interpreted_games == 12


def test_every_law_has_its_broken_game() -> None:
    shown = {game.law for game in (*BROKEN, *broken.IN_A_WORKER)}
    assert {law.name for law in LAWS} == {law.name for law in shown}


def test_counter_examples_are_short() -> None:
    report = here(hooks.EvaluatesToNothing)
    (item,) = report.broken
    assert len(item.moves) == 2  # 0 + 3 + 2 = 5
    assert item.moves_text == [str(move) for move in item.moves]
    assert "n=5" in item.position


one_worker = pytest.mark.xdist_group("check")  # the reports are made once and not by every process


@pytest.fixture(scope="module")
def reports() -> dict[str, Report]:
    """One worker for the games that need a compiler or a process of their own, and for Connect Four."""
    games = [ConnectFour, *broken.IN_A_WORKER]
    made = check_many(games, 3_000, 3.0, interpreted_games=3, patience=4.0)
    return {report.game: report for report in made}


@one_worker
@pytest.mark.parametrize("game", broken.IN_A_WORKER, ids=lambda game: game.__name__)
def test_worker_catches(reports: dict[str, Report], game: Any) -> None:
    report = reports[game.__name__]
    assert game.law.name in {item.law for item in report.broken}, str(report)


@one_worker
def test_connect_four_keeps_all_laws(reports: dict[str, Report]) -> None:
    report = reports["ConnectFour"]
    assert report.ok, str(report)
    assert report.games == 3_000
    assert 1 <= report.interpreted_games <= 3, "a busy machine has time for fewer"


@one_worker
def test_endless_loop_is_located(reports: dict[str, Report]) -> None:
    (item,) = reports["RunsForEver"].broken
    assert "play()" in item.message
    assert "in play" in item.message


@one_worker
def test_uncompiled_line_is_shown(reports: dict[str, Report]) -> None:
    item = next(item for item in reports["CannotCompile"].broken if item.law == "rules compile")
    assert "broken.py, line" in item.message
    assert "self.sum_so_far" in item.message


@one_worker
def test_rare_case_is_found_by_compiled_games(reports: dict[str, Report]) -> None:
    (item,) = reports["RarelyWrong"].broken
    assert item.moves == [0] * 8
    assert "evaluate() = 3.0" in item.message


@one_worker
def test_report_as_json(reports: dict[str, Report]) -> None:
    data = reports["BigNumbers"].to_json()
    assert data["ok"] is False
    assert Report.from_json(data) == reports["BigNumbers"]
