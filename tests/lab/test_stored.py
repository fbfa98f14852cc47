"""The numbers that the pages state are those that the commands give; minutes of work, so only in the long run."""

from __future__ import annotations

from pathlib import Path

import pytest

from zermelo.lab.numbers.branching import branching, million
from zermelo.lab.numbers.counts import backgammon
from zermelo.lab.numbers.depth_matters import depth_matters
from zermelo.lab.numbers.ladder import ladder
from zermelo.lab.numbers.trap import trap
from zermelo.lab.pacman.experiments import experiment
from zermelo.lab.pacman.series import Result

DOCS = Path(__file__).parents[2] / "docs" / "lab"
PACMAN = (DOCS / "pacman.md").read_text(encoding="utf-8").replace("−", "-")


@pytest.fixture(autouse=True)
def only_long(long_run: bool) -> None:
    if not long_run:
        pytest.skip("minutes of work")


def cell(result: Result) -> str:
    wins, score = result.wins, result.score
    won = f"won {100 * wins.middle:.0f} % ({100 * wins.low:.0f} to {100 * wins.high:.0f})"
    return f"{won}, score {score.middle:.0f} ({score.low:.0f} to {score.high:.0f})"


def test_assumptions_as_stored() -> None:
    """All four cells of docs/lab/pacman.md, to the digit; the lecture's shape with intervals that do not overlap."""
    found = experiment("assumptions").run(100, 2026)
    for result in found:
        assert cell(result) in PACMAN
    pessimist_war, pessimist_peace, optimist_war, optimist_peace = (result.score for result in found)
    assert optimist_war.high < min(pessimist_war.low, pessimist_peace.low)
    assert optimist_peace.middle > max(pessimist_war.middle, pessimist_peace.middle)


@pytest.mark.parametrize("name", ["depth", "coordination", "informed"])
def test_scores_as_stored(name: str) -> None:
    for result in experiment(name).run(None, 2026):
        assert f"{result.score.middle:.0f}" in PACMAN


def test_shares_as_stored() -> None:
    *_, optimist = experiment("trapped").run(100, 2026)
    assert f"{100 * optimist.wins.middle:.0f} % (53 to 72)" in PACMAN
    thrashing, cured = experiment("thrashing").run(30, 2026)
    assert (round(100 * thrashing.wins.middle), round(100 * thrashing.dithering)) == (23, 44)
    assert (round(100 * cured.wins.middle), round(100 * cured.dithering)) == (97, 8)
    hungry, lucky, fed = experiment("starvation").run(20, 2026)
    assert [round(result.score.middle) for result in (hungry, lucky, fed)] == [-60, 109, 510]


def test_chess_as_stored() -> None:
    factors = {row[0]: row[3] for row in branching(6).rows if row[1] == (4 if row[0] == "minimax" else 6)}
    assert [round(factor, 1) for factor in factors.values()] == [28.5, 12.3, 7.5, 4.3]
    assert [row[-1] for row in million().rows] == [3.75, 5, 6.75, 14]


def test_the_ladder_as_stored() -> None:
    found = [row[1:4] for row in ladder("chess", (2, 4, 6, 8), 20).rows]
    assert found == [(17, 3, 0), (17, 3, 0), (15, 4, 1)]
    assert [row[1:4] for row in ladder("chess", (4, 8), 20).rows] == [(18, 2, 0)]


def test_the_rest_as_stored() -> None:
    assert trap(100).rows[2][:2] == (16, "92 %")
    assert all(row[1] == "0 %" for row in trap(100).rows[3:])
    assert round(backgammon(20).rows[0][2], 1) == 20.1
    assert "30, 20, 22, 5, 3, 8 points" in depth_matters().notes[1]
