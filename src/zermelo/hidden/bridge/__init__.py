"""Bridge for the machine: a bidding system, deals that fit it, and cards by double-dummy search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.search.common.limits import LIMITS, SIMULATIONS
from zermelo.search.common.options import SEED, Setting
from zermelo.search.common.registry import Make, Search, Serves, Values, on_demand, register

if TYPE_CHECKING:
    from zermelo.hidden.bridge.search import BridgeSearch

__all__ = ["BridgeSearch"]
__getattr__ = on_demand(__name__, BridgeSearch="search")

SAMPLES = 20  # deals for a card


def bridge(values: Values) -> Make:
    """The player with its settings."""
    from zermelo.hidden.bridge.search import BridgeSearch

    samples, first = values.get("samples", SAMPLES), values.get("seed", 0)
    return lambda seed: BridgeSearch(samples=samples, seed=first + seed)


register(
    Search(
        "bridge",
        "bridge alone: a simple bidding system, and cards by double-dummy search over deals that fit the calls",
        Serves(chance=True, hidden=True, perfect=False, only="Bridge"),
        (*LIMITS, SIMULATIONS[0], SEED, Setting("samples", int, "deals for a card", SAMPLES, low=1, high=1000)),
        bridge,
        "bridge:samples=40",
        {"time": 5.0},
        advised=False,
    )
)
