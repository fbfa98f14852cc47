"""The tree of a Monte Carlo search: one array of nodes, the children of a node side by side and behind it.

A node is 24 bytes and keeps no position: a simulation plays the moves again from the root. What an option needs
beside that lies in an array of its own, which is empty while the option is off.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadLimit
from zermelo.game.bits import number
from zermelo.game.compile import kernel
from zermelo.search.common.memory import room_for
from zermelo.search.mcts.atomics import BARE, READY


def layout(*fields: tuple[str, Any]) -> np.dtype[Any]:
    """The type of a record in an array."""
    return np.dtype((np.record, np.dtype(list(fields), align=True)))


NODE = layout(
    ("w", np.int64),  # sum of results for the player who moved here, in fixed point
    ("n", np.int32),  # visits
    ("first", np.uint32),  # the place of the first child
    ("move", np.int32),  # the move that led here
    ("count", np.uint16),  # children
    ("ready", np.uint8),  # BARE, TAKEN, READY or BARRED
    ("spare", np.uint8),
)
SQUARE = layout(("w", np.int64))  # UCB1-tuned: sum of squared results
AMAF = layout(("n", np.int32), ("w", np.float32))  # RAVE: simulations in which the move came later
BOUND = layout(("low", np.float32), ("high", np.float32))  # solver: of the result for player 0
PRIOR = layout(("value", np.float32))  # progressive bias: the estimate for the player who moved here
MOST_CHILDREN = 65_535
ROOT = 0


class Tree(NamedTuple):
    """The arrays of one tree; side arrays that are not in use have one element."""

    nodes: NDArray[Any]  # [node]
    squares: NDArray[Any]  # [node]
    amaf: NDArray[Any]  # [node]
    bounds: NDArray[Any]  # [node]
    priors: NDArray[Any]  # [node]
    used: NDArray[np.int64]  # [0]: nodes in use


def make_tree(megabytes: float, *, tuned: bool, rave: bool, solver: bool, bias: bool) -> Tree:
    """An empty tree of at most so many megabytes; memory is taken from the system only when nodes are written."""
    sides = [(SQUARE, tuned), (AMAF, rave), (BOUND, solver), (PRIOR, bias)]
    each = NODE.itemsize + sum(kind.itemsize for kind, wanted in sides if wanted)
    nodes = int(megabytes * 1e6) // each
    if nodes < 1000:
        raise BadLimit(f"a tree needs some memory: at least {1000 * each / 1e6:g} MB, not {megabytes:g}")
    nodes = min(nodes, 2**32 - 1)
    room_for(megabytes, "a tree")
    squares, amaf, bounds, priors = (np.zeros(nodes if wanted else 1, kind) for kind, wanted in sides)
    used = np.ones(33, np.int64)[16:17]  # a line of memory to itself: every thread writes here
    return Tree(np.zeros(nodes, NODE), squares, amaf, bounds, priors, used)


def bytes_of(tree: Tree) -> int:
    """How many bytes the nodes in use take, side arrays included."""
    each = sum(array.dtype.itemsize for array in tree[:-1] if len(array) > 1)
    return int(tree.used[0]) * each


@kernel
def rarely_visited(tree: Any, room: int, freed: Any) -> int:
    """The smallest number of visits so that dropping the children of all nodes with fewer frees `room` nodes.

    `freed` holds noughts, for as many visits as are told apart. Kernels make no arrays: with numba-cuda loaded that no
    longer compiles.
    """
    nodes = tree.nodes
    most = len(freed) - 1
    for place in range(1, tree.used[0]):
        if nodes[place].ready == READY:
            freed[min(int(nodes[place].n), most)] += number(nodes[place].count)
    total = 0
    for visits in range(most):
        total += freed[visits]
        if total >= room:
            return visits + 1
    return 1 << 62


def move_node(tree: Any, target: int, place: int) -> None:
    """Move one node with all that is known of it."""
    tree.nodes[target] = tree.nodes[place]
    if len(tree.squares) > 1:
        tree.squares[target] = tree.squares[place]
    if len(tree.amaf) > 1:
        tree.amaf[target] = tree.amaf[place]
    if len(tree.bounds) > 1:
        tree.bounds[target] = tree.bounds[place]
    if len(tree.priors) > 1:
        tree.priors[target] = tree.priors[place]


@kernel
def compact(tree: Any, root: int, fewest: int, parents: Any, stop: Any) -> bool:
    """Keep the tree under a new root, less the children of nodes with fewer visits; False if told to stop half-way.

    Children always stand behind their parent, so one pass upwards suffices: when a block of children is reached, its
    parent has its new place already. `parents` (zeros, one for each node in use) holds that place, plus one, at the
    first node of every block that is kept; the order of blocks, and with it the invariant, stays as it was.
    """
    nodes = tree.nodes
    used = tree.used[0]
    move_node(tree, ROOT, root)
    if nodes[ROOT].ready == READY:
        parents[nodes[ROOT].first] = ROOT + 1
    free = 1
    place = 1
    while place < used:
        if stop[0].stop != 0:
            return False
        if parents[place] == 0:
            place += 1
            continue
        parent = int(parents[place]) - 1
        count = number(nodes[parent].count)
        nodes[parent].first = free
        for offset in range(count):
            move_node(tree, free, place + offset)
            if nodes[free].ready == READY:
                if nodes[free].n < fewest:
                    nodes[free].ready = BARE
                    nodes[free].count = 0
                else:
                    parents[nodes[free].first] = free + 1
            free += 1
        place += count
    tree.used[0] = free
    return True
