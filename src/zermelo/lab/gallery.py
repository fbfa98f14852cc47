"""The gallery: every worked example of the lectures as a page, and a page of contents with their pictures."""

from __future__ import annotations

from html import escape
from pathlib import Path

from zermelo.explain.layout import readable
from zermelo.explain.page import NIGHT, page, variables
from zermelo.explain.svg import PAPER, drawing
from zermelo.explain.worlds import LOOKS
from zermelo.lab.examples import ALL, Example
from zermelo.lab.notes import NOTES, Note
from zermelo.lab.worlds import WORLD_LESSONS, WorldLesson


def build() -> dict[str, str]:
    """The files of the gallery: name and text."""
    files = {"index.html": ""}
    cards: dict[str, list[str]] = {}
    for example in ALL:
        traces = example.traces()
        heading = f"{example.lecture}: {example.slide}"
        files[f"{example.name}.html"] = page(traces, title=heading, about=example.about)
        cover = traces[example.cover]
        picture = drawing(cover, readable(cover), cover.steps, caption=False)
        cards.setdefault(example.lecture, []).append(card(example, picture))
    for lesson in WORLD_LESSONS:
        files[f"{lesson.name}.html"] = lesson.page()
        cards.setdefault(lesson.lecture, []).append(card(lesson, lesson.picture()))
    for note in NOTES:
        files[f"{note.name}.html"] = note_page(note)
        lines = note.text().splitlines()
        picture = f"<pre>{escape(chr(10).join(lines[:10]))}{'…' if len(lines) > 10 else ''}</pre>"
        cards.setdefault(note.lecture, []).append(card(note, picture))
    sections = [
        f"<h2>{escape(lecture)}</h2>\n<div class=cards>\n{''.join(made)}</div>" for lecture, made in cards.items()
    ]
    text = (Path(__file__).parent / "gallery.html").read_text(encoding="utf-8")
    parts = {"DAY": variables(PAPER), "NIGHT": variables(NIGHT), "DRAWING": LOOKS, "CARDS": "\n".join(sections)}
    for name, value in parts.items():
        text = text.replace(f"@{name}@", value)
    files["index.html"] = text
    return files


def note_page(note: Note) -> str:
    """An example that is a text."""
    text = (Path(__file__).parent / "note.html").read_text(encoding="utf-8")
    parts = {"DAY": variables(PAPER), "NIGHT": variables(NIGHT), "TITLE": escape(f"{note.lecture}: {note.slide}"),
             "ABOUT": escape(note.about), "TEXT": escape(note.text())}  # fmt: skip
    for name, value in parts.items():
        text = text.replace(f"@{name}@", value)
    return text


def card(example: Example | Note | WorldLesson, picture: str) -> str:
    """One example on the page of contents."""
    link = f'<a href="{example.name}.html">'
    return (
        f'<article id="{example.name}"><h3>{link}{escape(example.slide)}</a></h3>\n'
        f"<p>{escape(example.about)}</p>\n{picture}</article>\n"
    )
