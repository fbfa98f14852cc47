"""`zermelo serve`: the page to play, analyse and watch."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zermelo.games import catalogue
from zermelo.interfaces.cli.options import remind
from zermelo.interfaces.web.guard import PEOPLE


def serve(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE.py]...", help="games of your own to show on the page")
    ] = None,
    port: Annotated[int | None, typer.Option(help="the port; a free one from 8000 on where none is given")] = None,
    host: Annotated[str, typer.Option(help="the address to listen at; 0.0.0.0 opens it to the network")] = "127.0.0.1",
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="open the page in the browser")] = True,
    lists: Annotated[
        list[str] | None, typer.Option("--list", metavar="NAME=FILE", help="a list of words that the page may name")
    ] = None,
    engines: Annotated[
        list[str] | None,
        typer.Option("--engine", metavar="NAME=TEXT", help="an engine to choose on the page: stockfish=uci:stockfish"),
    ] = None,
    tournaments: Annotated[
        list[Path] | None, typer.Option("--tournament", metavar="FILE", help="a tournament to show; may be repeated")
    ] = None,
    people: Annotated[
        int, typer.Option(min=1, max=10_000, help="how many people may share one address, as a class behind one router")
    ] = PEOPLE,
    store: Annotated[Path | None, typer.Option(metavar="FILE", help="where games under way are kept")] = None,
) -> None:
    """Open the page: choose a game, play, see what the players think, watch them meet."""
    from zermelo.interfaces.web.serve import serve as start

    for name in files or ():
        remind(catalogue.find(name), name)
    start(
        port, host=host, browser=browser, store=store, files=tuple(files or ()), word_lists=tuple(lists or ()),
        engines=tuple(engines or ()), tournaments=tuple(tournaments or ()), people=people,
    )  # fmt: skip
