"""Garbage collected in small steps, so that nobody at the server waits for it.

Python's own full collection looks at everything that lives: with a thousand pages open that is a fifth of a second in
which the event loop answers nobody. Here only what is young is looked at, and what survives a second is set aside.
Most of that goes by itself when nothing refers to it any more; what lies in circles and was set aside is found by a
full collection when nobody asks for anything.
"""

from __future__ import annotations

import gc
import threading
import time
from functools import cache

YOUNG = 5_000, 5, 1_000_000  # Python's own collector: often, at little, and never at all that lives
STEP = 1.0  # seconds between two steps
QUIET, PAUSE = 0.02, 20  # so little of its time works a process that nobody asks, and so many steps in a row
LARGE, TOO_LARGE = 50_000, 3_000_000  # objects set aside since the last full collection


class Collector:
    """Collects garbage, and knows how much was set aside since all was looked at."""

    def __init__(self) -> None:
        gc.set_threshold(*YOUNG)
        self.idle = self.kept = 0
        self.all_of_it()

    def step(self, busy: float) -> None:
        """One step, after one in which the process was busy for such a share of the time."""
        gc.collect(1)
        gc.freeze()
        self.idle = self.idle + 1 if busy < QUIET else 0
        grown = gc.get_freeze_count() - self.kept
        if grown > LARGE and self.idle >= PAUSE or grown > TOO_LARGE:
            self.all_of_it()

    def all_of_it(self) -> None:
        """Look at everything."""
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self.idle, self.kept = 0, gc.get_freeze_count()

    def run(self) -> None:
        """Step by step, for as long as the process lives."""
        while True:
            begin, clock = time.process_time(), time.monotonic()
            time.sleep(STEP)
            self.step((time.process_time() - begin) / max(time.monotonic() - clock, STEP))


@cache
def spare_collector() -> None:
    """What was made so far stays: it need not be looked at again and again, while all wait. One serves a process."""
    threading.Thread(target=Collector().run, name="garbage", daemon=True).start()
