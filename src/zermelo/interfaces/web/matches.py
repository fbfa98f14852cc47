"""Matches played in the background, game by game, so that everybody else gets a turn in between."""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
import time
from typing import Any

from zermelo.interfaces.web.host import Host, NoTable
from zermelo.interfaces.web.pool import BACKGROUND, JobFailed, Ticket
from zermelo.interfaces.web.store import NotKept
from zermelo.interfaces.web.wire.lists import Match

LONGEST_GAME = 1800.0  # seconds


class Matches:
    """All matches of a server."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.matches: dict[str, dict[str, Any]] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.tickets: dict[str, Ticket] = {}
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
            ticket = self.host.pool.submit(job, BACKGROUND, None, LONGEST_GAME)
            self.tickets[match["id"]] = ticket
            try:
                answer = await ticket.answer
            except JobFailed as problem:
                match["state"], match["message"] = "failed", str(problem)
                break
            finally:
                self.tickets.pop(match["id"], None)
            match["records"].append(answer["record"])
            match["report"] = answer["report"]
            if not await self.keep(match):
                return
        else:
            match["state"] = "done"
        await self.keep(match)

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
        return Match(**shown, played=len(match["records"]))

    def views(self) -> list[Match]:
        """All of them, the newest first."""
        return [self.view(number) for number in reversed(self.matches)]
