"""A described game as a Python file that can be kept, read and played without its description."""

from __future__ import annotations

import inspect
import textwrap
from typing import Any

import numpy as np

from zermelo.gdl.build import COMMON, ENGINES
from zermelo.gdl.circuit import NetworkGame
from zermelo.gdl.seeing import Seeing
from zermelo.gdl.terms import compact
from zermelo.gdl.words import METHODS, NAMES, WordGame

NETWORK = (
    "Nodes of the network: the propositions of a position, the moves of the roles, then the gates. `EDGES` lists",
    "for each node, from `FANOUT`, the gates that it feeds: twice their number, odd where they count it while off.",
)
TOLD = {
    NetworkGame: NETWORK,
    Seeing: NETWORK,
    WordGame: (
        "Propositions of one kind are the bits of a word; `PLACES` tells where each of them lies. Each",
        "method computes the words that it needs; the last of them are what it asks for.",
    ),
}


def python_source(game: Any, origin: str) -> str:
    """The file: facts, names, and the tables and methods of the engine."""
    bases = [base for base in game.__bases__ if base.__module__ != __name__]
    engine = bases[0]
    lines = [
        f'"""{game.__name__}, made of its description {words(origin)}.',
        "",
        *TOLD[engine],
        '"""',
        "",
        f"from zermelo.game import {', '.join([*NAMES, 'table'])}",
        *(f"from {base.__module__} import {base.__name__}" for base in bases),
        "from zermelo.gdl.picture import Board",
        "",
        "",
        f"class {game.__name__}({', '.join(base.__name__ for base in bases)}):",
        f'    """{words(", ".join(game.role_names))}."""',
        "",
    ]
    for name in (*COMMON, *ENGINES[engine]):
        lines += written(name, getattr(game, name))
    return "\n".join(lines) + "\n" + (methods_of(game) if engine is WordGame else "")


def methods_of(game: Any) -> str:
    """The methods of a game of words as text: as they were made, or as they stand in the file that was kept."""
    if "methods" in vars(game):
        return str(game.methods)
    return "".join(f"\n{inspect.getsource(vars(game)[name])}" for name in METHODS)


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
