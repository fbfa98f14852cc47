"""Endgame tables by an index: all positions of one slice of a game, solved from the slices that its moves lead to.

A game that numbers its positions (`slice_of`, `index`, `from_index`) is solved slice by slice: by material in chess and
checkers, by men in morris. A slice is a graph whose moves lead to other numbers of the slice or leave it, to slices
that are solved already. A position without a number of its own (a pawn can be taken en passant) is listed behind the
numbered ones while the slice is solved.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadRules, Unsupported
from zermelo.game.compile import kernel
from zermelo.game.rows import check_rows, guarded_row, listed
from zermelo.game.trouble import friendly
from zermelo.search.common.endings import NO_POSITION
from zermelo.solve.retrograde import Graph, retrograde

CHUNK = 1 << 17  # numbers expanded by one job
SAMPLE = 61  # every so many numbers are looked at to learn which slices a slice leads to
ENDED = -1  # the slice of a position in which the game is over
LARGEST = 2**31 - 2  # numbers are kept in 32 bits

Values = NDArray[np.int16]
Progress = Callable[[str, float], None]  # what is done, and how much of it (0 to 1)

WORK = np.dtype(
    (np.record, np.dtype([(name, np.int64) for name in ("moves", "leaving", "extras", "full", "unnumbered")]))
)


@dataclass
class Chunk:
    """What some positions of a slice lead to."""

    values: Values  # [position] of those in which the game is over; NO_POSITION where there is no position
    counts: NDArray[np.int16]  # [position] moves that stay in the slice
    left: NDArray[np.int16]  # [position] all moves; -1 where the game is over
    targets: NDArray[np.int32]  # [move] as in `retrograde.Graph`
    nodes: NDArray[np.int32]  # [leaving move] the position that it leaves
    slices: NDArray[np.int64]  # [leaving move] where to, or ENDED
    indexes: NDArray[np.int32]  # [leaving move] the number there (~number: the same player moves); at ENDED the value
    extras: NDArray[np.void]  # positions of the slice without a number; `size` + place stands for them


# ---------------------------------------------------------------------- kernels


def ended(state: Any, player: int) -> int:
    """The result of a finished game for a player: 1, 0 or -1."""
    value = state.utility(player)
    return 1 if value > 0.0 else -1 if value < 0.0 else 0


@kernel
def expand(given: Any, states: Any, chunk: Any, leaving: Any, extras: Any, rows: Any, work: Any) -> None:
    """Write down where the moves of some positions lead: numbers of a slice from `first` on, or the `states` given."""
    slice, first, size, numbered = given
    values, counts, left, targets = chunk
    nodes, slices, indexes = leaving
    state, child = states[0], states[1]
    row, other_row = rows
    for place in range(len(values)):
        if numbered:
            valid = state.from_index(slice, first + place)
            if not valid or state.slice_of() != slice or state.index() != first + place:
                values[place], left[place] = NO_POSITION, -1
                continue
        else:
            states[0] = states[2 + place]
        if work.moves + state.most_moves > len(targets) or work.leaving + state.most_moves > len(nodes):
            work.full = 1
            return
        if work.extras + state.most_moves > len(extras):
            work.full = 1
            return
        count = 0 if state.over() else listed(state, row)
        left[place] = count
        if count == 0:
            left[place] = -1
            values[place] = ended(state, state.turn)
            continue
        before = work.moves
        for number in range(count):
            states[1] = states[0]
            child.play(row[number])
            same = child.turn == state.turn
            where = child.slice_of()
            if where == slice:
                target = child.index()
                if target < 0:
                    target = size + work.extras
                    extras[work.extras] = states[1]
                    work.extras += 1
                targets[work.moves] = ~target if same else target
                work.moves += 1
                continue
            nodes[work.leaving], slices[work.leaving] = first + place, where
            if where == ENDED or child.over():
                slices[work.leaving] = ENDED
                indexes[work.leaving] = ended(child, state.turn)
                if not child.over() and listed(child, other_row) > 0:
                    work.unnumbered = 1
            else:
                target = child.index()
                if target < 0:
                    work.unnumbered = 1
                indexes[work.leaving] = ~target if same else target
            work.leaving += 1
        counts[place] = work.moves - before


@kernel
def settle_leaving(nodes: Any, children: Any, same: Any, left: Any, later: Any, seeds: Any, levels: Any) -> int:
    """Account for moves that leave the slice: wins become seeds, losses are refuted moves; returns how many seeds."""
    count = 0
    for move in range(len(nodes)):
        value = int(children[move]) if same[move] else -int(children[move])
        node, level = nodes[move], abs(value)  # one move more than the child's distance
        if value > 0:
            seeds[count], levels[count] = node, level
            count += 1
        elif value < 0:
            left[node] -= 1
            later[node] = max(int(later[node]), level)
    return count


# ---------------------------------------------------------------------- one slice


def expanded(cls: Any, slice: int, first: int, count: int, size: int, extras: NDArray[np.void] | None = None) -> Chunk:
    """A chunk of numbers of a slice, or of positions without one; arrays grow until all fits."""
    room = 16 * count + 4 * cls.most_moves
    while True:
        states = np.zeros(2 + (0 if extras is None else count), cls.layout)
        if extras is not None:
            states[2:] = extras
        found = np.zeros(count, np.int16), np.zeros(count, np.int16), np.zeros(count, np.int16)
        targets = np.zeros(room, np.int32)
        leaving = np.zeros(room, np.int32), np.zeros(room, np.int64), np.zeros(room, np.int32)
        unnumbered = np.zeros(max(room // 8, 2 * cls.most_moves), cls.layout)
        work = np.zeros(1, WORK)
        rows = guarded_row(cls), guarded_row(cls)
        with friendly(cls):
            expand((slice, first, size, extras is None), states, (*found, targets), leaving, unnumbered, rows, work[0])
        check_rows(cls, rows[0])
        check_rows(cls, rows[1])
        if work["unnumbered"][0]:
            raise BadRules(
                f"{cls.__name__}: a move leads out of {cls.slice_name(slice)} to a position that has no number"
            )
        if not work["full"][0]:
            moves, gone, more = (int(work[name][0]) for name in ("moves", "leaving", "extras"))
            nodes, slices, indexes = (part[:gone].copy() for part in leaving)
            return Chunk(*found, targets[:moves].copy(), nodes, slices, indexes, unnumbered[:more].copy())
        room *= 2


def successors(cls: Any, slice: int) -> set[int]:
    """The slices that moves of a slice lead to, as far as a sample of its positions shows."""
    size = cls.slice_size(slice)
    found: set[int] = set()
    step = max(size // 200_000, 1) * SAMPLE
    for first in range(0, size, max(step, 64)):
        found |= set(expanded(cls, slice, first, min(64, size - first), size).slices.tolist())
    return found - {ENDED, slice}


def solve_slice(
    cls: Any, slice: int, known: Callable[[int], Values], threads: int = 0, progress: Progress | None = None
) -> Values:
    """The value of every number of a slice; `known` gives the tables of slices that moves lead to."""
    size = int(cls.slice_size(slice))
    if size > LARGEST:
        raise Unsupported(f"{cls.slice_name(slice)} has {size:,} numbers, more than a table can hold ({LARGEST:,})")
    firsts = range(0, size, CHUNK)
    chunks: list[Chunk] = []
    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        for chunk in pool.map(lambda first: expanded(cls, slice, first, min(CHUNK, size - first), size), firsts):
            chunks.append(chunk)
            if progress is not None:
                progress(f"moves of {cls.slice_name(slice)}", len(chunks) / len(firsts))
    graph = joined(cls, slice, size, chunks, known)
    if progress is not None:
        progress(f"values of {cls.slice_name(slice)}", 0.0)
    retrograde(graph)
    return graph.values[:size]


def joined(cls: Any, slice: int, size: int, chunks: list[Chunk], known: Callable[[int], Values]) -> Graph:
    """All chunks as one graph, the positions without a number behind the others."""
    done, total = 0, size
    while done < len(chunks):  # what a chunk calls size + place stands behind the extras of the chunks before it
        chunk = chunks[done]
        if len(chunk.extras):
            shift = total - size
            beyond = chunk.targets >= size
            same = ~chunk.targets >= size
            chunk.targets[beyond] += shift
            chunk.targets[same] -= shift
            chunks.append(expanded(cls, slice, total, len(chunk.extras), size, chunk.extras))
            total += len(chunk.extras)
        done += 1
    values = np.concatenate([chunk.values for chunk in chunks])
    left = np.concatenate([chunk.left for chunk in chunks])
    offsets = np.zeros(total + 1, np.int64)
    np.cumsum(np.concatenate([chunk.counts for chunk in chunks]), out=offsets[1:])
    nodes = np.concatenate([chunk.nodes for chunk in chunks])
    slices = np.concatenate([chunk.slices for chunk in chunks])
    indexes = np.concatenate([chunk.indexes for chunk in chunks])
    children, same_mover = np.zeros(len(nodes), np.int16), indexes < 0
    for where in np.unique(slices).tolist():
        here = slices == where
        if where == ENDED:  # told as the result for the player who moved there
            children[here], same_mover[here] = indexes[here], True
        else:
            children[here] = known(where)[np.where(same_mover[here], ~indexes[here], indexes[here])]
    if (children == NO_POSITION).any():
        raise BadRules(f"{cls.__name__}: a move of {cls.slice_name(slice)} leads to a number that is no position")
    later = np.zeros(total, np.int16)
    seeds, levels = np.zeros(len(nodes), np.int32), np.zeros(len(nodes), np.int16)
    won = int(settle_leaving(nodes, children, same_mover, left, later, seeds, levels))
    targets = np.concatenate([chunk.targets for chunk in chunks])
    return Graph(offsets, targets, values, left, later, seeds[:won].copy(), levels[:won].copy())
