"""Kernels made ready before anybody waits for them: when a game is set up, when a table opens, and behind a stand-in.

A machine whose kernels are not compiled yet lets a player without kernels move for it (`jobs.think`), and they are
compiled here meanwhile, in one process, once.
"""

from __future__ import annotations

import contextlib
from typing import Any

from zermelo.interfaces.web.pool import BACKGROUND, COMPILING, JobFailed, Pool
from zermelo.session.seats import HUMAN

MOST_OF_ONE = 2  # games that are made ready at a time for one client
MOST_KNOWN = 10_000  # that are remembered


class Warming:
    """What is being made ready, and what is."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.running: dict[str, str] = {}  # what is being compiled, and for which client
        self.ready: dict[str, None] = {}

    def begin(self, game: str, settings: dict[str, str], players: list[str], client: str) -> None:
        """Compile what these players need for a game, unless that is done or under way; be ready for its first move."""
        if any(text != HUMAN for text in players):
            self.pool.stand_by()
        for text in dict.fromkeys(players):
            name = text.partition(":")[0]  # the settings of a player hardly change its kernels
            place = repr((game, sorted(settings.items()), name))
            if text == HUMAN or place in self.ready or place in self.running:
                continue
            if client and list(self.running.values()).count(client) >= MOST_OF_ONE:
                return
            self.running[place] = client
            job = {"job": "warm", "game": game, "settings": settings, "player": text}
            self.pool.spawn(self.compile(place, job, client))

    async def compile(self, place: str, job: dict[str, Any], client: str) -> None:
        """One job; what goes wrong is told when somebody plays."""
        try:
            with contextlib.suppress(JobFailed):
                await self.pool.ask(job, BACKGROUND, COMPILING, client)
                self.ready[place] = None
                while len(self.ready) > MOST_KNOWN:
                    del self.ready[next(iter(self.ready))]
        finally:
            del self.running[place]
