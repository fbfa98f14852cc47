"""Ways through what is joined: the shortest one between two sides, and what lies on rings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

Node = TypeVar("Node")


def shortest_way(
    starts: Iterable[Node], goals: Iterable[Node], near: Callable[[Node], Iterable[Node]]
) -> tuple[Node, ...]:
    """The nodes of a shortest way from one of some nodes to one of others, both included; empty if there is none."""
    came: dict[Node, Node | None] = dict.fromkeys(starts)
    wanted = set(goals)
    waiting = list(came)
    for here in waiting:
        if here in wanted:
            way = [here]
            while (before := came[way[-1]]) is not None:
                way.append(before)
            return tuple(reversed(way))
        for there in near(here):
            if there not in came:
                came[there] = here
                waiting.append(there)
    return ()


def on_rings(links: Mapping[Node, tuple[Node, Node]]) -> tuple[Node, ...]:
    """The links, by name with the two ends of each, that are left when loose ends are cut off again and again."""
    left = dict(links)
    while True:
        ends = Counter(end for pair in left.values() for end in pair)
        kept = {name: pair for name, pair in left.items() if min(ends[end] for end in pair) > 1}
        if len(kept) == len(left):
            return tuple(kept)
        left = kept
