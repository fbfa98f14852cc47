"""What a tournament showed: standings with intervals, who beat whom, ratings, seats, openings, and forfeits."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import permutations
from typing import Any

from zermelo.arena.played import Played
from zermelo.arena.statistics.bradley_terry import Meeting, Ratings, finite, rate
from zermelo.arena.statistics.intervals import Interval
from zermelo.arena.statistics.plackett_luce import rate_tables
from zermelo.arena.statistics.score import Score, elo_text
from zermelo.arena.statistics.sprt import Sprt, Verdict
from zermelo.errors import BadLimit

UNKNOWN = Interval(0.5, 0.0, 1.0)


@dataclass
class Standing:
    """One entrant's results."""

    name: str
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: list[float] = field(default_factory=list)  # 1, 1/2 or 0 for each game; shares among many players
    utilities: list[float] = field(default_factory=list)
    seconds: float = 0.0
    forfeits: Counter[str] = field(default_factory=Counter)  # games lost by each kind of failure

    @property
    def score(self) -> float:
        """Points per game."""
        return sum(self.points) / max(len(self.points), 1)

    @property
    def utility(self) -> float:
        """Mean result in the game's own units."""
        return sum(self.utilities) / max(len(self.utilities), 1)


@dataclass
class Report:
    """The games of a tournament, and all that follows from them."""

    game: str
    players: Sequence[str]
    records: list[Played]  # in the order of the schedule
    wanted: int
    stopped: bool = False
    notes: tuple[str, ...] = ()
    seats: int = 2
    sprt: Sprt | None = None
    format: str = "match"

    # ------------------------------------------------------------------ standings

    @cached_property
    def standings(self) -> list[Standing]:
        """Everybody's results, in the order in which they were named."""
        found = [Standing(name) for name in self.players]
        for played in self.records:
            enter(found, played)
        return found

    @cached_property
    def general_sum(self) -> bool:
        """Whether one's gain was not another's loss: then it counts how much each had, not who had more."""
        return any(abs(sum(played.utilities)) > 1e-9 for played in self.records if not played.forfeited)

    def order(self) -> list[int]:
        """The entrants, the best first: by points per game, then by mean result, then as they were named.

        Where one's gain is not another's loss the mean result comes first, as in Axelrod's tournaments.
        """

        def rank(one: int) -> tuple[float, float, int]:
            standing = self.standings[one]
            points, result = -round(standing.score, 12), -round(standing.utility, 12)
            return (result, points, one) if self.general_sum else (points, result, one)

        return sorted(range(len(self.players)), key=rank)

    @cached_property
    def blocks(self) -> list[dict[tuple[int, tuple[int, ...], int], list[float]]]:
        """For each player the points of their games, block by block."""
        found: list[dict[tuple[int, tuple[int, ...], int], list[float]]] = [{} for _ in self.players]
        for played in self.records:
            key = (played.fixture.round, played.fixture.pairing, played.fixture.block)
            for entrant, points in zip(played.seats, played.points(), strict=True):
                found[entrant].setdefault(key, []).append(points)
        return found

    def groups(self, player: int) -> list[float]:
        """Points per game of each full block, in which every order of seats was played."""
        return [sum(points) / self.seats for points in self.blocks[player].values() if len(points) == self.seats]

    def score(self, player: int) -> Score | None:
        """A player's score, from full blocks; None before there is one."""
        groups = self.groups(player)
        return Score.of_groups(groups, self.seats) if groups else None

    def interval(self, player: int) -> Interval:
        """Points per game with their 95 % interval; everything is possible before a full block was played."""
        score = self.score(player)
        found = score.interval() if score else UNKNOWN
        return Interval(self.standings[player].score, found.low, found.high)

    def error(self, player: int) -> float:
        """Half the 95 % interval of a player's score; all of it before two full blocks were played."""
        found = self.interval(player)
        return (found.high - found.low) / 2 if len(self.groups(player)) > 1 else 1.0

    def elo(self, player: int = 0) -> Interval:
        """For two players: the Elo difference with its 95 % interval."""
        score = self.score(player)
        return score.elo() if score else Interval(0.0, float("-inf"), float("inf"))

    # ------------------------------------------------------------------ who beat whom

    @cached_property
    def crossed(self) -> dict[tuple[int, int], list[int]]:
        """Wins, draws and losses of everybody in games with everybody else: who had more of the two."""
        found: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0, 0])
        for played in self.records:
            for one, other in permutations(range(len(played.seats)), 2):
                own, theirs = played.utilities[one], played.utilities[other]
                result = 0 if own > theirs else 2 if own < theirs else 1
                found[played.seats[one], played.seats[other]][result] += 1
        return found

    def between(self, one: int, other: int) -> tuple[int, int, int]:
        """Wins, draws and losses of a player in games with another."""
        wins, draws, losses = self.crossed.get((one, other), (0, 0, 0))
        return wins, draws, losses

    def pairs(self) -> list[int]:
        """The first player's results of all full pairs: two losses, loss and draw, even, win and draw, two wins."""
        counts = [0] * 5
        for mean in self.groups(0):
            counts[round(4 * mean)] += 1
        return counts

    def verdict(self) -> Verdict | None:
        """Where the sequential test stands, if there is one."""
        return self.sprt.verdict(self.pairs()) if self.sprt else None

    @cached_property
    def ratings(self) -> Ratings | None:
        """Ratings by maximum likelihood; None where nobody met."""
        try:
            if self.seats == 2:
                return rate(len(self.players), self.meetings())
            tables = [(played.seats, played.utilities) for played in self.records]
            return rate_tables(len(self.players), tables) if self.seats > 2 else None
        except BadLimit:
            return None

    def meetings(self) -> list[Meeting]:
        """How often two players met with the first one to move first."""
        found: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0, 0])
        for played in self.records:
            own, theirs = played.utilities
            first, second = played.seats
            found[first, second][0 if own > theirs else 2 if own < theirs else 1] += 1
        return [Meeting(first, second, *counts) for (first, second), counts in found.items()]

    # ------------------------------------------------------------------ seats, openings, variety

    def by_seat(self) -> list[Interval]:
        """The points per game that each seat brought, whoever sat there."""
        found: list[list[float]] = [[] for _ in range(self.seats)]
        for played in self.records:
            for seat, points in enumerate(played.points()):
                found[seat].append(points)
        return [Score.of_groups(points, 1).interval() if points else UNKNOWN for points in found]

    def by_opening(self) -> dict[tuple[str, tuple[int, ...]], tuple[int, float]]:
        """For each opening: how many games, and the points per game of the first seat."""
        found: dict[tuple[str, tuple[int, ...]], list[float]] = defaultdict(list)
        for played in self.records:
            found[played.start, played.moves[: played.opening]].append(played.points()[0])
        return {opening: (len(points), sum(points) / len(points)) for opening, points in found.items()}

    def repeated(self) -> float:
        """The share of games that were played before, move by move: 0 is what a match wants."""
        different = len({(played.seats, played.start, played.moves) for played in self.records})
        return 1 - different / max(len(self.records), 1)

    def forfeits(self) -> list[tuple[str, str, Played]]:
        """Every game that somebody lost by a failure: who, why, and the game."""
        return [
            (self.players[played.seats[played.loser]], played.reason, played)
            for played in self.records
            if played.forfeited
        ]

    # ------------------------------------------------------------------ telling

    def __str__(self) -> str:
        """The table: score with its 95 % interval, results, time; Elo for two; what else must be known."""
        played = len(self.records)
        shown = [f"{self.game}: {played} games" + ("" if played == self.wanted else f" of {self.wanted}")]
        if played:
            shown += self.rows()
            if len(self.players) == 2 and self.seats == 2:
                shown.append(f"  Elo difference {elo_text(self.elo(0))}")
            verdict = self.verdict()
            if verdict:
                shown.append(f"  {sprt_text(verdict, self.sprt)}")
            if self.general_sum:
                shown.append("  ranked by mean result: one's gain is not another's loss here")
            shown += forfeit_lines(self)
            if self.repeated() > 0.1:
                shown.append(f"  note: {100 * self.repeated():.0f} % of the games repeat another one move by move")
        return "\n".join([*shown, *(f"  note: {note}" for note in self.notes)])

    def rows(self) -> list[str]:
        """A line for each entrant: as they were named in a match, the best first in a tournament."""
        width = max(len(name) for name in self.players)
        lines = []
        for place in range(len(self.players)) if self.format == "match" else self.order():
            one = self.standings[place]
            score = f"{100 * one.score:5.1f} % ± {100 * self.error(place):.1f}"
            counts = f"+{one.wins} ={one.draws} -{one.losses}"
            result = f"mean result {one.utility:+.3f}  {one.seconds / max(one.games, 1):.2f} s a game"
            lines.append(f"  {one.name:{width}}  {score:15}  {counts:14}  {result}")
        return lines

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        rows = []
        for place, one in enumerate(self.standings):
            row: dict[str, Any] = {
                "player": one.name, "games": one.games, "wins": one.wins, "draws": one.draws, "losses": one.losses,
                "score": one.score, "error": self.error(place), "utility": one.utility, "seconds": one.seconds,
            }  # fmt: skip
            if one.forfeits:
                row["forfeits"] = dict(one.forfeits)
            if len(self.standings) == 2 and self.seats == 2:
                elo = finite(self.elo(place))
                row["elo"], row["elo_low"], row["elo_high"] = elo["estimate"], elo["low"], elo["high"]
            rows.append(row)
        report: dict[str, Any] = {
            "game": self.game, "games": len(self.records), "wanted": self.wanted, "players": rows
        }  # fmt: skip
        if len(self.players) > 2 and self.ratings:
            report["ratings"] = self.ratings.to_json()
        verdict = self.verdict()
        if verdict:
            report["sprt"] = {"ratio": verdict.ratio, "low": verdict.low, "high": verdict.high,
                              "decision": verdict.decision}  # fmt: skip
        return {**report, "notes": list(self.notes)} if self.notes else report


