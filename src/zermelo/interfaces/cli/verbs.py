"""The verbs of the command line: a file is imported, and its options read, when its verb is asked for."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

# the verb, and the file of this folder that holds it under its name
VERBS = {
    "games": "games",
    "players": "players",
    "serve": "serve",
    "play": "play",
    "analyse": "analyse",
    "match": "match",
    "solve": "solve",
    "verify": "verify",
    "tournament": "tournament",
    "league": "tournament",
    "results": "tournament",
    "ladder": "ladder",
    "show": "show",
    "rules": "rules",
    "tree": "tree",
    "chapter": "chapter",
    "elicit": "elicit",
    "equilibrium": "equilibrium",
    "double-dummy": "double_dummy",
    "subgame": "subgame",
    "push-fold": "push_fold",
    "train": "train",
    "coach": "coach",
    "weights": "weights",
    "tune": "weights",
    "gallery": "gallery",
    "lottery": "lottery",
    "mdp": "mdp",
    "prefer": "prefer",
    "quiz": "quiz",
    "playouts": "playouts",
    "check": "check",
    "new": "new",
    "import-gdl": "import_gdl",
    "warm": "warm",
    "uci": "engine",
    "usi": "engine",
    "gtp": "engine",
    "xboard": "engine",
    "doctor": "doctor",
    "perft": "perft",
    "matrix": "matrix",
    "lab": "lab",
    "ggp": "ggp",
    "book": "book",
    "bench": "bench",
}
SIGNED = {"ignore_unknown_options": True}
SETTINGS: dict[str, dict[str, Any]] = {
    "perft": SIGNED,  # so that -1 is a depth, and refused as such
    "matrix": {**SIGNED, "help_option_names": ["--help"]},  # -1,-1 are payoffs, and no -h is seen in "-1,1 hawk"
}


class Verbs(MutableMapping[str, Any]):
    """Commands by their names, each made when it is first asked for."""

    def __init__(self) -> None:
        self.made: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self.made:
            self.made[name] = make(name, VERBS[name])
        return self.made[name]

    def __setitem__(self, name: str, command: Any) -> None:
        self.made[name] = command

    def __delitem__(self, name: str) -> None:
        del self.made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(VERBS)

    def __len__(self) -> int:
        return len(VERBS)

    def __contains__(self, name: object) -> bool:
        return name in VERBS


ALL = Verbs()


def make(name: str, file: str) -> Any:
    """A command out of its function, or a group of commands."""
    verb = getattr(import_module(f"zermelo.interfaces.cli.{file}"), name.replace("-", "_"))
    if isinstance(verb, typer.Typer):
        group = typer.main.get_group(verb)
        group.name = name
        return group
    shelf = typer.Typer(pretty_exceptions_enable=False)
    shelf.command(context_settings=SETTINGS.get(name))(verb)
    return typer.main.get_command_from_info(
        shelf.registered_commands[0],
        pretty_exceptions_short=shelf.pretty_exceptions_short,
        rich_markup_mode=shelf.rich_markup_mode,
    )


class VerbGroup(TyperGroup):
    """The group of all verbs."""

    def __init__(self, **told: Any) -> None:
        super().__init__(**told)
        self.commands = ALL
