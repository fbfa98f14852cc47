"""Ratings of players of whom more than two sit at a table, by maximum likelihood over all games.

The model of Plackett (1975) and Luce (1959): the winner is drawn with a chance proportional to e^strength, then the
second of those who are left, and so on; with two at the table it is Zermelo's. A seat may be worth something too. Who
shares a place counts as having taken either order equally often; what happens among the last is not looked at, since a
game often tells only who won.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import permutations, product

import numpy as np

from zermelo.arena.statistics.bradley_terry import Ratings, in_elo
from zermelo.arena.statistics.connected import reach_each_other, unconnected
from zermelo.arena.statistics.newton import Floats, climb, covariance_of, drawn_games
from zermelo.arena.statistics.score import ELO
from zermelo.errors import BadLimit

Row = tuple[tuple[int, ...], int, float]  # players and seats by place, how many places are known, weight
Table = tuple[Sequence[int], Sequence[float]]  # players by seat, and the result of each


class TableLikelihood:
    """The logarithm of the likelihood of all tables: strengths of players, then of seats."""

    def __init__(self, players: int, seats: int, rows: Sequence[Row], imagined: float, with_seats: bool) -> None:
        """A row is the players and seats in the order of their places, how many places are known, and its weight."""
        self.players, self.seats, self.imagined, self.with_seats = players, seats, imagined, with_seats
        width = max((len(order) // 2 for order, _, _ in rows), default=0)
        self.who = np.zeros((len(rows), width), np.int64)
        self.where = np.zeros((len(rows), width), np.int64)
        self.sits = np.zeros((len(rows), width), bool)
        for row, (order, _, _) in enumerate(rows):
            many = len(order) // 2
            self.who[row, :many], self.where[row, :many] = order[:many], order[many:]
            self.sits[row, :many] = True
        self.known = np.array([known for _, known, _ in rows], np.int64)
        self.weight = np.array([weight for _, _, weight in rows], np.float64)

    def start(self) -> Floats:
        """Everybody equal."""
        return np.zeros(self.players + self.seats)

    def fixed(self) -> Floats:
        """The sums of the players' and of the seats' strengths, or all of the seats'."""
        if not self.with_seats:
            rows = np.eye(self.players + self.seats)[self.players - 1 :]
            rows[0] = np.concatenate([np.full(self.players, 1 / math.sqrt(self.players)), np.zeros(self.seats)])
            return rows
        rows = np.zeros((2, self.players + self.seats))
        rows[0, : self.players] = 1 / math.sqrt(self.players)
        rows[1, self.players :] = 1 / math.sqrt(self.seats)
        return rows

    def at(self, point: Floats) -> tuple[float, Floats, Floats]:
        """Value, slope and the negative of the curvature, place by place."""
        size = len(point)
        value, slope, curve = 0.0, np.zeros(size), np.zeros((size, size))
        strength = point[self.who] + point[self.players + self.where]
        powers = np.where(self.sits, np.exp(strength), 0.0)
        for place in range(self.who.shape[1] - 1):
            live = self.known > place
            if not live.any():
                break
            weight, left = self.weight[live], powers[live, place:]
            share = left / left.sum(axis=1, keepdims=True)
            value += float((weight * np.log(share[:, 0])).sum())
            columns = (self.who[live, place:], self.players + self.where[live, place:])
            for column in columns:
                np.add.at(slope, column[:, 0], weight)
                np.subtract.at(slope, column, weight[:, None] * share)
            self.add_curve(curve, columns, weight, share)
        value += drawn_games(self.imagined, point[: self.players], slope, curve)
        return value, slope, curve

    def add_curve(self, curve: Floats, columns: tuple[object, ...], weight: Floats, share: Floats) -> None:
        """The covariance of who is drawn at one place."""
        many = share.shape[1]
        for one, other in product(range(many), repeat=2):
            part = weight * share[:, one] * ((one == other) - share[:, other])
            for a, b in product(columns, repeat=2):
                np.add.at(curve, (np.asarray(a)[:, one], np.asarray(b)[:, other]), part)


def rate_tables(players: int, tables: Sequence[Table], *, with_seats: bool = True) -> Ratings:
    """Ratings of players and seats from the results of games of any number of players."""
    if players < 2 or not tables:
        raise BadLimit("ratings need at least two players and a game between them")
    seats = max(len(who) for who, _ in tables)
    took = np.zeros((players, players), bool)
    counted: dict[tuple[tuple[int, ...], tuple[float, ...]], int] = {}
    for who, results in tables:
        if len(who) != len(results) or len(set(who)) != len(who) or not all(0 <= one < players for one in who):
            raise BadLimit(f"a table needs different players out of {players} and a result for each of them")
        name = tuple(who), tuple(results)
        counted[name] = counted.get(name, 0) + 1
    rows: list[Row] = []
    for (who, results), times in counted.items():
        last = min(results) if len(set(results)) > 1 else -math.inf  # among whom nothing is known
        for one, other in product(range(len(who)), repeat=2):
            ahead = results[one] > results[other] or results[one] == results[other] > last
            took[who[one], who[other]] |= one != other and ahead
        rows += orders(who, results, times)
    regular = reach_each_other(took)
    likelihood = TableLikelihood(players, seats, rows, 0.0 if regular else 1.0, with_seats)
    point, value = climb(likelihood)
    covariance = covariance_of(likelihood.at(point)[2], likelihood.fixed())
    found = in_elo(point, covariance)
    notes = unconnected(took)
    if not regular:
        notes += ("somebody took every point from others: a drawn game with an average opponent was imagined",)
    return Ratings(
        "Plackett–Luce", tuple(found[:players]), likelihood=value, notes=notes,
        seats=tuple(found[players:]) if with_seats else (),
        covariance=ELO**2 * covariance[:players, :players],
    )  # fmt: skip


def orders(who: Sequence[int], results: Sequence[float], times: float) -> list[Row]:
    """The orders of places that a result means: those who share a place in either order, the last in none."""
    groups = [
        [seat for seat, own in enumerate(results) if own == value] for value in sorted(set(results), reverse=True)
    ]
    open_end = groups.pop() if len(groups) > 1 else []
    ways = list(product(*(permutations(group) for group in groups)))
    rows = []
    for way in ways:
        ranked = [seat for group in way for seat in group]
        order = ranked + open_end
        known = len(ranked) if open_end else len(ranked) - 1
        rows.append((tuple(who[seat] for seat in order) + tuple(order), known, times / len(ways)))
    return rows