def enter(standings: list[Standing], played: Played) -> None:
    """Add a game to the standings."""
    best, everyone = max(played.utilities), len(set(played.utilities)) == 1
    points = played.points()
    turns = thinking(played)
    for seat, entrant in enumerate(played.seats):
        one, value = standings[entrant], played.utilities[seat]
        one.games += 1
        one.wins += value == best and not everyone
        one.draws += everyone
        one.losses += value != best
        one.points.append(points[seat])
        one.utilities.append(value)
        one.seconds += turns[seat]
        if played.forfeited and played.loser == seat:
            one.forfeits[played.ending] += 1


def thinking(played: Played) -> list[float]:
    """Seconds that each seat thought."""
    seconds = [0.0] * len(played.seats)
    for thought in played.thoughts:
        seconds[thought.seat] += thought.seconds
    return seconds


def sprt_text(verdict: Verdict, sprt: Sprt | None) -> str:
    """Where a test stands, in words."""
    assert sprt is not None
    said = verdict.decision or "open"
    bounds = f"[{verdict.low:.2f}, {verdict.high:.2f}]"
    return (
        f"SPRT of {sprt.elo0:g} against {sprt.elo1:g} {sprt.model} Elo: {said}, ratio {verdict.ratio:.2f} in {bounds}"
    )


def forfeit_lines(report: Report) -> list[str]:
    """Who lost games by failures, how often, and one reason for each kind."""
    lines = []
    for one in report.standings:
        for kind, many in one.forfeits.items():
            reason = next(why for name, why, game in report.forfeits() if name == one.name and game.ending == kind)
            lines.append(f"  {one.name} lost {many} of {one.games} games by {kind}: {reason}")
    return lines
