"""What is measured of games: random play beside known numbers, drama beside a game told by hand."""

from __future__ import annotations

import math

import pytest

from zermelo.arena.played import Fixture, Played, Thought
from zermelo.coach.measure import facts_of, shown_by, ups_and_downs
from zermelo.games import catalogue


def played(moves: tuple[int, ...], first: float, values: list[float]) -> Played:
    thoughts = tuple(Thought(ply % 2, 0.0, value) for ply, value in enumerate(values))
    return Played(Fixture(0, (0, 1), 0, 0), moves, (first, -first), "three in a row", thoughts=thoughts)


def test_random_play_of_tic_tac_toe_is_what_counting_says() -> None:
    found = facts_of(catalogue.begin("tic_tac_toe").state, 0.5)
    # Random play: 131,184 of 255,168 lines are no guide, but the weighted shares are known: 0.585, 0.288, 0.127.
    assert found.first_low - 0.01 < 0.585 + 0.127 / 2 < found.first_high + 0.01
    assert found.draws == pytest.approx(0.127, abs=0.03)
    assert (found.shortest, found.longest, found.players, found.plain) == (5, 9, 2, False)


def test_drama_is_the_winners_view_of_being_behind() -> None:
    told = played((0, 1, 2, 3), 1.0, [-0.25, 0.25, 0.5, -0.5])  # the winner: behind, behind, ahead, ahead
    assert ups_and_downs(told, 1.0) == (pytest.approx(math.sqrt(0.25)), 1)
    assert ups_and_downs(played((0, 1), 0.0, [0.1, 0.1]), 1.0) is None
    safe = ups_and_downs(played((0, 1), -1.0, [-0.5, 0.5]), 1.0)
    assert safe == (0.0, 0)


def test_games_show_openings_and_draws() -> None:
    start = catalogue.begin("tic_tac_toe").state
    found = shown_by(start, [played((4, 0), 1.0, [0.5, -0.5]), played((4, 1), 0.0, []), played((0, 4), -1.0, [])])
    assert found is not None
    assert [(move, games) for move, games, _ in found.openings] == [(start.move_text(4), 2), (start.move_text(0), 1)]
    assert found.first.middle == 0.5
    assert found.draws.middle == pytest.approx(1 / 3)
    assert shown_by(start, []) is None
