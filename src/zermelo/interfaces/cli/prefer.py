"""`zermelo prefer`: whether stated preferences are rational."""

from __future__ import annotations

import json as json_module
from itertools import islice
from typing import Annotated, Any

import typer

from zermelo.errors import BadText
from zermelo.interfaces.cli.options import Json
from zermelo.interfaces.cli.texts import file_or_text, only_a_name


def prefer(
    statements: Annotated[str, typer.Argument(metavar="FILE|TEXT", help='a file, or "A > B; B > C; C > A"')],
    json: Json = False,
) -> None:
    """Check stated preferences: each broken axiom by name, and a utility or the proof that none agrees."""
    from zermelo.theory import axioms
    from zermelo.theory.preferences import Preferences
    from zermelo.theory.rational import rationalise

    text = file_or_text(statements)
    if only_a_name(text):
        raise BadText(f"{text!r} is neither a file nor a preference such as A > B")
    stated = Preferences.from_text(text)
    broken = axioms.check(stated)
    verdict = rationalise(stated)
    if json:
        print(json_module.dumps(as_json(stated, broken, verdict), indent=2))
    else:
        show(stated, broken, verdict)
    raise typer.Exit(1 if broken or not verdict.rational else 0)


def as_json(stated: Any, broken: list[Any], verdict: Any) -> dict[str, Any]:
    """The findings for machines."""
    from zermelo.theory import axioms
    from zermelo.theory.lottery import prize_text
    from zermelo.theory.reading import plain

    utilities = verdict.utilities
    return {
        "statements": [statement.text for statement in stated.statements],
        "broken": [{"axiom": item.axiom, "reason": item.reason} for item in broken],
        "open": [[stated.called(a), stated.called(b)] for a, b in axioms.open_pairs(stated)],
        "rational": verdict.rational,
        "utilities": utilities and {prize_text(prize): plain(value) for prize, value in utilities.items()},
        "against": [[plain(weight), statement.text] for weight, statement in verdict.against],
    }


def show(stated: Any, broken: list[Any], verdict: Any) -> None:
    """The findings for people."""
    from zermelo.theory import axioms
    from zermelo.theory.lottery import prize_text
    from zermelo.theory.money_pump import pump
    from zermelo.theory.reading import shown

    for item in broken:
        print(item)
        if item.cycle:
            print("  a money pump, one cent at a time:")
            for trade in islice(pump(stated, stated.called(item.cycle[-1]), "1"), len(item.cycle)):
                print(f"  {trade}")
    if not broken:
        print("no axiom is violated by what is stated")
    print(verdict)
    if verdict.utilities:
        listed = sorted(verdict.utilities.items(), key=lambda pair: -pair[1])
        print("for instance " + ", ".join(f"U({prize_text(prize)}) = {shown(value)}" for prize, value in listed))
    if gaps := axioms.open_pairs(stated):
        pairs = ", ".join(f"{stated.called(a)} and {stated.called(b)}" for a, b in gaps)
        print(f"not compared so far: {pairs}")
