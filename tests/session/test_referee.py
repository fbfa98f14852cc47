"""The referee: clocks, forfeits, and games that are decided early."""

from __future__ import annotations

import pytest

from zermelo.errors import BadLimit
from zermelo.games.connect_four import ConnectFour
from zermelo.games.halma import ChineseCheckers
from zermelo.session.clock import Clock
from zermelo.session.referee import ADJUDICATED, TIME, Conduct, Referee
from zermelo.session.time_control import TimeControl


@pytest.mark.parametrize("text", ["", "10", "10+0.1", "40/60+0.5", "40/60", "move=0.5", "nodes=20000", "0.5+0.01"])
def test_time_controls_are_read_and_written(text: str) -> None:
    assert str(TimeControl.read(text)) == text


@pytest.mark.parametrize("text", ["ten", "0+1", "-1", "10+", "/5", "move=0", "move=x", "nodes=1.5", "10+0.1+2", "1e3"])
def test_what_is_no_clock_is_told(text: str) -> None:
    with pytest.raises(BadLimit, match=r"is no clock; write 10\+0.1"):
        TimeControl.read(text)


def test_clocks_count_down_and_get_more_after_a_period() -> None:
    clock = Clock([60.0, 60.0], 0.5, period=2)
    clock.charge(0, 20.0)
    assert (clock.left, clock.moves_to_go(0), clock.moves_to_go(1)) == ([40.5, 60.0], 1, 2)
    clock.charge(0, 10.0)
    assert clock.left[0] == 91.0
    assert clock.moves_to_go(0) == 2


def referee(**terms: object) -> Referee:
    return Referee(ConnectFour(), Conduct(**terms))  # type: ignore[arg-type]


def test_who_is_late_loses_and_the_margin_is_forgiven_once() -> None:
    timed = referee(control=TimeControl.read("10+1"), margin=0.05)
    assert timed.moved(0, 4.0, 1) is None
    assert timed.clock.left == [7.0, 10.0]
    assert timed.moved(0, 7.04, 3) is None, "within the margin"
    assert timed.clock.left[0] == pytest.approx(1.0), "what was forgiven is not owed"
    verdict = timed.moved(0, 1.06, 5)
    assert verdict is not None
    assert (verdict.kind, verdict.loser, verdict.outcome.utilities) == (TIME, 0, (-1.0, 1.0))
    assert verdict.outcome.reason == "player 1 has no time left"


def test_what_a_player_is_told() -> None:
    limits = referee(control=TimeControl.read("40/60+0.5")).allowed(1)
    assert limits is not None
    assert (limits.clock, limits.increment, limits.moves_to_go) == (60.0, 0.5, 40)
    assert (limits.time_for_move() or 0) < 60
    for text, name, value in (("move=0.5", "seconds", 0.5), ("nodes=700", "nodes", 700)):
        assert getattr(referee(control=TimeControl.read(text)).allowed(0), name) == value
    assert referee().allowed(0) is None
    assert referee().patience(0) is None


def test_nothing_is_decided_early_unless_it_is_asked_for() -> None:
    plain = referee()
    for ply in range(200):
        assert plain.moved(ply % 2, 9.0, ply, (1.0, -1.0)[ply % 2], "win") is None


def test_both_sides_must_agree_who_wins() -> None:
    fair = referee(win_score=0.9, win_moves=3)
    verdicts = [fair.moved(ply % 2, 0.1, ply, (0.95, -0.95)[ply % 2]) for ply in range(6)]
    assert verdicts[:5] == [None] * 5
    assert verdicts[5] is not None
    assert (verdicts[5].kind, verdicts[5].loser) == (ADJUDICATED, 1)
    split = referee(win_score=0.9, win_moves=3)
    assert all(split.moved(ply % 2, 0.1, ply, 0.95) is None for ply in range(20)), "each sees itself ahead"


def test_draws_by_score_length_and_proof() -> None:
    even = referee(draw_score=0.05, draw_moves=2, draw_after=10)
    verdicts = [even.moved(ply % 2, 0.1, ply, 0.01) for ply in range(12)]
    assert [verdict is None for verdict in verdicts] == [True] * 10 + [False] * 2
    long = referee(longest=30)
    assert long.moved(0, 0.1, 29) is None
    verdict = long.moved(1, 0.1, 30)
    assert verdict is not None
    assert verdict.outcome.utilities == (0.0, 0.0)
    for proven, loser in (("win", 1), ("loss", 0), ("draw", -1)):
        found = referee(proven=True).moved(0, 0.1, 1, 0.0, proven)
        assert found is not None
        assert found.loser == loser


def test_many_players_lose_alone() -> None:
    state = ChineseCheckers(players=3, side=2)
    found = Referee(state, Conduct()).resigned(1).outcome.utilities
    assert found == (state.highest, state.lowest, state.highest)


def test_terms_that_make_no_sense() -> None:
    for terms in ({"margin": -1.0}, {"win_moves": 0}, {"longest": -5}):
        with pytest.raises(BadLimit):
            Conduct(**terms)
