"""Learning: Sutton and Barto's cliff, random walk and "you are the predictor"; weights that are learnt."""

from __future__ import annotations

import pytest

from zermelo.errors import BadLimit, BadParameter, Unsupported
from zermelo.game.random import Random
from zermelo.games.twenty_forty_eight import TwentyFortyEight
from zermelo.textbook.events import run
from zermelo.textbook.mdp.algorithms import begin
from zermelo.textbook.mdp.learning import batch_td, epsilon_greedy, q_learning, td_lambda
from zermelo.textbook.mdp.linear import ApproximateQ, td_evaluation
from zermelo.textbook.mdp.planning import value_iteration
from zermelo.textbook.mdp.process import Found
from zermelo.textbook.mdp.worlds import Grid, Walk, world


def way(found: Found, grid: Grid) -> list[str]:
    state, moves = grid.start, list[str]()
    while grid.actions(state) and len(moves) < 40:
        moves.append(found.policy[state])
        state = grid.outcomes(state, moves[-1])[0].after
    return moves


def test_cliff_walking() -> None:
    """Example 6.6: Q-learning finds the optimal way and earns less online (about −50) than SARSA (about −25)."""
    grid, _ = world("cliff")
    assert isinstance(grid, Grid)
    earned = {}
    for name in ("sarsa", "q_learning"):
        runs = [run(begin("cliff", f"{name}:episodes=400,alpha=0.5,epsilon=0.1,seed={seed}")[1]) for seed in range(3)]
        earned[name] = sum(sum(one.returns[100:]) for one in runs) / 900
        if name == "q_learning":
            assert all(way(one, grid) == ["north", *["east"] * 11, "south", "exit"] for one in runs)
    assert -35 < earned["sarsa"] < -20
    assert -65 < earned["q_learning"] < -40


def test_you_are_the_predictor() -> None:
    """Example 6.4: batch TD(0) says V(A) = 3/4, batch Monte Carlo 0; both say V(B) = 3/4."""
    episodes = [[("A", 0.0), ("B", 0.0)], *[[("B", 1.0)]] * 6, [("B", 0.0)]]
    assert batch_td(episodes) == pytest.approx({"A": 0.75, "B": 0.75}, abs=1e-6)
    assert batch_td(episodes, trace=1.0) == pytest.approx({"A": 0.0, "B": 0.75}, abs=1e-6)


@pytest.mark.parametrize("trace", [0.0, 0.8])
def test_the_random_walk(trace: float) -> None:
    """Example 6.2: the true values are 1/6 … 5/6."""
    found = run(td_lambda(Walk(), trace=trace, episodes=2500, alpha=0.01, initial=0.5, seed=4))
    assert found.values == pytest.approx({place: place / 6 for place in range(1, 6)}, abs=0.07)


def test_q_learning_finds_what_planning_finds() -> None:
    grid = Grid.from_text(". . 1/S # -1", noise=0.0, living=-0.1)
    truth = run(value_iteration(grid, discount=0.9))
    learnt = run(q_learning(grid, episodes=400, alpha=1.0, epsilon=0.5, discount=0.9, seed=2))
    for place, value in learnt.action_values.items():
        assert value == pytest.approx(truth.action_values[place], abs=1e-9)


def test_lots() -> None:
    random, values = Random(0), {("s", "a"): 1.0, ("s", "b"): 1.0, ("s", "c"): 0.0}
    assert {epsilon_greedy(values, "s", "abc", 0.0, random) for _ in range(50)} == {"a", "b"}
    assert {epsilon_greedy(values, "s", "abc", 1.0, random) for _ in range(50)} == {"a", "b", "c"}


def test_features_as_a_table_are_q_learning() -> None:
    """With a feature of its own for each pair, approximate Q-learning is Q-learning."""
    grid, _ = world("book")
    learner = ApproximateQ(grid, lambda state, action: {f"{state} {action}": 1.0}, alpha=0.5, epsilon=0.3, discount=0.9)
    for number in range(40):
        learner.episode(Random(number))
    table: dict[str, float] = {}
    state = grid.start
    random = Random(7)
    again = ApproximateQ(grid, learner.features, 0.5, 0.3, 0.9)
    for _ in range(60):
        actions = grid.actions(state)
        if not actions:
            state = grid.start
            continue
        action = actions[random.below(len(actions))]
        after, reward = grid.sample(state, action, random)
        best = max((table.get(f"{after} {a}", 0.0) for a in grid.actions(after)), default=0.0)
        old = table.get(f"{state} {action}", 0.0)
        table[f"{state} {action}"] = old + 0.5 * (reward + 0.9 * best - old)
        again.learn(state, action, reward, after)
        state = after
    assert again.weights == pytest.approx(table)
    assert learner.choose(grid.start, Random(1)) in ("north", "east", "south", "west")


def test_settings_that_teach_nothing() -> None:
    grid, _ = world("book")
    with pytest.raises(BadLimit, match="at least one episode"):
        run(q_learning(grid, episodes=0))
    with pytest.raises(BadParameter, match="alpha is a number from 0 to 1"):
        run(q_learning(grid, alpha=-1))
    with pytest.raises(Unsupported, match="two players"):
        next(td_evaluation(TwentyFortyEight(), lambda node: {}))
    huge = ApproximateQ(grid, lambda state, action: {"f": 1e200}, alpha=1.0)
    with pytest.raises(BadParameter, match="grows without end"):
        taught(huge, 9)


def taught(learner: ApproximateQ, episodes: int) -> None:
    for number in range(episodes):
        learner.episode(Random(number))
