"""Registered searches as players; two of them are made of other players."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

import zermelo.hidden
import zermelo.solve  # noqa: F401  # both register searches
from zermelo.errors import BadPlayer
from zermelo.players.base import Player, Searching
from zermelo.players.models import opponent_model
from zermelo.search.common.limits import DEFAULT_SECONDS, LIMIT_NAMES, limits_of
from zermelo.search.common.registry import SEARCHES, Search, Values

Nested = Callable[[str], Player]


def searching(search: Search, text: str, values: Values) -> Searching:
    """A search with the limits that were given; without any it says which it takes."""
    free = not any(name in values for name in LIMIT_NAMES)
    limits = {**values, **search.default_limits} if free else values
    notes = (f"no limit was given: {DEFAULT_SECONDS:g} s a move",) if free and not search.default_limits else ()
    return Searching(text, search.make(values), limits_of(limits), notes=notes)


# ---------------------------------------------------------------------- made of other players


def expectimax(text: str, values: Values, nested: Nested) -> Player:
    """The best answer to a model of the opponents."""
    model, notes = opponent_model(values.get("model", "random"), nested)
    found = searching(SEARCHES["expectimax"], text, {**values, "model": model})
    found.notes = (*found.notes, *notes)
    return found


def determinised(text: str, values: Values, nested: Nested) -> Player:
    """A search over many deals."""
    inner = nested(values.get("search", "expectiminimax"))
    if not isinstance(inner, Searching):
        raise BadPlayer(f"{inner.text} is no search: a determinised player needs one, as in search=(mcts:sims=500)")
    given = any(name in values for name in LIMIT_NAMES)
    limits = {} if given else limits_given(inner)
    return searching(SEARCHES["determinised"], text, {**values, **limits, "search": inner.make})


def limits_given(player: Searching) -> Values:
    """The limits of a search as values, for all the deals together; none where it was given none."""
    if player.notes:
        return {}
    names = {"seconds": "time", "simulations": "sims"}
    found = {names.get(item.name, item.name): getattr(player.limits, item.name) for item in fields(player.limits)}
    return {name: value for name, value in found.items() if value}


NESTED = {"expectimax": expectimax, "determinised": determinised}


def make(search: Search, text: str, values: Values, nested: Nested) -> Player:
    """The player that a registered search and its settings make."""
    if search.name in NESTED:
        return NESTED[search.name](text, values, nested)
    return searching(search, text, values)
