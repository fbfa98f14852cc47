"""Levels of a coached game: how much each may look at, and how strong it is above random play.

The strongest level plays with all it can do. The others count nodes or simulations, so that they play alike on every
machine, from a handful to what the search does in the time of a move here.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from zermelo.arena.ladder import FIRST, Rung, rungs
from zermelo.arena.report import Report
from zermelo.arena.setup import NONE, Setup
from zermelo.arena.tournament import Tournament
from zermelo.coach.choices import Choice, first_choice
from zermelo.players import player
from zermelo.players.best import STRONGEST

FORMAT = "neighbours"
LEAST = {"nodes": 60, "sims": 8}  # of level 1
LOOK = 0.3  # seconds in which the speed is measured
VAGUE = 400.0  # half an interval that says nothing: a player is left out
SIMULATING = ("mcts", "determinised", "ismcts")


def counted(choice: Choice) -> str:
    """What a level of a player counts."""
    return "sims" if choice.name in SIMULATING else "nodes"


def work_for(choice: Choice, start: Any, seconds: float) -> tuple[int, ...]:
    """What levels 1 to 9 may look at: equal steps of a logarithm up to what fits into the time of a move."""
    limit = counted(choice)
    made = player(choice.text(LOOK))
    playthrough = first_choice(start)
    made.think(playthrough)  # compiles
    found = made.think(playthrough)
    rate = found.nodes / max(found.seconds, 1e-3)
    least, most = LEAST[limit], rate * seconds
    ratio = max(most / least, 2.0) ** (1 / (STRONGEST - 2))
    return tuple(round(least * ratio**step) for step in range(STRONGEST - 1))


def strongest(seconds: float) -> str:
    """The last level, with the time that a move has in the matches."""
    return f"best:time={seconds:g}"


def ladder_setup(game: str, settings: dict[str, str], seconds: float, seed: int, openings: str) -> Setup:
    """Random play, all levels and the strongest."""
    levels = [f"best:level={level}" for level in range(1, STRONGEST)]
    return Setup(
        game, (FIRST, *levels, strongest(seconds)), settings, seed=seed, openings=openings, isolate=NONE
    )  # fmt: skip


def calibrate(setup: Setup, processes: int, out: Path, deadline: float) -> Report:
    """Neighbours meet, and those two apart, until the time is over."""
    meeting = Tournament(
        setup, format=FORMAT, processes=processes, out=out, resume=out.exists(), deadline=deadline
    )  # fmt: skip
    report = meeting.run(1000)
    if report.stopped:
        raise KeyboardInterrupt
    return report


def rated(report: Report, seconds: float) -> list[Rung]:
    """Everybody whose rating says something; the strongest under the name of its level."""
    names = {strongest(seconds): f"best:level={STRONGEST}"}
    return [
        Rung(names.get(one.player, one.player), one.elo, one.error)
        for one in rungs(report)
        if math.isfinite(one.elo) and one.error <= VAGUE
    ]
