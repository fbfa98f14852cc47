"""Perft: the number of ways in which a game can go on, the standard proof of a move generator.

It counts moves, or whole turns, or different positions, as `docs/guide/contract.md` defines. A game that ended earlier
counts nothing; rules that forbid a move are obeyed, draws by repetition or lack of progress are not looked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadLimit, BadRules, Unsupported
from zermelo.game.compile import copied, kernel
from zermelo.game.game import FORBIDDEN
from zermelo.game.history import Keys, occurrences
from zermelo.game.playthrough import Playthrough
from zermelo.game.trouble import friendly

DEEPEST = 32  # plies that the work space has room for


# ---------------------------------------------------------------------- kernels


@kernel
def count_moves(state: Any, work: Any, depth: int) -> int:
    """Move sequences of exactly `depth` moves from a position that is not over; depth >= 1.

    The work space is one record: a nested array costs no reference count, an array argument does.
    """
    row = work.rows[depth]
    count = state.moves(row)
    if depth == 1:
        return count
    total = 0
    for index in range(count):
        child = copied(state)
        child.play(row[index])
        if not child.over():  # asked here and not inside the call: a call costs more than the question
            total += count_moves(child, work, depth - 1)
    return total


@kernel
def make_last(state: Any, work: Any) -> int:
    """The last move of each line, played and tested for the end of the game."""
    row = work.rows[1]
    count = state.moves(row)
    for index in range(count):
        child = copied(state)
        child.play(row[index])
        work.ended += child.over()  # without a use of the answer the compiler would leave out the work
    return count


@kernel
def count_made(state: Any, work: Any, depth: int) -> int:
    """The same number as `count_moves`, for depth >= 2, with every last move made."""
    row = work.rows[depth]
    total = 0
    for index in range(state.moves(row)):
        child = copied(state)
        child.play(row[index])
        if not child.over():
            total += make_last(child, work) if depth == 2 else count_made(child, work, depth - 1)
    return total


@kernel
def count_turns(state: Any, work: Any, depth: int, ply: int) -> int:
    """Sequences of exactly `depth` turns; a turn ends when `midturn` says so or the game is over."""
    row = work.rows[ply]
    total = 0
    for index in range(state.moves(row)):
        child = copied(state)
        child.play(row[index])
        ended = child.over()
        if child.midturn() and not ended:
            total += count_turns(child, work, depth, ply + 1)
        elif depth == 1:
            total += 1
        elif not ended:
            total += count_turns(child, work, depth - 1, ply + 1)
    return total


@kernel
def count_unrepeated(state: Any, work: Any, keys: Keys, seen: int, depth: int, ply: int, turns: bool) -> int:
    """Moves (or turns) where the n-th occurrence of a position is forbidden; keys[:seen] are the positions so far."""
    row = work.rows[ply]
    total = 0
    for index in range(state.moves(row)):
        child = copied(state)
        child.play(row[index])
        ended = child.over()
        goes_on = child.midturn() and not ended
        now = seen
        if not goes_on:
            key = child.repetition_key()
            if state.judged(row[index]) and occurrences(keys, 0, seen, key) >= state.repetition - 1:
                continue
            keys[seen] = key
            now = seen + 1
        if depth == 1 and not (turns and goes_on):
            total += 1
        elif not ended:
            left = depth if turns and goes_on else depth - 1
            total += count_unrepeated(child, work, keys, now, left, ply + 1, turns)
    return total


@kernel
def count_children(states: Any, row: Any) -> int:
    """How many children an array of states has in all."""
    total = 0
    for place in range(len(states)):
        if not states[place].over():
            total += states[place].moves(row)
    return total


@kernel
def fill_children(states: Any, row: Any, children: Any, parents: Any) -> None:
    """Every child of every state, with the number of its parent."""
    n = 0
    for place in range(len(states)):
        if states[place].over():
            continue
        for index in range(states[place].moves(row)):
            children[n] = states[place]
            children[n].play(row[index])
            parents[n] = place
            n += 1


@kernel
def which_go_on(states: Any, flags: Any) -> None:
    """Which states are inside a turn."""
    for place in range(len(states)):
        flags[place] = states[place].midturn() and not states[place].over()


# ---------------------------------------------------------------------- the public functions


def perft(
    game: Any, depth: int, *, turns: bool = False, distinct: bool = False, made: bool = False, threads: int = 1
) -> int:
    """The number of move sequences (or turns) of a given length from a state or playthrough.

    `distinct` counts turns that lead to equal positions once at every node; `made` plays the last move too.
    """
    line = game if isinstance(game, Playthrough) else Playthrough(game)
    check_depth(depth)
    if distinct and line.state.repetition and line.state.repeated == FORBIDDEN:
        return count_distinct_unrepeated(line, depth)
    if distinct:
        return int(sum(weights_at(line.state, depth)[1].tolist()))
    if depth == 0:
        return 1
    if line.over():
        return 0
    if threads > 1 and depth > 2:
        with ThreadPoolExecutor(threads) as pool:
            return sum(pool.map(lambda after: count_from(after, depth - 1, turns, made), branches(line, turns)))
    return count_from(line, depth, turns, made)


def divide(game: Any, depth: int, *, turns: bool = False) -> list[tuple[str, int]]:
    """The perft of each first move (or turn), with its notation."""
    line = game if isinstance(game, Playthrough) else Playthrough(game)
    check_depth(depth)
    if depth == 0:
        return []
    start = len(line.played)
    return [
        (after.line_text(start), 1 if depth == 1 else 0 if after.over() else count_from(after, depth - 1, turns, False))
        for after in branches(line, turns)
    ]


def positions(game: Any, depth: int) -> int:
    """The number of different positions after exactly `depth` moves."""
    check_depth(depth)
    state = game.state if isinstance(game, Playthrough) else game
    if state.repetition and state.repeated == FORBIDDEN:
        raise Unsupported(
            f"{type(state).__name__} forbids repetitions: which positions can be reached depends on the way"
        )
    return len(weights_at(state, depth, turns=False)[0])


def count_distinct_unrepeated(line: Playthrough, depth: int) -> int:
    """Distinct turns where a rule forbids repetitions: every line has its own history, so nothing can be merged."""
    if depth == 0:
        return 1
    total = 0
    seen = set()
    for after in branches(line, turns=True):
        key = after.state.tobytes()[: type(after.state).key_bytes]
        if key not in seen:
            seen.add(key)
            total += 1 if depth == 1 else 0 if after.over() else count_distinct_unrepeated(after, depth - 1)
    return total


def check_depth(depth: int) -> None:
    """Refuse a depth that makes no sense."""
    if not 0 <= depth <= DEEPEST:
        raise BadLimit(f"the depth of perft must lie between 0 and {DEEPEST}, not {depth}")


def branches(line: Playthrough, turns: bool) -> list[Playthrough]:
    """The playthroughs after each move or each whole turn."""
    found = []
    for move in line.moves():
        after = line.copy()
        after.play(move)
        if turns and after.state.midturn() and not after.state.over():
            found += branches(after, turns)
        else:
            found.append(after)
    return found


def work_space(state: Any) -> NDArray[np.void]:
    """Rows of moves for every ply, with room beyond the promised number to see whether the promise is kept."""
    width = state.most_moves + 8
    kind = np.dtype([("rows", np.int32, (DEEPEST * 4, width)), ("ended", np.int64)], align=True)
    work = np.zeros(1, np.dtype((np.record, kind)))
    work["rows"][:, -8:] = -7
    return work


def count_from(line: Playthrough, depth: int, turns: bool, made: bool) -> int:
    """Perft in one thread."""
    if line.over():
        return 0
    state = line.state
    states = np.zeros(1, type(state).layout)
    states[0] = state
    work = work_space(state)
    with friendly(type(state)):
        if state.repetition and state.repeated == FORBIDDEN:
            seen = line.keys()
            keys = np.zeros(len(seen) + 4 * DEEPEST, np.uint64)
            keys[: len(seen)] = seen
            total = count_unrepeated(states[0], work[0], keys, len(seen), depth, 1, turns)
        elif turns:
            total = count_turns(states[0], work[0], depth, 1)
        else:
            total = (count_made if made and depth > 1 else count_moves)(states[0], work[0], depth)
    if (work["rows"][:, -8:] != -7).any():
        raise BadRules(f"{type(state).__name__} writes more moves than most_moves = {state.most_moves} promises")
    return int(total)


def expand(states: NDArray[np.void], width: int) -> tuple[NDArray[np.void], NDArray[np.int64]]:
    """All children of an array of states, and the number of each child's parent."""
    row = np.zeros(width + 8, np.int32)
    with friendly(states.dtype.type):
        total = count_children(states, row)
        children, parents = np.zeros(total, states.dtype), np.zeros(total, np.int64)
        fill_children(states, row, children, parents)
    return children, parents


