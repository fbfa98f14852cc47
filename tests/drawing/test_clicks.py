"""Clicks read as moves: the cases that the page passes too, and a walk through real games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from zermelo.drawing.clicks import Picking, click, next_names, why_illegal
from zermelo.games import catalogue

CASES: dict[str, Any] = json.loads(Path(__file__).with_name("clicks.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", CASES)
def test_every_case(name: str) -> None:
    case = CASES[name]
    clicks = [(int(move), tuple(names)) for move, names in case["moves"].items()]
    clicks += [(int(move), tuple(names)) for move, more in case.get("also", {}).items() for names in more]
    assert sorted(next_names(clicks, ())) == case["next"]
    for one in case["clicks"]:
        answer = click(clicks, tuple(one["picked"]), one["name"], case.get("steps", ""))
        told: dict[str, Any] = {"kind": answer.kind}
        if answer.kind == "play":
            told["move"] = answer.move
        elif answer.kind != "nothing":
            told["picked"] = list(answer.picked)
        assert told == one["answer"], one


@pytest.mark.parametrize("game", ["chess", "amazons", "gipf", "carcassonne", "blokus"])
def test_the_clicks_of_a_move_play_it(game: str) -> None:
    scene = catalogue.begin(game).state.scene()
    for move, names in scene.sequences()[:50]:
        picking = Picking(scene)
        for name in names[:-1]:
            assert name in picking.next_names()
            assert picking.click(name).kind == "more"
        assert picking.click(names[-1]).move == move
        assert picking.picked == ()


def test_the_reason_of_what_is_not_legal() -> None:
    line = catalogue.begin("chess")
    assert why_illegal(line, ["e2", "e5"])
    assert why_illegal(line, ["a1", "a3"]) != why_illegal(line, ["e4", "e5"])
