"""Branches that the facts of a game decide are cut before types are inferred.

A search asks `if state.repetition > 0` of every game. LLVM throws away what cannot be reached, but by then Numba has
inferred the types of all of it and compiled the functions that it calls.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from numba import types
from numba.core import ir
from numba.core.analysis import compute_cfg_from_blocks
from numba.core.ir_utils import build_definitions, get_definition, guard
from numba.core.untyped_passes import DeadBranchPrune

DEEP = 12  # steps from a branch back to the facts that decide it
FOLDED = {
    operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge, operator.add, operator.sub,
    operator.mul,
}  # fmt: skip
PLAIN = (bool, int, float)

class_of: Callable[[Any], Any] = lambda record: None  # noqa: E731  # `compile.py` says how a record's class is found


class Unknown(Exception):
    """A value that only a running game has."""


class Known:
    """What can be known of a function's values from the types of its arguments."""

    def __init__(self, function: Any, arguments: Any) -> None:
        self.function, self.arguments = function, arguments or ()

    def value(self, variable: Any, depth: int = 0) -> Any:
        """The value of a variable that follows from facts and constants alone."""
        made = guard(get_definition, self.function, variable)  # none where it is assigned twice
        if depth > DEEP or made is None:
            raise Unknown
        if isinstance(made, (ir.Const, ir.Global, ir.FreeVar)):
            return plain(made.value)
        if not isinstance(made, ir.Expr):
            raise Unknown
        if made.op == "getattr":
            return self.fact(made)
        if made.op == "binop" and made.fn in FOLDED:
            return made.fn(self.value(made.lhs, depth + 1), self.value(made.rhs, depth + 1))
        if made.op == "unary" and made.fn is operator.not_:
            return not self.value(made.value, depth + 1)
        if made.op == "cast":
            return self.value(made.value, depth + 1)
        if made.op == "call" and len(made.args) == 1 and not made.kws:
            called = guard(get_definition, self.function, made.func)
            if isinstance(called, ir.Global) and called.value is bool:
                return bool(self.value(made.args[0], depth + 1))
        raise Unknown

    def fact(self, made: Any) -> Any:
        """The value of `state.name` where that is a constant of the state's class."""
        state = guard(get_definition, self.function, made.value)
        kind = self.arguments[state.index] if isinstance(state, ir.Arg) and state.index < len(self.arguments) else None
        if not isinstance(kind, types.Record) or made.attr in kind.fields:
            raise Unknown
        game = class_of(kind)
        if game is None or made.attr in game.rules():
            raise Unknown
        return plain(game.constants().get(made.attr))


def plain(value: Any) -> Any:
    """A number or a truth value that is the same at all speeds."""
    if type(value) not in PLAIN:
        raise Unknown
    return value


def cut(function: Any, arguments: Any) -> None:
    """Replace branches whose way is known, and drop what is reached no more."""
    known, found = Known(function, arguments), False
    for block in function.blocks.values():
        branch = block.body[-1]
        if isinstance(branch, ir.Branch):
            try:
                way = branch.truebr if known.value(branch.cond) else branch.falsebr
            except Unknown:
                continue
            block.body[-1] = ir.Jump(way, branch.loc)
            found = True
    if found:
        for dead in compute_cfg_from_blocks(function.blocks).dead_nodes():
            del function.blocks[dead]
        function._definitions = build_definitions(function.blocks)


def cutting(prune: Any) -> Any:
    """Numba's own pass for branches on literals, with ours before it."""

    def run_pass(self: Any, state: Any) -> Any:
        cut(state.func_ir, state.args)
        return prune(self, state)

    return run_pass


DeadBranchPrune.run_pass = cutting(DeadBranchPrune.run_pass)
