"""The door to SciPy's linear programs, and the way back from floats to exact numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from zermelo.errors import MissingExtra

Rows = Sequence[Sequence[Fraction]]


def minimise(
    cost: Sequence[Fraction | int],
    *,
    at_most: tuple[Rows, Sequence[Fraction | int]] | None = None,
    equal: tuple[Rows, Sequence[Fraction | int]] | None = None,
    bounds: Sequence[tuple[float | None, float | None]],
) -> list[float] | None:
    """The point of least cost, or nothing where no point keeps the constraints."""
    try:
        from scipy.optimize import linprog
    except ImportError:
        raise MissingExtra("linear programs need SciPy: pip install 'zermelo[theory]'") from None
    tables: dict[str, Any] = {}
    for name, part in (("ub", at_most), ("eq", equal)):
        if part and part[0]:
            tables[f"A_{name}"] = [[float(value) for value in row] for row in part[0]]
            tables[f"b_{name}"] = [float(value) for value in part[1]]
    found = linprog([float(value) for value in cost], bounds=list(bounds), method="highs", **tables)
    return [float(value) for value in found.x] if found.status == 0 else None


def rational(value: float, largest: int = 100_000) -> Fraction:
    """The simple fraction that a float most likely stands for; whoever uses it checks it exactly."""
    return Fraction(value).limit_denominator(largest)


def mixture(weights: Sequence[float], largest: int = 100_000) -> list[Fraction]:
    """Weights as simple fractions that add up to one."""
    parts = [max(rational(weight, largest), Fraction(0)) for weight in weights]
    total = sum(parts, Fraction(0))
    return [part / total for part in parts]
