"""`best` finds a search for every game, by its facts."""

from __future__ import annotations

import pytest

from zermelo.game import Game
from zermelo.games import catalogue
from zermelo.games.halma import ChineseCheckers
from zermelo.players import KINDS
from zermelo.players.best import pick_for

EXPECTED = {  # where it is not plain: two players, no chance, nothing hidden, alpha-beta
    "backgammon": "expectiminimax",
    "bargaining": "maxn",
    "blokus_classic": "paranoid",
    "coalitions": "maxn",
    "go": "mcts",
    "hex": "mcts",
    "hidden_dominoes": "determinised",
    "hidden_stratego": "determinised",
    "goofspiel": "equilibrium",
    "kuhn_poker": "equilibrium",
    "leduc_poker": "equilibrium",
    "liars_dice": "equilibrium",
    "pacman": "alphabeta",  # its ghosts are one side
    "pig": "expectiminimax",
    "twenty_forty_eight": "expectiminimax",
}


@pytest.mark.parametrize("name", sorted(catalogue.entries()))
def test_every_game_has_its_search(name: str) -> None:
    cls = catalogue.find(name)
    pick = pick_for(cls)
    assert pick.name in KINDS
    assert pick.reason
    if name in EXPECTED or not (cls.chance or cls.hidden or cls.players > 2):
        assert pick.name == EXPECTED.get(name, "alphabeta")


def test_facts_decide() -> None:
    class Unjudged(Game):
        most_moves = 2

    class Diced(Unjudged):
        chance = True

    assert pick_for(Unjudged).name == "mcts"
    assert pick_for(Diced).name == "mcts"
    assert pick_for(ChineseCheckers.variant(players=3)).name == "paranoid"
