"""Negotiation of three: what each can expect (Shapley 1953), and what no coalition would refuse (the core)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import permutations

from zermelo.theory.reading import number, shown

NAMES = "ABC"
Worths = Mapping[frozenset[str], Fraction]


def shapley(worths: Worths) -> dict[str, Fraction]:
    """What each brings to those who came before, on average over all orders in which they can come."""
    total = dict.fromkeys(NAMES, Fraction(0))
    for order in permutations(NAMES):
        for place, name in enumerate(order):
            before = frozenset(order[:place])
            total[name] += worths.get(before | {name}, Fraction(0)) - worths.get(before, Fraction(0))
    return {name: value / 6 for name, value in total.items()}


def core(worths: Worths) -> dict[str, tuple[Fraction, Fraction]] | None:
    """The least and the most of each in shares that no coalition refuses; None where there are none.

    Two others can do without a player, so that nobody gets more than the whole without them; the core of three is
    empty where the pairs together are worth more than twice the whole (Bondareva, Shapley).
    """
    whole = worths[frozenset(NAMES)]
    most = {name: whole - worths.get(frozenset(NAMES) - {name}, Fraction(0)) for name in NAMES}
    if min(most.values()) < 0 or sum(most.values()) < whole:
        return None
    least = {name: max(Fraction(0), whole - sum(most[other] for other in NAMES if other != name)) for name in NAMES}
    return {name: (least[name], min(most[name], whole)) for name in NAMES}


def tell(whole: str = "6", ab: str = "5", ac: str = "4", bc: str = "3") -> Iterator[str]:
    """Three, and what each coalition of them is worth."""
    worths = {frozenset(key): number(text) for key, text in (("ABC", whole), ("AB", ab), ("AC", ac), ("BC", bc))}
    for key, value in worths.items():
        yield f"{'+'.join(sorted(key))}: {shown(value)}"
    yield f"Shapley: {', '.join(f'{name} {shown(value)}' for name, value in shapley(worths).items())}"
    found = core(worths)
    if found is None:
        yield "the core is empty: whatever they agree on, two of them would do better together"
    else:
        listed = ", ".join(f"{name} {shown(low)} to {shown(high)}" for name, (low, high) in found.items())
        yield f"no coalition refuses shares of the core: {listed}"
    yield "to play it: zermelo play coalitions"
