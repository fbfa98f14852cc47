"""Planning with known odds: value iteration (Bellman 1957) and policy iteration (Howard 1960).

V(s) = max over a of Σ P(s' | s, a) · (R(s, a, s') + γ V(s')), again and again for all states at once. Policy iteration
asks instead what the present policy is worth, then improves it, until nothing changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zermelo.errors import BadLimit, Unsupported
from zermelo.textbook.mdp.process import (
    Found,
    Model,
    Policy,
    Step,
    Steps,
    Values,
    all_action_values,
    between,
    greedy,
    lookahead,
)


def value_iteration(model: Model, *, discount: float = 0.9, sweeps: int = 1000, tolerance: float = 1e-9) -> Steps:
    """The value of every state and the best policy; one step for each sweep."""
    between("discount", discount, 0, 1)
    if sweeps < 0 or tolerance < 0:
        raise BadLimit("value iteration needs 0 or more sweeps and a tolerance of 0 or more")
    values: Values = dict.fromkeys(model.states(), 0.0)
    number = 0
    while number < sweeps:
        number += 1
        new = {state: best_value(model, values, state, discount) for state in values}
        change = max(abs(new[state] - values[state]) for state in values)
        values = new
        told = f"sweep {number}: the largest change is {change:.3g}"
        yield Step("sweep", values=values, discount=discount, reason=told)
        if change <= tolerance:
            break
    return Found(values, greedy(model, values, discount), all_action_values(model, values, discount), number)


def best_value(model: Model, values: Mapping[Any, float], state: Any, discount: float) -> float:
    """What the best action promises; nothing at an end."""
    return max((lookahead(model, values, state, action, discount) for action in model.actions(state)), default=0.0)


def policy_iteration(model: Model, *, discount: float = 0.9, rounds: int = 100) -> Steps:
    """Evaluate, improve, until the policy stays; it begins with the first action everywhere."""
    between("discount", discount, 0, 1)
    policy: Policy = {state: actions[0] for state in model.states() if (actions := model.actions(state))}
    for number in range(1, rounds + 1):
        values = evaluated(model, policy, discount)
        yield Step("sweep", values=values, policy=policy, discount=discount, reason=f"policy {number} evaluated")
        better = improved(model, policy, values, discount)
        changed = sum(better[state] != policy[state] for state in policy)
        policy = better
        yield Step("improve", values=values, policy=policy, reason=f"policy {number} improved in {changed} states")
        if not changed:
            break
    return Found(values, policy, all_action_values(model, values, discount), number)


def improved(model: Model, policy: Policy, values: Values, discount: float) -> Policy:
    """The best action by these values; the present one where none is better, or equals would alternate for ever."""
    best = greedy(model, values, discount)
    for state, action in policy.items():
        mine = lookahead(model, values, state, action, discount)
        if lookahead(model, values, state, best[state], discount) <= mine + 1e-10:
            best[state] = action
    return best


def evaluated(model: Model, policy: Policy, discount: float) -> Values:
    """What a policy is worth: one linear equation for each state, solved by elimination.

    Without discount a policy that never ends has no value; there the equations have no single solution.
    """
    states = list(policy)
    place = {state: index for index, state in enumerate(states)}
    rows = []
    for state in states:
        row = [0.0] * (len(states) + 1)
        row[place[state]] = 1.0
        for odds, after, reward in model.outcomes(state, policy[state]):
            row[-1] += odds * reward
            if after in place:
                row[place[after]] -= odds * discount
        rows.append(row)
    solution = eliminate(rows)
    if solution is None:
        raise Unsupported("this policy may go on for ever, so without a discount it has no value: set discount below 1")
    return {state: solution[place[state]] if state in place else 0.0 for state in model.states()}


def eliminate(rows: list[list[float]]) -> list[float] | None:
    """Gauss, with the largest pivot; nothing where the solution is not one point."""
    count = len(rows)
    for column in range(count):
        pivot = max(range(column, count), key=lambda r: abs(rows[r][column]))
        if abs(rows[pivot][column]) < 1e-12:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for r in range(count):
            if r != column and rows[r][column]:
                factor = rows[r][column] / rows[column][column]
                rows[r] = [value - factor * base for value, base in zip(rows[r], rows[column], strict=True)]
    return [row[-1] / row[place] for place, row in enumerate(rows)]
