"""Ratings: worked examples, another program's maximum likelihood, and how often the intervals hold the truth."""

from __future__ import annotations

import math

import numpy as np
import pytest

from zermelo.arena.statistics.bradley_terry import Meeting, rate
from zermelo.arena.statistics.newton import Floats
from zermelo.arena.statistics.plackett_luce import rate_tables
from zermelo.arena.statistics.score import ELO, Score
from zermelo.errors import BadLimit
from zermelo.interfaces.cli.live import rating_text

THREE = [
    Meeting(0, 1, 6, 2, 2), Meeting(1, 0, 3, 3, 4), Meeting(0, 2, 7, 2, 1),
    Meeting(2, 0, 2, 1, 7), Meeting(1, 2, 5, 3, 2), Meeting(2, 1, 4, 2, 4),
]  # fmt: skip


def test_three_players_with_draws_and_a_first_move() -> None:
    found = rate(3, THREE)
    assert [one.middle for one in found.ratings] == pytest.approx([134.0268, -16.8204, -117.2064], abs=5e-5)
    assert found.advantage is not None
    assert found.advantage.middle == pytest.approx(62.5613, abs=5e-5)
    assert found.draws == pytest.approx(-0.458445, abs=5e-7)
    assert -found.likelihood == pytest.approx(58.213084, abs=5e-7)
    assert found.superiority(0, 2) > 0.99 > found.superiority(1, 2) > 0.5


def test_two_players_agree_with_their_score() -> None:
    found = rate(2, [Meeting(0, 1, 30, 0, 10)], first_move=False)
    assert found.ratings[0].middle - found.ratings[1].middle == pytest.approx(Score.of_games(30, 0, 10).elo().middle)


def test_a_player_who_won_everything_has_a_lower_bound() -> None:
    found = rate(2, [Meeting(0, 1, 5, 0, 0), Meeting(1, 0, 0, 0, 5)])
    assert found.ratings[0].high == math.inf
    assert 2 * found.ratings[0].low == pytest.approx(Score.of_games(10, 0, 0).elo().low, abs=1e-6)
    assert "imagined" in found.notes[0]
    three = rate(3, [Meeting(0, 1, 5, 0, 0), Meeting(1, 2, 3, 1, 2), Meeting(2, 1, 2, 0, 3)])
    assert three.ratings[0].high == math.inf
    assert math.isfinite(three.ratings[1].high)
    assert three.ratings[0].low > three.ratings[1].middle


def test_draws_alone_say_nothing_of_distances() -> None:
    """However many: the more draws are likely, the less a difference in strength would show."""
    found = rate(3, [Meeting(0, 1, 0, 4, 0), Meeting(1, 2, 0, 4, 0), Meeting(2, 0, 0, 4, 0)])
    for one in found.ratings:
        assert one.middle == pytest.approx(0, abs=1e-6)
        assert (one.low, one.high) == (-math.inf, math.inf)
        assert rating_text(one) == "+0 ± ∞"


def test_groups_that_never_met_are_told() -> None:
    found = rate(4, [Meeting(0, 1, 2, 0, 1), Meeting(2, 3, 1, 0, 2)])
    assert "2 groups" in found.notes[0]


def simulated(luck: np.random.Generator, strengths: Floats, draws: float, games: int) -> list[Meeting]:
    """Everybody meets everybody from both sides."""
    meetings = []
    for one in range(len(strengths)):
        for other in range(len(strengths)):
            if one != other:
                x = strengths[one] - strengths[other] + 0.2
                weights = np.array([math.exp(x / 2), draws, math.exp(-x / 2)])
                meetings.append(Meeting(one, other, *luck.multinomial(games, weights / weights.sum()).tolist()))
    return meetings


@pytest.mark.parametrize(("players", "draws", "games"), [(2, 0.0, 40), (4, 0.0, 6), (4, 1.5, 10), (8, 0.7, 4)])
def test_intervals_of_ratings_hold_the_truth(players: int, draws: float, games: int) -> None:
    luck, held, rounds = np.random.default_rng(1952), 0, 3200 // players
    for _ in range(rounds):
        strengths = luck.normal(0, 1, players)
        found = rate(players, simulated(luck, strengths, draws, games))
        true = ELO * (strengths - strengths.mean())
        held += sum(one.low <= value <= one.high for one, value in zip(found.ratings, true, strict=True))
    assert 0.93 <= held / rounds / players <= 0.97


