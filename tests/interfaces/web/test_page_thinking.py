"""What the page shows of thinking: lines that can be used, why not, the microscope, reviews, first replies."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.interfaces.web.conftest import Server
from tests.interfaces.web.page import Person
from zermelo.lab.quiz import make

pytestmark = pytest.mark.xdist_group("page_thinking")


@pytest.fixture
def person(browser: Any, server: Server) -> Iterator[Person]:
    one = Person(browser, server)
    yield one
    one.close()


def test_a_line_is_looked_at_and_kept_as_a_variation(person: Person) -> None:
    person.begin("connect_four", moves="d d")
    page = person.page
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_label("player that analyses").fill("alphabeta:depth=6")
    page.get_by_role("button", name="Analyse").click()
    page.get_by_text("stopped by").wait_for()
    second = page.locator(".lines li").first.get_by_role("button").nth(1)
    second.hover()
    page.locator(".preview svg").wait_for()
    moves = page.locator(".lines li").first.get_by_role("button").all_inner_texts()[:2]
    assert page.locator(".preview").get_attribute("aria-label") == f"board after {' '.join(moves)}"
    second.click()
    for _ in range(100):
        tree = person.view()["tree"]
        if len(tree) == 5:
            break
        page.wait_for_timeout(100)
    assert [row[1] for row in tree[1:]] == ["d", "d", *moves]
    assert person.view()["tip"] == [0, 0], "the game stays where it stands"


def test_why_not_plays_both_lines_and_says_it_simply(person: Person) -> None:
    person.begin("tic_tac_toe", moves="b2")
    page = person.page
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_label("the move that you wonder about").fill("a2")
    page.get_by_label("the move that you wonder about").press("Enter")
    answer = page.locator(".answer")
    answer.get_by_text("With a2 you lose").wait_for()
    answer.locator(".board svg").nth(1).wait_for()
    answer.get_by_role("button", name="Play both lines").click()
    answer.get_by_text("move 3 of").wait_for()
    boards = answer.locator(".board").all()
    assert boards[0].get_attribute("aria-label") != boards[1].get_attribute("aria-label")


def test_a_large_search_is_cut_short_and_a_node_shows_its_board(person: Person) -> None:
    person.begin("chess")
    page = person.page
    page.set_default_timeout(60_000)
    page.get_by_role("tab", name="Microscope").click()
    page.get_by_label("depth").fill("6")
    page.get_by_role("button", name="Look").click()
    frame = page.frame_locator("iframe")
    frame.get_by_text("the search was cut short").first.wait_for()
    assert page.locator("iframe").bounding_box()["width"] > 700, "it has the whole width"
    frame.locator("[data-node] .name").nth(1).click()
    kept = page.get_by_role("button", name="Keep these moves")
    kept.wait_for()
    kept.click()
    for _ in range(100):
        if len(person.view()["tree"]) > 1:
            break
        page.wait_for_timeout(100)
    assert len(person.view()["tree"]) > 1


def test_the_first_reply_does_not_wait_for_the_compiler(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With an empty cache somebody who needs no compiler moves, the seat says so, and then the machine itself."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    server = Server(tmp_path / "tables.sqlite")
    person = Person(browser, server)
    try:
        person.begin("tic_tac_toe", seats=["human", "best:level=4"])
        person.play("b2")
        person.page.wait_for_selector('[data-tip="0.0"]')
        person.page.get_by_text("greedy moves until").wait_for()
        person.close()
    finally:
        server.stop()


def test_lessons_are_in_the_menu(person: Person) -> None:
    """A worked example steps through its search; a quiz is asked, and a right answer is called right."""
    page = person.page
    page.goto(person.server.address)
    page.get_by_role("link", name="Lessons").click()
    page.get_by_role("button", name="Fig. 5.12.9, the role of beta").click()
    page.frame_locator("iframe").get_by_text("value 8, move D").first.wait_for()
    page.get_by_role("button", name="Ask me").click()
    page.locator(".picture svg").wait_for()
    made = make("alphabeta", 7)
    asked = person.server.post("quiz", kind="alphabeta", seed=7)
    assert asked["question"] == made.question
    assert asked["right"] is None
    assert person.server.post("quiz", kind="alphabeta", seed=7, answer=made.solution)["right"]
    assert not person.server.post("quiz", kind="alphabeta", seed=7, answer="999; A")["right"]


def test_the_course_is_in_the_menu(person: Person) -> None:
    """Its chapters can be read one after the other, with listings, pictures and solutions."""
    page = person.page
    page.goto(person.server.address)
    page.get_by_role("link", name="Course").click()
    page.get_by_role("heading", name="1. Games as search").wait_for()
    page.get_by_role("link", name="3. Alpha-beta").first.click()
    page.get_by_role("heading", name="3. Alpha-beta").wait_for()
    drawn = page.locator("article img")
    drawn.wait_for()
    assert drawn.evaluate("picture => picture.decode().then(() => picture.naturalWidth)") > 0
    solution = page.get_by_text("12.0 3 17")
    assert not solution.is_visible()
    page.get_by_text("Solutions", exact=True).click()
    solution.wait_for()
    page.get_by_role("link", name="4. The order of moves →").click()
    page.get_by_role("heading", name="4. The order of moves").wait_for()
