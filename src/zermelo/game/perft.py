"""Perft: the number of ways in which a game can go on, the standard proof of a move generator.

It counts moves, or whole turns, or different positions, as `docs/guide/contract.md` defines. A game that ended earlier
counts nothing; rules that forbid a move are obeyed, draws by repetition or lack of progress are not looked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadLimit, Unsupported
from zermelo.game.compile import copied, kernel
from zermelo.game.game import FORBIDDEN
from zermelo.game.history import Keys, history_key, occurrences
from zermelo.game.plain_game import is_plain
from zermelo.game.plain_game import perft as plain_perft
from zermelo.game.playthrough import Playthrough
from zermelo.game.record import inline
from zermelo.game.rows import SPILL, check_rows, guarded, guarded_row, width_of
from zermelo.game.threads import run_stoppable
from zermelo.game.trouble import friendly

DEEPEST = 32  # moves or turns
LONGEST_LINE = 1024  # moves of a line of turns that there is room for
SLICE = 1 << 16  # states expanded between two looks at the keyboard


# ---------------------------------------------------------------------- kernels


@inline
def promised(work: Any, count: int, most: int) -> int:
    """How many of the moves to follow: none where there are more than the game promises."""
    if count > most:
        work.widest = count
        return 0
    return count


@inline
def allowed(work: Any, count: int, most: int) -> int:
    """The same, and none where the count was stopped."""
    return 0 if work.stop else promised(work, count, most)


@kernel
def count_moves(state: Any, work: Any, depth: int) -> int:
    """Move sequences of exactly `depth` moves from a position that is not over; depth >= 1.

    The work space is one record: a nested array costs no reference count, an array argument does. A row that is
    overrun spoils only those of deeper plies, which nobody reads at that moment.
    """
    row = work.rows[DEEPEST - depth]
    count = state.moves(row)
    if depth == 1:
        return count
    total = 0
    most = state.most_moves
    followed = promised(work, count, most) if depth == 2 else allowed(work, count, most)  # a stop can wait for a ply
    for index in range(followed):
        child = copied(state)
        child.play(row[index])
        if not child.over():  # asked here and not inside the call: a call costs more than the question
            total += count_moves(child, work, depth - 1)
    return total


@kernel
def make_last(state: Any, work: Any) -> int:
    """The last move of each line, played and tested for the end of the game."""
    row = work.rows[DEEPEST - 1]
    count = state.moves(row)
    for index in range(allowed(work, count, state.most_moves)):
        child = copied(state)
        child.play(row[index])
        work.ended += child.over()  # without a use of the answer the compiler would leave out the work
    return count


@kernel
def count_made(state: Any, work: Any, depth: int) -> int:
    """The same number as `count_moves`, for depth >= 2, with every last move made."""
    row = work.rows[DEEPEST - depth]
    total = 0
    for index in range(allowed(work, state.moves(row), state.most_moves)):
        child = copied(state)
        child.play(row[index])
        if not child.over():
            total += make_last(child, work) if depth == 2 else count_made(child, work, depth - 1)
    return total


@kernel
def count_turns(state: Any, work: Any, depth: int, ply: int) -> int:
    """Sequences of exactly `depth` turns; a turn ends when `midturn` says so or the game is over."""
    if ply >= len(work.rows):
        work.too_long = 1
        return 0
    row = work.rows[ply]
    total = 0
    for index in range(allowed(work, state.moves(row), state.most_moves)):
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
    if ply >= len(work.rows):
        work.too_long = 1
        return 0
    row = work.rows[ply]
    total = 0
    for index in range(allowed(work, state.moves(row), state.most_moves)):
        child = copied(state)
        child.play(row[index])
        ended = child.over()
        goes_on = child.midturn() and not ended
        now = seen
        if not goes_on:
            key = history_key(child)
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
    """How many children an array of states has in all; -1 where one has more moves than its game promises."""
    total = 0
    for place in range(len(states)):
        if not states[place].over():
            count = states[place].moves(row)
            if count > states[place].most_moves:
                return -1
            total += count
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
    playthrough = game if isinstance(game, Playthrough) else Playthrough(game)
    check_depth(depth)
    if is_plain(playthrough.state):
        return plain_perft(playthrough.state.position(), depth)
    if distinct and playthrough.state.repetition and playthrough.state.repeated == FORBIDDEN:
        return count_distinct_unrepeated(playthrough, depth)
    if distinct:
        return int(sum(weights_at(playthrough.state, depth)[1].tolist()))
    if depth == 0:
        return 1
    if playthrough.over():
        return 0
    if threads > 1 and depth > 2:
        return sum(counted(branches(playthrough, turns), depth - 1, turns, made, threads))
    return counted([playthrough], depth, turns, made, 1)[0]


def divide(game: Any, depth: int, *, turns: bool = False) -> list[tuple[str, int]]:
    """The perft of each first move (or turn), with its notation."""
    playthrough = game if isinstance(game, Playthrough) else Playthrough(game)
    check_depth(depth)
    if depth == 0:
        return []
    start = len(playthrough.played)
    after = branches(playthrough, turns)
    if is_plain(playthrough.state):
        counts = [plain_perft(one.state.position(), depth - 1) for one in after]
        return [(one.line_text(start), count) for one, count in zip(after, counts, strict=True)]
    counts = [1] * len(after) if depth == 1 else counted(after, depth - 1, turns, False, 1)
    return [(one.line_text(start), count) for one, count in zip(after, counts, strict=True)]


def positions(game: Any, depth: int) -> int:
    """The number of different positions after exactly `depth` moves."""
    check_depth(depth)
    state = game.state if isinstance(game, Playthrough) else game
    if is_plain(state):
        raise Unsupported(f"{type(state).__name__} is a plain class: its positions are not counted, its lines are")
    if state.repetition and state.repeated == FORBIDDEN:
        raise Unsupported(
            f"{type(state).__name__} forbids repetitions: which positions can be reached depends on the way"
        )
    return len(weights_at(state, depth, turns=False)[0])


def count_distinct_unrepeated(playthrough: Playthrough, depth: int) -> int:
    """Distinct turns where a rule forbids repetitions: every line has its own history, so nothing can be merged."""
    if depth == 0:
        return 1
    total = 0
    seen = set()
    for after in branches(playthrough, turns=True):
        key = after.state.tobytes()[: type(after.state).key_bytes]
        if key not in seen:
            seen.add(key)
            total += 1 if depth == 1 else 0 if after.over() else count_distinct_unrepeated(after, depth - 1)
    return total


def check_depth(depth: int) -> None:
    """Refuse a depth that makes no sense."""
    if not 0 <= depth <= DEEPEST:
        raise BadLimit(f"the depth of perft must lie between 0 and {DEEPEST}, not {depth}")


def branches(playthrough: Playthrough, turns: bool) -> list[Playthrough]:
    """The playthroughs after each move or each whole turn."""
    found = []
    for move in playthrough.moves():
        after = playthrough.copy()
        after.play(move)
        if turns and after.state.midturn() and not after.state.over():
            found += branches(after, turns)
        else:
            found.append(after)
    return found


def work_space(state: Any, turns: bool) -> NDArray[np.void]:
    """Rows of moves for every ply, guarded; a line of turns has room for the longest game, or for LONGEST_LINE."""
    plies = DEEPEST + 1
    if turns:
        plies = max(plies, min(state.longest or LONGEST_LINE, LONGEST_LINE) + 2)
    kind = np.dtype(
        [
            ("widest", np.int64),  # a row that was longer than promised
            ("ended", np.int64),
            ("stop", np.int64),
            ("too_long", np.int64),
            ("rows", np.int32, (plies, width_of(state))),
            ("spill", np.int32, (SPILL,)),
        ],
        align=True,
    )
    work = np.zeros(1, np.dtype((np.record, kind)))
    guarded(state, work["rows"])
    return work


def counted(lines: Sequence[Playthrough], depth: int, turns: bool, made: bool, threads: int) -> list[int]:
    """Perft of several playthroughs, in so many threads."""
    if not lines:
        return []
    totals = [0] * len(lines)
    waiting = list(reversed(range(len(lines))))
    works = [work_space(lines[0].state, turns or forbids(lines[0].state)) for _ in range(min(threads, len(lines)))]

    def count(work: NDArray[np.void]) -> None:
        while waiting and not work["stop"][0]:
            try:
                place = waiting.pop()
            except IndexError:  # another thread took the last
                return
            totals[place] = count_from(lines[place], depth, turns, made, work)

    def stop() -> None:
        waiting.clear()
        for work in works:
            work["stop"] = 1

    run_stoppable([partial(count, work) for work in works], stop)
    return totals


def forbids(state: Any) -> bool:
    """Whether repetitions are forbidden: every ply then has its own row."""
    return bool(state.repetition and state.repeated == FORBIDDEN)


def count_from(playthrough: Playthrough, depth: int, turns: bool, made: bool, work: NDArray[np.void]) -> int:
    """Perft in the calling thread."""
    if playthrough.over():
        return 0
    state = playthrough.state
    states = np.zeros(1, type(state).layout)
    states[0] = state
    with friendly(type(state)):
        if forbids(state):
            seen = playthrough.keys()
            keys = np.zeros(len(seen) + work["rows"].shape[1], np.uint64)  # a row for each ply, a key for each ply
            keys[: len(seen)] = seen
            total = count_unrepeated(states[0], work[0], keys, len(seen), depth, 1, turns)
        elif turns:
            total = count_turns(states[0], work[0], depth, 1)
        else:
            total = (count_made if made and depth > 1 else count_moves)(states[0], work[0], depth)
    check_rows(type(state), work["rows"], int(work["widest"][0]))
    if work["too_long"][0]:
        most = work["rows"].shape[1] - 1
        raise Unsupported(f"a line of these turns has more than {most} moves: count fewer turns, or --distinct ones")
    return int(total)


def expand(cls: Any, states: NDArray[np.void]) -> tuple[NDArray[np.void], NDArray[np.int64]]:
    """All children of an array of states, and the number of each child's parent."""
    row = guarded_row(cls)
    found: list[tuple[Any, Any]] = []
    for first in range(0, len(states), SLICE):
        some = states[first : first + SLICE]
        with friendly(cls):
            total = count_children(some, row)
            check_rows(cls, row, cls.most_moves if total >= 0 else cls.most_moves + 1)
            children, parents = np.zeros(total, states.dtype), np.zeros(total, np.int64)
            fill_children(some, row, children, parents)
        found.append((children, parents + first))
    joined = np.zeros(sum(len(children) for children, _ in found), states.dtype)  # `concatenate` forgets the class
    np.concatenate([children for children, _ in found], out=joined)
    return joined, np.concatenate([parents for _, parents in found])


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
        ends, parents = turn_ends(cls, level, turns)
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


def turn_ends(cls: Any, level: NDArray[np.void], turns: bool) -> tuple[NDArray[np.void], NDArray[np.int64]]:
    """The states after one turn (or move) of each state, and where each came from."""
    open_states, origins = level, np.arange(len(level))
    ends: list[Any] = []
    sources: list[Any] = []
    while len(open_states):
        children, parents = expand(cls, open_states)
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
