"""The network inside compiled search: which inputs are on, the columns added up, one layer of units, the estimate.

All weights lie in one block of memory whose address a state carries (`state.net`), so that other weights need no
compiling. Sums are of whole numbers, so the estimate is the same at every speed, to the last bit.
"""

from __future__ import annotations

import ctypes
import math
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from zermelo.game import machine
from zermelo.game.bits import NONE, squares
from zermelo.game.game import CHANCE
from zermelo.game.machine import twin
from zermelo.learn.inputs import BOARD_WORDS, CELL_WORDS

# Words at the head of the block
CELLS, BOARDS, INPUTS, FIRST_CELL, FIRST_BOARD, LOOKUP, COLUMNS, DIRECT, BIAS, OUT, OUT_BIAS, SCALE = range(12)
HEAD = 16
ONE_UNIT = 256  # a unit's largest output, and what a weight of 1 into a unit is stored as
ONE_OUT = 1024  # what a weight of 1 out of a unit is stored as
ONE_DIRECT = ONE_UNIT * ONE_OUT  # what a direct weight of 1 is stored as
ONE_SCALE = 1 << 20


def load_short(address: int, index: int) -> int:
    """The sixteen-bit number at an index of the memory that begins at an address."""
    return int(ctypes.c_int16.from_address(int(address) + 2 * int(index)).value)


def load_int(address: int, index: int) -> int:
    """The same for thirty-two bits."""
    return int(ctypes.c_int32.from_address(int(address) + 4 * int(index)).value)


def load_long(address: int, index: int) -> int:
    """The same for sixty-four bits."""
    return int(ctypes.c_int64.from_address(int(address) + 8 * int(index)).value)


def load_real(address: int, index: int) -> float:
    """The floating-point number at an index."""
    return float(ctypes.c_double.from_address(int(address) + 8 * int(index)).value)


def word_of(state: Any, place: int) -> np.uint64:
    """Eight bytes of a state."""
    return np.uint64(int.from_bytes(state.tobytes()[8 * place : 8 * place + 8], "little"))


def loader(bits: int) -> Any:
    """A plain load of a signed number."""

    @intrinsic
    def load(typing: Any, address: Any, index: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pointer = builder.inttoptr(arguments[0], ir.IntType(bits).as_pointer())
            loaded = builder.load(builder.gep(pointer, [arguments[1]]))
            return builder.sext(loaded, ir.IntType(64)) if bits < 64 else loaded

        return types.int64(types.int64, types.int64), build

    return load


load16, load32, load64 = loader(16), loader(32), loader(64)


@intrinsic
def load_double(typing: Any, address: Any, index: Any) -> Any:
    """A plain load of a floating-point number."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = builder.inttoptr(arguments[0], ir.DoubleType().as_pointer())
        return builder.load(builder.gep(pointer, [arguments[1]]))

    return types.float64(types.int64, types.int64), build


@twin(load_real)
def load_real_compiled(address: Any, index: Any) -> Any:
    """The compiled form."""
    return lambda address, index: load_double(np.int64(address), np.int64(index))


@twin(load_short)
def load_short_compiled(address: Any, index: Any) -> Any:
    """The compiled form."""
    return lambda address, index: load16(np.int64(address), np.int64(index))


@twin(load_int)
def load_int_compiled(address: Any, index: Any) -> Any:
    """The compiled form."""
    return lambda address, index: load32(np.int64(address), np.int64(index))


@twin(load_long)
def load_long_compiled(address: Any, index: Any) -> Any:
    """The compiled form."""
    return lambda address, index: load64(np.int64(address), np.int64(index))


@twin(word_of)
def word_of_compiled(state: Any, place: Any) -> Any:
    """The compiled form."""
    return lambda state, place: machine.word_at(state, np.int64(place))


def active_inputs(state: Any) -> int:
    """Write the inputs that are on into `state.active`, and return how many there are."""
    net = state.net
    count = 0
    lookup = net + load_long(net, LOOKUP)
    cell = net + load_long(net, FIRST_CELL)
    for _ in range(load_long(net, CELLS)):
        value = np.int64(word_of(state, load_long(cell, 0)) >> np.uint64(load_long(cell, 1))) & load_long(cell, 2)
        sign = load_long(cell, 3)
        value = (value ^ sign) - sign
        step = int((value - load_long(cell, 4)) >> load_long(cell, 5))
        number = load_short(lookup, load_long(cell, 7) + min(max(step, 0), load_long(cell, 6) - 1))
        if number >= 0:
            state.active[count] = number
            count += 1
        cell += 8 * CELL_WORDS
    board = net + load_long(net, FIRST_BOARD)
    for _ in range(load_long(net, BOARDS)):
        count = active_on_board(state, board, lookup, count)
        board += 8 * BOARD_WORDS
    return count


def active_on_board(state: Any, board: int, lookup: int, count: int) -> int:
    """The same for boards that lie over each other: what stands on each square that is not empty."""
    planes, start = load_long(board, 0), load_long(board, 1)
    filled = NONE
    for plane in range(planes):
        filled |= word_of(state, load_long(board, 2 + plane))
    for square in squares(filled):
        pattern = 0
        for plane in range(planes):
            pattern |= int((word_of(state, load_long(board, 2 + plane)) >> np.uint64(square)) & np.uint64(1)) << plane
        number = load_short(lookup, start + (square << planes) + pattern)
        if number >= 0:
            state.active[count] = number
            count += 1
    return count


def bucket(state: Any) -> int:
    """Whose columns serve: those of the player to move, or of chance."""
    return int(state.turn) - CHANCE if state.chance else int(state.turn)


def network_value(state: Any, output: int) -> float:
    """What the network expects of a position, in the game's own units."""
    net = state.net
    count = active_inputs(state)
    mover = bucket(state)
    row = mover * load_long(net, INPUTS)
    columns, direct = net + load_long(net, COLUMNS), net + load_long(net, DIRECT)
    bias = net + load_long(net, BIAS) + 4 * mover * state.units_wide
    for unit in range(state.units_wide):
        state.units[unit] = load_int(bias, unit)
    total = load_long(net + load_long(net, OUT_BIAS), mover * state.outputs + output)
    for index in range(count):
        column = row + state.active[index]
        total += load_int(direct, column * state.outputs + output)
        start = columns + 2 * column * state.units_wide
        for unit in range(state.units_wide):
            state.units[unit] += load_short(start, unit)
    weights = net + load_long(net, OUT) + 2 * (mover * state.outputs + output) * state.units_wide
    for unit in range(state.units_wide):
        total += min(max(state.units[unit], 0), ONE_UNIT) * load_short(weights, unit)
    return squashed(total / ONE_DIRECT) * (load_long(net, SCALE) / ONE_SCALE)


def squashed(value: float) -> float:
    """Between -1 and 1, by operations that every processor rounds alike."""
    return value / math.sqrt(1.0 + value * value)
