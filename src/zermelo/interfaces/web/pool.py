"""Worker processes and the queue before them: searches share the cores fairly, and none outstays its welcome.

Moves in games come before analyses, analyses before reviews and matches. An analysis gives way when a move has to
wait, and goes on afterwards; reviews and matches leave one process to the players. Within a rank, those who have the
fewest jobs at work come first, then those who were served longest ago: whoever asks for much waits for themselves.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import signal
import sys
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

MOVE, ANALYSIS, BACKGROUND = range(3)  # ranks of jobs

SLICE = 1.0  # seconds that an analysis has before it may be asked to give way
GRACE = 5.0  # seconds between being told to stop and being ended
COMPILING = 900.0  # seconds for a job whose kernels have to be compiled first
MEGABYTES = 3000  # of memory that a process may take while it searches
KEPT_MEGABYTES = 1200  # that it may keep when it has finished
IDLE = 300.0  # seconds after which a process that nobody needs is let go
LINE = 64 * 2**20  # bytes of one answer
PATIENCE = 0.3  # seconds that a job about a table waits for the process that knows it
MOST_WAITING = 40  # jobs of one client in the queue
MOST_CLIENTS = 10_000  # of which it is remembered when they were served
MOST_KNOWN = 100  # tables that a process remembers
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)  # Windows has no SIGKILL; there SIGTERM ends a process at once

Listener = Callable[[dict[str, Any]], None]


class JobFailed(Exception):
    """A job that came to nothing, with a sentence for the person."""


@dataclass(eq=False)
class Ticket:
    """A job in the queue or at work."""

    number: int
    job: dict[str, Any]
    rank: int
    listener: Listener | None
    answer: asyncio.Future[dict[str, Any]]
    seconds: float  # it may take
    client: str = ""  # for whom
    abrupt: bool = False  # it cannot be told to stop: when its time is over, its process is ended
    late: bool = False
    patient: bool = False  # it has waited for the process that knows its table
    process: Process | None = None
    begun: float = 0.0
    compiled: bool = False
    gives_way: bool = False
    stopped: bool = False

    def tell(self, **event: Any) -> None:
        """Pass on what happens to it."""
        if self.listener is not None:
            self.listener(event)


@dataclass(eq=False)
class Process:
    """One worker process."""

    child: asyncio.subprocess.Process
    ticket: Ticket | None = None
    last_key: str = ""
    known: dict[str, int] = field(default_factory=dict)  # tables that it has served, and their versions
    idle_since: float = field(default_factory=time.monotonic)

    def send(self, message: dict[str, Any]) -> None:
        """A line to the process; one that has died is noticed by its reader."""
        assert self.child.stdin is not None
        with contextlib.suppress(ConnectionError, RuntimeError):
            self.child.stdin.write((json.dumps(message) + "\n").encode())

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


class Pool:
    """A few processes, and everybody's jobs for them."""

    def __init__(self, count: int | None = None, kind: str = "jobs", trusted: dict[str, Any] | None = None) -> None:
        self.count = max(2, count or os.cpu_count() or 2)
        self.kind, self.trusted = (
            kind,
            json.dumps(trusted or {}),
        )  # what its processes do, and which files they may name
        self.served: OrderedDict[str, float] = OrderedDict()  # when each client was last served
        self.processes: list[Process] = []
        self.waiting: list[Ticket] = []
        self.numbers = itertools.count(1)
        self.tasks: set[asyncio.Task[None]] = set()
        self.starting = 0
        self.closed = False

    # ------------------------------------------------------------------ asking

    def submit(
        self,
        job: dict[str, Any],
        rank: int = MOVE,
        listener: Listener | None = None,
        seconds: float = 90.0,
        client: str = "",
        *,
        abrupt: bool = False,
        bounded: bool = False,
    ) -> Ticket:
        """Put a job into the queue; its answer is a future."""
        loop = asyncio.get_running_loop()
        ticket = Ticket(next(self.numbers), job, rank, listener, loop.create_future(), seconds, client, abrupt)
        if bounded and sum(other.client == client for other in self.waiting) >= MOST_WAITING:
            self.fail(ticket, f"{MOST_WAITING} of your requests are waiting already: wait for some of them")
            return ticket
        self.waiting.append(ticket)
        self.schedule()
        if ticket in self.waiting and (ahead := self.ahead(ticket)):
            ticket.tell(kind="waiting", ahead=ahead)
        return ticket

    async def ask(
        self, job: dict[str, Any], rank: int = MOVE, seconds: float = 90.0, client: str = "", *, abrupt: bool = False
    ) -> dict[str, Any]:
        """A job's answer; whoever no longer waits for it takes it out of the queue."""
        ticket = self.submit(job, rank, None, seconds, client, abrupt=abrupt, bounded=bool(client))
        try:
            return await ticket.answer
        except asyncio.CancelledError:
            self.stop(ticket)
            raise

    def order(self, ticket: Ticket) -> tuple[int, int, float, int]:
        """Who is served first: by rank, then those with the fewest jobs at work, then those served longest ago."""
        working = sum(one.ticket is not None and one.ticket.client == ticket.client for one in self.processes)
        return ticket.rank, working if ticket.client else 0, self.served.get(ticket.client, 0.0), ticket.number

    def ahead(self, ticket: Ticket) -> int:
        """How many are served before this one."""
        mine = self.order(ticket)
        return sum(self.order(other) < mine for other in self.waiting)

    def stop(self, ticket: Ticket) -> None:
        """Tell a job to come to an end with what it has; one still waiting is taken out of the queue."""
        ticket.stopped = True
        if ticket in self.waiting:
            self.waiting.remove(ticket)
            if not ticket.answer.done():
                ticket.answer.set_exception(JobFailed("stopped before it began"))
                ticket.answer.exception()  # whoever stopped it need not look
        elif ticket.process is not None and not ticket.abrupt:
            ticket.process.send({"id": ticket.number, "job": "stop"})
            self.later(GRACE, self.end_if_busy, ticket)

    # ------------------------------------------------------------------ serving

    def schedule(self) -> None:
        """Give the next jobs to idle processes; start one where there is work and room; let analyses give way."""
        if self.closed:
            return
        while self.begin_next():
            pass

    def begin_next(self) -> bool:
        """Begin the first job that can begin; whether one did."""
        self.waiting.sort(key=self.order)
        for ticket in self.waiting:
            busy = [one for one in self.processes if one.ticket is not None]
            background = sum(one.ticket is not None and one.ticket.rank == BACKGROUND for one in busy)
            if ticket.rank == BACKGROUND and background >= self.count - 1:
                continue
            if self.comes_back(ticket):
                continue
            free = [one for one in self.processes if one.ticket is None]
            if free:
                self.begin(ticket, self.best_of(free, ticket))
                return True
            if len(self.processes) + self.starting < self.count:
                self.starting += 1
                self.spawn(self.start_process())
                return False
            if ticket.rank == MOVE:
                self.make_way()
                return False
        return False

    def best_of(self, free: list[Process], ticket: Ticket) -> Process:
        """The process that knows most of what a job is about."""
        key, number = str(ticket.job.get("key", "")), ticket.job.get("number")
        knows = [one for one in free if number in one.known]
        return next(iter(knows), next((one for one in free if one.last_key == key), free[0]))

    def comes_back(self, ticket: Ticket) -> bool:
        """Whether a job should wait a moment for the one process that knows its table and is busy with something."""
        number = ticket.job.get("number")
        holders = [one for one in self.processes if number in one.known]
        if number is None or not holders or any(one.ticket is None for one in holders):
            return False
        now = time.monotonic()
        left = max(one.ticket.begun + PATIENCE - now for one in holders if one.ticket is not None)
        if left <= 0 or ticket.patient:
            return False
        ticket.patient = True
        self.later(left + 0.01, lambda _: self.schedule(), None)
        return True

    def make_way(self) -> None:
        """Ask the analysis that has run longest to stop; it goes on when the moves have been made."""
        now = time.monotonic()
        running = [one.ticket for one in self.processes if one.ticket is not None and one.ticket.rank == ANALYSIS]
        if any(ticket.gives_way for ticket in running):
            return
        long = [ticket for ticket in running if now - ticket.begun >= SLICE]
        if long:
            chosen = min(long, key=lambda ticket: ticket.begun)
            chosen.gives_way = True
            assert chosen.process is not None
            chosen.process.send({"id": chosen.number, "job": "stop"})
            self.later(GRACE, self.end_if_busy, chosen)
        elif running:
            self.later(SLICE, lambda _: self.schedule(), None)

    def begin(self, ticket: Ticket, process: Process) -> None:
        """Hand a job to a process."""
        self.waiting.remove(ticket)
        ticket.process, ticket.begun, ticket.gives_way = process, time.monotonic(), False
        process.ticket, process.last_key = ticket, str(ticket.job.get("key", ""))
        self.served[ticket.client] = time.monotonic()
        self.served.move_to_end(ticket.client)
        if len(self.served) > MOST_CLIENTS:
            self.served.popitem(last=False)
        job = {**ticket.job, "id": ticket.number}
        if (number := job.get("number")) is not None:
            if process.known.get(number) == job["version"]:
                job.pop("kept", None)
            process.known.pop(number, None)  # known again when it has answered
        process.send(job)
        self.later(ticket.seconds, self.stop_late, ticket)
        self.later(1.0, self.weigh, ticket)
        for place, other in enumerate(self.waiting):
            if place:
                other.tell(kind="waiting", ahead=place)

    async def start_process(self) -> None:
        """One more process, read until it ends."""
        process = None
        try:
            child = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "zermelo.interfaces.web.worker", self.kind, self.trusted,
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LINE,
            )  # fmt: skip
            process = Process(child)
            self.processes.append(process)
        except OSError as problem:
            for ticket in self.waiting:
                self.fail(ticket, f"no process could be started to search: {problem.strerror}")
            self.waiting.clear()
            return
        finally:
            self.starting -= 1
        self.schedule()
        assert child.stdout is not None
        with contextlib.suppress(ValueError, ConnectionError):
            async for line in child.stdout:
                self.hear(process, json.loads(line))
        if child.returncode is None:
            process.kill()
        await child.wait()
        self.processes.remove(process)
        if process.ticket is not None:
            self.fail(process.ticket, self.ended(process.ticket))
        self.schedule()

    def ended(self, ticket: Ticket) -> str:
        """Why a job's process is no more."""
        if ticket.late and ticket.abrupt:
            return f"that takes more than the {ticket.seconds:g} seconds that it may take here: ask for less"
        if ticket.abrupt:
            return "the rules ended unexpectedly at this; the game stands where it stood"
        return "the search ended unexpectedly; ask again, or choose another player"

    def hear(self, process: Process, event: dict[str, Any]) -> None:
        """An answer or a sign of life from a process."""
        ticket = process.ticket
        if ticket is None or event.pop("id") != ticket.number:
            return
        kind = event["kind"]
        if kind == "compiling":
            ticket.compiled = True
        if kind not in ("done", "error"):
            ticket.tell(**event)
            self.weigh(ticket, again=False)
            return
        process.ticket, process.idle_since = None, time.monotonic()
        if kind == "error":
            self.fail(ticket, str(event["message"]))
        elif ticket.gives_way and not ticket.stopped:
            ticket.tell(kind="waiting", ahead=len(self.waiting))
            self.waiting.append(ticket)
        elif not ticket.answer.done():
            if (state := event.get("state") or ticket.job) and "number" in state and not event.get("missing"):
                process.known[state["number"]] = state["version"]
                while len(process.known) > MOST_KNOWN:
                    del process.known[next(iter(process.known))]
            ticket.answer.set_result(event)
        if process.megabytes() > KEPT_MEGABYTES:
            process.kill()  # a fresh one takes its place when it is needed
        else:
            self.later(IDLE, self.let_go, process)
        self.schedule()

    def fail(self, ticket: Ticket, message: str) -> None:
        """A job that came to nothing."""
        if not ticket.answer.done():
            ticket.answer.set_exception(JobFailed(message))
            ticket.answer.exception()

    # ------------------------------------------------------------------ watching the time

    def later(self, seconds: float, action: Callable[[Any], None], subject: Any) -> None:
        """Do something after a while."""
        asyncio.get_running_loop().call_later(seconds, action, subject)

    def stop_late(self, ticket: Ticket) -> None:
        """A job that has had its time is told to stop; the wait for the compiler does not count."""
        if ticket.process is None or ticket.process.ticket is not ticket:
            return
        over = time.monotonic() - ticket.begun - (COMPILING if ticket.compiled else ticket.seconds)
        if over < -0.01:
            self.later(-over, self.stop_late, ticket)
        elif ticket.abrupt:
            ticket.late = True
            ticket.process.kill()
        else:
            self.stop(ticket)

    def weigh(self, ticket: Ticket, again: bool = True) -> None:
        """End a job that takes more memory than it may; look again after a while."""
        process = ticket.process
        if process is None or process.ticket is not ticket:
            return
        if process.megabytes() > MEGABYTES:
            self.fail(ticket, "that needed more memory than one may have here; ask for less")
            process.kill()
        elif again:
            self.later(1.0, self.weigh, ticket)

    def end_if_busy(self, ticket: Ticket) -> None:
        """End a process that does not stop when told; one that compiles is given its time."""
        if ticket.process is None or ticket.process.ticket is not ticket:
            return
        if ticket.compiled and time.monotonic() - ticket.begun < COMPILING:
            self.later(GRACE, self.end_if_busy, ticket)
            return
        ticket.process.kill()

    def let_go(self, process: Process) -> None:
        """End a process that nobody needed for a while."""
        idle = time.monotonic() - process.idle_since
        if process.ticket is None and idle >= IDLE - 0.01 and process in self.processes:
            process.kill()

    def spawn(self, work: Any) -> None:
        """Run a task and keep hold of it."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def close(self) -> None:
        """End all processes: they leave when nobody speaks to them any more."""
        self.closed = True
        for ticket in self.waiting:
            self.fail(ticket, "the server is closing")
        for process in self.processes:
            if process.ticket is not None:
                self.fail(process.ticket, "the server is closing")
                process.ticket = None
            assert process.child.stdin is not None
            process.child.stdin.close()
        if self.tasks:
            await asyncio.wait(list(self.tasks), timeout=2)
        for process in self.processes:
            process.kill()
