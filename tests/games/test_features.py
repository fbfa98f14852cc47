"""Every evaluation is explained: its game names the parts, and from equal parts follows an equal value."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from zermelo.game import Game
from zermelo.games import catalogue
from zermelo.games.built_in import settings_of

JUDGED = sorted(name for name in catalogue.entries() if catalogue.find(name).evaluate is not Game.evaluate)
SMALL = {"hex": "size=6", "connections": "size=6"}  # instead of a board that takes its time in CPython
CASES = [pytest.param(name, SMALL.get(name, ""), id=name) for name in JUDGED]
CASES += [
    pytest.param(name, text, id=f"{name} {text}") for name in JUDGED for text in catalogue.entries()[name].variants
]
PLIES = 20
NEAR = 12  # moves of a position whose positions are looked at: neighbours often have equal features


def test_the_evaluations_are_found() -> None:
    assert len(JUDGED) > 60


@pytest.mark.parametrize(("name", "settings"), CASES)
def test_equal_features_have_equal_evaluations(name: str, settings: str) -> None:
    choice = random.Random(1913)
    state = catalogue.make(name, settings_of(settings))
    seen: dict[Any, float] = {}
    for _ in range(PLIES):
        legal = [] if state.over() else state.legal()
        if not legal:
            break
        for move in choice.sample(legal, min(NEAR, len(legal))):
            near = state.copy()
            near.play(move)
            explained(near, seen)
        state.play(choice.choice(legal))
    assert len(seen) > 1


def explained(state: Any, seen: dict[Any, float]) -> None:
    """Compare a position with those that had the same features; remember it."""
    if state.over():
        return
    before = state.tobytes()
    found = state.features()
    assert state.tobytes() == before
    assert found or state.turn < 0
    assert all(math.isfinite(value) for value in found.values())
    assert all(name == name.strip() and "_" not in name for name in found)
    value = float(state.evaluate())
    assert math.isclose(seen.setdefault((state.turn, *found.items()), value), value, rel_tol=1e-6, abs_tol=1e-6)
