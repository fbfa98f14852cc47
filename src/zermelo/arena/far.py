"""Games played on a cluster. As with a crew of processes, where a game is played changes nothing about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from zermelo.arena.played import Fixture, Played
from zermelo.arena.setup import Setup
from zermelo.cluster import Place, Workers
from zermelo.players.process.isolated import Isolated


class FarCrew:
    """Workers of a cluster that play the games of one tournament."""

    def __init__(self, setup: Setup, place: Place, workers: int) -> None:
        self.workers: Workers[Fixture, dict[str, Any]] = Workers(place, partial(seated, setup.to_json()), workers)

    def play(self, fixtures: Sequence[Fixture]) -> Iterator[Played]:
        """All games, as they end; those of a worker that is lost are played again by another."""
        for _, played in self.workers.answers(fixtures):
            yield Played.from_json(played)

    def close(self) -> None:
        """End all workers."""
        self.workers.close()


def seated(setup: dict[str, Any]) -> Callable[[Fixture], dict[str, Any]]:
    """In a worker: a table whose players have compiled what they need, and how a game is played at it."""
    table = Setup.from_json(setup).table()
    for entrant in range(len(table.players)):
        if not isinstance(table.player(entrant), Isolated):  # processes start when their games do
            table.warm(entrant, table.start)
    return lambda fixture: table.play(fixture).to_json()
