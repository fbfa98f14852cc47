"""A game with a learned evaluation: the same rules, `evaluate` by a network.

The class is derived from the game's. Its states carry the address of the weights, and room for the inputs that are on
and for the units; all of that lies outside the key. Every search, compiled for this class, then uses the network.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zermelo.errors import Unsupported
from zermelo.game.fields import Cells, array, f64, i16, i32, i64, not_in_key
from zermelo.game.record import RecordType
from zermelo.learn import declared, looking_up
from zermelo.learn.carrying import Carrier
from zermelo.learn.declared import MOST_INPUTS, Declared
from zermelo.learn.evaluating import network_value
from zermelo.learn.inputs import buckets_of, outputs_of
from zermelo.learn.model import Model
from zermelo.learn.network import fields_of
from zermelo.learn.tuples import TupleNetwork

_classes: dict[tuple[Any, ...], Any] = {}


def evaluate(self: Any) -> float:
    """What the network expects for the player to move."""
    return network_value(self, max(int(self.turn), 0) if self.outputs > 1 else 0)


def evaluate_for(self: Any, player: int) -> float:
    """What the network expects for any player."""
    if self.outputs > 1:
        return network_value(self, player)
    value = network_value(self, 0)
    return value if player == max(int(self.turn), 0) else -value


def learned_class(cls: Any, network: Any) -> Any:
    """The class of a game with room for a network of this shape."""
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


def tuple_class(cls: Any, network: TupleNetwork) -> Any:
    """The class of a game with room for tables of this shape."""
    if len(network.weights) != (1 if network.alone else buckets_of(cls)) or network.alone != (cls.players == 1):
        raise Unsupported(f"these weights do not have the players of {cls.__name__}: train anew")
    if missing := network.misplaced(cls):
        raise Unsupported(f"{cls.__name__} has no such field {missing} as these weights expect: train anew")
    room = {
        "tuple_digits": array(i16, len(network.sites), in_key=False),
        "tuple_places": array(i32, network.lookups, in_key=False),
    }
    facts = {"tuple_sites": len(network.sites), "tuple_lookups": network.lookups, "tuple_alone": network.alone}
    return derived_class(cls, (network.kind, *facts.values()), room, facts, looking_up)


def declared_class(cls: Any, network: Declared) -> Any:
    """The class of a game with room for its inputs and a layer of units."""
    if "inputs" not in cls.rules() or int(cls().inputs(np.zeros(MOST_INPUTS))) != network.inputs:
        raise Unsupported(f"these weights do not have the inputs of {cls.__name__}: train anew")
    room = {
        "layer_given": array(f64, network.inputs, in_key=False),
        "layer_units": array(f64, network.units, in_key=False),
    }
    facts = {"layer_inputs": network.inputs, "layer_width": network.units}
    return derived_class(cls, (network.kind, *facts.values()), room, facts, declared)


def derived_class(cls: Any, shape: tuple[Any, ...], room: dict[str, Any], facts: dict[str, Any], code: Any) -> Any:
    """A game that carries weights, with room outside its key, and the methods of a module that judge and learn."""
    name = cls.rules_name, *shape
    if name not in _classes:
        body = {
            "__annotations__": {"net": i64, **dict.fromkeys(room, Cells)},
            "__module__": cls.__module__,
            "__qualname__": cls.__qualname__,
            "_rules_of": cls,
            "__doc__": cls.__doc__,
            "net": not_in_key(),
            "rough": False,
            **room,
            **facts,
            **code.EVALUATING,
            **code.LEARNING,
        }
        _classes[name] = RecordType(cls.__name__, (cls,), body)
    return _classes[name]


def class_for(cls: Any, model: Model) -> Any:
    """The class of a game that judges by a model, refused where the model is not made for it."""
    model.refuse_other(cls)
    if cls.hidden:
        raise Unsupported(f"{cls.__name__} hides something from its players: networks see everything, so none is used")
    if isinstance(model, TupleNetwork):
        return tuple_class(cls, model)
    return declared_class(cls, model) if isinstance(model, Declared) else learned_class(cls, model)


class Learned(Carrier):
    """A model at work for one game."""

    def __init__(self, cls: Any, network: Any) -> None:
        self.network = network
        made = class_for(cls, network)
        super().__init__(cls, made, network.block(made.layout))
