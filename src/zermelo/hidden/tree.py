"""The whole tree of a hidden game as arrays, level by level, with the information sets of its players.

The rules are walked once, compiled; solvers then work on numbers alone. Nodes of one level stand together, children in
the order of their parents, so one array of offsets tells where the children of a node lie. All histories of an
information set have the same length: a player sees that a move was made, whoever made it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadRules, Unsupported
from zermelo.game.compile import copied, kernel
from zermelo.game.game import CHANCE
from zermelo.game.information import begun, learned
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.game.record import RecordType
from zermelo.game.rows import check_rows, guarded_row, listed
from zermelo.game.trouble import friendly
from zermelo.game.veil import hides_something

END = -2  # in `turns`: the game is over
MOST_NODES = 20_000_000
ENDLESS = 1e12  # nodes: an estimate beyond this need not be finished
NODE_BYTES = 60  # about what one takes, the arrays of a solver included

Numbers = NDArray[np.int32]
Floats = NDArray[np.float64]
Words = NDArray[np.uint64]


@dataclass(repr=False)
class GameTree:
    """A game's tree from a start in which nothing is hidden yet: nodes in the order of their levels."""

    game: Any  # the class
    start: Any
    turns: NDArray[np.int8]  # [node] a player, CHANCE or END
    first: Numbers  # [node + 1] the first child
    moves: Numbers  # [node] that led here
    odds: Floats  # [node] the probability of that move where chance made it, else 1
    sets: Numbers  # [node] of decisions: the information set; of ends: the place in `ends`; else -1
    ends: Floats  # [end, player] utilities
    levels: NDArray[np.int64]  # [level + 1] the first node of each
    owners: NDArray[np.int8]  # [set] the player who decides
    slots: Numbers  # [set + 1] the first of its actions among those of all sets
    actions: Numbers  # [slot] the move
    keys: Words  # [set, 2] the key of the information state
    looks: Words  # [set, 2] the key of the last observation alone
    samples: Numbers  # [set] one node of it
    public: Numbers  # [node] the public state: what is common knowledge; ends: -1
    views: Numbers  # [node, player] the player's information state, numbered within its level; ends: -1

    def __repr__(self) -> str:
        return (
            f"<tree of {self.game.__name__}: {len(self.turns)} nodes, {len(self.ends)} ends,"
            f" {len(self.owners)} information sets>"
        )

    @cached_property
    def parents(self) -> Numbers:
        """[node] the parent; -1 for the root."""
        counts = np.diff(self.first)
        return np.concatenate([[-1], np.repeat(np.arange(len(self.turns)), counts)]).astype(np.int32)

    @cached_property
    def chance_reach(self) -> Floats:
        """[node] how likely chance is to lead there."""
        reach = np.ones(len(self.turns))
        for level in range(1, len(self.levels) - 1):
            here = slice(int(self.levels[level]), int(self.levels[level + 1]))
            reach[here] = reach[self.parents[here]] * self.odds[here]
        return reach

    def history(self, node: int) -> list[int]:
        """The moves that lead to a node."""
        moves: list[int] = []
        while node > 0:
            moves.append(int(self.moves[node]))
            node = int(self.parents[node])
        return moves[::-1]

    def playthrough(self, node: int) -> Playthrough:
        """The game played up to a node."""
        line = Playthrough(self.start)
        for move in self.history(node):
            line.play(move)
        return line

    def text(self, number: int) -> str:
        """An information set in words."""
        return self.playthrough(int(self.samples[number])).information(int(self.owners[number])).text


def key_number(key: Any) -> int:
    """The two halves of a key as one number."""
    return int(key[1]) << 64 | int(key[0])


# ---------------------------------------------------------------------- kernels


