"""Matches played in the background, game by game, so that everybody else gets a turn in between."""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
import time
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from zermelo.errors import BadParameter
from zermelo.interfaces.web.host import Entry, Host, NoTable
from zermelo.interfaces.web.pool import BACKGROUND, JobFailed, Ticket
from zermelo.interfaces.web.store import NotKept
from zermelo.interfaces.web.wire.lists import Match

LONGEST_GAME = 1800.0  # seconds


@dataclass(eq=False)
class UnderWay:
    """The game that a match is at, and the table where it is watched, if anybody wants to."""

    seats: list[int] = field(default_factory=list)  # which player sits where
    moves: list[int] = field(default_factory=list)
    table: Entry | None = None
    shown: int = 0  # moves that the table has
    feeding: bool = False


class Matches:
    """All matches of a server."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.matches: dict[str, dict[str, Any]] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.tickets: dict[str, Ticket] = {}
        self.feeders: set[asyncio.Task[None]] = set()
        self.under_way: dict[str, UnderWay] = {}  # the game that each match is at
        for text in reversed(host.store.matches()):
            data: Any = None
            try:
                data = json.loads(text)
                data["state"] = "stopped" if data["state"] == "running" else data["state"]
                self.matches[data["id"]] = data
                self.view(data["id"])
            except (ValueError, TypeError, KeyError) as problem:  # one damaged row leaves the others
                self.matches.pop(data["id"] if isinstance(data, dict) and "id" in data else "", None)
                print(f"a match that was kept can no longer be read ({type(problem).__name__})", file=sys.stderr)

    def open(self, game: str, settings: dict[str, str], players: list[str], games: int, seed: int) -> Match:
        """Begin a match."""
        number = secrets.token_urlsafe(9)
        self.matches[number] = {
            "id": number, "game": game, "settings": settings, "players": players, "games": games, "seed": seed,
            "records": [], "report": None, "state": "running", "message": "", "begun": time.time(),
        }  # fmt: skip
        return self.resume(number)

    def resume(self, number: str) -> Match:
        """Go on."""
        match = self.match(number)
        if number not in self.tasks and len(match["records"]) < match["games"]:
            match["state"], match["message"] = "running", ""
            task = asyncio.get_running_loop().create_task(self.run(match))
            self.tasks[number] = task
            task.add_done_callback(lambda _: self.tasks.pop(number, None))
        return self.view(number)

    async def stop(self, number: str) -> Match:
        """Stop after what has been played."""
        match = self.match(number)
        if number in self.tasks:
            match["state"] = "stopped"
            self.tasks[number].cancel()
            if number in self.tickets:
                self.host.pool.stop(self.tickets[number])
            await self.keep(match)
        return self.view(number)

    async def run(self, match: dict[str, Any]) -> None:
        """Game after game."""
        while len(match["records"]) < match["games"]:
            job = {
                "job": "match_game", "game": match["game"], "settings": match["settings"],
                "players": match["players"], "records": match["records"], "games": match["games"],
                "seed": match["seed"], "key": match["id"],
            }  # fmt: skip
            now = self.under_way[match["id"]] = UnderWay()
            ticket = self.host.pool.submit(job, BACKGROUND, partial(self.heard, now), LONGEST_GAME)
            self.tickets[match["id"]] = ticket
            try:
                answer = await ticket.answer
            except JobFailed as problem:
                match["state"], match["message"] = "failed", str(problem)
                break
            finally:
                self.tickets.pop(match["id"], None)
                self.under_way.pop(match["id"], None)
            match["records"].append(answer["record"])
            self.heard(now, answer["record"])
            match["report"] = answer["report"]
            if not await self.keep(match):
                return
        else:
            match["state"] = "done"
        await self.keep(match)

    # ------------------------------------------------------------------ watching

    def heard(self, now: UnderWay, event: dict[str, Any]) -> None:
        """The game under way has gone on."""
        if event.get("moves"):
            now.seats, now.moves = event["seats"], event["moves"]
            if now.table is not None and not now.feeding:
                now.feeding = True
                task = asyncio.get_running_loop().create_task(self.feed(now, now.table))
                self.feeders.add(task)
                task.add_done_callback(self.feeders.discard)

    async def feed(self, now: UnderWay, table: Entry) -> None:
        """Show the moves that a table does not have yet."""
        try:
            while now.shown < len(now.moves):
                await self.host.at_table(table, {"job": "step", "move": now.moves[now.shown], "fed": True})
                now.shown += 1
        finally:
            now.feeding = False

    async def watch(self, number: str, game: int, client: str) -> str:
        """Open a game of a match, the first being 1: what was played, or the one under way, which then goes on."""
        match, now = self.match(number), self.under_way.get(number)
        played = len(match["records"])
        if 1 <= game <= played:
            record = match["records"][game - 1]
            return await self.host.open(self.table_job(match, record["seats"], record["moves"]), client)
        if game != played + 1 or now is None or not now.moves:
            raise BadParameter(f"the match has {played} games that can be opened, not number {game}")
        if now.table is None:
            moves = list(now.moves)
            opened = json.loads(await self.host.open(self.table_job(match, now.seats, moves), client))
            now.table, now.shown = self.host.tables[opened["table"]["id"]], len(moves)
            self.heard(now, {"seats": now.seats, "moves": now.moves})  # what came meanwhile
        view = await self.host.command(now.table, "table", {}, [], looks=True)
        return f'{{"keys":[],"table":{view}}}'  # it is looked at, not played

    @staticmethod
    def table_job(match: dict[str, Any], seats: list[int], moves: list[int]) -> dict[str, Any]:
        """The job that opens a table with a game of a match."""
        players = [match["players"][player] for player in seats]
        return {
            "job": "open_played", "game": match["game"], "settings": match["settings"], "seats": players,
            "moves": moves,
        }  # fmt: skip

    async def keep(self, match: dict[str, Any]) -> bool:
        """Write it down; a match that cannot be kept stops, and says why."""
        try:
            await self.host.on_disk(self.host.store.save_match, match["id"], match["begun"], json.dumps(match))
        except NotKept as problem:
            match["state"], match["message"] = "failed", str(problem)
            return False
        return True

    def match(self, number: str) -> dict[str, Any]:
        """A match by its number."""
        if number not in self.matches:
            raise NoTable(f"there is no match {number[:40]!r}")
        return self.matches[number]

    def view(self, number: str) -> Match:
        """A match without its games."""
        match = self.match(number)
        shown = {name: value for name, value in match.items() if name != "records"}
        now = self.under_way.get(number)
        return Match(**shown, played=len(match["records"]), under_way=len(now.moves) if now and now.moves else None)

    def views(self) -> list[Match]:
        """All of them, the newest first."""
        return [self.view(number) for number in reversed(self.matches)]
