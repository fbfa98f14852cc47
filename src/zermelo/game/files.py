"""Files that a text may name: Python files as modules, run once and again when they have changed; and lists of words.

Whoever sits at the machine names what they like. A process that works for others (a server's) is told at its start
what may be named there, once for all doors: `only(...)`. From then on no other Python file runs, and a setting that
is declared to be a file (`parameter(..., file=True)`) is one of the lists that were given a name. The same holds at
the machine for what a received file names (`as_from_others`), except that a file which was named by hand before may be
named again.
"""

from __future__ import annotations

import hashlib
import importlib.util
import linecache
import os
import sys
import threading
import traceback
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from zermelo.errors import BadParameter, BadPlayer, UnknownGame, ZermeloError

LISTS = "ZERMELO_LISTS"  # the environment's `name=path`, several divided as in PATH
ENGINES = "ZERMELO_ENGINES"  # the same for engines, `name=text`, several divided by semicolons
_lists: dict[str, str] = {}
_engines: dict[str, str] = {}
_loaded: dict[str, None] = {}  # files that were run, by their whole paths
_named: set[str] = set()  # Python files and descriptions that were named by hand here, by their whole paths
_programs: frozenset[str] | None = None  # Python files that may run; None: any
_reading = threading.local()  # `.foreign`: whether this thread reads what comes from others


def only(
    programs: Iterable[str] = (), lists: Mapping[str, str] | None = None, engines: Mapping[str, str] | None = None
) -> None:
    """From now on, only these Python files and engines run, and only these lists can be named."""
    global _programs
    _programs = frozenset(str(Path(program.partition(".py:")[0]).expanduser().resolve()) for program in programs)
    _programs |= {one + ".py" for one in _programs}
    _lists.clear()
    _lists.update(lists or {})
    _engines.clear()
    _engines.update(engines or {})


@contextmanager
def as_from_others() -> Iterator[None]:
    """What is named meanwhile comes from others, as in a received file: it runs nothing that was not named by hand."""
    before, _reading.foreign = foreign(), True
    try:
        yield
    finally:
        _reading.foreign = before


def foreign() -> bool:
    """Whether what is named now comes from others, although this process works for its user."""
    return getattr(_reading, "foreign", False)


def allowed() -> frozenset[str] | None:
    """The Python files that may run now; None: any."""
    return frozenset(_named) if _programs is None and foreign() else _programs


def closed() -> bool:
    """Whether what is named now comes from others: only what was named at the start, or by hand, may run."""
    return allowed() is not None


def named_engines() -> dict[str, str]:
    """Other people's engines that can be named, with their texts."""
    if _programs is not None:
        return dict(_engines)
    parts = [part.partition("=") for part in os.environ.get(ENGINES, "").split(";") if "=" in part]
    return {name.strip(): text.strip() for name, _, text in parts} | _engines


def named_lists() -> dict[str, str]:
    """The lists that can be named, with their paths."""
    parts = [part.partition("=") for part in os.environ.get(LISTS, "").split(os.pathsep) if "=" in part]
    return {name: path for name, _, path in parts} | _lists


def named_list(value: str, default: str, what: str) -> str:
    """What a setting that is declared to be a file stands for: its default, a list by name, or a path.

    A path is refused where it comes from others.
    """
    lists = named_lists()
    if value == default or value in lists:
        return lists.get(value, value)
    if closed():
        raise BadParameter(
            f"{what} is {' or '.join([default, *lists])} here, not {value[:40]!r}: what comes from others names no "
            f"files; name a list at the start (zermelo serve --list NAME=FILE, or {LISTS}=NAME=FILE)"
        )
    return value


def may_run(path: Path) -> None:
    """Refuse a Python file that was not named at the start, or by hand, whether it exists or not."""
    programs = allowed()
    if programs is None:
        if os.path.isfile(path):  # unlike Path.is_file it takes any name, however long
            _named.add(str(path.resolve()))
    elif len(str(path)) > 4000 or "\0" in str(path) or str(path.resolve()) not in programs:
        raise UnknownGame(
            f"{path.name[:100]!r} is not run because a received file names it: if it is yours, name it by hand too"
            if foreign()
            else "games that are installed can be had here; start the server with a file to add yours"
        )


def named_program(text: str) -> str:
    """The one of the files named at the start that a text means, by path, file name or stem; or nothing."""
    stem = Path(text.partition(".py:")[0].removesuffix(".py")).name.lower()
    found = sorted(path for path in allowed() or () if path.endswith(".py") and Path(path).stem.lower() == stem)
    real = [path for path in found if os.path.isfile(path)]
    return real[0] if len(real) == 1 else ""


def loaded_files() -> list[Path]:
    """The Python files that were named and run, by their whole paths."""
    return [Path(name) for name in _loaded]


def may_read(path: Path) -> None:
    """Refuse a file of data that others name."""
    if closed():
        raise BadPlayer(
            f"{path.name[:100]!r} is not read because a received file names it: name the players yourself"
            if foreign()
            else f"files cannot be named here: {path.name!r} is on the computer that serves, not on yours"
        )


def load_file(path: Path) -> ModuleType:
    """Run a Python file as a module; its own folder can be imported from, its mistakes are named with their line."""
    may_run(path)
    name = f"{path.stem}_{hashlib.blake2b(str(path.resolve()).encode(), digest_size=4).hexdigest()}"
    stamp = path.stat().st_mtime_ns
    known = sys.modules.get(name)
    if known is not None and getattr(known, "_stamp", None) == stamp:
        return known
    path = path.resolve()  # what an error says must not depend on the folder in which one stands
    _loaded[str(path)] = None
    linecache.checkcache(str(path))
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise UnknownGame(f"{path} cannot be read as Python")
    module = importlib.util.module_from_spec(spec)
    module._stamp = stamp  # type: ignore[attr-defined]  # read above
    sys.modules[name] = module
    sys.path.insert(0, str(path.resolve().parent))
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as problem:
        del sys.modules[name]
        if isinstance(problem, ZermeloError):
            raise
        if isinstance(problem, SyntaxError):
            raise UnknownGame(f"{path}, line {problem.lineno}: {problem.msg}") from problem
        lines = [frame.lineno for frame in traceback.extract_tb(problem.__traceback__) if frame.filename == str(path)]
        at = f"{path}, line {lines[-1]}," if lines else f"{path}"
        if isinstance(problem, SystemExit):
            raise UnknownGame(f"{at} ends the program: a file of rules only defines them") from problem
        what = "a game derives from Game alone" if "metaclass conflict" in str(problem) else str(problem)
        raise UnknownGame(f"{at} stops with {type(problem).__name__}: {what}") from problem
    finally:
        sys.path.remove(str(path.resolve().parent))
    return module
