"""The public tree of a hold'em subgame: bets and cards from a board on, as arrays in the order of a walk.

A node stands before all that follows it, so a solver goes through the arrays once, with a stack no deeper than the
tree. What follows a card is the same for all cards but for the card itself: it is built once and repeated.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadParameter, Unsupported
from zermelo.games.poker.hands import CARDS

FIRST, SECOND, DEAL, FIRST_FOLDS, SECOND_FOLDS, SHOWDOWN, ALL_IN = range(7)  # kinds of nodes
NOWHERE = -1
MOST_NODES = 3_000_000
MOST_SIZES = 5

Numbers = NDArray[np.int64]


class Tree(NamedTuple):
    """A public tree: [node] in the order of a walk."""

    kinds: Numbers
    depths: Numbers
    counts: Numbers  # children
    which: Numbers  # its place among the parent's children
    amounts: NDArray[np.float64]  # what the winner gains at an end, half the first pot included
    cards: Numbers  # that was dealt to lead here; -1
    places: Numbers  # of showdowns: the cards dealt since the start, as one number
    chips: Numbers  # what the mover had to put in to lead here, in all; -1 after a card, -2 for a fold


class Sizes(NamedTuple):
    """Bets and raises in hundredths of the pot; ALL for all-in."""

    bets: tuple[int, ...]
    raises: tuple[int, ...]


ALL = 0


def read_sizes(text: str, what: str = "bets") -> tuple[int, ...]:
    """`33, 100, all-in` as numbers; `none` as none at all."""
    found: list[int] = []
    for part in filter(None, re.split(r"[\s,;]+", text.lower().replace("all in", "all-in"))):
        if part in ("a", "all-in", "allin"):
            found.append(ALL)
        elif (size := re.fullmatch(r"(\d{1,4})%?", part)) and int(size[1]) > 0:
            found.append(int(size[1]))
        elif part != "none":
            raise BadParameter(f"{what} are hundredths of the pot or all-in, as `50%, all-in`, not {part!r}")
    if len(set(found)) > MOST_SIZES:
        raise BadParameter(f"at most {MOST_SIZES} sizes of {what} can be solved at once")
    return tuple(dict.fromkeys(found))


@dataclass
class Builder:
    """Builds the tree of one subgame."""

    pot: int
    stack: int
    sizes: Sizes
    dead: frozenset[int]  # the board
    most_nodes: int = MOST_NODES

    def build(self) -> Tree:
        """The whole tree."""
        open_cards = len(self.dead)
        self.first_street = open_cards
        self.kept: dict[tuple[int, int], Tree] = {}
        return self.street(open_cards, 0)

    def street(self, cards: int, put: int) -> Tree:
        """Everything from the first decision of a street on, both having put in as much since the start."""
        if (cards, put) not in self.kept:
            self.kept[cards, put] = self.decision(cards, (put, put), FIRST, last=0, moves=0)
        return self.kept[cards, put]

    def decision(self, cards: int, put: tuple[int, int], mover: int, last: int, moves: int) -> Tree:
        """A decision and all behind it; `last` is the size of the last raise."""
        other = 1 - mover
        own, high = put[mover], max(put)
        children: list[tuple[int, Tree]] = []
        if high > own:
            children.append((-2, self.end(FIRST_FOLDS if mover == FIRST else SECOND_FOLDS, own)))
            children.append((high, self.closed(cards, high)))
        elif moves == 0:
            children.append((high, self.decision(cards, put, other, last, 1)))
        else:
            children.append((high, self.closed(cards, high)))
        if put[other] < self.stack:
            for amount in self.amounts(own, high, last):
                after = (amount, put[1]) if mover == FIRST else (put[0], amount)
                children.append((amount, self.decision(cards, after, other, amount - high, moves + 1)))
        return self.joined(mover, children)

    def amounts(self, own: int, high: int, last: int) -> list[int]:
        """What one can raise to, the smallest first."""
        pot = self.pot + 2 * high
        wanted = self.sizes.raises if high > own else self.sizes.bets
        least = high + max(last, 1)
        found = set()
        for size in wanted:
            amount = self.stack if size == ALL else high + (pot * size + 50) // 100
            found.add(min(max(amount, least), self.stack))
        return sorted(found)

    def closed(self, cards: int, put: int) -> Tree:
        """The bets of a street are equal: a card, or the hands are shown."""
        if cards == 5:
            return self.end(SHOWDOWN, put)
        if put == self.stack and cards == self.first_street:
            return self.end(ALL_IN, put)
        after = self.street(cards + 1, put) if put < self.stack else self.closed(cards + 1, put)
        return self.dealt(after)

    def end(self, kind: int, put: int) -> Tree:
        """A leaf; the loser has put in so much."""
        return single(kind, self.pot / 2 + put)

    def dealt(self, after: Tree) -> Tree:
        """One child for each card that the board does not hold."""
        children = []
        for card in range(CARDS):
            if card not in self.dead:
                left = without(after, card)
                cards, places = left.cards.copy(), left.places.copy()
                cards[0] = card
                showing = left.kinds == SHOWDOWN
                places[showing] = [pair_place(card, int(place)) for place in places[showing]]
                children.append((NOWHERE, left._replace(cards=cards, places=places)))
        return self.joined(DEAL, children)

    def joined(self, kind: int, children: list[tuple[int, Tree]]) -> Tree:
        """A node above its children."""
        size = 1 + sum(len(child.kinds) for _, child in children)
        if size > self.most_nodes:
            raise Unsupported(
                f"this tree has more than {self.most_nodes:,} public nodes: choose fewer sizes of bets, a smaller stack"
                " for the pot, or a later street"
            )
        top = single(kind, 0.0)
        top.counts[0] = len(children)
        parts = [top]
        for number, (chips, child) in enumerate(children):
            which, moved = child.which.copy(), child.chips.copy()
            which[0], moved[0] = number, chips
            parts.append(child._replace(depths=child.depths + 1, which=which, chips=moved))
        whole: list[Any] = [np.concatenate([getattr(part, name) for part in parts]) for name in Tree._fields]
        return Tree(*whole)


def single(kind: int, amount: float) -> Tree:
    """A tree of one node."""
    one = np.zeros(1, np.int64)
    return Tree(one + kind, one, one.copy(), one.copy(), np.array([amount]), one - 1, one - 1, one - 1)


def without(tree: Tree, card: int) -> Tree:
    """The tree without the branches in which a card is dealt once more."""
    again = np.flatnonzero(tree.cards == card)
    if not len(again):
        return tree
    keep, counts, which = np.ones(len(tree.kinds), np.bool_), tree.counts.copy(), tree.which.copy()
    for node in again.tolist():
        depth = tree.depths[node]
        parent = node - 1
        while tree.depths[parent] >= depth:
            parent -= 1
        counts[parent] -= 1
        end = node + 1
        while end < len(keep) and tree.depths[end] > depth:
            end += 1
        keep[node:end] = False
        while end < len(keep) and tree.depths[end] >= depth:
            which[end] -= tree.depths[end] == depth
            end += 1
    changed = tree._replace(counts=counts, which=which)
    kept: list[Any] = [part[keep] for part in changed]
    return Tree(*kept)


def pair_place(card: int, place: int) -> int:
    """A card dealt before those of a place, as one number: a card, or a pair of cards whatever their order."""
    if place < 0:
        return card
    high, low = max(card, place), min(card, place)
    return CARDS + high * (high - 1) // 2 + low
