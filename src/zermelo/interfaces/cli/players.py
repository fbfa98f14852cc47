"""`zermelo players`: who can play, and what can be set."""

from __future__ import annotations

import json as json_module
from typing import Annotated

import typer

from zermelo.errors import BadPlayer
from zermelo.interfaces.cli.options import Json


def players(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="a player, to see what can be set")] = "",
    json: Json = False,
) -> None:
    """List the players, or the settings of one."""
    from zermelo.players.catalogue import OTHERS, kinds

    known = kinds()
    if name and name not in known:
        raise BadPlayer(f"there is no player called {name!r}; `zermelo players` lists them")
    shown = [known[name]] if name else list(known.values())
    if json:
        rows = {
            kind.name: {
                "summary": kind.summary,
                "example": kind.example or kind.name,
                "settings": {item.name: {"help": item.help, "default": item.default} for item in kind.settings},
            }
            for kind in shown
        }
        print(json_module.dumps(rows, indent=2))
        return
    for kind in shown:
        print(f"{kind.name:14} {kind.summary}")
        if kind.example:
            print(f"{'':14} e.g. {kind.example}")
    if name:
        for item in shown[0].settings:
            given = "" if item.default is None else f" ({show(item.default)})"
            print(f"  {item.name:14} {item.help}{given}")
    else:
        for text, summary in OTHERS.items():
            print(f"{text:14} {summary}")
        print("\n`zermelo players NAME` shows the settings of one.")


def show(value: object) -> str:
    """A default in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, int | float) else str(value)
