"""The process in which games are checked: it may crash or hang without harm to the one that watches it.

It is started as `python -m zermelo.game.check.worker FILE` with NUMBA_BOUNDSCHECK=1; FILE names the jobs. What it finds
goes to its standard output, a line of JSON each; what the game prints goes to standard error.
"""

from __future__ import annotations

import faulthandler
import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any, TextIO

from zermelo.game.check.checking import Check
from zermelo.game.check.target import Target
from zermelo.game.check.trace import Trace

ROOM = 8 << 30  # bytes of addresses: Numba takes two of eight, a game that takes the others has lost its way


def main(path: str) -> None:
    """Do all jobs of a file."""
    jobs = json.loads(Path(path).read_text(encoding="utf-8"))
    channel = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # a game that prints must not disturb the reports
    bound_memory()
    faulthandler.enable()
    if hasattr(signal, "SIGUSR1"):
        faulthandler.register(signal.SIGUSR1)  # the watcher asks where a loop goes round for ever
    for number, job in enumerate(jobs["targets"]):
        say(channel, {"event": "begin", "job": number})
        trace = Trace(Path(jobs["traces"][number]), make=False)  # a new file would be cut from under the watcher
        report = check_one(Target(**job), jobs, trace, channel)
        say(channel, {"event": "done", "job": number, "report": report})


def bound_memory() -> None:
    """A game that asks for ever more memory gets an error and does not take the machine with it."""
    if sys.platform != "linux":  # Windows has no such bound, and macOS refuses to set it
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    room = ROOM if hard == resource.RLIM_INFINITY else min(ROOM, hard)
    resource.setrlimit(resource.RLIMIT_AS, (room, hard))


def check_one(target: Target, jobs: dict[str, Any], trace: Trace, channel: TextIO) -> dict[str, Any]:
    """Check one game and show how far it is."""
    last = [0.0]

    def progress(phase: str, done: int, total: int) -> None:
        if time.monotonic() > last[0] + 0.2 or not done:
            last[0] = time.monotonic()
            say(channel, {"event": "progress", "phase": phase, "of": total, "done": done})

    check = Check(target.load, target.name, progress, trace, target.find)
    numbers = jobs["games"], jobs["seconds"], jobs["interpreted_games"], jobs["seed"]
    return check.run(*numbers).to_json()


def say(channel: TextIO, event: dict[str, Any]) -> None:
    """One line to the watcher."""
    channel.write(json.dumps(event) + "\n")
    channel.flush()


if __name__ == "__main__":
    main(sys.argv[1])
