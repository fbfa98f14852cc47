"""Bridge: every score beside another program's, random boards beside OpenSpiel, what is hidden and what is shown."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from zermelo.errors import BadParameter, BadPosition, IllegalMove
from zermelo.game import CHANCE, bit, count
from zermelo.game.random import Random
from zermelo.games.tricks import Bridge
from zermelo.games.tricks.calls import call_of, call_text, duplicate_score
from zermelo.games.tricks.cards import suit_cards

DEAL = "N:QT73.K9652.8.JT7 AJ965.84.AJ4.A98 82.AQJT.Q765.K52 K4.73.KT932.Q643"


def test_every_score_is_endplays() -> None:
    """Level, strain, doubled, vulnerable, then the scores of 0 to 13 tricks, written by the package endplay 0.5.12."""
    rows = [list(map(int, line.split())) for line in (Path(__file__).parent / "scores.txt").read_text().splitlines()]
    assert len(rows) == 7 * 5 * 3 * 2
    for level, strain, doubled, vulnerable, *scores in rows:
        assert [duplicate_score(level, strain, doubled, bool(vulnerable), tricks) for tricks in range(14)] == scores


def test_calls_and_their_texts() -> None:
    assert [call_of(call_text(call)) for call in range(38)] == list(range(38))
    assert [call_of(text) for text in ("1n", "pass", "dbl", "7nt", "8C", "1X", "")] == [7, 0, 1, 37, -1, -1, -1]


def card_of_theirs(action: int) -> int:
    """OpenSpiel numbers cards suit + 4 * rank."""
    return 13 * (action % 4) + action // 4


@pytest.mark.parametrize("seed", range(5))
def test_random_boards_are_open_spiels(seed: int, long_run: bool) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    dice = random.Random(seed)
    for _ in range(60 if long_run else 2):
        ours_red, theirs_red = dice.random() < 0.5, dice.random() < 0.5
        flags = f"dealer_vul={str(ours_red).lower()},non_dealer_vul={str(theirs_red).lower()}"
        theirs = pyspiel.load_game(f"bridge(use_double_dummy_result=false,{flags})").new_initial_state()
        ours = Bridge(vulnerable=("none", "NS", "EW", "both")[ours_red + 2 * theirs_red])
        while not theirs.is_terminal():
            cards = ours.turn == CHANCE or ours.declarer > 0
            moves = {card_of_theirs(action) if cards else action: action for action in theirs.legal_actions()}
            assert sorted(moves) == sorted(ours.legal())
            assert theirs.is_chance_node() if ours.turn == CHANCE else theirs.current_player() == ours.turn
            move = dice.choice(sorted(moves))
            if not cards and dice.random() < 0.8:
                move = min(moves) if ours.bid and dice.random() < 0.6 else sorted(moves)[:2][-1]
            theirs.apply_action(moves[move])
            ours.play(move)
        assert ours.over()
        assert [ours.utility(player) for player in range(4)] == theirs.returns()


def played(*texts: str, deal: str = DEAL, **settings: str) -> Any:
    """A board after some moves."""
    state = Bridge(deal=deal, **settings)
    for text in texts:
        state.play(state.parse_move(text))
    return state


def test_the_first_to_name_the_strain_is_declarer() -> None:
    state = played("P", "1S", "P", "2S", "P", "P", "P")
    assert state.contract_text() == "2S by East"
    assert (state.turn, state.declarer - 1) == (2, 1)
    state = played("P", "1S", "X", "XX", "P", "P", "2H", "P", "P", "2S", "P", "P", "P")
    assert [call_text(call) for call in state.auction()] == [
        "P",
        "1S",
        "X",
        "XX",
        "P",
        "P",
        "2H",
        "P",
        "P",
        "2S",
        "P",
        "P",
        "P",
    ]
    assert state.contract_text() == "2S by East"


def test_dummy_is_seen_after_the_lead_and_played_by_declarer() -> None:
    state = played("P", "1S", "P", "1NT", "P", "P", "P")
    assert not any(state.sees(player, 1) for player in (0, 2, 3))
    state.play(state.parse_move("5H"))
    assert all(state.sees(player, 1) for player in range(4))
    assert (state.turn, state.seat) == (3, 1)
    assert not any(state.sees(player, 3) for player in (0, 1, 2))


def test_hidden_cards_fit_what_was_shown() -> None:
    """West discards on hearts, North on clubs: whoever deals anew gives them none, and all hands keep their size."""
    text = "N:QT73.K9.8. AJ9.8.AJ4. 82.J.Q765. K4..KT932. | N none | P 1S P 1NT P P P | N: | 3-3 | C/C/C/CH"
    state = Bridge.from_text(text)
    seen = set()
    for number in range(40):
        twin = state.copy()
        twin.redeal(0, Random(number, 1))
        assert [count(hand) for hand in twin.hands] == [count(hand) for hand in state.hands]
        assert not twin.hands[3] & suit_cards(2)
        assert twin.hands[0] == state.hands[0]
        assert twin.hands[1] == state.hands[1]
        assert twin.held() == state.held()
        seen.add(int(twin.hands[2]))
    assert len(seen) > 20


def test_every_deal_that_fits_comes_as_often() -> None:
    """South holds the only heart; three spades for South and West in all ways: 3 deals, West with none of hearts."""
    text = "N:.K.A. ..32. A.2.. K..4. | N none | P 1C P 1D P P P | N: | 6-5 | -/CSH/-/H"
    state = Bridge.from_text(text)
    found: dict[int, int] = {}
    for number in range(3000):
        twin = state.copy()
        twin.redeal(0, Random(number, 1))
        found[int(twin.hands[2])] = found.get(int(twin.hands[2]), 0) + 1
    heart = int(bit(26))
    assert len(found) == 3
    assert all(hand & heart for hand in found)
    assert all(850 < times < 1150 for times in found.values())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "N:... ... ... ... | N none | - | N: | 0-0",
        DEAL.replace("QT73", "QT732") + " | N none | - | N: | 0-0 | -/-/-/-",
        DEAL + " | X none | - | N: | 0-0 | -/-/-/-",
        DEAL + " | N none | X | N: | 0-0 | -/-/-/-",
        DEAL + " | N none | P 1S P P P | W: | 0-0 | -/-/-/-",
        DEAL + " | N none | 1S P P P | E: | 1-0 | -/-/-/-",
        DEAL + " | N none | 1S P P P | E:SK | 0-0 | -/-/-/-",
        DEAL + " | N none | - | N: | 3-0 | -/-/-/-",
        DEAL + " | N none | 1S P P P | E: | 0-0 | C/-/-/-",
        "N:2... ... 3... ... | N none | - | N: | 0-0 | -/-/-/-",
    ],
)
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        Bridge.from_text(text)


def test_bad_settings_and_moves() -> None:
    for settings in (
        {"dealer": "up"},
        {"vulnerable": "some"},
        {"deal": "N:AK... - - -"},
        {"deal": DEAL.replace("Q643", "Q64")},
    ):
        with pytest.raises((BadParameter, BadPosition)):
            Bridge(**settings)
    with pytest.raises(IllegalMove, match="only the opponents' bid is doubled"):
        played("P", "1S", "P", "X")
