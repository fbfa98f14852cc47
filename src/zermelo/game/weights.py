"""Evaluations with named weights: a class says `weights = ("men", 100), ("kings", 130)`, its rules `self.weight(0)`.

In the game itself a weight is a constant, folded into the compiled code. A class derived for other weights
(`learn/weighed.py`) reads them from memory, so that weights can be edited, fitted and loaded without compiling.
"""

from __future__ import annotations

from typing import Any

from zermelo.errors import BadRules
from zermelo.game.record import inline

DECLARED, VALUES = "weights", "weight_values"


@inline
def weight(self: Any, index: int) -> Any:
    """A weight of the evaluation by its place in the declaration."""
    return self.weight_values[index]


def declare(cls: Any, declared: Any) -> None:
    """Give a class the weights that it declares, all whole numbers or all with a point."""
    right = isinstance(declared, tuple) and all(
        isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], str) and type(pair[1]) in (int, float)
        for pair in declared
    )
    if not right or len({name for name, _ in declared}) != len(declared) or not declared:
        raise BadRules(
            f"{cls.__name__}.weights must be pairs of different names and numbers, as in "
            'weights = ("men", 100), ("kings", 130)'
        )
    if len({type(value) for _, value in declared}) > 1:
        raise BadRules(f"{cls.__name__}.weights mixes whole numbers with others: write 1.0 for 1 beside 0.5")
    type.__setattr__(cls, VALUES, tuple(value for _, value in declared))
    type.__setattr__(cls, "weight", weight)


def weights_of(cls: Any) -> dict[str, float]:
    """The declared weights by name; none where a game declares none."""
    return dict(getattr(cls, DECLARED, None) or ())


def whole(cls: Any) -> bool:
    """Whether the weights are whole numbers."""
    return all(isinstance(value, int) for value in weights_of(cls).values())
