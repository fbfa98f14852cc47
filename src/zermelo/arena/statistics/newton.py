"""The maximum of a likelihood by Newton's method, with directions that nothing determines held fast."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadLimit

Floats = NDArray[np.float64]


class Climbed(Protocol):
    """A concave function of some parameters."""

    def start(self) -> Floats:
        """Where to begin."""
        ...

    def at(self, point: Floats) -> tuple[float, Floats, Floats]:
        """Value, slope and the negative of the curvature."""
        ...

    def fixed(self) -> Floats:
        """Orthonormal directions that may not move."""
        ...


def climb(function: Climbed) -> tuple[Floats, float]:
    """The maximum: its place and its value."""
    point = function.start()
    fixed = function.fixed()
    value, slope, curve = function.at(point)
    for _ in range(100):
        step = np.linalg.solve(held(curve, fixed), slope - fixed.T @ (fixed @ slope))
        step -= fixed.T @ (fixed @ step)
        gain = float(slope @ step)
        if gain < 1e-16 * max(1.0, abs(value)):
            return point, value
        part = 1.0
        while True:
            found = function.at(point + part * step)
            if found[0] >= value or part < 1e-9:
                break
            part /= 2
        point = point + part * step
        if abs(found[0] - value) <= 1e-13 * max(1.0, abs(value)) and gain < 1e-9:
            return point, found[0]
        value, slope, curve = found
    raise BadLimit("no ratings fit these games: the likelihood has no maximum that could be found")


def held(curve: Floats, fixed: Floats) -> Floats:
    """A curvature that is positive along the fixed directions too, so that it can be inverted."""
    scale = float(np.abs(np.diag(curve)).max()) or 1.0
    kept = np.eye(len(curve)) - fixed.T @ fixed
    return kept @ curve @ kept + scale * (fixed.T @ fixed) + 1e-12 * scale * np.eye(len(curve))


def covariance_of(curve: Floats, fixed: Floats) -> Floats:
    """The covariance of the estimates: the inverse of the curvature across the fixed directions."""
    inverse = np.linalg.inv(held(curve, fixed))
    kept = np.eye(len(curve)) - fixed.T @ fixed
    return np.asarray(kept @ inverse @ kept)


def drawn_games(many: float, strengths: Floats, slope: Floats, curve: Floats) -> float:
    """The likelihood of so many drawn games of everybody with an average opponent; slope and curvature grow too."""
    if not many:
        return 0.0
    places = np.arange(len(strengths))
    chance = 1 / (1 + np.exp(-strengths))
    slope[places] += many * (0.5 - chance)
    curve[places, places] += many * chance * (1 - chance)
    return -many * float((np.logaddexp(0, -strengths) + np.logaddexp(0, strengths)).sum()) / 2