def test_many_players_at_a_table_as_choix_rates_them() -> None:
    choix = pytest.importorskip("choix")
    luck, players = np.random.default_rng(0), 6
    strengths = luck.normal(0, 1, players)
    rankings, tables = [], []
    for _ in range(300):
        who = luck.permutation(players)[:4]
        order = who[np.argsort(-(strengths[who] + luck.gumbel(size=4)))].tolist()
        rankings.append(tuple(order))
        tables.append((who.tolist(), [-float(order.index(one)) for one in who]))
    theirs = choix.opt_rankings(players, rankings, tol=1e-10)
    found = rate_tables(players, tables, with_seats=False)
    assert [one.middle for one in found.ratings] == pytest.approx(ELO * (theirs - theirs.mean()), abs=0.01)


def test_two_at_a_table_are_zermelos() -> None:
    choix = pytest.importorskip("choix")
    pairs = [(0, 1)] * 7 + [(1, 0)] * 3 + [(1, 2)] * 5 + [(2, 1)] * 2 + [(0, 2)] * 4 + [(2, 0)] * 3
    theirs = choix.opt_pairwise(3, pairs, tol=1e-10)
    wanted = pytest.approx(ELO * (theirs - theirs.mean()), abs=0.01)
    by_table = rate_tables(3, [((won, lost), (1.0, 0.0)) for won, lost in pairs], with_seats=False)
    by_meeting = rate(3, [Meeting(won, lost, 1, 0, 0) for won, lost in pairs], first_move=False)
    assert [one.middle for one in by_table.ratings] == wanted
    assert [one.middle for one in by_meeting.ratings] == wanted


def test_four_seats_where_only_the_winner_is_known() -> None:
    luck, held, rounds = np.random.default_rng(1975), 0, 250
    worth = np.array([0.4, 0.0, -0.1, -0.3])
    for _ in range(rounds):
        strengths = luck.normal(0, 0.7, 4)
        tables = []
        for game in range(100):
            who = [(seat + game) % 4 for seat in range(4)]
            winner = int(np.argmax(strengths[who] + worth + luck.gumbel(size=4)))
            tables.append((who, [float(seat == winner) for seat in range(4)]))
        found = rate_tables(4, tables)
        true = np.concatenate([strengths - strengths.mean(), worth - worth.mean()]) * ELO
        held += sum(
            one.low <= value <= one.high for one, value in zip((*found.ratings, *found.seats), true, strict=True)
        )
    assert 0.93 <= held / rounds / 8 <= 0.97


def test_shared_places_count_half() -> None:
    even = rate_tables(2, [((0, 1), (0.0, 0.0)), ((1, 0), (0.0, 0.0))])
    assert [one.middle for one in even.ratings] == pytest.approx([0, 0], abs=1e-9)
    shared = [((0, 1, 2), (1.0, 1.0, 0.0)), ((2, 1, 0), (1.0, 0.0, 0.0))]
    either = [((0, 1, 2), (2.0, 1.0, 0.0)), ((0, 1, 2), (1.0, 2.0, 0.0)), *[((2, 1, 0), (1.0, 0.0, 0.0))] * 2]
    found = [rate_tables(3, tables, with_seats=False).ratings for tables in (shared, either)]
    assert found[0][0].middle == pytest.approx(found[0][1].middle, abs=1e-6)
    assert [one.middle for one in found[0]] == pytest.approx([one.middle for one in found[1]], abs=1e-6)


def test_those_who_are_always_last_keep_finite_ratings() -> None:
    tables = [((0, 1, 2), (1.0, 0.0, 0.0)), ((1, 2, 0), (1.0, 0.0, 0.0)), ((3, 0, 1), (0.0, 1.0, 0.0))] * 2
    found = rate_tables(4, tables)
    assert "imagined" in found.notes[0]
    assert all(abs(one.low) < 2000 and abs(one.high) < 2000 for one in found.ratings)


def test_what_cannot_be_rated_is_refused() -> None:
    for meetings in ([], [Meeting(0, 0, 1, 0, 0)], [Meeting(0, 5, 1, 0, 0)], [Meeting(0, 1, -1, 0, 0)]):
        with pytest.raises(BadLimit):
            rate(2, meetings)
    with pytest.raises(BadLimit, match="different players"):
        rate_tables(3, [((0, 0, 1), (1.0, 0.0, 0.0))])


def test_a_player_who_won_and_drew_but_never_lost_has_a_rating() -> None:
    found = rate(2, [Meeting(0, 1, 10, 5, 0), Meeting(1, 0, 0, 4, 11)])
    assert 100 < found.ratings[0].middle < 1000
    assert math.isfinite(found.ratings[0].high)
    assert "imagined" in found.notes[0]
