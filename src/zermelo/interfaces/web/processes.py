"""Worker processes as the server sees them: started, spoken to, weighed and ended.

Those behind, which nobody waits for with a clock ticking, run at a lower priority of the operating system: whatever
they do, a move in a game is searched at full speed beside them.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zermelo.interfaces.web.pool import Ticket

LINE = 64 * 2**20  # bytes of one answer
NICE = 4  # by which the priority of those behind is lower: they yield, but a busy machine does not starve them
RECENT = 4  # players whose memory a process keeps (`jobs.py`)
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)  # Windows has no SIGKILL; there SIGTERM ends a process at once


@dataclass(eq=False)
class Process:
    """One worker process."""

    child: asyncio.subprocess.Process
    ticket: Ticket | None = None
    behind: bool = False  # whether it has a lower priority
    recent: deque[str] = field(default_factory=lambda: deque(maxlen=RECENT))  # for whom it searched last
    known: dict[str, int] = field(default_factory=dict)  # tables that it has served, and their versions
    leaving: asyncio.TimerHandle | None = None  # when it is let go

    @classmethod
    async def start(cls, kind: str, trusted: str, behind: bool) -> Process:
        """A new one."""
        lower = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0) if behind else 0  # on Windows
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "zermelo.interfaces.web.worker", kind, trusted, str(NICE if behind else 0),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LINE, creationflags=lower,
        )  # fmt: skip
        return cls(child, behind=behind)

    def send(self, message: dict[str, Any]) -> None:
        """A line to the process; one that has died is noticed by its reader."""
        assert self.child.stdin is not None
        with contextlib.suppress(ConnectionError, RuntimeError):
            self.child.stdin.write((json.dumps(message) + "\n").encode())

    def use(self, key: str) -> None:
        """It searches for somebody, whose player it remembers from then on."""
        if key in self.recent:
            self.recent.remove(key)
        self.recent.append(key)

    def let_go_after(self, seconds: float) -> None:
        """End it where nobody needs it for so long."""
        if self.leaving is not None:
            self.leaving.cancel()
        self.leaving = asyncio.get_running_loop().call_later(seconds, self.leave)

    def leave(self) -> None:
        """Nobody needed it; unless it is at work again."""
        if self.ticket is None:
            self.kill()

    def kill(self) -> None:
        """End it at once. By the system's call: asyncio's own would take its death from whoever waits for it."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.child.pid, KILL)

    def megabytes(self) -> float:
        """What it holds in memory, where the system tells."""
        try:
            pages = int(Path(f"/proc/{self.child.pid}/statm").read_text().split()[1])
        except (OSError, IndexError, ValueError):
            return 0.0
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
