"""A game with a learned evaluation: the same rules, `evaluate` by a network.

The class is derived from the game's. Its states carry the address of the weights, and room for the inputs that are on
and for the units; all of that lies outside the key. Every search, compiled for this class, then uses the network.
"""

from __future__ import annotations

from typing import Any

from zermelo.errors import Unsupported
from zermelo.game.fields import Cells, array, i16, i32, i64, not_in_key
from zermelo.game.record import RecordType
from zermelo.learn.carrying import Carrier
from zermelo.learn.evaluating import network_value
from zermelo.learn.inputs import buckets_of, outputs_of
from zermelo.learn.network import Network, fields_of

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


class Learned(Carrier):
    """A network at work for one game."""

    def __init__(self, cls: Any, network: Network) -> None:
        self.network = network
        made = learned_class(cls, network)
        super().__init__(cls, made, network.block(made.layout))
