"""Words of shared memory by their address: how a recursive kernel reaches its table without an array argument.

An array is seven machine words that every call would pass on; an address is one, kept in the work space.
"""

from __future__ import annotations

import ctypes
import os
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numpy.typing import NDArray

from zermelo.errors import BadLimit
from zermelo.game.machine import twin


def load_word(address: int, index: int) -> np.uint64:
    """The word at an index of the memory that begins at an address."""
    return np.uint64(ctypes.c_uint64.from_address(int(address) + 8 * int(index)).value)


def store_word(address: int, index: int, value: np.uint64) -> None:
    """Write the word at an index."""
    ctypes.c_uint64.from_address(int(address) + 8 * int(index)).value = int(value)


@intrinsic
def load(typing: Any, address: Any, index: Any) -> Any:
    """A plain load."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())
        return builder.load(builder.gep(pointer, [arguments[1]]))

    return types.uint64(types.int64, types.int64), build


@intrinsic
def store(typing: Any, address: Any, index: Any, value: Any) -> Any:
    """A plain store."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())
        builder.store(arguments[2], builder.gep(pointer, [arguments[1]]))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.uint64), build


def prefetch_word(address: int, index: int) -> None:
    """Let the processor fetch a word that will be read soon; nothing else happens."""


@intrinsic
def prefetch(typing: Any, address: Any, index: Any) -> Any:
    """LLVM's own prefetch: for reading, to be kept close, data."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        pointer = builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        call = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        hints = [ir.Constant(number, hint) for hint in (0, 3, 1)]
        builder.call(call, [builder.bitcast(builder.gep(pointer, [arguments[1]]), byte), *hints])
        return context.get_dummy_value()

    return types.void(types.int64, types.int64), build


@twin(prefetch_word)
def prefetch_word_compiled(address: Any, index: Any) -> Any:
    """The compiled form."""
    return lambda address, index: prefetch(np.int64(address), np.int64(index))


@twin(load_word)
def load_compiled(address: Any, index: Any) -> Any:
    """The compiled form."""
    return lambda address, index: load(np.int64(address), np.int64(index))


@twin(store_word)
def store_compiled(address: Any, index: Any, value: Any) -> Any:
    """The compiled form."""
    return lambda address, index, value: store(np.int64(address), np.int64(index), np.uint64(value))


def room_for(megabytes: float, what: str) -> None:
    """Refuse what this machine cannot hold; the system would promise it, and end the program later."""
    try:
        total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**20
    except (AttributeError, ValueError, OSError):
        return  # not told here: NumPy will say so if even the promise fails
    if megabytes > 0.9 * total:
        raise BadLimit(f"{what} of {megabytes:g} MB does not fit into the {total:,.0f} MB of this machine: choose less")


def address_of(memory: NDArray[Any]) -> int:
    """Where an array's memory begins; the caller keeps the array alive."""
    return int(memory.ctypes.data)
