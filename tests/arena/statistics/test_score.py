"""Scores and Elo: what other programs print, bounds at 100 %, and how often the intervals hold the truth."""

from __future__ import annotations

import math

import numpy as np
import pytest

from zermelo.arena.statistics.intervals import proportion, share
from zermelo.arena.statistics.score import Score, elo_of, elo_text, score_of
from zermelo.errors import BadLimit


@pytest.mark.parametrize(
    ("score", "elo", "error"),
    [
        (Score.of_games(136, 111, 96), 40.7025, 30.4272),
        (Score.of_games(76, 123, 89), -15.6935, 30.4580),
        (Score.of_pairs([34, 54, 63, 64, 75]), 55.5798, 27.6534),
        (Score.of_pairs([38, 701, 2972, 1176, 113]), 21.7431, 3.3512),
        (Score.of_games(436, 45, 19), 417.3165, 47.2009),
        (Score.of_pairs([379, 10170, 21828, 10640, 343]), 1.5946, 1.2087),
        (Score.of_pairs([244, 1980, 3630, 2067, 263]), 2.6534, 3.2424),
        (Score.of_pairs([50, 287, 610, 387, 73]), 18.0424, 8.2330),
        (Score.of_pairs([33, 1217, 4716, 3803, 232]), 52.2220, 2.5084),
    ],
)
def test_elo_as_fishtest_and_fastchess_print_it(score: Score, elo: float, error: float) -> None:
    assert score.normal_elo() == pytest.approx((elo, error), abs=6e-5)


@pytest.mark.parametrize(
    ("score", "elo", "error"),
    [
        (Score.of_games(136, 111, 96), 49.77, 36.77),
        (Score.of_games(34, 0, 356), -508.44, 34.48),
        (Score.of_pairs([379, 10170, 21828, 10640, 343]), 3.0505, 2.3124),
        (Score.of_pairs([244, 1980, 3630, 2067, 263]), 4.3559, 5.3226),
        (Score.of_pairs([50, 287, 610, 387, 73]), 28.1874, 12.8369),
    ],
)
def test_normalised_elo(score: Score, elo: float, error: float) -> None:
    assert score.normalised_elo() == pytest.approx((elo, error), abs=5e-3)


def test_likelihood_of_superiority() -> None:
    assert Score.of_games(136, 111, 96).superiority() == pytest.approx(0.99601, abs=5e-6)
    assert Score.of_games(76, 123, 89).superiority() == pytest.approx(0.1553, abs=5e-5)
    assert Score.of_pairs([244, 1980, 3630, 2067, 263]).superiority() == pytest.approx(0.945643, abs=5e-7)
    assert 0.5 < Score.of_games(1, 0, 0).superiority() < 1


@pytest.mark.parametrize(
    ("games", "exact", "wilson", "elo"),
    [(5, 0.478176, 0.565518, -15), (10, 0.691503, 0.722467, 140), (20, 0.831567, 0.838875, 277),
     (100, 0.963783, 0.963007, 570)],
)  # fmt: skip
def test_bounds_where_every_game_was_won(games: int, exact: float, wilson: float, elo: float) -> None:
    assert proportion(games, games).low == pytest.approx(exact, abs=5e-7)
    assert round(elo_of(proportion(games, games).low)) == elo
    assert share(games, games).low == pytest.approx(wilson, abs=5e-7)
    won, lost = Score.of_games(games, 0, 0), Score.of_games(0, 0, games)
    assert won.interval().low == pytest.approx(wilson, abs=5e-7)
    assert won.elo().high == math.inf
    assert elo_text(won.elo()) == f"> {elo_of(won.interval().low):+.0f} (95 %)"
    assert elo_text(lost.elo()).startswith("< -")


def test_elo_and_score_are_inverse() -> None:
    for elo in (-800.0, -15.5, 0.0, 190.8, 1000.0):
        assert elo_of(score_of(elo)) == pytest.approx(elo, abs=1e-6)
    assert (elo_of(0.0), elo_of(1.0)) == (-math.inf, math.inf)


def pairs(luck: np.random.Generator, strength: float, draws: float, bias: float, many: int) -> tuple[float, Score]:
    """The true score, and what a match of so many pairs showed; the opening favours one seat by the bias."""
    laws = []
    for x in (strength + bias, strength - bias):
        weights = np.array([math.exp(-x / 2), draws, math.exp(x / 2)])
        laws.append(weights / weights.sum())
    played = [luck.choice([0.0, 0.5, 1.0], many, p=law) for law in laws]
    true = float(sum(law @ (0.0, 0.5, 1.0) for law in laws)) / 2
    return true, Score.of_groups(((played[0] + played[1]) / 2).tolist(), 2)


@pytest.mark.parametrize("many", [8, 25, 100])
@pytest.mark.parametrize(
    ("draws", "bias", "spread"), [(0.0, 0.0, 2.0), (1.0, 1.0, 1.0), (4.0, 0.0, 1.0), (0.2, 0.0, 6.0)]
)
def test_intervals_hold_the_truth_as_often_as_they_say(many: int, draws: float, bias: float, spread: float) -> None:
    luck = np.random.default_rng(1929)
    rounds, held, all_won = 1500, 0, 0
    for _ in range(rounds):
        true, score = pairs(luck, float(luck.normal(0, spread)), draws, bias, many)
        found = score.interval()
        held += found.low <= true <= found.high
        all_won += score.mean in (0.0, 1.0)
    assert 0.93 <= held / rounds <= 0.97
    assert spread < 6 or all_won > rounds / 20, "scores of 100 % are among them"


def test_four_seats_have_honest_intervals() -> None:
    luck = np.random.default_rng(4)
    rounds, held = 1500, 0
    for _ in range(rounds):
        strengths = luck.normal(0, 1, 4)
        winners = np.argmax(strengths + luck.gumbel(size=(30, 4, 4)), axis=2)  # 30 blocks of all four rotations
        found = Score.of_groups((winners == 0).mean(axis=1).tolist(), 4).interval()
        true = math.exp(strengths[0]) / np.exp(strengths).sum()
        held += found.low <= true <= found.high
    assert 0.93 <= held / rounds <= 0.97


def test_what_cannot_be_scored_is_refused() -> None:
    for counts in ([], [0, 0, 0], [1, -1, 3]):
        with pytest.raises(BadLimit):
            Score.of_counts(counts)
    with pytest.raises(BadLimit, match="five results"):
        Score.of_pairs([1, 2, 3])
    with pytest.raises(BadLimit, match="at least one group"):
        Score.of_groups([], 2)