def key_bytes(states: NDArray[np.void], size: int) -> NDArray[np.void]:
    """The key of each state as one value that can be sorted."""
    if not len(states):
        return np.zeros(0, np.dtype((np.void, size)))
    raw = states.view(np.uint8).reshape(len(states), -1)[:, :size]
    return np.ascontiguousarray(raw).view(np.dtype((np.void, size))).ravel()


def weights_at(state: Any, depth: int, turns: bool = True) -> tuple[NDArray[np.void], NDArray[np.int64]]:
    """The different positions after `depth` turns (or moves), and how many nodes of the tree stand on each.

    Turns from one node that lead to equal positions are one branch.
    """
    cls = type(state)
    level = np.zeros(1, cls.layout)
    level[0] = state
    weights = np.ones(1, np.int64)
    for _ in range(depth):
        ends, parents = turn_ends(level, state.most_moves, turns)
        if not len(ends):
            return ends, np.zeros(0, np.int64)
        keys = key_bytes(ends, cls.key_bytes)
        _, inverse = np.unique(keys, return_inverse=True)
        pairs = np.unique(np.stack([parents, inverse.astype(np.int64)], axis=1), axis=0)
        _, first = np.unique(keys, return_index=True)
        summed = np.zeros(len(first), np.int64)
        np.add.at(summed, pairs[:, 1], weights[pairs[:, 0]])
        level, weights = ends[first], summed
    return level, weights


def turn_ends(level: NDArray[np.void], width: int, turns: bool) -> tuple[NDArray[np.void], NDArray[np.int64]]:
    """The states after one turn (or move) of each state, and where each came from."""
    open_states, origins = level, np.arange(len(level))
    ends: list[Any] = []
    sources: list[Any] = []
    while len(open_states):
        children, parents = expand(open_states, width)
        origins = origins[parents]
        flags = np.zeros(len(children), np.bool_)
        if turns:
            which_go_on(children, flags)
        ends.append(children[~flags])
        sources.append(origins[~flags])
        open_states, origins = children[flags], origins[flags]
    return np.concatenate(ends), np.concatenate(sources)


def table(game: Any, depths: Sequence[int], **options: Any) -> list[int]:
    """Perft at several depths."""
    return [perft(game, depth, **options) for depth in depths]
