"""The searches as players: which settings each takes, and how they become a searcher and its limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from zermelo.players.player import Player, Searching
from zermelo.players.settings import LIMITS, SIMULATIONS, Setting, limits_of, settings_of
from zermelo.search.deepening import AlphaBeta
from zermelo.search.limits import DEFAULT_SECONDS
from zermelo.search.options import Options
from zermelo.search.searcher import Searcher

Row = tuple[Any, ...]  # the parts of a Kind
Nested = Callable[[str], Player]

TABLE = Setting("tt", float, "megabytes of the transposition table", 64.0, low=0.02)
THREADS = Setting("threads", int, "processor threads", 1, low=1, high=256)
LIMIT_NAMES = {setting.name for setting in (*LIMITS, *SIMULATIONS)}


def searching(text: str, values: dict[str, Any], make: Callable[[int], Searcher]) -> Searching:
    """A search with the limits that were given; without any it says which it takes."""
    free = not any(name in values for name in LIMIT_NAMES)
    notes = (f"no limit was given: {DEFAULT_SECONDS:g} s a move",) if free else ()
    return Searching(text, make, limits_of(values), notes=notes)


def chosen(values: dict[str, Any], settings: tuple[Setting, ...]) -> dict[str, Any]:
    """Those values that belong to these settings."""
    names = {setting.name for setting in settings}
    return {name: value for name, value in values.items() if name in names}


# ---------------------------------------------------------------------- two sides, no chance

REFINEMENTS = settings_of(Options)
PRESETS = (
    Setting("plain", bool, "all refinements off, but those named", False),
    Setting("exact", bool, "only refinements that cannot change a value", False),
)


def alphabeta(text: str, values: dict[str, Any]) -> Player:
    """Alpha-beta with its refinements."""
    base = Options.none() if values.get("plain") else Options.exact() if values.get("exact") else Options()
    options = replace(base, **chosen(values, REFINEMENTS))
    return searching(
        text, values, lambda seed: AlphaBeta(options, tt=values.get("tt", 64.0), threads=values.get("threads", 1))
    )


def minimax(text: str, values: dict[str, Any]) -> Player:
    """Minimax: every node to a fixed depth."""
    options = Options.none()
    return searching(text, {"depth": 3} | values, lambda seed: AlphaBeta(options, tt=0.02))


def rows(nested: Nested) -> Iterator[Row]:
    """All searches, as rows of the catalogue."""
    yield (
        "minimax", "every node to a fixed depth (3 where none is given)", LIMITS, minimax, "minimax:depth=3",
    )  # fmt: skip
    yield (
        "alphabeta", "alpha-beta with all refinements; each is a setting",
        (*LIMITS, TABLE, THREADS, *PRESETS, *REFINEMENTS), alphabeta, "alphabeta:time=1,tt=256",
    )  # fmt: skip
