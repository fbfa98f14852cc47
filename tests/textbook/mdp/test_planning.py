"""Planning: the values that the books print, and a linear programme that nobody here wrote."""

from __future__ import annotations

import random

import pytest

from zermelo.errors import BadParameter, BadText, Unsupported, ZermeloError
from zermelo.textbook.events import run
from zermelo.textbook.mdp.algorithms import begin
from zermelo.textbook.mdp.planning import policy_iteration, value_iteration
from zermelo.textbook.mdp.process import Found, Model, lookahead
from zermelo.textbook.mdp.worlds import ENDED, WORLDS, Cell, Grid, world

scipy_optimize = pytest.importorskip("scipy.optimize")

AIMA = [[0.812, 0.868, 0.918, 1], [0.762, None, 0.660, -1], [0.705, 0.655, 0.611, 0.388]]  # figure 16.3 / 17.3
CS188 = [[0.64, 0.74, 0.85, 1.00], [0.57, None, 0.57, -1.00], [0.49, 0.43, 0.48, 0.28]]  # discount 0.9, noise 0.2


@pytest.mark.parametrize(("name", "printed", "digits"), [("robot", AIMA, 3), ("book", CS188, 2)])
@pytest.mark.parametrize("algorithm", ["value_iteration", "policy_iteration"])
def test_the_values_in_the_books(name: str, printed: list[list[float | None]], digits: int, algorithm: str) -> None:
    _, work = begin(name, algorithm)
    values = run(work).values
    for y, row in enumerate(printed):
        for x, value in enumerate(row):
            assert value is None or round(values[x, y], digits) == pytest.approx(value), (x, y)


def test_the_policy_in_the_book() -> None:
    """Russell and Norvig, figure 17.2: from the start up and round, never past the −1."""
    _, work = begin("robot", "value_iteration")
    policy = run(work).policy
    assert [policy[x, 2] for x in range(4)] == ["north", "west", "west", "west"]
    assert [policy[x, 0] for x in range(4)] == ["east", "east", "east", "exit"]
    assert (policy[0, 1], policy[2, 1]) == ("north", "north")


def test_the_racing_car() -> None:
    model, _ = world("racing")
    for sweeps, cool, warm in ((1, 2, 1), (2, 3.5, 2.5)):  # on the slide
        values = run(value_iteration(model, discount=1.0, sweeps=sweeps)).values
        assert values == {"cool": cool, "warm": warm, "overheated": 0}


def by_linear_programme(model: Model, discount: float) -> dict[object, float]:
    """The least V with V(s) ≥ Q(s, a) for all a: the optimal values (Puterman, 6.9)."""
    states = model.states()
    place = {state: index for index, state in enumerate(states)}
    rows, right = [], []
    for state in states:
        actions = model.actions(state)
        for action in actions:
            row = [0.0] * len(states)
            row[place[state]] -= 1
            for odds, after, _ in model.outcomes(state, action):
                row[place[after]] += discount * odds
            rows.append(row)
            right.append(-sum(odds * reward for odds, _, reward in model.outcomes(state, action)))
    bounds = [(None, None) if model.actions(state) else (0, 0) for state in states]
    found = scipy_optimize.linprog([1.0] * len(states), A_ub=rows, b_ub=right, bounds=bounds)
    return dict(zip(states, found.x, strict=True))


def random_grid(seed: int) -> Grid:
    chance = random.Random(seed)
    rows = [[chance.choice(".....##C") for _ in range(5)] for _ in range(4)]
    rows[0][0], rows[3][4], rows[1][4] = "S", str(chance.randint(1, 9)), str(-chance.randint(1, 9))
    text = "/".join(" ".join(row) for row in rows)
    return Grid.from_text(text, noise=chance.random(), living=chance.uniform(-1, 0.2), fall=-5)


@pytest.mark.parametrize("seed", range(12))
def test_planners_agree_with_a_linear_programme(seed: int) -> None:
    grid, discount = random_grid(seed), 0.85
    truth = by_linear_programme(grid, discount)
    for planner in (value_iteration, policy_iteration):
        found: Found = run(planner(grid, discount=discount))
        assert max(abs(found.values[state] - truth[state]) for state in truth) < 1e-6
        for state, action in found.policy.items():
            assert lookahead(grid, found.values, state, action, discount) == pytest.approx(truth[state], abs=1e-6)
        assert all(abs(sum(o.odds for o in grid.outcomes(s, a)) - 1) < 1e-12 for s, a in found.action_values)


def test_values_after_n_sweeps_are_those_of_expectimax() -> None:
    grid = random_grid(3)

    def expectimax(state: Cell, depth: int) -> float:
        if depth == 0 or not grid.actions(state):
            return 0.0
        return max(
            sum(o.odds * (o.reward + 0.9 * expectimax(o.after, depth - 1)) for o in grid.outcomes(state, action))
            for action in grid.actions(state)
        )

    values = run(value_iteration(grid, discount=0.9, sweeps=3, tolerance=0.0)).values
    assert values == pytest.approx({state: expectimax(state, 3) for state in grid.states()})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("nowhere", "no world is named"),
        ("robt", "did you mean robot?"),
        (". . / .", "the same number of cells"),
        ("S S / . 1", "one start"),
        ("# # / # 1", "needs a free cell"),
        (". x / . 1", "not 'x'"),
        (". nan / . 1", "not 'nan'"),
        ("/".join([". " * 61] * 61), "at most 60 cells"),
    ],
)
def test_worlds_that_make_no_sense(text: str, told: str) -> None:
    with pytest.raises(ZermeloError, match=told.replace("?", r"\?")):
        world(text)


def test_settings_that_make_no_sense() -> None:
    with pytest.raises(BadParameter, match="noise is a number from 0 to 1, not 2"):
        begin("book", "value_iteration", noise=2.0)
    with pytest.raises(BadParameter, match="discount is a number from 0 to 1"):
        run(begin("book", "value_iteration:discount=1.5")[1])
    with pytest.raises(BadParameter, match="did you mean value_iteration"):
        begin("book", "value_iteratoin")
    with pytest.raises(Unsupported, match="has no noise"):
        begin("racing", "value_iteration", noise=0.1)
    with pytest.raises(Unsupported, match="set discount below 1"):
        run(begin("cliff", "policy_iteration")[1])
    with pytest.raises(BadText):
        Grid.from_text("")


def test_every_known_world_can_be_planned_in() -> None:
    for name in WORLDS:
        model, work = begin(name, "value_iteration:discount=0.9")
        found = run(work)
        assert set(found.values) == set(model.states())
        assert found.values.get(ENDED, 0.0) == 0.0
