"""The ladder of a game: random play, the levels of `best` and searches of several budgets, rated together once.

Neighbours meet, and those two apart, so that every rung is held from both sides. What comes out is kept as Elo above
random play, and `best` and the page tell it.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.arena.report import Report
from zermelo.arena.statistics.bradley_terry import Ratings
from zermelo.arena.statistics.intervals import SURE
from zermelo.errors import BadLimit, BadParameter
from zermelo.games import catalogue
from zermelo.players import levels
from zermelo.players.best import STRONGEST, pick_for

FIRST = "random"
BETWEEN = (0.2, 0.5, 0.8)  # shares of level 1 in the mixtures below it, without which it would win all its games
BUDGETS = {3: 1000, 6: 10_000}  # after which level a search of so many nodes or simulations is tried


@dataclass(frozen=True)
class Rung:
    """A player of the ladder: Elo above random play, and half of its 95 % interval."""

    player: str
    elo: float
    error: float


def entrants(game: str, settings: dict[str, str], top: int) -> tuple[str, ...]:
    """Who stands on the ladder of a game, from the one thought weakest to the strongest."""
    if not 1 <= top <= STRONGEST:
        raise BadLimit(f"the highest level is one from 1 to {STRONGEST}, not {top}")
    cls = type(catalogue.make(game, settings))
    if cls.players < 2:
        raise BadParameter(f"{game} is a game of one player: nobody meets on its ladder")
    picked = pick_for(cls).name
    found = [FIRST, *(f"mix(best:level=1@{share:g},{FIRST}@{1 - share:g})" for share in BETWEEN)]
    for level in range(1, top + 1):
        found.append(f"best:level={level}")
        if level in BUDGETS:
            found += [f"{name}:{limit}={BUDGETS[level]}" for name, limit in budgeted(cls, picked)]
    return tuple(found)


def budgeted(cls: Any, picked: str) -> list[tuple[str, str]]:
    """Searches that are tried at several budgets, and how each counts: the game's own and Monte Carlo tree search."""
    if cls.hidden:
        return [("determinised", "nodes")]
    return [*([] if picked == "mcts" else [(picked, "nodes")]), ("mcts", "sims")]


def rungs(report: Report) -> list[Rung]:
    """Everybody with their Elo above random play, the weakest first."""
    found: Ratings | None = report.ratings
    if found is None:
        raise BadParameter("the ladder has no ratings: nobody has met yet")
    first = list(report.players).index(FIRST)
    rows = []
    for place, name in enumerate(report.players):
        spread = found.covariance[place, place] + found.covariance[first, first] - 2 * found.covariance[place, first]
        elo = found.ratings[place].middle - found.ratings[first].middle
        rows.append(Rung(name, elo, SURE * max(float(spread), 0.0) ** 0.5))
    return sorted(rows, key=lambda one: one.elo)


def written(found: dict[str, list[Rung]]) -> str:
    """Ladders as a file holds them: by game and player, Elo above random play and half of the 95 % interval."""
    return in_lines({game: {one.player: bounds(one) for one in rungs} for game, rungs in found.items()})


def bounds(one: Rung) -> list[int | None]:
    """Elo and error in whole points; where the error has no end, none."""
    return [round(one.elo), round(one.error) if math.isfinite(one.error) else None]


def in_lines(kept: dict[str, dict[str, list[int | None]]]) -> str:
    """JSON with a line for each player."""
    blocks = []
    for game, found in sorted(kept.items()):
        rows = [f"  {json.dumps(player)}: {json.dumps(rung)}" for player, rung in found.items()]
        blocks.append(
            f" {json.dumps(game)}: {{\n" + ",\n".join(rows) + "\n }" if rows else f" {json.dumps(game)}: {{}}"
        )
    return "{\n" + ",\n".join(blocks) + "\n}\n"


def out_of_order(found: list[Rung]) -> list[str]:
    """Levels that were rated clearly below the one before: the intervals do not even touch."""
    by_level = {int(one.player.rpartition("=")[2]): one for one in found if one.player.startswith("best:level=")}
    told = []
    for level in sorted(by_level)[1:]:
        below, here = by_level.get(level - 1), by_level[level]
        if below and here.elo + here.error < below.elo - below.error:
            told.append(f"level {level} is rated below level {level - 1}")
    return told


def store(game: str, found: list[Rung], place: Path | None = None) -> Path:
    """Write a ladder into the package's file, beside those of other games."""
    entry = catalogue.entry_of(game)
    if entry is None:
        raise BadParameter(f"{game} is no game of the package: its ladder can be printed, not stored")
    path = place or levels.LADDERS
    kept = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    kept[entry.name] = {one.player: bounds(one) for one in found}
    try:
        path.write_text(in_lines(kept), encoding="utf-8")
    except OSError as problem:
        raise BadParameter(f"{path} cannot be written: {problem.strerror}; store ladders from a checkout") from None
    levels.ladders.cache_clear()
    return path
