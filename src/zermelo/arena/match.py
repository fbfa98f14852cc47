"""Players meet: games with the seats changed, a score with its error, and nothing lost when it is stopped.

Two games with the same opening and the seats changed are a pair; luck of the opening cancels out. Deterministic
players would repeat one game for ever, so each pair begins with a few random moves of its own.

A match plays bare playthroughs and no sessions: it may begin at any position of a game that has no name, nobody takes
back, and writing every move down in words would double what a game of quick players costs.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zermelo.arena.journal import GameRecord, Journal
from zermelo.errors import BadLimit, BadParameter, Unsupported
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.games import catalogue
from zermelo.players import Player
from zermelo.players import player as find_player

CONFIDENT = 1.96  # standard errors of a 95 % interval
LONGEST = 20_000  # plies after which a game without end is given up


@dataclass
class Standing:
    """One player's results so far."""

    name: str
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: list[float] = field(default_factory=list)  # 1, 1/2 or 0 for each game; shares among many players
    utilities: list[float] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def score(self) -> float:
        """Points per game."""
        return sum(self.points) / max(len(self.points), 1)

    @property
    def utility(self) -> float:
        """Mean result in the game's own units."""
        return sum(self.utilities) / max(len(self.utilities), 1)


@dataclass
class MatchReport:
    """The standings of a match, and the games behind them."""

    game: str
    standings: list[Standing]
    records: list[GameRecord]
    wanted: int
    stopped: bool = False
    notes: tuple[str, ...] = ()

    def error(self, player: int) -> float:
        """Half the 95 % interval of a player's score, from pairs of games where seats were changed."""
        return half_interval(group_means(self.standings[player].points, len(self.standings)))

    def __str__(self) -> str:
        """The table: score with its 95 % interval, results, time, and Elo for two."""
        played = len(self.records)
        shown = [f"{self.game}: {played} games" + ("" if played == self.wanted else f" of {self.wanted}")]
        notes = [f"  note: {note}" for note in self.notes]
        if not played:
            return "\n".join(shown + notes)
        width = max(len(one.name) for one in self.standings)
        for place, one in enumerate(self.standings):
            score = f"{100 * one.score:5.1f} % ± {100 * self.error(place):.1f}"
            counts = f"+{one.wins} ={one.draws} -{one.losses}"
            result = f"mean result {one.utility:+.3f}  {one.seconds / played:.2f} s a game"
            shown.append(f"  {one.name:{width}}  {score:15}  {counts:14}  {result}")
        if len(self.standings) == 2:
            middle, low, high = map(elo_text, self.elo(0))
            shown.append(f"  Elo difference {middle} (95 %: {low} to {high})")
        return "\n".join(shown + notes)

    def elo(self, player: int = 0) -> tuple[float, float, float]:
        """Elo difference and its 95 % bounds, from the score (infinite where a side took every point)."""
        score, error = self.standings[player].score, self.error(player)
        return elo_of(score), elo_of(max(score - error, 0.0)), elo_of(min(score + error, 1.0))

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        rows = []
        for place, one in enumerate(self.standings):
            row: dict[str, Any] = {
                "player": one.name, "games": one.games, "wins": one.wins, "draws": one.draws, "losses": one.losses,
                "score": one.score, "error": self.error(place), "utility": one.utility, "seconds": one.seconds,
            }  # fmt: skip
            if len(self.standings) == 2:
                row["elo"], row["elo_low"], row["elo_high"] = (finite(value) for value in self.elo(place))
            rows.append(row)
        report = {"game": self.game, "games": len(self.records), "wanted": self.wanted, "players": rows}
        return {**report, "notes": list(self.notes)} if self.notes else report


def finite(value: float) -> float | None:
    """JSON has no infinity."""
    return value if math.isfinite(value) else None


def elo_of(score: float) -> float:
    """The rating difference that an expected score means."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return -400 * math.log10(1 / score - 1)


def elo_text(value: float) -> str:
    """A rating difference, or that there is no bound."""
    return f"{value:+.0f}" if math.isfinite(value) else ("+∞" if value > 0 else "-∞")


def group_means(points: Sequence[float], size: int) -> list[float]:
    """The mean of each full round of seats: games of one opening are not independent of each other."""
    full = [points[at : at + size] for at in range(0, len(points) - size + 1, size)]
    return [sum(group) / size for group in full]


def half_interval(values: Sequence[float]) -> float:
    """Half of a 95 % interval of the mean; all of the range where nothing is known yet.

    A sample without any spread says little when it is small: one imaginary half-point on either side keeps the
    interval honest (in the manner of Agresti and Coull).
    """
    if len(values) < 2:
        return 1.0
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) + 0.5  # two imaginary results half a point away
    return min(1.0, CONFIDENT * math.sqrt(spread / (len(values) + 1) / len(values)))


def playthrough_of(game: Any) -> Playthrough:
    """The game to play, from its name, its class, a state or a playthrough."""
    if isinstance(game, Playthrough):
        return game
    if isinstance(game, str):
        return catalogue.begin(game)
    return Playthrough(game() if isinstance(game, type) else game)


def seated(one: str | Player | type[Player]) -> Player:
    """A player from their text, or from a class of the user's."""
    if isinstance(one, type):
        one = one()
        if one.text == Player.text:
            one.text = type(one).__name__
    return find_player(one)


