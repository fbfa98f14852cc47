"""Selection: which child a simulation visits, by UCB1, UCB1-tuned or RAVE, with progressive bias if wanted."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from zermelo.game.bits import number
from zermelo.game.game import Game
from zermelo.game.random import Random
from zermelo.game.record import inline
from zermelo.search.mcts.atomics import ILLEGAL
from zermelo.search.mcts.history import forbids_repetition
from zermelo.search.mcts.options import KernelOptions
from zermelo.search.mcts.rave import NO_NODE, rave_value, reference_node
from zermelo.search.mcts.solver import cannot_improve
from zermelo.search.mcts.tree import Tree
from zermelo.search.mcts.virtual_loss import local_slot
from zermelo.search.mcts.work import NODE_INDEX, TOTAL, VISITS, MctsWork

if TYPE_CHECKING:
    from zermelo.search.mcts.tree import Node, Records

SQUARE_UNIT = 1 << 28  # of squared results in fixed point
TABULATED = 1024.0  # visits below which roots and logarithms are looked up

# 1 / n and 1 / sqrt(n), by visits n
RECIPROCALS = np.array([(0.0, 0.0), *((1.0 / n, 1.0 / math.sqrt(n)) for n in range(1, int(TABULATED)))])
RECIPROCALS.flags.writeable = False
SQRT_LOG = np.array([0.0, *(math.sqrt(math.log(t)) for t in range(1, int(TABULATED)))])  # sqrt(ln t), by visits t
SQRT_LOG.flags.writeable = False


def shuffles_on_expansion(options: KernelOptions) -> bool:
    """Whether children are shuffled when they are made; one thread without side arrays shuffles as it goes."""
    return bool(options.parallel or options.rave or options.bias)


def fisher_yates_step(nodes: Records[Node], child: int, other: int, forbids: bool) -> bool:
    """One step of a lazy shuffle: swap the moves of two children, if neither has been visited."""
    if nodes[child].visits != 0 or nodes[other].visits != 0:
        return False
    if forbids and (nodes[child].status == ILLEGAL or nodes[other].status == ILLEGAL):
        return False
    move = nodes[child].move
    nodes[child].move = nodes[other].move
    nodes[other].move = move
    return True


@inline
def unvisited_child(
    state: Game, options: KernelOptions, nodes: Records[Node], random: Random, first: int, count: int, visits: int
) -> int:
    """The next child that has no visit, in random order; NO_NODE if every child has one or RAVE chooses."""
    if options.rave or visits > count:
        return NO_NODE
    child = first + visits - 1
    forbids = forbids_repetition(state)
    if shuffles_on_expansion(options):
        if not (forbids and nodes[child].status == ILLEGAL):
            return child
    elif fisher_yates_step(nodes, child, child + random.below(first + count - child), forbids):
        return child
    return NO_NODE


@inline
def ucb1(visited: int, total: float, spread: float) -> float:
    """The bound x + C * sqrt(ln t / n), where spread is C * sqrt(ln t).

    Most children have few visits, and a table spares them division and root: about a tenth of Connect Four.
    """
    visits = float(visited)
    if visits < TABULATED:
        return total * RECIPROCALS[visited, 0] + spread * RECIPROCALS[visited, 1]
    return (total + spread * math.sqrt(visits)) / visits


@inline
def ucb1_tuned(squares: float, visits: float, total: float, parent_visits: int, spread: float) -> float:
    """UCB1-tuned: exploration by the variance seen, at most that of results anywhere in the range."""
    mean = total / visits
    variance = squares * (1.0 / SQUARE_UNIT) / visits - mean * mean
    bound = min(1.0, variance + 4.0 * math.sqrt(2.0 * math.log(float(parent_visits)) / visits))
    return mean + spread * math.sqrt(bound / visits)


def select_child(
    state: Game, options: KernelOptions, tree: Tree, work: MctsWork, random: Random, at: int, visits: int
) -> int:
    """The child to visit: one never visited, else the highest upper bound; NO_NODE if every move is forbidden."""
    nodes = tree.nodes
    first = number(nodes[at].first_child)
    count = number(nodes[at].child_count)
    fresh = unvisited_child(state, options, nodes, random, first, count, visits)
    if fresh != NO_NODE:
        return fresh
    forbids = forbids_repetition(state)
    player = int(state.turn)
    sign = int(work.signs[player])
    spread = options.exploration * (SQRT_LOG[visits] if visits < TABULATED else math.sqrt(math.log(float(visits))))
    scale = work.scale
    reference = NO_NODE
    if options.rave:
        reference = reference_node(options, tree, work, at, visits, player)
    best = -1e300
    chosen = first if not forbids else NO_NODE
    for child in range(first, first + count):
        if forbids and nodes[child].status == ILLEGAL:
            continue
        if options.solver and cannot_improve(tree, at, child, sign):
            continue
        visited = int(nodes[child].visits)
        fixed_total = int(nodes[child].total)
        if options.parallel and visits >= work.hot_visits and work.local_stats[local_slot(child), NODE_INDEX] == child:
            visited += work.local_stats[local_slot(child), VISITS]
            fixed_total += work.local_stats[local_slot(child), TOTAL]
        n = float(visited)
        total = float(fixed_total) * scale
        if options.rave:
            value = rave_value(tree, work, at, child, reference, player, n, total)
            value += spread / math.sqrt(n + 1.0)
        elif visited == 0:  # a thread or a lack of memory came between
            return child
        elif options.tuned:
            value = ucb1_tuned(float(tree.squares[child].total), n, total, visits, spread)
        else:
            value = ucb1(visited, total, spread)
        if options.bias:
            value += options.bias_weight * float(tree.priors[child].value) / (n + 1.0)
        if value > best:
            best = value
            chosen = child
    return chosen


def chance_child(tree: Tree, at: int, outcome: int) -> int:
    """The child of an outcome of chance."""
    first = number(tree.nodes[at].first_child)
    for child in range(first, first + number(tree.nodes[at].child_count)):
        if tree.nodes[child].move == outcome:
            return child
    return first
