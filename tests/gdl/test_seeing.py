"""Hidden information of GDL-II: what roles are told, and other pasts that they cannot tell from theirs."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import zermelo.gdl
from zermelo.errors import IllegalMove
from zermelo.game.check import check
from zermelo.game.random import Random
from zermelo.gdl import Prover, game_of, load
from zermelo.gdl.prover import difference
from zermelo.gdl.seeing import Seeing

FOLDER = Path(zermelo.gdl.__file__).parent / "descriptions"

BLIND = """
(role first) (role second) (init (control first))
(cell 1) (cell 2) (cell 3) (cell 4)
(<= (init (free ?c)) (cell ?c))
(other first second) (other second first)
(<= (legal ?r (take ?c)) (true (control ?r)) (cell ?c) (not (true (tried ?r ?c))))
(<= (legal ?r wait) (role ?r) (not (true (control ?r))))
(<= (got ?r ?c) (does ?r (take ?c)) (true (free ?c)))
(<= (sees ?r yes) (got ?r ?c))
(<= (next (has ?r ?c)) (got ?r ?c))
(<= (next (has ?r ?c)) (true (has ?r ?c)))
(<= (next (tried ?r ?c)) (does ?r (take ?c)))
(<= (next (tried ?r ?c)) (true (tried ?r ?c)))
(<= taken (got ?r ?c))
(<= (next (free ?c)) (true (free ?c)) (not (got first ?c)) (not (got second ?c)))
(<= (next (control ?s)) (true (control ?r)) (other ?r ?s))
(<= open (true (free ?c)))
(<= terminal (not open))
(<= (goal ?r 100) (true (has ?r 1)))
(<= (goal ?r 0) (role ?r) (not (true (has ?r 1))))
"""


def played(game: Any, texts: str) -> Any:
    state = game()
    for text in texts.split():
        state.play(state.parse_move(text))
    return state


def test_a_game_of_which_little_is_seen_follows_the_prover() -> None:
    assert difference(game_of(BLIND), Prover(BLIND), random.Random(3), 12) == ""


def test_chance_has_its_right_weight() -> None:
    """Monty Hall: behind the door that was pointed at is the car in one case of three, not in one of two."""
    game = load(FOLDER / "monty_hall.kif")
    state = played(game, "wait hide(2) point(1) wait wait open(3)")
    random_, behind, games = Random(5), 0, 600
    for _ in range(games):
        dealt = state.copy()
        dealt.redeal(0, random_)
        held = {text for text in dealt.to_text().split() if text.startswith("car")}
        assert held <= {"car(1)", "car(2)"}
        behind += held == {"car(1)"}
    assert abs(behind / games - 1 / 3) < 4 * (2 / 9 / games) ** 0.5


def test_another_past_fits_all_that_was_seen() -> None:
    """Who was refused a cell knows that it is taken: so it is in every deal, whatever else changes."""
    game, luck, dealt_others = game_of(BLIND), random.Random(8), 0
    for number in range(12):
        state = game()
        while not state.over():
            for player in range(2):
                other = state.copy()
                assert other.another_past(player, Random(number))
                assert other.known[player] == state.known[player]
                assert other.told_to(player) == state.told_to(player)
                mine = {part for part in state.holding() if part[0] == "has" and part[1] == game.role_names[player]}
                assert mine == {part for part in other.holding() if part[0] == "has" and part[1:2] == (
                    game.role_names[player],
                )}  # fmt: skip
                dealt_others += other.holding() != state.holding()
            state.play(luck.choice(state.legal()))
    assert dealt_others > 20


def test_the_search_finds_what_chance_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.gdl.seeing.MOST_PLAYED", 0)
    state = played(game_of(BLIND), "take(1) wait wait take(2) take(2) wait wait take(1)")
    for number in range(20):
        other = state.copy()
        assert other.another_past(0, Random(number))
        assert ("has", "second", "2") in other.holding()
        assert other.known[0] == state.known[0]


def test_only_what_was_told_is_enough() -> None:
    """A player of the protocol knows no more than its moves and what it was told."""
    game = load(FOLDER / "monty_hall.kif")
    state = game()
    told = ("opened", "3")
    for move, heard in (("wait", []), (("point", "1"), []), ("wait", [told])):
        state.learn(0, move, heard)
    assert state.another_past(0, Random(1))
    assert ("open", "3") in state.holding()
    assert state.legal_of(0) == ["stay", "change"]
    with pytest.raises(IllegalMove):
        state.learn(0, "knock", [])


def test_the_contract_is_kept() -> None:
    game = load(FOLDER / "monty_hall.kif")
    assert issubclass(game, Seeing)
    report = check(game, games=200, seconds=4.0, interpreted_games=10)
    assert report.ok, report.broken
