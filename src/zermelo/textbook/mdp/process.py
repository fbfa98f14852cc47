"""What an agent meets: states, actions, and outcomes that nobody controls (Bellman 1957; Sutton and Barto)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from zermelo.errors import BadParameter
from zermelo.game.random import Random

State = Hashable
Action = Hashable
Values = dict[Any, float]  # state -> value
ActionValues = dict[tuple[Any, Any], float]  # (state, action) -> value
Policy = dict[Any, Any]  # state -> action


class Outcome(NamedTuple):
    """Where an action may lead, how likely that is, and what it earns."""

    odds: float
    after: Any
    reward: float


class Process(ABC):
    """A world that can be tried out: all that a learner needs."""

    start: Any

    @abstractmethod
    def actions(self, state: Any) -> list[Any]:
        """What can be done in a state; nothing at the end of an episode."""

    @abstractmethod
    def sample(self, state: Any, action: Any, random: Random) -> tuple[Any, float]:
        """Do it: the next state and the reward."""


class Model(Process):
    """A world whose odds are known: all that a planner needs."""

    @abstractmethod
    def states(self) -> list[Any]:
        """Every state, in the order in which tables show them."""

    @abstractmethod
    def outcomes(self, state: Any, action: Any) -> list[Outcome]:
        """All that an action can lead to; the odds add up to one."""

    def sample(self, state: Any, action: Any, random: Random) -> tuple[Any, float]:
        """One outcome, drawn by the odds."""
        left = random.unit()
        for outcome in self.outcomes(state, action):
            left -= outcome.odds
            if left < 0:
                break
        return outcome.after, outcome.reward


@dataclass(frozen=True)
class Step:
    """One step of an algorithm.

    sweep: all values at once, by value iteration or by the evaluation of a policy. improve: a policy made better.
    update: the value of an action learnt from one move. predict: the value of a state, likewise.
    episode: an episode is over, with the sum of its rewards.
    """

    kind: str
    state: Any = None
    action: Any = None
    reward: float = 0.0
    after: Any = None
    value: float = 0.0  # of an update: the new value; of an episode: the sum of rewards
    values: Values = field(default_factory=dict)  # of a sweep
    discount: float = 1.0  # of a sweep
    policy: Policy = field(default_factory=dict)  # of an improvement
    reason: str = ""


@dataclass(frozen=True)
class Found:
    """What came out: values, a policy, the values of actions, and how many sweeps or episodes it took."""

    values: Values
    policy: Policy = field(default_factory=dict)
    action_values: ActionValues = field(default_factory=dict)
    rounds: int = 0
    returns: tuple[float, ...] = ()  # of a learner: the sum of rewards of each episode


Steps = Generator[Step, None, Found]


def lookahead(model: Model, values: Mapping[Any, float], state: Any, action: Any, discount: float) -> float:
    """Q(s, a) = Σ P(s' | s, a) · (R(s, a, s') + γ V(s'))."""
    return sum(odds * (reward + discount * values[after]) for odds, after, reward in model.outcomes(state, action))


def all_action_values(model: Model, values: Mapping[Any, float], discount: float) -> ActionValues:
    """Q for every state and action."""
    return {
        (state, action): lookahead(model, values, state, action, discount)
        for state in model.states()
        for action in model.actions(state)
    }


def greedy(model: Model, values: Mapping[Any, float], discount: float) -> Policy:
    """In each state the first action that looks best by the values of the next states."""
    return {
        state: max(actions, key=lambda action: round(lookahead(model, values, state, action, discount), 12))
        for state in model.states()
        if (actions := model.actions(state))
    }


def between(name: str, value: float, low: float, high: float) -> None:
    """Refuse a number that makes no sense."""
    if not low <= value <= high:
        raise BadParameter(f"{name} is a number from {low:g} to {high:g}, not {value:g}")
