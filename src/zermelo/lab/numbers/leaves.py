"""Leaves that alpha-beta visits on uniform trees, in best, random and worst order, beside the formulas.

Best: b^⌈d/2⌉ + b^⌊d/2⌋ − 1 (Slagle and Dixon 1969; Knuth and Moore 1975). Worst: b^d. Random order of continuous
values: about R^d with R = x / (1 − x), where x^b + x = 1 (Pearl 1982).
"""

from __future__ import annotations

from zermelo.arena.statistics import intervals
from zermelo.errors import BadLimit
from zermelo.explain.order import ordered
from zermelo.explain.plots import Plot, Series
from zermelo.game.random import Random
from zermelo.lab.finding import Finding
from zermelo.textbook.alphabeta import alphabeta
from zermelo.textbook.events import Event, run
from zermelo.textbook.tree import Tree

MOST = 100_000  # leaves of a tree


def best_case(branching: int, depth: int) -> int:
    """The fewest leaves by which any search can prove a value."""
    return int(branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1)


def dyer(branching: int, depth: int) -> float:
    """What Dyer's slide says of the best case: (2b)^(d/2)."""
    return float((2 * branching) ** (depth / 2))


def pearl(branching: int) -> float:
    """The branching factor of alpha-beta in random order, for deep trees."""
    low, high = 0.0, 1.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if middle**branching + middle < 1 else (low, middle)
    return low / (1 - low)


def uniform_tree(branching: int, depth: int, seed: int) -> Tree:
    """A tree whose leaves are all different, in random order."""
    random = Random(seed, branching * 100 + depth)
    leaves = list(range(branching**depth))
    for place in reversed(range(1, len(leaves))):
        other = random.below(place + 1)
        leaves[place], leaves[other] = leaves[other], leaves[place]
    return Tree.of_leaves([float(leaf) for leaf in leaves], branching)


def worst_tree(branching: int, depth: int) -> Tree:
    """A tree without any cut: a child's leaves all lie above those of the children before, below a min node under them.

    So every leaf lies between alpha and beta when it is reached. A random tree sorted worst first has some cuts left.
    """
    leaves = [0.0]
    for level in reversed(range(depth)):
        size = len(leaves)
        places = range(branching) if level % 2 == 0 else reversed(range(branching))
        leaves = [place * size + leaf for place in places for leaf in leaves]
    return Tree.of_leaves(leaves, branching)


def visited(tree: Tree) -> int:
    """The leaves that alpha-beta looks at."""
    seen = 0

    def watch(event: Event) -> None:
        nonlocal seen
        seen += event.kind == "leaf"

    run(alphabeta(tree), watch)
    return seen


def leaves(branching: int = 3, depth: int = 7, trees: int = 10, seed: int = 0) -> Finding:
    """The table for depths from 1 on."""
    if not (2 <= branching <= 20 and depth >= 1 and trees >= 1):
        raise BadLimit("the branching lies between 2 and 20; depth and trees are at least 1")
    if branching**depth > MOST:
        raise BadLimit(f"{branching}^{depth} leaves are more than {MOST:,}: choose a smaller tree")
    rows, means = [], []
    for plies in range(1, depth + 1):
        made = [uniform_tree(branching, plies, seed + number) for number in range(trees)]
        best, worst = visited(ordered(made[0])), visited(worst_tree(branching, plies))
        middle = intervals.mean([float(visited(tree)) for tree in made])
        means.append((plies, middle))
        rows.append((plies, best, best_case(branching, plies), dyer(branching, plies), round(middle.middle, 1),
                     worst, branching**plies))  # fmt: skip
    sorted_worst = visited(ordered(made[0], best_first=False))
    notes = (
        f"{trees} trees of branching {branching} for the random order, seed {seed}",
        "best order is exactly b^⌈d/2⌉ + b^⌊d/2⌋ − 1, worst order exactly b^d; (2b)^(d/2) is neither",
        f"in random order leaves grow about {pearl(branching):.2f}-fold a ply (Pearl)",
        f"a random tree of depth {depth} sorted worst first still has cuts: {sorted_worst:,} leaves",
    )
    random = Series("random order", [(plies, found.middle) for plies, found in means],
                    [max(1.0, found.low) if trees > 1 else found.middle for _, found in means],
                    [found.high if trees > 1 else found.middle for _, found in means])  # fmt: skip
    plot = Plot(
        f"Leaves visited, branching {branching}",
        "depth",
        "leaves",
        [
            Series("worst order", [(row[0], row[5]) for row in rows]),
            random,
            Series("best order", [(row[0], row[1]) for row in rows]),
            Series("b^d", [(row[0], row[6]) for row in rows], dashed=True),
            Series("b^⌈d/2⌉+b^⌊d/2⌋−1", [(row[0], row[2]) for row in rows], dashed=True),
        ],
        log=True,
    )
    columns = ("depth", "best order", "formula", "(2b)^(d/2)", "random order", "worst order", "b^d")
    return Finding("Leaves that alpha-beta visits on uniform trees", columns, tuple(rows), notes, plot)
