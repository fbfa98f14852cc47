"""Communication and signalling: how signs come to mean something, and why only costly ones are believed.

Lewis (1969): one sees a state and sends a sign, the other sees the sign and acts; both win if the act fits. With two
states nothing but success has to be remembered for a language to arise (Argiento and others 2009). Spence (1973): who
is able signals it by schooling, if schooling is so much dearer for others that they do not imitate it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

from zermelo.errors import BadParameter
from zermelo.theory.reading import number, shown, within

MOST_TALKS = 1_000_000


def language(talks: int, seed: int = 0) -> Iterator[float]:
    """The chance to be understood after each talk: urns for each state and each sign, a ball more for each success."""
    chance = random.Random(seed)
    sender, receiver = [[1.0, 1.0], [1.0, 1.0]], [[1.0, 1.0], [1.0, 1.0]]
    for _ in range(talks):
        state = chance.randrange(2)
        sign = int(chance.random() * sum(sender[state]) >= sender[state][0])
        act = int(chance.random() * sum(receiver[sign]) >= receiver[sign][0])
        if act == state:
            sender[state][sign] += 1
            receiver[sign][act] += 1
        yield understood(sender, receiver)


def understood(sender: list[list[float]], receiver: list[list[float]]) -> float:
    """The chance that the act fits the state."""
    return sum(
        0.5 * sender[state][sign] / sum(sender[state]) * receiver[sign][state] / sum(receiver[sign])
        for state in range(2)
        for sign in range(2)
    )


def separating(able: Fraction, other: Fraction, cost_able: Fraction, cost_other: Fraction) -> tuple[Fraction, Fraction]:
    """From how much schooling others do not imitate it, and up to how much the able still want it; per year of cost."""
    if not (0 < cost_able < cost_other and able > other):
        raise BadParameter("the able are worth more, and a year of school costs them less, but something")
    return (able - other) / cost_other, (able - other) / cost_able


def tell(
    talks: int = 3000, able: str = "2", other: str = "1", cost_able: str = "0.5", cost_other: str = "1", seed: int = 0
) -> Iterator[str]:
    """A language that arises, and a signal that is believed."""
    within("talks", talks, 1, MOST_TALKS)
    line = list(language(talks, seed))
    yield f"two states, two signs, nothing agreed: understood {100 * line[0]:.0f} % after the first talk"
    for count in sorted({max(1, talks // 100), max(1, talks // 10), talks}):
        yield f"  after {count:,} talks: {100 * line[count - 1]:.1f} % {'#' * round(40 * line[count - 1])}"
    yield "  in theory it rises to 100 %: one of two languages, nobody knows which"
    low, high = separating(number(able), number(other), number(cost_able), number(cost_other))
    yield f"schooling tells the able from others if it lasts from {shown(low)} to {shown(high)} years"
    yield f"  shorter, others imitate it; longer, the able stay away; the cheapest signal is {shown(low)}"
