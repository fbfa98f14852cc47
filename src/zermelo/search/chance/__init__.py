"""Searches with chance nodes and modelled opponents: expectiminimax and expectimax."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from zermelo.search.chance.options import ExpectiminimaxOptions
from zermelo.search.common.limits import LIMITS, ROUNDS
from zermelo.search.common.options import Setting, settings_of
from zermelo.search.common.registry import MAX_PLAYERS, Make, Search, Serves, Values, chosen, on_demand, register

if TYPE_CHECKING:
    from zermelo.search.chance.expectimax import Expectimax
    from zermelo.search.chance.expectiminimax import Expectiminimax

__all__ = ["Expectimax", "Expectiminimax", "ExpectiminimaxOptions"]
__getattr__ = on_demand(__name__, Expectimax="expectimax", Expectiminimax="expectiminimax")

REFINEMENTS = settings_of(ExpectiminimaxOptions)
PLAIN = Setting("plain", bool, "all refinements off, but those named", False)
TABLE = Setting("tt", float, "megabytes of the transposition table", 16.0, low=0.02)


def expectiminimax(values: Values) -> Make:
    """Expectiminimax with Star1 and Star2."""
    from zermelo.search.chance.expectiminimax import Expectiminimax

    base = ExpectiminimaxOptions.none() if values.get("plain") else ExpectiminimaxOptions()
    options = replace(base, **chosen(values, REFINEMENTS))
    return lambda seed: Expectiminimax(options, tt=values.get("tt", 16.0))


def expectimax(values: Values) -> Make:
    """The best answer to a model of the opponents: a mixture of kinds, or a function (see `Expectimax`)."""
    from zermelo.search.chance.expectimax import Expectimax

    model, rounds = values.get("model", "random"), "rounds" in values
    return lambda seed: Expectimax(model, tt=values.get("tt", 16.0), rounds=rounds)


register(
    Search(
        "expectiminimax",
        "two sides and chance, with Star1 and Star2 pruning",
        Serves(chance=True, sides=(1, 2), most_players=MAX_PLAYERS),
        (*LIMITS, TABLE, PLAIN, *REFINEMENTS),
        expectiminimax,
        "expectiminimax:depth=2",
        evaluates=True,
    )
)
register(
    Search(
        "expectimax",
        "the best answer to opponents who follow a model",
        Serves(chance=True, sides=(1, MAX_PLAYERS), general_sum=True, most_players=MAX_PLAYERS),
        (*LIMITS, ROUNDS, TABLE, Setting("model", str, "a player, or a mixture of players", "random")),
        expectimax,
        "expectimax:depth=3,model=mix(minimax:depth=2@0.8,random@0.2)",
        advised=False,
    )
)
