"""Registered searches as players; two of them are made of other players."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import zermelo.hidden
import zermelo.solve  # noqa: F401  # both register searches
from zermelo.errors import BadPlayer
from zermelo.game.files import may_read
from zermelo.players import booked
from zermelo.players.base import Player, Searching, as_playthrough
from zermelo.search.common.limits import DEFAULT_SECONDS, LIMIT_NAMES, limits_of
from zermelo.search.common.options import Setting
from zermelo.search.common.registry import SEARCHES, Make, Search, Values
from zermelo.search.common.result import SearchResult
from zermelo.search.common.searcher import Update, one_at_a_time

Nested = Callable[[str], Player]
NET = Setting(
    "net", str, "learned weights in place of the game's own evaluation: a file, or `net` alone for those kept"
)
WEIGHTS = Setting(
    "weights", str, "other weights of the game's own evaluation: a file, or `weights` alone for those tuned here"
)


def settings_for(search: Search) -> tuple[Setting, ...]:
    """What can be set; a search that judges positions may be given learned weights, one of open games a book."""
    judged = (NET, WEIGHTS) if search.evaluates else ()
    open_games = search.advised and not search.serves.hidden
    return (*search.settings, *judged, *(booked.SETTINGS if open_games else ()))


def searching(search: Search, text: str, values: Values) -> Searching:
    """A search with the limits that were given; without any it says which it takes."""
    free = not any(name in values for name in LIMIT_NAMES)
    limits = {**values, **search.default_limits} if free else values
    notes = (f"no limit was given: {DEFAULT_SECONDS:g} s a move",) if free and not search.default_limits else ()
    own = {NET.name, WEIGHTS.name, *(setting.name for setting in booked.SETTINGS)}
    make = search.make({name: value for name, value in values.items() if name not in own})
    if NET.name in values and WEIGHTS.name in values:
        raise BadPlayer(f"{text!r} has net and weights: a search judges by one evaluation, so leave one out")
    if NET.name in values:
        make = guided(search, text, values) or learned(make, values[NET.name])
    if WEIGHTS.name in values:
        make = weighed(make, values[WEIGHTS.name])
    booking = booked.Booking(values) if booked.BOOK.name in values else None
    return Searching(text, make, limits_of(limits), notes=notes, booking=booking)


def guided(search: Search, text: str, values: Values) -> Make | None:
    """The search by a policy and value network, where the file holds one; its settings are few."""
    from zermelo.learn.alphazero.network import is_policy, load_policy
    from zermelo.learn.alphazero.player import PolicyOptions, PolicySearch

    value = values[NET.name]
    if value in ("yes", "on"):
        return None
    may_read(Path(value))
    if not is_policy(value):
        return None
    if search.name != "mcts":
        raise BadPlayer(f"{value} holds a policy and value network, which guides mcts alone: mcts:net={value}")
    own = {field.name for field in fields(PolicyOptions)}
    known = {NET.name, "reuse", *LIMIT_NAMES, *own, *(setting.name for setting in booked.SETTINGS)}
    if useless := sorted(set(values) - known):
        raise BadPlayer(f"{text!r}: with a policy network mcts has no {useless[0]}; it takes {', '.join(sorted(own))}")
    network = load_policy(value)
    options = PolicyOptions(**{name: values[name] for name in own if name in values})
    return lambda seed: PolicySearch(network, replace(options, seed=options.seed + 1_000_003 * seed))


def learned(make: Make, value: str) -> Make:
    """The same search with learned weights: of a file, or those that are kept for the game."""
    from zermelo.learn.carrying import CarryingSearch
    from zermelo.learn.kept import kept_weights
    from zermelo.learn.learned import Learned
    from zermelo.learn.network import load_network

    if value in ("yes", "on"):
        return lambda seed: CarryingSearch(make(seed), lambda cls: Learned(cls, kept_weights(cls)))
    may_read(Path(value))
    network = load_network(value)
    return lambda seed: CarryingSearch(make(seed), lambda cls: Learned(cls, network))


def weighed(make: Make, value: str) -> Make:
    """The same search with other weights of the game's own evaluation: of a file, or those that were tuned here."""
    from zermelo.learn.carrying import CarryingSearch
    from zermelo.learn.weighed import Weighed, load_weights, tuned_weights

    if value in ("yes", "on"):
        return lambda seed: CarryingSearch(make(seed), lambda cls: Weighed(cls, tuned_weights(cls)))
    may_read(Path(value))
    weights = load_weights(value)
    return lambda seed: CarryingSearch(make(seed), lambda cls: Weighed(cls, weights))


# ---------------------------------------------------------------------- made of other players


class Deciding(Player):
    """A determinised player whose inner search is chosen by the game: of two opponents, or of any number."""

    def __init__(self, text: str, make: Callable[[str], Player]) -> None:
        self.text, self.make_with = text, make
        self.inner: dict[str, Player] = {}
        self.seed = 0

    def player_for(self, game: Any) -> Player:
        """The player with the search that serves the game's cards on the table."""
        from zermelo.hidden.opened import open_class

        cls = type(as_playthrough(game).state)
        search = "mcts" if SEARCHES["expectiminimax"].serves.obstacle(open_class(cls)) else "expectiminimax"
        if search not in self.inner:
            self.inner[search] = self.make_with(search)
            self.inner[search].new_game(self.seed)
        return self.inner[search]

    def new_game(self, seed: int = 0) -> None:
        """All of them begin anew."""
        self.seed = seed
        for player in self.inner.values():
            player.new_game(seed)

    def warm(self, game: Any) -> None:
        """Let the chosen search compile."""
        self.player_for(game).warm(game)

    @one_at_a_time
    def think(
        self, game: Any, *, lines: int = 1, on_update: Update | None = None, stop_event: threading.Event | None = None
    ) -> SearchResult:
        """Let the chosen search think."""
        return self.player_for(game).think(game, lines=lines, on_update=on_update, stop_event=stop_event)


def expectimax(text: str, values: Values, nested: Nested) -> Player:
    """The best answer to a model of the opponents."""
    from zermelo.players.models import opponent_model

    model, notes = opponent_model(values.get("model", "random"), nested)
    found = searching(SEARCHES["expectimax"], text, {**values, "model": model})
    found.notes = (*found.notes, *notes)
    return found


def determinised(text: str, values: Values, nested: Nested) -> Player:
    """A search over many deals."""
    if "search" not in values:
        return Deciding(text, lambda search: determinised(text, {**values, "search": search}, nested))
    inner = nested(values["search"])
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
