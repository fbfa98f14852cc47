"""The money pump: whoever prefers in a circle pays at every step and ends where they began, with less money."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from zermelo.errors import BadParameter
from zermelo.theory.axioms import Graph
from zermelo.theory.lottery import Lottery
from zermelo.theory.preferences import Preferences
from zermelo.theory.reading import exact, money

CENT = Fraction(1, 100)


@dataclass(frozen=True)
class Trade:
    """One exchange that the agent is glad to make."""

    gave: str
    got: str
    paid: Fraction
    left: Fraction

    def __str__(self) -> str:
        return f"gives {self.gave} and {money(self.paid)} for {self.got}: {money(self.left)} left"


def pump(preferences: Preferences, holding: str, funds: Any, fee: Any = CENT) -> Iterator[Trade]:
    """Offer what the agent prefers to what it holds, for a small fee, until it refuses or cannot pay.

    It keeps to its own statements and to nothing else. An offer on a circle comes before one that is not; among
    consistent preferences there is no circle, and the trades end with the best it can get.
    """
    left, price = exact(funds), exact(fee)
    if price <= 0:
        raise BadParameter("the fee of a money pump is above zero")
    graph = Graph(preferences)
    held = Lottery.from_text(holding, preferences.names)
    if held not in graph.edges:
        known = ", ".join(preferences.called(item) for item in graph.edges)
        raise BadParameter(f"nothing is said of {holding!r}; the preferences are about {known}")
    while True:
        # all that is stated to be better than what is held
        offers = [item for item, edges in graph.edges.items() if (held, ">") in edges and item != held]
        offers.sort(key=lambda item: graph.path(held, item) is None)
        if not offers or left < price:
            return
        left -= price
        yield Trade(preferences.called(held), preferences.called(offers[0]), price, left)
        held = offers[0]
