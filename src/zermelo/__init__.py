"""Zermelo: adversarial search and game playing. Write a game as one class; play, analyse, solve and learn it.

Names are loaded when they are first used, so that `import zermelo` is quick and Numba starts only when needed.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    __version__: str
    from zermelo.errors import ZermeloError
    from zermelo.game.batch import Batch
    from zermelo.game.check import check
    from zermelo.game.game import Game
    from zermelo.game.perft import divide, perft, positions
    from zermelo.game.playouts import playouts, random_game
    from zermelo.game.playthrough import Outcome, Playthrough
    from zermelo.game.random import Random
    from zermelo.games.catalogue import find, make

__all__ = [
    "Batch",
    "Game",
    "Outcome",
    "Playthrough",
    "Random",
    "ZermeloError",
    "check",
    "divide",
    "find",
    "make",
    "perft",
    "playouts",
    "positions",
    "random_game",
]

_PLACES = {
    "Batch": "game.batch",
    "Game": "game.game",
    "Outcome": "game.playthrough",
    "Playthrough": "game.playthrough",
    "Random": "game.random",
    "ZermeloError": "errors",
    "check": "game.check",
    "divide": "game.perft",
    "find": "games.catalogue",
    "make": "games.catalogue",
    "perft": "game.perft",
    "playouts": "game.playouts",
    "positions": "game.perft",
    "random_game": "game.playouts",
}

_PICTURES = {  # who draws what, for notebooks; see game/pictures.py
    "state": ("explain.board", "state_svg"),
    "result": ("explain.notebook", "result_html"),
    "tree": ("explain.notebook", "tree_svg"),
}


def _picture(kind: str, thing: Any) -> str:
    place, name = _PICTURES[kind]
    return str(getattr(import_module(f"zermelo.{place}"), name)(thing))


def __getattr__(name: str) -> Any:
    if name == "__version__":  # of the installed package: pyproject.toml is the one place that says it
        return import_module("importlib.metadata").version("zermelo")
    if name not in _PLACES:
        raise AttributeError(f"module 'zermelo' has no attribute {name!r}")
    value = getattr(import_module(f"zermelo.{_PLACES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
