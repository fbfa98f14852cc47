"""The gate: who is better, by a match that ends in time."""

from __future__ import annotations

import time

from zermelo.arena.played import Fixture, Played
from zermelo.arena.report import Report
from zermelo.arena.setup import Setup
from zermelo.arena.tournament import Tournament
from zermelo.coach.gate import Verdict, alone, meet
from zermelo.games.tic_tac_toe import TicTacToe


def test_a_match_ends_in_time_with_whole_openings() -> None:
    meeting = Tournament(Setup("tic_tac_toe", ("random", "random")), deadline=time.monotonic() - 1)
    assert len(meeting.run(500).records) == 2


def test_the_better_passes_and_the_worse_does_not() -> None:
    found = meet("tic_tac_toe", {}, TicTacToe, "alphabeta:depth=9", "random", games=60)
    assert found.better
    assert found.score > 0.8
    assert Verdict.from_kept(found.kept()) == found
    assert not meet("tic_tac_toe", {}, TicTacToe, "random", "alphabeta:depth=9", games=60).better


def test_one_player_alone_is_judged_by_the_same_dice() -> None:
    games = [
        Played(Fixture(0, (entrant,), block, 0), (1,), (points,), "over")
        for block in range(20)
        for entrant, points in ((0, 10.0 + block), (1, 5.0 + block + (6.0 if block < 2 else 0.0)))
    ]
    found = alone(Report("alone", ["one", "other"], games, 40, seats=1))
    assert found.middle == 18 / 20
    assert found.low > 0.5
    assert alone(Report("alone", ["one", "other"], games[:1], 40, seats=1)).low == 0.0
