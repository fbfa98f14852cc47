"""A game's tree as solvers walk it: the tree itself, or the public tree with vectors of private types.

Where all that is hidden was dealt by chance before the first decision, and all decisions are seen by both players, a
public node stands for all deals at once: a strategy is a row of numbers, one for each type (hand) of the player to
move, and what follows a choice is one matrix of payoffs, type by type (Johanson et al. 2011). That is found out from
the tree: public states are the classes of common knowledge, and in each of them a player must have exactly the types
that they had at the first decision.

Either way numbers of actions lie in blocks: the actions of one information set, or of all types at one public node.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.hidden.tree import END, GameTree

NONE = -1
MOST_CELLS = 100_000_000  # of payoff matrices

Numbers = NDArray[np.int32]
Floats = NDArray[np.float64]


class Blocks(NamedTuple):
    """Where the actions of decisions lie: slot = first[block] + action * width + type."""

    first: Numbers  # [block + 1]
    counts: Numbers  # [block] actions
    owners: Numbers  # [block] the player


class TreeArrays(NamedTuple):
    """The tree as kernels read it."""

    turns: NDArray[np.int8]
    first: Numbers
    odds: Floats
    sets: Numbers
    ends: Floats  # [player, end]
    levels: NDArray[np.int64]
    samples: Numbers


class PublicArrays(NamedTuple):
    """The public tree as kernels read it: decisions only, parents before children."""

    parents: Numbers  # [block] the slot of the parent's action, for type 0; -1 for a root
    above: Numbers  # [block] the parent's block; -1 for a root
    matrices: Numbers  # [block * most actions] the payoff matrix behind an action; -1 where there is none
    payoffs: Floats  # [player, matrix, type of the other, own type] chance included


@dataclass
class Form:
    """A way to walk a game: the tree (width 1) or the public tree (width: types)."""

    blocks: Blocks
    width: int
    places: Numbers  # [slot of the tree] the slot here
    tree: TreeArrays | None = None
    public: PublicArrays | None = None
    players: int = 2

    @property
    def slots(self) -> int:
        """How many numbers a strategy has."""
        return int(self.blocks.first[-1])

    def __str__(self) -> str:
        return f"public tree, {self.width} types" if self.public else "tree"


def tree_form(tree: GameTree) -> Form:
    """The tree itself: a block is an information set."""
    blocks = Blocks(tree.slots.astype(np.int32), np.diff(tree.slots).astype(np.int32), tree.owners.astype(np.int32))
    arrays = TreeArrays(
        tree.turns, tree.first, tree.odds, tree.sets, np.ascontiguousarray(tree.ends.T), tree.levels, tree.samples
    )
    places = np.arange(len(tree.actions), dtype=np.int32)
    return Form(blocks, 1, places, tree=arrays, players=int(tree.game.players))


def form_of(tree: GameTree) -> Form:
    """The public tree where the game allows it, else the tree."""
    return public_form(tree) or tree_form(tree)


# ---------------------------------------------------------------------- the public tree


def public_form(tree: GameTree) -> Form | None:
    """The public tree with vectors of types, or None where decisions or later deals are private."""
    if tree.game.players != 2 or tree.turns[0] == END:
        return None
    found = types_of(tree)
    return None if found is None else PublicBuilder(tree, *found).build()


def types_of(tree: GameTree) -> tuple[Numbers, Numbers] | None:
    """For each node the types of both players, and the public decision that stands next above; None: not a public tree.

    Types are numbered at the first decision and inherited; a player who learns or chooses something in private has more
    types later than before, and then there is no such form.
    """
    parents, public = tree.parents, tree.public
    types, above = np.full((len(tree.turns), 2), NONE, np.int32), np.full(len(tree.turns), NONE, np.int32)
    decides = tree.turns >= 0
    for level in range(len(tree.levels) - 1):
        here = slice(int(tree.levels[level]), int(tree.levels[level + 1]))
        up = parents[here]
        if level:
            own = decides[up]
            above[here] = np.where(own, public[up], above[up])
            types[here] = types[up]
        first = np.flatnonzero(decides[here] & (above[here] == NONE)) + here.start
        for player in range(2):
            types[first, player] = ranks_within(public[first], tree.views[first, player])
        going = np.flatnonzero((tree.turns[here] != END) & ((above[here] != NONE) | decides[here])) + here.start
        for player in range(2):
            if not one_to_one(public[going], types[going, player], tree.views[going, player]):
                return None
    ended = (tree.turns == END) & (above == NONE)
    return None if ended.any() else (types, above)


def ranks_within(groups: Any, values: Any) -> Any:
    """Each value's rank among the different values of its group."""
    pairs, inverse = np.unique(np.stack([groups, values]), axis=1, return_inverse=True)
    starts = np.searchsorted(pairs[0], pairs[0])
    return (np.arange(pairs.shape[1]) - starts)[inverse.ravel()]


