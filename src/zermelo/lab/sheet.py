"""A printable class sheet: quizzes with their trees, and the solutions on pages of their own."""

from __future__ import annotations

from html import escape
from pathlib import Path

from zermelo.errors import BadLimit
from zermelo.explain.layout import readable
from zermelo.explain.page import variables
from zermelo.explain.svg import PAPER, STYLE, drawing
from zermelo.lab.quiz import KINDS, Quiz, make

MOST = 50


def sheet(kind: str, seed: int, count: int) -> str:
    """Quizzes of consecutive seeds as one HTML page for the printer."""
    if not 1 <= count <= MOST:
        raise BadLimit(f"a sheet has 1 to {MOST} quizzes, not {count}")
    quizzes = [make(kind, seed + place) for place in range(count)]
    parts = {
        "TITLE": f"Quiz: {KINDS[kind]}, sheet {seed}",
        "DAY": variables(PAPER),
        "DRAWING": STYLE,
        "QUESTIONS": "\n".join(question(quiz, place) for place, quiz in enumerate(quizzes, 1)),
        "SOLUTIONS": "\n".join(solution(quiz, place) for place, quiz in enumerate(quizzes, 1)),
    }
    text = (Path(__file__).parent / "sheet.html").read_text(encoding="utf-8")
    for name, value in parts.items():
        text = text.replace(f"@{name}@", value)
    return text


def question(quiz: Quiz, place: int) -> str:
    """One quiz with room for an answer."""
    picture = drawing(quiz.asked, readable(quiz.asked), 0, caption=False)
    return (
        f'<article class="question"><h3>{place}. <small>seed {quiz.seed}</small></h3><p>{escape(quiz.question)}</p>\n'
        f'{picture}<p class="answer">Answer:</p></article>'
    )


def solution(quiz: Quiz, place: int) -> str:
    """One quiz solved."""
    picture = drawing(quiz.trace, readable(quiz.trace), quiz.trace.steps, caption=False)
    return (
        f"<article><h3>{place}. <small>seed {quiz.seed}</small> {escape(quiz.solution)}</h3>\n"
        f"{picture}<p>{escape(quiz.explanation)}</p></article>"
    )
