"""Seed, numbers of inputs and their report, for all hostile tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.hostile.fuzz import LONG, Fuzz, Tally


@pytest.fixture
def fuzz(request: pytest.FixtureRequest) -> Fuzz:
    """A stream of its own for every test."""
    return Fuzz(request.config.getoption("--hostile-seed"), request.node.name)


@pytest.fixture
def many(request: pytest.FixtureRequest, long_run: bool) -> Callable[[int], int]:
    """How many inputs, by how many there are in the short run."""
    times = request.config.getoption("--hostile-times") or (LONG if long_run else 1)
    return lambda count: count * times


@pytest.fixture
def tally(record_property: Callable[[str, object], None]) -> Iterator[Callable[[str], Tally]]:
    """A count of inputs by their kind, which the report at the end of a run adds up."""
    counts: list[Tally] = []

    def begin(kind: str) -> Tally:
        counts.append(Tally(kind))
        return counts[-1]

    yield begin
    for one in counts:
        record_property("hostile", (one.kind, one.accepted, one.refused))
