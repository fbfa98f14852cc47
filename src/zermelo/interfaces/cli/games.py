"""`zermelo games`: what can be played."""

from __future__ import annotations

import json as json_module

from zermelo.games import catalogue
from zermelo.games.about import describe
from zermelo.interfaces.cli.options import Json


def games(json: Json = False) -> None:
    """List the games: name, kind, players and parameters."""
    rows = [describe(entry, entry.load()) for entry in catalogue.entries().values()]
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
