"""What a tournament is made of, as plain data: enough for another process to play its games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from zermelo.arena.openings import Openings
from zermelo.arena.table import Table
from zermelo.errors import BadParameter, BadPlayer
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.players import Player
from zermelo.players import player as find_player
from zermelo.players.engines.engine import Engine
from zermelo.players.process.isolated import GameName, Isolated
from zermelo.players.text import read_player
from zermelo.session.referee import Conduct
from zermelo.session.time_control import TimeControl

FILES, ALL, NONE = "files", "all", "none"  # which players get processes of their own


@dataclass(frozen=True)
class Setup:
    """Game, players, openings and terms."""

    game: str
    players: tuple[str, ...]
    settings: dict[str, str] = field(default_factory=dict)
    position: str = ""
    seed: int = 0
    openings: str = ""
    conduct: Conduct = field(default_factory=Conduct)
    isolate: str = FILES
    memory: int = 0  # megabytes for a player in a process of its own; 0: no limit

    def __post_init__(self) -> None:
        if self.isolate not in (FILES, ALL, NONE):
            raise BadParameter(
                f"processes of their own get {FILES}, {ALL} or {NONE} of the players, not {self.isolate!r}"
            )
        if self.memory < 0:
            raise BadParameter(f"a memory limit is a number of megabytes, not {self.memory}")

    def maker(self, text: str) -> Callable[[], Player]:
        """How an entrant is made: here, or in a process."""
        spec = read_player(text)
        apart = not spec.is_engine and (self.isolate == ALL or self.isolate == FILES and spec.is_file)
        if apart:
            return partial(Isolated, text, GameName(self.game, self.settings, self.position), memory=self.memory)
        return partial(find_player, text)

    def table(self) -> Table:
        """A table to play at."""
        start = catalogue.begin(self.game, self.settings, self.position)
        openings = Openings.read(self.openings, start, self.game)
        for text in self.players:
            refuse_nobody(text, start)
        makers = [self.maker(text) for text in self.players]
        return Table(start, makers, openings, self.seed, self.conduct, self.game)

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Setup:
        """What `to_json` gave."""
        conduct = dict(data["conduct"])
        control = TimeControl(**conduct.pop("control"))
        terms = Conduct(control=control, **conduct)
        return cls(**{**data, "players": tuple(data["players"]), "conduct": terms})


def refuse_nobody(text: str, start: Playthrough) -> None:
    """Say at once that a text names nobody, before anything is played; a bot that breaks down is the referee's.

    An engine that cannot be started, speaks another protocol or does not know the game is told of here too.
    """
    spec = read_player(text)
    if not spec.is_file:
        found = find_player(text)
        if isinstance(found, Engine):
            try:
                found.warm(start)
            finally:
                found.close()
    elif not Path(spec.name).expanduser().is_file():
        raise BadPlayer(f"there is no file {spec.name}; write the path of a Python file that holds a player")
