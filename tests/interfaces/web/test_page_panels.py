"""Around the board: finding a game, how to play it, its end, resigning, and room on every screen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.interfaces.web.conftest import Server
from tests.interfaces.web.page import Person

pytestmark = pytest.mark.xdist_group("page")
SCREENS = {"4K": (3840, 2160), "short": (1366, 650), "desktop": (1366, 820), "tablet": (820, 1180), "phone": (390, 844)}


@pytest.fixture
def person(browser: Any, server: Server) -> Iterator[Person]:
    one = Person(browser, server)
    yield one
    one.close()


def test_the_gallery_finds_games_and_divides_them(person: Person) -> None:
    page = person.page
    page.goto(person.server.address)
    cards = page.get_by_role("region", name="All games").locator(".card .title")
    page.get_by_role("region", name="Recommended for a first look").locator(".card").first.wait_for()
    search = page.get_by_placeholder(re.compile("Search"))
    for typed, title in (
        ("tictactoe", "Tic-tac-toe"),
        ("nine men's morris", "Nine men's morris"),
        ("connect 4", "Connect Four"),
        ("pentaminoes", "Pentominoes"),
        ("carcassone", "Carcassonne"),
        ("draughts", "Checkers"),
        ("gomoko", "Link five"),
    ):
        search.fill(typed)
        assert cards.first.text_content() == title, typed
    search.fill("zzzzzz")
    page.get_by_text("No game is called that.").wait_for()
    page.get_by_role("button", name="Show all").first.click()
    page.get_by_label("What it is about").select_option("cards")
    page.get_by_label("Luck and secrets").select_option("hidden")
    found = cards.all_text_contents()
    assert {"Hidden dominoes", "Kuhn poker", "Leduc poker"} <= set(found)
    assert "Dominoes" not in found
    page.get_by_label("What it is about").select_option("sowing")
    page.get_by_role("heading", name="0 games").wait_for()


def test_how_to_play_is_told_where_a_game_is_set_up_and_played(person: Person) -> None:
    page = person.page
    page.goto(f"{person.server.address}#/new?game=connect_four")
    page.get_by_text("Get four of your discs in a row").wait_for()
    step = page.get_by_role("button", name="Next move: Four in a row win.")
    step.click()
    assert page.locator("figure .move").inner_text() == "d"
    step.click()
    step.click()
    assert page.locator("figure .move").inner_text() == "c"
    person.begin("nim")
    page.get_by_role("tab", name="Rules").click()
    page.get_by_text("Charles Bouton solved Nim").wait_for()


def test_the_end_is_told_with_what_can_be_done_next(person: Person) -> None:
    page = person.page
    person.begin("tic_tac_toe", moves="a1 b1 a2 b2", seats=["human", "random"])
    person.play("a3")
    card = page.get_by_role("dialog")
    card.get_by_role("heading", name="You win!").wait_for()
    assert "x has 3 in a line" in card.inner_text()
    assert page.get_by_role("img", name="the result for player 1: +1.00").count() == 1
    card.get_by_role("button", name="Share").click()
    card.get_by_text("http").wait_for()
    with page.expect_download() as file:
        card.get_by_role("button", name="Save as JSON").click()
    assert file.value.suggested_filename == "tic_tac_toe.zermelo.json"
    card.get_by_role("button", name="Close").press("Escape")
    assert card.count() == 0
    page.get_by_role("button", name="What now?").click()
    before = page.url
    card.get_by_role("button", name="Rematch").click()
    page.wait_for_function("before => location.href !== before", arg=before)
    page.wait_for_selector("[data-tip]")
    seats = page.locator(".side .who").all_inner_texts()
    assert [seat.split()[0] for seat in seats] == ["random", "Person"]  # the sides are swapped


def test_resigning_asks_once(person: Person) -> None:
    page = person.page
    person.begin("chess", moves="e4", seats=["human", "human"])
    page.get_by_role("tab", name="Game", exact=True).click()
    page.get_by_role("region", name="Board").get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("button", name="No, play on").click()
    assert person.view()["outcome"] is None
    page.get_by_role("region", name="Board").get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("button", name="Yes, resign").click()
    page.get_by_text("resigns").first.wait_for()


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("game", ["chess", "backgammon", "scrabble"])
def test_board_and_controls_are_on_the_screen(browser: Any, server: Server, screen: str, game: str) -> None:
    width, height = SCREENS[screen]
    person = Person(browser, server, viewport={"width": width, "height": height})
    person.begin(game)
    board = person.page.locator("svg.board").bounding_box()
    controls = person.page.get_by_role("button", name="Back", exact=True).bounding_box()
    assert board is not None
    assert controls is not None
    for box in (board, controls):
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height
    assert person.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    share = max(board["height"] / height, board["width"] / width)
    assert share >= 0.55, share  # the board takes the room there is
    if width > 900:
        assert person.page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
    person.close()


def test_messages_do_not_move_the_board(person: Person) -> None:
    person.begin("chess", moves="e4", seats=["human", "human"])
    before = person.page.locator("svg.board").bounding_box()
    person.page.get_by_label("Type a move").fill("Ke9")
    person.page.get_by_label("Type a move").press("Enter")
    person.page.locator(".message").wait_for()
    assert person.page.locator("svg.board").bounding_box() == before
