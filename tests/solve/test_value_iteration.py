"""Solved games: known values, the compiled form against the plain one, the plain one against search."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from tests.game.small_games import Liar
from zermelo.errors import BadLimit, BadRules, Unsupported
from zermelo.game import Game, Row, i8, put
from zermelo.game.playthrough import Playthrough
from zermelo.games.chess import Chess
from zermelo.games.go import Go
from zermelo.games.halma import ChineseCheckers
from zermelo.games.pig import HOLD, ROLL, Pig
from zermelo.games.poker import KuhnPoker
from zermelo.games.tic_tac_toe import MemoryTicTacToe, MovingTicTacToe, TicTacToe
from zermelo.solve import plain
from zermelo.solve.positions import END, MAX, MIN, reachable
from zermelo.solve.value_iteration import Solution, value_iteration
from zermelo.textbook import run
from zermelo.textbook.events import traced
from zermelo.textbook.expectiminimax import expectiminimax
from zermelo.textbook.minimax import minimax
from zermelo.textbook.tree import Tree

pytestmark = pytest.mark.xdist_group("solve")  # one process compiles


class Partners(Game):
    """Three choose 0 or 1 in turn; the first and the third win together if the third copies the second."""

    players, sides, most_moves, longest = 3, (0, 1, 0), 2, 3
    said: i8
    copied: i8
    ended: i8

    def moves(self, out: Row) -> int:
        return put(out, put(out, 0, 0), 1)

    def play(self, move: int) -> None:
        if self.turn == 2:
            self.copied = 1 if move == self.said else 0
            self.ended = 1
        else:
            self.said = move
            self.turn += 1

    def over(self) -> bool:
        return self.ended == 1

    def utility(self, player: int) -> float:
        won = 1.0 if self.copied == 1 else -1.0
        return -won if player == 1 else won


def chance_to_win(solution: Solution) -> float:
    return (solution.value + 1) / 2


@pytest.fixture(scope="module")
def tic_tac_toe() -> Solution:
    return value_iteration(TicTacToe)


@pytest.fixture(scope="module")
def pig() -> Solution:
    return value_iteration(Pig(goal=10))


def test_tic_tac_toe_is_a_table(tic_tac_toe: Solution) -> None:
    """5,478 positions and a draw; the policy S → A is a table that never leaves the value."""
    assert len(tic_tac_toe.positions) == 5478
    assert (tic_tac_toe.value, tic_tac_toe.converged) == (0.0, True)
    assert repr(tic_tac_toe) == "Solution(positions=<5478 positions of TicTacToe, 16167 moves>, converged=True)"
    table = list(tic_tac_toe.policy())
    assert len(table) == 5478 - 958, "958 boards are finished"
    for state, move, value in table:
        after = state.copy()
        after.play(move)
        assert tic_tac_toe.value_of(after) == value
    rng = random.Random(1)
    for state, _, value in rng.sample([row for row in table if len(row[0].legal()) < 6], 40):
        assert run(minimax(state, player=0)).value == value


def test_the_table_never_loses(tic_tac_toe: Solution) -> None:
    rng = random.Random(2)
    for game in range(60):
        line, seat = Playthrough(TicTacToe), game % 2
        while moves := line.moves():
            mine = tic_tac_toe.move_of(line.state)
            assert mine is not None
            line.play(mine if line.turn == seat else rng.choice(moves))
        outcome = line.outcome()
        assert outcome is not None
        assert outcome.utilities[seat] >= 0


def test_small_pigs(pig: Solution) -> None:
    """Goal 2: 6/7; goal 10: 0.709424; the plain form agrees on every position."""
    found, events = traced(plain.value_iteration(Pig(goal=2), tolerance=1e-12))
    assert (found.value + 1) / 2 == pytest.approx(6 / 7, abs=1e-9)
    assert [event.kind for event in events] == ["sweep"] * found.sweeps
    assert round(chance_to_win(pig), 6) == 0.709424
    oracle = run(plain.value_iteration(Pig(goal=10), tolerance=1e-12))
    assert len(pig.positions) == oracle.nodes == len(oracle.values)
    for place, state in enumerate(pig.positions.states):
        key = state.tobytes()[: type(state).key_bytes]
        assert pig.values[place] == pytest.approx(oracle.values[key], abs=1e-8)
        assert pig.positions.number(state) == place
        assert pig.value_of(state, 1) == -pig.value_of(state)


def test_depth_limited_expectimax_converges_to_it() -> None:
    """After n sweeps the value is that of a search to depth n; with depth both go to the value of the endless game."""
    game = Pig(goal=2)
    _, events = traced(plain.value_iteration(game, tolerance=1e-13))
    history = [event.value for event in events]
    true = 2 * 6 / 7 - 1
    searched = [run(expectiminimax(game, depth=depth, estimate=lambda node: 0.0)).value for depth in range(1, 11)]
    assert searched == pytest.approx(history[:10], abs=1e-12)
    errors = [abs(value - true) for value in history]
    assert all(later <= earlier for earlier, later in zip(errors[:-2], errors[2:], strict=True))
    assert errors[9] < 0.1
    assert errors[-1] < 1e-9


def test_pig_to_a_hundred() -> None:
    """The first player wins with probability 0.530593: from below and from above the same six digits."""
    told: list[tuple[str, int, float]] = []
    low = value_iteration(Pig(), initial=Pig.lowest, progress=lambda *news: told.append(news))
    high = value_iteration(Pig(), initial=Pig.highest)
    assert low.converged
    assert high.converged
    assert round(chance_to_win(low), 6) == round(chance_to_win(high), 6) == 0.530593
    assert 0 <= high.value - low.value < 1e-7
    assert len(low.positions) == 2_040_192
    assert low.sweeps == len(low.history) == sum(phase == "sweeps" for phase, *_ in told) < 100
    assert low.history[-1].value == low.value
    assert [value.value for value in low.history] == sorted(value.value for value in low.history)
    assert sum(phase == "positions" for phase, *_ in told) > 10
    for pot, move in ((20, ROLL), (21, HOLD)):
        assert low.move_of(Pig.from_text(f"0 0 pot {pot} A")) == move, "hold at 21 when nobody has a point"
    assert low.move_of(Pig.from_text("0 0 pot 20 A rolls")) is None


@pytest.mark.parametrize(("game", "positions"), [(MemoryTicTacToe, 128_170), (MovingTicTacToe, None)])
def test_games_with_cycles(game: Any, positions: int | None) -> None:
    """Both are won by the first player; the policy does not only keep the win, it gets there."""
    solution = value_iteration(game)
    assert solution.value == 1.0
    assert positions is None or len(solution.positions) == positions
    rng = random.Random(3)
    for game_number in range(30):
        line = Playthrough(game)
        while moves := line.moves():
            best = solution.move_of(line.state)
            assert best is not None
            line.play(best if line.turn == 0 or game_number == 0 else rng.choice(moves))
            assert solution.value_of(line.state) == 1.0
        outcome = line.outcome()
        assert outcome is not None
        assert outcome.utilities == (1.0, -1.0), "and not a draw by repetition"


def test_the_policy_makes_progress() -> None:
    """Whoever has won and follows the policy never comes round to the same position, whatever the other does."""
    solution = value_iteration(MovingTicTacToe)
    found, values = solution.positions, solution.values
    for kind, won in ((MAX, 1.0), (MIN, -1.0)):
        after: dict[int, list[int]] = {}
        for place in np.flatnonzero((values == won) & (found.kinds != END)).tolist():
            ways = found.targets[found.offsets[place] : found.offsets[place + 1]].tolist()
            after[place] = [ways[solution.choices[place]]] if found.kinds[place] == kind else ways
        assert len(after) > 1000
        while settled := [place for place, ways in after.items() if not any(way in after for way in ways)]:
            for place in settled:
                del after[place]
        assert not after, "these go round"


def test_endless_play_is_a_draw() -> None:
    """Men that fly anywhere: 5,390 positions, and nobody can force a line."""
    solution = value_iteration(MovingTicTacToe(graph="fly"))
    assert (len(solution.positions), solution.value) == (5390, 0.0)
    assert set(solution.values) == {-1.0, 0.0, 1.0}
    for state, move, value in solution.policy():
        after = state.copy()
        after.play(move)
        assert solution.value_of(after) == value


def test_plain_value_iteration_on_trees() -> None:
    tree = Tree.from_text("S=[A=chance[1/2: [3 9] 1/2: min[7 2]] B=chance[1/4: 8 3/4: 1]]")
    found = run(plain.value_iteration(tree))
    assert (found.value, found.move) == (run(expectiminimax(tree)).value, "B")
    assert found.value == 2.75
    assert found.moves[tree.at("A").play(1)] == 1
    with pytest.raises(Unsupported, match="more than 3 positions"):
        run(plain.value_iteration(tree, most_states=3))


def test_what_cannot_be_solved_is_refused() -> None:
    for game, problem in (
        (Go(size=5), "repetition rule"),
        (KuhnPoker(), "hides information"),
        (ChineseCheckers(players=3), "two sides"),
    ):
        with pytest.raises(Unsupported, match=problem):
            value_iteration(game)
    with pytest.raises(Unsupported, match=r"more than 1,000 positions of TicTacToe"):
        value_iteration(TicTacToe(), most_states=1000)
    with pytest.raises(Unsupported, match="more than 1,000 positions of Chess"):
        value_iteration(Chess(), most_states=1000)
    for options in ({"tolerance": -1.0}, {"sweeps": 0}, {"most_states": 0}, {"tolerance": float("nan")}):
        with pytest.raises(BadLimit):
            value_iteration(TicTacToe(), **options)
    with pytest.raises(BadLimit, match="plain"):
        value_iteration(Tree.from_text("[1 2]"))


def test_one_sweep_is_not_enough_and_is_told(pig: Solution) -> None:
    early = value_iteration(Pig(goal=10), sweeps=2)
    assert (early.sweeps, early.converged) == (2, False)
    assert early.change == early.history[-1].change > 1e-3
    assert pig.converged
    assert pig.change <= 1e-10
    with pytest.raises(BadLimit, match="cannot be reached"):
        value_iteration(TicTacToe.from_text("x2/3/3 o")).value_of(TicTacToe())


def test_partners_want_the_same() -> None:
    solution = value_iteration(Partners)
    assert solution.value == 1.0 == run(minimax(Partners())).value == run(plain.value_iteration(Partners())).value
    state = Partners()
    state.play(0)
    assert [solution.value_of(state, player) for player in range(3)] == [1.0, -1.0, 1.0]


def test_a_finished_game_is_its_utility() -> None:
    won = TicTacToe()
    for move in (0, 3, 1, 4, 2):
        won.play(move)
    solution = value_iteration(won)
    assert (solution.value, solution.move, len(solution.positions)) == (1.0, None, 1)


def test_more_moves_than_promised_are_told() -> None:
    with pytest.raises(BadRules, match="Liar writes more moves than most_moves = 3 promises"):
        reachable(Liar())
