"""Learned evaluations read from files, whatever their kind."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar, overload

from zermelo.errors import BadText
from zermelo.learn.declared import Declared
from zermelo.learn.model import DENSE, Model, read_file
from zermelo.learn.network import Network
from zermelo.learn.tuples import TupleNetwork

KINDS = {kind.kind: kind for kind in (Network, TupleNetwork, Declared)}
M = TypeVar("M", bound=Model)


@overload
def load_model(path: Path | str) -> Model: ...
@overload
def load_model(path: Path | str, wanted: type[M]) -> M: ...
def load_model(path: Path | str, wanted: type[Model] = Model) -> Model:
    """Read a file of weights; what is damaged, of another shape or of another kind is told in a sentence."""
    header, weights = read_file(path)
    kind = KINDS.get(str(header.get("model", DENSE)))
    if kind is None:
        raise BadText(f"{path} was written by another version of Zermelo: train anew")
    try:
        model = kind.from_file(header, weights)
        model.history = dict(header["history"])
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as problem:
        raise BadText(f"{path} is damaged: {problem}") from problem
    if not isinstance(model, wanted):
        raise BadText(f"{path} holds weights of the model {kind.kind!r}: go on with --model {kind.kind}")
    return model
