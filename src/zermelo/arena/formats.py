"""Who meets whom: round robin, gauntlet, knockout, Swiss system, ladder.

A format is asked for one round after another and sees the results of the rounds before; the first empty round ends the
tournament. What it answers depends on those results alone, so that a tournament can be gone on with.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import combinations, permutations

from zermelo.arena.played import Fixture, Played
from zermelo.errors import BadParameter

MOST_PAIRINGS = 100_000
Pairing = tuple[int, ...]
Rounds = Sequence[Sequence[Played]]
Pairings = Callable[[int, int, Rounds], list[Pairing]]  # entrants, seats, rounds before -> who meets now


def fixtures(pairings: Sequence[Pairing], number: int, games: int) -> list[Fixture]:
    """All games of a round, opening by opening, so that what was played so far is always fair."""
    if not pairings:
        return []
    seats = len(pairings[0])
    blocks = math.ceil(games / seats)
    return [
        Fixture(number, pairing, block, rotation)
        for block in range(blocks)
        for pairing in pairings
        for rotation in range(min(seats, games - block * seats))
    ]


def round_robin(entrants: int, seats: int, before: Rounds) -> list[Pairing]:
    """Everybody meets everybody; at larger tables, every company sits down once."""
    return [] if before else listed(entrants, seats)


def gauntlet(entrants: int, seats: int, before: Rounds) -> list[Pairing]:
    """The first entrant meets all others, who do not meet each other alone."""
    return [] if before else [pairing for pairing in listed(entrants, seats) if 0 in pairing]


def listed(entrants: int, seats: int) -> list[Pairing]:
    """Every choice of players for a table."""
    if entrants < seats:
        raise BadParameter(f"{seats} players sit at a table, {entrants} were given")
    if math.comb(entrants, seats) > MOST_PAIRINGS:
        raise BadParameter(f"{entrants} players at tables of {seats} are too many companies: choose another format")
    return list(combinations(range(entrants), seats))


def knockout(entrants: int, seats: int, before: Rounds) -> list[Pairing]:
    """Who loses is out; the first of the list meets the last, and with equal points the one named earlier goes on."""
    two(seats, "knockout")
    left: list[int | None] = bracket(entrants)
    for games in before:
        points = totals(entrants, games)
        left = [winner(one, other, points) for one, other in zip(left[::2], left[1::2], strict=True)]
    pairs = zip(left[::2], left[1::2], strict=False)
    return [(one, other) for one, other in pairs if one is not None and other is not None]


def bracket(entrants: int) -> list[int | None]:
    """Places of a knockout, the strong far apart; nobody (None) where there are too few entrants."""
    order = [0]
    while len(order) < entrants:
        order = [place for one in order for place in (one, 2 * len(order) - 1 - one)]
    return [one if one < entrants else None for one in order]


def winner(one: int | None, other: int | None, points: Sequence[float]) -> int | None:
    """Who goes on."""
    if one is None or other is None:
        return other if one is None else one
    if points[one] == points[other]:
        return min(one, other)
    return one if points[one] > points[other] else other


def swiss(entrants: int, seats: int, before: Rounds) -> list[Pairing]:
    """Players with equal points meet, nobody twice; one round more than a knockout would have."""
    two(seats, "swiss")
    if len(before) >= min(math.ceil(math.log2(entrants)) + 1, entrants - 1 + entrants % 2):
        return []
    points, met, rested = [0.0] * entrants, set(), set()
    for games in before:
        played = {played.fixture.pairing for played in games}
        met |= {frozenset(pairing) for pairing in played}
        sat_out = set(range(entrants)) - {one for pairing in played for one in pairing}
        rested |= sat_out
        most = max((len([one for one in games if one.fixture.pairing == pairing]) for pairing in played), default=0)
        own = totals(entrants, games)
        points = [points[one] + (most if one in sat_out else own[one]) for one in range(entrants)]
    order = sorted(range(entrants), key=lambda one: (-points[one], one))
    if entrants % 2:
        idle = next(one for one in (*(one for one in reversed(order) if one not in rested), order[-1]))
        order.remove(idle)
    return matched(order, met) or matched(order, set())


def matched(order: Sequence[int], met: set[frozenset[int]]) -> list[Pairing]:
    """Neighbours of a list paired so that nobody meets again; nothing where that cannot be."""
    if not order:
        return []
    first, *others = order
    for other in others:
        if frozenset((first, other)) not in met:
            rest = matched([one for one in others if one != other], met)
            if len(rest) == len(others) // 2:
                return [(first, other), *rest]
    return []


def ladder(entrants: int, seats: int, before: Rounds) -> list[Pairing]:
    """Neighbours meet and change places if the lower one wins: the order sorts itself."""
    two(seats, "ladder")
    if len(before) >= entrants:
        return []
    rungs = list(range(entrants))
    for number, games in enumerate(before):
        points = totals(entrants, games)
        for place in range(number % 2, entrants - 1, 2):
            upper, lower = rungs[place : place + 2]
            if points[lower] > points[upper]:
                rungs[place : place + 2] = [lower, upper]
    pairs: list[Pairing] = [(rungs[place], rungs[place + 1]) for place in range(len(before) % 2, entrants - 1, 2)]
    return pairs or [(rungs[0], rungs[1])]


def neighbours(entrants: int, seats: int, before: Rounds) -> list[Pairing]:
    """Those who are named beside each other meet, and those two apart: enough to rate a long list."""
    if before:
        return []
    if entrants < seats:
        return listed(entrants, seats)
    beside = [order for first in range(entrants - seats + 1) for order in around(range(first, first + seats))]
    apart: list[Pairing] = [(first, first + 2) for first in range(entrants - 2)] if seats == 2 else []
    return sorted([*beside, *apart])


def around(company: Sequence[int]) -> list[Pairing]:
    """The orders of a company around a small table, that partners and neighbours change; a large one sits as named."""
    first, *others = company
    return [(first, *rest) for rest in (permutations(others) if len(others) < 4 else [others])]


def two(seats: int, name: str) -> None:
    """Refuse a format that is for two at a table."""
    if seats != 2:
        raise BadParameter(f"{name} is for games of two players; choose roundrobin or gauntlet")


def totals(entrants: int, games: Sequence[Played]) -> list[float]:
    """The points of everybody."""
    points = [0.0] * entrants
    for played in games:
        for entrant, own in zip(played.seats, played.points(), strict=True):
            points[entrant] += own
    return points


FORMATS: dict[str, Pairings] = {
    "roundrobin": round_robin, "gauntlet": gauntlet, "knockout": knockout, "swiss": swiss, "ladder": ladder,
    "neighbours": neighbours,
}  # fmt: skip
EXTENDABLE = ("roundrobin", "gauntlet", "neighbours")  # formats whose games can be more the next time
