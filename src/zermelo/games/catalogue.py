"""Where games are found: built in by name or alias, in a file of the user's, or in an installed package.

An installed package offers games through the entry-point group `zermelo.games`.
"""

from __future__ import annotations

import os
from difflib import get_close_matches
from functools import lru_cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from zermelo.errors import BadParameter, UnknownGame
from zermelo.game import Game
from zermelo.game.contract import sound
from zermelo.game.files import as_from_others, load_file, may_run, named_list, named_program
from zermelo.game.plain_game import METHODS, adapted, is_plain_class
from zermelo.game.playthrough import Playthrough
from zermelo.games.built_in import BUILT_IN, Entry

DESCRIPTION = ".kif"  # a game in the Game Description Language


def entries() -> dict[str, Entry]:
    """All games by name: built in, and offered by installed packages."""
    found = {entry.name: entry for entry in BUILT_IN}
    for entry in installed():
        found.setdefault(entry.name, entry)
    return found


@lru_cache(maxsize=1)
def installed() -> tuple[Entry, ...]:
    """Games that installed packages offer: looked for once, since all that is installed is read for it."""
    return tuple(Entry(point.name, point.value) for point in entry_points(group="zermelo.games"))


def plain(name: str) -> str:
    """A name without regard to case, spaces, hyphens and apostrophes: `Nine Men's Morris` is `ninemensmorris`."""
    return "".join(letter for letter in name.lower().replace("&", "and") if letter.isalnum())


def is_file(name: str) -> bool:
    """Whether a game is asked for by its file."""
    return ".py" in name or "/" in name or name.endswith(DESCRIPTION)


def entry_of(name: str) -> Entry | None:
    """The game that a name or an alias means, if there is one."""
    if is_file(name):
        return None
    wanted = plain(name)
    return next((entry for entry in entries().values() if wanted in map(plain, entry.spellings)), None)


def find(name: str, *, unsound: bool = False) -> Any:
    """The class of a game, by name, alias or file (`./mygame.py` or `./mygame.py:Class`).

    A class of a file that cannot be a game is refused, except where it is wanted as it is, to say all that is wrong.
    """
    if not entry_of(name) and (program := named_program(name)):  # a server knows its files by their names too
        rest = name.partition(".py:")[2]
        name = f"{program}:{rest}" if rest else program
    if is_file(name):
        found = from_file(name)
        if not unsound:
            sound(found)
        return found
    entry = entry_of(name)
    if entry:
        return entry.load()
    every = {plain(spelling): spelling for entry in entries().values() for spelling in entry.spellings}
    if os.path.isfile(f"{name}.py"):  # unlike Path.is_file it takes any text, however long
        raise UnknownGame(f"there is no game called {name!r}, but a file of that name: write ./{name}.py")
    near = [every[found] for found in get_close_matches(plain(name), every, 3, 0.5)]
    hint = f"did you mean {' or '.join(near)}?" if near else "`zermelo games` lists them"
    raise UnknownGame(f"there is no game called {name!r}; {hint}")


def from_file(text: str) -> Any:
    """The game in a Python file of the user's."""
    place, _, wanted = text.partition(".py:")
    path = Path(place + ".py" if wanted else text).expanduser()
    may_run(path)
    if not os.path.isfile(path):  # unlike Path.is_file it takes any name, however long
        raise UnknownGame(f"there is no file {path}; write the path of a Python file that holds a game")
    if path.suffix == DESCRIPTION:
        from zermelo.gdl import load

        return load(path)
    module = load_file(path)
    own = {name: value for name, value in vars(module).items() if getattr(value, "__module__", "") == module.__name__}
    found = {name: value for name, value in own.items() if isinstance(value, type) and issubclass(value, Game)}
    if not found:
        found = {name: adapted(value) for name, value in own.items() if is_plain_class(value)}
    if wanted:
        if wanted not in found:
            raise UnknownGame(f"{path} has no game {wanted!r} (it has: {', '.join(found) or 'none'})")
        return found[wanted]
    if not found:
        raise UnknownGame(
            f"{path} holds no game: write a class that derives from zermelo.Game, "
            f"or a plain one with {', '.join(METHODS)} and turn{nearest(own)}"
        )
    if len(found) > 1:
        raise UnknownGame(f"{path} holds several games, {', '.join(found)}: choose one as {path}:{next(iter(found))}")
    return next(iter(found.values()))


def nearest(own: dict[str, Any]) -> str:
    """The class of a file that comes nearest to a game, and what it lacks."""
    classes = [value for value in own.values() if isinstance(value, type)]
    best = max(classes, key=lambda kind: sum(hasattr(kind, name) for name in METHODS), default=None)
    if best is None or not any(hasattr(best, name) for name in METHODS):
        return ""
    return f" ({best.__name__} lacks {', '.join(name for name in METHODS if not hasattr(best, name))})"


def make(name: str, settings: dict[str, str] | None = None, **parameters: Any) -> Any:
    """A first state by name: `make("go", size=9)`; settings are the same given as text, `{"size": "9"}`."""
    cls = find(name)
    return cls(**read_settings(cls, settings or {}), **parameters)


def variant(name: str, settings: dict[str, str] | None = None) -> Any:
    """The class of a game with shape parameters given as text; set-up parameters are refused."""
    cls = find(name)
    values = read_settings(cls, settings or {})
    return cls.variant(**{key: value for key, value in values.items() if key in cls._parameters})


def begin(name: str, settings: dict[str, str] | None = None, position: str = "") -> Playthrough:
    """A game ready to be played, from its usual start or from a position in its notation."""
    if position:
        return Playthrough.from_text(variant(name, settings), position)
    return Playthrough(make(name, settings))


def read_settings(cls: Any, settings: dict[str, str]) -> dict[str, Any]:
    """Turn texts into values of the type that each parameter's default has."""
    defaults = {name: item.default for name, item in cls._parameters.items()}
    defaults |= {name: item.default for name, item in cls.setup_parameters().items()}
    values = {}
    for name, text in settings.items():
        if name not in defaults:
            near = get_close_matches(name, defaults, 1)
            known = f"did you mean {near[0]}?" if near else f"it has: {', '.join(defaults) or 'none'}"
            raise BadParameter(f"{cls.__name__} has no parameter {name!r}; {known}")
        values[name] = read_value(name, text, defaults[name])
        if name in cls._parameters and cls._parameters[name].file:
            values[name] = named_list(text, defaults[name], name)
    return values


def refuse_foreign_files(name: str, settings: dict[str, str]) -> None:
    """Refuse a game's name or settings from a received file where they name another file."""
    with as_from_others():
        parameters = find(name)._parameters
        for key, value in settings.items():
            if key in parameters and parameters[key].file:
                named_list(value, parameters[key].default, key)


def read_value(name: str, text: str, like: Any) -> Any:
    """A text as a value of the same type as an example."""
    try:
        if isinstance(like, bool):
            return {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}[text.lower()]
        if isinstance(like, int):
            return int(text)
        if isinstance(like, float):
            return float(text)
        if isinstance(like, tuple | list):
            return tuple(int(part) for part in text.replace("-", ",").split(","))
    except (ValueError, KeyError) as problem:
        raise BadParameter(f"parameter {name} must be of type {type(like).__name__}, not {text!r}") from problem
    return text
