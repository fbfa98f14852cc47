"""`zermelo chapter`: a small game from a field where game theory is used."""

from __future__ import annotations

import difflib
import inspect
from typing import Annotated, Any

import typer

from zermelo.errors import BadParameter
from zermelo.interfaces.cli.options import Settings, read_pairs


def chapter(
    name: Annotated[
        str,
        typer.Argument(
            help="auctions, voting, bargaining, markets, networks, kinship ...; `zermelo chapter list` tells all"
        ),
    ],
    settings: Settings = None,
) -> None:
    """Run a chapter's game: auctions, markets, voting, negotiation, evolution, signals, kinship, risks of life."""
    from zermelo.theory.chapters import CHAPTERS

    if name == "list":
        for each, told in CHAPTERS.items():
            print(f"{each:12} {(told.__doc__ or '').splitlines()[0]}")
        return
    if name not in CHAPTERS:
        close = difflib.get_close_matches(name, CHAPTERS, 1)
        hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(CHAPTERS)}"
        raise BadParameter(f"no chapter is called {name!r}; {hint}")
    told = CHAPTERS[name]
    known = inspect.signature(told).parameters
    given = {key: read(key, value, known) for key, value in read_pairs(settings).items()}
    for line in told(**given):
        print(line)


def read(key: str, value: str, known: Any) -> Any:
    """A setting as the chapter wants it: by the type of what stands there unless told."""
    if key not in known:
        listed = ", ".join(f"{name}={item.default!r}" for name, item in known.items())
        raise BadParameter(f"this chapter has no {key}; it has {listed}")
    kind = type(known[key].default)
    try:
        return kind(value)
    except ValueError:
        raise BadParameter(f"{key} takes a number such as {known[key].default}, not {value!r}") from None
