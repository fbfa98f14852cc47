"""The trap of Monte Carlo tree search, measured: a single losing branch that too few playouts miss (Porto).

"There might be a single branch or path that might lead to loss against the opposition … each of the nodes might not be
visited enough number of times". Safe is worth 1/2; behind Trap the opponent has ten answers, nine of which lose
and one wins.
"""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.arena.statistics import intervals
from zermelo.errors import BadLimit
from zermelo.explain.plots import Plot, Series
from zermelo.lab.examples import example
from zermelo.lab.finding import Finding
from zermelo.textbook.events import run
from zermelo.textbook.uct import uct

SIMULATIONS = (4, 8, 16, 32, 64, 128, 256, 512)


def trap(seeds: int = 100, simulations: Sequence[int] = SIMULATIONS) -> Finding:
    """How often UCT falls for the trap, by simulations."""
    if seeds < 2 or not simulations or min(simulations) < 3:
        raise BadLimit("give at least two seeds, and at least three simulations each")
    tree = example("monte-carlo-trap").tree()
    rows, low, high = [], [], []
    points: list[tuple[float, float]] = []
    for count in simulations:
        fallen = sum(run(uct(tree, simulations=count, seed=seed)).move == "Trap" for seed in range(seeds))
        share = intervals.share(fallen, seeds)
        rows.append((count, f"{100 * share.middle:.0f} %", f"{100 * share.low:.0f} to {100 * share.high:.0f}"))
        points.append((float(len(points)), 100 * share.middle))
        low.append(100 * share.low)
        high.append(100 * share.high)
    notes = (f"{seeds} seeds; the tree is {tree}; minimax sees at once that Trap is worth -1",)
    plot = Plot("How often UCT falls for the trap", "simulations", "per cent",
                [Series("falls for it", points, low, high)], names=[str(count) for count in simulations])  # fmt: skip
    return Finding("The Monte Carlo trap", ("simulations", "falls for it", "95 %"), tuple(rows), notes, plot)
