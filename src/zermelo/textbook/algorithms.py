"""The textbook's algorithms by name, with their options as text: `alphabeta`, `singular:depth=2,margin=3`.

The same form as players have. An option without a value is a switch: `alphabeta:hard`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from zermelo.errors import BadLimit, BadParameter
from zermelo.game.plain import view
from zermelo.textbook.alphabeta import alphabeta, negamax_alphabeta
from zermelo.textbook.deepening import iterative_deepening
from zermelo.textbook.events import Steps
from zermelo.textbook.expectiminimax import expectimax, expectiminimax
from zermelo.textbook.forward import beam, forward_pruning, unlike
from zermelo.textbook.maxn import maxn
from zermelo.textbook.minimax import minimax
from zermelo.textbook.negamax import negamax
from zermelo.textbook.quiescence import quiescence
from zermelo.textbook.secondary import secondary_search
from zermelo.textbook.singular import singular_extension
from zermelo.textbook.star1 import star1
from zermelo.textbook.tree import Tree
from zermelo.textbook.uct import uct

Options = dict[str, Any]


@dataclass(frozen=True)
class Algorithm:
    """A function of a game and options, what the options are, and what it is in a few words."""

    begin: Callable[..., Any]
    options: Mapping[str, type]
    about: str


def hard_or_soft(search: Callable[..., Steps]) -> Callable[..., Steps]:
    """Fail-hard by a switch."""
    return lambda game, hard=False, **options: search(game, soft=not hard, **options)


def limited(search: Callable[..., Steps], **defaults: Any) -> Callable[..., Steps]:
    """An algorithm that needs a depth: without one it goes to the end of a tree."""

    def begin(game: Any, depth: int | None = None, **options: Any) -> Steps:
        return search(game, depth=depth_of(game) if depth is None else depth, **{**defaults, **options})

    return begin


def depth_of(game: Any) -> int:
    """The height of a tree; other games have none that is known beforehand."""
    if not isinstance(game, Tree):
        raise BadLimit("this algorithm needs a depth on a game: write depth=2 behind its name")
    return max(len(path) for path, _ in game.nodes()) or 1


def forward(game: Any, width: int | None = None, below: int = 0, **options: Any) -> Steps:
    """A beam of some width, or without one the pruning of equivalent moves."""
    return forward_pruning(game, keep=unlike if width is None else beam(width, below=below), **options)


def bounded(game: Any, lowest: float | None = None, highest: float | None = None, **options: Any) -> Steps:
    """Star1 with the bounds of the game or of the tree's numbers, unless told."""
    low, high = bounds_of(game)
    return star1(
        game, lowest=low if lowest is None else lowest, highest=high if highest is None else highest, **options
    )


def bounds_of(game: Any) -> tuple[float, float]:
    """The least and the most that anybody can get."""
    if isinstance(game, Tree):
        worths = [value for _, node in game.nodes() for value in node.worth or ()]
        return min(worths), max(worths)
    state = view(game).playthrough.state
    return float(state.lowest), float(state.highest)


SEARCH = {"depth": int, "player": int}
WINDOW = {"depth": int, "hard": bool, "alpha": float, "beta": float}

ALGORITHMS = {
    "minimax": Algorithm(minimax, SEARCH, "the value if both sides play their best"),
    "negamax": Algorithm(negamax, {"depth": int}, "minimax with one kind of node"),
    "alphabeta": Algorithm(
        hard_or_soft(alphabeta), {**WINDOW, "player": int}, "minimax without nodes that cannot matter"
    ),
    "negamax_alphabeta": Algorithm(hard_or_soft(negamax_alphabeta), WINDOW, "alpha-beta with one kind of node"),
    "deepening": Algorithm(limited(iterative_deepening), SEARCH, "alpha-beta to depth 1, 2, 3, ..."),
    "quiescence": Algorithm(
        limited(quiescence), {**SEARCH, "most": int}, "alpha-beta, then noisy moves until it is quiet"
    ),
    "singular": Algorithm(
        limited(singular_extension, margin=1.0),
        {**SEARCH, "margin": float, "most": int},
        "clearly better moves one deeper",
    ),
    "secondary": Algorithm(
        limited(secondary_search), {**SEARCH, "beyond": int, "tries": int}, "the chosen move checked beyond the horizon"
    ),
    "forward": Algorithm(
        forward, {**SEARCH, "width": int, "below": int}, "the best by evaluation only; no width: equivalent moves once"
    ),
    "expectimax": Algorithm(expectimax, SEARCH, "against opponents who play at random"),
    "expectiminimax": Algorithm(expectiminimax, SEARCH, "minimax with chance"),
    "star1": Algorithm(bounded, {**SEARCH, "lowest": float, "highest": float}, "expectiminimax with pruning by bounds"),
    "maxn": Algorithm(maxn, {"depth": int}, "many players, each for themselves"),
    "uct": Algorithm(
        lambda game, simulations=1000, **options: uct(game, simulations=simulations, **options),
        {"simulations": int, "exploration": float, "seed": int},
        "Monte Carlo tree search",
    ),
}


def read(text: str, among: Mapping[str, Algorithm] = ALGORITHMS) -> tuple[str, Options]:
    """An algorithm's name and its options, checked."""
    name, _, given = text.strip().partition(":")
    name = name.strip().lower().replace("-", "_")
    if name not in among:
        near = get_close_matches(name, among, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(among)}"
        raise BadParameter(f"no algorithm is named {name!r}: {hint}")
    known = among[name].options
    options: Options = {}
    for part in filter(None, (part.strip() for part in given.split(","))):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if key not in known:
            raise BadParameter(f"{name} has no option {key!r}; it has {', '.join(known)}")
        options[key] = read_value(name, key, known[key], value if equals else "true")
    return name, options


def read_value(name: str, key: str, kind: type, text: str) -> Any:
    """One option as a number or a switch; players are counted from 1 in texts."""
    try:
        if kind is bool:
            return {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}[text.lower()]
        value = kind(text)
        if isinstance(value, float) and math.isnan(value) or key in ("player", "simulations") and value < 1:
            raise ValueError
    except (KeyError, ValueError):
        wanted = {bool: "true or false", int: "a whole number", float: "a number"}[kind]
        raise BadParameter(f"option {key} of {name} takes {wanted}, not {text!r}") from None
    return value - 1 if key == "player" else value


def begin(game: Any, text: str, **more: Any) -> Steps:
    """Start an algorithm given as text on a game; `more` are options that the text leaves open."""
    name, options = read(text)
    fitting = {key: value for key, value in more.items() if key in ALGORITHMS[name].options}
    return ALGORITHMS[name].begin(game, **{**fitting, **options})