@kernel
def count_level(states: Any, turns: Any, counts: Any, ends: Any, row: Any) -> None:
    """Who moves at each state of a level, how many children it will have, and what an end is worth."""
    for place in range(len(states)):
        state = states[place]
        count = 0 if state.over() else listed(state, row)
        counts[place] = count
        turns[place] = END if count == 0 else state.turn
        for player in range(state.players):
            ends[place, player] = state.utility(player) if count == 0 else 0.0


@kernel
def expand_level(states: Any, keys: Any, first: Any, children: Any, row: Any, sight: Any) -> None:
    """Write the children of a level: their states, moves, odds and the players' keys."""
    below, below_keys, moves, odds = children
    for place in range(len(states)):
        state = states[place]
        if first[place] == first[place + 1]:
            continue
        count = listed(state, row)
        for index in range(count):
            child = first[place] + index
            move = int(row[index])
            moves[child] = move
            odds[child] = state.odds(move) if state.turn == CHANCE else 1.0
            below[child] = state
            below[child].play(move)
        for child in range(first[place], first[place + 1]):
            after = below[child]
            for player in range(state.players):
                own = int(moves[child]) if state.turn == player else -1
                count = after.observe(player, sight)
                key = keys[place, player, 0], keys[place, player, 1]
                low, high = learned(key, own, int(after.turn), sight, count)
                below_keys[child, player, 0] = low
                below_keys[child, player, 1] = high


@kernel
def look_at(states: Any, looks: Any, row: Any) -> None:
    """The key of what the player to move observes, without its past."""
    for place in range(len(states)):
        state = copied(states[place])
        count = state.observe(int(state.turn), row)
        looks[place, 0], looks[place, 1] = learned(begun(int(state.turn)), -1, int(state.turn), row, count)


def leader(leaders: Any, node: int) -> int:
    """The representative of a node."""
    while leaders[node] != node:
        leaders[node] = leaders[leaders[node]]
        node = leaders[node]
    return int(node)


@kernel
def joined(groups: Any, leaders: Any, names: Any) -> None:
    """Join nodes that some player cannot tell apart, and nodes joined with those: common knowledge.

    `groups` has for each player and node the player's information state as a number; `leaders` becomes the
    representative of each node's public state (union-find with path halving).
    """
    for node in range(len(leaders)):
        leaders[node] = node
    for player in range(len(groups)):
        names[:] = -1
        for node in range(len(leaders)):
            name = groups[player, node]
            if names[name] < 0:
                names[name] = node
            a, b = leader(leaders, node), leader(leaders, names[name])
            if a != b:
                leaders[max(a, b)] = min(a, b)
    for node in range(len(leaders)):
        leaders[node] = leader(leaders, node)


# ---------------------------------------------------------------------- the public function


def game_tree(game: Any, *, most_nodes: int = MOST_NODES) -> GameTree:
    """The whole tree of a game from a class or a start; refused where it is too large or something is hidden before."""
    state = game() if isinstance(game, RecordType) else game.copy()
    refuse(state)
    with friendly(type(state)):
        return TreeBuilder(state, most_nodes).build()


def refuse(state: Any) -> None:
    """Say which fact of a game stands in the way."""
    cls = type(state)
    if not cls.hidden:
        raise Unsupported(
            f"nothing is hidden in {cls.__name__}: a search or `solve` finds its value, without mixed strategies"
        )
    if cls.repetition or cls.no_progress or cls.cap:
        raise Unsupported(
            f"{cls.__name__} has a rule of repetition, progress or a cap, which a tree of positions does not know:"
            " use ismcts or determinised"
        )
    if hides_something(state):
        raise Unsupported(
            f"something is hidden in this start of {cls.__name__} that no move of chance has dealt: an equilibrium"
            " needs the start from which all is dealt; use ismcts or determinised"
        )


def estimated_nodes(start: Any, probes: int = 60, seed: int = 0) -> float:
    """About how many nodes a tree has, by random games: the mean of the products of their branchings (Knuth 1975)."""
    total = 0.0
    for probe in range(probes):
        state, random, width = start.copy(), Random(seed, probe), 1.0
        total += 1.0
        while moves := state.legal():
            width *= len(moves)
            total += width
            if width > ENDLESS:
                return width
            state.play(moves[random.below(len(moves))])
    return total / probes


