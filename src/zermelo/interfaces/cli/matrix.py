"""`zermelo matrix`: a game in which all choose at once."""

from __future__ import annotations

import json as json_module
from typing import Annotated

import typer

from zermelo.interfaces.cli.options import Json
from zermelo.interfaces.cli.texts import file_or_text, only_a_name


def matrix(
    game: Annotated[
        str, typer.Argument(metavar="FILE|TEXT|NAME", help='a file, "-1,-1 -4,0; 0,-4 -3,-3", or a name such as tcp_ip')
    ],
    json: Json = False,
) -> None:
    """Analyse a matrix game: dominance, elimination, equilibria, Pareto optimality, value, repeated play."""
    from zermelo.theory import known
    from zermelo.theory.analysis import analyse
    from zermelo.theory.matrix import MatrixGame

    text = file_or_text(game)
    found = known.find(text) if only_a_name(text) and not text[:1].isdigit() else MatrixGame.from_text(text)
    report = analyse(found)
    print(json_module.dumps(report.to_json(), indent=2) if json else report)
