"""The sequential test: ratios that fishtest, fastchess, OpenBench and cutechess compute, and its error rates."""

from __future__ import annotations

import numpy as np
import pytest

from zermelo.arena.statistics.sprt import ACCEPTED, OPEN, REJECTED, Sprt
from zermelo.errors import BadLimit

N, L, B, C = "normalised", "logistic", "bayesian", "cutechess"


@pytest.mark.parametrize(
    ("counts", "elo", "model", "ratio"),
    [
        ([365, 16618, 36229, 16974, 390], (0, 2), N, 2.250368),  # fastchess's test
        ([127, 4883, 10712, 5150, 104], (-1.75, 0.25), N, 3.010154),
        ([379, 10170, 21828, 10640, 343], (0, 2), N, 2.945495),  # fastchess#783
        ([244, 1980, 3630, 2067, 263], (-3, 1), N, 2.904479),  # cinder#820
        ([50, 287, 610, 387, 73], (0, 5), N, 2.965942),  # cinder#727
        ([39, 8843, 26675, 9240, 44], (0.5, 2.5), N, 2.941675),  # OpenBench's self-test
        ([30, 1285, 14350, 1439, 32], (0.5, 3.5), N, 2.9297),  # a commit of Stockfish, which prints 2.93
        ([223, 9863, 21279, 10037, 246], (0.5, 2.5), L, -3.074126),
        ([871, 26175, 55983, 26678, 821], (0, 2), L, -4.978673),
        ([10789, 19328, 33806, 19402, 10543], (-3, 1), L, 2.131068),
        ([39, 2226, 31451, 2412, 40], (0.764, 3.439), N, 2.162941),
        ([36027, 68692, 36433], (0, 2), N, 0.923293),
        ([57030, 106593, 57433], (0, 2), L, -2.593024),
        ([68526, 128429, 68965], (0, 2), B, -1.262156),
        ([1351, 2942, 1477], (0, 10), C, 2.523585),
        ([555, 298, 555], (0, 10), C, -0.740595),
        ([149, 1, 3], (0, 10), C, -4.690026),
        ([0, 0, 0, 0, 5550], (0, 5), N, 111.7976),  # the usual short form gives 0.26 here
    ],
)
def test_ratios_of_other_programs(counts: list[int], elo: tuple[float, float], model: str, ratio: float) -> None:
    assert Sprt(*elo, model=model).ratio(counts) == pytest.approx(
        ratio, abs=5e-5 if ratio in (2.9297, 111.7976) else 2e-6
    )


def test_bounds_and_decisions() -> None:
    test = Sprt(0, 2)
    assert test.bounds == pytest.approx((-2.944439, 2.944439), abs=1e-6)
    assert test.verdict([379, 10170, 21828, 10640, 343]).decision == ACCEPTED
    assert test.verdict([365, 16618, 36229, 16974, 390]).decision == OPEN
    assert Sprt(0.5, 2.5, model=L).verdict([223, 9863, 21279, 10037, 246]).decision == REJECTED
    assert test.verdict([0, 0, 0, 0, 0]).decision == OPEN


@pytest.mark.parametrize(
    ("counts", "test", "elo", "superiority"),
    [
        ([10789, 19328, 33806, 19402, 10543], Sprt(-3, 1, model=L), (-0.992537, -3.488492, 1.488586), 0.188035),
        ([39, 2226, 31451, 2412, 40], Sprt(0.764, 3.439), (0.865160, 0.168271, 1.540583), 0.991999),
    ],
)
def test_estimates_without_the_bias_of_stopping(
    counts: list[int], test: Sprt, elo: tuple[float, float, float], superiority: float
) -> None:
    found, likelihood = test.estimate(counts)
    assert (found.middle, found.low, found.high) == pytest.approx(elo, abs=2e-6)
    assert likelihood == pytest.approx(superiority, abs=1e-6)


def test_the_estimate_under_bayeselo() -> None:
    found, likelihood = Sprt(0, 6, model=B).estimate([591, 2163, 716])
    assert (found.middle, found.low, found.high) == pytest.approx((11.906224, 4.632354, 19.144321), abs=2e-3)
    assert likelihood == pytest.approx(0.999307, abs=1e-6)


@pytest.mark.parametrize(("truth", "most"), [(0.0, 0.05), (30.0, 0.05)])
def test_error_rates_are_kept(truth: float, most: float) -> None:
    """Pairs of known normalised strength, tested after every batch of four, as a tournament does."""
    luck = np.random.default_rng(1945)
    test, rounds, wrong, games = Sprt(0, 30), 300, 0, 0
    law = np.array([0.05, 0.2, 0.5, 0.2, 0.05])
    values = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
    shift = truth / 347.4355 * np.sqrt(2 * (law @ (values - 0.5) ** 2))
    law = law * (1 + (values - 0.5) * shift / (law @ (values - 0.5) ** 2))
    for _ in range(rounds):
        counts = np.zeros(5)
        while not (decision := test.verdict(counts.tolist()).decision):
            counts += luck.multinomial(16, law)
        wrong += decision == (ACCEPTED if truth == 0.0 else REJECTED)
        games += int(counts.sum())
    assert wrong / rounds <= most + 0.015, "beyond what luck explains in so many tests"
    assert games / rounds < 700, "355 pairs are expected by Wald's formula, and a few more for the overshoot"


def test_texts() -> None:
    assert Sprt.read("0,10") == Sprt(0, 10)
    assert Sprt.read("-3, 1, 0.01, 0.02, logistic") == Sprt(-3, 1, 0.01, 0.02, "logistic")
    for text in ("", "10", "a,b", "1,2,3,4,5", "10,0", "0,10,0.7,0.1", "0,inf"):
        with pytest.raises(BadLimit):
            Sprt.read(text)
    with pytest.raises(BadLimit, match="three counts"):
        Sprt(0, 5).ratio([1, 2])
