"""Tables of probability."""

from __future__ import annotations

from fractions import Fraction

import pytest

from zermelo.errors import BadParameter
from zermelo.theory.probability import MINUTES, TRAFFIC, TRAFFIC_BY_HOUR, JointDistribution


def test_evidence() -> None:
    assert TRAFFIC_BY_HOUR.p(Hour="8am") == Fraction(1, 4)
    assert TRAFFIC_BY_HOUR.given(T="heavy").p(Hour="8am") == Fraction("0.6")  # Bayes: 0.6 · 0.25 / 0.25
    at_eight = TRAFFIC_BY_HOUR.given(Hour="8am")
    assert sum(at_eight.of_one("T").values()) == 1
    assert at_eight.expectation("T", MINUTES) == Fraction("47.2") > TRAFFIC.expectation("T", MINUTES)
    assert TRAFFIC.expectation("T", len) == Fraction("4.75")


def test_laws() -> None:
    with pytest.raises(BadParameter, match=r"the probabilities of T add up to 0.75 and not to 1"):
        JointDistribution.of("T", {"none": 0.25, "light": 0.5})
    with pytest.raises(BadParameter, match="negative"):
        JointDistribution.of("T", {"none": -0.5, "light": 1.5})
    with pytest.raises(BadParameter, match="2 values for 1 variables"):
        JointDistribution.of("T", {("a", "b"): 1})
    with pytest.raises(BadParameter, match="no variable is called 'X'; there are T, Hour"):
        TRAFFIC_BY_HOUR.p(X="1")
    with pytest.raises(BadParameter, match="Hour = noon never happens"):
        TRAFFIC_BY_HOUR.given(Hour="noon")
