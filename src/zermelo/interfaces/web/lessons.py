"""Jobs for those who learn: the course, the lectures' worked examples as pages, and quizzes with their marks."""

from __future__ import annotations

import threading
from typing import Any

from zermelo.errors import BadParameter

Job = dict[str, Any]


def list_lessons(job: Job, update: Any, stop_event: threading.Event) -> dict[str, Any]:
    """All worked examples by lecture, and the kinds of quizzes."""
    from zermelo.lab.examples import ALL, Example
    from zermelo.lab.notes import NOTES, Note
    from zermelo.lab.quiz import KINDS
    from zermelo.lab.worlds import WORLD_LESSONS, WorldLesson

    shown: list[Example | WorldLesson | Note] = [*ALL, *WORLD_LESSONS, *NOTES]
    return {
        "examples": [
            {"name": one.name, "lecture": one.lecture, "slide": one.slide, "about": one.about} for one in shown
        ],
        "quizzes": list(KINDS),
    }


def example_page(job: Job, update: Any, stop_event: threading.Event) -> dict[str, Any]:
    """One worked example, as a page that steps through its searches."""
    from zermelo.explain.page import page
    from zermelo.lab.examples import ALL
    from zermelo.lab.gallery import note_page
    from zermelo.lab.notes import NOTES
    from zermelo.lab.worlds import WORLD_LESSONS

    name = str(job["name"])
    for lesson in WORLD_LESSONS:
        if lesson.name == name:
            return {"html": lesson.page()}
    for note in NOTES:
        if note.name == name:
            return {"html": note_page(note)}
    for example in ALL:
        if example.name == name:
            return {"html": page(example.traces(), title=f"{example.lecture}: {example.slide}", about=example.about)}
    raise BadParameter(f"there is no worked example {name[:40]!r}")


def list_chapters(job: Job, update: Any, stop_event: threading.Event) -> dict[str, Any]:
    """The chapters of the course, in order."""
    from zermelo.lab.chapters import chapters

    return {"chapters": [{"name": name, "title": title} for name, title in chapters()]}


def chapter(job: Job, update: Any, stop_event: threading.Event) -> dict[str, Any]:
    """One chapter of the course."""
    from zermelo.lab.chapters import chapter_html

    return {"html": chapter_html(str(job["name"]))}


def quiz(job: Job, update: Any, stop_event: threading.Event) -> dict[str, Any]:
    """A question about a tree with its picture; with an answer also the mark, and the search that solves it."""
    from zermelo.explain.svg import svg
    from zermelo.lab.quiz import make

    made = make(str(job["kind"]), int(job["seed"]))
    answer = str(job.get("answer", "")).strip()
    mark = made.mark(answer) if answer else None
    solved = mark is not None and mark.right
    return {
        "question": made.question,
        "example": made.example,
        "picture": svg(made.trace, caption=False) if solved else svg(made.asked, step=0, caption=False),
        "right": None if mark is None else mark.right,
        "words": "" if mark is None else mark.words,
    }
