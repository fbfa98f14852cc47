"""From the root of a tree to a leaf: simulations, as far as they go without the network."""

from __future__ import annotations

from typing import Any

from zermelo.game.compile import assign, copied
from zermelo.game.record import inline
from zermelo.game.rows import listed
from zermelo.learn.alphazero.choosing import NO_CHILD, choose_child
from zermelo.learn.alphazero.forest import (
    EXPANDED,
    ILLEGAL,
    LONGEST_PATH,
    ROOT,
    WAITING,
    Forest,
    Rules,
    add_children,
    back_up,
    count_as_loss,
    is_chance,
)
from zermelo.learn.alphazero.reading import read_position
from zermelo.search.mcts.history import forbids_repetition

ENDED, AT_LEAF, FORBIDDEN, BUSY, FULL = range(5)  # what became of a simulation


@inline
def chance_child(forest: Forest, lane: int, at: int, outcome: int) -> int:
    """The child of an outcome of chance."""
    nodes = forest.nodes
    first = int(nodes[lane, at].first_child)
    for child in range(first, first + int(nodes[lane, at].child_count)):
        if nodes[lane, child].move == outcome:
            return child
    return first


@inline
def walk(forest: Forest, rules: Rules, lane: int, slot: int, sites: Any, codes: Any) -> int:
    """One simulation from the root on: it ends the game and is counted, or comes to a leaf that must be judged.

    A move that repeats a position against the rules is struck out, and the simulation counts for nothing.
    """
    nodes, keys = forest.nodes, forest.keys[lane]
    state, history = copied(forest.roots[lane]), copied(forest.clocks[lane])
    history.kept = history.seen
    at, depth = ROOT, 0
    forest.paths[slot, 0] = ROOT
    forest.movers[slot, 0] = state.turn
    while nodes[lane, at].status == EXPANDED and depth < LONGEST_PATH:
        mover = int(forest.movers[slot, depth])
        if is_chance(state):
            child = chance_child(forest, lane, at, int(state.roll(forest.randoms[lane], forest.row)))
        else:
            child = choose_child(forest, rules, lane, at)
            mover = int(state.turn)
        if child == NO_CHILD:  # every move is forbidden: the position is scored as it stands
            history.stopped = 1
            break
        move = int(nodes[lane, child].move)
        checked = nodes[lane, child].visits == 0 and forbids_repetition(state) and state.judged(move)
        history.descend(state, move, keys)
        if checked and history.is_forbidden(state, keys):
            nodes[lane, child].status = ILLEGAL
            return FORBIDDEN
        depth += 1
        forest.paths[slot, depth] = child
        forest.movers[slot, depth] = mover
        at = child
        if is_chance(state) and nodes[lane, at].status != EXPANDED and not state.over():
            if add_children(state, forest, lane, at) < 0:
                return FULL
    if nodes[lane, at].status == WAITING:
        return BUSY
    forest.leaves[slot].depth = depth
    history.judge_node(state, forest.row, keys)
    if history.stopped != 0 or state.over() or listed(state, forest.row) == 0:
        if rules.together:
            count_as_loss(forest, lane, slot)
        back_up(forest, rules, lane, slot, history.result(state, 0) / rules.scale, 0)
        return ENDED
    forest.leaves[slot].node = at
    nodes[lane, at].status = WAITING
    if rules.together:
        count_as_loss(forest, lane, slot)
    assign(forest.states[slot], state)
    read_position(state, sites, codes, forest.codes[slot])
    return AT_LEAF
