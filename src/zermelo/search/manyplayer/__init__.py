"""Searches for more than two players: max^n, paranoid and best-reply search."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from zermelo.search.common.limits import LIMITS, ROUNDS
from zermelo.search.common.options import Setting
from zermelo.search.common.registry import MAX_PLAYERS, Make, Search, Serves, Values, on_demand, register

if TYPE_CHECKING:
    from zermelo.search.manyplayer.maxn import MaxN

__all__ = ["MaxN"]
__getattr__ = on_demand(__name__, MaxN="maxn")

TABLE = Setting("tt", float, "megabytes of the transposition table", 16.0, low=0.02)


def maker(kind: str) -> Callable[[Values], Make]:
    """One of the searches for many players."""

    def make(values: Values) -> Make:
        from zermelo.search.manyplayer.maxn import MaxN

        return lambda seed: MaxN(kind, rounds="rounds" in values, tt=values.get("tt", 16.0))

    return make


for name, summary in (
    ("maxn", "many players, each for themselves"),
    ("paranoid", "many players, all others against one"),
    ("best_reply", "many players, of whom only the most dangerous answers"),
):
    serves = Serves(
        chance=name != "best_reply",  # which cannot pass players over where chance moves
        sides=(1, MAX_PLAYERS),
        general_sum=True,
        most_players=MAX_PLAYERS,
    )
    settings = (*LIMITS, ROUNDS, TABLE)
    register(Search(name, summary, serves, settings, maker(name), f"{name}:rounds=2", evaluates=True))
