"""The same rules on a GPU: numba-cuda compiles the very methods that CPython and Numba run.

Every thread plays whole random games. The same seed gives the same games as on the processor. Without a GPU the code
can still be compiled to PTX, which is how tests prove that a game keeps to what a GPU can do (no allocation, small
tables).
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

if not hasattr(np, "row_stack"):  # numba-cuda 0.30 still names it; NumPy 2.5 has removed it
    np.row_stack = np.vstack

from zermelo.errors import BadLimit, BadRules, MissingExtra

try:
    from numba import cuda, types
    from numba.cuda.cudadecl import registry
    from numba.cuda.descriptor import cuda_target
    from numba.cuda.extending import lower_getattr
    from numba.cuda.np.numpy_support import from_dtype
except ImportError as problem:
    raise MissingExtra("random games on a GPU need numba-cuda: pip install 'zermelo[gpu]'") from problem

from zermelo.game import compile as compiler
from zermelo.game import machine
from zermelo.game.game import NO_MOVE
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

CAPABILITY = (9, 0)  # what PTX is made for where no GPU is present
THREADS = 128  # of a block
LANES = 132 * 2048  # games side by side on a large card
TABLES = 65536  # bytes of constant memory
ROOM_FOR_TABLES = f"a GPU has room for {TABLES} bytes: compute or shrink them"
ROOM = 1 << 31  # bytes for the keys of all lanes: games that look far back are played by fewer lanes


def device_method(rule: Any) -> Any:
    """A rule as a device function."""
    compiler.know_helpers(rule)
    return cuda.jit(device=True)(rule)


compiler.make_method["gpu"] = device_method
registry.register_attr(compiler.RecordMethods)
machine.teach_gpu()


def teach_cuda(name: str, read: Any) -> None:
    """Register the reader of a constant with numba-cuda."""
    lower_getattr(types.Record, name)(read)
    cuda_target.target_context.refresh()


compiler.add_compiler(teach_cuda)


def record_type(cls: Any) -> Any:
    """The record type as numba-cuda knows it."""
    fields = [(name, *(kind.subdtype or (kind,))) for name, (kind, *_) in cls.layout.fields.items()]
    return from_dtype(np.dtype(fields, align=True))


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


_kernels: dict[str, Any] = {}


def kernel_of(cls: Any) -> Any:
    """The compiled kernel of a game, made once."""
    if cls.rules_name not in _kernels:
        made = make_kernel(cls)
        compiler.know_helpers(made)
        _kernels[cls.rules_name] = cuda.jit(made)
    return _kernels[cls.rules_name]


def device_name() -> str:
    """The name of the GPU, or nothing if there is none."""
    try:
        if not cuda.is_available():
            return ""
        name = cuda.get_current_device().name
        return name.decode() if isinstance(name, bytes) else str(name)
    except Exception:  # the driver's own errors come in many types
        return ""


def playouts(state: Any, games: int, *, seed: int = 0, lanes: int = LANES) -> PlayoutReport:
    """Random games on the GPU; the same games as `zermelo.playouts` plays with this seed."""
    if games < 1 or seed < 0:
        raise BadLimit("games must be at least 1 and the seed not negative")
    if not device_name():
        raise MissingExtra("no GPU was found: run with --on cpu, or see `zermelo doctor`")
    cls = type(state)
    kept = remembered(cls)
    lanes = min(lanes, -(-games // THREADS) * THREADS, max(THREADS, ROOM // (8 * kept) // THREADS * THREADS))
    kernel = kernel_of(cls)
    starts = cuda.to_device(plain_array(state))
    keys = cuda.device_array((kept, lanes), np.uint64)
    counts = cuda.to_device(np.zeros((lanes, 5 + 3 * cls.players), np.int64))
    totals = cuda.to_device(np.zeros((lanes, cls.players, 2)))
    blocks = -(-lanes // THREADS)
    try:
        kernel[blocks, THREADS](starts, keys, seed, 0, 0, counts, totals)  # compiles, so that it is not timed
    except Exception as problem:  # the linker's own errors come in many types
        if "constant data" in str(problem) + "".join(getattr(problem, "__notes__", [])):
            raise BadRules(f"{cls.__name__}: its tables are too large; {ROOM_FOR_TABLES}") from None
        raise
    cuda.synchronize()
    begin = time.perf_counter()
    kernel[blocks, THREADS](starts, keys, seed, 0, games, counts, totals)
    cuda.synchronize()
    seconds = time.perf_counter() - begin
    return summary(state, counts.copy_to_host(), totals.copy_to_host(), games, seconds, seed)


def plain_array(state: Any) -> Any:
    """The state as an array of plain records, which the driver can copy."""
    fields = [(name, *(kind.subdtype or (kind,))) for name, (kind, *_) in type(state).layout.fields.items()]
    return np.frombuffer(state.tobytes(), np.dtype(fields, align=True)).copy()


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
    import numba.cuda.compiler as cuda_compiler
    import numba.cuda.dispatcher as cuda_dispatcher

    class NoDevice:
        compute_capability = CAPABILITY

    if not device_name():
        cuda_compiler.get_current_device = cuda_dispatcher.get_current_device = lambda: NoDevice
    function = make_kernel(cls)
    compiler.know_helpers(function)
    state = types.Array(record_type(cls), 1, "C")
    signature = (
        state,
        types.uint64[:, ::1],
        types.int64,
        types.int64,
        types.int64,
        types.int64[:, ::1],
        types.float64[:, :, ::1],
    )
    text, _ = cuda.compile(function, signature, device=False, cc=CAPABILITY, abi="numba")
    check_tables(cls, text)
    return str(text)


def check_tables(cls: Any, text: str) -> None:
    """A GPU has 64 KB for constants: say so before the driver does."""
    import re

    size = sum(int(number) for number in re.findall(r"\.const[^\n]*?\[(\d+)\]", text))
    if size > TABLES:
        raise BadRules(f"{cls.__name__}: its tables take {size} bytes; {ROOM_FOR_TABLES}")
