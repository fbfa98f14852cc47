"""Kernels at work beside the keyboard: they run in threads without the interpreter's lock, and Ctrl-C never waits long.

A kernel that looks at a flag ends when it is told. An endless loop in somebody's rules looks at nothing: its thread is
left behind, and the command line then leaves the process without it (`left_behind`).
"""

from __future__ import annotations

import contextvars
import threading
import time
from collections.abc import Callable, Sequence

STACK = 256 * 1024 * 1024  # bytes for a worker's recursion; only what is used is taken
TICK = 0.05  # how long the keyboard waits
GRACE = 0.4  # seconds that a kernel has to end after it was told

_left: list[threading.Thread] = []


class Workers:
    """Jobs in daemon threads with deep stacks; what goes wrong in one is raised where they are waited for."""

    def __init__(self, jobs: Sequence[Callable[[], object]]) -> None:
        self.problems: list[BaseException] = []
        self.threads = [
            threading.Thread(target=contextvars.copy_context().run, args=(self.run, job), daemon=True) for job in jobs
        ]
        with _starting:
            old = threading.stack_size(STACK)
            try:
                for thread in self.threads:
                    thread.start()
            finally:
                threading.stack_size(old)

    def run(self, job: Callable[[], object]) -> None:
        """One job."""
        try:
            job()
        except BaseException as problem:  # handed to the caller's thread
            self.problems.append(problem)

    def leave(self) -> None:
        """Wait a little for jobs that were told to stop; those that do not are left behind."""
        until = time.perf_counter() + GRACE
        for thread in self.threads:
            thread.join(max(until - time.perf_counter(), 0.0))
            if thread.is_alive():
                _left.append(thread)

    def finish(self) -> None:
        """Wait for all jobs, and raise what went wrong in the first that failed."""
        for thread in self.threads:
            while thread.is_alive():  # with a timeout, or Windows would not hear Ctrl-C
                thread.join(TICK)
        if self.problems:
            raise self.problems[0]


_starting = threading.Lock()  # the size of stacks is one number for the whole process


def run_stoppable(jobs: Sequence[Callable[[], object]], stop: Callable[[], None]) -> None:
    """Run the jobs to their end; Ctrl-C calls `stop`, waits a little and is raised again."""
    workers = Workers(jobs)
    try:
        workers.finish()
    except KeyboardInterrupt:
        stop()
        workers.leave()
        raise


def left_behind() -> bool:
    """Whether a thread still runs that did not stop when it was told: the interpreter cannot be closed in peace."""
    return any(thread.is_alive() for thread in _left)
