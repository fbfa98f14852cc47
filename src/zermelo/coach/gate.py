"""The gate: a player takes the place of another only where a match shows that it plays better.

They meet at equal time, in games with all orders of seats from each opening, until a sequential test has decided, the
games are over or the time is. In a game of one player both play the same openings and dice, and the better result of
each counts as a win.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from zermelo.arena.played import Played
from zermelo.arena.report import Report
from zermelo.arena.setup import NONE, Setup
from zermelo.arena.statistics.intervals import Interval
from zermelo.arena.statistics.score import Score, elo_of
from zermelo.arena.statistics.sprt import ACCEPTED, Sprt
from zermelo.arena.tournament import Tournament
from zermelo.coach.choices import judging
from zermelo.errors import Unsupported
from zermelo.players.best import pick_for

OPENINGS = "random:4"
TEST = Sprt(0.0, 40.0)  # normalised Elo
MOST_GAMES = 2000


@dataclass(frozen=True)
class Verdict:
    """How a match of a challenger ended."""

    player: str  # the challenger
    rival: str
    games: int
    score: float
    low: float
    high: float
    decision: str  # of the sequential test; empty where it had not decided
    even: float = 0.5  # what equal players would score

    @property
    def better(self) -> bool:
        """Whether the challenger is to be used: the test says so, or the whole interval does."""
        return self.decision == ACCEPTED or (not self.decision and self.low > self.even)

    @property
    def elo(self) -> Interval:
        """The difference in Elo, for two players."""
        return Interval(elo_of(self.score), elo_of(self.low), elo_of(self.high))

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

    def kept(self) -> dict[str, Any]:
        """All of it as plain data."""
        return asdict(self)

    @classmethod
    def from_kept(cls, data: dict[str, Any]) -> Self:
        """What `kept` gave."""
        return cls(**data)


def algorithm_for(cls: Any) -> str:
    """Which search uses weights best."""
    if name := judging(cls):
        return name
    raise Unsupported(f"no search that evaluates positions serves {cls.__name__}")


def judge(
    game: str,
    settings: dict[str, str],
    start: Any,
    weights: Path,
    *,
    algorithm: str = "",
    games: int = 200,
    minutes: float = math.inf,
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
    players = (
        f"{algorithm or algorithm_for(cls)}:net={weights},time={seconds:g}",
        f"{pick.name}:time={seconds:g}{given}",
    )
    return meet(
        game, settings, cls, *players, games=games, minutes=minutes, seed=seed, openings=OPENINGS, on_game=on_game
    )


def meet(
    game: str,
    settings: dict[str, str],
    cls: Any,
    challenger: str,
    champion: str,
    *,
    games: int = MOST_GAMES,
    minutes: float = math.inf,
    seed: int = 0,
    openings: str = "",
    processes: int = 1,
    out: Path | None = None,
    on_game: Callable[[Tournament, Played], None] | None = None,
) -> Verdict:
    """A challenger meets whoever plays now; a file `out` lets an interrupted match go on. Ctrl-C is passed on."""
    seats = max(int(cls.players), 2)
    setup = Setup(
        game, (challenger, *[champion] * (seats - 1)), settings, seed=seed, openings=openings, isolate=NONE
    )  # fmt: skip
    sprt = TEST if cls.players == 2 else None
    deadline = time.monotonic() + 60 * minutes
    meeting = Tournament(
        setup, sprt=sprt, processes=processes, out=out, resume=out is not None and out.exists(), deadline=deadline
    )
    report = meeting.run(games, on_game)
    if report.stopped:
        raise KeyboardInterrupt
    found = alone(report) if cls.players == 1 else report.interval(0)
    decision = meeting.test.decision if meeting.test else ""
    even = 0.5 if cls.players == 1 else 1 / seats
    return Verdict(challenger, champion, len(report.records), found.middle, found.low, found.high, decision, even)


def alone(report: Report) -> Interval:
    """In a game of one player: how often the first did better than the second with the same opening and dice."""
    results: dict[int, dict[int, float]] = {}
    for played in report.records:
        results.setdefault(played.fixture.block, {})[played.seats[0]] = played.utilities[0]
    pairs = [found for found in results.values() if len(found) == 2]
    if not pairs:
        return Interval(0.5, 0.0, 1.0)
    return Score.of_groups([0.5 * (1 + (one[0] > one[1]) - (one[0] < one[1])) for one in pairs], 1).interval()
