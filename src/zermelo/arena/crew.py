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
from zermelo.errors import BadParameter
from zermelo.players.process.lines import LineProcess

AHEAD = 3  # games that a worker is given at a time, so that it never waits for the next
START = 120.0  # seconds until a worker must be ready


class Crew:
    """Workers that play the games of one tournament."""

    def __init__(self, setup: Setup, processes: int) -> None:
        command = [sys.executable, "-m", "zermelo.arena.worker"]
        self.workers = [LineProcess(command, f"worker {number + 1}") for number in range(processes)]
        for worker in self.workers:
            worker.write(json.dumps({"setup": setup.to_json()}))
        for worker in self.workers:
            self.answer(worker.read(START))

    def play(self, fixtures: Sequence[Fixture]) -> Iterator[Played]:
        """All games, as they end."""
        waiting = deque(fixtures)
        given: dict[LineProcess, list[Fixture]] = {worker: [] for worker in self.workers}
        while waiting or any(given.values()):
            for worker, own in given.items():
                while waiting and len(own) < AHEAD:
                    own.append(waiting.popleft())
                    worker.write(json.dumps(asdict(own[-1])))
            for worker in self.ready([worker for worker, own in given.items() if own]):
                played = Played.from_json(self.answer(worker.read())["played"])
                given[worker].remove(played.fixture)
                yield played

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
