"""Information states: what a player knows, as words, numbers and a key."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from zermelo.errors import BadLimit, Unsupported
from zermelo.game.check.hidden import check_recall, check_twins
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.games.catalogue import find
from zermelo.games.poker import KuhnPoker, LeducPoker
from zermelo.games.tic_tac_toe import TicTacToe

BROKEN = Path(__file__).parent / "check" / "broken.py"


def played(game: Any, *moves: str) -> Playthrough:
    line = Playthrough(game())
    for move in moves:
        line.play(move)
    return line


def test_words_show_what_was_seen() -> None:
    line = played(LeducPoker, "Js", "Kh", "check", "raise", "call", "Qs")
    assert line.information(0).text == "Js ? check raise call Qs"
    assert line.information(1).text == "? Kh check raise call Qs"
    assert line.information(0).move_texts == ("check", "raise")
    assert line.information(1).moves == ()
    assert line.observation(0) == line.information(0).observation == (3, 1, 3, 2, 3, 2, 0, 0, 0, 0, 0)


def test_equal_where_only_hidden_cards_differ() -> None:
    for own, one, other in permutations("JQK"):
        a, b = (played(KuhnPoker, own, card, "pass", "bet").information(0) for card in (one, other))
        assert a == b
        assert a.key == b.key
        assert hash(a) == hash(b)
        assert a.array().tolist() == b.array().tolist()
        c, d = (played(KuhnPoker, own, card, "pass", "bet").information(1) for card in (one, other))
        assert c != d
        assert c.key != d.key


def test_the_key_alone_is_the_same() -> None:
    line, random = Playthrough(LeducPoker()), Random(3, 0)
    while not line.over():
        for player in range(2):
            assert line.information_key(player) == line.information(player).key
        line.play(line.draw(random))


def test_own_moves_are_remembered() -> None:
    one, two = played(KuhnPoker, "J", "Q", "pass"), played(KuhnPoker, "J", "Q", "bet")
    assert [percept.move for percept in one.information(0).percepts] == [None, None, None, 0]
    assert one.information_key(0) != two.information_key(0)


def test_open_games_and_strangers_are_refused() -> None:
    with pytest.raises(Unsupported, match="nothing is hidden"):
        Playthrough(TicTacToe()).information(0)
    with pytest.raises(BadLimit, match="0 to 1"):
        Playthrough(KuhnPoker()).observation(2)


def test_a_redeal_that_peeks_is_found() -> None:
    found = [c for seed in range(20) for c in check_twins(find(f"{BROKEN}:RedealPeeks")(), [0, 1, 0, 1, 1], seed)]
    assert found
    assert "depends on what is hidden" in found[0].message
    assert not [c for seed in range(20) for c in check_twins(KuhnPoker(), [0, 1, 0, 1, 1], seed)]


def test_a_redeal_against_the_past_is_found() -> None:
    found = list(check_recall(find(f"{BROKEN}:RedealForgets")()))
    assert found
    assert "contradicts what player 0 saw before" in found[0].message
    assert not list(check_recall(KuhnPoker()))
