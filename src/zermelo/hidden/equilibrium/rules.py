"""How regrets become strategies: one update for CFR, CFR+, linear, discounted and predictive CFR+.

Each is regret matching on sums of regrets; they differ in how much of the past counts (Brown and Sandholm 2019):

    regrets   R <- (R + r) * (positive if R + r > 0 else negative)
    averages  A <- (A + added * reach * strategy) * kept
    strategy    <- max(R + predicted * r, 0), divided by its sum

CFR+ forgets negative regrets (Tammelin 2014); predictive CFR+ expects the last regrets once more (Farina et al. 2021).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.game.record import inline

CFR, CFR_PLUS, LINEAR, DISCOUNTED, PREDICTIVE = range(5)
POSITIVE, NEGATIVE, ADDED, KEPT, PREDICTED = range(5)
RULES = {"cfr": CFR, "cfr+": CFR_PLUS, "linear": LINEAR, "dcfr": DISCOUNTED, "pcfr+": PREDICTIVE}


def weights(method: int, t: int, found: NDArray[np.float64]) -> None:
    """The factors of iteration t, counted from 1."""
    found[POSITIVE], found[NEGATIVE], found[ADDED], found[KEPT], found[PREDICTED] = 1.0, 1.0, 1.0, 1.0, 0.0
    if method == CFR_PLUS:
        found[NEGATIVE], found[ADDED] = 0.0, float(t)
    elif method == LINEAR:
        found[POSITIVE] = found[NEGATIVE] = found[KEPT] = t / (t + 1.0)
    elif method == DISCOUNTED:
        found[POSITIVE], found[NEGATIVE], found[KEPT] = t**1.5 / (t**1.5 + 1.0), 0.5, (t / (t + 1.0)) ** 2
    elif method == PREDICTIVE:
        found[NEGATIVE], found[ADDED], found[PREDICTED] = 0.0, float(t) * float(t), 1.0


@inline
def update_block(
    sums: Any, values: Any, first: int, count: int, width: int, reaches: Any, at: int, by: Any, scratch: Any
) -> None:
    """Regrets, averages and strategy of one block; `sums` are those three arrays.

    `values` are the counterfactual values of its actions, `reaches` from `at` on the owner's own reach for each type.
    Row 2 of the scratch rows becomes the value of the block to each type.
    """
    regrets, averages, strategy = sums
    for kind in range(width):
        scratch[1, kind] = 0.0
        scratch[2, kind] = 0.0
    for action in range(count):
        place = first + action * width
        for kind in range(width):
            scratch[2, kind] += strategy[place + kind] * values[place + kind]
    for action in range(count):
        place = first + action * width
        for kind in range(width):
            regret = values[place + kind] - scratch[2, kind]
            new = regrets[place + kind] + regret
            new *= by[POSITIVE] if new > 0.0 else by[NEGATIVE]
            regrets[place + kind] = new
            played = by[ADDED] * reaches[at + kind] * strategy[place + kind]
            averages[place + kind] = (averages[place + kind] + played) * by[KEPT]
            wish = max(new + by[PREDICTED] * regret, 0.0)
            strategy[place + kind] = wish
            scratch[1, kind] += wish
    for kind in range(width):
        total = scratch[1, kind]
        scratch[0, kind] = 0.0 if total > 0.0 else 1.0 / count
        scratch[1, kind] = 1.0 / total if total > 0.0 else 0.0
    for action in range(count):
        place = first + action * width
        for kind in range(width):
            strategy[place + kind] = strategy[place + kind] * scratch[1, kind] + scratch[0, kind]
