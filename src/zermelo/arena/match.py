"""A match: as many players as the game has seats, every order of seats in turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from zermelo.arena.openings import Openings
from zermelo.arena.played import Fixture, Played
from zermelo.arena.table import Table, Told
from zermelo.arena.tournament import Tournament
from zermelo.errors import BadParameter
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.players import Player
from zermelo.players import player as find_player

Entrant = str | Player | type[Player]


def playthrough_of(game: Any) -> Playthrough:
    """The game to play, from its class, a state or a playthrough."""
    if isinstance(game, Playthrough):
        return game
    return Playthrough(game() if isinstance(game, type) else game)


def seated(one: Entrant) -> Player:
    """A player from their text, or from a class of the user's."""
    if isinstance(one, type):
        one = one()
        if one.text == Player.text:
            one.text = type(one).__name__
    return find_player(one)


def always(one: Player) -> Callable[[], Player]:
    """Somebody who is there already."""
    return lambda: one


class Match(Tournament):
    """A match of the players of one game: `print(Match("othello", ["best", "mcts:time=0.1"]).run(20))`.

    The game is a name, a class, a state or a playthrough; a player is a text, a `Player`, or a class of your own.
    """

    def __init__(
        self,
        game: Any,
        players: Sequence[Entrant],
        *,
        seed: int = 0,
        opening: int | None = None,
        out: Path | None = None,
        resume: bool = False,
        name: str = "",
    ) -> None:
        openings = "" if opening is None else f"random:{opening}"
        if isinstance(game, str):
            game, name = catalogue.begin(game), name or game
        self.playthrough = playthrough_of(game)
        self.players = [seated(one) for one in players]
        name = name or type(self.playthrough.state).__name__
        begin = Openings.read(openings, self.playthrough, name)
        makers = [always(one) for one in self.players]
        table = Table(self.playthrough, makers, begin, seed, name=name)
        super().__init__(table, [player.text for player in self.players], out=out, resume=resume)
        if len(self.players) != self.seats:
            raise BadParameter(
                f"{type(self.playthrough.state).__name__} has {self.seats} players, {len(self.players)} were given"
            )

    def know(self, games: Sequence[Played]) -> None:
        """Games of this match that were played before."""
        self.played = {played.fixture: played for played in games}
        self.schedule = [self.fixture(number) for number in range(len(games))]

    def play_next(self, told: Told | None = None) -> Played:
        """One game more; `told` hears before each move who sits where and how it stands."""
        fixture = self.fixture(len(self.schedule))
        self.schedule.append(fixture)
        self.played[fixture] = self.table.play(fixture, told)
        return self.played[fixture]

    def fixture(self, number: int) -> Fixture:
        """The game of a number, from 0."""
        return Fixture(0, tuple(range(self.seats)), number // self.seats, number % self.seats)
