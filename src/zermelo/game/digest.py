"""A digest of all that a game's rules reach: code, helper functions, constants and the values of tables.

The digest is part of the record type's name. Numba's disk cache sees neither an edited helper nor a changed table;
with the digest in the type, a cached kernel can only be found by the rules that it was compiled from.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

FOREIGN = {"numpy", "numba", "llvmlite", "builtins"} | set(sys.stdlib_module_names) - {"__main__"}


def is_ours(function: Any) -> bool:
    """Whether a function belongs to the rules and not to a library that the compiler knows by itself."""
    return isinstance(function, FunctionType) and (function.__module__ or "").partition(".")[0] not in FOREIGN


def plain(value: Any) -> Any:
    """The Python function behind a compiled one."""
    return getattr(value, "py_func", value)


def names_used(code: CodeType) -> Iterator[str]:
    """Every global and attribute name that a piece of code mentions."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_used(constant)


def values_reached(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """The globals, closed-over variables and module attributes that a function can see by the names it uses."""
    names = sorted(set(names_used(function.__code__)))
    for name in names:
        if name in function.__globals__:
            value = function.__globals__[name]
            yield name, value
            if isinstance(value, ModuleType) and value.__name__.partition(".")[0] not in FOREIGN:
                yield from ((part, getattr(value, part)) for part in names if hasattr(value, part))
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        yield name, cell.cell_contents


def functions_reached(roots: Iterable[Any]) -> list[FunctionType]:
    """All functions of ours that the roots call, directly or through others; the roots first."""
    found: dict[int, FunctionType] = {}
    waiting = [plain(root) for root in roots]
    while waiting:
        function = waiting.pop(0)
        if id(function) in found or not is_ours(function):
            continue
        found[id(function)] = function
        waiting += [plain(value) for _, value in values_reached(function)]
    return list(found.values())


def feed(hasher: Any, value: Any) -> None:
    """Add a value to the digest if compiled code could depend on it."""
    if isinstance(value, CodeType):
        feed_code(hasher, value)
    elif isinstance(value, np.ndarray):
        hasher.update(repr((value.dtype.str, value.shape)).encode() + value.tobytes())
    elif isinstance(value, tuple):
        for part in value:
            feed(hasher, part)
    elif isinstance(value, frozenset):  # a set that is only looked into
        feed(hasher, tuple(sorted(value, key=repr)))
    elif isinstance(value, int | float | complex | str | bytes | bool | np.generic | None):
        hasher.update(f"{type(value).__name__} {value!r};".encode())


def feed_code(hasher: Any, code: CodeType, doc: str | None = None) -> None:
    """Add what a piece of code does: not where it stands, nor its docstring."""
    for part in (code.co_code, code.co_names, code.co_varnames, code.co_freevars):
        hasher.update(repr(part).encode())
    documented = doc is not None and code.co_consts[:1] == (doc,)
    for constant in (None, *code.co_consts[1:]) if documented else code.co_consts:
        feed(hasher, constant)


def digest(roots: Iterable[Any], values: Iterable[tuple[str, Any]] = ()) -> str:
    """Twelve hexadecimal digits that change whenever code, constants or tables within reach of the roots change."""
    hasher = hashlib.blake2b(compiler_source(), digest_size=6)
    for function in functions_reached(roots):
        hasher.update(function.__qualname__.encode())
        feed(hasher, bool(getattr(function, "_inline", False)))
        feed_code(hasher, function.__code__, function.__doc__)
        for name, value in values_reached(function):
            hasher.update(name.encode())
            feed(hasher, value)
    for name, value in values:
        hasher.update(name.encode())
        feed(hasher, value)
    return str(hasher.hexdigest())


@cache
def compiler_source() -> bytes:
    """What turns rules into machine code: a change there makes cached kernels stale, but not one of its comments."""
    hasher = hashlib.blake2b()
    folder = Path(__file__).parent
    for name in ("bounds.py", "cache.py", "codegen.py", "compile.py", "machine.py"):
        source = (folder / name).read_bytes()
        feed_code(hasher, compile(source, name, "exec", dont_inherit=True, optimize=2))  # without docstrings
    return hasher.digest()
