"""Worker processes and the queue before them: searches share the cores fairly, and none outstays its welcome.

Moves in games have processes of their own, more of them than there are cores: a player who has a second to think
answers after a second, and thinks the less the more think beside it. All else is done behind, at a lower priority:
analyses first, while reviews and matches leave one process to these. Within a rank, those who have the fewest jobs at
work come first, then those who were served longest ago: whoever asks for much waits for themselves.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from zermelo.interfaces.web.processes import Process

MOVE, ANALYSIS, BACKGROUND = range(3)  # ranks of jobs

GRACE = 5.0  # seconds between being told to stop and being ended
COMPILING = 900.0  # seconds for a job whose kernels have to be compiled first
MEGABYTES = 3000  # of memory that a process may take while it searches
KEPT_MEGABYTES = 1200  # that it may keep when it has finished
IDLE = 300.0  # seconds after which a process that nobody needs is let go
PATIENCE = 0.05  # seconds that a job about a table waits for the process that knows it
MOST_WAITING = 100  # jobs of one client in the queue
MOST_QUEUED = 20  # times as many of all clients
TOLD = 1.0  # seconds between two words on how many are ahead: each goes to all who look on
MOST_CLIENTS = 10_000  # of which it is remembered when they were served
MOST_KNOWN = 100  # tables that a process remembers

Listener = Callable[[dict[str, Any]], None]


class JobFailed(Exception):
    """A job that came to nothing, with a sentence for the person."""


class JobLate(JobFailed):
    """A job that took longer than it may."""


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
    told: float = 0.0  # when it was last said how many are ahead
    compiled: bool = False
    timers: dict[str, asyncio.TimerHandle] = field(default_factory=dict)
    stopped: bool = False

    def tell(self, **event: Any) -> None:
        """Pass on what happens to it."""
        if self.listener is not None:
            self.listener(event)

    def forget_timers(self) -> None:
        """It has ended, and nothing need look at it again."""
        for timer in self.timers.values():
            timer.cancel()
        self.timers.clear()

    def tell_ahead(self, ahead: int) -> None:
        """Say how many are served before it, now and then."""
        if ahead and (now := time.monotonic()) - self.told >= TOLD:
            self.told = now
            self.tell(kind="waiting", ahead=ahead)


class Pool:
    """A few processes, and everybody's jobs for them."""

    def __init__(
        self,
        count: int,
        behind: int,
        kind: str = "jobs",
        trusted: dict[str, Any] | None = None,
        *,
        most_waiting: int = MOST_WAITING,
    ) -> None:
        self.most = {False: count, True: behind}  # processes for moves, and those behind
        self.kind, self.trusted = kind, json.dumps(trusted or {})  # what they do, and which files they may name
        self.most_waiting = most_waiting
        self.served: OrderedDict[str, float] = OrderedDict()  # when each client was last served
        self.processes: list[Process] = []
        self.waiting: list[Ticket] = []
        self.numbers = itertools.count(1)
        self.tasks: set[asyncio.Task[None]] = set()
        self.starting: Counter[bool] = Counter()
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
        if bounded and (said := self.refusal(client)):
            self.fail(ticket, said)
            return ticket
        self.waiting.append(ticket)
        self.schedule()
        if listener is not None and ticket in self.waiting:
            ticket.tell_ahead(self.ahead(ticket))
        return ticket

    def refusal(self, client: str) -> str:
        """Why one more job of a client is not taken, if so."""
        if sum(other.client == client for other in self.waiting) >= self.most_waiting:
            return f"{self.most_waiting} requests from your address are waiting already: wait for some of them"
        if len(self.waiting) >= MOST_QUEUED * self.most_waiting:
            return f"{len(self.waiting)} requests are waiting already: ask again later"
        return ""

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

    def order(self) -> Callable[[Ticket], tuple[int, int, float, int]]:
        """Who is served first: by rank, then those with the fewest jobs at work, then those served longest ago."""
        working = Counter(one.ticket.client for one in self.processes if one.ticket is not None)
        del working[""]  # what the server asks for itself
        return lambda ticket: (
            ticket.rank, working[ticket.client], self.served.get(ticket.client, 0.0), ticket.number
        )  # fmt: skip

    def ahead(self, ticket: Ticket) -> int:
        """How many are served before this one."""
        order = self.order()
        mine = order(ticket)
        return sum(order(other) < mine for other in self.waiting if (other.rank == MOVE) == (ticket.rank == MOVE))

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
        """Give the next jobs to idle processes; start one where there is work and room."""
        if self.closed:
            return
        while self.begin_next():
            pass

    def begin_next(self) -> bool:
        """Begin the first job that can begin; whether one did."""
        self.waiting.sort(key=self.order())
        free = {
            side: [one for one in self.processes if one.behind is side and one.ticket is None] for side in self.most
        }
        room = {side: self.room(side) for side in self.most}
        background = sum(one.ticket is not None and one.ticket.rank == BACKGROUND for one in self.processes)
        wanting: Counter[bool] = Counter()
        for ticket in self.waiting:
            side = ticket.rank != MOVE
            if ticket.rank == BACKGROUND and background >= self.most[True] - 1:
                continue
            if free[side] and not self.comes_back(ticket):
                self.begin(ticket, self.best_of(free[side], ticket))
                return True
            wanting[side] += 1
            if not free[side] and self.starting[side] < min(room[side], wanting[side]):
                self.starting[side] += 1
                self.spawn(self.start_process(side))
        return False

    def stand_by(self) -> None:
        """Have a process for moves, before the first of them is wanted."""
        if not self.closed and not self.starting[False] and self.room(False) == self.most[False]:
            self.starting[False] += 1
            self.spawn(self.start_process(False))

    def room(self, behind: bool) -> int:
        """How many processes could still be started on one side."""
        return self.most[behind] - sum(one.behind is behind for one in self.processes)

    def best_of(self, free: list[Process], ticket: Ticket) -> Process:
        """The process that knows most of what a job is about."""
        key, number = str(ticket.job.get("key", "")), ticket.job.get("number")
        knows = [one for one in free if number in one.known]
        return next(iter(knows), next((one for one in free if key in one.recent), free[0]))

    def comes_back(self, ticket: Ticket) -> bool:
        """Whether a job should wait a moment for the one process that knows its table and is busy with something."""
        number = ticket.job.get("number")
        side = ticket.rank != MOVE
        holders = [one for one in self.processes if one.behind is side and number in one.known]
        if number is None or not holders or any(one.ticket is None for one in holders):
            return False
        now = time.monotonic()
        left = max(one.ticket.begun + PATIENCE - now for one in holders if one.ticket is not None)
        if left <= 0 or ticket.patient:
            return False
        ticket.patient = True
        asyncio.get_running_loop().call_later(left + 0.01, self.schedule)
        return True

    def begin(self, ticket: Ticket, process: Process) -> None:
        """Hand a job to a process."""
        self.waiting.remove(ticket)
        ticket.process, ticket.begun = process, time.monotonic()
        process.ticket = ticket
        if key := str(ticket.job.get("key", "")):
            process.use(key)
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
        places: Counter[bool] = Counter()
        for other in self.waiting:
            other.tell_ahead(places[other.rank == MOVE])
            places[other.rank == MOVE] += 1

    async def start_process(self, behind: bool) -> None:
        """One more process, read until it ends."""
        try:
            process = await Process.start(self.kind, self.trusted, behind)
            self.processes.append(process)
        except OSError as problem:
            for ticket in self.waiting:
                self.fail(ticket, f"no process could be started to search: {problem.strerror}")
            self.waiting.clear()
            return
        finally:
            self.starting[behind] -= 1
        if self.closed:
            process.kill()
        self.schedule()
        child = process.child
        assert child.stdout is not None
        with contextlib.suppress(ValueError, ConnectionError):
            async for line in child.stdout:
                self.hear(process, json.loads(line))
        if child.returncode is None:
            process.kill()
        await child.wait()
        self.processes.remove(process)
        if process.ticket is not None:
            process.ticket.forget_timers()
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
        ticket.forget_timers()
        process.ticket = None
        if kind == "error":
            self.fail(ticket, str(event["message"]))
        elif not ticket.answer.done():
            if (state := event.get("state") or ticket.job) and "number" in state and not event.get("missing"):
                process.known[state["number"]] = state["version"]
                while len(process.known) > MOST_KNOWN:
                    del process.known[next(iter(process.known))]
            ticket.answer.set_result(event)
        if process.megabytes() > KEPT_MEGABYTES:
            process.kill()  # a fresh one takes its place when it is needed
        else:
            process.let_go_after(IDLE)
        self.schedule()

    def fail(self, ticket: Ticket, message: str) -> None:
        """A job that came to nothing."""
        if not ticket.answer.done():
            ticket.answer.set_exception(JobLate(message) if ticket.late else JobFailed(message))
            ticket.answer.exception()

    # ------------------------------------------------------------------ watching the time

    def later(self, seconds: float, action: Callable[[Ticket], None], ticket: Ticket) -> None:
        """Look at a job at work after a while, unless it has ended by then: a timer would hold all that it brought."""
        ticket.timers[action.__name__] = asyncio.get_running_loop().call_later(seconds, action, ticket)

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
        for patience in (2, 5):  # those that have only just begun, and do not listen yet, are ended
            if self.tasks:
                await asyncio.wait(list(self.tasks), timeout=patience)
            for process in self.processes:
                process.kill()
