"""Many games and players made ready side by side, each in a process of its own.

Compiling holds the interpreter's lock, so threads would not help. Two processes that need the same rules take turns
(`zermelo.game.turns`): what one compiles, the other loads.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import Any

from zermelo.errors import ZermeloError
from zermelo.game.cache import not_kept
from zermelo.games import catalogue
from zermelo.players.warming import Warmed, warm

TICK = 0.05  # seconds between two looks
CHILD = "import sys; from zermelo.players.warming_apart import work; work(sys.argv[1])"


@dataclass(frozen=True)
class Job:
    """A player's kernels for a game."""

    game: str  # a name or a file
    player: str  # a text, or RULES
    settings: dict[str, str] = field(default_factory=dict)  # parameters of the game


def warm_apart(
    jobs: Iterable[Job], processes: int = 0, on_done: Callable[[Warmed], None] = lambda done: None
) -> list[Warmed]:
    """Do the jobs in so many processes (0: one for each core); `on_done` hears of each as it ends.

    Ctrl-C, or any other error, ends the processes; what they had finished stays on disk.
    """
    waiting = list(jobs)[::-1]
    most = processes or os.cpu_count() or 1
    done: list[Warmed] = []
    with ending_all() as running:
        while waiting or running:
            while waiting and len(running) < most:
                job = waiting.pop()
                running[begin(job)] = job
            for process in [process for process in running if process.poll() is not None]:
                done.append(answer(running.pop(process), process))
                on_done(done[-1])
            time.sleep(TICK if running else 0)
    return done


@contextmanager
def ending_all() -> Iterator[dict[subprocess.Popen[str], Job]]:
    """Processes that do not outlive what started them."""
    running: dict[subprocess.Popen[str], Job] = {}
    try:
        yield running
    finally:
        for process in running:
            process.kill()
        for process in running:
            process.wait()


def begin(job: Job) -> subprocess.Popen[str]:
    """Start the process of a job; Ctrl-C at the keyboard reaches the parent alone."""
    command = [sys.executable, "-c", CHILD, json.dumps(asdict(job))]
    apart: dict[str, Any] = {"start_new_session": True} if sys.platform != "win32" else {"creationflags": 0x200}
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, **apart)


def answer(job: Job, process: subprocess.Popen[str]) -> Warmed:
    """What a process that has ended says of its job."""
    said = process.communicate()[0].splitlines()
    if process.returncode != 0 or not said:
        return Warmed(job.game, job.player, (), 0.0, f"its process ended with status {process.returncode}")
    known = json.loads(said[-1])
    return Warmed(**{**known, "game": job.game, "compiled": tuple(known["compiled"])})


def work(text: str) -> None:
    """What such a process does: one job, answered in one line."""
    job = Job(**json.loads(text))
    begun = time.perf_counter()
    try:
        done = warm(job.player, catalogue.begin(job.game, job.settings))
        problem = f"not kept: {not_kept[0].strerror}" if not_kept else ""
        found = {**asdict(done), "problem": problem}
    except ZermeloError as error:
        found = asdict(Warmed(job.game, job.player, (), time.perf_counter() - begun, str(error)))
    print(json.dumps(found))
