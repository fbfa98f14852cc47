"""The compiled twins of the words in `bits.py`: machine instructions, wrapping arithmetic, and loops over squares.

Loaded by `compile.py` only. An instruction is emitted through llvmlite's own builder methods: wrong code there would be
a crash and not an exception.
"""

from __future__ import annotations

import inspect
import platform
from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import RefType, iternext_impl
from numba.extending import intrinsic, lower_builtin, models, overload, register_model, type_callable

from zermelo.game import bits
from zermelo.game.bits import factor, fold, mix64, word

TWINS = {bits.squares}  # the functions that have a compiled form of their own


def twin(word_of_bits: Any, overload: Any = overload, **options: Any) -> Callable[[Any], Any]:
    """Register the compiled form of a word; Numba compares signatures, so annotations are taken off first."""

    def register(make: Any) -> Any:
        def bare(*arguments: Any) -> Any:
            made = make(*arguments)
            if made is not None:
                made.__annotations__ = {}
            return made

        bare.__signature__ = inspect.signature(make).replace(  # type: ignore[attr-defined]  # read by Numba
            parameters=[p.replace(annotation=p.empty) for p in inspect.signature(make).parameters.values()],
            return_annotation=inspect.Signature.empty,
        )
        TWINS.add(word_of_bits)
        overload(word_of_bits, **options)(bare)
        return make

    return register


