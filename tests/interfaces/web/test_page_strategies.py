"""Strategies on the page: a hold'em subgame as a grid, and the equilibria of small games as bars."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.interfaces.web.conftest import Server
from tests.interfaces.web.page import Person

pytestmark = pytest.mark.xdist_group("page")
SPOT = {"board": "Td 9d 6h Qc 3s", "first": "AA,22", "second": "KK", "pot": 100, "stack": 100, "bets": "all-in"}


@pytest.fixture
def person(browser: Any, server: Server) -> Iterator[Person]:
    one = Person(browser, server)
    yield one
    one.close()


def test_a_subgame_is_solved_and_explored(person: Person) -> None:
    page = person.page
    page.goto(person.server.address)
    page.get_by_role("link", name="Lessons").click()
    page.get_by_role("link", name="Strategies").click()
    form = page.get_by_role("form", name="A hold'em subgame")
    for label, text in (
        ("Board", SPOT["board"]), ("Range of player 1", SPOT["first"]), ("Range of player 2", SPOT["second"]),
        ("Pot", "100"), ("Chips left", "100"), ("Bets", "all-in"),
    ):  # fmt: skip
        form.get_by_label(label, exact=True).fill(str(text))
    form.get_by_role("button", name="Solve").click()
    page.get_by_role("status").filter(has_text="of the pot of 100").wait_for()
    page.get_by_role("button", name="AA: check 0 %, all-in 100 %").click()
    page.get_by_text("With AA: check 0 %, all-in 100 %").wait_for()
    page.get_by_role("group", name="What can follow").get_by_role("button", name="all-in").click()
    page.get_by_text("Player 2 acts:").wait_for()
    page.get_by_role("button", name="KK: fold").wait_for()
    page.get_by_role("group", name="What can follow").get_by_role("button", name="fold").click()
    page.get_by_text("the second player folds").wait_for()
    page.get_by_role("navigation", name="What has happened").get_by_role("button", name="Start").click()
    page.get_by_text("Player 1 acts:").wait_for()
    form.get_by_label("Board", exact=True).fill("Td")
    form.get_by_role("button", name="Solve").click()
    page.get_by_role("alert").filter(has_text="3, 4 or 5 cards").wait_for()
    assert [text for text in person.problems if "400" not in text] == []  # the browser notes what was refused
    person.problems.clear()


def test_a_small_game_is_shown_as_bars(person: Person) -> None:
    page = person.page
    page.goto(f"{person.server.address}#/strategies")
    page.get_by_role("form", name="Small games").get_by_role("button", name="Show").click()
    page.get_by_role("status").filter(has_text="Worth -0.05").wait_for()
    page.get_by_label("Only what contains").fill("K ? pass bet")
    row = page.get_by_role("row").filter(has_text="K ? pass bet")
    assert "bet 100 %" in row.first.inner_text()


def test_requests_are_bounded(server: Server) -> None:
    found = server.post("subgame", **SPOT)
    assert found["player"] == 0
    assert found["share"] == pytest.approx(75, abs=0.5)
    assert found["equity"] == pytest.approx(0.5)
    for change, problem in (
        ({"board": "Td 9d 6h", "bets": "50,100,all-in", "raises": "50,all-in"}, "public nodes"),
        ({"first": "XX"}, "part of a range"),
        ({"path": ["fold"]}, "cannot follow"),
        ({"pot": 10**9}, "pot"),
    ):
        refused = server.client.post("/api/subgame", json=SPOT | change)
        assert refused.status_code in (400, 422)
        assert problem in refused.json()["error"]
    assert "nodes" in server.client.get("/api/equilibrium?game=hidden_dominoes").json()["error"]
