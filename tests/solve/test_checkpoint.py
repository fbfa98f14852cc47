"""An enumeration that was interrupted goes on: with nothing lost but the last chunk, and with the same result."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from zermelo.errors import BadParameter
from zermelo.games import catalogue
from zermelo.solve import solve_positions
from zermelo.solve.checkpoint import MAGIC, Checkpoint
from zermelo.solve.positions import END
from zermelo.solve.reached import Solved, solve_reached

ABOUT = {"game": "x"}


class Killed(Exception):
    """What stands for kill -9."""


def interrupted(state: Any, path: Path, at: int) -> None:
    """Enumerate until so many positions are known, keeping what is found all the time."""

    def progress(phase: str, count: int, change: float) -> None:
        if count > at:
            raise Killed

    with pytest.raises(Killed):
        solve_reached(state, progress=progress, checkpoint=Checkpoint(path, ABOUT, every=0))


def gone_on(state: Any, path: Path) -> tuple[Solved, int]:
    """Solve with what was kept; and how many positions were known when the first new ones were counted."""
    seen: list[int] = []
    found = solve_reached(
        state, progress=lambda phase, count, change: seen.append(count), checkpoint=Checkpoint(path, ABOUT, every=0)
    )
    return found, seen[0]


@pytest.mark.parametrize(
    ("game", "settings", "at"),
    [("connect_four", {"columns": "4", "height": "4"}, 60_000), ("pig", {"goal": "10"}, 1200)],
)
def test_it_goes_on(tmp_path: Path, game: str, settings: dict[str, str], at: int) -> None:
    state, path = catalogue.begin(game, settings).state, tmp_path / "begun"
    whole = solve_reached(state)
    interrupted(state, path, at)
    found, first = gone_on(state, path)
    assert first > at / 2, "it did not begin anew"
    assert len(found.positions) == len(whole.positions)
    assert found.counts() == whole.counts()
    assert found.values[found.positions.start] == whole.values[whole.positions.start]
    assert int((found.positions.kinds == END).sum()) == int((whole.positions.kinds == END).sum())


def test_a_chunk_that_was_not_finished_is_left_out(tmp_path: Path) -> None:
    state, path = catalogue.begin("connect_four", {"columns": "4", "height": "3"}).state, tmp_path / "begun"
    interrupted(state, path, 6_000)
    content = path.read_bytes()
    for cut in (len(content) - 1, len(content) // 2, len(MAGIC) + 5, 0):
        path.write_bytes(content[:cut])
        assert len(gone_on(state, path)[0].positions) == 12_031
    path.write_bytes(content[:-9] + bytes(9))
    assert len(gone_on(state, path)[0].positions) == 12_031
    path.write_bytes(content)
    other = solve_reached(state, checkpoint=Checkpoint(path, {"game": "another"}, every=1e9))
    assert len(other.positions) == 12_031, "what another game left is not read"


def test_a_full_disk_ends_the_keeping_alone(tmp_path: Path) -> None:
    state = catalogue.begin("connect_four", {"columns": "4", "height": "3"}).state
    (tmp_path / "folder").write_text("in the way")
    checkpoint = Checkpoint(tmp_path / "folder" / "begun", ABOUT, every=0)
    assert len(solve_reached(state, checkpoint=checkpoint).positions) == 12_031
    assert "not kept" in checkpoint.problem


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    state = catalogue.begin("tic_tac_toe").state
    with pytest.raises(BadParameter, match="no interrupted run"):
        solve_positions(state, path=tmp_path / "t.ztb", resume=True)
    solve_positions(state, path=tmp_path / "t.ztb")
    assert [path.name for path in tmp_path.iterdir()] == ["t.ztb"]
