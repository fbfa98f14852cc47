"""Altruism among kin: a gene that helps its copies in relatives (Hamilton 1964).

Who helps pays c and gives b to a partner; the partner carries the same gene by descent with probability r, and is else
drawn from the population. Help spreads where r b > c, and only there.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

from zermelo.theory.reading import number, shown, within

MOST_LIVES = 2_000_000


def advantage(related: Fraction, benefit: Fraction, cost: Fraction) -> Fraction:
    """What helpers have more than others, whatever their share is."""
    return related * benefit - cost


def generations(
    related: float, benefit: float, cost: float, start: float, size: int, count: int, seed: int = 0
) -> Iterator[float]:
    """The share of helpers in a population of a fixed size: parents are drawn by how well they did (Wright, Fisher)."""
    chance, helpers = random.Random(seed), round(start * size)
    floor = 1 + cost  # nobody's fitness falls to nothing
    for _ in range(count):
        yield helpers / size
        share = helpers / size
        worth = [0.0, 0.0]
        for _ in range(size):
            helps = chance.random() < share
            partner = helps if chance.random() < related else chance.random() < share
            worth[helps] += floor + benefit * partner - cost * helps
        part = worth[1] / (worth[0] + worth[1])
        helpers = sum(chance.random() < part for _ in range(size))
    yield helpers / size


def tell(
    related: str = "0.5", benefit: str = "3", cost: str = "1", size: int = 1000, count: int = 60, seed: int = 0
) -> Iterator[str]:
    """Helpers among relatives."""
    within("size", size, 10, 100_000)
    within("count", count, 1, MOST_LIVES // size)
    r, b, c = number(related), number(benefit), number(cost)
    within("related", float(r), 0, 1)
    within("benefit", float(b), 0, 1000)
    within("cost", float(c), 0, 1000)
    line = list(generations(float(r), float(b), float(c), 0.3, size, count, seed))
    for place in range(0, count + 1, max(1, count // 8)):
        yield f"  generation {place:4}: {100 * line[place]:5.1f} % help {'#' * round(40 * line[place])}"
    gain = advantage(r, b, c)
    trend = "help spreads" if gain > 0 else "help dies out" if gain < 0 else "chance alone decides"
    yield f"Hamilton's rule: r b - c = {shown(gain)}: {trend}"
