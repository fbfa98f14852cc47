"""Ratings of players who met two at a time, by maximum likelihood.

The model is that of Zermelo (1929), found again by Bradley and Terry (1952), with draws after Davidson (1970) and an
advantage of the first move: for players of strengths a and b in natural units and x = a - b + advantage,

    win : draw : loss = e^(x/2) : nu : e^(-x/2).

Ratings are in Elo (400 / ln 10 for each natural unit) about a mean of 0. A maximum exists if nobody, and no group, took
every point from all others; else it lies at infinity: a drawn game with an imaginary average opponent keeps every
rating finite, and what is known of a player without a loss is a lower bound: their interval is open above.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from zermelo.arena.statistics.connected import reach_each_other, unconnected
from zermelo.arena.statistics.intervals import SURE, Interval
from zermelo.arena.statistics.newton import Floats, climb, covariance_of, drawn_games
from zermelo.arena.statistics.score import ELO
from zermelo.errors import BadLimit

FAR = 40.0  # natural units beyond which a bound is none


@dataclass(frozen=True)
class Meeting:
    """How often two players met with the first one to move first, and how it ended for them."""

    first: int
    second: int
    wins: float
    draws: float
    losses: float


@dataclass(frozen=True)
class Ratings:
    """Ratings in Elo about a mean of 0, each with its 95 % interval, and what they rest on."""

    model: str
    ratings: tuple[Interval, ...]
    advantage: Interval | None = None  # of the first move
    draws: float | None = None  # the logarithm of nu
    likelihood: float = 0.0  # its logarithm
    seats: tuple[Interval, ...] = ()  # of each seat, where more than two play
    notes: tuple[str, ...] = ()
    covariance: NDArray[np.float64] = field(default_factory=lambda: np.zeros((0, 0)), repr=False, compare=False)

    def superiority(self, one: int, other: int) -> float:
        """The likelihood that a player is stronger than another."""
        spread = self.covariance[one, one] + self.covariance[other, other] - 2 * self.covariance[one, other]
        difference = self.ratings[one].middle - self.ratings[other].middle
        if one == other or spread <= 0:
            return 0.5
        return NormalDist().cdf(difference / math.sqrt(spread))

    def to_json(self) -> dict[str, object]:
        """Plain data; an interval without an end has none."""
        return {
            "model": self.model,
            "ratings": [finite(one) for one in self.ratings],
            "advantage": finite(self.advantage) if self.advantage else None,
            "seats": [finite(one) for one in self.seats],
            "notes": list(self.notes),
        }


def finite(found: Interval) -> dict[str, float | None]:
    """An interval for JSON, which has no infinity."""
    return {name: value if math.isfinite(value) else None for name, value in found.to_json().items()}


class Likelihood:
    """The logarithm of the likelihood of all meetings, with its slope and curvature.

    The parameters: a strength for each player, the advantage of the first move, the logarithm of nu.
    """

    def __init__(self, players: int, meetings: Sequence[Meeting], imagined: float, first_move: bool) -> None:
        self.players, self.imagined, self.first_move = players, imagined, first_move
        self.first = np.array([one.first for one in meetings], np.int64)
        self.second = np.array([one.second for one in meetings], np.int64)
        counts = np.array([(one.wins, one.draws, one.losses) for one in meetings], np.float64).reshape(-1, 3)
        self.wins, self.draws, self.losses = counts.T
        self.with_draws = bool(self.draws.sum() > 0)

    def start(self) -> Floats:
        """Everybody equal."""
        point = np.zeros(self.players + 2)
        point[-1] = 0.0 if self.with_draws else -np.inf
        return point

    def at(self, point: Floats) -> tuple[float, Floats, Floats]:
        """Value, slope and the negative of the curvature."""
        n, wins, draws, losses = self.players, self.wins, self.draws, self.losses
        x = point[self.first] - point[self.second] + point[n]
        log_nu = point[n + 1]
        logs = np.array([x / 2, np.full_like(x, log_nu), -x / 2])
        logs -= np.logaddexp(np.logaddexp(logs[0], logs[2]), logs[1])
        win, draw, loss = np.exp(logs)
        games = wins + draws + losses
        seen = draws * logs[1] if self.with_draws else 0.0
        value = float((wins * logs[0] + seen + losses * logs[2]).sum())
        by_x = (wins - losses - games * (win - loss)) / 2
        by_nu = draws - games * draw
        xx = games * (win + loss - (win - loss) ** 2) / 4
        xn = -games * draw * (win - loss) / 2
        nn = games * draw * (1 - draw)
        slope = np.zeros(n + 2)
        np.add.at(slope, self.first, by_x)
        np.subtract.at(slope, self.second, by_x)
        slope[n], slope[n + 1] = by_x.sum(), by_nu.sum()
        curve = np.zeros((n + 2, n + 2))
        for rows, columns, sign in (
            (self.first, self.first, 1), (self.second, self.second, 1),
            (self.first, self.second, -1), (self.second, self.first, -1),
        ):  # fmt: skip
            np.add.at(curve, (rows, columns), sign * xx)
        for row, sign in ((self.first, 1), (self.second, -1)):
            for column, values in ((n, xx), (n + 1, xn)):
                np.add.at(curve[:, column], row, sign * values)
        curve[n, n], curve[n, n + 1], curve[n + 1, n + 1] = xx.sum(), xn.sum(), nn.sum()
        curve[n:, :n] = curve[:n, n:].T
        curve[n + 1, n] = curve[n, n + 1]
        value += drawn_games(self.imagined, point[:n], slope, curve)
        return value, slope, curve

    def fixed(self) -> Floats:
        """Directions that may not move: the sum of the ratings, and parameters that nothing tells about."""
        n = self.players
        rows = [np.concatenate([np.full(n, 1 / math.sqrt(n)), [0.0, 0.0]])]
        if not self.first_move:
            rows.append(np.eye(n + 2)[n])
        if not self.with_draws:
            rows.append(np.eye(n + 2)[n + 1])
        return np.array(rows)

    def endless(self, covariance: Floats) -> bool:
        """Whether a strength ran away: its error has no end, although not all games were drawn."""
        errors = SURE * np.sqrt(np.maximum(np.diag(covariance)[: self.players], 0))
        return bool(errors.max() > FAR and self.wins.sum() + self.losses.sum() > 0)


def rate(players: int, meetings: Sequence[Meeting], *, first_move: bool = True, imagined: float = 0.0) -> Ratings:
    """Ratings of players from all their meetings."""
    checked(players, meetings)
    took = np.zeros((players, players), bool)  # who took something from whom
    for one in meetings:
        took[one.first, one.second] |= one.wins + one.draws > 0
        took[one.second, one.first] |= one.losses + one.draws > 0
    notes = unconnected(took)
    regular = reach_each_other(took)
    likelihood = Likelihood(players, meetings, imagined or (0.0 if regular else 1.0), first_move)
    point, value, covariance = fitted(likelihood)
    if regular and not imagined and likelihood.endless(covariance):  # wins and draws alone: as good as no loss
        likelihood, regular = Likelihood(players, meetings, 1.0, first_move), False
        point, value, covariance = fitted(likelihood)
    *found, moved, _ = in_elo(point, covariance)
    if not regular and not imagined:
        notes += ("somebody took every point from others: a drawn game with an average opponent was imagined",)
        found = [bounded(likelihood, point, p, found[p]) for p in range(players)]
    return Ratings(
        "Bradley–Terry–Davidson",
        tuple(found),
        moved if first_move else None,
        float(point[-1]) if likelihood.with_draws else None,
        value,
        notes=notes,
        covariance=ELO**2 * covariance[:players, :players],
    )


def fitted(likelihood: Likelihood) -> tuple[Floats, float, Floats]:
    """The most likely parameters, the logarithm of their likelihood, and their covariance."""
    point, value = climb(likelihood)
    return point, value, covariance_of(likelihood.at(point)[2], likelihood.fixed())


def in_elo(point: Floats, covariance: Floats) -> list[Interval]:
    """Estimates in natural units as Elo with 95 % intervals; where all games are drawn, these have no ends."""
    errors = SURE * np.sqrt(np.maximum(np.diag(covariance), 0))
    errors[errors > FAR] = np.inf
    return [
        Interval(ELO * middle, ELO * (middle - half), ELO * (middle + half))
        for middle, half in zip(point.tolist(), errors.tolist(), strict=True)
    ]


def checked(players: int, meetings: Sequence[Meeting]) -> None:
    """Refuse what cannot be rated."""
    if players < 2 or not meetings:
        raise BadLimit("ratings need at least two players and a game between them")
    for one in meetings:
        if not (0 <= one.first < players and 0 <= one.second < players and one.first != one.second):
            raise BadLimit(f"players {one.first} and {one.second} are no two of {players}")
        if min(one.wins, one.draws, one.losses) < 0:
            raise BadLimit("a count of games cannot be below 0")


def bounded(likelihood: Likelihood, point: Floats, player: int, found: Interval) -> Interval:
    """The interval of a player who lost nothing, or won nothing: open on one side.

    The other bound is that of Rao's score test with the others' ratings as they are; for two players it is Wilson's.
    """
    mine, theirs = likelihood.first == player, likelihood.second == player
    won = likelihood.wins[mine].sum() + likelihood.losses[theirs].sum()
    lost = likelihood.losses[mine].sum() + likelihood.wins[theirs].sum()
    if likelihood.draws[mine | theirs].sum() or (won > 0) == (lost > 0):
        return found
    x = np.concatenate([
        point[likelihood.players] - point[likelihood.second[mine]],
        -point[likelihood.players] - point[likelihood.first[theirs]],
    ])  # fmt: skip
    games = np.concatenate([
        (likelihood.wins + likelihood.losses)[mine], (likelihood.wins + likelihood.losses)[theirs]
    ])  # fmt: skip
    sign = 1.0 if won else -1.0

    def surprise(own: float) -> float:
        """How many standard errors the result lies above what this strength expects."""
        chance = 1 / (1 + np.exp(-sign * (own + x)))
        return float((games * (1 - chance)).sum() / math.sqrt(max((games * chance * (1 - chance)).sum(), 1e-300)))

    low, high = -FAR, FAR
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if (surprise(middle) > SURE) == (sign > 0) else (low, middle)
    others = float(np.delete(point[: likelihood.players], player).mean())
    bound = ELO * ((low + high) / 2 - others) * (likelihood.players - 1) / likelihood.players  # about the mean of all
    return Interval(found.middle, bound, math.inf) if sign > 0 else Interval(found.middle, -math.inf, bound)