def one_to_one(groups: Any, ones: Any, others: Any) -> bool:
    """Whether within each group two kinds of numbers tell the same apart."""
    both = np.unique(np.stack([groups, ones, others]), axis=1).shape[1]
    return all(np.unique(np.stack([groups, part]), axis=1).shape[1] == both for part in (ones, others))


class PublicBuilder:
    """The arrays of a public tree."""

    def __init__(self, tree: GameTree, types: Numbers, above: Numbers) -> None:
        self.tree, self.types, self.above = tree, types, above
        self.width = int(types.max()) + 1
        self.decisions = np.flatnonzero(tree.turns >= 0)
        self.numbers, samples = np.unique(tree.public[self.decisions], return_index=True)
        self.samples = self.decisions[samples]  # one node of each public decision
        self.counts = (tree.first[self.samples + 1] - tree.first[self.samples]).astype(np.int32)
        self.index = np.full(int(tree.public.max()) + 1, NONE, np.int32)
        self.index[self.numbers] = np.arange(len(self.numbers))

    def build(self) -> Form | None:
        """All parts, or None where types have different moves or matrices would be too large."""
        tree = self.tree
        if not self.same_moves() or self.counts.sum() * self.width**2 * 2 > MOST_CELLS:
            return None
        sizes = self.counts * self.width
        first = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
        blocks = Blocks(first, self.counts, tree.turns[self.samples].astype(np.int32))
        action = self.actions_taken()
        above = self.index[self.above[self.samples]]
        above[self.above[self.samples] == NONE] = NONE
        parents = np.where(above == NONE, NONE, first[above] + action[self.samples] * self.width)
        matrices, payoffs = self.matrices(action)
        owner = tree.owners[np.repeat(np.arange(len(tree.owners)), np.diff(tree.slots))]
        node = np.repeat(tree.samples, np.diff(tree.slots))
        which = np.arange(len(owner)) - np.repeat(tree.slots[:-1], np.diff(tree.slots))
        places = first[self.index[tree.public[node]]] + which * self.width + self.types[node, owner]
        public = PublicArrays(parents.astype(np.int32), above.astype(np.int32), matrices, payoffs)
        return Form(blocks, self.width, places.astype(np.int32), public=public)

    def same_moves(self) -> bool:
        """Whether all types have the same moves at every public decision."""
        tree, nodes = self.tree, self.decisions
        samples = self.samples[self.index[tree.public[nodes]]]
        counts = tree.first[nodes + 1] - tree.first[nodes]
        if (counts != tree.first[samples + 1] - tree.first[samples]).any():
            return False
        within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        ours = tree.moves[np.repeat(tree.first[nodes], counts) + within]
        return bool((ours == tree.moves[np.repeat(tree.first[samples], counts) + within]).all())

    def actions_taken(self) -> Numbers:
        """For each node which action of the public decision above leads to it."""
        tree, parents = self.tree, self.tree.parents
        action = np.zeros(len(tree.turns), np.int32)
        for level in range(1, len(tree.levels) - 1):
            here = np.arange(int(tree.levels[level]), int(tree.levels[level + 1]))
            up = parents[here]
            action[here] = np.where(tree.turns[up] >= 0, here - tree.first[up], action[up])
        return action

    def matrices(self, action: Numbers) -> tuple[Numbers, Floats]:
        """The payoffs behind each action, summed over all ends that follow without a further decision."""
        tree, most, wide = self.tree, int(self.counts.max()), self.width
        ends = np.flatnonzero(tree.turns == END)
        behind = self.index[self.above[ends]] * most + action[ends]
        names, place = np.unique(behind, return_inverse=True)
        matrices = np.full(len(self.counts) * most, NONE, np.int32)
        matrices[names] = np.arange(len(names))
        odds = tree.chance_reach[ends]
        payoffs = np.zeros((2, len(names), wide, wide))
        for player in range(2):
            own, other = self.types[ends, player], self.types[ends, 1 - player]
            np.add.at(payoffs[player], (place, other, own), odds * tree.ends[tree.sets[ends], player])
        return matrices, payoffs
