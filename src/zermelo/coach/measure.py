"""What can be measured of a game: by random play before anything is known, and by the games of good players.

Drama is Browne's (Automatic Generation and Evaluation of Recombination Games, 2008): how far, and how often, whoever
wins in the end thought to be behind.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any, Self

from zermelo.arena.played import Played
from zermelo.arena.statistics.intervals import Interval, mean, share
from zermelo.arena.statistics.score import Score
from zermelo.game.plain_game import is_plain
from zermelo.game.playouts import PlayoutReport, playouts
from zermelo.session.referee import RULES

TRIED, MOST, FEW = 16, 20_000, 30  # random games: at first, at most, and at least where they are slow
CLEAR = 0.05  # of the range of results: a lead that is one


@dataclass(frozen=True)
class Facts:
    """A game as random play shows it."""

    players: int
    chance: bool
    hidden: bool
    plain: bool  # a plain Python class, which no compiler reads
    games: int
    length: float  # plies
    length_error: float
    shortest: int
    longest: int
    branching: float
    first: float  # points a game of the first player
    first_low: float
    first_high: float
    draws: float
    per_second: float  # random games

    def lines(self) -> list[tuple[str, str]]:
        """For people."""
        kind = ", ".join(
            word
            for word, true in (
                (f"{self.players} player{'s' * (self.players > 1)}", True), ("chance", self.chance),
                ("hidden information", self.hidden), ("a plain Python class", self.plain),
            )
            if true
        )  # fmt: skip
        found = [
            ("kind", kind),
            ("random games", f"{self.games:,}, {self.per_second:,.0f} a second"),
            ("length", f"{self.length:.1f} ± {self.length_error:.1f} plies, {self.shortest} to {self.longest}"),
            ("moves to choose from", f"{self.branching:.1f}"),
        ]
        if self.players > 1:
            first = f"{100 * self.first:.1f} % ({100 * self.first_low:.1f} to {100 * self.first_high:.1f})"
            found += [("points of the first player", first), ("draws", f"{self.draws:.1%}")]
        return found

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """What `to_json` gave."""
        return cls(**data)


def facts_of(start: Any, seconds: float, seed: int = 0) -> Facts:
    """Random games for about so many seconds."""
    found = playouts(start, TRIED, seed=seed)
    games = int(min(max(found.games_per_second * seconds, FEW), MOST))
    if games > TRIED:
        found = playouts(start, games, seed=seed)
    wins, draws, losses = found.results[0]
    first = first_points(found, type(start).players)
    return Facts(
        int(start.players), bool(start.chance), bool(start.hidden), is_plain(start), found.games, found.mean_length,
        found.length_error, found.shortest, found.longest, found.branching, first.middle, first.low, first.high,
        draws / max(wins + draws + losses, 1), found.games_per_second,
    )  # fmt: skip


def first_points(found: PlayoutReport, players: int) -> Interval:
    """The points a game of the first player, by the sign of the result."""
    wins, draws, losses = found.results[0]
    if players == 2:
        return Score.of_games(wins, draws, losses).interval()
    return share(wins, max(wins + draws + losses, 1))


@dataclass(frozen=True)
class Shown:
    """A game as the games of good players show it."""

    games: int
    length: Interval
    first: Interval  # points a game of the first player
    draws: Interval
    drama: Interval | None  # of decided games; None where nobody told what they thought
    changes: Interval | None  # how often the lead changed hands in a game
    openings: tuple[tuple[str, int, Interval], ...]  # first move, games, points of the first player

    def lines(self) -> list[tuple[str, str]]:
        """For people."""
        found = [("games of good players", f"{self.games:,}"), ("length", f"{spread(self.length, 1)} plies")]
        decided = Interval(1 - self.draws.middle, 1 - self.draws.high, 1 - self.draws.low)
        found.append(("points of the first player", percent(self.first)))
        found.append(("decisiveness: games that were no draws", percent(decided)))
        if self.drama is not None and self.changes is not None:
            found.append(("drama: how far the winner thought to be behind, 0 to 1", spread(self.drama, 3)))
            found.append(("changes of the lead in a game", spread(self.changes, 2)))
        return found


def percent(found: Interval) -> str:
    """A share with its interval."""
    return f"{100 * found.middle:.1f} % ({100 * found.low:.1f} to {100 * found.high:.1f})"


def spread(found: Interval, digits: int) -> str:
    """A mean with half its interval."""
    if not math.isfinite(found.high):
        return f"{found.middle:.{digits}f}"
    return f"{found.middle:.{digits}f} ± {(found.high - found.low) / 2:.{digits}f}"


def shown_by(start: Any, games: Sequence[Played]) -> Shown | None:
    """What games of good players show; None where there are none that ended by the rules."""
    ended = [played for played in games if played.ending == RULES]
    if not ended or start.players < 2:
        return None
    points = [played.points()[0] for played in ended]
    told = [found for played in ended if (found := ups_and_downs(played, scale(start))) is not None]
    firsts: dict[int, list[float]] = defaultdict(list)
    for played, point in zip(ended, points, strict=True):
        if played.moves and not played.start:
            firsts[played.moves[0]].append(point)
    openings = [] if start.turn < 0 else sorted(firsts.items(), key=lambda item: -len(item[1]))[:8]
    return Shown(
        len(ended),
        mean([float(len(played.moves)) for played in ended]),
        Score.of_groups(points, 1).interval(),
        share(sum(len(set(played.utilities)) == 1 for played in ended), len(ended)),
        mean([drama for drama, _ in told]) if told else None,
        mean([float(changes) for _, changes in told]) if told else None,
        tuple((start.move_text(move), len(found), Score.of_groups(found, 1).interval()) for move, found in openings),
    )


def scale(start: Any) -> float:
    """The largest result."""
    return float(max(abs(start.lowest), abs(start.highest), 1e-9))


def ups_and_downs(played: Played, most: float) -> tuple[float, int] | None:
    """Drama of a decided game of two and how often its lead changed hands; None for others."""
    if len(played.utilities) != 2 or played.utilities[0] == played.utilities[1]:
        return None
    winner = int(played.utilities[1] > played.utilities[0])
    seen = [
        max(-1.0, min(1.0, (one.value if one.seat == winner else -one.value) / most))
        for one in played.thoughts
        if one.value is not None
    ]
    if len(seen) < 2:
        return None
    behind = [-value for value in seen if value < 0]
    drama = sum(math.sqrt(value) for value in behind) / len(behind) if behind else 0.0
    leads = [value > 0 for value in seen if abs(value) > CLEAR]
    return drama, sum(one != other for one, other in pairwise(leads))
