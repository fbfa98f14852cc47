"""How to play each game, in words for a person: one text a game, under Goal, Moves, End and About.

The texts are Markdown files beside this module, named after the game in the catalogue. The pages of the games in the
documentation include them; `zermelo rules GAME` prints them.
"""

from __future__ import annotations

import inspect
from importlib.resources import files

from zermelo.errors import UnknownGame
from zermelo.games import catalogue
from zermelo.games.built_in import BUILT_IN

HEADINGS = ("Goal", "Moves", "End", "About")


def how_to_play(name: str) -> str:
    """How a game is played, as Markdown; of a game that is not built in, what its class says of itself."""
    entry = catalogue.entry_of(name)
    if entry is not None and entry in BUILT_IN:
        return files(__name__).joinpath(f"{entry.name}.md").read_text(encoding="utf-8")
    cls = catalogue.find(name, unsound=True)
    told = inspect.cleandoc(vars(cls).get("__doc__") or "")
    if not told:
        raise UnknownGame(f"{name} does not say how it is played; give the class {cls.__name__} a docstring")
    return told + "\n"
