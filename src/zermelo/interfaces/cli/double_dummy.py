"""`zermelo double-dummy`: the tricks of a bridge deal when all cards lie open, and par."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from zermelo.errors import BadParameter, BadPosition
from zermelo.interfaces.cli.options import Json

ROWS = (("NT", 4), ("S", 3), ("H", 2), ("D", 1), ("C", 0))


def double_dummy(
    deal: Annotated[str, typer.Argument(metavar="PBN", help="four hands, such as `N:AKQ.T98..2 ...`")],
    dealer: Annotated[str, typer.Option(help="who bids first, for par: N, E, S or W")] = "N",
    vulnerable: Annotated[str, typer.Option(help="for par: none, NS, EW or both")] = "none",
    as_json: Json = False,
) -> None:
    """Tricks of each declarer in each strain with perfect play of all, and the par score."""
    from zermelo.game.bits import count
    from zermelo.games.tricks.calls import call_text
    from zermelo.games.tricks.cards import read_deal
    from zermelo.games.tricks.notation import LETTERS, VULNERABLE
    from zermelo.search.double_dummy import DoubleDummy, par_of

    names = [name.lower() for name in VULNERABLE]
    if dealer.upper() not in tuple(LETTERS):
        raise BadParameter(f"--dealer is N, E, S or W, not {dealer!r}")
    if vulnerable.lower() not in names:
        raise BadParameter(f"--vulnerable is none, NS, EW or both, not {vulnerable!r}")
    hands = read_deal(deal)
    cards = {count(hand) for hand in hands}
    if len(cards) != 1 or cards == {0}:
        raise BadPosition("all four hands must have as many cards, at least one")
    table = DoubleDummy().table(hands)
    whole = cards == {13}
    par = par_of(table, LETTERS.index(dealer.upper()), names.index(vulnerable.lower())) if whole else None
    contract = ""
    if par is not None and par.bid >= 0:
        contract = f"{call_text(3 + par.bid)}{'X' if par.doubled else ''} by {LETTERS[par.declarer]}"
    if as_json:
        found = {name: {LETTERS[seat]: int(table[row][seat]) for seat in range(4)} for name, row in ROWS}
        print(json.dumps({"tricks": found, "par": None if par is None else par.score, "contract": contract or None}))
        return
    print("     " + " ".join(f"{letter:>2}" for letter in LETTERS))
    for name, row in ROWS:
        print(f"{name:>3}  " + " ".join(f"{int(table[row][seat]):2}" for seat in range(4)))
    if par is not None:
        print(f"par for North and South: {par.score:+d}" + (f" ({contract})" if contract else " (passed out)"))
