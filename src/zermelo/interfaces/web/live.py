"""The live connection of a page to its table: what happens is told at once, and commands are answered as they come.

The page sends small JSON messages with a number, `{"do": "play", "n": 7, "move": "e4"}`; answers carry the number
back. Each is one of the commands in `commands.py` or of the questions in `questions.py`, as over HTTP.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from zermelo.errors import BadParameter, ZermeloError
from zermelo.interfaces.web.commands import COMMANDS
from zermelo.interfaces.web.guard import MESSAGE, Bucket, client_of
from zermelo.interfaces.web.host import Entry, Host, Overdue
from zermelo.interfaces.web.pool import JobFailed, Ticket
from zermelo.interfaces.web.questions import QUESTIONS, QuestionKind, Task
from zermelo.interfaces.web.wire import events
from zermelo.interfaces.web.wire.asked import Finding
from zermelo.interfaces.web.wire.base import first_wrong
from zermelo.interfaces.web.wire.thoughts import JobEvent

router = APIRouter()
BACKLOG = 200  # messages that may wait for a slow page
AT_ONCE = 50  # messages of a page that are being answered
EVENT: TypeAdapter[events.Event] = TypeAdapter(events.Event)


class Live:
    """One page at one table."""

    def __init__(self, socket: WebSocket, host: Host, table: Entry, keys: list[str], client: str) -> None:
        self.socket, self.host, self.table, self.keys, self.client = socket, host, table, keys, client
        self.outbox: asyncio.Queue[str] = asyncio.Queue()
        self.missed = False  # whether a change was not told
        self.tickets: dict[str, Ticket] = {}  # analysis, why, review: one of each
        self.tasks: set[asyncio.Task[None]] = set()

    # ------------------------------------------------------------------ telling

    def hear_of(self, text: str) -> None:
        """Something has happened at the table; a page that does not keep up gets the whole table later."""
        if self.outbox.qsize() >= BACKLOG:
            self.missed = True
        else:
            self.outbox.put_nowait(text)

    def push(self, event: events.Event) -> None:
        """A message to this page alone."""
        text = EVENT.dump_json(event).decode()
        if isinstance(event, events.RefusedEvent):
            self.outbox.put_nowait(text)
        else:
            self.hear_of(text)

    async def send(self) -> None:
        """Write what there is to tell."""
        while True:
            await self.socket.send_text(await self.outbox.get())
            if self.missed and self.outbox.empty():
                self.missed = False
                view = await self.host.command(self.table, "table", {}, self.keys, looks=True)
                self.hear_of(f'{{"kind":"table","table":{view}}}')

    # ------------------------------------------------------------------ hearing

    async def receive(self) -> None:
        """Answer the page's messages until it leaves."""
        bucket = Bucket()
        while True:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(message.get("code", 1000))
            text = message.get("text")
            if text is None:
                self.push(events.RefusedEvent(n=None, message="a message is text, not bytes"))
            elif len(text) > MESSAGE:
                self.push(events.ErrorEvent(message=f"a message may have at most {MESSAGE} bytes"))
            elif not bucket.take():
                self.push(events.ErrorEvent(message="too many messages at once: slow down"))
                await asyncio.sleep(0.2)
            else:
                self.hear(text)

    def hear(self, text: str) -> None:
        """One message."""
        number = None
        try:
            message = json.loads(text)
            name = message.get("do") if isinstance(message, dict) else None
            if not isinstance(name, str) or name not in (*COMMANDS, *QUESTIONS):
                raise BadParameter(f"the connection knows: {', '.join((*COMMANDS, *QUESTIONS))}")
            number = number_of(message.pop("n", None))
            del message["do"]
            if len(self.tasks) >= AT_ONCE:
                raise BadParameter(f"{AT_ONCE} messages of this page are waiting already: wait for some of them")
            message["keys"] = self.keys
            asked = (QUESTIONS[name] if name in QUESTIONS else COMMANDS[name]).asked
            given = asked.model_validate(message)
            self.work(self.obey(name, number, given))
        except (ZermeloError, ValidationError, ValueError, RecursionError) as problem:
            self.push(events.RefusedEvent(n=number, message=sentence(problem)))

    async def obey(self, name: str, number: int | None, given: Any) -> None:
        """A command is answered when it is done; a question has been asked, and brings events."""
        try:
            if name in QUESTIONS:
                task = await self.host.question(self.table, name, given, self.keys)
                self.begin(QUESTIONS[name], task, list(given.path))
                self.push(events.AnswerEvent(n=number, answer=None))
                return
            if name == "stop":
                self.stop(given.what)
            await self.host.allow_players(getattr(given, "seats", []), self.client)
            answer = await self.host.command(
                self.table, name, given.model_dump(), self.keys, looks=COMMANDS[name].looks, but=self
            )
            self.outbox.put_nowait(f'{{"kind":"answer","n":{json.dumps(number)},"answer":{answer}}}')
        except ZermeloError as problem:
            self.push(events.RefusedEvent(n=number, message=str(problem)))

    # ------------------------------------------------------------------ questions

    def begin(self, question: QuestionKind, task: Task, path: list[int]) -> None:
        """Put a question to the workers; a new one ends the old."""
        self.stop(question.kind)
        self.work(self.follow(question.kind, task, path))

    def work(self, coroutine: Any) -> None:
        """Do something while other messages come and go."""
        task = asyncio.get_running_loop().create_task(coroutine)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def follow(self, kind: Finding, task: Task, path: list[int]) -> None:
        """Pass on what a question brings."""
        current: list[Ticket] = []

        def heard(event: dict[str, Any]) -> None:
            if not current or self.tickets.get(kind) is current[0]:  # not of a question that was dropped
                self.push(events.QuestionEvent(kind=kind, path=path, event=JobEvent(**event)))

        try:
            await self.host.allow_players([task.job["player"]], self.client)
            ticket = self.host.pool.submit(task.job, task.rank, heard, task.seconds, self.client, bounded=True)
            current.append(ticket)
            self.tickets[kind] = ticket
            answer = await ticket.answer
            heard({**answer, "kind": "done"})
        except (JobFailed, ZermeloError) as problem:
            heard({"kind": "error", "message": str(problem)})
        finally:
            if current and self.tickets.get(kind) is current[0]:
                del self.tickets[kind]

    def stop(self, what: str) -> None:
        """End a question."""
        ticket = self.tickets.pop(what, None)
        if ticket is not None:
            self.host.pool.stop(ticket)

    def leave(self) -> None:
        """The page is gone: so are its questions."""
        for task in self.tasks:
            task.cancel()
        for ticket in self.tickets.values():
            self.host.pool.stop(ticket)


