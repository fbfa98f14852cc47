"""Names for the parts of an evaluation."""

from __future__ import annotations

from collections.abc import Iterable


def compared(names: Iterable[str], own: Iterable[float], other: Iterable[float]) -> dict[str, float]:
    """The parts of an evaluation by name, each what one side has less what the other has: for `features`."""
    return {name: float(mine) - float(theirs) for name, mine, theirs in zip(names, own, other, strict=True)}
