"""The tree of a Monte Carlo search: one array of nodes, the children of a node side by side and behind it.

A node is 24 bytes and stores no position: a simulation plays the moves again from the root. What an option needs
beside that lies in an array of its own, which is empty while the option is off.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, SupportsIndex, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadLimit
from zermelo.game.bits import number
from zermelo.game.compile import kernel
from zermelo.game.fields import i64
from zermelo.game.record import Record
from zermelo.search.common.memory import room_for
from zermelo.search.mcts.atomics import EXPANDED, ILLEGAL, UNEXPANDED, borrowed


def layout(*fields: tuple[str, Any]) -> np.dtype[Any]:
    """The type of a record in an array."""
    return np.dtype((np.record, np.dtype(list(fields), align=True)))


NODE = layout(
    ("total", np.int64),  # sum of results for the player who moved here, in fixed point
    ("visits", np.int32),
    ("first_child", np.uint32),  # the index of the first child
    ("move", np.int32),  # the move that led here
    ("child_count", np.uint16),
    ("status", np.uint8),  # UNEXPANDED, EXPANDING, EXPANDED or ILLEGAL
    ("padding", np.uint8),
)
SQUARE = layout(("total", np.int64))  # UCB1-tuned: sum of squared results
AMAF = layout(("visits", np.int32), ("total", np.float32))  # RAVE: simulations in which the move came later
BOUND = layout(("lower", np.float32), ("upper", np.float32))  # solver: of the result for player 0
PRIOR = layout(("value", np.float32))  # progressive bias: the evaluation for the player who moved here
MAX_TREE_DEPTH = 2000  # plies: what lies deeper is played out
ROOT = 0


class StopFlag(Record):
    """What lets another thread stop a kernel."""

    stop: i64


class Fields(Protocol):
    """What all records of an array can do."""

    def item(self) -> tuple[Any, ...]: ...
    def __iter__(self) -> Iterator[Any]: ...


class Node(Fields, Protocol):
    """A record of NODE, for the type checker: a misspelt field fails."""

    total: Any
    visits: Any
    first_child: Any
    move: Any
    child_count: Any
    status: Any


class Square(Fields, Protocol):
    """A record of SQUARE."""

    total: Any


class Amaf(Fields, Protocol):
    """A record of AMAF."""

    visits: Any
    total: Any


class Bound(Fields, Protocol):
    """A record of BOUND."""

    lower: Any
    upper: Any


class Prior(Fields, Protocol):
    """A record of PRIOR."""

    value: Any


R = TypeVar("R")
if TYPE_CHECKING:

    class Records(np.ndarray[Any, np.dtype[Any]], Generic[R]):
        """An array of records: one of them by its number has typed fields."""

        @overload  # type: ignore[override]
        def __getitem__(self, place: SupportsIndex) -> R: ...
        @overload
        def __getitem__(self, place: slice) -> Records[R]: ...
        @overload
        def __getitem__(self, place: Any) -> NDArray[Any]: ...
        def __getitem__(self, place: Any) -> Any: ...


class Tree(NamedTuple):
    """The arrays of one tree; side arrays that are not in use have one element."""

    nodes: Records[Node]  # [node]
    squares: Records[Square]  # [node]
    amaf: Records[Amaf]  # [node]
    bounds: Records[Bound]  # [node]
    priors: Records[Prior]  # [node]
    used: NDArray[np.int64]  # [0]: nodes in use


def records(count: int, kind: np.dtype[Any]) -> Any:
    """So many records, all zero: `Records` of what `kind` describes."""
    return np.zeros(count, kind)


def borrowed_tree(tree: Tree) -> Tree:
    """The tree as a kernel uses it: nobody counts references to its arrays.

    Counting them at every call of a step was 6 % of Connect Four and half of RAVE, and more with two threads.
    """
    return Tree(
        borrowed(tree.nodes),
        borrowed(tree.squares),
        borrowed(tree.amaf),
        borrowed(tree.bounds),
        borrowed(tree.priors),
        borrowed(tree.used),
    )


def make_tree(megabytes: float, *, tuned: bool, rave: bool, solver: bool, bias: bool) -> Tree:
    """An empty tree of at most so many megabytes; memory is taken from the system only when nodes are written."""
    sides = [(SQUARE, tuned), (AMAF, rave), (BOUND, solver), (PRIOR, bias)]
    each = NODE.itemsize + sum(kind.itemsize for kind, wanted in sides if wanted)
    nodes = int(megabytes * 1e6) // each
    if nodes < 1000:
        raise BadLimit(f"a tree needs some memory: at least {1000 * each / 1e6:g} MB, not {megabytes:g}")
    nodes = min(nodes, 2**32 - 1)
    room_for(megabytes, "a tree")
    squares, amaf, bounds, priors = (records(nodes if wanted else 1, kind) for kind, wanted in sides)
    used = np.ones(33, np.int64)[16:17]  # a cache line to itself: every thread writes here
    return Tree(records(nodes, NODE), squares, amaf, bounds, priors, used)


def bytes_of(tree: Tree) -> int:
    """How many bytes the nodes in use take, side arrays included."""
    each = sum(array.dtype.itemsize for array in tree[:-1] if len(array) > 1)
    return int(tree.used[0]) * each


def children(tree: Tree, at: int) -> NDArray[Any]:
    """The children of a node, without those that a repetition rule forbids."""
    _, block = child_block(tree, at)
    return block[block["status"] != ILLEGAL]


def child_block(tree: Tree, at: int) -> tuple[int, NDArray[Any]]:
    """The index of the first child of a node, and all its children; none where it is not expanded."""
    _, _, first, _, count, status, _ = tree.nodes[at].item()
    return first, tree.nodes[first : first + count if status == EXPANDED else first]


def find_node(tree: Tree, moves: tuple[int, ...]) -> int | None:
    """The expanded node that moves lead to, or None; of an unexpanded one a proof would lack its moves."""
    at = ROOT
    for move in moves:
        first, block = child_block(tree, at)
        found = np.flatnonzero((block["move"] == move) & (block["status"] != ILLEGAL))
        if not len(found):
            return None
        at = first + int(found[0])
    return at if tree.nodes[at].status == EXPANDED else None


# ---------------------------------------------------------------------- pruning and compaction


@kernel
def pruning_threshold(tree: Tree, wanted: int, histogram: NDArray[np.int64]) -> int:
    """The smallest number of visits such that dropping the children of all nodes with fewer frees `wanted` nodes.

    `histogram` holds zeros, one for each number of visits that is told apart. Kernels make no arrays: with numba-cuda
    loaded that no longer compiles.
    """
    nodes = tree.nodes
    last = len(histogram) - 1
    for at in range(1, tree.used[0]):
        if nodes[at].status == EXPANDED:
            histogram[min(int(nodes[at].visits), last)] += number(nodes[at].child_count)
    freed = 0
    for visits in range(last):
        freed += histogram[visits]
        if freed >= wanted:
            return visits + 1
    return 1 << 62


def move_node(tree: Tree, target: int, source: int) -> None:
    """Move one node with its side arrays."""
    tree.nodes[target] = tree.nodes[source]
    if len(tree.squares) > 1:
        tree.squares[target] = tree.squares[source]
    if len(tree.amaf) > 1:
        tree.amaf[target] = tree.amaf[source]
    if len(tree.bounds) > 1:
        tree.bounds[target] = tree.bounds[source]
    if len(tree.priors) > 1:
        tree.priors[target] = tree.priors[source]


@kernel
def compact(tree: Tree, root: int, min_visits: int, parents: NDArray[np.uint32], flag: StopFlag) -> bool:
    """Keep the subtree of a new root, less the children of nodes with fewer visits; False if stopped half-way.

    Children always stand behind their parent, so one pass upwards suffices: when a block of children is reached, its
    parent has its new index already. `parents` (zeros, one for each node in use) holds that index, plus one, at the
    first node of every block that stays; the order of blocks, and with it the invariant, stays as it was.
    """
    nodes = tree.nodes
    used = tree.used[0]
    move_node(tree, ROOT, root)
    if nodes[ROOT].status == EXPANDED:
        parents[nodes[ROOT].first_child] = ROOT + 1
    free = 1
    at = 1
    while at < used:
        if flag.stop != 0:
            return False
        if parents[at] == 0:
            at += 1
            continue
        parent = int(parents[at]) - 1
        count = number(nodes[parent].child_count)
        nodes[parent].first_child = free
        for offset in range(count):
            move_node(tree, free, at + offset)
            if nodes[free].status == EXPANDED:
                if nodes[free].visits < min_visits:
                    nodes[free].status = UNEXPANDED
                    nodes[free].child_count = 0
                else:
                    parents[nodes[free].first_child] = free + 1
            free += 1
        at += count
    tree.used[0] = free
    return True


def compact_tree(tree: Tree, root: int, min_visits: int, flag: StopFlag | None = None) -> bool:
    """`compact` with its scratch memory; without a flag nothing stops it."""
    parents = np.zeros(int(tree.used[0]) + 1, np.uint32)
    return bool(compact(tree, root, min_visits, parents, StopFlag.blank() if flag is None else flag))
