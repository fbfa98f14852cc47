"""The live connection of a page to its table: what happens is told at once, and questions are answered as they come.

The page asks for positions, moves and analyses in small JSON messages with a number; answers carry the number back.
Each message is one of the verbs below, which do the same as the addresses in `api.py`.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from zermelo.drawing.clicks import why_illegal
from zermelo.errors import BadParameter, IllegalMove, ZermeloError
from zermelo.interfaces.web import views
from zermelo.interfaces.web.guard import MESSAGE, Bucket
from zermelo.interfaces.web.host import Host
from zermelo.interfaces.web.pool import ANALYSIS, BACKGROUND, JobFailed, Ticket
from zermelo.interfaces.web.tables import LONGEST_COMMENT, Table

router = APIRouter()
BACKLOG = 200  # messages that may wait for a slow page


class Live:
    """One page at one table."""

    def __init__(self, socket: WebSocket, host: Host, table: Table, keys: list[str]) -> None:
        self.socket, self.host, self.table, self.keys = socket, host, table, keys
        self.outbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue(BACKLOG)
        self.tickets: dict[str, Ticket] = {}  # analyse, why, review: one of each
        self.tasks: set[asyncio.Task[None]] = set()

    def push(self, event: dict[str, Any]) -> None:
        """Tell the page; what is only passing may get lost when it does not keep up."""
        if event.get("kind") == "changed":
            event = {"kind": "table", "table": views.table_view(self.table, self.keys)}
        elif event.get("kind") == "thinking" and self.table.line.state.hidden:
            event = {**event, "event": {"kind": event["event"]["kind"]}}  # thoughts would tell what is hidden
        if self.outbox.full() and event.get("kind") in ("thinking", "analysis"):
            return
        with contextlib.suppress(asyncio.QueueFull):
            self.outbox.put_nowait(event)

    async def send(self) -> None:
        """Write what there is to tell."""
        while True:
            event = await self.outbox.get()
            await self.socket.send_text(json.dumps(event))

    async def receive(self) -> None:
        """Answer the page's messages until it leaves."""
        bucket = Bucket()
        while True:
            text = await self.socket.receive_text()
            if len(text) > MESSAGE:
                self.push({"kind": "error", "message": f"a message may have at most {MESSAGE} bytes"})
                continue
            if not bucket.take():
                self.push({"kind": "error", "message": "too many messages at once: slow down"})
                await asyncio.sleep(0.2)
                continue
            self.hear(text)

    def hear(self, text: str) -> None:
        """One message."""
        number = None
        try:
            message = json.loads(text)
            if not isinstance(message, dict) or message.get("do") not in VERBS:
                raise BadParameter(f"the connection knows: {', '.join(VERBS)}")
            number = message.get("n")
            answer = VERBS[message["do"]](self, message)
            self.push({"kind": "answer", "n": number, "answer": answer})
        except ZermeloError as problem:
            self.push({"kind": "refused", "n": number, "message": str(problem)})
        except (ValueError, TypeError, KeyError, RecursionError) as problem:
            self.push({"kind": "refused", "n": number, "message": f"the message cannot be read: {problem}"})

    # ------------------------------------------------------------------ verbs

    def position(self, message: dict[str, Any]) -> dict[str, Any]:
        """Look at a place of the record."""
        return views.position_view(self.table, path_of(message), self.keys)

    def play(self, message: dict[str, Any]) -> dict[str, Any]:
        """Make a move, and look at what follows."""
        move = message["move"]
        if not isinstance(move, int | str) or isinstance(move, bool):
            raise BadParameter("a move is a number or a text")
        self.table.play(path_of(message), move, self.keys)
        self.host.changed(self.table)
        return views.position_view(self.table, self.table.tip, self.keys)

    def go(self, message: dict[str, Any]) -> None:
        """Take the game to another place."""
        self.table.go(path_of(message), self.keys, bool(message.get("running", True)))
        self.host.changed(self.table)

    def edit(self, message: dict[str, Any]) -> list[int]:
        """Comment on a move, make its line the main line, or take it out."""
        text = str(message.get("text", ""))[:LONGEST_COMMENT]
        path = self.table.edit(str(message.get("what", "")), path_of(message), text, self.keys)
        self.host.changed(self.table)
        return list(path)

    def undo(self, message: dict[str, Any]) -> None:
        """Take back."""
        self.table.undo(self.keys)
        self.host.changed(self.table)

    def decline(self, message: dict[str, Any]) -> None:
        """Turn an offer down."""
        self.table.decline(self.keys)
        self.host.changed(self.table)

    def resign(self, message: dict[str, Any]) -> None:
        """Give up."""
        self.table.resign(self.keys)
        self.host.changed(self.table)

    def flag(self, message: dict[str, Any]) -> None:
        """Somebody's clock seems to have run out: look."""
        if self.table.out_of_time() >= 0 and self.table.running:
            self.table.running = False
            self.table.changed()
            self.host.changed(self.table)

    def why_illegal(self, message: dict[str, Any]) -> str:
        """Which rule forbids what was clicked."""
        names = [str(name)[:40] for name in message["clicks"]][:40]
        return why_illegal(self.table.at(path_of(message)), names)

    def analyse(self, message: dict[str, Any]) -> None:
        """Let a player think about a position; what it finds comes as events."""
        path = path_of(message)
        self.not_of_others(path)
        player = str(message.get("player", "best:time=10"))
        job = self.host.job(self.table, path, player) | {
            "job": "think", "key": f"{self.table.number} analysis", "lines": min(int(message.get("lines", 3)), 50),
        }  # fmt: skip
        self.begin("analysis", job, ANALYSIS, {"path": list(path)}, 70)

    def why(self, message: dict[str, Any]) -> None:
        """Why not this move."""
        path = path_of(message)
        self.not_of_others(path)
        job = self.host.job(self.table, path, str(message.get("player", "best:time=1"))) | {
            "job": "why", "key": f"{self.table.number} why", "move": str(message["move"])[:200],
        }  # fmt: skip
        self.begin("why", job, ANALYSIS, {"path": list(path), "move": message["move"]}, 30)

    def review(self, message: dict[str, Any]) -> None:
        """Look back on the game up to a place."""
        path = path_of(message)
        if self.table.line.state.hidden and not self.table.over():
            raise IllegalMove("cards are hidden in this game: it can be reviewed when it is over")
        job = self.host.job(self.table, path, str(message.get("player", "best:time=0.3"))) | {
            "job": "review", "key": f"{self.table.number} review",
        }  # fmt: skip
        self.begin("review", job, BACKGROUND, {"path": list(path)}, 60.0 + 10 * len(path))

    def stop(self, message: dict[str, Any]) -> None:
        """End an analysis or a review."""
        ticket = self.tickets.pop(str(message.get("what", "analysis")), None)
        if ticket is not None:
            self.host.pool.stop(ticket)

    def not_of_others(self, path: tuple[int, ...]) -> None:
        """In a game with hidden cards one may ask about one's own turn alone; the answer then knows no more."""
        line = self.table.at(path)
        held = self.table.seats_of(self.keys)
        if line.state.hidden and not self.table.over() and line.turn not in held:
            raise IllegalMove("cards are hidden in this game: ask when it is your turn")

    def begin(self, what: str, job: dict[str, Any], rank: int, about: dict[str, Any], seconds: float) -> None:
        """Put a question to the workers; a new one ends the old."""
        self.stop({"what": what})
        task = asyncio.get_running_loop().create_task(self.follow(what, job, rank, about, seconds))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def follow(self, what: str, job: dict[str, Any], rank: int, about: dict[str, Any], seconds: float) -> None:
        """Pass on what a question brings."""
        current: list[Ticket] = []

        def heard(event: dict[str, Any]) -> None:
            if not current or self.tickets.get(what) is current[0]:  # not of a question that was dropped
                self.push({"kind": what, **about, "event": event})

        try:
            await self.host.allow(job["game"], [job["player"]])
            ticket = self.host.pool.submit(job, rank, heard, seconds)
            current.append(ticket)
            self.tickets[what] = ticket
            answer = await ticket.answer
            if self.tickets.get(what) is ticket:
                self.push({"kind": what, **about, "event": {**answer, "kind": "done"}})
        except (JobFailed, ZermeloError) as problem:
            if not current or self.tickets.get(what) is current[0]:
                self.push({"kind": what, **about, "event": {"kind": "error", "message": str(problem)}})
        finally:
            if current and self.tickets.get(what) is current[0]:
                del self.tickets[what]

    def leave(self) -> None:
        """The page is gone: so are its questions."""
        for task in self.tasks:
            task.cancel()
        for ticket in self.tickets.values():
            self.host.pool.stop(ticket)


