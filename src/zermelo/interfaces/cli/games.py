"""`zermelo games`: what can be played."""

from __future__ import annotations

import json as json_module
from typing import Any

from zermelo.games import catalogue
from zermelo.interfaces.cli.options import Json


def games(json: Json = False) -> None:
    """List the games: name, kind, players and parameters."""
    rows = [describe(entry) for entry in catalogue.entries().values()]
    if json:
        print(json_module.dumps(rows, indent=2))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("game", "players", "kind", "parameters", "also called"):
        table.add_column(heading, overflow="fold")
    for row in rows:
        shown = ", ".join(f"{name}={value['default']}" for name, value in row["parameters"].items())
        table.add_row(row["name"], row["players_text"], row["kind"], shown, ", ".join(row["aliases"]))
    Console().print(table)


def describe(entry: catalogue.Entry) -> dict[str, Any]:
    """What is known of a game without playing it."""
    cls = entry.load()
    parameters = {
        name: {
            "default": item.default,
            "low": item.low,
            "high": item.high,
            "choices": list(item.choices),
            "help": item.help,
            "kind": "shape",
        }
        for name, item in cls._parameters.items()
    }
    parameters |= {name: {"default": item.default, "kind": "set-up"} for name, item in cls.setup_parameters().items()}
    return {
        "name": entry.name,
        "aliases": list(entry.aliases),
        "kind": kind(cls),
        "players": cls.players,
        "players_text": players_text(cls),
        "parameters": parameters,
        "most_moves": cls.most_moves,
        "longest": cls.longest or None,
        "about": (cls.__doc__ or "").strip().splitlines()[0],
    }


def kind(cls: Any) -> str:
    """In words: what sort of game it is."""
    parts = ["chance" if cls.chance else "no chance", "hidden information" if cls.hidden else "perfect information"]
    if cls.players > 1:
        parts.append("zero-sum" if cls.zero_sum else "general-sum")
    return ", ".join(parts)


def players_text(cls: Any) -> str:
    """The number of players, or the numbers that a parameter allows."""
    choice = cls._parameters.get("players")
    return ", ".join(map(str, choice.choices)) if choice and choice.choices else str(cls.players)
