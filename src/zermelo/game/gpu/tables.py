"""Tables of rules on a GPU: small ones in constant memory, which has room for 64 KB, all others in global memory.

numba-cuda writes a copy of a table into every function that reads it. Here a table is named by its content, so that
the linker keeps one.
"""

from __future__ import annotations

import hashlib
import types
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types as kinds
from numba.core import cgutils

GLOBAL, CONSTANT = 1, 4  # address spaces
SMALL = 4096  # bytes of a table that may lie in constant memory
ROOM = 49152  # bytes of all tables of a game there; what numba-cuda keeps there itself is small

_used: dict[str, dict[str, int]] = {}  # a game's rules -> the tables in constant memory, with their bytes
_game = [""]


@contextmanager
def tables_of(rules: str) -> Iterator[None]:
    """What is compiled inside belongs to a game."""
    before, _game[0] = _game[0], rules
    try:
        yield
    finally:
        _game[0] = before


def address_space(name: str, size: int) -> int:
    """Where a table of the game that is being compiled lies."""
    used = _used.setdefault(_game[0], {})
    if name in used:
        return CONSTANT
    if size > SMALL or sum(used.values()) + size > ROOM:
        return GLOBAL
    used[name] = size
    return CONSTANT


def table(context: Any, module: Any, data: bytes, align: int) -> Any:
    """The bytes as a variable of the module."""
    digest = hashlib.blake2b(data, digest_size=10).hexdigest()
    name = f"zermelo_table_{digest}_{align}"
    space = address_space(name, len(data))
    name += "_const" if space == CONSTANT else ""
    if name in module.globals:
        return module.globals[name]
    value = ir.Constant(ir.ArrayType(ir.IntType(8), len(data)), bytearray(data))
    variable = cgutils.add_global_variable(module, value.type, name, addrspace=space)
    variable.linkage = "linkonce_odr"
    variable.global_constant = True
    variable.initializer = value
    variable.align = align
    return variable


def make_constant_array(self: Any, builder: Any, kind: Any, array: Any) -> Any:
    """An array as a constant in the code: numba-cuda's own function, but for where the bytes lie."""
    if any(stride < 0 for stride in array.strides) or not (array.flags.c_contiguous or array.flags.f_contiguous):
        array = np.ascontiguousarray(array)
    size = self.get_abi_sizeof(self.get_data_type(kind.dtype))
    variable = table(self, builder.module, array.tobytes(order="A"), 2 ** (size - 1).bit_length())
    data = builder.addrspacecast(variable, ir.PointerType(ir.IntType(8)), "generic")
    made = self.make_array(kind)(self, builder)
    self.populate_array(
        made,
        data=builder.bitcast(data, made.data.type),
        shape=[self.get_constant(kinds.intp, length) for length in array.shape],
        strides=[self.get_constant(kinds.intp, stride) for stride in array.strides],
        itemsize=made.itemsize,
        parent=made.parent,
        meminfo=None,
    )
    return made._getvalue()


def teach_tables(context: Any) -> None:
    """Let numba-cuda place tables so."""
    context.make_constant_array = types.MethodType(make_constant_array, context)
