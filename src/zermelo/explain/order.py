"""The same tree with its branches in another order: what good and bad order are worth to alpha-beta."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from zermelo.errors import Unsupported
from zermelo.textbook.tree import Tree, Utilities


def ordered(game: Any, *, best_first: bool = True) -> Tree:
    """A written tree with the best move first at every node, or the worst; outcomes of chance stay where they are."""
    if not isinstance(game, Tree):
        raise Unsupported("only a written tree can be put into another order: its values are all known")
    return sort(game, best_first)[1]


def sort(tree: Tree, best_first: bool) -> tuple[Utilities, Tree]:
    """What a tree is worth to each player, and the tree in order."""
    if not tree.children:
        return tree.worth or (), tree
    below = [sort(child, best_first) for child in tree.children]
    if tree.turn < 0:
        shares = [
            [Fraction(part) * odds for part in worth] for (worth, _), odds in zip(below, tree.chances, strict=True)
        ]
        mean = tuple(float(sum(parts)) for parts in zip(*shares, strict=True))
        return mean, replace(tree, children=tuple(child for _, child in below))
    below.sort(key=lambda one: one[0][tree.turn], reverse=best_first)
    best = max((worth for worth, _ in below), key=lambda worth: worth[tree.turn])
    return best, replace(tree, children=tuple(child for _, child in below))