VERBS: dict[str, Callable[[Live, dict[str, Any]], Any]] = {
    "position": Live.position,
    "play": Live.play,
    "go": Live.go,
    "edit": Live.edit,
    "undo": Live.undo,
    "decline": Live.decline,
    "resign": Live.resign,
    "flag": Live.flag,
    "why_illegal": Live.why_illegal,
    "analyse": Live.analyse,
    "why": Live.why,
    "review": Live.review,
    "stop": Live.stop,
}


def path_of(message: dict[str, Any]) -> tuple[int, ...]:
    """The place that a message speaks of."""
    path = message["path"]
    if not isinstance(path, list) or not all(isinstance(part, int) and not isinstance(part, bool) for part in path):
        raise BadParameter("a path is a list of whole numbers")
    return tuple(path)


@router.websocket("/api/tables/{number}/live")
async def live(socket: WebSocket, number: str) -> None:
    """A page comes to a table, with the keys it holds."""
    host: Host = socket.app.state.host
    await socket.accept()
    keys = socket.query_params.getlist("key")[:16]
    try:
        table = host.table(number)
    except ZermeloError as problem:
        await socket.send_text(json.dumps({"kind": "gone", "message": str(problem)}))
        await socket.close(4404)
        return
    page = Live(socket, host, table, keys)
    leave = host.listen(table, page.push)
    page.push({"kind": "changed"})
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
