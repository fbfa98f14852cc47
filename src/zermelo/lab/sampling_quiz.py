"""The quiz on Monte Carlo tree search: one selection by upper bounds, and one result counted on the way back."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from zermelo.errors import BadParameter
from zermelo.explain.trace import Node, State, Trace
from zermelo.explain.words import number_text
from zermelo.game.random import Random
from zermelo.textbook.events import Answer

EXPLORATION = 1.0
CLEAR = 0.05  # bounds that lie nearer to each other would ask for too much reckoning


@dataclass
class Counted:
    """A node with its visits and its wins for the player who moved there."""

    name: str
    visits: int
    wins: int
    children: list[Counted] = field(default_factory=list)

    def bound(self, tries: int) -> float:
        """The upper confidence bound."""
        return self.wins / self.visits + EXPLORATION * math.sqrt(math.log(tries) / self.visits)


@dataclass(frozen=True)
class Made:
    """The parts of a quiz."""

    question: str
    solution: str
    explanation: str
    asked: Trace
    solved: Trace
    mistake: Callable[[str], str]


def make(random: Random) -> Made:
    """A tree with counts, its selection clear at both levels."""
    while True:
        root = grow(random)
        line = selection(root)
        if all(clear(parent) for parent in line[:-1]) and all(0 < child.wins < child.visits for child in root.children):
            break
    child, leaf = line[1], line[2]
    mean = Fraction(child.wins + 1, child.visits + 1)
    question = (
        "Each node tells the wins of the player who moved there and its visits n. Selection takes the child "
        f"with the largest mean + C·√(ln N / n), with C = {EXPLORATION:g} and N the visits of the parent. "
        "Which node does it reach? The playout from there is won by max: what is the new mean of that node's parent?"
    )
    told = [f"At {parent.name}: {bounds_text(parent)}; {chosen.name} is the largest." for parent, chosen in pairs(line)]
    told.append(
        f"{child.name} had {child.wins} wins for max in {child.visits} visits and now has {child.wins + 1} in "
        f"{child.visits + 1}: {child.wins + 1}/{child.visits + 1} = {number_text(float(mean))}."
    )
    return Made(
        question,
        f"{leaf.name}; {mean}",
        " ".join(told),
        drawn(root, None),
        drawn(root, EXPLORATION),
        lambda text: mistake(root, line, mean, told, text),
    )


def grow(random: Random) -> Counted:
    """Counts that could be: a node's visits are those of its children and the one playout of its own."""
    names = iter("BCDEFGHIJKLM")
    children = [Counted(next(names), 0, 0) for _ in range(2 + random.below(2))]
    for child in children:
        child.children = [Counted(next(names), 0, 0) for _ in range(2)]
        for below in child.children:
            below.visits = 1 + random.below(9)
            below.wins = random.below(below.visits + 1)
        child.visits = 1 + sum(below.visits for below in child.children)
        child.wins = random.below(2) + sum(below.visits - below.wins for below in child.children)
    return Counted("A", sum(child.visits for child in children), 0, children)


def selection(root: Counted) -> list[Counted]:
    """The nodes from the root to where selection ends."""
    line = [root]
    while line[-1].children:
        tries = line[-1].visits
        line.append(max(line[-1].children, key=lambda child: child.bound(tries)))
    return line


def clear(parent: Counted) -> bool:
    """Whether the largest bound is larger by far."""
    first, second, *_ = sorted((child.bound(parent.visits) for child in parent.children), reverse=True)
    return first - second > CLEAR


def pairs(line: list[Counted]) -> list[tuple[Counted, Counted]]:
    """Parents with the children that were selected."""
    return list(pairwise(line))


def bounds_text(parent: Counted) -> str:
    """The bounds below a node."""
    terms = [
        f"{child.name} {child.wins}/{child.visits} + √(ln {parent.visits} / {child.visits}) = "
        f"{child.bound(parent.visits):.2f}"
        for child in parent.children
    ]
    return ", ".join(terms)


def mistake(root: Counted, line: list[Counted], mean: Fraction, told: list[str], text: str) -> str:
    """The first mistake of an answer, or nothing."""
    parts = re.split(r"[\s,;:]+", text.strip(" ;,"))
    if len(parts) != 2:
        raise BadParameter("an answer is a node and a mean, as in F; 3/5")
    name, value = parts[0].upper(), parts[1]
    parents = {below.name: child for child in root.children for below in child.children}
    if name not in parents:
        if name in {child.name for child in root.children}:
            return f"{name} has children: selection goes on below it."
        raise BadParameter(f"no node is named {name}: selection ends at one of {' '.join(parents)}")
    if parents[name] is not line[1]:
        return told[0]
    if name != line[2].name:
        return f"{told[1]} (The means at this level are those of min, who moves here.)"
    try:
        said = Fraction(value.replace("−", "-"))
    except (ValueError, ZeroDivisionError):
        raise BadParameter(f"{value!r} is no number: write a mean such as 3/5 or 0.6") from None
    if abs(said - mean) > Fraction(6, 1000):
        return f"The node is right, the mean is not. {told[2]}"
    return ""


def drawn(root: Counted, exploration: float | None) -> Trace:
    """The counts as a trace of one moment; with the exploration its bounds are told as well."""
    nodes: list[Node] = []
    history: list[list[tuple[int, State]]] = []

    def add(counted: Counted, parent: int, path: tuple[str, ...]) -> int:
        index = len(nodes)
        kind = ("max", "min", "max")[len(path)]
        nodes.append(Node(index, parent, path, counted.name, kind=kind))
        value = f"{counted.wins}/{counted.visits}" if path else None
        history.append([(0, State("done", value, "=", visits=counted.visits, total=counted.wins))])
        children = [add(child, index, (*path, child.name)) for child in counted.children]
        nodes[index].children = children
        if children and exploration is not None:
            best = max(range(len(children)), key=lambda place: counted.children[place].bound(counted.visits))
            old = history[index][0][1]
            history[index] = [
                (0, State(old.status, old.value, old.bound, chosen=children[best], visits=old.visits, total=old.total))
            ]
        return index

    add(root, -1, ())
    return Trace("selection", nodes, [], [], history, Answer(None), sampling=True, exploration=exploration)
