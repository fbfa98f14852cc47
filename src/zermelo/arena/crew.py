"""Games played by several processes. Which process plays a game changes nothing about it: seeds come with fixtures."""

from __future__ import annotations

import json
import selectors
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from zermelo.arena.played import Fixture, Played
from zermelo.arena.setup import Setup
from zermelo.errors import BadParameter, Vanished
from zermelo.players.process.lines import LineProcess

AHEAD = 3  # games that a worker is given at a time, so that it never waits for the next
START = 120.0  # seconds until a worker must be ready
MOST_DEATHS = 20  # of workers, after which a tournament gives up


class Crew:
    """Workers that play the games of one tournament."""

    def __init__(self, setup: Setup, processes: int) -> None:
        self.setup, self.deaths = setup, 0
        self.workers: dict[LineProcess, list[Fixture]] = {}  # and the games that each was given
        for worker in [self.hire() for _ in range(processes)]:
            self.begin(worker)

    def hire(self) -> LineProcess:
        """A new process, which gets ready."""
        worker = LineProcess([sys.executable, "-m", "zermelo.arena.worker"], "a worker of the tournament")
        worker.write(json.dumps({"setup": self.setup.to_json()}))
        return worker

    def begin(self, worker: LineProcess) -> None:
        """Wait until it is ready."""
        self.answer(worker.read(START))
        self.workers[worker] = []

    def play(self, fixtures: Sequence[Fixture]) -> Iterator[Played]:
        """All games, as they end; those of a worker that dies are played again by another."""
        waiting = deque(fixtures)
        while waiting or any(self.workers.values()):
            for worker in self.give(waiting):
                try:
                    played = Played.from_json(self.answer(worker.read())["played"])
                except Vanished:
                    self.bury(worker, waiting)
                    continue
                self.workers[worker].remove(played.fixture)
                yield played

    def give(self, waiting: deque[Fixture]) -> list[LineProcess]:
        """Keep everybody busy, and wait until somebody has something to say."""
        for worker, own in list(self.workers.items()):
            try:
                while waiting and len(own) < AHEAD:
                    own.append(waiting.popleft())
                    worker.write(json.dumps(asdict(own[-1])))
            except Vanished:
                self.bury(worker, waiting)
        return self.ready([worker for worker, own in self.workers.items() if own])

    def bury(self, worker: LineProcess, waiting: deque[Fixture]) -> None:
        """A worker has died: another takes over its games; too many deaths are told."""
        waiting.extendleft(reversed(self.workers.pop(worker)))
        self.deaths += 1
        if self.deaths > MOST_DEATHS:
            raise BadParameter(
                f"{self.deaths} processes of the tournament died one after another: look for what kills them "
                "(memory?); --resume goes on with what was kept"
            )
        self.begin(self.hire())

    def ready(self, workers: Sequence[LineProcess]) -> list[LineProcess]:
        """Those who have said something."""
        said = [worker for worker in workers if b"\n" in worker.waiting]
        if said:
            return said
        with selectors.DefaultSelector() as selector:
            for worker in workers:
                selector.register(worker.output, selectors.EVENT_READ, worker)
            return [key.data for key, _ in selector.select()]

    def answer(self, line: str) -> dict[str, dict[str, object]]:
        """What a worker says; its sentence where something is wrong."""
        answer: dict[str, dict[str, object]] = json.loads(line)
        if "problem" in answer:
            raise BadParameter(str(answer["problem"]))
        return answer

    def close(self) -> None:
        """End all workers."""
        for worker in self.workers:
            worker.close()
