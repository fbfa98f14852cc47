"""Running a kernel beside the clock and the keyboard: it works in a thread without the interpreter's lock.

The calling thread keeps the time and stops the kernel through one number in shared memory, which the kernel looks at
every few hundred nodes. Ctrl-C stops the search before it is raised again; rules that never return are left behind
(`zermelo.game.threads`).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from zermelo.game.threads import Workers

TICK = 0.005


class Stopper:
    """The one switch of a search, turned by a stop event or by the clock."""

    def __init__(self, flags: list[Any]) -> None:
        self.flags = flags  # records or arrays whose field `stop` the kernels read
        self.reason = ""

    def stop(self, reason: str) -> None:
        """Abort all kernels; the first reason counts."""
        self.reason = self.reason or reason
        for flag in self.flags:
            flag["stop"] = 1


def run_with_clock(
    jobs: list[Callable[[], None]], stopper: Stopper, seconds: float | None, stop_event: threading.Event | None = None
) -> None:
    """Run the jobs in threads until they end; the first job is the one that counts, the others end with it."""
    workers = Workers(jobs)
    first = workers.threads[0]
    deadline = None if seconds is None else time.perf_counter() + seconds
    try:
        while first.is_alive():
            left = TICK if deadline is None else min(TICK, max(deadline - time.perf_counter(), 0.0))
            first.join(left)
            if deadline is not None and time.perf_counter() >= deadline:
                stopper.stop("seconds")
                deadline = None
            if stop_event is not None and stop_event.is_set():
                stopper.stop("stop")
        stopper.stop(stopper.reason or "ended")
        workers.finish()
    except KeyboardInterrupt:
        stopper.stop("stop")
        workers.leave()
        raise
