"""Games solved: endgame tables, all positions that can be reached, and players who know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.search.common.registry import Make, Search, Serves, Values, on_demand, register

if TYPE_CHECKING:
    from zermelo.solve.perfect import Perfect
    from zermelo.solve.solving import Report, solve_positions, solve_slices
    from zermelo.solve.tablebase import Known, Tablebase, installed

__all__ = ["Known", "Perfect", "Report", "Tablebase", "installed", "solve_positions", "solve_slices"]
__getattr__ = on_demand(
    __name__,
    Known="tablebase",
    Perfect="perfect",
    Report="solving",
    Tablebase="tablebase",
    installed="tablebase",
    solve_positions="solving",
    solve_slices="solving",
)


def perfect(values: Values) -> Make:
    """A player that looks moves up; it has no settings and no luck."""
    from zermelo.solve.perfect import Perfect

    return lambda seed: Perfect()


register(
    Search(
        "perfect",
        "looks the best move up in the tables that `zermelo solve` made",
        Serves(chance=True, sides=(1, 2)),
        (),
        perfect,
        "perfect",
        {"depth": 1},  # looked up, not searched
        advised=False,
    )
)
