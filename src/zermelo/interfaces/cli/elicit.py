"""`zermelo elicit`: your utilities, found by questions."""

from __future__ import annotations

import json as json_module
import sys
from typing import Annotated, Any

import typer

from zermelo.interfaces.cli.options import Json

KEYS = {"p": "prize", "l": "lottery", "s": "same"}


def elicit(
    best: Annotated[str, typer.Argument(help="the best prize, such as '$1000'")],
    worst: Annotated[str, typer.Argument(help="the worst, such as '$0'")],
    prizes: Annotated[list[str], typer.Argument(metavar="PRIZE…", help="those between, whose utilities are wanted")],
    tolerance: Annotated[str, typer.Option(help="how narrow the answer is to be")] = "0.05",
    json: Json = False,
) -> None:
    """Ask which is better, a prize for sure or the standard lottery, until you are indifferent."""
    from zermelo.theory.elicitation import Elicitation

    session = Elicitation(best, worst, prizes, tolerance)
    while question := session.ask():
        print(f"{question}  (p)rize, (l)ottery, (s)ame: ", end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        if not line:
            print("stopped; what is known so far:", file=sys.stderr)
            break
        choice = KEYS.get(line.strip().lower()[:1])
        if choice is None:
            print("answer p, l or s", file=sys.stderr)
            continue
        session.answer(choice)
    show(session, json=json)


def show(session: Any, *, json: bool) -> None:
    """The utilities that were found."""
    from zermelo.theory.lottery import prize_text
    from zermelo.theory.reading import plain, shown

    if json:
        print(json_module.dumps({prize_text(p): plain(u) for p, u in session.utilities.items()}, indent=2))
        return
    for prize, value in sorted(session.utilities.items(), key=lambda pair: pair[1]):
        print(f"U({prize_text(prize)}) = {shown(value)}")
