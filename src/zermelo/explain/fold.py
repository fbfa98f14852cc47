"""Which part of a tree is shown: large trees are folded so that every picture stays readable.

A view shows at most so many nodes. The principal line comes first, then what lies near the root (for UCT: what was
visited most). Of a node with many children some are shown, and each run of others becomes a fold, "+120". A sub-tree
for which there is no room is a fold as well. Each fold is the door to another view.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field

from zermelo.explain.trace import Trace

MOST = 130  # nodes in one view
BREADTH = 12  # children of one node


@dataclass
class Fold:
    """Nodes that are not shown: a run of brothers, or all that hangs below a node."""

    parent: int
    first: int  # the place of the first hidden child
    count: int  # of hidden children
    nodes: int  # of all hidden nodes
    pruned: bool = False  # none of them was looked at
    whole: bool = False  # everything below the parent

    @property
    def door(self) -> tuple[int, int]:
        """The view behind it."""
        return self.parent, self.first


@dataclass
class Shown:
    """A node in a view with what is shown below it."""

    node: int
    below: list[Shown | Fold] = field(default_factory=list)


def fold(trace: Trace, root: int = 0, start: int = 0, *, most: int = MOST, breadth: int = BREADTH) -> Shown:
    """The view from a node, its children from `start` on."""
    on_line = set(trace.line())
    top = Shown(root)
    count = 1
    narrow = max(3, breadth // 2) if trace.size[root] > most else breadth  # the first level says most
    waiting: list[tuple[tuple[bool, int, int], int, Shown]] = []

    def offer(shown: Shown) -> None:
        if trace.nodes[shown.node].children or trace.nodes[shown.node].uncounted:
            rank = -trace.state(shown.node).visits if trace.sampling else trace.nodes[shown.node].depth
            heapq.heappush(waiting, ((shown.node not in on_line, rank, shown.node), shown.node, shown))

    offer(top)
    while waiting:
        _, _, shown = heapq.heappop(waiting)
        if shown is top:
            below = children(trace, root, start, on_line, breadth)
        else:
            below = children(trace, shown.node, 0, on_line, narrow)
        if shown is not top and count + len(below) > most:
            if shown.node not in on_line:
                shown.below = [everything(trace, shown.node)]
                continue
            below = children(trace, shown.node, 0, on_line, 2)  # there is always room for the principal line itself
        shown.below = below
        count += len(below)
        for item in below:
            if isinstance(item, Shown):
                offer(item)
    return top


def children(trace: Trace, index: int, start: int, on_line: set[int], breadth: int) -> list[Shown | Fold]:
    """The children of a node, at most `breadth` of them, with folds for the others."""
    node = trace.nodes[index]
    places = range(len(node.children))
    if len(places) > breadth:
        order = list(places[start:])
        if trace.sampling:
            order.sort(key=lambda place: -trace.state(node.children[place]).visits)
        if not start:  # the principal line is never hidden
            order.sort(key=lambda place: node.children[place] not in on_line)
        places_shown = set(order[: breadth - 1])
        for place in places:  # "+1" says less than the node itself
            near = {place - 1, place + 1} & set(places)
            if place not in places_shown and near <= places_shown:
                places_shown.add(place)
    else:
        places_shown = set(places)
    below: list[Shown | Fold] = []
    for place in places:
        if place in places_shown:
            below.append(Shown(node.children[place]))
        elif below and isinstance(last := below[-1], Fold):
            last.count += 1
        else:
            below.append(Fold(index, place, 1, 0))
    for item in below:
        if isinstance(item, Fold):
            hidden = node.children[item.first : item.first + item.count]
            item.nodes = sum(trace.size[child] for child in hidden)
            item.pruned = all(trace.state(child).status == "pruned" for child in hidden)
    if node.uncounted and below and isinstance(last := below[-1], Fold) and last.pruned:
        last.count += node.uncounted
        last.nodes += node.uncounted
    elif node.uncounted:
        below.append(Fold(index, len(node.children), node.uncounted, node.uncounted, pruned=True))
    return below


def everything(trace: Trace, index: int) -> Fold:
    """A fold of all that hangs below a node."""
    node = trace.nodes[index]
    pruned = trace.state(index).status == "pruned"
    return Fold(index, 0, len(node.children) + node.uncounted, trace.size[index] - 1 + node.uncounted, pruned, True)


def nodes_of(shown: Shown) -> list[int]:
    """The nodes of a view."""
    found = [shown.node]
    for item in shown.below:
        if isinstance(item, Shown):
            found += nodes_of(item)
    return found


def folds_of(shown: Shown) -> list[Fold]:
    """The folds of a view."""
    found = [item for item in shown.below if isinstance(item, Fold)]
    for item in shown.below:
        if isinstance(item, Shown):
            found += folds_of(item)
    return found