class TreeBuilder:
    """The levels of a tree, one after the other."""

    def __init__(self, start: Any, most_nodes: int) -> None:
        self.start, self.cls, self.most = start, type(start), most_nodes
        self.row = guarded_row(self.cls)
        self.sight = np.zeros(self.cls.observation + 1, np.int32)
        self.parts: dict[str, list[Any]] = {name: [] for name in PARTS}
        self.nodes = self.sets = self.ended = self.publics = 0

    def build(self) -> GameTree:
        """All levels, joined."""
        states, keys = self.root()
        moves, odds, levels = np.full(1, -1, np.int32), np.ones(1), [0]
        while len(states):
            turns, counts = np.zeros(len(states), np.int8), np.zeros(len(states), np.int64)
            ends = np.zeros((len(states), self.cls.players))
            count_level(states, turns, counts, ends, self.row)
            check_rows(self.cls, self.row)
            self.nodes += len(states)
            self.refuse_size(int(counts.sum()))
            self.keep(turns, moves, odds, counts)
            self.parts["ends"].append(ends[turns == END])
            self.number(states, keys, turns)
            states, keys, moves, odds = self.below(states, keys, counts)
            levels.append(self.nodes)
        return self.tree(levels)

    def root(self) -> tuple[Any, Words]:
        """The first level."""
        states = np.zeros(1, self.cls.layout)
        states[0] = self.start
        keys = np.zeros((1, self.cls.players, 2), np.uint64)
        for player in range(self.cls.players):
            count = self.start.observe(player, self.sight)
            keys[0, player] = learned(begun(player), -1, int(self.start.turn), self.sight, count)
        return states, keys

    def refuse_size(self, coming: int) -> None:
        """A tree that would not fit is refused, with its size so far."""
        if self.nodes + coming > self.most:
            about = estimated_nodes(self.start)
            size = f"about {about:,.0f}, {about * NODE_BYTES / 2**30:,.1f} GB" if about < ENDLESS else "over 1e12"
            raise Unsupported(
                f"the tree of {self.cls.__name__} has more than {self.most:,} nodes ({size}): choose a smaller form of"
                " the game or merge cards that play alike, or search at the table: ismcts and determinised look at"
                " samples only"
            )

    def keep(self, turns: Any, moves: Any, odds: Any, counts: Any) -> None:
        """What every node has."""
        for name, values in (("turns", turns), ("moves", moves), ("odds", odds), ("counts", counts)):
            self.parts[name].append(values)

    def number(self, states: Any, keys: Words, turns: Any) -> None:
        """Information sets, public states and ends of a level."""
        sets = np.full(len(states), -1, np.int32)
        ended = np.flatnonzero(turns == END)
        sets[ended] = self.ended + np.arange(len(ended))
        self.ended += len(ended)
        decisions = np.flatnonzero(turns >= 0)
        if len(decisions):
            own = keys[decisions, turns[decisions]]
            _, samples, inverse = np.unique(halves(own, turns[decisions]), return_index=True, return_inverse=True)
            order = np.argsort(samples, kind="stable")  # in the order of their first nodes
            rank = np.empty_like(order)
            rank[order] = np.arange(len(order))
            sets[decisions] = self.sets + rank[inverse]
            chosen = decisions[samples[order]]
            looks = np.zeros((len(chosen), 2), np.uint64)
            look_at(states[chosen], looks, self.sight)
            self.parts["keys"].append(keys[chosen, turns[chosen]])
            self.parts["looks"].append(looks)
            self.parts["owners"].append(turns[chosen])
            self.parts["samples"].append(self.nodes - len(states) + chosen)
            self.sets += len(chosen)
        self.parts["sets"].append(sets)
        self.publish(keys, turns)

    def publish(self, keys: Words, turns: Any) -> None:
        """The public state of each node that is not an end, and the information state of each player there."""
        public, views = np.full(len(turns), -1, np.int32), np.full((len(turns), self.cls.players), -1, np.int32)
        going = np.flatnonzero(turns != END)
        if len(going):
            groups = np.stack(
                [
                    np.unique(halves(keys[going, player], turns[going]), return_inverse=True)[1]
                    for player in range(self.cls.players)
                ]
            )
            leaders = np.zeros(len(going), np.int64)
            joined(groups, leaders, np.zeros(len(going), np.int64))
            _, numbers = np.unique(leaders, return_inverse=True)
            public[going] = self.publics + numbers
            views[going] = groups.T
            self.publics += int(numbers.max()) + 1
        self.parts["public"].append(public)
        self.parts["views"].append(views)

    def below(self, states: Any, keys: Words, counts: Any) -> tuple[Any, Words, Numbers, Floats]:
        """The next level."""
        first = np.concatenate([[0], np.cumsum(counts)])
        size = int(first[-1])
        below, below_keys = np.zeros(size, self.cls.layout), np.zeros((size, self.cls.players, 2), np.uint64)
        moves, odds = np.zeros(size, np.int32), np.ones(size)
        if size:
            expand_level(states, keys, first, (below, below_keys, moves, odds), self.row, self.sight)
        return below, below_keys, moves, odds

    def tree(self, levels: list[int]) -> GameTree:
        """The arrays of all levels."""
        whole: dict[str, Any] = {
            name: np.concatenate(parts) if parts else np.zeros(0) for name, parts in self.parts.items()
        }
        first = 1 + np.concatenate([[0], np.cumsum(whole["counts"])])
        samples = whole["samples"].astype(np.int32)
        sizes = whole["counts"][samples]
        self.same_moves(whole, first, sizes)
        slots = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
        places = np.repeat(first[samples] - slots[:-1], sizes) + np.arange(slots[-1])
        return GameTree(
            self.cls, self.start, whole["turns"], first.astype(np.int32), whole["moves"], whole["odds"], whole["sets"],
            whole["ends"], np.array(levels), whole["owners"].astype(np.int8), slots, whole["moves"][places],
            whole["keys"].reshape(-1, 2), whole["looks"].reshape(-1, 2), samples, whole["public"], whole["views"],
        )  # fmt: skip

    def same_moves(self, whole: dict[str, Any], first: Any, sizes: Any) -> None:
        """Histories of one information set have the same moves, or the player could tell them apart by these."""
        decisions = np.flatnonzero(whole["turns"] >= 0)
        sets = whole["sets"][decisions]
        samples = whole["samples"][sets]
        wrong = whole["counts"][decisions] != sizes[sets]
        if not wrong.any():
            counts = whole["counts"][decisions]
            offsets = np.concatenate([[0], np.cumsum(counts)[:-1]])
            within = np.arange(counts.sum()) - np.repeat(offsets, counts)
            ours = whole["moves"][np.repeat(first[decisions], counts) + within]
            theirs = whole["moves"][np.repeat(first[samples], counts) + within]
            wrong = np.repeat(np.arange(len(decisions)), counts)[ours != theirs]
        if np.any(wrong):
            raise BadRules(
                f"in {self.cls.__name__} the moves of a player tell what is hidden: histories that look the same offer"
                " different moves, or the same in another order; `zermelo check` shows where"
            )


PARTS = (
    "turns", "moves", "odds", "counts", "sets", "ends", "keys", "looks", "owners", "samples", "public", "views",
)  # fmt: skip


def halves(keys: Words, turns: Any) -> Any:
    """Keys and turns as one sortable value each."""
    rows = np.zeros(len(keys), [("low", np.uint64), ("high", np.uint64), ("turn", np.int8)])
    rows["low"], rows["high"], rows["turn"] = keys[:, 0], keys[:, 1], turns
    return rows
