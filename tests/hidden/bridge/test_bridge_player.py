"""The bridge player: calls of the system, deals that fit, cards."""

from __future__ import annotations

import random
from typing import Any

import pytest

from zermelo import Playthrough, make
from zermelo.errors import Unsupported
from zermelo.game.bits import count
from zermelo.game.random import Random
from zermelo.games.tricks import Bridge
from zermelo.games.tricks.calls import call_of, call_text
from zermelo.games.tricks.cards import read_hand, suit_cards
from zermelo.hidden.bridge import BridgeSearch
from zermelo.hidden.bridge.system import choose_call, heard, points_and_lengths
from zermelo.hidden.bridge.worlds import worlds
from zermelo.players.best import pick_for
from zermelo.search.common.limits import Limits


@pytest.mark.parametrize(
    ("hand", "before", "call"),
    [
        ("AK52.K7.A952.QJ3", "", "1NT"),
        ("AKJ52.K7.A952.32", "", "1S"),
        ("AK52.KJ72.32.J32", "", "1C"),
        ("KQJ983.32.J42.32", "", "2S"),
        ("32.AKQJ.AKQ.AKQ2", "", "2C"),
        ("9832.J72.Q432.A2", "", "P"),
        ("Q932.72.AK32.982", "1S P", "2S"),
        ("QJ32.72.AK32.A82", "1S P", "4S"),
        ("QJ32.72.K932.982", "1C P", "1D"),
        ("KQ2.72.AK32.9832", "1NT P", "3NT"),
        ("Q98432.72.32.982", "1NT P", "2S"),
        ("KQJ92.A72.32.982", "1D", "1S"),
        ("KQ32.A732.2.A982", "1D", "X"),
        ("AQ32.KJ732.A2.K2", "P P 1H P 3H P", "4H"),
        ("A9732.32.432.432", "1H P 2H P 4H P", "P"),
    ],
)
def test_calls(hand: str, before: str, call: str) -> None:
    calls = [call_of(text) for text in before.split()]
    assert call_text(choose_call(read_hand(hand), 0, calls)) == call


def test_random_auctions_end_and_promise_what_is_true() -> None:
    """Four machines bid: every call is legal, auctions end, and the hand that opened is what its call promised."""
    dice = random.Random(4)
    for _ in range(40):
        cards = dice.sample(range(52), 52)
        hands = [sum(1 << card for card in cards[seat::4]) for seat in range(4)]
        state = Bridge()
        state.hands[:] = hands
        state.dealt = 52
        state.begin()
        while not state.over() and not state.declarer:
            call = choose_call(state.hands[int(state.turn)], 0, state.auction())
            assert 52 + call in state.legal()
            seat, auction = int(state.turn), heard(0, state.auction())
            first = not any(auction.bids_of(each) for each in range(4))
            auction.hear(call)
            if first:
                assert auction.shown[seat].fits(*points_and_lengths(state.hands[seat]))
            state.play(52 + call)


def begun(*texts: str) -> Playthrough:
    """A board after an auction and some cards."""
    deal = "N:QT73.K9652.8.JT7 AJ965.84.AJ4.A98 82.AQJT.Q765.K52 K4.73.KT932.Q643"
    game = Playthrough(make("bridge", deal=deal))
    for text in ("P", "1S", "P", "1NT", "P", "P", "P", *texts):
        game.play(text)
    return game


def test_deals_fit_what_was_seen() -> None:
    game = begun("H5", "H4", "HQ", "H3", "HA", "H7", "H2", "H8", "HJ", "C3")
    state = game.state
    found = worlds(game, 0, 10, 0)
    assert len(found) == 10
    for hands in found:
        assert (hands[0], hands[1]) == (state.hands[0], state.hands[1])
        assert [count(hand) for hand in hands] == [count(hand) for hand in state.hands]
        assert not hands[3] & suit_cards(2)  # West has shown out of hearts


def test_the_last_tricks_are_played_to_be_won() -> None:
    """North has an ace and a losing club: whoever holds what, the ace is lost unless it is played now."""
    text = "N:A...2 ...AK QJ... ..32. | N none | 1NT P P P | N: | 5-6 | -/-/-/-"
    result = BridgeSearch(samples=5).think(Playthrough.from_text(Bridge, text))
    assert result.move_text == "SA"
    assert set(result.moves) == set(Bridge.from_text(text).legal())


def test_a_choice_depends_on_what_is_seen_alone() -> None:
    game = begun("H5", "H4", "HQ", "H3", "S8", "SK", "S3")
    player = game.turn
    twin: Any = game.copy()
    twin.state.redeal(player, Random(3, 3))
    assert twin.state != game.state
    search = BridgeSearch(samples=2)
    assert search.think(game, Limits(seconds=60)).moves == search.think(twin, Limits(seconds=60)).moves


def test_best_plays_bridge_by_its_own_player_and_nothing_else() -> None:
    assert pick_for(Bridge).name == pick_for(Bridge, weak=True).name == "bridge"
    with pytest.raises(Unsupported, match="plays bridge alone"):
        BridgeSearch().think(make("chess"))
