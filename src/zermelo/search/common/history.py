"""The history of a search path: which positions may return, the no-progress clock, and how these end a game.

The rules are `Playthrough`'s. Here they are read from the work space, where one key for each ply of the path follows
the keys of the game so far. A position within a turn has no key (NONE): nothing repeats there.
"""

from __future__ import annotations

from zermelo.game.bits import NONE
from zermelo.game.game import FORBIDDEN, Game
from zermelo.game.history import (
    counts_utility,
    decided,
    history_key,
    occurrences,
    out_of_time,
    repetition_loser,
    returns_end,
)
from zermelo.game.playthrough import Playthrough
from zermelo.game.record import inline
from zermelo.search.common.work import SearchWork


def history_reaches(playthrough: Playthrough, plies: int) -> bool:
    """Whether the path to a position may change its value within so many plies, so that no table can keep it."""
    state = playthrough.state
    draws = state.repetition > 0 or state.no_progress > 0
    return bool(draws or state.cap > 0 and playthrough.ply + plies >= state.cap)


# ---------------------------------------------------------------------- steps inside kernels


@inline
def push(state: Game, child: Game, move: int, work: SearchWork, ply: int) -> None:
    """Add a move that led to the child to the path."""
    if state.no_progress > 0 or state.repetition > 0:
        work.progress[ply + 1] = 0 if state.irreversible(move) else work.progress[ply] + 1
    work.played[ply] = move
    push_key(child, work, ply)


def push_key(child: Game, work: SearchWork, ply: int) -> None:
    """Add the key of a position that may return."""
    if child.repetition > 0:
        key = NONE
        if not child.midturn() or child.over():
            key = history_key(child)
        work.keys[work.root_index + ply + 1] = key


def step(state: Game, child: Game, move: int, work: SearchWork, ply: int) -> None:
    """Play a move in the child, a copy of the state, and add it to the path."""
    child.play(move)
    push(state, child, move, work, ply)


def forbidden(state: Game, move: int, work: SearchWork, ply: int) -> bool:
    """Whether a move that was added to the path repeats a position that may not return."""
    if state.repetition == 0 or state.repeated != FORBIDDEN or not state.judged(move):
        return False
    end = work.root_index + ply + 1
    if work.keys[end] == NONE:
        return False
    return occurrences(work.keys, 0, end, work.keys[end]) >= state.repetition - 1


def oldest(work: SearchWork, ply: int) -> int:
    """The place of the first key that the position at a ply can repeat."""
    return max(0, work.root_index + ply - work.progress[ply])


def seen_since(work: SearchWork, first: int, ply: int) -> int:
    """How often the position at a ply stood on the board before, from a place among the keys on."""
    end = work.root_index + ply
    return occurrences(work.keys, first, end, work.keys[end])


def repeats(state: Game, work: SearchWork, ply: int) -> bool:
    """Whether the position at a ply has returned so often that the game ends."""
    return returns_end(state) and seen_since(work, oldest(work, ply), ply) >= state.repetition - 1


def repetition_result(state: Game, work: SearchWork, first: int, ply: int, player: int) -> float:
    """What a repetition is worth to a player; the first of the equal positions lies at `first` or later."""
    return decided(state, 1, repetition_loser(state, work.keys, first, work.root_index + ply), player)


def timeout_result(state: Game, work: SearchWork, ply: int, player: int) -> float:
    """What a game that the no-progress rule or the cap has ended is worth to a player."""
    if counts_utility(state, work.progress[ply], work.start_ply + ply):
        return float(state.utility(player))
    return 0.0


def timed_out(state: Game, work: SearchWork, ply: int) -> bool:
    """Whether the no-progress rule or the cap ends the game at a ply."""
    return out_of_time(state, work.progress[ply], work.start_ply + ply)


def ended_by_history(state: Game, work: SearchWork, ply: int) -> bool:
    """Whether repetition, lack of progress or the cap ends the game here; `history_result` says how."""
    if ply == 0 or state.midturn():
        return False
    return timed_out(state, work, ply) or repeats(state, work, ply)


def history_result(state: Game, work: SearchWork, ply: int, player: int) -> float:
    """What a game that its history has ended is worth to a player."""
    if repeats(state, work, ply):
        return repetition_result(state, work, oldest(work, ply), ply, player)
    return timeout_result(state, work, ply, player)
