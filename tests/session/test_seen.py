"""What one player sees of a hidden game."""

from __future__ import annotations

from typing import Any

from zermelo.game.information import sees_move
from zermelo.game.playthrough import Playthrough
from zermelo.games.poker import KuhnPoker, LeducPoker
from zermelo.games.tic_tac_toe import TicTacToe

OPEN_NOTE = "all cards are shown"


def cards(state: Any, player: int) -> list[str]:
    return [piece.text for piece in state.scene_for(player).pieces]


def test_a_player_sees_his_own_card_only() -> None:
    state = KuhnPoker.from_text("KQ p")
    assert sorted(cards(state, 0)) == ["?", "K"]
    assert sorted(cards(state, 1)) == ["?", "Q"]
    assert OPEN_NOTE in state.scene().notes
    assert OPEN_NOTE not in state.scene_for(0).notes
    assert any(note.startswith("betting") for note in state.scene_for(0).notes)


def test_the_open_card_is_seen_by_both() -> None:
    state = LeducPoker.from_text("JsKh cc Qs")
    assert sorted(cards(state, 0)) == ["?", "Js", "Qs"]
    assert sorted(cards(state, 1)) == ["?", "Kh", "Qs"]


def test_moves_are_seen_where_they_change_what_is_observed() -> None:
    line = Playthrough(KuhnPoker())
    first, second = line.moves()[0], line.moves()[1]
    assert sees_move(line.state, first, 0)
    assert not sees_move(line.state, first, 1)
    line.play(first)
    line.play(second)
    for bet in line.moves():
        assert sees_move(line.state, bet, 1)


def test_in_an_open_game_everything_is_seen() -> None:
    assert TicTacToe().scene_for(1) == TicTacToe().scene()
    assert sees_move(TicTacToe(), 4, 1)