class Match:
    """A match of the players of one game: `print(Match("othello", ["best", "mcts:time=0.1"]).run(20))`.

    The game is a name, a class, a state or a playthrough; a player is a text, a `Player`, or a class of your own.
    """

    def __init__(
        self,
        game: Any,
        players: Sequence[str | Player | type[Player]],
        *,
        seed: int = 0,
        opening: int | None = None,
        journal: Path | None = None,
        name: str = "",
    ) -> None:
        self.playthrough = playthrough_of(game)
        self.players, self.seed = [seated(one) for one in players], seed
        seats = self.playthrough.state.players
        if len(self.players) != seats:
            raise BadParameter(
                f"{type(self.playthrough.state).__name__} has {seats} players, {len(self.players)} were given"
            )
        if seats == 1 and opening:
            raise BadParameter("an opening is for players who meet; a game of one player needs none")
        self.opening = default_opening(self.playthrough.state) if opening is None else opening
        self.name = name or type(self.playthrough.state).__name__
        self.journal = journal
        self.standings = [Standing(player.text) for player in self.players]
        self.records: list[GameRecord] = []
        self.notes: tuple[str, ...] = ()

    def run(self, games: int, on_game: Callable[[MatchReport], None] | None = None) -> MatchReport:
        """Play; Ctrl-C ends the match after what has been played, a journal continues where it stopped."""
        if games < 1:
            raise BadLimit(f"a match needs at least one game, not {games}")
        if self.journal is None:
            return self.run_with(games, on_game, None)
        with Journal(self.journal, self.heading()) as journal:
            return self.run_with(games, on_game, journal)

    def run_with(
        self, games: int, on_game: Callable[[MatchReport], None] | None, journal: Journal | None
    ) -> MatchReport:
        """Play those games that the journal does not hold."""
        stopped = False
        if journal is not None:
            self.notes = journal.notes
        try:
            for number in range(len(self.records), games):
                known = journal.records.get(number) if journal is not None else None
                record = known or self.play(number)
                if journal is not None and known is None:
                    journal.add(record)
                self.enter(record)
                if on_game is not None and known is None:
                    on_game(self.report(games))
        except KeyboardInterrupt:
            stopped = True
        report = self.report(games)
        report.stopped = stopped
        return report

    def report(self, games: int) -> MatchReport:
        """The standings so far."""
        return MatchReport(self.name, self.standings, self.records, games, notes=self.notes)

    def play(self, number: int, told: Callable[[tuple[int, ...], Playthrough], None] | None = None) -> GameRecord:
        """One game: its seats, its opening, then the players in turn. `told` hears the seats and how it stands."""
        count = len(self.players)
        seats = tuple((place + number) % count for place in range(count))
        luck = Random(self.seed, 2 * (number // count))  # the same opening for every order of seats
        dice = Random(self.seed, 2 * number + 1)
        for one in self.players:
            one.new_game(self.seed + number)
        playthrough, given = self.open(luck)
        spent = [0.0] * count
        while len(playthrough.played) < LONGEST and playthrough.moves():
            if told is not None:
                told(seats, playthrough)
            if playthrough.turn < 0:
                playthrough.play(playthrough.draw(dice))
                continue
            player = seats[playthrough.turn]
            begin = time.perf_counter()
            move = self.players[player].choose(playthrough)
            spent[player] += time.perf_counter() - begin
            playthrough.play(playthrough.parse_move(move) if isinstance(move, str) else move)
        outcome = playthrough.outcome()
        if outcome is None:
            raise Unsupported(f"a game of {self.name} did not end within {LONGEST} plies: give the game a cap")
        by_player = tuple(outcome.utilities[seats.index(player)] for player in range(count))
        return GameRecord(number, seats, tuple(playthrough.played), by_player, outcome.reason, tuple(spent), given)

    def open(self, luck: Random) -> tuple[Playthrough, int]:
        """The first position of a game, a few random moves into it; never a finished one."""
        for _ in range(100):
            playthrough = self.playthrough.copy()
            while playthrough.moves() and (len(playthrough.played) < self.opening or playthrough.state.midturn()):
                playthrough.play(playthrough.draw(luck))
            if playthrough.moves():
                return playthrough, len(playthrough.played)
        return self.playthrough.copy(), 0

    def enter(self, record: GameRecord) -> None:
        """Add a game to the standings."""
        self.records.append(record)
        best = max(record.utilities)
        winners = record.utilities.count(best)
        everyone = winners == len(record.utilities)
        for place, one in enumerate(self.standings):
            value = record.utilities[place]
            one.games += 1
            one.wins += value == best and not everyone
            one.draws += everyone
            one.losses += value != best
            one.points.append(1.0 / winners if value == best else 0.0)
            one.utilities.append(value)
            one.seconds += record.seconds[place]

    def heading(self) -> dict[str, Any]:
        """What a journal must agree on."""
        return {
            "game": self.name,
            "position": self.playthrough.to_text(),
            "players": [player.text for player in self.players],
            "seed": self.seed,
            "opening": self.opening,
        }


def default_opening(state: Any) -> int:
    """How many random moves a game begins with: none where chance or hidden cards vary it anyway."""
    return 0 if state.chance or state.hidden or state.players == 1 else 2
