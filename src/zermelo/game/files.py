"""A user's Python file as a module: run once, and again when it has changed."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from zermelo.errors import UnknownGame, ZermeloError


def load_file(path: Path) -> ModuleType:
    """Run a Python file as a module; its own folder can be imported from, its mistakes are named with their line."""
    name = f"{path.stem}_{hashlib.blake2b(str(path.resolve()).encode(), digest_size=4).hexdigest()}"
    stamp = path.stat().st_mtime_ns
    known = sys.modules.get(name)
    if known is not None and getattr(known, "_stamp", None) == stamp:
        return known
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise UnknownGame(f"{path} cannot be read as Python")
    module = importlib.util.module_from_spec(spec)
    module._stamp = stamp  # type: ignore[attr-defined]  # read above
    sys.modules[name] = module
    sys.path.insert(0, str(path.resolve().parent))
    try:
        spec.loader.exec_module(module)
    except Exception as problem:
        del sys.modules[name]
        if isinstance(problem, ZermeloError):
            raise
        if isinstance(problem, SyntaxError):
            raise UnknownGame(f"{path}, line {problem.lineno}: {problem.msg}") from problem
        raise UnknownGame(f"{path} stops with {type(problem).__name__}: {problem}") from problem
    finally:
        sys.path.remove(str(path.resolve().parent))
    return module
