"""What a recursive kernel keeps of the line it follows: its history, the order of moves, the best line, when to stop.

One record for each search (`layout`) is handed down the recursion; the functions below are the steps that searches over
any number of players share.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.game.game import FORBIDDEN
from zermelo.game.history import counts_utility, decided, history_key, occurrences, out_of_time, repetition_loser
from zermelo.game.playthrough import Playthrough
from zermelo.search.common.registry import sides_of
from zermelo.search.common.values import DEEPEST

POLL = 255  # nodes between two looks at the stop flag, less one
REMEMBERED = 2048  # keys of the game so far that a search looks back on
MOST_LINES = 64
MOST_PLAYERS = 8
SLOTS = 256  # last moves that are told apart where answers are remembered
UNKNOWN = -1  # no answer is remembered

Fields = list[tuple[Any, ...]]


def layout(cls: Any, more: Fields) -> np.dtype[Any]:
    """The work space of one search, with the fields that an algorithm needs beside the common ones."""
    width = cls.most_moves + 8
    common: Fields = [
        ("keys", np.uint64, (REMEMBERED + DEEPEST,)),
        ("nodes", np.int64),
        ("most_nodes", np.int64),
        ("horizon", np.int64),  # how often something was not searched to the end
        ("stop", np.int64),
        ("given_up", np.int64),
        ("root_at", np.int64),  # where the root's key stands
        ("start_ply", np.int64),
        ("me", np.int64),  # the player who asks
        ("options", np.int64),
        ("first", np.int64),  # the root move to look at first, or UNKNOWN
        ("value", np.float64),  # of the best root move so far
        ("bans", np.int64),
        ("ban", np.int32, (MOST_LINES,)),
        ("side", np.int64, (MOST_PLAYERS,)),  # of each player
        ("progress", np.int64, (DEEPEST,)),
        ("rows", np.int32, (DEEPEST, width)),
        ("line", np.int32, (DEEPEST, DEEPEST)),
        ("length", np.int32, (DEEPEST,)),
        ("played", np.int32, (DEEPEST,)),
    ]
    return np.dtype((np.record, np.dtype(common + more, align=True)))


def prepare(work: NDArray[Any], line: Playthrough, most_nodes: int | None) -> None:
    """Fill the common fields for a position and its history."""
    keys = line.keys()[-REMEMBERED:]
    for name in ("nodes", "horizon", "stop", "given_up", "bans", "progress", "length"):
        work[name] = 0
    work["keys"][0, : len(keys)] = keys
    work["root_at"] = len(keys) - 1
    work["progress"][0, 0] = line.progress
    work["start_ply"] = line.ply
    work["most_nodes"] = most_nodes or 1 << 62
    work["me"] = max(line.turn, 0)
    work["first"] = UNKNOWN
    work["side"][0, : line.state.players] = sides_of(line.state)


def history_reaches(line: Playthrough, plies: int) -> bool:
    """Whether the way to a position may change its value within so many plies, so that no table can keep it."""
    state = line.state
    draws = state.repetition > 0 or state.no_progress > 0
    return bool(draws or state.cap > 0 and line.ply + plies >= state.cap)


# ---------------------------------------------------------------------- steps inside kernels


def counted(work: Any) -> bool:
    """Count a node and look now and then whether to stop; True when the search is being given up."""
    work.nodes += 1
    if work.nodes & POLL == 0 and work.stop != 0 or work.nodes > work.most_nodes:
        work.given_up = 1
    return work.given_up != 0


def step(state: Any, child: Any, move: int, work: Any, ply: int) -> None:
    """Play a move and remember what history needs."""
    if state.no_progress > 0 or state.repetition > 0:
        work.progress[ply + 1] = 0 if state.irreversible(move) else work.progress[ply] + 1
    child.play(move)
    if state.repetition > 0:
        work.keys[work.root_at + ply + 1] = history_key(child)
    work.played[ply] = move


def forbidden(state: Any, child: Any, move: int, work: Any, ply: int) -> bool:
    """Whether a move just played repeats a position that may not return."""
    if state.repetition == 0 or state.repeated != FORBIDDEN or not state.judged(move) or child.midturn():
        return False
    end = work.root_at + ply + 1
    return occurrences(work.keys, 0, end, work.keys[end]) >= state.repetition - 1


def ended_by_history(state: Any, work: Any, ply: int) -> bool:
    """Whether repetition, lack of progress or the cap ends the game here; `history_result` says how."""
    if ply == 0 or state.midturn():
        return False
    return out_of_time(state, work.progress[ply], work.start_ply + ply) or repeats(state, work, ply)


def repeats(state: Any, work: Any, ply: int) -> bool:
    """Whether the position has occurred too often."""
    if state.repetition == 0 or state.repeated == FORBIDDEN:
        return False
    end = work.root_at + ply
    since = max(0, end - work.progress[ply])
    return occurrences(work.keys, since, end, work.keys[end]) >= state.repetition - 1


def history_result(state: Any, work: Any, ply: int, player: int) -> float:
    """What a game that its history has ended is worth to a player."""
    if repeats(state, work, ply):
        end = work.root_at + ply
        return decided(state, 1, repetition_loser(state, work.keys, max(0, end - work.progress[ply]), end), player)
    if counts_utility(state, work.progress[ply], work.start_ply + ply):
        return float(state.utility(player))
    return 0.0


def banned(work: Any, move: int) -> bool:
    """Whether a root move is left out, because an earlier line begins with it."""
    found = False
    for index in range(work.bans):
        found = found or work.ban[index] == move
    return found


def copy_line(work: Any, ply: int, move: int) -> None:
    """The principal line: this move, then the child's line."""
    work.line[ply, 0] = move
    for index in range(work.length[ply + 1]):
        work.line[ply, index + 1] = work.line[ply + 1, index]
    work.length[ply] = work.length[ply + 1] + 1
