"""Matches: fair seats, honest errors, nothing lost."""

from __future__ import annotations

import json

import pytest

from zermelo.arena.match import Match
from zermelo.errors import BadLimit, BadParameter
from zermelo.games.connect_four import ConnectFour
from zermelo.games.halma import ChineseCheckers
from zermelo.games.nim import Nim
from zermelo.games.pig import Pig
from zermelo.players import Player, player


def random_match(**options: object) -> Match:
    return Match(ConnectFour(), [player("random:seed=1"), player("random:seed=2")], **options)  # type: ignore[arg-type]


def test_pairs_have_the_same_opening_and_changed_seats() -> None:
    records = random_match(opening=3).run(6).records
    assert [record.seats for record in records] == [(0, 1), (1, 0)] * 3
    for one, other in zip(records[::2], records[1::2], strict=True):
        assert one.moves[:3] == other.moves[:3]
    assert len({record.moves[:3] for record in records}) > 1


def test_the_same_seed_plays_the_same_match() -> None:
    assert [r.moves for r in random_match(seed=5).run(4).records] == [
        r.moves for r in random_match(seed=5).run(4).records
    ]
    assert [r.moves for r in random_match(seed=5).run(4).records] != [
        r.moves for r in random_match(seed=6).run(4).records
    ]


def test_three_players_change_seats_in_turn() -> None:
    start = ChineseCheckers(players=3, side=2)
    report = Match(start, [player("greedy"), player("random:seed=1"), player("random:seed=2")]).run(3)
    assert [record.seats for record in report.records] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert sum(one.score for one in report.standings) == pytest.approx(1.0)


def test_chance_is_drawn_and_one_player_can_be_alone() -> None:
    report = Match(Pig(goal=20), [player("random:seed=1"), player("random:seed=2")]).run(4)
    assert all(sum(record.utilities) == 0 for record in report.records)


def test_scores_add_up_and_the_better_one_wins() -> None:
    report = Match(Nim(), [player("greedy"), player("random")]).run(40)
    one, other = report.standings
    assert one.wins == other.losses
    assert one.score + other.score == pytest.approx(1.0)
    assert json.loads(json.dumps(report.to_json()))["players"][0]["games"] == 40


def test_stopping_keeps_what_was_played() -> None:
    class Tired(Player):
        text = "tired"
        moves = 0

        def choose(self, game: object) -> int:
            self.moves += 1
            if self.moves > 40:
                raise KeyboardInterrupt
            return int(player("random").choose(game))

    report = Match(ConnectFour(), [Tired(), player("random")]).run(1000)
    assert report.stopped
    assert 0 < len(report.records) < 10


def test_intervals_come_from_pairs() -> None:
    report = Match(ConnectFour(), [player("greedy"), player("random")], opening=0).run(1)
    assert report.error(0) == 1.0, "half a pair says nothing"
    report = Match(ConnectFour(), [player("greedy"), player("random")]).run(20)
    found = report.interval(0)
    assert found.low < report.standings[0].score <= found.high
    assert 0 < report.error(0) < 0.3
    assert report.elo(0).low > 0


def test_wrong_numbers_are_refused() -> None:
    with pytest.raises(BadParameter, match="2 players, 1"):
        Match(ConnectFour(), [player("random")])
    with pytest.raises(BadLimit, match="at least one"):
        random_match().run(0)
