"""Population ratios: why there are as many sons as daughters, and where there are not.

Fisher (1930): whichever sex is rarer has more children each, so half is stable. Hamilton (1967): where n mothers lay
their eggs apart and brothers compete for their sisters, (n-1)/2n sons are.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from zermelo.theory.reading import shown, within


def fitness(own: Any, others: Any, mothers: int) -> Any:
    """Grandchildren of a mother with a share of sons among mothers with another: by daughters, and by sons."""
    daughters, sons = 1 - own, own
    all_daughters, all_sons = daughters + (mothers - 1) * (1 - others), sons + (mothers - 1) * others
    return daughters + (sons * all_daughters / all_sons if all_sons else 0)


def stable(mothers: int) -> Fraction:
    """The share of sons that no other share can enter."""
    return Fraction(mothers - 1, 2 * mothers)


def drift(mothers: int, start: float, steps: int) -> Iterator[float]:
    """The share of sons as small mutants replace it wherever they do better."""
    share, size = start, 0.02
    for _ in range(steps):
        yield share
        here = fitness(share, share, mothers)
        better = [new for new in (share - size, share + size) if 0 < new < 1 and fitness(new, share, mothers) > here]
        share = max(better, key=lambda new: fitness(new, share, mothers), default=share)
        size *= 1.0 if better else 0.7
    yield share


def tell(mothers: int = 2, start: float = 0.9, steps: int = 120) -> Iterator[str]:
    """Mothers who choose how many of their young are sons."""
    within("mothers", mothers, 2, 1_000_000)
    within("start", start, 0.01, 0.99)
    within("steps", steps, 1, 10_000)
    line = list(drift(mothers, start, steps))
    for count in range(0, steps + 1, max(1, steps // 8)):
        yield f"  after {count:4} mutants: {100 * line[count]:5.1f} % sons {'#' * round(40 * line[count])}"
    yield f"{mothers} mothers at a place: in theory {shown(stable(mothers))} sons, {100 * float(stable(mothers)):.1f} %"
    yield "with many mothers half: the rarer sex has more children each (Fisher)"