def instruction(name: str, *extra: int) -> Any:
    """An LLVM instruction on 64-bit words; llvmlite's builder has a method for each."""

    @intrinsic
    def call(typing: Any, board: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            flags = [ir.Constant(ir.IntType(1), value) for value in extra]
            return getattr(builder, name)(arguments[0], *flags)

        return types.uint64(types.uint64), build

    return call


ctpop, cttz, ctlz = instruction("ctpop"), instruction("cttz", 0), instruction("ctlz", 0)
bswap, bitreverse = instruction("bswap"), instruction("bitreverse")


@twin(bits.number)
def number(board: Any) -> Any:
    return lambda board: np.int64(board)


@twin(bits.count)
def count(board: Any) -> Any:
    return lambda board: np.int64(ctpop(np.uint64(board)))


@twin(bits.lowest)
def lowest(board: Any) -> Any:
    return lambda board: np.int64(cttz(np.uint64(board)))


@twin(bits.highest)
def highest(board: Any) -> Any:
    return lambda board: np.int64(63) - np.int64(ctlz(np.uint64(board)))


@twin(bits.swapped)
def swapped(board: Any) -> Any:
    return lambda board: bswap(board)


@twin(bits.reversed_bits)
def reversed_bits(board: Any) -> Any:
    return lambda board: bitreverse(board)


@twin(bits.plus)
def plus(a: Any, b: Any) -> Any:
    return lambda a, b: np.uint64(a) + np.uint64(b)


@twin(bits.minus)
def minus(a: Any, b: Any) -> Any:
    return lambda a, b: np.uint64(a) - np.uint64(b)


@twin(bits.times)
def times(a: Any, b: Any) -> Any:
    return lambda a, b: np.uint64(a) * np.uint64(b)


@twin(bits.rest)
def rest(board: Any) -> Any:
    return lambda board: board & (board - word(1))


@twin(bits.put)
def put(out: Any, n: Any, move: Any) -> Any:
    """The unsigned index spares Numba's test for a negative one, 6 % of chess perft."""

    def write(out: Any, n: Any, move: Any) -> Any:
        out[np.uintp(n)] = move
        return n + 1

    return write


# ---------------------------------------------------------------------- the n-th square


def has_bmi2() -> bool:
    """Whether this processor deposits bits by one instruction."""
    return platform.machine() in ("x86_64", "AMD64") and bool(llvm.get_host_cpu_features().get("bmi2"))


@intrinsic
def pdep(typing: Any, source: Any, mask: Any) -> Any:
    """The bits of the source laid out on the squares of the mask (x86 with BMI2 only)."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(ir.IntType(64), [ir.IntType(64), ir.IntType(64)])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pdep.64")
        return builder.call(function, arguments)

    return types.uint64(types.uint64, types.uint64), build


def nth_by_steps(board: np.uint64, index: int) -> int:
    """Binary search by counts: for machines without the instruction."""
    low = 0
    left = np.int64(index)
    for width in (32, 16, 8, 4, 2, 1):
        below = np.int64(ctpop((board >> np.uint64(low)) & ((word(1) << np.uint64(width)) - word(1))))
        if below <= left:
            left -= below
            low += width
    return low if low < 64 else 64


def nth_by_clearing(board: np.uint64, index: int) -> int:
    """Take the lowest squares away one by one: on a GPU the shortest for boards with few squares."""
    for _ in range(index):
        board = board & (board - word(1))
    return bits.number(cttz(board))


@twin(bits.nth, target="cpu")
def nth(board: Any, index: Any) -> Any:
    if has_bmi2():
        return lambda board, index: np.int64(cttz(pdep(word(1) << np.uint64(index), np.uint64(board))))
    return nth_by_steps


# ---------------------------------------------------------------------- for square in squares(board)


class SquaresIterator(types.SimpleIteratorType):
    """The state of a loop: the squares still to come."""

    def __init__(self) -> None:
        super().__init__("squares_iterator", types.int64)


class Squares(types.SimpleIterableType):
    """What `squares(board)` is to the compiler: no generator, so numba-cuda can compile it too."""

    def __init__(self) -> None:
        super().__init__("squares", SquaresIterator())


@register_model(Squares)
class SquaresModel(models.PrimitiveModel):
    """A set of squares is a word."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, ir.IntType(64))


@register_model(SquaresIterator)
class SquaresIteratorModel(models.StructModel):
    """The word is kept on the stack, where the loop takes squares out of it."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("left", types.EphemeralPointer(types.uint64))])


def teach_squares(lower: Callable[..., Any], next_step: Callable[..., Any], untracked: Any) -> None:
    """Register the loop with a compiler: Numba here, numba-cuda in `teach_gpu`."""

    @lower(bits.squares, types.uint64)
    def make(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return arguments[0]

    @lower("getiter", Squares)
    def begin(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        iterator = context.make_helper(builder, signature.return_type)
        iterator.left = cgutils.alloca_once_value(builder, arguments[0])
        return iterator._getvalue()

    @lower("iternext", SquaresIterator)
    @next_step(untracked)
    def step(context: Any, builder: Any, signature: Any, arguments: Any, result: Any) -> None:
        iterator = context.make_helper(builder, signature.args[0], value=arguments[0])
        left = builder.load(iterator.left)
        some = builder.icmp_unsigned("!=", left, ir.Constant(left.type, 0))
        result.set_valid(some)
        with builder.if_then(some):
            result.yield_(builder.cttz(left, ir.Constant(ir.IntType(1), 1)))
            builder.store(builder.and_(left, builder.sub(left, ir.Constant(left.type, 1))), iterator.left)


@type_callable(bits.squares)
def type_squares(context: Any) -> Any:
    return lambda board: Squares()


teach_squares(lower_builtin, iternext_impl, RefType.UNTRACKED)


# ---------------------------------------------------------------------- records as bytes

types.Boolean.bitwidth = (
    8  # in an array; Numba asks for it to lay out `array(flag, n)`, and has said it of numbers only
)


@intrinsic
def word_at(typing: Any, record: Any, place: Any) -> Any:
    """Eight bytes of a record as a word."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        start = builder.bitcast(arguments[0], ir.IntType(64).as_pointer())
        return builder.load(builder.gep(start, [arguments[1]]))

    return types.uint64(record, types.int64), build


def key_words(record: Any) -> int:
    """How many words at the front of a record type are its key: all before the first field outside it."""
    from zermelo.game.record import RULES_FIELD, RecordType

    name = next(name for name in record.fields if name.startswith(RULES_FIELD))
    return RecordType.known[name].key_bytes // 8


@twin(bits.hash_words)
def hash_words(state: Any) -> Any:
    size = key_words(state)

    def run(state: Any) -> Any:
        total = word(0)
        for place in range(size):
            total += fold(word_at(state, place), factor(place))
        return mix64(total)

    return run


@intrinsic
def stack_copy(typing: Any, record: Any) -> Any:
    """A copy of a record in the caller's frame, where LLVM can keep it in registers."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        with builder.goto_entry_block():
            slot = builder.alloca(ir.ArrayType(ir.IntType(8), record.size))
            slot.align = 16
        byte = ir.IntType(8).as_pointer()
        cgutils.raw_memcpy(
            builder,
            builder.bitcast(slot, byte),
            builder.bitcast(arguments[0], byte),
            ir.Constant(ir.IntType(64), record.size),
            1,
        )
        return builder.bitcast(slot, context.get_value_type(record))

    return record(record), build


@intrinsic
def move_bytes(typing: Any, target: Any, source: Any) -> Any:
    """Make one record equal to another of the same type."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        byte = ir.IntType(8).as_pointer()
        size = ir.Constant(ir.IntType(64), target.size)
        to, start = (builder.bitcast(argument, byte) for argument in arguments)
        cgutils.raw_memcpy(builder, to, start, size, 1)
        return context.get_dummy_value()

    return types.void(target, source), build


def teach_gpu() -> None:
    """Give numba-cuda its own forms where the processor's do not serve."""
    from numba.cuda.core.imputils import RefType as GpuRefType
    from numba.cuda.core.imputils import iternext_impl as gpu_iternext
    from numba.cuda.extending import lower_builtin as gpu_lower
    from numba.cuda.extending import overload as gpu_overload

    teach_squares(gpu_lower, gpu_iternext, GpuRefType.UNTRACKED)
    twin(bits.nth, gpu_overload)(lambda board, index: nth_by_clearing)
