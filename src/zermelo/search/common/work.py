"""Work spaces: what a kernel keeps while it searches, as a record class with typed fields.

A recursive kernel hands one record down the recursion: an address costs less than a dozen arguments, and memory that is
made once serves every node. The record is a class like a game's state, so `work.nodse` fails the type checker, and the
kernel and the driver in Python read the same attributes:

    class ProofWork(Work):
        threshold: i64                                                    # a number
        path: Cells = array(u64, MAX_PLY)                                 # an array
        rows: Cells = array(i32, lambda work: (MAX_PLY, work.width))      # one row of moves for each ply

    @kernel
    def prove(state: Game, work: ProofWork, depth: int, ply: int) -> int: ...

    work = make_work(ProofWork, Chess)      # zeros; its width follows from the game's `most_moves`
    work.node_limit = 1000                  # plain attributes; arrays by work.rows[0, :3] or work.rows[:] = 0
    prove(one(state)[0], work, 8, 0)

A kernel that serves every game takes `state: Game`; `copied(state)` has the same type. Work spaces of two games differ
only in their width. A field cannot have a name that NumPy's scalars have (`base`, `data`, `size`, `sort`).
"""

from __future__ import annotations

from typing import TypeVar

from zermelo.game.fields import Cells, array, derived, f64, i32, i64, parameter, u64
from zermelo.game.game import NO_MOVE, Game
from zermelo.game.playthrough import Playthrough
from zermelo.game.record import Record, inline
from zermelo.game.rows import GUARD, guarded
from zermelo.game.sides import sides_of
from zermelo.search.common.registry import MAX_PLAYERS
from zermelo.search.common.values import MAX_PLY

POLL = 256  # nodes between two looks at the stop flag
NO_LIMIT = 1 << 62  # nodes
MAX_KEYS = 2048  # keys of the game so far that a search looks back on
MAX_LINES = 64  # principal variations of one search (MultiPV)


class Work(Record):
    """What every kernel has: the width of a row of moves, a count of nodes, and when to stop."""

    most_moves: int = parameter(0, low=0, high=1 << 20)
    width: int = derived(lambda work: work.most_moves + GUARD)

    nodes: i64
    node_limit: i64  # the search is aborted when it counts this node
    next_poll: i64  # at which node to look at the stop flag again
    stop: i64  # set by another thread
    aborted: i64  # the kernel returns without an answer


class SearchWork(Work):
    """What depth-first searches share: the history of the path, rows of moves, the principal variation, root moves."""

    options: i64  # bits
    horizon: i64  # how often something was not searched to the end; unchanged: the value is proven
    root_index: i64  # where the root's key stands among the keys
    start_ply: i64  # the root's ply in its game
    excluded_count: i64
    keys: Cells = array(u64, MAX_KEYS + MAX_PLY)  # of the game so far, then of the path
    progress: Cells = array(i64, MAX_PLY)  # plies since the last irreversible move
    rows: Cells = array(i32, lambda work: (MAX_PLY, work.width))  # the moves of each node on the path
    played: Cells = array(i32, MAX_PLY)  # the path
    pv: Cells = array(i32, (MAX_PLY, MAX_PLY))  # the principal variation from each ply (triangular table)
    pv_length: Cells = array(i32, MAX_PLY)
    excluded: Cells = array(i32, MAX_LINES)  # root moves with which an earlier line begins (MultiPV)


class ValueWork(SearchWork):
    """What searches share whose values are in the game's own units, for any number of players."""

    root_player: i64  # whose value it is
    first_move: i64  # the root move to search first, or NO_MOVE
    best_value: f64  # of the best root move so far
    side: Cells = array(i64, MAX_PLAYERS)  # of each player


W = TypeVar("W", bound=Work)


def make_work(kind: type[W], game: type[Game]) -> W:
    """An empty work space for the moves of a game."""
    made: W = kind.variant(most_moves=int(game.most_moves)).blank()
    if isinstance(made, SearchWork):
        guarded(game, made.rows)
    return made


def prepare(work: SearchWork, playthrough: Playthrough, node_limit: int) -> None:
    """Fill the shared fields for a position and its history."""
    keys = playthrough.keys()[-MAX_KEYS:]
    work.nodes = work.horizon = work.stop = work.aborted = work.next_poll = work.excluded_count = 0
    work.progress[:] = 0
    work.pv_length[:] = 0
    work.keys[: len(keys)] = keys
    work.root_index = len(keys) - 1
    work.progress[0] = playthrough.progress
    work.start_ply = playthrough.ply
    work.node_limit = node_limit


def prepare_values(work: ValueWork, playthrough: Playthrough, nodes: int | None) -> None:
    """The same for a search in the game's own units; the node after the last that is allowed aborts it."""
    prepare(work, playthrough, nodes + 1 if nodes else NO_LIMIT)
    work.root_player = max(playthrough.turn, 0)
    work.first_move = NO_MOVE
    work.side[: playthrough.state.players] = sides_of(playthrough.state)


# ---------------------------------------------------------------------- steps inside kernels


def counted(work: Work) -> bool:
    """Count a node and look now and then whether to stop; True when the search is being aborted."""
    work.nodes += 1
    if work.nodes >= work.next_poll:
        work.next_poll = min(work.nodes + POLL, work.node_limit)
        if work.stop != 0 or work.nodes >= work.node_limit:
            work.aborted = 1
    return work.aborted != 0


@inline
def update_pv(work: SearchWork, ply: int, move: int) -> None:
    """The principal variation: this move, then the child's variation."""
    work.pv[ply, 0] = move
    for index in range(work.pv_length[ply + 1]):
        work.pv[ply, index + 1] = work.pv[ply + 1, index]
    work.pv_length[ply] = work.pv_length[ply + 1] + 1


def is_excluded(work: SearchWork, move: int) -> bool:
    """Whether an earlier line begins with this root move."""
    found = False
    for index in range(work.excluded_count):
        found = found or work.excluded[index] == move
    return found
