"""One game of a tournament after another at a table, under a referee.

A table plays bare playthroughs and no sessions: it may begin at any position of a game that has no name, nobody takes
back, and writing every move down in words would double what a game of quick players costs.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from zermelo.arena.openings import Openings
from zermelo.arena.played import Fixture, Played, Thought
from zermelo.errors import BadChoice, BadMove, BadPlayer, Unsupported, Vanished, ZermeloError
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.players import Player
from zermelo.players.base import Resigns
from zermelo.players.process.apart import Apart
from zermelo.players.process.lines import CRASH, HANG
from zermelo.session.referee import ILLEGAL, RULES, TIME, Conduct, Referee, Verdict

LONGEST = 20_000  # plies after which a game without end is given up
Told = Callable[[tuple[int, ...], Playthrough], None]  # who sits where, and how the game stands
AWAKE = 8  # players in processes that are kept alive at one table


@dataclass
class Table:
    """Where games are played: the start, the openings, a referee's terms, and whoever sits down."""

    start: Playthrough
    players: Sequence[Callable[[], Player]]  # how each entrant is made, when first needed
    openings: Openings
    seed: int = 0
    conduct: Conduct = field(default_factory=Conduct)
    name: str = ""
    strict: bool = False  # whoever breaks down stops the tournament instead of losing the game

    def __post_init__(self) -> None:
        self.seated: dict[int, Player] = {}
        self.warmed: set[int] = set()

    def play(self, fixture: Fixture, told: Told | None = None) -> Played:
        """One game: its opening, then the players in turn. `told` hears the seats and how it stands."""
        line = self.openings.begin(self.start, fixture.block, self.seed)
        given, begun = len(line.played), line.start.tobytes()
        seats = [self.player(entrant) for entrant in fixture.seats]
        for seat, entrant in enumerate(fixture.seats):
            if self.conduct.control.timed:
                self.warm(entrant, line)
            seats[seat].new_game(fixture.seed(self.seed))
        game = Game(line, seats, Referee(line.state, self.conduct), Random(self.seed, 2 * fixture.block + 1), self)
        verdict = game.play(None if told is None else partial(told, fixture.seats))
        outcome = line.outcome() if verdict is None else verdict.outcome
        if outcome is None:
            raise Unsupported(f"a game of {self.name} did not end within {LONGEST} plies: give the game a cap")
        return Played(
            fixture,
            tuple(line.played),
            outcome.utilities,
            outcome.reason,
            verdict.kind if verdict else RULES,
            verdict.loser if verdict else -1,
            given,
            "" if begun == self.start.start.tobytes() else Playthrough(line.start).to_text(),
            tuple(game.thoughts),
        )

    def player(self, entrant: int) -> Player:
        """An entrant, made when first needed; of those in processes only the latest stay awake."""
        if entrant not in self.seated:
            self.seated[entrant] = self.players[entrant]()
        found = self.seated.pop(entrant)
        self.seated[entrant] = found  # the latest is the last
        awake = [one for one in self.seated.values() if isinstance(one, Apart) and one.process is not None]
        for idle in awake[:-AWAKE]:
            idle.close()
        return found

    def warm(self, entrant: int, line: Playthrough) -> None:
        """Let a player start up and compile before any clock runs; what goes wrong shows in the game."""
        player = self.player(entrant)
        if entrant in self.warmed and (not isinstance(player, Apart) or player.process is not None):
            return
        self.warmed.add(entrant)
        place = line.copy()
        luck = Random(0)
        while place.moves() and place.turn < 0:
            place.play(place.draw(luck))
        if place.moves():
            with contextlib.suppress(ZermeloError):
                player.warm(place)

    def close(self) -> None:
        """Everybody goes home."""
        for player in self.seated.values():
            player.close()


class Game:
    """One game at a table, under way."""

    def __init__(
        self, line: Playthrough, seats: Sequence[Player], referee: Referee, dice: Random, table: Table
    ) -> None:
        self.line, self.seats, self.referee, self.dice, self.table = line, seats, referee, dice, table
        control = table.conduct.control
        self.timed, self.clocked, self.limited = control.timed, bool(control.seconds), bool(str(control))
        self.thoughts: list[Thought] = []

    def play(self, told: Callable[[Playthrough], None] | None = None) -> Verdict | None:
        """Until the rules or the referee end it; None where the rules did."""
        line = self.line
        while len(line.played) < LONGEST and line.moves():
            if told is not None:
                told(line)
            if line.turn < 0:
                line.play(line.draw(self.dice))
                continue
            verdict = self.move(line.turn)
            if verdict is not None:
                return verdict
        return None

    def move(self, seat: int) -> Verdict | None:
        """One move of a player; a verdict where it ends the game."""
        player, referee, line = self.seats[seat], self.referee, self.line
        if self.limited:
            player.allow(referee.allowed(seat))
        begin = time.perf_counter()
        try:
            if isinstance(player, Apart):
                player.started()  # a process that must start again does so in nobody's time
                player.patience = referee.patience(seat)
                begin = time.perf_counter()
            result = player.think(line)
        except Exception as problem:
            return self.failed(seat, problem)
        spent = time.perf_counter() - begin
        value = float(result.value) if result.nodes > 0 or result.depth > 0 else None
        verdict = referee.moved(seat, spent, len(line.played) + 1, value, result.proven)
        left = referee.clock.left[seat] if self.clocked else None
        self.thoughts.append(Thought(seat, spent, value, result.depth, result.nodes, left))
        if verdict is not None and verdict.kind == TIME:
            return verdict
        try:
            line.play(result.move)
        except BadMove as problem:
            return self.failed(seat, problem)
        return verdict or (self.draw_agreed(seat) if player.offers_draw(line) else None)

    def draw_agreed(self, seat: int) -> Verdict | None:
        """A draw that the mover has offered, where everybody else accepts it."""
        others = [player for place, player in enumerate(self.seats) if place != seat]
        if self.line.over() or not others:
            return None
        for player in others:
            try:
                if not player.accepts_draw(self.line):
                    return None
            except Exception as problem:
                return self.failed(self.seats.index(player), problem)
        return self.referee.agreed()

    def failed(self, seat: int, problem: Exception) -> Verdict:
        """What went wrong with a player is a loss of theirs, with the reason; what is wrong with the game is not."""
        referee, who = self.referee, f"player {seat + 1}"
        if isinstance(problem, Resigns):
            return referee.resigned(seat)
        if isinstance(problem, ZermeloError) and not isinstance(problem, (BadPlayer, BadMove)) or self.table.strict:
            raise problem
        if isinstance(problem, Vanished):
            if problem.kind == HANG and self.timed:
                return referee.late(seat)
            return referee.forfeit(seat, problem.kind, f"{who}: {problem}")
        if isinstance(problem, (BadChoice, BadMove)):
            return referee.forfeit(seat, ILLEGAL, f"{who}: {problem}")
        said = str(problem) if isinstance(problem, BadPlayer) else f"stops with {type(problem).__name__}: {problem}"
        return referee.forfeit(seat, CRASH, f"{who}: {said}")
