"""Why not this move: the comparison with the best one, and what the evaluation sees differently."""

from __future__ import annotations

import pytest

from zermelo.explain.why import features_told, number_text, why_not
from zermelo.game.game import Game
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.players import player


def test_a_game_names_the_parts_of_its_evaluation() -> None:
    kalah = catalogue.make("kalah")
    kalah.play(kalah.parse_move("3"))  # the last seed falls into the store, and South sows again
    found = kalah.features()
    assert list(found) == ["stores", "rows", "threats"]
    assert found["stores"] == 1
    assert found["rows"] == -1
    assert kalah.evaluate() == pytest.approx(found["stores"] + 0.15 * found["rows"] - 0.25 * found["threats"])


@pytest.mark.parametrize(("mover", "pair"), [("w", 30), ("b", -30)])
def test_a_part_is_seen_by_the_player_to_move(mover: str, pair: int) -> None:
    found = catalogue.begin("chess", position=f"4k3/8/8/8/8/8/8/2B1KB2 {mover} - - 0 1").state.features()
    assert list(found) == ["pieces and their places", "mobility", "bishop pair", "passed pawns"]
    assert found["bishop pair"] == pair
    assert found["passed pawns"] == 0


def test_changes_are_told_in_words() -> None:
    one, two = (catalogue.begin("chess", position=f"{at}/8/8/8/8/8/8/2B1KB2 w - - 0 1").state for at in ("4k3", "3nk3"))
    told = features_told(one, two)
    assert told[0].startswith("the evaluation for player 1 is +")
    assert any(text.startswith("mobility: ") and " instead of " in text for text in told)
    assert not any(text.startswith("bishop pair") for text in told), "it is the same"
    assert features_told(one, one) == ()


def test_a_game_without_features_tells_none(monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = catalogue.make("nim"), catalogue.make("nim")
    two.play(two.legal()[0])
    two.turn = one.turn
    assert features_told(one, two)
    monkeypatch.setattr(type(one), "features", Game.features)
    assert features_told(one, two) == ()


@pytest.mark.parametrize(("value", "text"), [(3.0, "3"), (-0.0, "0"), (12345, "12345"), (-0.1234, "-0.12")])
def test_numbers_are_short(value: float, text: str) -> None:
    assert number_text(value) == text


def test_a_blunder_is_told_by_pieces_and_by_the_evaluation() -> None:
    line = catalogue.begin("chess", position="3qk3/8/8/8/8/8/4P3/3QK3 w - - 0 1")
    answer = why_not(line, "Qd7+", player("alphabeta:depth=3"))
    assert answer.legal
    assert answer.best is not None
    assert answer.best.move == "Qxd8+"
    assert any("player 2 has 1 queen more" in text for text in answer.changes)
    assert any(text.startswith("the evaluation for player") for text in answer.changes)
    assert any(text.startswith("pieces and their places: ") for text in answer.changes)


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
