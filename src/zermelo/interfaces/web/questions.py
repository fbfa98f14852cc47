"""Questions about a table that take time: analyses, comparisons, reviews.

On a live connection what they find comes as events while they go on; over HTTP the answer is the last of these events.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_type_hints

from zermelo.interfaces.web.commands import Caller, refuse_unless_own_turn
from zermelo.interfaces.web.pool import ANALYSIS, BACKGROUND
from zermelo.interfaces.web.wire import asked as ask
from zermelo.interfaces.web.wire.base import Asked


@dataclass(frozen=True)
class Task:
    """A job for the workers that answers a question."""

    job: dict[str, Any]
    rank: int
    seconds: float


@dataclass(frozen=True)
class QuestionKind:
    """Something that takes time to answer."""

    name: str
    kind: ask.Finding  # of the events that bring what it finds
    summary: str
    asked: type[Asked]
    task: Callable[[Caller, Any], Task]


QUESTIONS: dict[str, QuestionKind] = {}
Maker = Callable[[Caller, Any], Task]


def question(kind: ask.Finding, summary: str) -> Callable[[Maker], Maker]:
    """Enter a function into the list; the request is read off its annotations."""

    def enter(task: Maker) -> Maker:
        name = task.__name__
        QUESTIONS[name] = QuestionKind(name, kind, summary, get_type_hints(task)["given"], task)
        return task

    return enter


def job_of(caller: Caller, given: Any, what: str, **more: Any) -> dict[str, Any]:
    """A job about a place of the table."""
    job = caller.table.job(tuple(given.path), given.player)
    return job | {"job": what, "key": f"{caller.table.number} {what}", "analysing": True, **more}


@question("analysis", "What a player thinks of a position of a table")
def analyse(caller: Caller, given: ask.AskAnalyse) -> Task:
    """A value, and the best lines."""
    refuse_unless_own_turn(caller, given.path)
    return Task(job_of(caller, given, "think", lines=given.lines), ANALYSIS, 70)


@question("why", "Why not this move")
def why(caller: Caller, given: ask.AskWhy) -> Task:
    """What it leads to, beside what the best move leads to."""
    refuse_unless_own_turn(caller, given.path)
    return Task(job_of(caller, given, "why", move=given.move), ANALYSIS, 30)


@question("review", "Look back on the game")
def review(caller: Caller, given: ask.AskReview) -> Task:
    """Every move up to a place against the best one."""
    caller.see_all()
    return Task(job_of(caller, given, "review"), BACKGROUND, 60.0 + 10 * len(given.path))
