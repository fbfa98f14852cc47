"""Monte Carlo tree search."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from zermelo.search.common.limits import SIMULATIONS
from zermelo.search.common.options import settings_of
from zermelo.search.common.registry import Make, Search, Serves, Values, chosen, on_demand, register
from zermelo.search.mcts.options import MAX_CHILDREN, MctsOptions

if TYPE_CHECKING:
    from zermelo.search.mcts.mcts import Mcts

__all__ = ["Mcts", "MctsOptions"]
__getattr__ = on_demand(__name__, Mcts="mcts")

OPTIONS = settings_of(MctsOptions)


def mcts(values: Values) -> Make:
    """Monte Carlo tree search; every game of a match has its own random numbers."""
    from zermelo.search.mcts.mcts import Mcts

    options = MctsOptions(**chosen(values, OPTIONS)).checked()
    return lambda seed: Mcts(replace(options, seed=options.seed + 1_000_003 * seed))


register(
    Search(
        "mcts",
        "Monte Carlo tree search with random playouts",
        Serves(chance=True, sides=(1, 64), general_sum=True, most_moves=MAX_CHILDREN),
        (*SIMULATIONS, *OPTIONS),
        mcts,
        "mcts:sims=20000,rave",
        evaluates=True,
    )
)
