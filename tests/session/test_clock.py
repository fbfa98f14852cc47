"""Clocks, with a time of our own."""

from __future__ import annotations

import pytest

from zermelo.notation.record import GameRecord
from zermelo.session.options import SessionOptions
from zermelo.session.session import Session


class Time:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    clock = Time()
    monkeypatch.setattr("time.monotonic", clock)
    return clock


def begun(time: Time, *seats: str) -> Session:
    return Session(GameRecord("chess", seats=list(seats)), SessionOptions(seed=1, clock=60, increment=2))


def test_time_runs_from_the_first_move_on_for_the_person_to_move(time: Time) -> None:
    session = begun(time)
    time.now += 50
    assert session.time_left(0) == 60
    session.play((), "e4")
    time.now += 10
    assert (session.time_left(0), session.time_left(1)) == (60, 50)
    session.play(session.tip, "e5")
    assert session.time_left(1) == 52  # with the increment
    time.now += 5
    session.resign(session.everyone())
    time.now += 500
    assert (session.time_left(0), session.time_left(1)) == (57, 52)


def test_a_machine_has_no_clock_and_takes_none_of_a_persons_time(time: Time) -> None:
    session = begun(time, "human", "best")
    session.play((), "e4")
    time.now += 500
    assert session.time_left(1) is None
    session.play(session.tip, "e5")
    time.now += 1
    assert session.time_left(0) == 59
    assert not session.over()


def test_who_runs_out_of_time_loses_and_it_stays_so(time: Time) -> None:
    session = begun(time)
    session.play((), "e4")
    assert not session.flag()
    time.now += 61
    assert session.out_of_time() == 1
    assert session.flag()
    assert not session.flag()  # once
    outcome = session.outcome()
    assert outcome is not None
    assert outcome.reason == "player 2 has no time left"
    assert outcome.winners == (0,)
    assert session.mover() == ""


def test_a_game_that_is_paused_costs_no_time(time: Time) -> None:
    session = begun(time)
    session.play((), "e4")
    session.go(session.tip, session.everyone(), running=False)
    time.now += 300
    assert session.time_left(1) == 60
    session.play(session.tip, "e5")
    assert session.time_left(1) == 60
