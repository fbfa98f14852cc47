"""The host of all tables: opens and keeps them, tells who looks on, and lets machines and chance move.

Everything here runs on the server's event loop; searches run in other processes (`pool.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from zermelo.errors import BadParameter, BadPlayer, UnknownGame, ZermeloError
from zermelo.games import catalogue
from zermelo.interfaces.web.pool import MOVE, JobFailed, Pool, Ticket
from zermelo.interfaces.web.store import NotKept, Store
from zermelo.interfaces.web.tables import Changed, Table
from zermelo.interfaces.web.wire.events import ErrorEvent, ThinkingEvent
from zermelo.interfaces.web.wire.lists import Experiment, PlayerKind
from zermelo.interfaces.web.wire.thoughts import JobEvent
from zermelo.session.seats import HUMAN
from zermelo.session.session import CHANCE, Session

OPEN = 500  # tables held in memory; the others are read again when somebody comes back
THINKING = 60.0  # seconds that a machine may think about one move

Happening = Changed | ThinkingEvent | ErrorEvent
Listener = Callable[[Happening], None]


class Host:
    """All tables."""

    def __init__(self, store: Store, pool: Pool, files: tuple[str, ...] = (), *, guests: bool = False) -> None:
        self.store, self.pool, self.files = store, pool, files
        self.guests = guests  # others than who sits at this machine come by the network
        self.tables: OrderedDict[str, Table] = OrderedDict()
        self.listeners: dict[str, set[Listener]] = {}
        self.drivers: dict[str, asyncio.Task[None]] = {}
        self.thinking: dict[str, Ticket] = {}
        self.known_players: list[PlayerKind] = []
        self.known_experiments: list[Experiment] = []
        self.accepted = {HUMAN, *(f"best:level={level}" for level in range(1, 11)), "best", "random"}

    # ------------------------------------------------------------------ tables

    async def allow(self, game: str, players: list[str], settings: dict[str, str] | None = None) -> None:
        """Refuse a game, its settings or players that cannot be had here, before anything is begun."""
        self.allow_game(game, settings)
        unknown = [text for text in players if text not in self.accepted]
        if unknown:
            try:
                await self.pool.ask({"job": "check_player", "players": unknown})
            except JobFailed as problem:
                raise BadPlayer(str(problem)) from None
            self.accepted.update(unknown)
            if len(self.accepted) > 10_000:
                self.accepted = {HUMAN}

    def open(self, session: Session) -> Table:
        """A new table."""
        table = Table(session)
        self.remember(table)
        self.save(table)
        self.store.tidy()
        self.drive(table)
        return table

    def table(self, number: str) -> Table:
        """A table by its number."""
        if number in self.tables:
            self.tables.move_to_end(number)
            return self.tables[number]
        try:
            table = self.store.load(number)
        except ZermeloError as problem:
            raise BadParameter(f"the table {number} can no longer be read: {problem}") from None
        if table is None:
            raise NoTable(f"there is no table {number[:40]!r}; it may have been cleared away")
        self.remember(table)
        self.drive(table)
        return table

    def remember(self, table: Table) -> None:
        """Hold a table; those that nobody looks at give way."""
        self.tables[table.number] = table
        for number in list(self.tables):
            if len(self.tables) <= OPEN:
                break
            if not self.listeners.get(number) and number not in self.drivers and number != table.number:
                del self.tables[number]

    def allow_game(self, name: str, settings: dict[str, str] | None = None) -> None:
        """Only games that are built in, installed, or named when the server was started: none from a client's file.

        A guest may not name files of this machine in a game's settings either.
        """
        if (".py" in name or "/" in name or "\\" in name) and name not in self.files:
            raise UnknownGame("the page plays games that are installed; start the server with the file to add yours")
        parameters = catalogue.find(name)._parameters
        for key, value in (settings or {}).items():
            if self.guests and key in parameters and parameters[key].file and value != parameters[key].default:
                raise BadParameter(
                    f"{key} can be {parameters[key].default!r} here: a server that is open to the network reads no "
                    "files that its guests name; on your own machine, start it without --host"
                )

    def changed(self, table: Table, but: Listener | None = None) -> Changed:
        """Keep what has happened, tell everybody but who did it, and let the machines go on."""
        done = self.announce(table, but)
        self.drive(table)
        return done

    def announce(self, table: Table, but: Listener | None = None) -> Changed:
        """Keep what has happened, and tell everybody but who did it."""
        done = table.changed()
        self.save(table)
        self.tell(table, done, but)
        return done

    def save(self, table: Table) -> None:
        """Write a table; say so to its players where that fails."""
        try:
            self.store.save(table)
        except NotKept as problem:
            self.tell(table, ErrorEvent(message=str(problem)))

    # ------------------------------------------------------------------ looking on

    def listen(self, table: Table, listener: Listener) -> Callable[[], None]:
        """Hear what happens at a table; the answer ends it."""
        group = self.listeners.setdefault(table.number, set())
        group.add(listener)

        def leave() -> None:
            group.discard(listener)
            if not group:
                self.listeners.pop(table.number, None)
                self.pause(table)

        return leave

    def tell(self, table: Table, event: Happening, but: Listener | None = None) -> None:
        """Tell everybody at a table, but one."""
        for listener in list(self.listeners.get(table.number, ())):
            if listener != but:
                listener(event)

    def pause(self, table: Table) -> None:
        """Nobody looks on: a machine's search is of no use, and goes on when somebody comes back."""
        ticket = self.thinking.get(table.number)
        driver = self.drivers.pop(table.number, None)
        if driver is not None:
            driver.cancel()
        if ticket is not None:
            self.pool.stop(ticket)

    # ------------------------------------------------------------------ machines and chance

    def drive(self, table: Table) -> None:
        """Let machines and chance move until a person is asked; a move made meanwhile ends what was being thought."""
        number = table.number
        old = self.drivers.pop(number, None)
        if old is not None and old is not current_task():
            old.cancel()
            if (ticket := self.thinking.pop(number, None)) is not None:
                self.pool.stop(ticket)
        if table.session.moves_by_itself():
            task = asyncio.get_running_loop().create_task(self.run(table))
            self.drivers[number] = task
            task.add_done_callback(lambda done: self.finished(number, done))

    def finished(self, number: str, done: asyncio.Task[None]) -> None:
        """A driver has come to its end."""
        if self.drivers.get(number) is done:
            del self.drivers[number]
        if not done.cancelled() and (problem := done.exception()) is not None:
            raise problem

    async def run(self, table: Table) -> None:
        """Move by move."""
        session = table.session
        while session.moves_by_itself():
            revision, path = table.revision, session.tip
            begin = time.monotonic()
            move = session.draw_chance() if session.mover() == CHANCE else await self.think(table)
            if move is None:
                return
            await asyncio.sleep(max(0.0, session.options.delay - (time.monotonic() - begin)))
            if table.revision != revision or session.tip != path:
                return
            session.play(path, move)
            self.announce(table)

    async def think(self, table: Table) -> str | None:
        """Ask the machine whose turn it is; None where it could not answer."""
        session = table.session
        turn, path = session.playthrough.turn, session.tip
        job = self.job(table, path, session.seats[turn]) | {
            "job": "think",
            "key": f"{table.number} {turn}",
            "lines": 1,
            "seed": session.options.seed + turn,
        }

        def heard(event: dict[str, Any]) -> None:
            self.tell(table, ThinkingEvent(seat=turn, path=list(path), event=JobEvent(**event)))

        ticket = self.pool.submit(job, MOVE, heard, THINKING + 30)
        self.thinking[table.number] = ticket
        heard({"kind": "begin"})
        try:
            found = await ticket.answer
        except JobFailed as problem:
            session.running = False
            self.tell(table, ErrorEvent(message=str(problem)))
            self.announce(table)
            return None
        finally:
            if self.thinking.get(table.number) is ticket:
                del self.thinking[table.number]
        heard({"kind": "done", "result": found["result"]})
        return str(found["result"]["move"])

    async def ask(self, job: dict[str, Any], rank: int, seconds: float = THINKING + 30) -> dict[str, Any]:
        """A job's answer; what went wrong is an error with a sentence."""
        try:
            return await self.pool.ask(job, rank, seconds)
        except JobFailed as problem:
            raise BadParameter(str(problem)) from None

    async def players(self) -> list[PlayerKind]:
        """All players and their settings, asked of a worker once."""
        if not self.known_players:
            rows = (await self.ask({"job": "list_players"}, MOVE))["players"]
            self.known_players = [PlayerKind(**row) for row in rows]
        return self.known_players

    async def experiments(self) -> list[Experiment]:
        """The demos of the Pacman laboratory, asked of a worker once."""
        if not self.known_experiments:
            rows = (await self.ask({"job": "list_experiments"}, MOVE))["experiments"]
            self.known_experiments = [Experiment(**row) for row in rows]
        return self.known_experiments

    def job(self, table: Table, path: tuple[int, ...], player: str) -> dict[str, Any]:
        """A position of a table, and who is to look at it."""
        record = table.session.record
        return {
            "game": record.game,
            "settings": record.settings,
            "position": record.position,
            "moves": table.session.moves_to(path),
            "player": player,
        }

    async def close(self) -> None:
        """End everything."""
        for driver in list(self.drivers.values()):
            driver.cancel()
        with contextlib.suppress(Exception):
            await self.pool.close()
        self.store.close()


class NoTable(ZermeloError):
    """A table that is not there."""


def current_task() -> asyncio.Task[Any] | None:
    """The task that is running, if any."""
    try:
        return asyncio.current_task()
    except RuntimeError:
        return None
