"""Numbers that several threads change at once: indivisible steps on the fields of an array of records.

Each word is a plain Python function, right under the interpreter's lock, with a compiled twin that is one instruction
of the processor. An array of records is shared memory; `place` is an index and must not be negative.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array
from numpy.typing import NDArray

from zermelo.game.machine import twin

A = TypeVar("A", bound=NDArray[Any])

UNEXPANDED, EXPANDING, EXPANDED, ILLEGAL = range(4)  # the status of a node; ILLEGAL: its move is a forbidden repetition


def add_visits(nodes: Any, place: int, more: int) -> int:
    """Add to the visits of a node and return what they were before."""
    before = int(nodes[place].visits)
    nodes[place].visits = before + more
    return before


def add_total(nodes: Any, place: int, more: int) -> None:
    """Add to the sum of results of a node."""
    nodes[place].total += more


def claim_expansion(nodes: Any, place: int) -> bool:
    """Whether this thread is the one that may expand a node."""
    if nodes[place].status != UNEXPANDED:
        return False
    nodes[place].status = EXPANDING
    return True


def load_status(nodes: Any, place: int) -> int:
    """The status of a node; if it is EXPANDED, all that was written about its children can be read."""
    return int(nodes[place].status)


def publish_status(nodes: Any, place: int, status: int) -> None:
    """Let other threads see what was written about a node's children."""
    nodes[place].status = status


def fetch_add(counters: Any, place: int, more: int) -> int:
    """Add to a counter and return what it was before."""
    before = int(counters[place])
    counters[place] += more
    return before


def borrowed(array: A) -> A:
    """The same array without its count of references, which every call would change; the caller keeps it alive."""
    return array


# ---------------------------------------------------------------------- the compiled twins


def pointer_to(context: Any, builder: Any, kind: Any, array: Any, place: Any, field: str | None) -> Any:
    """The address of a field of one record, or of one number of a plain array."""
    start = builder.bitcast(make_array(kind)(context, builder, array).data, ir.IntType(8).as_pointer())
    size = kind.dtype.size if field else kind.dtype.bitwidth // 8
    offset = builder.mul(place, ir.Constant(ir.IntType(64), size))
    if field:
        offset = builder.add(offset, ir.Constant(ir.IntType(64), kind.dtype.offset(field)))
    number = kind.dtype.typeof(field) if field else kind.dtype
    wanted = context.get_data_type(number).as_pointer()
    return builder.bitcast(builder.gep(start, [offset]), wanted)


def adding(field: str | None) -> Any:
    """Fetch and add."""

    @intrinsic
    def call(typing: Any, array: Any, place: Any, more: Any) -> Any:
        number = array.dtype.typeof(field) if field else array.dtype

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pointer = pointer_to(context, builder, array, arguments[0], arguments[1], field)
            amount = context.cast(builder, arguments[2], types.int64, number)
            before = builder.atomic_rmw("add", pointer, amount, "monotonic")
            return context.cast(builder, before, number, types.int64)

        return types.int64(array, types.int64, types.int64), build

    return call


add_to_visits, add_to_total, add_to_counter = adding("visits"), adding("total"), adding(None)


@intrinsic
def claim_status(typing: Any, nodes: Any, place: Any) -> Any:
    """Compare and exchange."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = pointer_to(context, builder, nodes, arguments[0], arguments[1], "status")
        byte = ir.IntType(8)
        pair = builder.cmpxchg(
            pointer, ir.Constant(byte, UNEXPANDED), ir.Constant(byte, EXPANDING), "acq_rel", "acquire"
        )
        return context.cast(builder, builder.extract_value(pair, 1), types.boolean, types.boolean)

    return types.boolean(nodes, types.int64), build


@intrinsic
def load_status_word(typing: Any, nodes: Any, place: Any) -> Any:
    """An acquiring load: on x86 a plain one."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = pointer_to(context, builder, nodes, arguments[0], arguments[1], "status")
        return context.cast(builder, builder.load_atomic(pointer, "acquire", 1), types.uint8, types.int64)

    return types.int64(nodes, types.int64), build


@intrinsic
def store_status(typing: Any, nodes: Any, place: Any, status: Any) -> Any:
    """A releasing store: on x86 a plain one."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = pointer_to(context, builder, nodes, arguments[0], arguments[1], "status")
        builder.store_atomic(context.cast(builder, arguments[2], types.int64, types.uint8), pointer, "release", 1)
        return context.get_dummy_value()

    return types.void(nodes, types.int64, types.int64), build


@intrinsic
def without_owner(typing: Any, array: Any) -> Any:
    """The array's structure with nobody to count for: Numba leaves a null owner alone."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = make_array(array)(context, builder, arguments[0])
        made.meminfo = cgutils.get_null_value(made.meminfo.type)
        made.parent = cgutils.get_null_value(made.parent.type)
        return made._getvalue()

    return array(array), build


def three_numbers(word: Callable[..., Any], call: Any) -> None:
    """Register the twin of a word (array, place, amount)."""

    @twin(word, target="cpu")
    def make(array: Any, place: Any, more: Any) -> Any:
        return lambda array, place, more: call(array, np.int64(place), np.int64(more))


three_numbers(add_visits, add_to_visits)
three_numbers(add_total, add_to_total)
three_numbers(fetch_add, add_to_counter)


@twin(borrowed, target="cpu")
def borrowed_compiled(array: Any) -> Any:
    """The compiled form."""
    return lambda array: without_owner(array)


@twin(claim_expansion, target="cpu")
def claim_expansion_compiled(nodes: Any, place: Any) -> Any:
    """The compiled form."""
    return lambda nodes, place: claim_status(nodes, np.int64(place))


@twin(load_status, target="cpu")
def load_status_compiled(nodes: Any, place: Any) -> Any:
    """The compiled form."""
    return lambda nodes, place: load_status_word(nodes, np.int64(place))


@twin(publish_status, target="cpu")
def publish_status_compiled(nodes: Any, place: Any, status: Any) -> Any:
    """The compiled form."""
    return lambda nodes, place, status: store_status(nodes, np.int64(place), np.int64(status))
