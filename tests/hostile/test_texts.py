"""Hostile position texts, move texts and move numbers, for every game and every registered variant."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from tests.games.asking import ask
from tests.hostile.fuzz import Fuzz, Tally, obeyed
from tests.hostile.games import every_form, states_of
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.games import catalogue

POSITIONS = 480  # of each form
LOOKED_AT = 10  # of those that are accepted, how many are drawn and played on
SLOW = {"scrabble": 4}  # CPython takes a tenth of a second to list its moves: so many times fewer are listed
POSITIONS_MOVED, MOVES, NUMBERS = (
    12,
    16,
    4,
)  # positions of each form in which moves are tried; texts and numbers in each

Many = Callable[[int], int]
Count = Callable[[str], Tally]


def holds(state: Any, fuzz: Fuzz) -> None:
    """What an accepted position owes: a text that means it, moves that can be named and made, a picture."""
    cls = type(state)
    again = cls.from_text(state.to_text())
    assert again == state, "its text means another position"
    legal = state.legal()
    assert len(set(legal)) == len(legal)
    for move in fuzz.luck.sample(legal, min(3, len(legal))):
        assert state.parse_move(state.move_text(move)) == move
        after = state.copy()
        after.play(move)
        assert cls.from_text(after.to_text()) == after, f"after {state.move_text(move)}"
        after.legal()
    if not legal:
        results = [float(state.utility(player)) for player in range(state.players)]
        assert all(state.lowest <= result <= state.highest for result in results), results
    elif state.turn >= 0:
        value = float(state.evaluate())
        assert state.lowest <= value <= state.highest, f"it is estimated at {value}"
    assert state.scene().problem(legal) is None
    assert str(state)


def compiled_agrees(state: Any) -> None:
    """The compiled rules say the same of a position as CPython does, and survive it."""
    row, answers, randoms = np.zeros(2 * (state.most_moves + 8), np.int32), np.zeros(7 + state.players), Random.array(1)
    states = np.zeros(1, type(state).layout)
    states[0] = state
    randoms[0].begin(1, 1)
    keys = np.zeros(1, np.uint64)
    count = ask(states, row, randoms[0], answers, keys, -1)
    assert row[:count].tolist() == state.legal()
    assert keys[0] == state.key()
    assert bool(answers[0]) == bool(state.over())
    assert bool(answers[1]) == bool(state.midturn())
    if not state.over():
        assert answers[2] == pytest.approx(float(state.evaluate()), abs=1e-9)


def begun(cls: Any, text: str) -> Playthrough:
    """A game that begins at a position text."""
    return Playthrough.from_text(cls, text)


@every_form
def test_positions(name: str, settings: dict[str, str], fuzz: Fuzz, tally: Count, many: Many, long_run: bool) -> None:
    begin = catalogue.make(name, settings)
    cls, count, ran = type(begin), tally("position texts"), tally("compiled runs")
    examples = [state.to_text() for state in states_of(begin, fuzz)]
    compiles = long_run or not settings  # the rules of these are compiled by other tests too
    for _ in range(many(POSITIONS)):
        text = fuzz.text(examples)
        line = obeyed(partial(begun, cls, text), count, text)
        if line is None or count.accepted > many(LOOKED_AT) // SLOW.get(name, 1):
            continue
        try:
            holds(line.state, fuzz)
            if compiles:
                compiled_agrees(line.state)
                ran.note(True)
        except Exception as problem:
            raise AssertionError(f"{text!r} is accepted, then {type(problem).__name__}: {problem}") from problem


@every_form
def test_moves(name: str, settings: dict[str, str], fuzz: Fuzz, tally: Count, many: Many) -> None:
    """A text means a legal move or is refused; a number is played only if it is one."""
    states = states_of(catalogue.make(name, settings), fuzz, games=1, plies=40)
    texts, numbers, words = tally("move texts"), tally("move numbers"), tally("turns of several moves")
    examples = ["", "pass", "a1-b2"]
    for state in states[::5]:
        examples += [state.move_text(move) for move in state.legal()[:40]]
    for _ in range(many(POSITIONS_MOVED) // SLOW.get(name, 1)):
        state = fuzz.luck.choice(states)
        legal = state.legal()
        own = examples if fuzz.luck.random() < 0.5 or not legal else [state.move_text(one) for one in legal[:20]]
        for _ in range(MOVES):
            text = fuzz.text(own)
            move = obeyed(partial(state.parse_move, text), texts, (state.to_text(), text))
            assert move is None or move in legal, (state.to_text(), text, move)
        text = " ".join(fuzz.luck.choice(own) for _ in range(fuzz.luck.randrange(1, 4)))
        obeyed(partial(state.parse_turn, fuzz.text([text])), words, (state.to_text(), text))
        line = Playthrough(state)
        for _ in range(NUMBERS):
            number = fuzz.integer(state.most_moves)
            done = obeyed(partial(played, line, number), numbers, (state.to_text(), number))
            assert bool(done) == (number in legal), (state.to_text(), number)


def played(line: Playthrough, number: int) -> bool:
    """Play a number, and take it back."""
    line.play(number)
    line.undo()
    return True
