"""Games whose players do not see everything."""

from __future__ import annotations

from zermelo.hidden.bridge import BridgeSearch
from zermelo.hidden.determinise import Determinised
from zermelo.hidden.ismcts import EXPLORATION, Ismcts
from zermelo.search.common.limits import LIMITS, SIMULATIONS
from zermelo.search.common.options import SEED, Setting
from zermelo.search.common.registry import Make, Search, Serves, Values, register
from zermelo.search.common.work import MAX_PLAYERS
from zermelo.search.mcts.tree import MAX_CHILDREN

__all__ = ["BridgeSearch", "Determinised", "Ismcts"]


def determinised(values: Values) -> Make:
    """A search over many deals; `search` makes the searcher of one deal from a seed."""
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
