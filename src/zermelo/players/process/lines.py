"""A program that is talked to line by line, with an end to every wait: what engines and players in processes share."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Sequence

from zermelo.errors import Vanished

CRASH, HANG, MEMORY = "crash", "hang", "memory"  # how a process can fail
LONGEST_LINE = 1 << 22  # bytes; who writes more floods us
LONGEST_ANSWER = 1 << 26  # bytes between two questions; the same


class LineProcess:
    """A program with pipes to its input and output, in a process group of its own."""

    def __init__(self, command: Sequence[str], name: str) -> None:
        self.name = name
        self.waiting = bytearray()
        self.heard = 0  # bytes since the last question
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as problem:
            raise Vanished(f"{name} cannot be started: {problem.strerror}; look at its path", CRASH) from None
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.output, selectors.EVENT_READ)

    @property
    def output(self) -> int:
        """The descriptor that its lines come from."""
        assert self.process.stdout is not None
        return self.process.stdout.fileno()

    def write(self, line: str) -> None:
        """Send one line, or several."""
        assert self.process.stdin is not None
        self.heard = 0
        try:
            self.process.stdin.write(line.encode() + b"\n")
        except OSError:
            raise self.ended() from None

    def read(self, seconds: float | None = None) -> str:
        """The next line; who says nothing for so long, ends, or floods us is killed, and told of as `Vanished`."""
        line = self.next_line(seconds)
        if line is None:
            self.close()
            raise Vanished(f"{self.name} said nothing for {seconds:.3g} s", HANG)
        return line

    def next_line(self, seconds: float | None = None) -> str | None:
        """The next line, or None where there is none for so long; who ends or floods us is told of as `Vanished`."""
        until = None if seconds is None else time.monotonic() + seconds
        searched = 0
        while (end := self.waiting.find(b"\n", searched)) < 0:
            searched = len(self.waiting)
            left = None if until is None else max(until - time.monotonic(), 0.0)
            if not self.selector.select(left):
                return None
            said = os.read(self.output, 65536)
            if not said:
                raise self.ended()
            self.waiting += said
            self.heard += len(said)
            if len(self.waiting) > LONGEST_LINE and b"\n" not in self.waiting or self.heard > LONGEST_ANSWER:
                self.close()
                what = "a line" if self.heard <= LONGEST_ANSWER else "an answer"
                most = LONGEST_LINE if self.heard <= LONGEST_ANSWER else LONGEST_ANSWER
                raise Vanished(f"{self.name} floods its output: {what} of more than {most >> 20} MB", CRASH)
        line = bytes(self.waiting[:end])
        del self.waiting[: end + 1]
        return line.decode(errors="replace").rstrip("\r")

    def ended(self) -> Vanished:
        """The sentence for a process that is no more."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(1.0)
        status = self.process.poll()
        self.close()
        how = "its process ended"
        if status is not None and status < 0:
            how = f"its process was ended by {signal.Signals(-status).name}"
        elif status:
            how = f"its process ended with status {status}"
        return Vanished(f"{self.name}: {how}", CRASH)

    @property
    def alive(self) -> bool:
        """Whether it still runs."""
        return self.process.poll() is None

    def close(self) -> None:
        """End it, with every process that it started."""
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        if sys.platform == "win32":
            self.process.kill()
        else:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.selector.close()
