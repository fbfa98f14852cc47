"""Many trees side by side, one for each game: their nodes, and how a network's answers come into them.

A node keeps the sum of results for the player who moved into it, in units of the game's largest result, and what the
network said of it: a value for the player to move there, and a logit and a probability for each child.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.game.fields import f64, i64, parameter
from zermelo.game.game import CHANCE
from zermelo.game.history import SIEVE
from zermelo.game.random import Random
from zermelo.game.record import Record, inline
from zermelo.game.rows import SPILL, guarded, listed, width_of
from zermelo.learn.alphazero.reading import slot_of
from zermelo.learn.alphazero.sites import Sites
from zermelo.search.mcts.atomics import borrowed
from zermelo.search.mcts.history import PathHistory
from zermelo.search.mcts.tree import layout
from zermelo.search.mcts.work import MAX_GAME_KEYS

NODE = layout(
    ("total", np.float64),  # results for the player who moved here
    ("first_child", np.int32),
    ("move", np.int32),
    ("visits", np.int32),
    ("child_count", np.int32),
    ("logit", np.float32),  # of the network's policy, for the move that led here
    ("prior", np.float32),  # the same as a probability; PUCT at the root: with noise
    ("noise", np.float32),  # Gumbel's, for children of the root
    ("value", np.float32),  # of the network, for the player to move here
    ("status", np.int32),  # UNEXPANDED, WAITING, EXPANDED or ILLEGAL
)
UNEXPANDED, WAITING, EXPANDED, ILLEGAL = range(4)
ROOT = 0
LONGEST_PATH = 1000  # plies from the root
LONGEST_GAME = 600  # plies, after which a game counts as a draw or by its utility


class Rules(Record):
    """How trees are searched; parameters are constants of the compiled code."""

    gumbel: bool = parameter(True)  # at the root and below; else PUCT
    together: bool = parameter(False)  # several leaves of one tree wait at a time, each counted as a loss until then

    simulations: i64  # for a move
    considered: i64  # Gumbel: moves of the root that are looked at
    exploration: f64  # PUCT: the constant c
    noise: f64  # PUCT: Dirichlet noise, as many moves as its parameter is 10 divided by
    noise_share: f64  # of the root's priors
    gumbel_scale: f64  # 0: no noise, as in a match
    scale: f64  # the largest result, in the game's own units


class Lane(Record):
    """One game under way, and its tree."""

    used: i64  # nodes
    simulations: i64  # of the present move
    last: i64  # the newest sample of this game; -1: none
    game: i64  # its number


class Leaf(Record):
    """A simulation that waits for the network."""

    node: i64  # -1: none
    depth: i64  # of the path to it


class Forest(NamedTuple):
    """The arrays of all trees."""

    nodes: Any  # [lane, node]
    lanes: Any  # [lane]
    roots: Any  # [lane] states
    clocks: Any  # [lane]
    randoms: Any  # [lane]
    keys: Any  # [lane, key] of the game so far and of a path
    leaves: Any  # [slot] simulations that wait for the network: one of each lane, or several of one
    states: Any  # [slot] where they are
    paths: Any  # [slot, ply] nodes from the root on
    movers: Any  # [slot, ply] who moved into each
    codes: Any  # [slot, site] what the network reads
    row: Any  # moves of one position
    scores: Any  # [child] of one node
    schedule: Any  # [considered, simulation] Gumbel: visits of the moves that are next


def make_forest(cls: Any, sites: Sites, lanes: int, nodes: int, rules: Rules, slots: int = 0) -> Forest:
    """Trees of so many nodes each; memory is taken from the system only when nodes are written.

    There is a slot for each lane, or one lane has several.
    """
    slots = slots or lanes
    row = np.zeros(width_of(cls) + SPILL, np.int32)
    guarded(cls, row)
    keys = MAX_GAME_KEYS + LONGEST_PATH + SIEVE if cls.repetition else 1
    return Forest(
        np.zeros((lanes, nodes), NODE),
        Lane.array(lanes),
        np.zeros(lanes, cls.layout),
        PathHistory.array(lanes),
        Random.array(lanes),
        np.zeros((lanes, keys), np.uint64),
        Leaf.array(slots),
        np.zeros(slots, cls.layout),
        np.zeros((slots, LONGEST_PATH + 2), np.int32),
        np.zeros((slots, LONGEST_PATH + 2), np.int8),
        np.zeros((slots, sites.count), np.uint8),
        row,
        np.zeros(max(int(cls.most_moves), 1)),
        visit_schedule(int(rules.considered), int(rules.simulations)),
    )


def borrowed_forest(forest: Forest) -> Forest:
    """The forest as a kernel uses it: nobody counts references to its arrays at every call of a step."""
    return Forest(
        borrowed(forest.nodes),
        borrowed(forest.lanes),
        borrowed(forest.roots),
        borrowed(forest.clocks),
        borrowed(forest.randoms),
        borrowed(forest.keys),
        borrowed(forest.leaves),
        borrowed(forest.states),
        borrowed(forest.paths),
        borrowed(forest.movers),
        borrowed(forest.codes),
        borrowed(forest.row),
        borrowed(forest.scores),
        borrowed(forest.schedule),
    )


def visit_schedule(most_considered: int, simulations: int) -> NDArray[np.int32]:
    """Sequential halving: how many visits the moves have that are next, by moves considered and simulations made.

    Each of the m moves considered gets n / (m log2 m0) more visits, at least one; then the better half goes on, at
    least two (Karnin and others 2013; Danihelka and others 2022, algorithm 2).
    """
    table = np.zeros((most_considered + 1, simulations + 1), np.int32)
    for considered in range(most_considered + 1):
        table[considered] = halving(considered, simulations + 1)
    return table


def halving(considered: int, simulations: int) -> list[int]:
    """One row of it."""
    if considered <= 1:
        return list(range(simulations))
    found: list[int] = []
    rounds, left, visits = math.ceil(math.log2(considered)), considered, [0] * considered
    budget = simulations - 1  # the last entry is never a simulation: it says how often the best have been visited
    while len(found) < simulations:
        for _ in range(max(1, budget // (rounds * left))):
            found += visits[:left]
            visits[:left] = [count + 1 for count in visits[:left]]
        left = max(2, left // 2)
    return found[:simulations]


# ---------------------------------------------------------------------- growing


@inline
def clear_tree(forest: Forest, lane: int) -> None:
    """A tree of a root alone."""
    node = forest.nodes[lane, ROOT]
    node.total = 0.0
    node.visits = 0
    node.child_count = 0
    node.status = UNEXPANDED
    forest.lanes[lane].used = 1
    forest.lanes[lane].simulations = 0


@inline
def add_children(state: Any, forest: Forest, lane: int, at: int) -> int:
    """Make the children of a node; returns how many, 0 where there is no move, -1 where memory is full."""
    count = listed(state, forest.row)
    first = int(forest.lanes[lane].used)
    if count == 0:
        return 0
    if first + count > forest.nodes.shape[1]:
        return -1
    forest.lanes[lane].used = first + count
    for index in range(count):
        child = forest.nodes[lane, first + index]
        child.total = 0.0
        child.visits = 0
        child.first_child = 0
        child.child_count = 0
        child.move = forest.row[index]
        child.logit = 0.0
        child.prior = 0.0
        child.noise = 0.0
        child.value = 0.0
        child.status = UNEXPANDED
    parent = forest.nodes[lane, at]
    parent.first_child = first
    parent.child_count = count
    parent.status = EXPANDED
    return count


@inline
def expand(state: Any, forest: Forest, lane: int, at: int, logits: Any, value: float, known: Any) -> None:
    """Make the children of a leaf by what the network said of it."""
    nodes = forest.nodes
    nodes[lane, at].value = value
    count = add_children(state, forest, lane, at)
    if count <= 0:  # memory is full: the leaf is asked again when it is reached again
        nodes[lane, at].status = UNEXPANDED
        return
    first = int(nodes[lane, at].first_child)
    highest = -math.inf
    for child in range(first, first + count):
        logit = float(logits[slot_of(int(nodes[lane, child].move), known)])
        nodes[lane, child].logit = logit
        highest = max(highest, logit)
    total = 0.0
    for child in range(first, first + count):
        total += math.exp(float(nodes[lane, child].logit) - highest)
    for child in range(first, first + count):
        nodes[lane, child].prior = math.exp(float(nodes[lane, child].logit) - highest) / total


def disturb_root(forest: Forest, rules: Rules, lane: int) -> None:
    """Noise for the children of the root: Gumbel's for each, or Dirichlet's in the priors."""
    nodes, random = forest.nodes, forest.randoms[lane]
    first = int(nodes[lane, ROOT].first_child)
    count = int(nodes[lane, ROOT].child_count)
    if rules.gumbel:
        for child in range(first, first + count):
            nodes[lane, child].noise = -math.log(-math.log(max(random.unit(), 1e-300))) * rules.gumbel_scale
    elif rules.noise_share > 0.0 and count > 1:
        total = 0.0
        for child in range(first, first + count):
            drawn = gamma(rules.noise / count, random)
            nodes[lane, child].noise = drawn
            total += drawn
        for child in range(first, first + count):
            node = nodes[lane, child]
            noise = float(node.noise) / max(total, 1e-300)
            node.prior = (1.0 - rules.noise_share) * float(node.prior) + rules.noise_share * noise


def gamma(shape: float, random: Any) -> float:
    """A number drawn from the gamma distribution (Marsaglia and Tsang 2000)."""
    boost = 1.0
    if shape < 1.0:
        boost = max(random.unit(), 1e-300) ** (1.0 / shape)
        shape += 1.0
    middle = shape - 1.0 / 3.0
    width = 1.0 / math.sqrt(9.0 * middle)
    while True:
        angle = 2.0 * math.pi * random.unit()
        normal = math.sqrt(-2.0 * math.log(max(random.unit(), 1e-300))) * math.cos(angle)
        cube = (1.0 + width * normal) ** 3
        if cube > 0.0:
            bound = 0.5 * normal * normal + middle * (1.0 - cube + math.log(cube))
            if math.log(max(random.unit(), 1e-300)) < bound:
                return float(boost * middle * cube)


# ---------------------------------------------------------------------- backing up


@inline
def back_up(forest: Forest, rules: Rules, lane: int, slot: int, value: float, mover: int) -> None:
    """Add a result for `mover` to every node of the path; where it was counted as a loss, in the place of that."""
    for ply in range(int(forest.leaves[slot].depth) + 1):
        node = forest.nodes[lane, int(forest.paths[slot, ply])]
        result = value if forest.movers[slot, ply] == mover else -value
        if rules.together:
            node.total += 1.0 + result
        else:
            node.visits += 1
            node.total += result


@inline
def count_as_loss(forest: Forest, lane: int, slot: int) -> None:
    """While a leaf waits, its path counts as lost, so that the next simulation looks elsewhere (virtual loss)."""
    for ply in range(int(forest.leaves[slot].depth) + 1):
        node = forest.nodes[lane, int(forest.paths[slot, ply])]
        node.visits += 1
        node.total -= 1.0


@inline
def is_chance(state: Any) -> bool:
    """Whether chance is to move."""
    return bool(state.chance and state.turn == CHANCE)
