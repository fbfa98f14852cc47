"""How a worker in another process finds the game that is to be checked."""

from __future__ import annotations

import base64
import importlib
import importlib.util
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from zermelo.errors import BadRules
from zermelo.game.files import load_file
from zermelo.game.plain_game import as_game, is_plain
from zermelo.game.record import RecordType


@dataclass(frozen=True)
class Target:
    """A class by module or file, its shape parameters, and the bytes of the first state."""

    place: str  # a module's name or a file's path
    name: str  # of the class in it
    settings: dict[str, Any] = field(default_factory=dict)
    start: str = ""  # the state, in base64; empty: what start() fills

    def find(self) -> Any:
        """The class, with its parameters."""
        module = load_file(Path(self.place)) if self.place.endswith(".py") else importlib.import_module(self.place)
        family: Any = module
        for part in self.name.split("."):
            family = getattr(family, part)
        game: Any = as_game(family)
        return game.variant(**self.settings)

    def load(self) -> Any:
        """The first state."""
        game = self.find()
        if not self.start:
            return game()
        return np.frombuffer(bytearray(base64.b64decode(self.start)), game.layout)[0]


def target_of(game: Any) -> Target:
    """Where a class or a state comes from."""
    is_class = isinstance(game, RecordType)
    cls: Any = game if is_class else type(game)
    family = cls._family
    if "<locals>" in family.__qualname__:
        raise BadRules(f"{family.__name__} is made inside a function; put the class at the top of a file to check it")
    start = "" if is_class or is_plain(cls) else base64.b64encode(game.tobytes()).decode()
    return Target(place_of(family.__module__), family.__qualname__, dict(cls._settings), start)


def place_of(module: str) -> str:
    """A module's name where any process can import it, else its file."""
    loaded = sys.modules.get(module)
    path = getattr(loaded, "__file__", None)
    if module != "__main__":
        try:
            found = importlib.util.find_spec(module)
        except (ImportError, ValueError):
            found = None
        if found is not None and module.partition(".")[0] == "zermelo":
            return module
    if path is None:
        raise BadRules("the class is in no file; save it in one to check its compiled rules in a process of their own")
    return str(Path(path).resolve())
