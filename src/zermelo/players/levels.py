"""How strong the levels of `best` are, where that has been measured: Elo above level 1, from matches of neighbours.

`levels.json` holds each level's score against the one below; `python -m bench.levels table` writes it.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from math import log10


@lru_cache(maxsize=1)
def scores() -> dict[str, dict[str, float]]:
    """Each level's score against the one below, by game and level."""
    found: dict[str, dict[str, float]] = json.loads(files(__package__).joinpath("levels.json").read_text("utf-8"))
    return found


def elo_above_first(game: str) -> dict[int, int]:
    """The Elo of the levels of a game above level 1, as far as neighbours have met; empty where none have."""
    known = scores().get(game, {})
    total, found = 0.0, dict[int, int]()
    for level in range(2, 11):
        score = known.get(str(level))
        if score is None or not 0 < score < 1:
            break
        total += -400 * log10(1 / score - 1)
        found[level] = round(total / 10) * 10  # an error of tens of points leaves no more to say
    return found
