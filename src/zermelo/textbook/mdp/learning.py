"""Learning without knowing the odds: Q-learning (Watkins 1989), SARSA (Rummery and Niranjan 1994), TD(λ) (Sutton 1988).

An agent acts, sees what comes of it, and moves one value a little towards what it saw:
Q(s, a) += α · (r + γ · next - Q(s, a)), where `next` is the best value of the next state for Q-learning, and the value
of the action that will really be taken for SARSA. So Q-learning finds the best policy while it explores; SARSA finds
the best one for somebody who goes on exploring.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from zermelo.errors import BadLimit
from zermelo.game.random import Random
from zermelo.textbook.mdp.process import ActionValues, Found, Policy, Process, Step, Steps, Values, between

Choice = Callable[[Any, Random], Any]  # what to do in a state
MOST_STEPS = 10_000  # of an episode


def epsilon_greedy(values: ActionValues, state: Any, actions: Sequence[Any], epsilon: float, random: Random) -> Any:
    """Any action with probability ε, else one of the best, by lot among equals."""
    if random.unit() < epsilon:
        return actions[random.below(len(actions))]
    worth = [values.get((state, action), 0.0) for action in actions]
    best = [action for action, value in zip(actions, worth, strict=True) if value == max(worth)]
    return best[random.below(len(best))]


def q_learning(
    process: Process,
    *,
    episodes: int = 500,
    alpha: float = 0.5,
    epsilon: float = 0.1,
    discount: float = 0.9,
    seed: int = 0,
    most_steps: int = MOST_STEPS,
) -> Steps:
    """Off-policy control: learns what the best policy would get."""
    must_make_sense(episodes, alpha, epsilon, discount)
    random, values, returns = Random(seed), ActionValues(), list[float]()
    for number in range(1, episodes + 1):
        state, total = process.start, 0.0
        for _ in range(most_steps):
            actions = process.actions(state)
            if not actions:
                break
            action = epsilon_greedy(values, state, actions, epsilon, random)
            after, reward = process.sample(state, action, random)
            best = max((values.get((after, other), 0.0) for other in process.actions(after)), default=0.0)
            yield updated(values, (state, action), reward, after, reward + discount * best, alpha)
            state, total = after, total + reward
        returns.append(total)
        yield Step("episode", value=total, reason=f"episode {number}: rewards {total:g}")
    return learnt(process, values, returns)


def sarsa(
    process: Process,
    *,
    episodes: int = 500,
    alpha: float = 0.5,
    epsilon: float = 0.1,
    discount: float = 0.9,
    seed: int = 0,
    most_steps: int = MOST_STEPS,
) -> Steps:
    """On-policy control: learns what its own exploring policy gets."""
    must_make_sense(episodes, alpha, epsilon, discount)
    random, values, returns = Random(seed), ActionValues(), list[float]()
    for number in range(1, episodes + 1):
        state, total = process.start, 0.0
        actions = process.actions(state)
        action = epsilon_greedy(values, state, actions, epsilon, random) if actions else None
        for _ in range(most_steps):
            if action is None:
                break
            after, reward = process.sample(state, action, random)
            actions = process.actions(after)
            then = epsilon_greedy(values, after, actions, epsilon, random) if actions else None
            promise = values.get((after, then), 0.0) if then is not None else 0.0
            yield updated(values, (state, action), reward, after, reward + discount * promise, alpha)
            state, action, total = after, then, total + reward
        returns.append(total)
        yield Step("episode", value=total, reason=f"episode {number}: rewards {total:g}")
    return learnt(process, values, returns)


def updated(
    values: ActionValues, place: tuple[Any, Any], reward: float, after: Any, target: float, alpha: float
) -> Step:
    """Move one value towards its target, and tell."""
    old = values.get(place, 0.0)
    values[place] = old + alpha * (target - old)
    told = f"{old:.3g} + {alpha:g} · ({target:.3g} − {old:.3g}) = {values[place]:.3g}"
    return Step("update", *place, reward, after, values[place], reason=told)


def learnt(process: Process, values: ActionValues, returns: list[float]) -> Found:
    """The table as values of states and a policy, where the learner has been."""
    best: Values = {}
    policy: Policy = {}
    for state in dict.fromkeys(state for state, _ in values):
        worth = {action: values.get((state, action), 0.0) for action in process.actions(state)}
        policy[state] = max(worth, key=lambda action: worth[action])
        best[state] = worth[policy[state]]
    return Found(best, policy, dict(values), len(returns), tuple(returns))


def any_action(process: Process) -> Choice:
    """The policy that draws lots."""

    def choose(state: Any, random: Random) -> Any:
        actions = process.actions(state)
        return actions[random.below(len(actions))]

    return choose


def td_lambda(
    process: Process,
    *,
    policy: Choice | None = None,
    trace: float = 0.0,
    episodes: int = 100,
    alpha: float = 0.1,
    discount: float = 1.0,
    initial: float = 0.0,
    seed: int = 0,
    most_steps: int = MOST_STEPS,
) -> Steps:
    """Prediction: what a policy is worth. λ = `trace` says how far back a surprise is felt; at 1 it is Monte Carlo."""
    must_make_sense(episodes, alpha, 0.0, discount)
    between("trace", trace, 0, 1)
    choose = policy or any_action(process)
    random, values, returns = Random(seed), Values(), list[float]()
    for number in range(1, episodes + 1):
        state, total, felt = process.start, 0.0, Values()
        for _ in range(most_steps):
            if not process.actions(state):
                break
            action = choose(state, random)
            after, reward = process.sample(state, action, random)
            beyond = values.get(after, initial) if process.actions(after) else 0.0
            surprise = reward + discount * beyond - values.setdefault(state, initial)
            felt[state] = felt.get(state, 0.0) + 1.0
            for visited, share in felt.items():
                values[visited] += alpha * surprise * share
                felt[visited] = share * discount * trace
            told = f"surprise {surprise:+.3g}"
            yield Step("predict", state, action, reward, after, values[state], reason=told)
            state, total = after, total + reward
        returns.append(total)
        yield Step("episode", value=total, values=dict(values), reason=f"episode {number}: rewards {total:g}")
    return Found(values, rounds=episodes, returns=tuple(returns))


Episode = Sequence[tuple[Any, float]]  # states, each with the reward that followed


def batch_td(
    episodes: Sequence[Episode], *, trace: float = 0.0, alpha: float = 0.01, discount: float = 1.0, passes: int = 5000
) -> Values:
    """The same few episodes again and again until nothing changes; all changes of a pass are made at its end."""
    values: Values = {state: 0.0 for episode in episodes for state, _ in episode}
    for _ in range(passes):
        change = dict.fromkeys(values, 0.0)
        for episode in episodes:
            felt = Values()
            for place, (state, reward) in enumerate(episode):
                beyond = values[episode[place + 1][0]] if place + 1 < len(episode) else 0.0
                surprise = reward + discount * beyond - values[state]
                felt[state] = felt.get(state, 0.0) + 1.0
                for visited, share in felt.items():
                    change[visited] += alpha * surprise * share
                    felt[visited] = share * discount * trace
        for state, by in change.items():
            values[state] += by
        if max(map(abs, change.values())) < 1e-13:
            break
    return values


def must_make_sense(episodes: int, alpha: float, epsilon: float, discount: float) -> None:
    """Refuse settings with which nothing can be learnt."""
    if episodes < 1:
        raise BadLimit(f"a learner needs at least one episode, not {episodes}")
    between("alpha", alpha, 0, 1)
    between("epsilon", epsilon, 0, 1)
    between("discount", discount, 0, 1)
