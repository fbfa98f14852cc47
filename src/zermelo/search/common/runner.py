"""Running a kernel beside the clock and the keyboard: it works in a thread without the interpreter's lock.

The calling thread keeps the time and stops the kernel through one number in shared memory, which the kernel looks at
every few hundred nodes. Ctrl-C stops the search, not the program, before it is raised again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

STACK = 256 * 1024 * 1024  # bytes for a worker's recursion; only what is used is taken
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
    problems: list[BaseException] = []

    def guarded(job: Callable[[], None]) -> None:
        try:
            job()
        except BaseException as problem:  # handed to the caller's thread
            problems.append(problem)

    old = threading.stack_size(STACK)
    try:
        threads = [threading.Thread(target=guarded, args=(job,), daemon=True) for job in jobs]
        for thread in threads:
            thread.start()
    finally:
        threading.stack_size(old)
    deadline = None if seconds is None else time.perf_counter() + seconds
    try:
        while threads[0].is_alive():
            left = TICK if deadline is None else min(TICK, max(deadline - time.perf_counter(), 0.0))
            threads[0].join(left)
            if deadline is not None and time.perf_counter() >= deadline:
                stopper.stop("seconds")
                threads[0].join()
            if stop_event is not None and stop_event.is_set():
                stopper.stop("stop")
                threads[0].join()
    except KeyboardInterrupt:
        stopper.stop("stop")
        for thread in threads:
            thread.join()
        raise
    stopper.stop(stopper.reason or "ended")
    for thread in threads:
        thread.join()
    if problems:
        raise problems[0]
