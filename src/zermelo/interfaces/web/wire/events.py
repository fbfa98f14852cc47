"""What the server says on a live connection."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from zermelo.interfaces.web.wire.asked import Finding
from zermelo.interfaces.web.wire.base import Path, Sent
from zermelo.interfaces.web.wire.tables import Change, TableView
from zermelo.interfaces.web.wire.thoughts import JobEvent


class TableEvent(Sent):
    """The whole table, when the connection begins."""

    kind: Literal["table"] = "table"
    table: TableView


class ChangeEvent(Sent):
    """Something has happened at the table; who did it has the same as an answer instead."""

    kind: Literal["change"] = "change"
    change: Change


class ThinkingEvent(Sent):
    """What a machine at the table is doing; its thoughts, where nothing is hidden."""

    kind: Literal["thinking"] = "thinking"
    seat: int
    path: Path
    event: JobEvent


class QuestionEvent(Sent):
    """What a question of this page has brought so far."""

    kind: Finding
    path: Path
    event: JobEvent


class AnswerEvent(Sent):
    """The answer to the command with this number."""

    kind: Literal["answer"] = "answer"
    n: int | None
    answer: Any


class RefusedEvent(Sent):
    """Why the command with this number was not obeyed."""

    kind: Literal["refused"] = "refused"
    n: int | None
    message: str


class ErrorEvent(Sent):
    """Something went wrong that nobody asked for."""

    kind: Literal["error"] = "error"
    message: str


class GoneEvent(Sent):
    """There is no such table."""

    kind: Literal["gone"] = "gone"
    message: str


Event = TypeAliasType(
    "Event",
    Annotated[
        TableEvent | ChangeEvent | ThinkingEvent | QuestionEvent | AnswerEvent | RefusedEvent | ErrorEvent | GoneEvent,
        Field(discriminator="kind"),
    ],
)
