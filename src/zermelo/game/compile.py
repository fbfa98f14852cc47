"""How Numba comes to know the rules: methods and constants of record classes, and the options of every kernel.

A kernel is a plain function over arrays of states, decorated with `@kernel`. When it says `state.moves(row)`, Numba
asks `RecordMethods` below, which finds the class by the record type's name and hands over the same method that CPython
runs. Compiler options stand here and nowhere else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import numba
import numpy as np
from numba import njit, types
from numba.core.imputils import lower_builtin
from numba.core.registry import cpu_target
from numba.core.typeinfer import TypeInferer
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr
from numba.extending import lower_getattr, register_jitable
from numba.np.arrayobj import record_getattr

from zermelo.game import (
    codegen,  # noqa: F401  # machine code only where it is called
    machine,
    pruning,
)
from zermelo.game.bounds import Guard
from zermelo.game.cache import BARE, OPTIONS, KernelCache
from zermelo.game.digest import functions_reached
from zermelo.game.record import RULES_FIELD, Record, RecordType, inline
from zermelo.game.sparing import uncollected
from zermelo.game.threads import run_stoppable

F = TypeVar("F", bound=Callable[..., Any])
R = TypeVar("R", bound=Record)

INTERPRETED = bool(numba.config.DISABLE_JIT)

_methods: dict[tuple[str, Any, str], Any] = {}  # (speed, record type, name) -> compiled method
_constants: dict[tuple[Any, str], tuple[Any, Any]] = {}  # (record type, name) -> (type, value)
_lowered: set[tuple[str, str]] = set()  # (speed, name) of methods that the compiler can call
_readers: dict[str, Any] = {}  # constant names that the compiler can read
_helpers: set[Any] = machine.TWINS  # plain functions that the compiler knows already


# ---------------------------------------------------------------------- kernels


_kernels = Guard.kernels  # functions that were marked as compiled


def infer_once(infer: Any) -> Any:
    """Deduce the type that a recursive kernel returns once, and not again at each of its calls to itself.

    Numba infers the types of the whole function anew for every such call, which was two thirds of the wait for a
    search. A kernel returns one type, so the first answer serves.
    """

    def inferred(self: Any) -> Any:
        known = getattr(self, "_returned", None)
        if known is None:
            known = infer(self)
            if self.func_id.func in _kernels:
                self._returned = known
        return known

    return inferred


TypeInferer.return_types_from_partial = infer_once(TypeInferer.return_types_from_partial)


def compiled(function: Any, **more: Any) -> Any:
    """A Numba dispatcher with our options, its helpers known and its results cached."""
    _kernels.add(function)
    know_helpers(function)
    dispatcher = njit(**OPTIONS, **more)(function)
    if not INTERPRETED:
        with suppress(RuntimeError):  # no writable cache folder: compile each time; `zermelo doctor` says so
            dispatcher._cache = KernelCache(function)
            dispatcher._compiler.compile = compile_in_turn(dispatcher)
    return dispatcher


def compile_in_turn(dispatcher: Any) -> Any:
    """The compiler of a dispatcher, which ends the turn of this process where compiling fails."""
    compile_it, cache = dispatcher._compiler.compile, dispatcher._cache

    def compile_once(*arguments: Any) -> Any:
        try:
            with uncollected():
                return compile_it(*arguments)
        except BaseException:
            cache.done()
            raise

    return compile_once


def kernel(function: F) -> F:
    """Mark a function over arrays of states as compiled."""
    made: F = compiled(function)
    return made


def kernel_step(function: F) -> F:
    """Mark a step of a kernel, which becomes part of it before types are inferred.

    A step may call its kernel again: two kernels that call each other cannot be kept in the disk cache, but a kernel
    and its steps are one. Nor is a step compiled by itself: fifteen of them as `inline` were a fifth of the wait for
    alpha-beta.
    """
    know_helpers(function)
    made: F = njit(**OPTIONS, inline="always")(function)
    return made


def ready(function: Any, *arguments: Any) -> None:
    """Compile a kernel for such arguments, or load it, without running it: so that no clock pays for that."""
    if not INTERPRETED:
        kinds = tuple(numba.typeof(argument) for argument in arguments)
        if kinds not in function.overloads:  # in a thread: the compiler does not hear Ctrl-C for seconds
            run_stoppable([lambda: function.compile(kinds)], lambda: None)


def inlining(function: Any) -> dict[str, bool]:
    """The option for what becomes part of its callers (`record.inline`)."""
    return {"forceinline": True} if getattr(function, "_inline", False) else {}


def know_helpers(function: Any) -> None:
    """Let the compiler see every plain function that the given one calls."""
    for helper in functions_reached([function])[1:]:
        if helper not in _helpers:
            _helpers.add(helper)
            register_jitable(**BARE, no_cpython_wrapper=True, **inlining(helper))(helper)


# ---------------------------------------------------------------------- methods and constants of records


def name_by_content(record: Any) -> tuple[str, tuple[str, ...]]:
    """A record type's part in the names of machine code: a digest of its fields, the rules' name among them.

    Numba takes a number that it counts up in each process. Code of two games that two processes compiled and kept on
    disk could then have the same name, and a third process that loads both would run one game with the other's rules.
    """
    return "Record", (hashlib.blake2b(record.name.encode(), digest_size=10).hexdigest(),)


types.Record.mangling_args = property(name_by_content)


def class_of(record: Any) -> RecordType | None:
    """The class behind a record type, by the name of its zero-width field."""
    name = next((field for field in reversed(list(record.fields)) if field.startswith(RULES_FIELD)), None)
    return RecordType.known.get(name) if name else None


Guard.class_of = staticmethod(class_of)
pruning.class_of = class_of


def speed(context: Any) -> str:
    """Which compiler asks: numba-cuda consults the same tables of lowerings, so the answer must depend on it."""
    return "gpu" if "CUDA" in type(context).__name__ else "cpu"


def compiled_method(rule: Any) -> Any:
    """A rule as kernels call it: Python calls the rule itself."""
    return compiled(rule, no_cpython_wrapper=True, **inlining(rule))


make_method: dict[str, Callable[[Any], Any]] = {"cpu": compiled_method}  # gpu/device.py adds its own


@infer_getattr
class RecordMethods(AttributeTemplate):
    """Attributes of a record that are no fields: rules and constants of its class."""

    key = types.Record

    def generic_resolve(self, record: Any, name: str) -> Any:
        cls = class_of(record)
        if cls is None or name in record.fields:
            return None
        rule = cls.rules().get(name)
        if rule is not None:
            if any(inlining(vars(base).get(name)) for base in cls.__mro__):
                inline(rule)
            return bound_method(speed(self.context), record, name, rule)
        constants = cls.constants()
        if name in constants:
            return constant(record, name, constants[name])
        return None


def bound_method(target: str, record: Any, name: str, rule: Any) -> Any:
    """The type of `state.name` for a method."""
    place = target, record, name
    if place not in _methods:
        _methods[place] = make_method[target](rule)
    lower_method(target, name)
    dispatcher = types.Dispatcher(_methods[place])

    class Method(AbstractTemplate):
        key = (types.Record, target, name)  # Numba keeps one type for each key: the compilers must not share it

        def generic(self, arguments: Any, keywords: Any) -> Any:
            return dispatcher.get_call_type(self.context, (record, *arguments), keywords).as_method()

    return types.BoundFunction(Method, record)


def lower_method(target: str, name: str) -> None:
    """Say once for each method name how a call is made."""
    if (target, name) in _lowered:
        return
    _lowered.add((target, name))

    @lower_builtin((types.Record, target, name), types.Record, types.VarArg(types.Any))
    def call_method(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        dispatcher = types.Dispatcher(_methods[target, signature.args[0], name])
        call = context.get_function(dispatcher, signature)
        result = call(builder, arguments)
        context.add_linking_libs(getattr(call, "libs", ()))
        return result


def constant(record: Any, name: str, value: Any) -> Any:
    """The type of `state.name` for a fact, a parameter or a table."""
    if (record, name) not in _constants:
        _constants[record, name] = numba.typeof(value), value
    if name not in _readers:
        _readers[name] = constant_reader(name)
        for teach in compilers:
            teach(name, _readers[name])
    return _constants[record, name][0]


def constant_reader(name: str) -> Any:
    """How `state.name` is read when it is no field: as a constant in the code."""

    def read(context: Any, builder: Any, kind: Any, state: Any) -> Any:
        if (kind, name) not in _constants:  # a field of that name in another game
            return record_getattr(context, builder, kind, state, name)
        return context.get_constant_generic(builder, *_constants[kind, name])

    return read


def teach_numba(name: str, read: Any) -> None:
    """Register a reader with Numba; a compilation under way must see it."""
    lower_getattr(types.Record, name)(read)
    cpu_target.target_context.refresh()


compilers: list[Callable[[str, Any], None]] = [teach_numba]


def add_compiler(teach: Callable[[str, Any], None]) -> None:
    """Let another compiler (numba-cuda, in `gpu/device.py`) read constants too, those known already included."""
    compilers.append(teach)
    for name, read in _readers.items():
        teach(name, read)


# ---------------------------------------------------------------------- vocabulary of kernels


def copied(state: R) -> R:
    """A copy of a state; compiled, it lies on the stack of the calling function."""
    return state.copy()


@machine.twin(copied, inline="always")
def copied_on_the_stack(state: Any) -> Any:
    """The compiled form of `copied`."""
    if isinstance(state, types.Record):
        return lambda state: machine.stack_copy(state)
    return None


def assign(target: Any, source: Any) -> None:
    """Make one record equal to another."""
    for name in type(target).layout.names or ():
        np.void.__setitem__(target, name, np.void.__getitem__(source, name))


@machine.twin(assign)
def assign_bytes(target: Any, source: Any) -> Any:
    """The compiled form of `assign`."""
    return lambda target, source: machine.move_bytes(target, source)


@contextmanager
def compile_listener(listener: Callable[[str], None]) -> Iterator[None]:
    """Call the listener with a kernel's name whenever one is compiled (not when it is read from the cache)."""
    from numba.core import event

    class Listen(event.Listener):
        def __init__(self) -> None:
            self.depth = 0

        def on_start(self, happening: Any) -> None:
            if not self.depth:
                listener(str(getattr(happening.data.get("dispatcher"), "__name__", "kernel")))
            self.depth += 1

        def on_end(self, happening: Any) -> None:
            self.depth -= 1

    with event.install_listener("numba:compile", Listen()):
        yield
