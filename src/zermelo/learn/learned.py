"""A game with a learned evaluation: the same rules, `evaluate` by a network.

The class is derived from the game's. Its states carry the address of the weights, and room for the inputs that are on
and for the units; all of that lies outside the key. Every search, compiled for this class, then uses the network.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import Unsupported
from zermelo.game.fields import Cells, array, i16, i32, i64, not_in_key
from zermelo.game.playthrough import Playthrough
from zermelo.game.record import RecordType
from zermelo.learn.evaluating import network_value
from zermelo.learn.inputs import buckets_of, outputs_of
from zermelo.learn.network import Network, fields_of
from zermelo.search.common.limits import Limits
from zermelo.search.common.memory import address_of
from zermelo.search.common.result import SearchResult
from zermelo.search.common.searcher import Searcher, Update, asked

_classes: dict[tuple[str, int, int], Any] = {}


def evaluate(self: Any) -> float:
    """What the network expects for the player to move."""
    return network_value(self, max(int(self.turn), 0) if self.outputs > 1 else 0)


def evaluate_for(self: Any, player: int) -> float:
    """What the network expects for any player."""
    if self.outputs > 1:
        return network_value(self, player)
    value = network_value(self, 0)
    return value if player == max(int(self.turn), 0) else -value


def learned_class(cls: Any, network: Network) -> Any:
    """The class of a game with room for a network of this shape."""
    network.refuse_other(cls)
    if cls.hidden:
        raise Unsupported(f"{cls.__name__} hides something from its players: networks see everything, so none is used")
    if network.bias.shape[0] != buckets_of(cls) or network.outputs != outputs_of(cls):
        raise Unsupported(f"these weights do not have the players of {cls.__name__}: train anew")
    if missing := fields_of(network, cls):
        raise Unsupported(f"{cls.__name__} has no such field {missing} as these weights expect: train anew")
    name = cls.rules_name, network.units, network.inputs.most_active
    if name not in _classes:
        body = {
            "__annotations__": {"net": i64, "active": Cells, "units": Cells},
            "__module__": cls.__module__,
            "__qualname__": cls.__qualname__,
            "_rules_of": cls,
            "__doc__": cls.__doc__,
            "net": not_in_key(),
            "active": array(i16, network.inputs.most_active, in_key=False),
            "units": array(i32, max(network.units, 1), in_key=False),
            "units_wide": network.units,
            "outputs": network.outputs,
            "rough": False,
            "evaluate": evaluate,
            "evaluate_for": evaluate_for,
        }
        _classes[name] = RecordType(cls.__name__, (cls,), body)
    return _classes[name]


class Learned:
    """A network at work for one game: its memory, and how positions come to carry it."""

    def __init__(self, cls: Any, network: Network) -> None:
        self.plain, self.network = cls, network
        self.cls = learned_class(cls, network)
        self.block: NDArray[np.int64] = network.block(self.cls.layout)

    def state(self, state: Any) -> Any:
        """The same position with the network."""
        made = self.cls.blank()
        for name in self.plain._fields:
            setattr(made, name, getattr(state, name))
        made.net = address_of(self.block)
        return made

    def playthrough(self, playthrough: Playthrough) -> Playthrough:
        """The same game so far: its keys stay, since the bytes of the key are the same."""
        made = playthrough.copy()
        made.state = self.state(playthrough.state)
        return made


class Carrier(Protocol):
    """Weights of one game, and how its positions come to carry them."""

    plain: Any

    def playthrough(self, playthrough: Playthrough) -> Playthrough:
        """The same game so far, with the weights."""


class CarryingSearch:
    """A searcher that asks another one, whose positions carry weights."""

    def __init__(self, searcher: Searcher, carry: Callable[[Any], Carrier]) -> None:
        self.searcher, self.carry = searcher, carry  # the weights for a game's class
        self.carrier: Carrier | None = None

    def think(
        self,
        game: Any,
        limits: Limits | None = None,
        *,
        lines: int = 1,
        on_update: Update | None = None,
        stop_event: threading.Event | None = None,
    ) -> SearchResult:
        """Search with that evaluation."""
        playthrough, limits = asked(game, limits)
        cls = type(playthrough.state)
        if self.carrier is None or self.carrier.plain is not cls:
            self.carrier = self.carry(cls)
        return self.searcher.think(
            self.carrier.playthrough(playthrough), limits, lines=lines, on_update=on_update, stop_event=stop_event
        )
