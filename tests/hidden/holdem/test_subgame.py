"""Hold'em subgames: values that postflop-solver found, theory, naive showdowns, the tree, what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from zermelo.errors import BadLimit, BadParameter, BadPosition, Unsupported
from zermelo.games.poker.hands import read_cards, set_of, strength
from zermelo.hidden.holdem.betting import ALL_IN, SHOWDOWN, read_sizes
from zermelo.hidden.holdem.ranges import COMBOS, class_text, classes, pairs, read_range
from zermelo.hidden.holdem.report import equity, follow, grid_text, look
from zermelo.hidden.holdem.subgame import Subgame, solve_subgame, spot

FIRST = "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s"
SECOND = "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+"
RIVER, TURN = "Td 9d 6h Qc 2s", "Td 9d 6h Qc"


@pytest.mark.parametrize(
    ("bets", "raises", "share", "first"),
    [
        ("all-in", "none", 91.7068, {"check": 1.0}),
        ("50%", "all-in", 95.1424, {"check": 0.804, "bet 100": 0.196}),
        ("33%, 100%, all-in", "60%, all-in", 91.7382, {"check": 0.687, "bet 66": 0.313}),
    ],
)
def test_rivers_are_worth_what_postflop_solver_finds(bets: str, raises: str, share: float, first: Any) -> None:
    asked = spot(RIVER, FIRST, SECOND, pot=200, stack=900, bets=bets, raises=raises)
    found = solve_subgame(asked, until=0.002)
    assert [len(hands) for hands in found.hands] == [167, 246]
    assert found.exploitability() < 0.002
    assert found.share() == pytest.approx(share, abs=0.01)
    assert equity(found) == pytest.approx(0.51617, abs=1e-5)
    seen = look(found, [])
    shares = dict(zip(seen["actions"], seen["shares"], strict=True))
    assert shares == pytest.approx(dict.fromkeys(shares, 0.0) | first, abs=0.01)


def test_a_turn_is_worth_what_postflop_solver_finds(long_run: bool) -> None:
    asked = spot(TURN, FIRST, SECOND, pot=200, stack=900, bets="50%")
    found = solve_subgame(asked, until=0.02 if long_run else 2.0)
    assert equity(found) == pytest.approx(0.53060, abs=1e-5)
    assert found.share() == pytest.approx(96.61, abs=0.06 if long_run else 4)
    seen = look(found, ["check", "check"])
    assert len(seen["actions"]) == 48
    assert look(found, ["check", "check", "2s", "bet 100"])["player"] == 1


def test_bluffs_are_half_the_value_bets_when_the_pot_is_bet() -> None:
    """AA or 22 against KK, a bet of the pot: every ace bets, and one deuce for two aces; theory says 3/4 of the pot."""
    found = solve_subgame(spot(RIVER[:-2] + "3s", "AA,22", "KK", pot=100, stack=100, bets="all-in"), until=0.01)
    assert found.share() == pytest.approx(75, abs=0.05)
    seen = look(found, [])
    assert dict(zip(seen["actions"], seen["shares"], strict=True)) == pytest.approx(
        {"check": 0.25, "all-in": 0.75}, abs=0.01
    )
    assert "AA  100" in grid_text(seen)


@pytest.mark.parametrize("board", [RIVER, "As Ah 7d 7c 2h"])
def test_ends_are_the_naive_ones(board: str) -> None:
    """Check and check: the value of each hand is the sum over all hands that share no card with it."""
    asked = spot(board, "AA,KQ,T9s,22,76s:0.25,JTo", "99,AQ,T9s,KJs,76s,54s:0.5", pot=10, stack=20, bets="none")
    game = Subgame(asked)
    cards = [pairs()[hands].tolist() for hands in game.hands]
    weights = [side.weights.tolist() for side in game.sides]
    table = read_cards(board)
    total = whole = 0.0
    for mine, weight in zip(cards[0], weights[0], strict=True):
        for theirs, other in zip(cards[1], weights[1], strict=True):
            if not set(mine) & set(theirs):
                own, against = strength(set_of(table + mine)), strength(set_of(table + theirs))
                total += weight * other * ((own > against) - (own < against)) * 5
                whole += weight * other
    assert game.weight == pytest.approx(whole)
    assert game.share() == pytest.approx(5 + total / whole, abs=1e-5)


def test_all_in_on_the_turn_is_every_river() -> None:
    """The table of equities says what 48 showdowns say."""
    asked = spot(TURN, "AA,KQ,T9s", "99,AQ,T9s,87s", pot=10, stack=20, bets="all-in", raises="none")
    game = Subgame(asked)
    assert (game.tree.kinds == ALL_IN).sum() == 2
    node, _ = follow(game, ["check", "all-in", "call"])
    assert game.tree.kinds[node] == ALL_IN
    checked = Subgame(spot(TURN, "AA,KQ,T9s", "99,AQ,T9s,87s", pot=10, stack=20, bets="none"))
    assert (checked.tree.kinds == SHOWDOWN).sum() == 48
    assert equity(game) == pytest.approx(checked.share() / 10, abs=1e-6)


def test_a_flop_runs_to_the_river() -> None:
    """Two hands on a flop: nothing is dealt twice, and the share is the chance to win."""
    game = Subgame(spot("Td 9d 6h", "AhAc", "KhKc", pot=10, stack=20, bets="none"))
    assert (game.tree.kinds == SHOWDOWN).sum() == 49 * 48
    left = [card for card in range(52) if card not in read_cards("Td 9d 6h Ah Ac Kh Kc")]
    wins = 0.0
    for turn in left:
        for river in left:
            if turn < river:
                run = [*read_cards("Td 9d 6h"), turn, river]
                own, other = strength(set_of(run + read_cards("AhAc"))), strength(set_of(run + read_cards("KhKc")))
                wins += (own > other) + (own == other) / 2
    assert game.share() == pytest.approx(10 * wins / (45 * 44 / 2), abs=1e-4)


def test_ranges() -> None:
    assert read_range("random").sum() == COMBOS
    assert read_range("AA").sum() == 6
    assert read_range("AK").sum() == 16
    assert read_range("77+, A5s-A2s, KQo:0.5").sum() == 8 * 6 + 4 * 4 + 12 / 2
    assert read_range("22-QQ").sum() == 66
    assert read_range("AhKd 9s8s").sum() == 2
    assert [class_text(cell) for cell in (0, 1, 13, 168)] == ["AA", "AKs", "AKo", "22"]
    assert sorted(np.bincount(classes()).tolist()) == [4] * 78 + [6] * 13 + [12] * 78


@pytest.mark.parametrize("wrong", ["", "XX", "AAs", "AA:2", "A5s-K2s", "AA-K2", "AhAh", "AK-"])
def test_impossible_ranges_are_refused(wrong: str) -> None:
    with pytest.raises((BadParameter, BadPosition)):
        read_range(wrong)


def test_what_cannot_be_solved_is_refused() -> None:
    with pytest.raises(BadParameter, match="3, 4 or 5 cards"):
        spot("Td 9d", FIRST, SECOND, pot=10, stack=10)
    with pytest.raises(BadParameter, match="shares a card"):
        Subgame(spot(RIVER, "AhAd", "AhAd", pot=10, stack=10))
    with pytest.raises(BadParameter, match="no hand of a range"):
        Subgame(spot(RIVER, "TdTh", "AA", pot=10, stack=10))
    with pytest.raises(BadParameter, match="at most 5 sizes"):
        read_sizes("10,20,30,40,50,60")
    with pytest.raises(Unsupported, match="MB are allowed"):
        Subgame(spot(TURN, FIRST, SECOND, pot=200, stack=900), most_memory=1)
    with pytest.raises(BadLimit, match="no method"):
        Subgame(spot(RIVER, FIRST, SECOND, pot=200, stack=900), "magic")
    with pytest.raises(BadParameter, match="cannot follow"):
        follow(Subgame(spot(RIVER, "AA", "KK", pot=200, stack=900)), ["fold"])
