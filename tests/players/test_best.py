"""`best` finds a search for every game, by its facts."""

from __future__ import annotations

import pytest

from zermelo.game import Game
from zermelo.games import catalogue
from zermelo.games.chinese_checkers import ChineseCheckers
from zermelo.players import KINDS
from zermelo.players.best import pick_for

EXPECTED = {
    "amazons": "alphabeta", "ataxx": "alphabeta", "backgammon": "expectiminimax", "checkers": "alphabeta",
    "chess": "alphabeta", "chinese_checkers": "alphabeta", "connect_four": "alphabeta", "connections": "alphabeta",
    "dots_and_boxes": "alphabeta", "go": "mcts", "hex": "mcts", "hexxagon": "alphabeta", "jungle": "alphabeta",
    "kalah": "alphabeta", "katamino": "alphabeta", "kuhn_poker": "determinised", "leduc_poker": "determinised",
    "lines_of_action": "alphabeta", "memory_tic_tac_toe": "alphabeta", "moving_tic_tac_toe": "alphabeta",
    "nim": "alphabeta", "nine_mens_morris": "alphabeta", "othello": "alphabeta", "pacman": "alphabeta",
    "pig": "expectiminimax", "quads": "alphabeta", "quarto": "alphabeta", "quits": "alphabeta", "quixo": "alphabeta",
    "sahara": "alphabeta", "sputnik": "alphabeta", "surakarta": "alphabeta", "tic_tac_toe": "alphabeta",
    "tic_tac_toe_3d": "alphabeta", "twenty_forty_eight": "expectiminimax",
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(catalogue.entries()))
def test_every_game_has_its_search(name: str) -> None:
    pick = pick_for(catalogue.find(name))
    assert pick.name in KINDS
    assert pick.reason
    if name in EXPECTED:
        assert pick.name == EXPECTED[name]


def test_facts_decide() -> None:
    class Unjudged(Game):
        most_moves = 2

    class Diced(Unjudged):
        chance = True

    assert pick_for(Unjudged).name == "mcts"
    assert pick_for(Diced).name == "mcts"
    assert pick_for(ChineseCheckers.variant(players=3)).name == "paranoid"
