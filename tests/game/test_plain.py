"""The plain door: record games and plain Python objects look the same to an algorithm in plain Python."""

from __future__ import annotations

from typing import Any

import pytest

from tests.game.small_games import Circle, Coin
from zermelo.errors import BadRules
from zermelo.game.plain import Plain, view
from zermelo.game.playthrough import Playthrough
from zermelo.games.connect_four import ConnectFour


class Words:
    """A game on strings, which no record could hold: players add letters; who completes 'cat' wins."""

    def __init__(self, text: str = "", turn: int = 0) -> None:
        self.text, self.turn = text, turn

    def moves(self) -> list[str]:
        return [] if self.over() else ["c", "a", "t"]

    def play(self, move: str) -> Words:
        return Words(self.text + move, 1 - self.turn)

    def over(self) -> bool:
        return self.text.endswith("cat") or len(self.text) == 5

    def utility(self, player: int) -> float:
        if not self.text.endswith("cat"):
            return 0.0
        return -1.0 if self.turn == player else 1.0


def minimax(game: Any, player: int = 0) -> float:
    """The textbook's recursion, over anything that comes through the door."""
    if game.over():
        return float(game.utility(player))
    if game.turn < 0:
        return sum(game.odds(move) * minimax(game.play(move), player) for move in game.moves())
    choose = max if game.turn == player else min
    return float(choose(minimax(game.play(move), player) for move in game.moves()))


def test_a_plain_object_is_a_game() -> None:
    assert isinstance(Words(), Plain)
    assert view(Words("ca")).moves() == ["c", "a", "t"]
    assert minimax(view(Words("ca"))) == 1.0
    assert minimax(view(Words())) == 0.0


def test_a_record_game_comes_through_the_same_door() -> None:
    line = Playthrough(ConnectFour())
    for move in (0, 1, 0, 1, 0, 1):
        line.play(move)
    game = view(line)
    won = game.play(0)
    assert won.over()
    assert won.utility(0) == 1.0
    assert not game.over(), "play leaves the old object alone"
    assert minimax(view(ConnectFour(columns=3, height=3, connect=3))) == minimax(
        view(ConnectFour.variant(columns=3, height=3, connect=3))
    )


def test_history_ends_games_through_the_door() -> None:
    game = view(Circle())
    for move in (1, 0, 1, 0):
        game = game.play(move)
    assert game.over()
    assert game.utility(0) == 0.0


def test_chance_comes_through_the_door() -> None:
    assert minimax(view(Coin())) == pytest.approx(0.5)


def test_an_object_that_is_no_game_is_refused() -> None:
    with pytest.raises(BadRules, match="int is no game: it lacks turn, moves, play, over, utility"):
        view(7)
