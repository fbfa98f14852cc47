"""Information states: what a player knows, as words, numbers and a key."""

from __future__ import annotations

import pickle
from copy import deepcopy
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from zermelo.errors import BadLimit, Unsupported
from zermelo.game.check.hidden import check_recall, check_twins
from zermelo.game.check.worlds import check_past
from zermelo.game.information import InformationState
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.game.veil import veiled
from zermelo.games.catalogue import find
from zermelo.games.poker import KuhnPoker, LeducPoker
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.players import Player

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


class Recalls(Player):
    """Plays at random and writes down what it is told of its own past."""

    def __init__(self) -> None:
        self.random, self.told = Random(5, 0), list[InformationState]()

    def choose(self, game: Playthrough) -> int:
        assert not game.played
        self.told.append(game.information(game.turn))
        assert game.information_key(game.turn) == self.told[-1].key
        return game.draw(self.random)


def test_a_bot_knows_its_own_past_and_nothing_else() -> None:
    bots = Recalls(), Recalls()
    line, random = Playthrough(LeducPoker()), Random(8, 0)
    asked = 0
    while not line.over():
        player = line.turn
        if player < 0:
            line.play(line.draw(random))
            continue
        asked += 1
        move, told, true = bots[player].think(line).move, bots[player].told[-1], line.information(player)
        assert (told, told.text, told.percepts, told.moves) == (true, true.text, true.percepts, true.moves)
        line.play(move)
    assert asked >= 4
    assert "?" in bots[0].told[-1].text


def test_a_veiled_game_remembers_while_it_is_tried_on() -> None:
    line = played(LeducPoker, "Js", "Kh", "check", "raise", "call", "Qs")
    for seen in (veiled(line), veiled(line).copy(), deepcopy(veiled(line)), pickle.loads(pickle.dumps(veiled(line)))):
        seen.play("raise")
        ahead = line.copy()
        ahead.play("raise")
        assert seen.information(0) == ahead.information(0)
        assert len(seen.information(1).percepts) == 2  # the other's past is not there, only what was tried
        seen.undo()
        assert seen.information(0).text == line.information(0).text == "Js ? check raise call Qs"


def test_nothing_of_a_veiled_game_leads_to_the_true_one() -> None:
    for other in ("Qh", "Kh"):
        line = played(LeducPoker, "Js", other, "check", "raise", "call", "Qs")
        found = vars(veiled(line))["_before"]
        assert vars(found) == {"player": 0}
        assert other not in found.words


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


def test_a_redeal_against_the_past_is_found_along_a_game() -> None:
    moves = [0, 1, 0, 1, 0]  # the first passes, the second bets, the first is asked again
    found = [c for seed in range(20) for c in check_past(find(f"{BROKEN}:RedealForgets")(), moves, seed)]
    assert found
    assert "which contradicts what player 0 saw before" in found[0].message
    assert not [c for seed in range(20) for c in check_past(KuhnPoker(), moves, seed)]
    line, random = Playthrough(find("hidden_dominoes")()), Random(2, 0)
    while not line.over():
        line.play(line.draw(random))
    assert not list(check_past(line.start, line.played, 1))


def test_a_redeal_against_the_past_is_found() -> None:
    found = list(check_recall(find(f"{BROKEN}:RedealForgets")()))
    assert found
    assert "contradicts what player 0 saw before" in found[0].message
    assert not list(check_recall(KuhnPoker()))
