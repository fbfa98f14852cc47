"""Perft on a GPU: levels of positions are expanded on the card, and each thread counts what lies below one of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import cuda, types
from numpy.typing import NDArray

from zermelo.errors import Unsupported
from zermelo.game import compile as compiler
from zermelo.game.gpu.device import kernel_of, plain_array, plain_type, ptx_of, record_type, require_device
from zermelo.game.perft import check_depth, forbids
from zermelo.game.plain_game import is_plain
from zermelo.game.playthrough import Playthrough
from zermelo.game.rows import too_many, width_of

LANES = 132 * 2048
LEVELS = 3  # plies that a thread plays from its position
ROOM = 1 << 31  # bytes for the children of one slice
WIDEST, TOTAL = range(2)  # what a lane reports


# ---------------------------------------------------------------------- kernels


def make_counter(cls: Any) -> Any:
    """The kernel that counts the children of every position."""
    state_type, width = record_type(cls), width_of(cls)

    def count_children(states: Any, lanes: int, counts: Any) -> None:
        """None where the game is over."""
        row = cuda.local.array(width, dtype=np.int32)
        state = cuda.local.array(1, dtype=state_type)[0]
        for place in range(cuda.grid(1), len(states), lanes):
            compiler.assign(state, states[place])
            counts[place] = 0 if state.over() else state.moves(row)

    return count_children


def make_filler(cls: Any) -> Any:
    """The kernel that writes the children of every position."""
    state_type, width = record_type(cls), width_of(cls)

    def fill_children(states: Any, lanes: int, ends: Any, children: Any) -> None:
        """`ends`: where the children of each position end."""
        row = cuda.local.array(width, dtype=np.int32)
        state = cuda.local.array(1, dtype=state_type)[0]
        for place in range(cuda.grid(1), len(states), lanes):
            first = ends[place - 1] if place > 0 else 0
            if ends[place] == first:
                continue
            compiler.assign(state, states[place])
            state.moves(row)
            for index in range(ends[place] - first):
                compiler.assign(children[first + index], state)
                children[first + index].play(row[index])

    return fill_children


def make_walker(cls: Any) -> Any:
    """The kernel that counts the lines below every position, two to LEVELS moves long."""
    state_type, width, most = record_type(cls), width_of(cls), cls.most_moves

    def count_below(states: Any, depth: int, found: Any) -> None:
        """Depth first, with the moves that are still to be played at each ply."""
        lane = cuda.grid(1)
        lanes = found.shape[0]
        if lane >= lanes:
            return
        line = cuda.local.array(LEVELS, dtype=state_type)
        rows = cuda.local.array((LEVELS, width), dtype=np.int32)
        left = cuda.local.array(LEVELS, dtype=np.int64)
        total = 0
        widest = 0
        for place in range(lane, len(states), lanes):
            compiler.assign(line[0], states[place])
            ply = 0
            left[0] = 0 if line[0].over() else line[0].moves(rows[0])
            while ply >= 0:
                if left[ply] == 0:
                    ply -= 1
                    continue
                left[ply] -= 1
                child = line[ply + 1]
                compiler.assign(child, line[ply])
                child.play(rows[ply, left[ply]])
                if child.over():
                    continue
                count = child.moves(rows[ply + 1])
                if count > most:
                    widest = count
                elif ply + 2 == depth:
                    total += count
                else:
                    ply += 1
                    left[ply] = count
        found[lane, WIDEST] = widest
        found[lane, TOTAL] = total

    return count_below


# ---------------------------------------------------------------------- counting


def perft(game: Any, depth: int) -> int:
    """The number of move sequences of a given length, as `zermelo.perft` counts them."""
    playthrough = game if isinstance(game, Playthrough) else Playthrough(game)
    check_depth(depth)
    cls = type(playthrough.state)
    if is_plain(playthrough.state) or forbids(playthrough.state):
        why = "is a plain class" if is_plain(playthrough.state) else "forbids repetitions, which depend on the line"
        raise Unsupported(f"{cls.__name__} {why}: count on the processor, without --on gpu")
    require_device()
    if depth == 0 or playthrough.over():
        return int(depth == 0)
    return count(cls, cuda.to_device(plain_array(cls, [playthrough.state])), depth)


def count(cls: Any, states: Any, depth: int) -> int:
    """Lines of so many moves from all positions of an array on the card."""
    if 1 < depth <= LEVELS:
        return count_below(cls, states, depth)
    counts = cuda.device_array(len(states), np.int64)
    kernel_of(cls, make_counter)(min(len(states), LANES), states, min(len(states), LANES), counts)
    numbers = counts.copy_to_host()
    if numbers.max(initial=0) > cls.most_moves:
        raise too_many(cls)
    if depth == 1:
        return int(numbers.sum())
    total = 0
    for first, end in slices(numbers, ROOM // cls.layout.itemsize):
        ends = numbers[first:end].cumsum()
        if ends[-1]:
            total += count(cls, expanded(cls, states[first:end], ends), depth - 1)
    return total


def count_below(cls: Any, states: Any, depth: int) -> int:
    """The same where each thread walks through all lines of its positions."""
    found = cuda.to_device(np.zeros((min(len(states), LANES), 2), np.int64))
    kernel_of(cls, make_walker)(len(found), states, depth, found)
    widest, total = found.copy_to_host().T
    if widest.any():
        raise too_many(cls)
    return int(total.sum())


def expanded(cls: Any, states: Any, ends: NDArray[np.int64]) -> Any:
    """The children of some positions, on the card."""
    children = cuda.device_array(int(ends[-1]), plain_type(cls))
    lanes = min(len(states), LANES)
    kernel_of(cls, make_filler)(lanes, states, lanes, cuda.to_device(ends), children)
    return children


def slices(numbers: NDArray[np.int64], most: int) -> list[tuple[int, int]]:
    """Stretches of positions with at most so many children together (or of one position)."""
    ends = numbers.cumsum()
    found = []
    first = 0
    while first < len(numbers):
        before = int(ends[first - 1]) if first else 0
        end = max(first + 1, int(np.searchsorted(ends, before + most, side="right")))
        found.append((first, end))
        first = end
    return found


def ptx(cls: Any) -> dict[str, str]:
    """The kernels as PTX, compiled without a GPU."""
    states, whole, numbers = types.Array(record_type(cls), 1, "C"), types.int64, types.int64[::1]
    return {
        "counter": ptx_of(cls, make_counter, (states, whole, numbers)),
        "filler": ptx_of(cls, make_filler, (states, whole, numbers, states)),
        "walker": ptx_of(cls, make_walker, (states, whole, types.int64[:, ::1])),
    }
