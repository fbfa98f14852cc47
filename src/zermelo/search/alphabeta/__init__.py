"""Alpha-beta for two sides: minimax, its pruning, and every refinement as an option."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from zermelo.search.alphabeta.options import AlphaBetaOptions
from zermelo.search.common.limits import LIMITS
from zermelo.search.common.options import Setting, settings_of
from zermelo.search.common.registry import Make, Search, Serves, Values, chosen, on_demand, register

if TYPE_CHECKING:
    from zermelo.search.alphabeta.alphabeta import AlphaBeta

__all__ = ["AlphaBeta", "AlphaBetaOptions"]
__getattr__ = on_demand(__name__, AlphaBeta="alphabeta")

REFINEMENTS = settings_of(AlphaBetaOptions)
TABLE = Setting("tt", float, "megabytes of the transposition table", 64.0, low=0.02)
THREADS = Setting("threads", int, "processor threads", 1, low=1, high=256)
PRESETS = (
    Setting("plain", bool, "all refinements off, but those named", False),
    Setting("exact", bool, "only refinements that cannot change a value", False),
)


def alphabeta(values: Values) -> Make:
    """Alpha-beta with its refinements."""
    from zermelo.search.alphabeta.alphabeta import AlphaBeta

    base = AlphaBetaOptions.exact() if values.get("exact") else AlphaBetaOptions()
    base = AlphaBetaOptions.none() if values.get("plain") else base
    options = replace(base, **chosen(values, REFINEMENTS))
    return lambda seed: AlphaBeta(options, tt=values.get("tt", 64.0), threads=values.get("threads", 1))


def minimax(values: Values) -> Make:
    """Minimax: every node."""
    from zermelo.search.alphabeta.alphabeta import AlphaBeta

    options = replace(AlphaBetaOptions.none(), pruning=False)
    return lambda seed: AlphaBeta(options, tt=0.02)


register(
    Search(
        "minimax",
        "every node, three plies deep where no limit is given",
        Serves(),
        LIMITS,
        minimax,
        "minimax:depth=3",
        default_limits={"depth": 3},
        advised=False,
        evaluates=True,
    )
)
register(
    Search(
        "alphabeta",
        "alpha-beta with all refinements; each is a setting",
        Serves(),
        (*LIMITS, TABLE, THREADS, *PRESETS, *REFINEMENTS),
        alphabeta,
        "alphabeta:time=1,tt=256",
        evaluates=True,
    )
)
