"""Learning with features instead of a table: Q(s, a) and e(s) as Σ wᵢ fᵢ, the weights learnt.

Approximate Q-learning as in Berkeley's course, and TD(λ) on a game that plays against itself (Samuel 1959; Sutton 1988;
Tesauro 1992): wᵢ += α · surprise · fᵢ.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from zermelo.errors import BadParameter, Unsupported
from zermelo.game.plain import view
from zermelo.game.random import Random
from zermelo.textbook.mdp.learning import must_make_sense
from zermelo.textbook.mdp.process import Process, between

Features = dict[str, float]
ActionFeatures = Callable[[Any, Any], Features]
StateFeatures = Callable[[Any], Features]


def weighed(weights: Mapping[str, float], features: Mapping[str, float]) -> float:
    """Σ wᵢ fᵢ."""
    return sum(weights.get(name, 0.0) * value for name, value in features.items())


@dataclass
class ApproximateQ:
    """A learner whose table is a handful of weights; `episode` teaches it, `choose` asks it."""

    process: Process
    features: ActionFeatures
    alpha: float = 0.2
    epsilon: float = 0.05
    discount: float = 0.8
    weights: Features = field(default_factory=dict)

    def __post_init__(self) -> None:
        must_make_sense(1, self.alpha, self.epsilon, self.discount)

    def value(self, state: Any, action: Any) -> float:
        """Q(s, a)."""
        return weighed(self.weights, self.features(state, action))

    def choose(self, state: Any, random: Random, epsilon: float = 0.0) -> Any:
        """ε-greedy, by lot among equals."""
        actions = self.process.actions(state)
        if epsilon and random.unit() < epsilon:
            return actions[random.below(len(actions))]
        worth = [self.value(state, action) for action in actions]
        best = [action for action, value in zip(actions, worth, strict=True) if value == max(worth)]
        return best[random.below(len(best))]

    def learn(self, state: Any, action: Any, reward: float, after: Any) -> float:
        """One update of all weights; answers the surprise."""
        features = self.features(state, action)
        beyond = max((self.value(after, other) for other in self.process.actions(after)), default=0.0)
        surprise = reward + self.discount * beyond - weighed(self.weights, features)
        for name, value in features.items():
            weight = self.weights.get(name, 0.0) + self.alpha * surprise * value
            if not math.isfinite(weight):
                raise BadParameter(f"the weight of {name} grows without end: scale features to about 1, or lower alpha")
            self.weights[name] = weight
        return surprise

    def episode(self, random: Random, *, learning: bool = True, most_steps: int = 1000) -> tuple[float, Any]:
        """From the start to an end: the sum of rewards, and the last state."""
        state, total = self.process.start, 0.0
        for _ in range(most_steps):
            if not self.process.actions(state):
                break
            action = self.choose(state, random, self.epsilon if learning else 0.0)
            after, reward = self.process.sample(state, action, random)
            if learning:
                self.learn(state, action, reward, after)
            state, total = after, total + reward
        return total, state


@dataclass(frozen=True)
class Game:
    """One game of a learner against itself: the weights after it, and who won."""

    number: int
    weights: Features
    utility: float  # of the first player
    surprise: float  # mean of its squares


def td_evaluation(
    game: Any,
    features: StateFeatures,
    *,
    games: int = 1000,
    trace: float = 0.7,
    alpha: float = 0.02,
    epsilon: float = 0.1,
    seed: int = 0,
    weights: Features | None = None,
) -> Iterator[Game]:
    """Learn e(s) = tanh Σ wᵢ fᵢ(s), the first player's prospects, by playing against itself; one item a game.

    Both sides choose ε-greedily by e of the next position. After each move every position before it is moved towards
    what came next, the more the nearer it is; at the end towards the utility.
    """
    must_make_sense(games, alpha, epsilon, 1.0)
    between("trace", trace, 0, 1)
    root = view(game)
    if root.players != 2 or not root.zero_sum:
        raise Unsupported("this learner plays against itself, so it needs a game of two players and zero sum")
    learnt, random = dict(weights or {}), Random(seed)
    for number in range(1, games + 1):
        node, felt, squares, moves = root, Features(), 0.0, 0
        while not node.over():
            options = node.moves()
            explores = random.unit() < epsilon
            chosen = random.below(len(options)) if explores else best_option(node, options, learnt, features, random)
            after = node.play(options[chosen])
            here, slope = judged(learnt, features(node))
            aim = float(after.utility(0)) if after.over() else judged(learnt, features(after))[0]
            for name, value in features(node).items():
                felt[name] = felt.get(name, 0.0) * trace + slope * value
            for name, share in felt.items():
                learnt[name] = learnt.get(name, 0.0) + alpha * (aim - here) * share
            squares, moves, node = squares + (aim - here) ** 2, moves + 1, after
        yield Game(number, dict(learnt), float(node.utility(0)), squares / max(1, moves))


def judged(weights: Features, features: Features) -> tuple[float, float]:
    """The value tanh Σ wᵢ fᵢ and its slope."""
    value = math.tanh(weighed(weights, features))
    return value, 1.0 - value * value


def best_option(node: Any, options: list[Any], weights: Features, features: StateFeatures, random: Random) -> int:
    """The move to the position that is best for who moves, by lot among equals."""
    sign = 1.0 if node.turn == 0 else -1.0
    worth = []
    for move in options:
        after = node.play(move)
        worth.append(sign * (float(after.utility(0)) if after.over() else judged(weights, features(after))[0]))
    best = [place for place, value in enumerate(worth) if value == max(worth)]
    return best[random.below(len(best))]
