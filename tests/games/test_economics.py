"""Games of several interests: theory by induction in plain Python, max^n, strategies, a market by every matching."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from typing import Any

import pytest

from zermelo import player
from zermelo.errors import BadPlayer, BadPosition, ZermeloError
from zermelo.game import Random
from zermelo.game.playouts import random_game
from zermelo.games.economics import Bargaining, Coalitions, Market, PublicGoods, RepeatedGame
from zermelo.players.best import pick_for
from zermelo.players.strategies import NAMES
from zermelo.search.manyplayer.maxn import vector_to_depth
from zermelo.theory import bargaining, known, repeated

# Totals of 200 rounds of the prisoner's dilemma (-1, -3, 0, -2) by the Axelrod library 4.14: Cooperator, Defector,
# Grudger, TitForTat, TitFor2Tats, WinStayLoseShift; all other pairs of these cooperate throughout
AXELROD = {
    ("always defect", "always defect"): (-400, -400), ("always defect", "grim trigger"): (-398, -401),
    ("always defect", "tit for tat"): (-398, -401), ("always defect", "tit for two tats"): (-396, -402),
    ("pavlov", "always defect"): (-500, -200), ("always cooperate", "always defect"): (-600, 0),
    ("tit for tat", "pavlov"): (-200, -200), ("grim trigger", "tit for tat"): (-200, -200),
}  # fmt: skip


@pytest.mark.parametrize("pair", list(AXELROD))
def test_strategies_score_as_in_the_axelrod_library(pair: tuple[str, str]) -> None:
    one, two = pair
    strategies = repeated.STRATEGIES
    assert repeated.play(known.find("prisoners_dilemma"), strategies[one], strategies[two], 200).totals == AXELROD[pair]


def test_strategies_play_the_game_as_theory_does() -> None:
    """The players at the table and the strategies of the chapter, every pair of those without chance."""
    fixed = [name for name in NAMES if name not in ("generous", "random")]
    for one, two in product(fixed, repeat=2):
        state, seats = RepeatedGame(rounds=12), [player(f"strategy:{one}"), player(f"strategy:{two}")]
        while not state.over():
            state.play(seats[int(state.turn)].think(state).move)
        told = repeated.play(known.find("prisoners_dilemma"), NAMES[one], NAMES[two], 12)
        assert [state.utility(0), state.utility(1)] == pytest.approx([float(mean) for mean in told.means])
    with pytest.raises(BadPlayer, match="did you mean tit_for_tat"):
        player("strategy:tit_for_tatt")
    with pytest.raises(ZermeloError, match="two actions each"):
        player("strategy").think(RepeatedGame(matrix="rock_paper_scissors"))


def test_payoffs_are_those_of_the_matrix() -> None:
    for text in ("chicken", "1,2,3 4,5,6; 7,8,9 0,1,2".join(("[A]\n", "\n[B]\n3,2,1 6,5,4; 9,8,7 2,1,0"))):
        game = RepeatedGame(matrix=text, rounds=1)
        matrix = known.find(text) if text == "chicken" else None
        for profile in product(range(2), repeat=game.players):
            state = game.copy()
            for action in profile:
                state.play(action)
            if matrix:
                assert [state.utility(p) for p in range(2)] == [float(part) for part in matrix.payoffs[profile]]
            assert game.from_text(state.to_text()) == state
    assert RepeatedGame(matrix="matching_pennies").zero_sum
    assert not RepeatedGame().zero_sum
    with pytest.raises(ZermeloError, match="known by name"):
        RepeatedGame(matrix="nosuch")


def test_public_goods_are_a_dilemma() -> None:
    """Whatever the others give, a unit given costs more than it brings back; and all gain if all give."""
    for others in product(range(3), repeat=2):
        results = []
        for own in range(3):
            state = PublicGoods(rounds=1, endowment=2)
            for given in (own, *others):
                state.play(given)
            results.append(state.utility(0))
        assert results == sorted(results, reverse=True)
    state = PublicGoods(rounds=1, endowment=2)
    for _ in range(3):
        state.play(2)
    assert [state.utility(p) for p in range(3)] == [3.0] * 3


def induction(pie: int, rounds: int, first: int, second: int) -> tuple[float, float]:
    """What both get in the subgame-perfect equilibrium where indifference accepts, at the lowest best offer."""
    now = (0.0, 0.0)
    for made in reversed(range(rounds)):
        scale = [(first / 100) ** made, (second / 100) ** made]
        offerer, other = made % 2, 1 - made % 2
        best: tuple[float, ...] | None = None
        for offer in range(pie + 1):
            shares = [0.0, 0.0]
            shares[offerer], shares[other] = (pie - offer) / pie * scale[offerer], offer / pie * scale[other]
            result = shares if shares[other] >= now[other] else list(now)
            if best is None or result[offerer] > best[offerer]:
                best = tuple(result)
        assert best is not None
        now = (best[0], best[1])
    return now


@pytest.mark.parametrize(("rounds", "first", "second"), [(3, 90, 80), (1, 90, 90), (2, 50, 90), (4, 70, 70)])
def test_maxn_bargains_as_induction_says(rounds: int, first: int, second: int, long_run: bool) -> None:
    if rounds != 3 and not long_run:
        pytest.skip("rules to compile of their own: in the long run")
    game = Bargaining(pie=5, rounds=rounds, first_patience=first, second_patience=second)
    vector, _, _ = vector_to_depth(game, 2 * rounds, prune=False)
    assert vector == pytest.approx(induction(5, rounds, first, second))


def test_many_rounds_approach_rubinstein() -> None:
    for first, second in ((90, 90), (80, 95)):
        shares = bargaining.alternating_offers(first / 100, second / 100)
        assert induction(1000, 99, first, second)[0] == pytest.approx(float(shares[0]), abs=0.02)


@cache
def negotiated(text: str, game: Any) -> tuple[float, ...]:
    """The same by plain recursion over the game's own positions; the first of equal moves is taken."""
    state = game.from_text(text)
    if state.over():
        return tuple(state.utility(p) for p in range(3))
    best: tuple[float, ...] = ()
    for move in state.legal():
        after = state.copy()
        after.play(move)
        found = negotiated(after.to_text(), game)
        if not best or found[state.turn] > best[state.turn]:
            best = found
    return best


