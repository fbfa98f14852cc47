"""The page for everybody: no violation that axe-core finds, tabs by keyboard, moves that are heard, other languages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.interfaces.web.conftest import Server
from tests.interfaces.web.page import Person

pytestmark = pytest.mark.xdist_group("page")
AXE = Path(__file__).parents[3] / "web" / "node_modules" / "axe-core" / "axe.min.js"
TABS = ("moves", "analysis", "review", "microscope", "rules", "game")


@pytest.fixture
def person(browser: Any, server: Server) -> Iterator[Person]:
    one = Person(browser, server)
    yield one
    one.close()


def violations(person: Person) -> list[Any]:
    """What axe-core finds in the page as it is, all rules of it."""
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: run npm ci in web/")
    if not person.page.evaluate("() => 'axe' in window"):
        person.page.evaluate(AXE.read_text(encoding="utf-8"))  # not as a tag: the page lets no foreign script in
    found = person.page.evaluate("() => axe.run().then(report => report.violations)")
    return [(one["id"], one["help"], [node["html"][:120] for node in one["nodes"][:3]]) for one in found]


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize("place", ["", "#/new?game=go", "#/watch", "#/lab", "#/interface", "table"])
def test_axe_finds_no_violation(browser: Any, server: Server, place: str, theme: str) -> None:
    person = Person(browser, server, color_scheme="light" if theme == "contrast" else theme)
    page = person.page
    if theme == "contrast":
        page.add_init_script("localStorage.setItem('zermelo.preferences', JSON.stringify({theme: 'contrast'}))")
    if place == "table":
        person.begin("chess", moves="e4 e5")
        for tab in TABS:
            page.locator(f"#tab-{tab}").click()
            page.wait_for_load_state("networkidle")
            assert violations(person) == [], tab
    else:
        page.goto(server.address + place)
        page.wait_for_load_state("networkidle")
        page.get_by_role("button", name="Appearance").click()
        assert violations(person) == []
    person.close()


def test_axe_finds_no_violation_at_the_end_of_a_game(person: Person) -> None:
    person.begin("tic_tac_toe", moves="a1 b1 a2 b2")
    person.play("a3")
    person.page.get_by_role("dialog").wait_for()
    assert violations(person) == []


def test_tabs_are_reached_and_changed_by_keyboard(person: Person) -> None:
    person.begin("chess", moves="e4 e5")
    page = person.page
    page.locator("#tab-moves").focus()
    for key, tab in (("ArrowRight", "analysis"), ("End", "game"), ("ArrowRight", "moves"), ("ArrowLeft", "game")):
        page.keyboard.press(key)
        assert page.evaluate("() => document.activeElement.id") == f"tab-{tab}"
        assert page.locator(f"#tab-{tab}").get_attribute("aria-selected") == "true"
    assert page.locator("[data-tip]").get_attribute("data-path") == "0.0"  # the arrows did not go through the game
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.id") == "panel"


def test_moves_and_the_end_are_heard(person: Person) -> None:
    person.begin("chess", moves="e4 e5 Bc4 Nc6 Qh5 Nf6")
    heard = person.page.locator("[data-announced]")
    assert heard.inner_text() == ""  # what was there already is not news
    assert heard.get_attribute("aria-live") == "polite"
    person.play("Qxf7#")
    person.page.wait_for_function("() => document.querySelector('[data-announced]').textContent")
    assert heard.inner_text().startswith("White: queen takes f7, checkmate. Player 1 wins: ")


def test_arrow_keys_move_where_moves_are_directions(person: Person) -> None:
    person.begin("twenty_forty_eight", options={"delay": 0, "seed": 3})
    page = person.page
    page.wait_for_selector('[data-tip="0.0"]')  # chance has put two tiles
    legal = {move["move"] for move in person.position()["moves"]}
    key = {"up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight"}[sorted(legal)[0]]
    page.locator("body").press(key)
    page.wait_for_selector('[data-tip^="0.0.0"]')


@pytest.mark.parametrize(("tag", "begin"), [("pt-BR", "Começar"), ("de-AT", "Beginnen"), ("fr-FR", "Commencer")])
def test_the_page_speaks_the_browsers_language(browser: Any, server: Server, tag: str, begin: str) -> None:
    person = Person(browser, server, locale=tag)
    page = person.page
    page.goto(server.address + "#/new?game=nim")
    page.get_by_role("button", name=begin).wait_for()
    assert page.locator("html").get_attribute("lang") == tag[:2]
    page.locator("header .settings button").click()
    page.locator("#preferences select").first.select_option("en")
    page.get_by_role("button", name="Begin", exact=True).wait_for()
    page.reload()
    page.get_by_role("button", name="Begin", exact=True).wait_for()  # the choice is kept
    assert page.locator("html").get_attribute("lang") == "en"
    person.close()
