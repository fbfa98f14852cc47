"""Side by side: ours and a peer take turns on one core; answers are compared where the peer gives one, and it is said
where it does not. The ratio is of medians.
"""

from __future__ import annotations

import os
import statistics
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Run = Callable[[], tuple[float, float, object]]  # amount of work, processor seconds, answer


@dataclass(frozen=True)
class Result:
    """One line of the table."""

    work: str
    ours: float
    peer: float
    unit: str
    against: str
    target: float | None
    agree: bool | None  # None: the peer gives no answer to compare

    @property
    def ratio(self) -> float:
        return self.ours / self.peer

    def line(self) -> str:
        wanted = (
            "" if self.target is None else f" (wanted {self.target:g}{'' if self.ratio >= self.target else ', MISSED'})"
        )
        answers = {True: "", False: "  ANSWERS DIFFER", None: "  answers not compared"}[self.agree]
        return (
            f"{self.work:<34} {show(self.ours):>9} {self.unit:<8} {self.against:<22} {show(self.peer):>9}"
            f"   {self.ratio:8.2f}{wanted}{answers}"
        )


def show(rate: float) -> str:
    """A rate with three digits."""
    for size, sign in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if rate >= size:
            return f"{rate / size:.3g} {sign}"
    return f"{rate:.3g}"


def pin() -> None:
    """Keep to one core where the system allows it."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def side_by_side(
    work: str,
    ours: Run,
    peer: Run,
    *,
    unit: str,
    against: str,
    target: float | None = None,
    same: Callable[[object, object], bool] | None = lambda a, b: a == b,
    rounds: int = 5,
) -> Result:
    """Alternate the two runs and compare answers and rates."""
    rates: tuple[list[float], list[float]] = ([], [])
    agree = None if same is None else True
    for _ in range(rounds):
        (amount, spent, answer), (peer_amount, peer_spent, peer_answer) = ours(), peer()
        rates[0].append(amount / spent)
        rates[1].append(peer_amount / peer_spent)
        if same is not None:
            agree = agree and same(answer, peer_answer)
    result = Result(work, statistics.median(rates[0]), statistics.median(rates[1]), unit, against, target, agree)
    print(result.line(), flush=True)
    return result


def close(tolerance: float) -> Callable[[object, object], bool]:
    """Answers that are means of random games agree within a tolerance each."""

    def same(a: Any, b: Any) -> bool:
        return all(abs(x - y) <= tolerance * max(1.0, abs(x)) for x, y in zip(a, b, strict=True))

    return same
