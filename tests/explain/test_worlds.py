"""Worlds drawn: text, picture and page say what the algorithm found."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from zermelo.explain.worlds import frames_of, last_frame, world_page, world_svg, world_text
from zermelo.interfaces.cli import app
from zermelo.textbook.events import run
from zermelo.textbook.mdp.algorithms import begin
from zermelo.textbook.mdp.process import Step


@pytest.mark.parametrize(
    "algorithm", ["value_iteration", "policy_iteration", "q_learning:episodes=20", "td:episodes=5"]
)
def test_the_last_frame_is_what_was_found(algorithm: str) -> None:
    model, work = begin("book", algorithm)
    steps: list[Step] = []
    found = run(work, steps.append)
    frame = frames_of(model, steps)[-1]
    for state, value in found.values.items():
        assert frame.values[state] == pytest.approx(value)
    if algorithm.startswith(("value", "policy")):
        assert frame.policy == found.policy


def test_text_and_picture() -> None:
    model, work = begin("book", "value_iteration")
    frame = last_frame(run(work))
    assert world_text(model, frame).splitlines()[2].split() == ["0.49", "↑", "0.43", "←", "0.48", "↑", "0.28", "←"]
    picture = world_svg(model, frame, title="a <grid>")
    assert "a &lt;grid&gt;" in picture
    assert picture.count('data-node="') == 11
    assert "var(--" not in picture


def test_the_page_has_every_step() -> None:
    model, work = begin("racing", "value_iteration:sweeps=3")
    steps: list[Step] = []
    run(work, steps.append)
    text = world_page([("planning", model, steps)], title="racing")
    data = json.loads(re.search(r'<script id="data"[^>]*>(.*?)</script>', text, re.DOTALL)[1])  # type: ignore[index]
    assert data["stops"] == [0, 1, 2, 3]
    side = data["sides"][0]
    shown = [side["words"][moment[2]] for moment in side["moments"]["0"]]
    assert shown == ["", "2.00", "3.50", "5.00"]


def test_the_command(tmp_path: Path) -> None:
    runner = CliRunner()
    listed = runner.invoke(app, ["mdp"])
    assert "robot" in listed.output
    assert "q_learning" in listed.output
    asked = ["mdp", "walk", "--algorithm", "td:episodes=3", "--steps", "--html", str(tmp_path / "walk.html"), "--json"]
    told = json.loads(runner.invoke(app, asked).output)
    assert set(told["values"]) <= {"1", "2", "3", "4", "5"}
    assert (tmp_path / "walk.html").read_text().startswith("<!DOCTYPE html>")
