"""Pig: the exact values by value iteration over the rules of the class, OpenSpiel, corner cases and words."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from zermelo.errors import BadParameter, BadPosition, IllegalMove
from zermelo.game import CHANCE
from zermelo.game.compile import copied, kernel
from zermelo.game.playouts import playouts, random_game
from zermelo.game.playthrough import Playthrough
from zermelo.games.pig import HOLD, ROLL, Pig


@kernel
def value_after(state: Any, values: Any, row: Any) -> float:
    """The value for player 0 of a state: its end, the mean of its rolls, or what is known of the player's choice."""
    if state.over():
        return float(state.utility(0))
    if state.turn != CHANCE:
        return float(values[state.turn, state.score[0], state.score[1], state.pot])
    total = 0.0
    for index in range(state.moves(row)):
        child = copied(state)
        child.play(row[index])
        if child.over():
            total += state.odds(row[index]) * child.utility(0)
        else:
            total += state.odds(row[index]) * values[child.turn, child.score[0], child.score[1], child.pot]
    return total


@kernel
def sweep(state: Any, values: Any, row: Any, faces: Any) -> float:
    """Improve the value of every choice once, high scores first; returns the largest change."""
    largest = 0.0
    goal = state.goal
    for mine in range(goal - 1, -1, -1):
        for theirs in range(goal - 1, -1, -1):
            for mover in range(2):
                for pot in range(goal + 5 - (mine if mover == 0 else theirs), -1, -1):
                    state.score[0], state.score[1], state.pot, state.mover, state.turn = mine, theirs, pot, mover, mover
                    best = -2.0
                    for index in range(state.moves(row)):
                        child = copied(state)
                        child.play(row[index])
                        value = value_after(child, values, faces)
                        best = max(best, value if mover == 0 else -value)
                    best = best if mover == 0 else -best
                    largest = max(largest, abs(best - values[mover, mine, theirs, pot]))
                    values[mover, mine, theirs, pot] = best
    return largest


def first_player_wins(goal: int, precision: float) -> float:
    """The chance of the first player by value iteration."""
    states = Pig.variant(goal=goal).array(1)
    values = np.zeros((2, goal, goal, goal + 6))
    row, faces = np.zeros(6, np.int32), np.zeros(6, np.int32)
    while sweep(states[0], values, row, faces) > precision:
        pass
    return float(values[0, 0, 0, 0] + 1) / 2


@pytest.mark.parametrize(("goal", "chance"), [(2, 6 / 7), (10, 0.709424), (100, 0.530593)])
def test_value(goal: int, chance: float) -> None:
    assert first_player_wins(goal, 1e-7) == pytest.approx(chance, abs=1e-6)


def test_goal_two_by_hand() -> None:
    """Five faces of six win at once: w = 5/6 + (1 - w)/6, so w = 6/7."""
    state = Pig(goal=2)
    assert state.legal() == [ROLL]
    state.play(ROLL)
    for face in state.legal():
        after = state.copy()
        after.play(face)
        assert (after.turn, after.legal()) == ((1, [ROLL]) if face == 1 else (0, [HOLD]))


def test_turns() -> None:
    line = Playthrough(Pig())
    for text in ("roll", "6", "roll", "3", "hold"):
        line.play(text)
    assert line.to_text() == "9 0 pot 0 B"
    for text in ("roll", "5", "roll", "1"):
        line.play(text)
    assert line.to_text() == "9 0 pot 0 A"  # the 1 lost the pot and the turn
    line.play("roll")
    assert line.turn == CHANCE
    assert line.to_text() == "9 0 pot 0 A rolls"
    assert [line.state.odds(face) for face in line.moves()] == [1 / 6] * 6


def test_end() -> None:
    line = Playthrough.from_text(Pig, "95 80 pot 5 A")
    assert [line.state.move_text(move) for move in line.moves()] == ["hold"]
    line.play("hold")
    outcome = line.outcome()
    assert outcome
    assert outcome.utilities == (1.0, -1.0)
    assert outcome.reason == "A has 100 points and wins"
    assert line.state.why_not("roll") == "the game is over"
    line = Playthrough.from_text(Pig, "95 99 pot 6 B")
    line.play("hold")
    assert line.outcome().utilities == (-1.0, 1.0)  # type: ignore[union-attr]


def test_reasons() -> None:
    with pytest.raises(IllegalMove, match="nothing in the pot"):
        Pig().parse_move("hold")
    with pytest.raises(IllegalMove, match="the pot wins: hold"):
        Pig.from_text("95 0 pot 6 A").parse_move("roll")
    with pytest.raises(IllegalMove, match="1 to 6"):
        Pig.from_text("95 0 pot 2 A rolls").parse_move("7")
    with pytest.raises(IllegalMove, match="roll or hold"):
        Pig().parse_move("jump")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1 2 3",
        "0 0 pot 0 C",
        "0 0 pot 1 A",
        "1 0 pot 0 A",
        "100 0 pot 0 A",
        "100 0 pot 2 B",
        "100 100 pot 0 A",
        "0 0 pot 106 A",
        "90 0 pot 12 A rolls",
        "99999 0 pot 0 B",
        "-1 0 pot 0 A",
    ],
)
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition):
        Pig.from_text(text)


def test_bad_goal() -> None:
    with pytest.raises(BadParameter, match="goal must lie between 2 and"):
        Pig(goal=1)


def test_words_of_random_games() -> None:
    for number in range(20):
        state = Pig(goal=30)
        for move in random_game(state, 4, number):
            assert type(state).from_text(state.to_text()) == state
            assert {state.parse_move(state.move_text(m)) for m in state.legal()} == set(state.legal())
            assert state.scene().problem(state.legal()) is None
            assert -1 < state.evaluate() < 1
            state.play(move)
        assert state.over()
        assert type(state).from_text(state.to_text()) == state


def test_random_games() -> None:
    """The first player has a small advantage."""
    report = playouts(Pig, 20_000, seed=1)
    assert 0.02 < report.utilities[0] < 0.12


def test_open_spiel(long_run: bool) -> None:
    """OpenSpiel also lets a player hold an empty pot; otherwise the games are one."""
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("pig(horizon=100000)")
    draw = random.Random(6)
    positions = 0
    for _ in range(2000 if long_run else 30):
        ours, theirs = Pig(), game.new_initial_state()
        while not ours.over():
            positions += 1
            assert not theirs.is_terminal()
            assert theirs.current_player() == ours.turn
            assert str(theirs).startswith(f"Scores: {ours.score[0]} {ours.score[1]}, Turn total: {ours.pot}\n")
            move = draw.choice(ours.legal())
            if ours.turn == CHANCE:
                assert theirs.chance_outcomes() == [(face - 1, ours.odds(face)) for face in ours.legal()]
                theirs.apply_action(move - 1)
            else:
                wanted = {1 - action for action in theirs.legal_actions()} - ({HOLD} if ours.pot == 0 else set())
                assert set(ours.legal()) == wanted
                theirs.apply_action(1 - move)
            ours.play(move)
        assert theirs.is_terminal()
        assert theirs.returns() == [ours.utility(0), ours.utility(1)]
    print(f"{positions} positions compared with OpenSpiel")
