"""Rules that nobody has checked are compiled with bounds checking: a wrong index is an error, not a crash.

The rules of Zermelo's own games are trusted. Those of anybody else are once `zermelo check` has passed for their
digest, which is kept in the data folder. Until then every function that Numba compiles for a state of theirs looks at
its indices, and an index outside an array raises IndexError with the line where it stands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import types
from numba.core import cgutils, dispatcher
from numba.core.lowering import BaseLower
from numba.core.targetconfig import ConfigStack

from zermelo.game.trust import author_of, is_ours, is_trusted


def records_in(kind: Any) -> list[Any]:
    """The record types that an argument of a compiled function holds."""
    if isinstance(kind, types.Record):
        return [kind]
    if isinstance(kind, types.Array):
        return records_in(kind.dtype)
    if isinstance(kind, types.BaseTuple):
        return [record for part in kind for record in records_in(part)]
    return []


class Guard:
    """Decides which functions look at their indices; `compile.py` says how a record's class is found."""

    class_of: Callable[[Any], Any] = staticmethod(lambda record: None)
    kernels: set[Any] = set()  # functions with a disk cache: what they are compiled to depends on their arguments alone

    @classmethod
    def by_arguments(cls, function: Any, arguments: Any) -> bool:
        """Whether a function must look at its indices because of the states that it is compiled for."""
        for argument in arguments:
            for record in records_in(argument):
                game = cls.class_of(record)
                if game is None:
                    continue
                base = author_of(game)  # a trusted game with an evaluation of somebody else's: that alone is guarded
                if not is_trusted(base) or not is_ours(function) and function not in base.rules().values():
                    return True
        return False

    @classmethod
    def wanted(cls, function: Any, arguments: Any) -> bool:
        """The same, or because its caller does; a helper that has no state among its arguments follows its caller."""
        if cls.by_arguments(function, arguments):
            return True
        caller = ConfigStack.top_or_none()
        return function not in cls.kernels and bool(caller is not None and caller.boundscheck)


# ---------------------------------------------------------------------- Numba


def looking_at_arguments(compile_core: Any) -> Any:
    """Numba's compiler of one function, which now knows for which arguments it chooses its options."""

    def compile_for(self: Any, arguments: Any, returned: Any) -> Any:
        self._guarded = Guard.wanted(self.py_func, arguments)
        return compile_core(self, arguments, returned)

    return compile_for


def guarded_flags(customize: Any) -> Any:
    """The options of a function, with bounds checking where it is wanted."""

    def flags_for(self: Any, flags: Any) -> Any:
        flags = customize(self, flags)
        if getattr(self, "_guarded", False):
            flags.boundscheck = True
        return flags

    return flags_for


_lowering: list[Any] = []  # the functions whose machine code is being made, the innermost last


def remembering(lower_block: Any) -> Any:
    """Numba's making of machine code, which now knows at which line it is."""

    def lower(self: Any, block: Any) -> Any:
        _lowering.append(self)
        try:
            return lower_block(self, block)
        finally:
            _lowering.pop()

    return lower


def checked_index(context: Any, builder: Any, index: Any, length: Any, axis: Any = None) -> None:
    """Numba's look at an index, which now says where it stands."""
    at = _lowering[-1] if _lowering else None
    place = (at.loc, at.func_ir.func_id.func_qualname) if at is not None else (None, None)
    for sign, bound in ((">=", length), ("<", index.type(0))):
        outside = builder.icmp_signed(sign, index, bound)
        with cgutils.if_unlikely(builder, outside):
            context.call_conv.return_user_exc(builder, IndexError, ("index is out of bounds",), *place)


compilers: Any = dispatcher.__dict__["_FunctionCompiler"]
compilers._compile_core = looking_at_arguments(compilers._compile_core)
compilers._customize_flags = guarded_flags(compilers._customize_flags)
BaseLower.lower_block = remembering(BaseLower.lower_block)
cgutils.do_boundscheck = checked_index
