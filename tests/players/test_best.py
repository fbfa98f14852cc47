"""`best` finds a search for every game, by its facts."""

from __future__ import annotations

import pytest

from zermelo.game import Game
from zermelo.games import catalogue
from zermelo.games.halma import ChineseCheckers
from zermelo.players import KINDS
from zermelo.players.best import pick_for

EXPECTED = {
    "abalone": "alphabeta",
    "alquerque": "alphabeta",
    "amazons": "alphabeta",
    "arimaa": "alphabeta",
    "ataxx": "alphabeta",
    "backgammon": "expectiminimax",
    "blokus": "alphabeta",
    "blokus_classic": "paranoid",
    "brazilian_draughts": "alphabeta",
    "carcassonne": "alphabeta",
    "checkers": "alphabeta",
    "chess": "alphabeta",
    "chinese_checkers": "alphabeta",
    "connect_four": "alphabeta",
    "connections": "alphabeta",
    "dominoes": "alphabeta",
    "dots_and_boxes": "alphabeta",
    "dots_and_hexagons": "alphabeta",
    "fanorona": "alphabeta",
    "gipf": "alphabeta",
    "go": "mcts",
    "gobblet": "alphabeta",
    "halma": "alphabeta",
    "hex": "mcts",
    "hexxagon": "alphabeta",
    "hidden_dominoes": "determinised",
    "hidden_stratego": "determinised",
    "hus": "alphabeta",
    "international_draughts": "alphabeta",
    "jungle": "alphabeta",
    "kalah": "alphabeta",
    "katamino": "alphabeta",
    "kuhn_poker": "determinised",
    "leduc_poker": "determinised",
    "lines_of_action": "alphabeta",
    "link_five": "alphabeta",
    "memory_tic_tac_toe": "alphabeta",
    "minishogi": "alphabeta",
    "moving_tic_tac_toe": "alphabeta",
    "nim": "alphabeta",
    "nine_mens_morris": "alphabeta",
    "omega_chess": "alphabeta",
    "othello": "alphabeta",
    "pacman": "alphabeta",
    "pentominoes": "alphabeta",
    "pig": "expectiminimax",
    "pylos": "alphabeta",
    "quads": "alphabeta",
    "quarto": "alphabeta",
    "quits": "alphabeta",
    "quixo": "alphabeta",
    "quoridor": "alphabeta",
    "racetrack": "alphabeta",
    "russian_draughts": "alphabeta",
    "sahara": "alphabeta",
    "scrabble": "alphabeta",
    "seega": "alphabeta",
    "shogi": "alphabeta",
    "sputnik": "alphabeta",
    "stratego": "alphabeta",
    "surakarta": "alphabeta",
    "tablut": "alphabeta",
    "tantrix": "alphabeta",
    "terrace": "alphabeta",
    "tic_tac_toe": "alphabeta",
    "tic_tac_toe_3d": "alphabeta",
    "tori_shogi": "alphabeta",
    "twenty_forty_eight": "expectiminimax",
}


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