def number_of(given: Any) -> int | None:
    """The number of a message, where it has a usable one."""
    return given if isinstance(given, int) and not isinstance(given, bool) and abs(given) < 2**53 else None


def sentence(problem: Exception) -> str:
    """What is wrong with a message."""
    if isinstance(problem, ValidationError):
        return first_wrong(problem.errors())
    if isinstance(problem, ZermeloError):
        return str(problem)
    return str(BadParameter(f"the message cannot be read: {problem}"))


@router.websocket("/api/tables/{number}/live")
async def live(socket: WebSocket, number: str) -> None:
    """A page comes to a table, with the keys it holds."""
    host: Host = socket.app.state.host
    await socket.accept()
    keys = socket.query_params.getlist("key")[:16]
    client = client_of(socket.scope)
    try:
        table = await host.table(number[:40], client)
        page = Live(socket, host, table, keys, client)
        leave = await host.join(table, page)
    except Overdue:  # the machine is busy, and the table is there: the page comes again by itself
        await socket.close(1013)
        return
    except ZermeloError as problem:
        await socket.send_text(events.GoneEvent(message=str(problem)).model_dump_json())
        await socket.close(4404)
        return
    sender = asyncio.create_task(page.send())
    receiver = asyncio.create_task(page.receive())
    try:
        done, _ = await asyncio.wait({sender, receiver}, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            if not isinstance(task.exception(), WebSocketDisconnect | RuntimeError | None):
                raise task.exception()  # type: ignore[misc]  # it is one, as was just seen
    finally:
        sender.cancel()
        receiver.cancel()
        page.leave()
        leave()
