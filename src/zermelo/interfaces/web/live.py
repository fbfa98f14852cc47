"""The live connection of a page to its table: what happens is told at once, and commands are answered as they come.

The page sends small JSON messages with a number, `{"do": "play", "n": 7, "move": "e4"}`; answers carry the number
back. Each is one of the commands in `commands.py` or of the questions in `questions.py`, as over HTTP.
"""

from __future__ import annotations

import asyncio
import inspect
import json
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from zermelo.errors import BadParameter, ZermeloError
from zermelo.interfaces.web import views
from zermelo.interfaces.web.commands import COMMANDS, Caller
from zermelo.interfaces.web.guard import MESSAGE, Bucket
from zermelo.interfaces.web.host import Happening, Host
from zermelo.interfaces.web.pool import JobFailed, Ticket
from zermelo.interfaces.web.questions import QUESTIONS, Question, Task
from zermelo.interfaces.web.tables import Changed, Table
from zermelo.interfaces.web.wire import events
from zermelo.interfaces.web.wire.asked import Finding
from zermelo.interfaces.web.wire.thoughts import JobEvent

router = APIRouter()
BACKLOG = 200  # messages that may wait for a slow page
EVENT: TypeAdapter[events.Event] = TypeAdapter(events.Event)


class Live:
    """One page at one table."""

    def __init__(self, socket: WebSocket, host: Host, table: Table, keys: list[str]) -> None:
        self.socket, self.host, self.table, self.keys = socket, host, table, keys
        self.caller = Caller(host, table, keys, self.hear_of, self.stop)
        self.outbox: asyncio.Queue[events.Event] = asyncio.Queue()
        self.missed = False  # whether a change was not told
        self.tickets: dict[str, Ticket] = {}  # analysis, why, review: one of each
        self.tasks: set[asyncio.Task[None]] = set()

    # ------------------------------------------------------------------ telling

    def hear_of(self, event: Happening) -> None:
        """Something has happened at the table: tell the page what it may know of it."""
        if isinstance(event, Changed):
            self.push(events.ChangeEvent(change=views.change_view(self.table, self.keys, event)))
        elif isinstance(event, events.ThinkingEvent) and self.table.session.playthrough.state.hidden:
            bare = JobEvent(kind=event.event.kind)  # thoughts would tell what is hidden
            self.push(event.model_copy(update={"event": bare}))
        else:
            self.push(event)

    def push(self, event: events.Event) -> None:
        """Put a message into the outbox; a page that does not keep up gets answers, and later the whole table."""
        if self.outbox.qsize() >= BACKLOG and not isinstance(event, events.AnswerEvent | events.RefusedEvent):
            self.missed = True
            return
        self.outbox.put_nowait(event)

    async def send(self) -> None:
        """Write what there is to tell."""
        while True:
            event = await self.outbox.get()
            await self.socket.send_text(EVENT.dump_json(event).decode())
            if self.missed and self.outbox.empty():
                self.missed = False
                self.push(events.TableEvent(table=views.table_view(self.table, self.keys)))

    # ------------------------------------------------------------------ hearing

    async def receive(self) -> None:
        """Answer the page's messages until it leaves."""
        bucket = Bucket()
        while True:
            text = await self.socket.receive_text()
            if len(text) > MESSAGE:
                self.push(events.ErrorEvent(message=f"a message may have at most {MESSAGE} bytes"))
                continue
            if not bucket.take():
                self.push(events.ErrorEvent(message="too many messages at once: slow down"))
                await asyncio.sleep(0.2)
                continue
            self.hear(text)

    def hear(self, text: str) -> None:
        """One message."""
        number = None
        try:
            message = json.loads(text)
            if not isinstance(message, dict) or message.get("do") not in (*COMMANDS, *QUESTIONS):
                raise BadParameter(f"the connection knows: {', '.join((*COMMANDS, *QUESTIONS))}")
            given = message.pop("n", None)
            number = given if isinstance(given, int) else None
            self.obey(message.pop("do"), number, message | {"keys": self.keys})
        except (ZermeloError, ValidationError, ValueError, RecursionError) as problem:
            self.push(events.RefusedEvent(n=number, message=sentence(problem)))

    def obey(self, name: str, number: int | None, message: dict[str, Any]) -> None:
        """A command is answered at once, or when it is done; a question has been asked, and brings events."""
        if name in QUESTIONS:
            question = QUESTIONS[name]
            given = question.asked(**message)
            self.begin(question, question.task(self.caller, given), message["path"])
            self.push(events.AnswerEvent(n=number, answer=None))
            return
        command = COMMANDS[name]
        found = command.handle(self.caller, command.asked(**message))
        if inspect.isawaitable(found):
            self.work(self.answer_later(number, found))
        else:
            self.push(events.AnswerEvent(n=number, answer=found))

    async def answer_later(self, number: int | None, found: Any) -> None:
        """The answer of a command that had to wait."""
        try:
            self.push(events.AnswerEvent(n=number, answer=await found))
        except ZermeloError as problem:
            self.push(events.RefusedEvent(n=number, message=str(problem)))

    # ------------------------------------------------------------------ questions

    def begin(self, question: Question, task: Task, path: list[int]) -> None:
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
            await self.host.allow(task.job["game"], [task.job["player"]])
            ticket = self.host.pool.submit(task.job, task.rank, heard, task.seconds)
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


def sentence(problem: Exception) -> str:
    """What is wrong with a message."""
    if isinstance(problem, ValidationError):
        first = problem.errors()[0]
        return f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}"
    return str(problem) if isinstance(problem, ZermeloError) else f"the message cannot be read: {problem}"


@router.websocket("/api/tables/{number}/live")
async def live(socket: WebSocket, number: str) -> None:
    """A page comes to a table, with the keys it holds."""
    host: Host = socket.app.state.host
    await socket.accept()
    keys = socket.query_params.getlist("key")[:16]
    try:
        table = host.table(number)
    except ZermeloError as problem:
        await socket.send_text(events.GoneEvent(message=str(problem)).model_dump_json())
        await socket.close(4404)
        return
    page = Live(socket, host, table, keys)
    leave = host.listen(table, page.hear_of)
    page.push(events.TableEvent(table=views.table_view(table, keys)))
    host.drive(table)
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
