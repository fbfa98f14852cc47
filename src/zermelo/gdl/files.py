"""Descriptions in files: the game made of one is kept as a Python file in the cache, so that it is made only once."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from zermelo.errors import BadText
from zermelo.folders import read_whole, write_whole
from zermelo.game.cache import cache_folder
from zermelo.gdl.build import class_name, game_of
from zermelo.gdl.source import python_source
from zermelo.gdl.words import METHODS

LARGEST = 4_000_000  # bytes of a description


def load(path: Path) -> Any:
    """The game in a file of rules."""
    try:
        text = read_whole(path, LARGEST).decode()
    except (OSError, UnicodeDecodeError) as problem:
        why = getattr(problem, "strerror", None) or "it is no text"
        raise BadText(f"{path} cannot be read as a description: {why}") from None
    name = f"{class_name(path.stem)}_{hashlib.blake2b(maker() + text.encode(), digest_size=8).hexdigest()}"
    kept = cache_folder() / "described" / f"{name}.py"
    if name not in sys.modules:
        if not kept.is_file():
            made = game_of(text, path.stem)
            try:
                kept.parent.mkdir(parents=True, exist_ok=True)
                write_whole(kept, python_source(made, path.name))
            except OSError:
                return made  # nowhere to keep it: it is made again next time
        module_of(name, kept)
    game = getattr(sys.modules[name], class_name(path.stem))
    for rule in set(METHODS) & set(vars(game)):
        vars(game)[rule].__module__ = __name__  # we have written it: it runs without a look at every index
    return game


def module_of(name: str, path: Path) -> ModuleType:
    """The kept file as a module."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception:
        del sys.modules[name]
        with suppress(OSError):
            path.unlink()  # damaged: it is made anew at the next try
        raise BadText(f"the game kept in {path} was damaged and has been removed: try again") from None
    return module


@cache
def maker() -> bytes:
    """What decides how a description becomes a game: a change there makes kept files stale."""
    folder = Path(__file__).parent
    return b"".join(path.read_bytes() for path in sorted(folder.glob("*.py")))
