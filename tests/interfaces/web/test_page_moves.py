"""Moves as people make them: taking up another piece, letting go, steps, keys, choices at the square, trays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.interfaces.web.conftest import Server
from tests.interfaces.web.page import Person
from zermelo.games import catalogue

pytestmark = pytest.mark.xdist_group("page")
CHOSEN = "svg.board .cell.chosen"
ANSWERED = """() => new Promise((done) => {
  const cell = document.querySelector('[data-cell="e2"]');
  const board = document.querySelector('svg.board');
  const box = cell.getBoundingClientRect();
  const [clientX, clientY] = [box.x + box.width / 2, box.y + box.height / 2];
  const at = { bubbles: true, button: 0, pointerId: 1, clientX, clientY };
  board.setPointerCapture = () => undefined;
  const began = performance.now();
  new MutationObserver(() => done(performance.now() - began)).observe(cell, { attributes: true });
  cell.dispatchEvent(new PointerEvent('pointerdown', at));
  cell.dispatchEvent(new PointerEvent('pointerup', at));
})"""


@pytest.fixture
def person(browser: Any, server: Server) -> Iterator[Person]:
    one = Person(browser, server)
    yield one
    one.close()


def chosen(person: Person) -> list[str]:
    """The cells that are picked."""
    return [cell.get_attribute("data-cell") or "" for cell in person.page.locator(CHOSEN).all()]


def last(person: Person) -> str:
    """The last move at the table."""
    return str(person.view()["tree"][-1][1])


def test_another_piece_is_taken_up_and_let_go(person: Person) -> None:
    person.begin("chess")
    person.click("e2")
    assert chosen(person) == ["e2"]
    person.click("g1")
    assert chosen(person) == ["g1"]
    person.page.keyboard.press("Escape")
    assert chosen(person) == []
    person.click("e2")
    person.page.mouse.click(*person.hands.spot("e5"), button="right")
    assert chosen(person) == []
    person.click("e2")
    person.hands.drag_to(person.hands.spot("d2"), person.hands.spot("d4"))  # a piece in hand blocks no other
    person.page.wait_for_selector('[data-tip="0"]')
    assert last(person) == "d4"


def test_a_click_is_answered_without_asking_the_server(person: Person) -> None:
    person.begin("chess")
    person.server.process.send_signal(19)  # SIGSTOP: it cannot answer
    try:
        assert person.page.evaluate(ANSWERED) >= 0
        assert chosen(person) == ["e2"]
    finally:
        person.server.process.send_signal(18)  # SIGCONT


def test_promotion_is_asked_at_the_square(person: Person) -> None:
    person.begin("chess", position="8/P6k/8/8/8/8/8/K7 w - - 0 1")
    person.hands.drag_to(person.hands.spot("a7"), person.hands.spot("a8"))
    asked = person.page.get_by_role("dialog", name="Choose")
    assert asked.locator("svg").count() == 4
    asked.locator('[data-button="knight"]').click()
    person.page.wait_for_selector('[data-tip="0"]')
    assert last(person) == "a8=N"


def test_a_step_is_seen_and_taken_back(person: Person) -> None:
    person.begin("amazons")
    person.hands.drag_to(person.hands.spot("d1"), person.hands.spot("d5"))
    person.page.wait_for_selector('[data-tip="0"]')
    assert person.page.locator("svg.board .target").count() > 10  # where the arrow may go
    person.page.keyboard.press("Backspace")
    person.page.wait_for_selector('[data-tip=""]')


def test_arrow_keys_play_2048(person: Person) -> None:
    person.begin("twenty_forty_eight")
    person.page.wait_for_selector('[data-button="left"], [data-button="right"]')
    before = len(person.view()["tip"])
    for key in ("ArrowLeft", "ArrowRight"):
        person.page.keyboard.press(key)
    person.page.wait_for_function(
        "before => document.querySelector('[data-tip]').dataset.tip.split('.').length > before", arg=before
    )
    assert {row[1] for row in person.view()["tree"]} & {"left", "right"}


def test_a_disc_lands_where_its_ghost_was(person: Person) -> None:
    person.begin("connect_four")
    person.page.mouse.move(*person.hands.spot("d6"))
    person.page.wait_for_selector("svg.board .faint.fits")
    person.click("d6")
    person.page.wait_for_selector('[data-tip="0"]')
    assert person.position()["scene"]["pieces"][0]["cell"] == "d1"
    assert person.position()["last"] == ["d1"]


def with_rack(rack: str) -> str:
    """The first position of Scrabble where the first player holds these tiles; those that they held are in the bag."""
    board, racks, points, turns, bag, *rest = catalogue.begin("scrabble").to_text().split()
    held, other = racks.split("/")
    pool = list(held + bag)
    for tile in rack:
        pool.remove(tile)
    return " ".join([board, f"{rack}/{other}", points, turns, "".join(pool), *rest])


def test_tiles_are_laid_freely_and_judged_together(person: Person) -> None:
    """From the rack onto any square, in any order, by click and drag; the server says what is no word."""
    person.begin("scrabble", position=with_rack("ACDEOT?"))
    page, hands = person.page, person.hands
    rack = {piece["text"]: piece["cell"] for piece in person.position()["scene"]["pieces"] if piece["owner"] == 0}
    person.click(rack["T"])
    assert chosen(person) == [rack["T"]]
    person.click("G8")
    hands.drag_to(hands.spot(rack["A"]), hands.spot("H8"))
    hands.drag_to(hands.spot(rack["?"]), hands.spot("I8"))
    page.locator('[data-letter="c"]').click()
    assert person.view()["tip"] == []  # nothing is played yet
    page.locator('[data-lay="play"]').click()
    page.wait_for_selector("[role=alert]:has-text('TAC is not in the word list')")
    hands.drag_to(hands.spot("G8"), hands.spot("C9"))  # what was laid can be moved on, or taken back
    hands.drag_to(hands.spot("I8"), hands.spot("G8"))
    page.locator('[data-letter="c"]').click()
    page.locator('[data-lay="play"]').click()
    page.wait_for_selector("[role=alert]:has-text('one line')")
    hands.drag_to(hands.spot("C9"), hands.spot("I8"))
    page.locator('[data-lay="play"]').click()
    page.wait_for_selector('[data-tip="0.0.0.0.0"]')
    board = {piece["cell"]: piece["text"] for piece in person.position()["scene"]["pieces"] if piece["owner"] < 0}
    assert board == {"G8": "c", "H8": "A", "I8": "T"}
    assert page.locator('[data-lay="play"]').count() == 0


def test_a_whole_turn_can_be_typed(person: Person) -> None:
    person.begin("scrabble", position=with_rack("ACDEOT?"))
    person.page.locator("#typed").fill("8H CAT")
    person.page.keyboard.press("Enter")
    person.page.wait_for_selector('[data-tip="0.0.0.0.0"]')
