"""How strong the levels of `best` are, where that has been measured: Elo above level 1.

`ladders.json` holds the ladders of games, Elo above random play with half of the 95 % interval; `zermelo ladder GAME
--store` writes it. Where a game has none there, `levels.json` serves: each level's score against the one below, which
`python -m bench.levels table` writes.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from math import log10
from pathlib import Path

LADDERS = Path(__file__).with_name("ladders.json")


@lru_cache(maxsize=1)
def scores() -> dict[str, dict[str, float]]:
    """Each level's score against the one below, by game and level."""
    found: dict[str, dict[str, float]] = json.loads(files(__package__).joinpath("levels.json").read_text("utf-8"))
    return found


@lru_cache(maxsize=1)
def ladders() -> dict[str, dict[str, tuple[float, float | None]]]:
    """By game and player: Elo above random play, and half of the 95 % interval, None where it has no end."""
    found: dict[str, dict[str, tuple[float, float | None]]] = json.loads(LADDERS.read_text("utf-8"))
    return found


def told(game: str, level: int) -> str:
    """How strong a level is, in a sentence; nothing where that was never measured."""
    rung = ladders().get(game, {}).get(f"best:level={level}")
    if rung is None or rung[1] is None:
        return ""
    return f"level {level} is {rung[0]:+.0f} ± {rung[1]:.0f} Elo above random play at {game}"


def elo_above_first(game: str) -> dict[int, int]:
    """The Elo of the levels of a game above level 1, as far as neighbours have met; empty where none have."""
    rated = ladders().get(game, {})
    if "best:level=1" in rated:
        above = {level: rated.get(f"best:level={level}") for level in range(2, 11)}
        first = rated["best:level=1"][0]
        return {level: round((rung[0] - first) / 10) * 10 for level, rung in above.items() if rung}
    known = scores().get(game, {})
    total, found = 0.0, dict[int, int]()
    for level in range(2, 11):
        score = known.get(str(level))
        if score is None or not 0 < score < 1:
            break
        total += -400 * log10(1 / score - 1)
        found[level] = round(total / 10) * 10  # an error of tens of points leaves no more to say
    return found
