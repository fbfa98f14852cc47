"""Pacman learns from experience: approximate Q-learning with a few features against ghosts that move at random.

A move of the learner is one of Pacman and one of every ghost; the reward is what the score changes by. Nobody tells it
the rules: it sees features of what it might do, tries, and moves their weights.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from zermelo.game.random import Random
from zermelo.games.pacman import Pacman
from zermelo.lab.pacman.node import Node
from zermelo.lab.pacman.replanning import steps_to
from zermelo.textbook.mdp.linear import ActionFeatures, ApproximateQ, Features
from zermelo.textbook.mdp.process import Process

MAZE = "%%%%%%%%%%% %.........% %.%%.%.%%.% %....P....% %.%%.%.%%.% %........G% %%%%%%%%%%%"
SCALE = 10.0  # features near 1 keep the steps of learning small


class PacmanWorld(Process):
    """Pacman's view of a maze: states are positions in which Pacman moves."""

    def __init__(self, layout: str = MAZE, ghosts: int = 1) -> None:
        self.start = Node(Pacman(ghosts=ghosts, layout=layout))

    def actions(self, state: Node) -> list[int]:
        """Pacman's moves."""
        return state.moves()

    def sample(self, state: Node, action: int, random: Random) -> tuple[Node, float]:
        """Pacman moves, then every ghost at random; the reward is the change of the score."""
        before = state.score
        state = state.play(action)
        while state.turn != 0 and not state.over():
            moves = state.moves()
            state = state.play(moves[random.below(len(moves))])
        return state, state.score - before


def simple_features(node: Node, move: int) -> Features:
    """What the course's simple extractor looks at: ghosts one step away, food to eat now, the way to the next food."""
    after = node.play(move)
    place = int(after.pacman[0]), int(after.pacman[1])
    near = sum(
        abs(ghost[0] - place[0]) + abs(ghost[1] - place[1]) <= 1
        for ghost, scared in zip(after.ghosts, after.scared, strict=True)
        if not scared
    )
    found: Features = {"bias": 1.0, "ghosts one step away": float(near)}
    food = node.food
    if not near and place in food:
        found["eats food"] = 1.0
    distance = steps_to(place, set(food), node.walls)
    if distance is not None:
        found["way to food"] = distance / (node.state.rows() * node.state.columns())
    return {name: value / SCALE for name, value in found.items()}


@dataclass
class Trained:
    """What came of the lessons: weights, the scores of the lessons, and games played without exploring."""

    weights: Features
    lessons: list[float]
    scores: list[float] = field(default_factory=list)
    wins: int = 0

    def to_text(self) -> str:
        """For people."""
        lines = [f"{name:22} {weight:9.2f}" for name, weight in self.weights.items()]
        half = len(self.lessons) // 2 or 1
        early, late = self.lessons[:half], self.lessons[half:] or self.lessons
        lines.append(
            f"lessons {len(self.lessons)}: mean score {sum(early) / len(early):.0f}, then {sum(late) / len(late):.0f}"
        )
        if self.scores:
            mean = sum(self.scores) / len(self.scores)
            lines.append(f"then {self.wins} of {len(self.scores)} games won, mean score {mean:.0f}")
        return "\n".join(lines)


def train(
    features: ActionFeatures = simple_features,
    *,
    world: Process | None = None,
    lessons: int = 50,
    games: int = 20,
    seed: int = 0,
    alpha: float = 0.2,
    epsilon: float = 0.05,
    discount: float = 0.8,
    most_moves: int = 300,
) -> Trained:
    """Lessons with exploring, then games without."""
    learner = ApproximateQ(world or PacmanWorld(), features, alpha, epsilon, discount)
    done = Trained(learner.weights, [])
    for number in range(lessons):
        done.lessons.append(learner.episode(Random(seed, number), most_steps=most_moves)[0])
    for number in range(games):
        score, last = learner.episode(Random(seed, 1_000_000 + number), learning=False, most_steps=most_moves)
        done.scores.append(score)
        done.wins += last.won()
    return done
