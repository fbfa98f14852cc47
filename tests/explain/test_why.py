"""Why not this move: the comparison with the best one, and what the evaluation sees differently."""

from __future__ import annotations

import sys

import pytest

from zermelo.explain.features import features
from zermelo.explain.why import why_not
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.players import player


def test_the_numbers_of_an_evaluation_carry_its_authors_names() -> None:
    kalah = catalogue.make("kalah")
    kalah.play(kalah.parse_move("3"))  # the last seed falls into the store, and South sows again
    found = features(kalah)
    assert found["stores"] == 1
    assert found["rows"] == -1
    assert kalah.evaluate() == pytest.approx(found["stores"] + 0.15 * found["rows"] - 0.25 * found["threats"])


def test_helpers_that_judge_a_player_are_told_by_player() -> None:
    found = features(catalogue.begin("chess", position="4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1").state)
    assert found["pair of player 1"] == 30
    assert found["pair of player 2"] == 0
    assert "square of player 1" not in found, "a loop's variable tells nothing"


def test_calls_are_told_as_they_are_written() -> None:
    assert {"distance(X)", "distance(O)", "bridged(X)", "bridged(O)"} <= features(catalogue.make("hex")).keys()


def test_watching_leaves_no_trace() -> None:
    def other(*_: object) -> None:
        """Somebody else's profiler."""

    before = sys.getprofile()
    sys.setprofile(other)
    try:
        features(catalogue.make("hex"))
        assert sys.getprofile() is other
    finally:
        sys.setprofile(before)


def test_a_blunder_is_told_by_pieces_and_by_the_evaluation() -> None:
    line = catalogue.begin("chess", position="3qk3/8/8/8/8/8/4P3/3QK3 w - - 0 1")
    answer = why_not(line, "Qd7+", player("alphabeta:depth=3"))
    assert answer.legal
    assert answer.best is not None
    assert answer.best.move == "Qxd8+"
    assert any("player 2 has 1 queen more" in text for text in answer.changes)
    assert any(text.startswith("the evaluation for player") for text in answer.changes)
    assert any(text.startswith("opening of player 2") for text in answer.changes)


def test_what_cannot_be_played_is_told() -> None:
    line = catalogue.begin("chess", position="4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
    answer = why_not(line, "Kd2", player("alphabeta:depth=2"))
    assert not answer.legal
    assert answer.reason


def test_the_best_move_is_praised() -> None:
    line = Playthrough(catalogue.make("tic_tac_toe"))
    for move in ("a1", "b2", "a2", "c1"):
        line.play(line.parse_move(move))
    answer = why_not(line, "a3", player("alphabeta:depth=9"))
    assert answer.reason.startswith("a3 is what")


def test_hidden_cards_stay_hidden() -> None:
    """Whatever the other holds, the answer speaks of what this player sees."""
    told = []
    for deal in ("K:J", "K:Q"):
        line = Playthrough(catalogue.make("kuhn_poker"))
        for card in deal.split(":"):
            line.play(line.parse_move(card))
        told.append(why_not(line, "pass", player("best:time=0.05")).changes)
    assert told[0] == told[1]
