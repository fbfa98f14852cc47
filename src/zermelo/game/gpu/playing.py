"""Random games on a GPU: every thread plays whole games. The same seed gives the same games as on the processor."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from numba import cuda, types

from zermelo.errors import BadLimit
from zermelo.game import compile as compiler
from zermelo.game.game import NO_MOVE
from zermelo.game.gpu.device import THREADS, kernel_of, plain_array, ptx_of, record_type, require_device
from zermelo.game.history import Clocks
from zermelo.game.playouts import (
    DRAWS,
    LOSSES,
    WINS,
    PlayoutReport,
    branching,
    random_move,
    remembered,
    report,
    work_for,
)
from zermelo.game.random import Random

LANES = 132 * 2048  # games side by side on a large card
ROOM = 1 << 31  # bytes for the keys of all lanes: games that look far back are played by fewer lanes


def make_kernel(cls: Any) -> Any:
    """The kernel for one game: local memory must have a size that is known when it is compiled."""
    state_type, random_type, clocks_type = record_type(cls), record_type(Random), record_type(Clocks)
    width, players = cls.most_moves + 8, cls.players
    two, three = 2 * players, 3 * players
    mirrored = players == 2 and cls.zero_sum
    longest = 1_000_000

    def play_games(starts: Any, keys: Any, seed: int, first: int, games: int, counts: Any, totals: Any) -> None:
        """Games first + lane, first + lane + lanes, ...; counts: plies, squares, longest, shortest, unfinished."""
        lane = cuda.grid(1)
        lanes = counts.shape[0]
        if lane >= lanes:
            return
        state = cuda.local.array(1, dtype=state_type)[0]
        random = cuda.local.array(1, dtype=random_type)[0]
        clocks = cuda.local.array(1, dtype=clocks_type)[0]
        row = cuda.local.array(width, dtype=np.int32)
        sums = cuda.local.array(two, dtype=np.float64)
        tallies = cuda.local.array(three, dtype=np.int64)
        for place in range(two):
            sums[place] = 0.0
        for place in range(three):
            tallies[place] = 0
        plies = 0
        squares = 0
        most = 0
        least = longest
        unfinished = 0
        for game in range(first + lane, first + games, lanes):
            random.begin(seed, game)
            compiler.assign(state, starts[0])
            clocks.begin(state, keys[:, lane])
            while clocks.plies < longest and clocks.stopped == 0 and not state.over():
                move = random_move(state, random, row)
                if move == NO_MOVE:
                    break
                clocks.advance(state, move, row, keys[:, lane])
            plies += clocks.plies
            squares += clocks.plies * clocks.plies
            most = max(most, clocks.plies)
            least = min(least, clocks.plies)
            unfinished += clocks.plies >= longest
            for player in range(players):
                value = clocks.result(state, player)
                sums[2 * player] += value
                sums[2 * player + 1] += value * value
                tallies[3 * player + (WINS if value > 0.0 else LOSSES if value < 0.0 else DRAWS)] += 1
                if mirrored:
                    break  # the other player's result follows: see `report`
        counts[lane, 0] = plies
        counts[lane, 1] = squares
        counts[lane, 2] = most
        counts[lane, 3] = least
        counts[lane, 4] = unfinished
        for place in range(three):
            counts[lane, 5 + place] = tallies[place]
        for player in range(players):
            totals[lane, player, 0] = sums[2 * player]
            totals[lane, player, 1] = sums[2 * player + 1]

    return play_games


def playouts(state: Any, games: int, *, seed: int = 0, lanes: int = LANES) -> PlayoutReport:
    """Random games on the GPU; the same games as `zermelo.playouts` plays with this seed."""
    if games < 1 or seed < 0:
        raise BadLimit("games must be at least 1 and the seed not negative")
    require_device()
    cls = type(state)
    kept = remembered(cls)
    lanes = min(lanes, -(-games // THREADS) * THREADS, max(THREADS, ROOM // (8 * kept) // THREADS * THREADS))
    kernel = kernel_of(cls, make_kernel)
    starts = cuda.to_device(plain_array(cls, [state]))
    keys = cuda.device_array((kept, lanes), np.uint64)
    counts = cuda.to_device(np.zeros((lanes, 5 + 3 * cls.players), np.int64))
    totals = cuda.to_device(np.zeros((lanes, cls.players, 2)))
    kernel(lanes, starts, keys, seed, 0, 0, counts, totals)  # compiles, so that it is not timed
    cuda.synchronize()
    begin = time.perf_counter()
    kernel(lanes, starts, keys, seed, 0, games, counts, totals)
    cuda.synchronize()
    seconds = time.perf_counter() - begin
    return summary(state, counts.copy_to_host(), totals.copy_to_host(), games, seconds, seed)


def summary(state: Any, counts: Any, totals: Any, games: int, seconds: float, seed: int) -> PlayoutReport:
    """The lanes' counters as one report."""
    work = work_for(state)
    work["plies"], work["squares"] = counts[:, 0].sum(), counts[:, 1].sum()
    work["longest"], work["shortest"] = counts[:, 2].max(), counts[:, 3].min()
    work["unfinished"] = counts[:, 4].sum()
    work["results"] = counts[:, 5:].sum(axis=0).reshape(1, state.players, 3)
    work["total"], work["total_squares"] = totals[:, :, 0].sum(axis=0), totals[:, :, 1].sum(axis=0)
    return report(state, work, games, seconds, branching(state, seed, games))


def ptx(cls: Any) -> str:
    """The game's kernel as PTX, compiled without a GPU."""
    state = types.Array(record_type(cls), 1, "C")
    whole, counts, totals = types.int64, types.int64[:, ::1], types.float64[:, :, ::1]
    return ptx_of(cls, make_kernel, (state, types.uint64[:, ::1], whole, whole, whole, counts, totals))
