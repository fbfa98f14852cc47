"""Work that Numba is spared: what it does again for the same answer.

* Python's collector of garbage, which walks through the compiler's millions of objects again and again;
* a helper function compiled once for each set of its callers' options, most of which do not concern it;
* options compared one by one through properties;
* the variables of an instruction sought inside its texts and numbers;
* a step of a kernel copied twice, variable by variable, before it becomes part of the kernel.
"""

from __future__ import annotations

import copy
import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import inline_closurecall, ir
from numba.core.inline_closurecall import InlineWorker
from numba.core.targetconfig import ConfigStack, TargetConfig
from numba.core.typing.templates import _OverloadFunctionTemplate

OWN = {"no_cpython_wrapper", "no_cfunc_wrapper", "release_gil", "dbg_optnone", "inline"}  # not inherited by helpers


class Compiling:
    """How many functions are being compiled, one for another; the collector rests meanwhile."""

    lock = threading.Lock()
    depth = 0
    collects = True  # whether it did before


@contextmanager
def uncollected() -> Iterator[None]:
    """Leave garbage where it is until the outermost compilation is over."""
    with Compiling.lock:
        if not Compiling.depth:
            Compiling.collects = gc.isenabled()
            gc.disable()
        Compiling.depth += 1
    try:
        yield
    finally:
        with Compiling.lock:
            Compiling.depth -= 1
            if not Compiling.depth and Compiling.collects:
                gc.enable()


# ---------------------------------------------------------------------- options


def same_options(compare: Any) -> Any:
    """Whether two sets of options are equal: at once where the same ones were given."""

    def equal(self: Any, other: Any) -> Any:
        if self is other or type(self) is type(other) and self._values == other._values:
            return True
        return compare(self, other)

    return equal


def hash_of_options(self: Any) -> int:
    """Numba's hash is that of the options' names: the same for all of a kind."""
    return hash(type(self))


_inherited: dict[Any, Any] = {}  # given options -> those that helpers inherit


def inherited(flags: Any) -> Any:
    """What the options of a caller say to the helpers that it calls."""
    if flags is None:
        return None
    given = type(flags), tuple((name, str(value)) for name, value in flags._values.items())
    if given not in _inherited:
        _inherited[given] = tuple((name, str(value)) for name, value in flags.values().items() if name not in OWN)
    return _inherited[given]


def get_impl(self: Any, arguments: Any, named: Any) -> Any:
    """The dispatcher of a helper for these types, the same for all callers that mean the same."""
    key = self.context, tuple(arguments), tuple(named.items()), inherited(ConfigStack.top_or_none())
    found = self._impl_cache.get(key)
    return self._build_impl(key, arguments, named) if found is None else found


# ---------------------------------------------------------------------- variables of instructions


def gather(value: Any, found: list[Any]) -> None:
    """The variables in a part of an instruction."""
    kind = type(value)
    if kind is str or kind is ir.Loc or value is None:
        return
    if isinstance(value, ir.Var):
        found.append(value)
    elif isinstance(value, ir.Inst):
        found.extend(value.list_vars())
    elif isinstance(value, (list, tuple)):
        for part in value:
            gather(part, found)
    elif isinstance(value, dict):
        for part in value.values():
            gather(part, found)


def variables_in(self: Any, value: Any) -> list[Any]:
    """The same as a list."""
    found: list[Any] = []
    gather(value, found)
    return found


# ---------------------------------------------------------------------- steps of kernels


class Copies(threading.local):
    """What stands for the module `copy` where Numba makes a function part of its caller.

    Numba copies the callee twice, and with every block the table of all its variables. A function that was read for
    this one call is nobody else's: it needs no copy. Others share one table among the blocks of a copy.
    """

    fresh = False  # whether the callee was read for this call
    scope: Any = None  # whose variables have been copied
    memo: dict[int, Any] = {}  # one for each thread, replaced and never changed in place

    def deepcopy(self, block: Any) -> Any:
        """A block of the callee, copied where somebody else might still read it."""
        if self.fresh:
            return block
        if self.scope is not block.scope or id(block) in self.memo:
            self.scope, self.memo = block.scope, {}
        return copy.deepcopy(block, self.memo)


copies = Copies()


def inline_function(self: Any, *arguments: Any, **named: Any) -> Any:
    """Make a function, read anew by Numba, part of its caller."""
    before, copies.fresh = copies.fresh, True
    try:
        return make_part(self, *arguments, **named)
    finally:
        copies.fresh = before


inline_closurecall.copy = copies
make_part = InlineWorker.inline_function
InlineWorker.inline_function = inline_function
ir.Loc.__deepcopy__ = lambda self, memo: self  # a place in a file does not change
TargetConfig.__eq__ = same_options(TargetConfig.__eq__)
TargetConfig.__hash__ = hash_of_options
_OverloadFunctionTemplate._get_impl = get_impl
ir.Inst._rec_list_vars = variables_in
