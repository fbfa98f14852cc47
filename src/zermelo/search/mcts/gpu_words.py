"""The words of `atomics.py` on a GPU: there a tree belongs to one thread, and nothing is shared."""

from __future__ import annotations

from typing import Any

from numba.cuda.extending import overload

from zermelo.game.machine import twin
from zermelo.search.mcts import atomics

twin(atomics.add_visits, overload)(lambda nodes, place, more: atomics.add_visits)
twin(atomics.add_total, overload)(lambda nodes, place, more: atomics.add_total)
twin(atomics.fetch_add, overload)(lambda counters, place, more: atomics.fetch_add)
twin(atomics.claim_expansion, overload)(lambda nodes, place: atomics.claim_expansion)
twin(atomics.load_status, overload)(lambda nodes, place: atomics.load_status)
twin(atomics.publish_status, overload)(lambda nodes, place, status: atomics.publish_status)


@twin(atomics.borrowed, overload)
def borrowed(array: Any) -> Any:
    """Nobody counts references on a GPU."""
    return lambda array: array
