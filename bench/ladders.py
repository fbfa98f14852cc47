"""The ladders of many games at once: `python -m bench.ladders --processes 16 --minutes 9 --out FOLDER [GAME ...]`.

Every game has a process of its own, which compiles, then lets random play, mixtures, levels and searches meet, the
cheap and uncertain pairings most often, and the next level only when enough of its games fit into the time. What a game
has found is kept at once in `FOLDER/rated.jsonl`; games that are there are not rated again. `FOLDER/ladders.json` is in
the form of `src/zermelo/players/ladders.json`, which `python -m bench.ladders store FOLDER` brings up to date.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import selectors
import subprocess
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from zermelo.arena import ladder
from zermelo.arena.formats import FORMATS
from zermelo.arena.ladder import Rung
from zermelo.arena.played import Fixture, Played
from zermelo.arena.report import Report
from zermelo.arena.setup import Setup
from zermelo.games import catalogue

TOP = 8  # the highest level tried
ENOUGH = 400  # games of a pairing, behind which it is left alone
FEWEST = 16  # games of a pairing without which a player is not worth adding
GROWTH = 1.6  # how much longer games of the next level take, while that has not been measured
SHARE = 0.5  # of the time that is left, which the first games of one more pairing may take
TOLD = 3.0  # seconds between two messages of a process
GRACE = 4.0  # seconds that a process may take to end after its time


@dataclass
class Meeting:
    """Players who meet, in every order that makes a difference, and what that has cost so far."""

    orders: list[tuple[int, ...]]
    games: int = 0
    seconds: float = 0.0

    @property
    def cost(self) -> float:
        """Seconds a game."""
        return self.seconds / max(self.games, 1)

    def next_block(self) -> list[Fixture]:
        """One opening from all seats."""
        seats = len(self.orders[0])
        block = self.games // seats
        order = self.orders[block % len(self.orders)]
        return [Fixture(0, order, block, rotation) for rotation in range(seats)]


@dataclass
class Climb:
    """The ladder of one game, rung after rung."""

    game: str
    seconds: float
    begin: float = field(default_factory=time.monotonic)
    compiling: float = 0.0

    def __post_init__(self) -> None:
        self.players = ladder.entrants(self.game, {}, TOP)
        self.table = Setup(self.game, self.players).table()
        self.seats = int(self.table.start.state.players)
        grouped: dict[tuple[int, ...], Meeting] = {}
        for pairing in FORMATS["neighbours"](len(self.players), self.seats, []):
            grouped.setdefault(tuple(sorted(pairing)), Meeting([])).orders.append(pairing)
        self.waiting = sorted(grouped.values(), key=lambda one: max(one.orders[0]))
        self.open: list[Meeting] = []
        self.records: list[Played] = []

    @property
    def left(self) -> float:
        """Seconds."""
        return self.seconds - (time.monotonic() - self.begin)

    def run(self) -> None:
        """Until the time is over or all is known well enough; tell it every few seconds."""
        told = 0.0
        while (chosen := self.choose()) is not None:
            self.play(chosen)
            if time.monotonic() - told > TOLD:
                told = self.tell(False)
        self.tell(True)
        self.table.close()

    def choose(self) -> Meeting | None:
        """Whose games say most for their time: as many games are due as the root of their cost is small."""
        if self.left <= 0:
            return None
        while self.waiting and (not self.open or self.affordable()):
            self.open.append(self.waiting.pop(0))
            if not self.open[-1].games:
                return self.open[-1]
        short = [one for one in self.open if one.games < ENOUGH and one.cost * self.seats < self.left]
        few = [one for one in short if one.games < FEWEST]
        return min(few or short, key=lambda one: one.games * math.sqrt(one.cost), default=None)

    def affordable(self) -> bool:
        """Whether the next pairing may begin: those before have met often enough, and its own games fit."""
        if any(one.games < FEWEST for one in self.open):
            return False
        dearest = max(one.cost for one in self.open[-3:])
        return FEWEST * GROWTH * dearest <= SHARE * self.left

    def play(self, meeting: Meeting) -> None:
        """One opening more from all seats; an opening that the time cut short is fair nonetheless."""
        begin = time.monotonic()
        for entrant in meeting.orders[0]:
            self.table.warm(entrant, self.table.start)
        self.compiling += time.monotonic() - begin
        for fixture in meeting.next_block():
            begin = time.monotonic()
            self.records.append(self.table.play(fixture))
            meeting.seconds += time.monotonic() - begin
            meeting.games += 1

    def tell(self, finished: bool) -> float:
        """Say how everybody stands, in one line of JSON."""
        met = 1 + max(place for played in self.records for place in played.seats)
        report = Report(self.game, self.players[:met], self.records, len(self.records), seats=self.seats)
        found = ladder.rungs(report)
        ratings = report.ratings
        row = {
            "game": self.game,
            "rungs": [asdict(one) for one in found],
            "problems": ladder.out_of_order(found),
            "notes": list(ratings.notes) if ratings else [],
            "games": len(self.records),
            "meetings": [asdict(one) for one in report.meetings()] if self.seats == 2 else [],
            "seconds": round(time.monotonic() - self.begin, 1),
            "compiling": round(self.compiling, 1),
            "finished": finished,
        }
        print(json.dumps(row), flush=True)
        return time.monotonic()


class Worker:
    """A process that climbs the ladder of one game, and the last that it said."""

    def __init__(self, game: str, seconds: float) -> None:
        self.game, self.until = game, time.monotonic() + seconds + GRACE
        command = [sys.executable, "-m", "bench.ladders", "climb", game, f"{seconds:.1f}"]
        single = {"NUMBA_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ | single
        )
        assert self.process.stdout is not None
        self.output = self.process.stdout
        os.set_blocking(self.output.fileno(), False)
        self.heard = b""

    def hear(self) -> bool:
        """Take in what it says; whether it has ended, by itself or because its time is over."""
        self.heard += self.output.read() or b""
        if self.process.poll() is None and time.monotonic() < self.until:
            return False
        self.process.kill()
        _, said = self.process.communicate()
        self.heard += self.output.read() or b"" if not self.output.closed else b""
        self.error = said.decode(errors="replace").strip()[-400:]
        return True

    def row(self) -> dict[str, Any] | None:
        """The last whole line."""
        lines = self.heard.split(b"\n")[:-1]
        return json.loads(lines[-1]) if lines else None


def kept(folder: Path) -> dict[str, dict[str, Any]]:
    """What was found so far, by game."""
    path = folder / "rated.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()] if path.is_file() else []
    return {row["game"]: row for row in rows}


def climbable(names: list[str]) -> list[str]:
    """The games to rate, small ones first: what they leave of their time is for the others."""
    found = {}
    for name in names or catalogue.entries():
        entry = catalogue.entry_of(name)
        if entry is None:
            raise SystemExit(f"there is no game called {name!r} in the package")
        if entry.load().players > 1:
            found[entry.name] = int(entry.load()().nbytes)
    return sorted(found, key=lambda name: found[name])


def run(folder: Path, names: list[str], processes: int, minutes: float) -> None:
    """All games side by side."""
    end = time.monotonic() + 60 * minutes - GRACE
    folder.mkdir(parents=True, exist_ok=True)
    waiting = [name for name in climbable(names) if name not in kept(folder)]
    busy: list[Worker] = []
    while busy or waiting:
        while waiting and len(busy) < processes and (left := end - time.monotonic()) > GRACE:
            busy.append(Worker(waiting[0], left / math.ceil(len(waiting) / processes)))
            waiting.pop(0)
        if not busy:
            print(f"no time is left for {', '.join(waiting)}")
            break
        with selectors.DefaultSelector() as selector:
            for worker in busy:
                selector.register(worker.output, selectors.EVENT_READ)
            selector.select(0.5)
        time.sleep(0.02)
        for worker in [one for one in busy if one.hear()]:
            busy.remove(worker)
            keep(folder, worker)
    merge(folder)


def keep(folder: Path, worker: Worker) -> None:
    """Write down what a game has found, and say it."""
    row = worker.row()
    if row is None:
        print(f"{worker.game}: nothing was rated: {worker.error or 'no game ended in its time'}", flush=True)
        return
    with (folder / "rated.jsonl").open("a") as file:
        file.write(json.dumps(row) + "\n")
    merge(folder)
    rungs = [Rung(**one) for one in row["rungs"]]
    told = ", ".join(f"{one.player} {one.elo:.0f}±{one.error:.0f}" for one in rungs[1:])
    print(
        f"{row['game']}: {row['games']} games, {row['compiling']} s compiling of {row['seconds']}: {told}", flush=True
    )
    for problem in (*row["problems"], *([worker.error] if worker.error else [])):
        print(f"  note: {problem}", flush=True)


def merge(folder: Path) -> None:
    """All ladders in the form of the package."""
    rows = kept(folder)
    text = ladder.written({game: [Rung(**one) for one in row["rungs"]] for game, row in rows.items()})
    (folder / "ladders.json").write_text(text, encoding="utf-8")


def store(folder: Path) -> None:
    """Bring the ladders of the package up to date."""
    for game, row in kept(folder).items():
        ladder.store(game, [Rung(**one) for one in row["rungs"]])


def main(arguments: list[str]) -> None:
    if arguments[:1] == ["climb"]:
        Climb(arguments[1], float(arguments[2])).run()
        return
    if arguments[:1] == ["store"]:
        store(Path(arguments[1]))
        return
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--minutes", type=float, default=9.0)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("games", nargs="*")
    given = parser.parse_args(arguments)
    run(given.out, given.games, given.processes, given.minutes)


if __name__ == "__main__":
    main(sys.argv[1:])
