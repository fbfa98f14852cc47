"""How long a server's event loop is busy with one thing: Zermelo itself, with its event loop watched.

    python -m bench.stalls FILE serve --no-browser

Every callback is timed by the processor time of its thread, so that other work of the machine does not count, and by
the clock, so that nothing is hidden. Each new longest one becomes a line of FILE, in JSON, with what it was doing: a
second thread looks where the loop is when a callback has not come back after a while.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

Tell = Callable[[Any, float, float], None]
LOOK = 0.02  # seconds after which it is noted what the loop is doing


def timed(tell: Tell, before: Callable[[], None] = lambda: None) -> Callable[[Any], None]:
    """What takes the place of `asyncio.Handle._run`: the same, with its times told."""
    plain = asyncio.Handle._run

    def run(handle: Any) -> None:
        before()
        begin, clock = time.thread_time(), time.perf_counter()
        plain(handle)
        tell(handle, time.thread_time() - begin, time.perf_counter() - clock)

    return run


class Watch:
    """Notes the longest callbacks of this process's event loop."""

    def __init__(self, file: Path) -> None:
        self.file, self.thread = file, threading.get_ident()
        self.longest = {"busy": 0.0, "clock": 0.0}
        self.begun = self.collecting = 0.0
        self.where = ""
        gc.callbacks.append(self.collected)
        threading.Thread(target=self.look, daemon=True).start()

    def begin(self) -> None:
        """A callback begins."""
        self.begun, self.collecting, self.where = time.perf_counter(), 0.0, ""

    def end(self, handle: Any, busy: float, clock: float) -> None:
        """A callback has come back."""
        self.begun, longest = 0.0, self.longest
        if busy > longest["busy"] or clock > longest["clock"]:
            longest.update(busy=max(busy, longest["busy"]), clock=max(clock, longest["clock"]))
            row = {"busy": busy, "clock": clock, "garbage": self.collecting, "at": self.where or repr(handle)[:300]}
            row["kept"] = gc.get_freeze_count()
            with self.file.open("a") as lines:
                lines.write(json.dumps(row) + "\n")

    def collected(self, phase: str, info: dict[str, int]) -> None:
        """The collector of garbage begins or ends."""
        if threading.get_ident() == self.thread:
            self.collecting += time.perf_counter() * (-1 if phase == "start" else 1)

    def look(self) -> None:
        """Note where the loop is when something takes long."""
        while True:
            time.sleep(LOOK / 2)
            if self.begun and not self.where and time.perf_counter() - self.begun > LOOK:
                frame = sys._current_frames().get(self.thread)
                told = traceback.extract_stack(frame)[-8:]
                self.where = " < ".join(f"{Path(one.filename).name}:{one.lineno} {one.name}" for one in told[::-1])


def main(file: str, *command: str) -> None:
    """Run a command of Zermelo, watched."""
    from zermelo.interfaces.cli import main as zermelo

    watch = Watch(Path(file))
    asyncio.Handle._run = timed(watch.end, watch.begin)  # type: ignore[method-assign, assignment]  # every callback is timed
    sys.argv = ["zermelo", *command]
    zermelo()


if __name__ == "__main__":
    main(*sys.argv[1:])
