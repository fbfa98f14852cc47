"""A model that the coach teaches: its training in parts, its file, and the player that it makes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from zermelo.coach.choices import Choice
from zermelo.coach.gate import algorithm_for
from zermelo.learn.loading import load_model
from zermelo.learn.network import Network
from zermelo.learn.training import Plan, Training

if TYPE_CHECKING:
    from zermelo.coach.coaching import Coaching

KEEP = 10.0  # seconds between two writings of the weights
TOLD = 6  # lines of progress in a part, about
LEAST = 0.5  # seconds, in which a round always ends


class Lesson:
    """One model of a course."""

    def __init__(self, course: Coaching, name: str, units: int) -> None:
        self.course, self.name, self.units = course, name, units
        self.path = course.folder / f"{name}.npz"

    @property
    def seconds(self) -> float:
        """For how long it was taught."""
        points = self.course.curve.get(self.name, [])
        return points[-1][0] if points else 0.0

    @property
    def choice(self) -> Choice:
        """The player with these weights."""
        why = "what was learnt here by self-play: " + (
            "a linear evaluation" if not self.units else f"{self.units} units"
        )
        return Choice(algorithm_for(type(self.course.start)), why, {"net": str(self.path)})

    def study(self, seconds: float, part: tuple[float, float] = (0.0, 1.0)) -> Iterator[str]:
        """Self-play and fitting for so long, a part of the whole lesson; what was learnt before stays."""
        course = self.course
        before = load_model(self.path, Network) if self.path.exists() else None
        plan = Plan(
            minutes=max(seconds, LEAST) / 60, units=self.units, threads=course.processes, seed=course.seed, part=part
        )  # fmt: skip
        training = Training.begin(course.start, plan, before)
        begun = kept = told = time.monotonic()
        last = None
        try:
            for last in training.run():
                now = time.monotonic()
                if now - kept > KEEP:
                    kept = now
                    self.keep(training)
                if now - told > seconds / TOLD:
                    told = now
                    yield f"{self.name}: {last.games:,} games, error {last.error:.3f} after {last.seconds:.0f} s"
        finally:
            if last is not None:
                self.keep(training)
        if last is not None:
            yield (
                f"{self.name}: {last.games:,} games in {now_since(begun):.0f} s, error {last.error:.3f}, "
                f"{last.decided:.0%} decided"
            )

    def keep(self, training: Training) -> None:
        """Write the weights and the curve."""
        training.network.save(self.path)
        self.course.curve[self.name] = list(training.curve)
        self.course.save()


def now_since(begun: float) -> float:
    """Seconds since then."""
    return time.monotonic() - begun
