"""The gate: learned weights are kept for others only where a match shows that they play better.

They meet the player that `best` would choose without them, at equal time, in pairs of games with seats exchanged, until
a sequential test has decided or the games are over.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.arena.played import Played
from zermelo.arena.setup import NONE, Setup
from zermelo.arena.statistics.sprt import ACCEPTED, Sprt
from zermelo.arena.tournament import Tournament
from zermelo.errors import Unsupported
from zermelo.players.best import pick_for
from zermelo.search.common.registry import SEARCHES

OPENINGS = "random:4"
TEST = Sprt(0.0, 40.0)  # normalised Elo
ALGORITHMS = ("alphabeta", "expectiminimax", "paranoid")  # in this order of preference


@dataclass(frozen=True)
class Verdict:
    """How a match of learned weights ended."""

    player: str  # with the weights
    rival: str
    games: int
    score: float
    low: float
    high: float
    decision: str  # of the sequential test; empty where it had not decided

    @property
    def better(self) -> bool:
        """Whether the weights are to be used: the test says so, or the whole interval does."""
        return self.decision == ACCEPTED or (not self.decision and self.low > 0.5)

    def text(self) -> str:
        """In one line."""
        told = "better" if self.better else "not shown to be better"
        return (
            f"{self.player} against {self.rival}: {100 * self.score:.1f} % of the points in {self.games} games "
            f"(95 %: {100 * self.low:.1f} to {100 * self.high:.1f}): {told}"
        )

    def to_json(self) -> dict[str, Any]:
        """Plain data, for the file of the weights."""
        return {
            "player": self.player.partition(":")[0], "rival": self.rival, "games": self.games,
            "score": round(self.score, 4), "low": round(self.low, 4), "high": round(self.high, 4),
            "decision": self.decision, "better": self.better,
        }  # fmt: skip


def algorithm_for(cls: Any) -> str:
    """Which search uses weights best."""
    for name in ALGORITHMS:
        if not SEARCHES[name].serves.obstacle(cls):
            return name
    raise Unsupported(f"no search that evaluates positions serves {cls.__name__}")


def judge(
    game: str,
    settings: dict[str, str],
    start: Any,
    weights: Path,
    *,
    games: int = 200,
    seconds: float = 0.05,
    seed: int = 0,
    on_game: Callable[[Tournament, Played], None] | None = None,
) -> Verdict:
    """Let weights meet what `best` plays without them; games for two only."""
    cls = type(start)
    if cls.players != 2:
        raise Unsupported(f"{cls.__name__} has {cls.players} players: weights are judged in games for two")
    pick = pick_for(cls, learned=False)
    given = "".join(f",{name}={value}" for name, value in pick.settings)
    players = f"{algorithm_for(cls)}:net={weights},time={seconds:g}", f"{pick.name}:time={seconds:g}{given}"
    setup = Setup(game, players, settings, seed=seed, openings=OPENINGS, isolate=NONE)
    meeting = Tournament(setup, sprt=TEST)
    report = meeting.run(games, on_game)
    if report.stopped:
        raise KeyboardInterrupt
    found = report.interval(0)
    decision = meeting.test.decision if meeting.test else ""
    return Verdict(players[0], players[1], len(report.records), found.middle, found.low, found.high, decision)
