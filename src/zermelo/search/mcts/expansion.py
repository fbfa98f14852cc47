"""Expansion: the children of a node, all made at once, with their priors."""

from __future__ import annotations

from zermelo.game.compile import copied
from zermelo.game.fields import Row
from zermelo.game.game import CHANCE, Game
from zermelo.game.random import Random
from zermelo.game.rows import listed
from zermelo.search.mcts.atomics import EXPANDED, UNEXPANDED, fetch_add, publish_status
from zermelo.search.mcts.options import KernelOptions
from zermelo.search.mcts.playout import fixed_point
from zermelo.search.mcts.rave import NO_NODE
from zermelo.search.mcts.selection import shuffles_on_expansion
from zermelo.search.mcts.tree import Tree
from zermelo.search.mcts.work import MctsWork


def allocate(options: KernelOptions, tree: Tree, count: int) -> int:
    """The index of so many new nodes side by side, or NO_NODE where memory is full."""
    if options.parallel:
        first = fetch_add(tree.used, 0, count)
    else:
        first = int(tree.used[0])
        tree.used[0] = first + count
    if first + count <= len(tree.nodes):
        return first
    if options.parallel:
        fetch_add(tree.used, 0, -count)
    else:
        tree.used[0] = first
    return NO_NODE


def shuffle(row: Row, count: int, random: Random) -> None:
    """Fisher and Yates."""
    for index in range(count - 1):
        other = index + random.below(count - index)
        move = row[other]
        row[other] = row[index]
        row[index] = move


def write_child(state: Game, options: KernelOptions, tree: Tree, child: int, move: int) -> None:
    """A node without visits."""
    nodes = tree.nodes
    nodes[child].total = 0
    nodes[child].visits = 0
    nodes[child].first_child = 0
    nodes[child].move = move
    nodes[child].child_count = 0
    nodes[child].status = UNEXPANDED
    if options.tuned:
        tree.squares[child].total = 0
    if options.rave:
        tree.amaf[child].visits = 0
        tree.amaf[child].total = 0.0
    if options.solver:
        tree.bounds[child].lower = state.lowest
        tree.bounds[child].upper = state.highest


def expand(state: Game, options: KernelOptions, tree: Tree, work: MctsWork, random: Random, at: int) -> bool:
    """Make the children of a node; False where the game has no move or memory is full.

    Where need be they are shuffled; outcomes of chance are drawn, not tried in order.
    """
    row = work.row
    count = listed(state, row)
    if count == 0:
        return False
    first = allocate(options, tree, count)
    if first == NO_NODE:
        work.tree_full = 1
        return False
    nature = state.chance and state.turn == CHANCE
    if shuffles_on_expansion(options) and not nature:
        shuffle(row, count, random)
    for index in range(count):
        write_child(state, options, tree, first + index, row[index])
    if options.bias:
        write_priors(state, tree, work, first, count, nature)
    tree.nodes[at].first_child = first
    tree.nodes[at].child_count = count
    publish_status(tree.nodes, at, EXPANDED)
    return True


def write_priors(state: Game, tree: Tree, work: MctsWork, first: int, count: int, nature: bool) -> None:
    """Progressive bias: the evaluation of each child for the player who moves there."""
    player = int(state.turn)
    for child in range(first, first + count):
        tree.priors[child].value = 0.0
        if not nature:
            after = copied(state)
            after.play(int(tree.nodes[child].move))
            if after.over():
                value = fixed_point(work, float(after.utility(player)))
            else:
                mover = max(int(after.turn), 0)
                value = fixed_point(work, float(after.evaluate()) * work.evaluation_weights[mover, player])
            tree.priors[child].value = float(value) * work.scale
