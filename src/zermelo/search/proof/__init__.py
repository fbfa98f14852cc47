"""Proof-number search: df-pn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.search.common.limits import LIMITS
from zermelo.search.common.options import Setting
from zermelo.search.common.registry import Make, Search, Serves, Values, on_demand, register

if TYPE_CHECKING:
    from zermelo.search.proof.dfpn import DfPn

__all__ = ["DfPn"]
__getattr__ = on_demand(__name__, DfPn="dfpn")

SETTINGS = (
    Setting("tt", float, "megabytes of the transposition table", 64.0, low=0.02),
    Setting("at_least", float, "points that count as won; unset: more than a draw"),
)


def dfpn(values: Values) -> Make:
    """Depth-first proof-number search."""
    from zermelo.search.proof.dfpn import DfPn

    return lambda seed: DfPn(tt=values.get("tt", 64.0), at_least=values.get("at_least"))


register(
    Search(
        "dfpn",
        "proves or refutes a win, and refuses what it cannot prove",
        Serves(forbids=False),
        (*LIMITS, *SETTINGS),
        dfpn,
        "dfpn:time=10",
        advised=False,
    )
)
