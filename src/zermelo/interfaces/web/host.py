"""The host of all tables: keeps them, tells who looks on, and lets machines and chance move.

Everything here runs on the server's event loop, and so nothing here knows the rules of a game: a table is a text that
is kept, and processes read it (`rules.py`), within limits. Searches run in other processes again (`jobs.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Protocol

from pydantic import BaseModel

from zermelo.errors import BadParameter, BadPlayer, ZermeloError
from zermelo.interfaces.web.pool import ANALYSIS, BACKGROUND, MOVE, JobFailed, JobLate, Pool, Ticket
from zermelo.interfaces.web.questions import Task
from zermelo.interfaces.web.store import NotKept, Store
from zermelo.interfaces.web.tables import opened_by
from zermelo.interfaces.web.warming import Warming
from zermelo.interfaces.web.wire.events import ErrorEvent, ThinkingEvent
from zermelo.interfaces.web.wire.lists import Experiment, PlayerKind
from zermelo.interfaces.web.wire.thoughts import JobEvent
from zermelo.session.seats import HUMAN

OPEN = 500  # tables held in memory; the others are read again when somebody comes back
THINKING = 60.0  # seconds that a machine may think about one move
RULES = 10.0  # seconds for a command at a table
READING = 20.0  # seconds for opening one
LISTING = 120.0  # seconds for the list of all games, which loads each of them once
WATCHED = 30.0  # seconds that somebody who asked for a table counts as looking on
SEEN = 64  # views of a table that are remembered until it changes


class Listener(Protocol):
    """Somebody who hears what happens at a table."""

    keys: list[str]

    def hear_of(self, text: str) -> None:
        """One message, as it goes out."""


@dataclass(eq=False)
class Entry:
    """What the server knows of a table: what is kept, and what it needs to let the game go on."""

    state: dict[str, Any]
    client: str = ""
    kept_at: int = -1  # the version that is on the disk
    warning: str = ""  # why the present one is not
    asked_at: float = 0.0  # when somebody last asked for it
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[Listener] = field(default_factory=set)
    seen: dict[Any, str] = field(default_factory=dict)  # views of this version

    @property
    def number(self) -> str:
        """Its number."""
        return str(self.state["number"])

    def audience(self, keys: list[str]) -> tuple[str, ...]:
        """Those of some keys that open a seat here: everybody with the same ones sees the same."""
        return tuple(self.state["keys"][seat] for seat in opened_by(self.state["keys"], keys))

    def watched(self) -> bool:
        """Whether anybody looks on."""
        return bool(self.listeners) or time.monotonic() - self.asked_at < WATCHED


class Overdue(BadParameter):
    """The rules did not answer in time."""


class Host:
    """All tables."""

    def __init__(self, store: Store, pool: Pool, rules: Pool, files: tuple[str, ...] = ()) -> None:
        self.store, self.pool, self.rules, self.files = store, pool, rules, files
        self.warming = Warming(pool)
        self.disk = ThreadPoolExecutor(1, "store")
        self.tables: OrderedDict[str, Entry] = OrderedDict()
        self.drivers: dict[str, asyncio.Task[None]] = {}
        self.thinking: dict[str, Ticket] = {}
        self.known_players: list[PlayerKind] = []
        self.known_experiments: list[Experiment] = []
        self.pictures: OrderedDict[str, str] = OrderedDict()  # of games, and the list of them
        self.accepted = {HUMAN, *(f"best:level={level}" for level in range(1, 11)), "best", "random"}

    # ------------------------------------------------------------------ asking the rules

    async def ask_rules(self, job: dict[str, Any], client: str, *, reading: bool = False) -> dict[str, Any]:
        """A job for the rules, within limits; what went wrong is an error with a sentence."""
        rank, seconds = (BACKGROUND, READING) if reading else (MOVE, RULES)
        seconds = LISTING if job["job"] == "games" else seconds
        try:
            return await self.rules.ask(job, rank, seconds, client, abrupt=True)
        except JobLate as problem:
            raise Overdue(str(problem)) from None
        except JobFailed as problem:
            raise BadParameter(str(problem)) from None

    async def picture(self, name: str, job: dict[str, Any], client: str) -> str:
        """Something that never changes, asked for once."""
        if name not in self.pictures:
            self.pictures[name] = str((await self.ask_rules(job, client, reading=True))["answer"])
            while len(self.pictures) > 256:
                self.pictures.popitem(last=False)
        return self.pictures[name]

    async def at_table(
        self, entry: Entry, job: dict[str, Any], but: Listener | None = None, *, only: int | None = None
    ) -> dict[str, Any]:
        """Do something at a table, one after the other: the answer, once what has changed is kept and told.

        With `only`, nothing is done where the table has gone on since that version.
        """
        async with entry.lock:
            if only is not None and entry.state["version"] != only:
                return {}
            return await self.do_at(entry, job, but)

    async def do_at(self, entry: Entry, job: dict[str, Any], but: Listener | None) -> dict[str, Any]:
        """Do something at a table whose lock one holds. Everybody who sees the same gets the same text."""
        state, groups = entry.state, dict[tuple[str, ...], list[Listener]]()
        for one in entry.listeners:
            if one is not but:
                groups.setdefault(entry.audience(one.keys), []).append(one)
        job = job | {
            "number": entry.number, "version": state["version"], "kept": state["kept"], "since": state["since"],
            "audiences": list(groups),
        }  # fmt: skip
        found = await self.ask_rules(job, f"table {entry.number}")
        if found.get("missing"):  # the process had let it go; now what is kept is sent along
            found = await self.ask_rules(job, f"table {entry.number}")
        if found.get("state") is not None:
            entry.state = found["state"]
            entry.seen.clear()
            await self.save(entry)
            for group, text in zip(groups.values(), found["told"], strict=False):
                message = f'{{"kind":"change","change":{text}}}'
                for one in group:
                    one.hear_of(message)
        return found

    async def command(
        self,
        entry: Entry,
        name: str,
        given: dict[str, Any],
        keys: list[str],
        *,
        looks: bool,
        but: Listener | None = None,
    ) -> str:
        """Obey a command; its answer as JSON. What is only looked at is remembered until something changes."""
        job = {"job": "command", "name": name, "given": given, "keys": keys}
        if not looks:
            found = await self.at_table(entry, job, but)
            self.drive(entry)
            return str(found["answer"])
        async with entry.lock:
            return await self.look(entry, job)

    async def question(self, entry: Entry, name: str, given: BaseModel, keys: list[str]) -> Task:
        """The job for the searches that answers a question about a table."""
        job = {"job": "question", "name": name, "given": given.model_dump(), "keys": keys}
        return Task(**(await self.at_table(entry, job))["task"])

    async def look(self, entry: Entry, job: dict[str, Any]) -> str:
        """What somebody sees of a table whose lock one holds, remembered until something changes."""
        given = sorted((key, value) for key, value in job["given"].items() if key != "keys")
        place = job["name"], repr(given), entry.audience(job["keys"])
        if place in entry.seen:
            return entry.seen[place]
        answer = str((await self.do_at(entry, job, None))["answer"])
        if not entry.state["clock"] and len(entry.seen) < SEEN:
            entry.seen[place] = answer
        return answer

    # ------------------------------------------------------------------ tables

    async def allow_players(self, players: list[str], client: str) -> None:
        """Refuse players that cannot be had here, before anything is begun."""
        unknown = [text for text in players if text not in self.accepted]
        if unknown:
            try:
                await self.pool.ask({"job": "check_player", "players": unknown}, client=client)
            except JobFailed as problem:
                raise BadPlayer(str(problem)) from None
            if len(self.accepted) > 10_000:
                self.accepted = {HUMAN}
            self.accepted.update(unknown)

    async def open(self, job: dict[str, Any], client: str) -> str:
        """A new table; what its opener is told, as JSON."""
        found = await self.ask_rules(job, client, reading=True)
        entry = Entry(found["state"], client, asked_at=time.monotonic())
        self.remember(entry)
        await self.save(entry)
        await self.on_disk(self.store.tidy)
        self.drive(entry)
        return str(found["answer"])

    async def table(self, number: str, client: str = "") -> Entry:
        """A table by its number."""
        if number not in self.tables:
            kept = await self.on_disk(self.store.load, number)
            if kept is None:
                raise NoTable(f"there is no table {number[:40]!r}; it may have been cleared away")
            if number not in self.tables:
                try:
                    found = await self.ask_rules({"job": "reopen", "kept": kept}, client, reading=True)
                except ZermeloError as problem:
                    raise BadParameter(f"the table {number} can no longer be read: {problem}") from None
                if number not in self.tables:  # nobody else was quicker
                    self.remember(Entry(found["state"], client, found["state"]["version"]))
        entry = self.tables[number]
        self.tables.move_to_end(number)
        entry.asked_at = time.monotonic()
        if number not in self.drivers:
            self.drive(entry)
        return entry

    def remember(self, entry: Entry) -> None:
        """Hold a table; those that nobody looks at give way."""
        self.tables[entry.number] = entry
        for number, other in list(self.tables.items()):
            if len(self.tables) <= OPEN:
                break
            idle = not other.listeners and number not in self.drivers and not other.lock.locked()
            if idle and number != entry.number and other.kept_at == other.state["version"]:
                del self.tables[number]

    async def on_disk(self, act: Callable[..., Any], *given: Any) -> Any:
        """Something that reads or writes the store, away from the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self.disk, act, *given)

    async def save(self, entry: Entry) -> None:
        """Write a table; say so to its players where that fails."""
        state = entry.state
        try:
            await self.on_disk(self.store.save, state["number"], state["game"], state["touched"], state["kept"])
            entry.kept_at, entry.warning = state["version"], ""
        except NotKept as problem:
            entry.warning = str(problem)
            self.tell(entry, ErrorEvent(message=str(problem)))

    # ------------------------------------------------------------------ looking on

    async def join(self, entry: Entry, listener: Listener) -> Callable[[], None]:
        """Show somebody a table, and tell them what happens there from then on; the answer ends it."""
        async with entry.lock:
            job = {"job": "command", "name": "table", "given": {}, "keys": listener.keys}
            listener.hear_of(f'{{"kind":"table","table":{await self.look(entry, job)}}}')
            entry.listeners.add(listener)
        self.drive(entry)

        def leave() -> None:
            entry.listeners.discard(listener)
            if not entry.listeners:
                entry.asked_at = 0.0
                self.pause(entry)

        return leave

    def tell(self, entry: Entry, event: BaseModel) -> None:
        """Tell everybody at a table; it is written down once."""
        if entry.listeners:
            text = event.model_dump_json()
            for listener in list(entry.listeners):
                listener.hear_of(text)

    def pause(self, entry: Entry) -> None:
        """Nobody looks on: a machine's search is of no use, and goes on when somebody comes back."""
        ticket = self.thinking.pop(entry.number, None)
        driver = self.drivers.pop(entry.number, None)
        if driver is not None:
            driver.cancel()
        if ticket is not None:
            self.pool.stop(ticket)

    def pause_unwatched(self, entry: Entry, ticket: Ticket) -> None:
        """Take a machine's move out of the queue where nobody looks on any more: else the queue would only grow."""
        if self.thinking.get(entry.number) is ticket and not entry.watched():
            self.pause(entry)

    # ------------------------------------------------------------------ machines and chance

    def drive(self, entry: Entry) -> None:
        """Let machines and chance move until a person is asked; a move made meanwhile ends what was being thought.

        Where machines play among themselves and nobody looks on, the game waits.
        """
        if self.drivers.get(entry.number) not in (None, current_task()):
            self.pause(entry)
        goes_on = entry.state["by_itself"] and (entry.state["people"] or entry.watched())
        if goes_on and entry.number not in self.drivers:
            task = asyncio.get_running_loop().create_task(self.run(entry))
            self.drivers[entry.number] = task
            task.add_done_callback(lambda done: self.finished(entry.number, done))

    def finished(self, number: str, done: asyncio.Task[None]) -> None:
        """A driver has come to its end."""
        if self.drivers.get(number) is done:
            del self.drivers[number]
        if not done.cancelled() and (problem := done.exception()) is not None:
            raise problem

    async def run(self, entry: Entry) -> None:
        """Move by move."""
        while entry.state["by_itself"] and (entry.state["people"] or entry.watched()):
            version, begin = entry.state["version"], time.monotonic()
            step: dict[str, Any] = {"job": "step", "move": None}
            if not entry.state["chance"]:
                step |= await self.think(entry)
            await asyncio.sleep(max(0.0, entry.state["delay"] - (time.monotonic() - begin)))
            if entry.state["version"] != version:
                return
            try:
                await asyncio.shield(self.at_table(entry, step, only=version))
            except ZermeloError as problem:
                self.tell(entry, ErrorEvent(message=str(problem)))
                return

    async def think(self, entry: Entry) -> dict[str, Any]:
        """Ask the machine whose turn it is for its move; it may fail."""
        state, number = entry.state, entry.number
        turn, path = state["turn"], list(state["tip"])
        job = state["job"] | {"job": "think", "key": f"{number} {turn}", "lines": 1, "seed": state["seed"] + turn}
        job["stand_in"] = state["people"]  # nobody waits where machines play among themselves

        def heard(event: dict[str, Any]) -> None:
            told = {key: event.get(key) for key in ("kind", "stand_in")} if state["hidden"] else event  # no thoughts
            self.tell(entry, ThinkingEvent(seat=turn, path=path, event=JobEvent(**told)))

        rank = MOVE if state["people"] else BACKGROUND
        ticket = self.pool.submit(job, rank, heard, THINKING + 30, entry.client, bounded=rank == BACKGROUND)
        self.thinking[number] = ticket
        if rank == BACKGROUND:
            asyncio.get_running_loop().call_later(WATCHED, self.pause_unwatched, entry, ticket)
        heard({"kind": "begin"})
        try:
            found = await ticket.answer
        except JobFailed as problem:
            self.tell(entry, ErrorEvent(message=str(problem)))
            return {"failed": True}
        finally:
            if self.thinking.get(number) is ticket:
                del self.thinking[number]
        if found["stand_in"]:
            self.warming.begin(job["game"], job["settings"], [job["player"]], entry.client)
        heard({"kind": "done", "result": found["result"], "stand_in": found["stand_in"]})
        return {"move": str(found["result"]["move"])}

    async def ask(
        self, job: dict[str, Any], rank: int = ANALYSIS, seconds: float = THINKING + 30, client: str = ""
    ) -> dict[str, Any]:
        """A search's answer; what went wrong is an error with a sentence."""
        try:
            return await self.pool.ask(job, rank, seconds, client)
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

    async def close(self) -> None:
        """End everything."""
        for driver in list(self.drivers.values()):
            driver.cancel()
        with contextlib.suppress(Exception):
            await asyncio.gather(self.pool.close(), self.rules.close())
        self.disk.shutdown()
        self.store.close()


class NoTable(ZermeloError):
    """A table that is not there."""


def current_task() -> asyncio.Task[Any] | None:
    """The task that is running, if any."""
    try:
        return asyncio.current_task()
    except RuntimeError:
        return None
