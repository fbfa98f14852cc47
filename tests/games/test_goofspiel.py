"""Goofspiel: whole trees beside OpenSpiel's, redeals that agree with every result, known values."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import pytest

from zermelo.errors import BadPosition
from zermelo.game import CHANCE, Random
from zermelo.game.check.hidden import all_histories, check_recall
from zermelo.games.goofspiel import Goofspiel
from zermelo.hidden.equilibrium.solver import Equilibrium

ORDERS = {"falling": "descending", "rising": "ascending", "random": "random"}


@pytest.mark.parametrize(
    ("cards", "order", "shown"),
    [(4, "falling", False), (3, "rising", False), (3, "random", False), (3, "falling", True)],
)
def test_the_tree_is_open_spiels(cards: int, order: str, shown: bool) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    settings = f"num_cards={cards},imp_info={not shown},points_order={ORDERS[order]}"
    theirs = pyspiel.convert_to_turn_based(pyspiel.load_game(f"goofspiel({settings})"))

    def walk(ours: Any, peer: Any) -> None:
        assert ours.over() == peer.is_terminal()
        if ours.over():
            assert [ours.utility(0), ours.utility(1)] == peer.returns()
            return
        assert ours.legal() == peer.legal_actions()
        assert ours.turn == (CHANCE if peer.is_chance_node() else peer.current_player())
        for move in ours.legal():
            after = ours.copy()
            after.play(move)
            walk(after, peer.child(move))

    walk(Goofspiel(cards=cards, prize_order=order, open_bids=shown), theirs.new_initial_state())


@pytest.mark.parametrize(
    ("cards", "order", "sets"), [(3, "falling", 16), (4, "falling", 162), (3, "random", 90), (4, "random", 3608)]
)
def test_sizes_and_value(cards: int, order: str, sets: int) -> None:
    solver = Equilibrium(Goofspiel(cards=cards, prize_order=order), "pcfr+")
    assert len(solver.tree.owners) == sets
    solver.run(100)
    assert solver.values()[0] == pytest.approx(0.0, abs=2 * solver.exploitability() + 1e-9)
    assert solver.exploitability() < 0.01


def test_redeals_agree_with_every_result_and_are_even() -> None:
    assert not list(check_recall(Goofspiel(cards=3)))
    assert not list(check_recall(Goofspiel(cards=3, open_bids=True)))
    assert len(all_histories(Goofspiel(cards=3))) > 20
    state = Goofspiel(cards=5)
    for card in (2, 1, 4, 5, 3, 2):  # player 0 won with 2, lost with 4, won with 3
        state.play(card - 1)
    fitting = [cards for cards in permutations(range(1, 6), 3) if cards[0] < 2 and cards[1] > 4 and cards[2] < 3]
    random, seen = Random(5, 0), Counter[tuple[int, ...]]()
    wide = Goofspiel(cards=5)
    for card in (3, 1, 4, 5, 2, 4):  # won with 3, lost with 4, lost with 2: several sets of cards fit
        wide.play(card - 1)
    choices = [cards for cards in permutations(range(1, 6), 3) if cards[0] < 3 and cards[1] > 4 and cards[2] > 2]
    for _ in range(600):
        dealt = state.copy()
        dealt.redeal(0, random)
        assert tuple(int(card) for card in dealt.bids[1, :3]) in fitting
        other = wide.copy()
        other.redeal(0, random)
        seen[tuple(int(card) for card in other.bids[1, :3])] += 1
    assert set(seen) == set(choices)
    even = 600 / len(choices)
    assert all(abs(count - even) < 5 * even**0.5 for count in seen.values())


@pytest.mark.parametrize("text", ["x", "3:1-2", "4:5-1", "4:-1", "4:1-2 4:2-1", "4:1-2 3:1-3"])
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        Goofspiel.from_text(text)
