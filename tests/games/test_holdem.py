"""Texas hold'em: random games beside OpenSpiel's universal_poker, blinds, all-in, bets, notation, parameters."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from zermelo.errors import BadParameter, BadPosition, IllegalMove
from zermelo.game import CHANCE
from zermelo.game.veil import deals, observed
from zermelo.games.catalogue import make
from zermelo.games.poker import Holdem

COMMON = {
    "numPlayers": 2, "numRounds": 4, "blind": "1 2", "firstPlayer": "1 2 2 2", "numSuits": 4, "numRanks": 13,
    "numHoleCards": 2, "numBoardCards": "0 3 1 1",
}  # fmt: skip
FORMS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "no_limit": (
        {"betting": "no_limit", "stack": 60, "bets": (0,)},
        {"betting": "nolimit", "stack": "60 60", "bettingAbstraction": "fullgame"},
    ),
    "limit": (
        {"betting": "limit", "stack": 200},
        {"betting": "limit", "raiseSize": "2 2 4 4", "maxRaises": "3 4 4 4", "bettingAbstraction": "fcpa"},
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_random_games_are_openspiels(form: str) -> None:
    """The same moves at every decision, the same results; cards are numbered the other way round there."""
    pyspiel = pytest.importorskip("pyspiel")
    ours_by, theirs_by = FORMS[form]
    game = pyspiel.load_game("universal_poker", {**COMMON, **theirs_by})
    random, ends = Random(5), 0
    for _ in range(120):
        ours, theirs = make("holdem", **ours_by), game.new_initial_state()
        while not ours.over():
            legal = ours.legal()
            if ours.turn == CHANCE:
                assert theirs.is_chance_node()
                move = random.choice(legal)
                theirs.apply_action(move // 4 * 4 + 3 - move % 4)
            else:
                assert theirs.current_player() == ours.turn
                there = theirs.legal_actions()
                if form == "no_limit":
                    assert there == legal
                else:
                    assert len(there) == len(legal)
                place = min(random.choice([0, 1, 1, 1, 1, *range(len(legal))]), len(legal) - 1)
                move = legal[place]
                theirs.apply_action(there[place])
            ours.play(move)
        assert theirs.is_terminal()
        assert theirs.returns() == [ours.utility(0), ours.utility(1)]
        ends += ours.street == 4
        assert type(ours).from_text(ours.to_text()) == ours
    assert ends > 10, "some hands are shown"


def test_a_hand() -> None:
    state = Holdem.from_text("AhKd QsJs")
    assert [state.move_text(move) for move in state.legal()] == ["fold", "call", "raise-4", "raise-6", "all-in"]
    state = Holdem.from_text("AhKd QsJs r6c 6hTd9d")
    assert state.to_text() == "AhKd QsJs r6c Td9d6h"
    assert state.turn == 1
    assert [state.move_text(move) for move in state.legal()] == ["check", "bet-12", "bet-18", "all-in"]
    with pytest.raises(IllegalMove, match="what one has put in"):
        state.parse_move("bet-7")
    state = Holdem.from_text("AhKd QsJs r6c Td9d6h cr18f")
    assert (state.utility(0), state.utility(1)) == (6, -6)
    assert state.ending() == "player 2 folds: player 1 wins 6"


def test_all_in_deals_the_board() -> None:
    state = Holdem.from_text("AhKd QsJs r100c")
    assert state.turn == CHANCE
    for card in ("Ac", "7d", "2c", "3h", "9s"):
        state.play(state.parse_move(card))
    assert state.over()
    assert state.ending() == "a pair: player 1 wins 100"


def test_a_short_stack_is_all_in_below_the_least_raise() -> None:
    state = make("holdem", stack=3, bets=(0,))
    for card in ("Ah", "Kd", "Qs", "Js"):
        state.play(state.parse_move(card))
    assert [state.move_text(move) for move in state.legal()] == ["fold", "call", "all-in"]


def test_push_or_fold() -> None:
    state = type(make("holdem", betting="push_fold", stack=20)).from_text("AhKd QsJs")
    assert [state.move_text(move) for move in state.legal()] == ["fold", "all-in"]
    state.play(20)
    assert [state.move_text(move) for move in state.legal()] == ["fold", "call"]


def test_redealt_hands_are_sorted_and_new() -> None:
    state = Holdem.from_text("AhKd QsJs r6c Td9d6h c")
    others = deals(state, 0, 200)
    assert all(observed(other, 0) == observed(state, 0) for other in others)
    held = [tuple(other.hands[1]) for other in others]
    assert len(set(held)) > 100
    seen = set(state.hands[0]) | set(state.board[:3])
    assert all(first > second and not {first, second} & seen for first, second in held)


@pytest.mark.parametrize("wrong", ["AhAh", "AhKd QsJs r5", "AhKd QsJs fc", "xy", ""])
def test_impossible_positions_are_refused(wrong: str) -> None:
    with pytest.raises(BadPosition):
        Holdem.from_text(wrong)


@pytest.mark.parametrize(
    "settings", [{"bets": (0, 50)}, {"bets": (-1,)}, {"bets": (5000,)}, {"stack": 2}, {"betting": "x"}]
)
def test_impossible_parameters_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(BadParameter):
        make("holdem", **settings)
