"""Planning and learning as lessons: worlds with the algorithms to watch in them, for the gallery and the page.

The lecture names them where it speaks of actions that can fail ("when moving a robot, wheels might slip") and promises
Markov decision processes for later.
"""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.explain.worlds import Frame, largest_value, last_frame, picture, world_page
from zermelo.lab.examples import CHAPTER
from zermelo.textbook.events import run
from zermelo.textbook.mdp.algorithms import begin
from zermelo.textbook.mdp.process import Model, Step


@dataclass(frozen=True)
class WorldLesson:
    """One lesson: where it stands, what it shows, the world and what works in it."""

    name: str
    lecture: str
    slide: str
    about: str
    world: str
    algorithms: tuple[str, ...]

    def runs(self) -> list[tuple[str, Model, list[Step]]]:
        """Each algorithm with its steps."""
        return [self.followed(text)[:3] for text in self.algorithms]

    def followed(self, text: str) -> tuple[str, Model, list[Step], Frame]:
        """One algorithm to its end."""
        model, work = begin(self.world, text)
        steps: list[Step] = []
        found = run(work, steps.append)
        return text, model, steps, last_frame(found)

    def page(self) -> str:
        """To be stepped through."""
        return world_page(self.runs(), title=f"{self.lecture}: {self.slide}", about=self.about)

    def picture(self) -> str:
        """What the first algorithm found."""
        _, model, _, frame = self.followed(self.algorithms[0])
        return picture(model, frame, largest_value([frame]))


SLIDE = "Expectimax Search: actions can fail"
WORLD_LESSONS = (
    WorldLesson(
        "slipping-robot",
        CHAPTER,
        f"{SLIDE} (value and policy iteration)",
        "A robot whose wheels slip one time in five. Value iteration sweeps, policy iteration evaluates and improves; "
        "both end at Russell and Norvig's utilities: zermelo mdp robot.",
        "robot",
        ("value_iteration:tolerance=0.0001", "policy_iteration"),
    ),
    WorldLesson(
        "cliff-walking",
        CHAPTER,
        f"{SLIDE} (learning: SARSA and Q-learning)",
        "Nobody tells the odds. Q-learning finds the shortest way, along the cliff, and falls while it explores; SARSA "
        "keeps away from it: zermelo mdp cliff --algorithm sarsa --compare q_learning.",
        "cliff",
        ("sarsa:episodes=60", "q_learning:episodes=60"),
    ),
    WorldLesson(
        "slipping-robot-learns",
        CHAPTER,
        f"{SLIDE} (Q-learning on the book's grid)",
        "The same grid without a model: values spread back from the exits, one move at a time: "
        "zermelo mdp book --algorithm q_learning.",
        "book",
        ("q_learning:episodes=60,epsilon=0.3",),
    ),
)
