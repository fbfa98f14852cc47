"""Garbage goes in small steps: circles that are young at once, those that were set aside when nobody asks."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from zermelo.interfaces.web import collector
from zermelo.interfaces.web.collector import Collector


class Circle:
    """Refers to itself: nothing but the collector can take it away."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture
def steps() -> Iterator[Collector]:
    before = gc.get_threshold()
    yield Collector()
    gc.unfreeze()
    gc.set_threshold(*before)


def test_what_is_young_goes_at_once_and_what_lives_is_set_aside(steps: Collector) -> None:
    dead, living = weakref.ref(Circle()), Circle()
    steps.step(busy=1.0)
    assert dead() is None
    assert gc.get_count()[2] == 0
    assert not any(one is living for one in gc.get_objects()), "it would be looked at again"


def test_what_was_set_aside_goes_when_nobody_asks(steps: Collector, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collector, "LARGE", -1)
    monkeypatch.setattr(collector, "PAUSE", 3)  # a step counts all objects, and tests have millions
    one = Circle()
    left = weakref.ref(one)
    steps.step(busy=1.0)
    del one
    for _ in range(9):
        steps.step(busy=1.0)
    assert left() is not None, "somebody asked all the time"
    for _ in range(3):
        steps.step(busy=0.0)
    assert left() is None


def test_memory_has_a_bound_though_somebody_asks_all_the_time(
    steps: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collector, "TOO_LARGE", 100)
    circles = [Circle() for _ in range(1000)]
    left = weakref.WeakSet(circles)
    steps.kept += 2000  # not yet
    steps.step(busy=1.0)
    circles.clear()
    steps.kept -= 2000
    steps.step(busy=1.0)
    assert not left
