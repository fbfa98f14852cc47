"""The gallery: every worked example has its page, and names its text and slide."""

from __future__ import annotations

import html
import re

import pytest

from zermelo.errors import BadParameter
from zermelo.lab.examples import ALL, example
from zermelo.lab.gallery import build
from zermelo.lab.notes import NOTES

LECTURES = {"Dyer", "CS3491", "Chapter 5", "Emory", "Porto"}


def test_every_example_has_its_page() -> None:
    files = build()
    assert len({one.name for one in ALL}) == len(ALL)
    assert {one.lecture for one in ALL} == LECTURES
    for one in ALL:
        page = files[f"{one.name}.html"]
        assert f"<h1>{html.escape(one.lecture)}: {html.escape(one.slide)}</h1>" in page
        assert html.escape(one.about) in page
        assert page.count("<section ") == max(1, len(one.searches) if one.text else 1)
    links = re.findall(r'href="([^"#]+)"', files["index.html"])
    assert set(links) == set(files) - {"index.html"}
    assert files == build(), "the same again"


def test_examples_that_are_texts() -> None:
    files = build()
    assert len({note.name for note in NOTES} | {one.name for one in ALL}) == len(NOTES) + len(ALL)
    for note in NOTES:
        assert note.lecture in LECTURES
        assert html.escape(note.text()) in files[f"{note.name}.html"]
        assert f'<article id="{note.name}">' in files["index.html"]


def test_what_the_pages_say() -> None:
    """The result of each first search, as its lecture states it."""
    values = {one.name: [trace.answer.value for trace in one.traces()] for one in ALL}
    assert values["dyer-two-ply"] == [5, 5]
    assert values["dyer-three-ply"] == [3, 3]
    assert values["figure-5-12-11"] == [7, 4, 6]
    assert values["figure-5-12-12"] == [5, 2]
    assert values["singular"] == [2]
    assert values["secondary"] == [4, 3]
    assert values["forward"] == [3, 12]
    assert values["expectimax"] == [pytest.approx(10)]
    assert values["porto-minimax"] == [8]
    assert values["porto-cuts"] == [12, 12]
    assert values["tic-tac-toe-two-ply"] == [1]
    moves = [trace.answer.move for trace in example("monte-carlo-trap").traces()]
    assert moves == ["Trap", "Safe"], "too few playouts fall for it"


def test_an_unknown_example() -> None:
    with pytest.raises(BadParameter, match="did you mean dyer-cut"):
        example("dyer-cuts")
