"""A described game as a Python file that can be kept, read and played without its description."""

from __future__ import annotations

import textwrap
from typing import Any

import numpy as np

from zermelo.gdl.build import SEEING, TABLES, base_for
from zermelo.gdl.terms import compact

FACTS = ("hidden", "zero_sum", "observation")


def python_source(game: Any, origin: str) -> str:
    """The file: facts, names, and the network as tables."""
    sees = hasattr(game, "TOLD")
    base = base_for(game.chance, game.hidden, sees)
    lines = [
        f'"""{game.__name__}, made of its description {words(origin)}.',
        "",
        "Nodes of the network: the propositions of a position, the moves of the roles, then the gates. `EDGES` lists",
        "for each node, from `FANOUT`, the gates that it feeds: twice their number, odd where they count it while off.",
        '"""',
        "",
        "from zermelo.game import table",
        f"from {base.__module__} import {base.__name__}",
        "from zermelo.gdl.picture import Board",
        "",
        "",
        f"class {game.__name__}({base.__name__}):",
        f'    """{words(", ".join(game.role_names))}."""',
        "",
    ]
    for name in (*TABLES, *FACTS, *(SEEING if sees else ())):
        lines += written(name, getattr(game, name))
    return "\n".join(lines) + "\n"


def words(text: str) -> str:
    """A text of somebody's for a comment or docstring, which it cannot end: whatever else it holds stays words."""
    return "".join(sign if sign.isprintable() and sign not in '"\\' else "?" for sign in text)


def written(name: str, value: Any) -> list[str]:
    """One constant of the class."""
    if isinstance(value, np.ndarray):
        numbers = textwrap.wrap(", ".join(str(number) for number in value.tolist()), 108)
        return [
            f"    {name} = table(",
            "        [",
            *(f"            {line}" for line in numbers),
            f'        ], "{value.dtype.str}"',
            "    )",
        ]
    if name == "base_names":
        shown = [f"        {part!r},  # {number}: {words(compact(part))}" for number, part in enumerate(value)]
        return [f"    {name} = [", *shown, "    ]"]
    return [f"    {name} = {value!r}"]