def test_maxn_negotiates_as_induction_says() -> None:
    game = Coalitions(whole=4, ab=3, ac=3, bc=2, rounds=3)
    vector, _, _ = vector_to_depth(game, 9, prune=False)
    assert vector == pytest.approx(negotiated(game.to_text(), type(game)))
    assert sum(vector) <= 4


def test_a_market_trades_all_that_prices_allow() -> None:
    """The clearing gains as much by the prices named as the best of all matchings; nobody honest loses."""
    for buyers, sellers in ((2, 2), (3, 1), (1, 3)):
        game = Market(buyers=buyers, sellers=sellers, prices=5)
        for number in range(40):
            state = game.copy()
            for move in random_game(game, 3, number):
                state.play(move)
            named = [int(price) for price in state.named]
            bids, asks = named[:buyers], named[buyers:]
            most = max(
                sum(b) - sum(a)
                for count in range(min(buyers, sellers) + 1)
                for b in combinations(bids, count)
                for a in combinations(asks, count)
            )
            count = state.trades()
            assert sum(sorted(bids)[buyers - count :]) - sum(sorted(asks)[:count]) == most
            gains = [state.utility(p) for p in range(state.players)]
            traded = [p for p in range(state.players) if gains[p] or state.rank(p) < count]
            assert len(traded) == 2 * count
            for p in range(state.players):
                if state.worth[p] == state.named[p]:
                    assert gains[p] >= 0


def test_redeals_keep_what_is_known() -> None:
    state, random = Market(), Random(4, 0)
    for move in (5, 3, 1, 4, 4, 2):
        state.play(move)
    seen = {int(state.worth[1])}
    for _ in range(50):
        other = state.copy()
        other.redeal(2, random)
        assert int(other.worth[2]) == 1
        seen.add(int(other.worth[1]))
    assert seen == {1, 2, 3, 4, 5}


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (RepeatedGame(), "silent"), (RepeatedGame(), "silent/well"), (RepeatedGame(), "/silent"),
        (PublicGoods(), "9/1/1"), (Bargaining(), "round 9"), (Bargaining(), "round 1 offer 99"), (Bargaining(), "x"),
        (Coalitions(), "round 1 A9+B1 B answers"), (Coalitions(), "round 1 A3+B2 C answers"), (Coalitions(), ""),
        (Market(), "9:1 1:1 | 1:1 1:1"), (Market(), "1:1"), (Market(), "- 1: | - -"),
    ],
)  # fmt: skip
def test_bad_positions(game: Any, text: str) -> None:
    with pytest.raises(BadPosition):
        game.from_text(text)


def test_best_looks_to_its_own() -> None:
    assert pick_for(Bargaining).name == pick_for(Coalitions).name == "maxn"
    assert pick_for(Market).name == "determinised"
