"""A game whose evaluation has other weights: the same rules and the same `evaluate`, the weights read from memory.

Weights are a small text file (JSON) that people may edit, tied to the rules of play and to the names of the weights.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from zermelo.errors import BadParameter, BadText, Unsupported, ZermeloError
from zermelo.folders import read_whole, write_whole
from zermelo.game.fields import i64, not_in_key
from zermelo.game.identity import rules_of_play
from zermelo.game.record import RecordType, inline
from zermelo.game.weights import weights_of, whole
from zermelo.learn.carrying import Carrier
from zermelo.learn.evaluating import load_long, load_real
from zermelo.learn.kept import learnt_here

MAGIC = "zermelo weights"
FORMAT = 1
LARGEST = 1_000_000  # bytes of a file
MOST = 1e9  # no weight is larger

_classes: dict[str, Any] = {}


@dataclass
class Weights:
    """The weights of a game's evaluation by name."""

    game: str
    rules: str
    values: dict[str, float]
    history: dict[str, Any] = field(default_factory=dict)  # how they were found

    @classmethod
    def of(cls, game: Any, values: dict[str, float] | None = None) -> Weights:
        """Those that a game declares, some of them changed."""
        declared = weights_of(game)
        if not declared:
            raise Unsupported(
                f"{game.__name__} names no weights of its evaluation: declare weights in its class (docs: contract)"
            )
        for name, value in (values or {}).items():
            if name not in declared:
                raise BadParameter(f"{game.__name__} has no weight {name!r}; it has: {', '.join(declared)}")
            if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= MOST:
                raise BadParameter(f"the weight {name!r} must be a number up to {MOST:g}, not {value!r}")
        found = {name: (values or {}).get(name, value) for name, value in declared.items()}
        return cls(game.__name__, rules_of_play(game), {n: round(v) if whole(game) else v for n, v in found.items()})

    def save(self, path: Path) -> None:
        """Write the file."""
        data = {"magic": MAGIC, "format": FORMAT, "game": self.game, "rules": self.rules, "weights": self.values}
        try:
            write_whole(path, json.dumps({**data, "history": self.history}, indent=1, ensure_ascii=False) + "\n")
        except OSError as problem:
            raise BadText(f"{path} cannot be written: {problem.strerror}; choose another place") from None

    def for_game(self, game: Any) -> Weights:
        """The same for a class, refused where they belong to other rules or to another evaluation."""
        if rules_of_play(game) != self.rules:
            raise Unsupported(
                f"these weights are for other rules or another form of {self.game}, not for this {game.__name__}"
            )
        if set(self.values) != set(weights_of(game)):
            raise Unsupported(f"these weights are of another evaluation of {self.game}: `zermelo tune` finds new ones")
        return Weights(self.game, self.rules, Weights.of(game, self.values).values, self.history)


def load_weights(path: Path | str) -> Weights:
    """The weights in a file."""
    try:
        data = json.loads(read_whole(Path(path), LARGEST).decode())
    except OSError as problem:
        raise BadText(f"{path} cannot be read: {problem.strerror or 'it is no file'}") from None
    except (ValueError, RecursionError):
        raise BadText(f"{path} holds no weights: `zermelo weights GAME --out FILE` writes such a file") from None
    if not isinstance(data, dict) or data.get("magic") != MAGIC or data.get("format") != FORMAT:
        raise BadText(f"{path} holds no weights: `zermelo weights GAME --out FILE` writes such a file")
    values: Any = data.get("weights")
    history = data.get("history", {})
    sound = isinstance(values, dict) and all(
        isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
        for value in values.values()
    )
    if not sound or not isinstance(history, dict):
        raise BadText(f"{path} is damaged: each weight must be a name and a number")
    return Weights(str(data.get("game")), str(data.get("rules")), values, history)


def place_for(cls: Any) -> Path:
    """Where weights that were tuned here are kept."""
    return learnt_here() / f"{cls.__name__.lower()}-{rules_of_play(cls)}.json"


def keep(weights: Weights, cls: Any) -> Path:
    """Keep weights for all players of this machine."""
    path = place_for(cls)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    weights.save(path)
    return path


def find_tuned(cls: Any) -> Weights | None:
    """The weights kept for a game; a file that is damaged or of another evaluation is as good as none."""
    if not weights_of(cls):
        return None
    path = place_for(cls)
    try:
        return load_weights(path).for_game(cls) if path.is_file() else None
    except ZermeloError:
        return None


def tuned_weights(cls: Any) -> Weights:
    """The same, for somebody who relies on them."""
    found = find_tuned(cls)
    if found is None:
        raise Unsupported(
            f"no tuned weights are kept for {cls.__name__}: find some with `zermelo tune`, or name a file"
        )
    return found


# ---------------------------------------------------------------------- in memory


@inline
def real_weight(self: Any, index: int) -> float:
    """A weight with a point, from memory."""
    return load_real(self.net, index)


@inline
def whole_weight(self: Any, index: int) -> int:
    """A whole weight, from memory."""
    return load_long(self.net, index)


def weighed_class(cls: Any) -> Any:
    """The class of a game whose weights are data; made once, whatever the weights."""
    if cls.rules_name not in _classes:
        body = {
            "__annotations__": {"net": i64},
            "__module__": cls.__module__,
            "__qualname__": cls.__qualname__,
            "__doc__": cls.__doc__,
            "_rules_of": cls,
            "net": not_in_key(),
            "weight": whole_weight if whole(cls) else real_weight,
        }
        _classes[cls.rules_name] = RecordType(cls.__name__, (cls,), body)
    return _classes[cls.rules_name]


class Weighed(Carrier):
    """Weights at work for one game."""

    def __init__(self, cls: Any, weights: Weights) -> None:
        self.weights = weights.for_game(cls)
        block = np.zeros(len(self.weights.values), np.int64 if whole(cls) else np.float64)
        super().__init__(cls, weighed_class(cls), block)
        self.set(list(self.weights.values.values()))

    def set(self, values: Any) -> None:
        """Other numbers at the same place: all states that carry it judge by them at once."""
        self.block[:] = values
