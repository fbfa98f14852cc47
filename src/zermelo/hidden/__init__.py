"""Games whose players do not see everything."""

from __future__ import annotations

from typing import TYPE_CHECKING

import zermelo.hidden.bridge  # noqa: F401  # registers its own
from zermelo.search.common.limits import LIMITS, SIMULATIONS
from zermelo.search.common.options import SEED, Setting
from zermelo.search.common.registry import MAX_PLAYERS, Make, Search, Serves, Values, on_demand, register
from zermelo.search.mcts.options import MAX_CHILDREN

if TYPE_CHECKING:
    from zermelo.hidden.bridge import BridgeSearch
    from zermelo.hidden.determinise import Determinised
    from zermelo.hidden.ismcts import Ismcts

__all__ = ["BridgeSearch", "Determinised", "Ismcts"]
__getattr__ = on_demand(__name__, BridgeSearch="bridge", Determinised="determinise", Ismcts="ismcts")

EXPLORATION = 0.7  # of information-set search, in parts of the range of results


def determinised(values: Values) -> Make:
    """A search over many deals; `search` makes the searcher of one deal from a seed."""
    from zermelo.hidden.determinise import Determinised

    samples, first, make = values.get("samples", 32), values.get("seed", 0), values["search"]
    return lambda seed: Determinised(make(seed), samples=samples, seed=first + seed)


register(
    Search(
        "determinised",
        "hidden games: a search over many deals, all open, and the best move on average",
        Serves(chance=True, hidden=True, perfect=False, sides=(1, 64), general_sum=True, most_moves=MAX_CHILDREN),
        (
            *LIMITS,
            SIMULATIONS[0],
            SEED,
            Setting("samples", int, "deals", 32, low=1, high=1_000_000),
            Setting("search", str, "the search for each deal; without one expectiminimax for two, mcts for more"),
        ),
        determinised,
        "determinised:samples=20,search=(mcts:sims=4000)",
    )
)


def ismcts(values: Values) -> Make:
    """Information-set Monte Carlo tree search with its settings."""
    from zermelo.hidden.ismcts import Ismcts

    first = values.get("seed", 0)
    given = {name: values[name] for name in ("multiple", "exploration", "memory") if name in values}
    return lambda seed: Ismcts(seed=first + seed, **given)


register(
    Search(
        "ismcts",
        "hidden games: Monte Carlo tree search over what players know, a new deal for each simulation",
        Serves(
            chance=True,
            hidden=True,
            perfect=False,
            sides=(1, 64),
            general_sum=True,
            most_players=MAX_PLAYERS,
            forbids=False,
        ),
        (
            *SIMULATIONS,
            SEED,
            Setting("multiple", bool, "every player chooses by what they know themselves, not by what I know", True),
            Setting("exploration", float, "C, in parts of the range of results", EXPLORATION, low=0.0),
            Setting("memory", float, "megabytes of the table", 64.0, low=0.1),
        ),
        ismcts,
        "ismcts:sims=20000",
    )
)
