"""Links to positions open, for every game and its variants; so do pictures, rules and games of matches."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.interfaces.web.conftest import Server
from tests.interfaces.web.page import Person
from zermelo.game.random import Random
from zermelo.games import catalogue
from zermelo.games.built_in import BUILT_IN, settings_of

pytestmark = pytest.mark.xdist_group("page")
FORMS = [(entry.name, form) for entry in BUILT_IN for form in ("", *entry.variants)]
SAMPLE = [("chess", ""), ("chess", "position=100"), ("go", "size=5 suicide=true"), ("backgammon", ""), ("dominoes", "")]


@pytest.fixture
def person(browser: Any, server: Server) -> Iterator[Person]:
    one = Person(browser, server)
    yield one
    one.close()


def some_position(name: str, form: str) -> str:
    """The text of a position a few moves into a game."""
    game, luck = catalogue.begin(name, settings_of(form)), Random(5)
    for _ in range(6):
        if not game.moves():
            break
        game.play(game.draw(luck))
        if game.over():
            game.undo()
            break
    return game.to_text()


@pytest.mark.parametrize(("name", "form"), FORMS, ids=lambda part: part or "usual")
def test_every_position_can_be_opened_and_drawn(server: Server, name: str, form: str) -> None:
    text, settings = some_position(name, form), settings_of(form)
    opened = server.post("tables", game=name, settings=settings, position=text, options={"chance": "hand"})
    where = server.get(f"tables/{opened['table']['id']}/position", key=opened["keys"])
    hidden = catalogue.begin(name, settings, text).state.hidden
    assert where["text"] == ("" if hidden else text)
    drawn = server.get("scene", game=name, position=text, set=[f"{key}={value}" for key, value in settings.items()])
    assert len(drawn["cells"]) == len(where["scene"]["cells"])


@pytest.mark.parametrize(("name", "form"), SAMPLE)
def test_a_link_made_by_the_page_opens_there(person: Person, name: str, form: str) -> None:
    page, text = person.page, some_position(name, form)
    person.begin(name, settings=settings_of(form), position=text, options={"chance": "hand"})
    page.get_by_role("tab", name="Game", exact=True).click()
    page.get_by_role("button", name="Copy a link").click()
    said = page.locator(".said")
    said.get_by_text("http").wait_for()
    link = "http" + said.inner_text().partition("http")[2]
    page.goto("about:blank")
    page.goto(link)
    assert page.get_by_label("begin at a position").input_value() == text
    page.get_by_role("button", name="People").click()
    page.get_by_role("button", name="Begin", exact=True).click()
    page.wait_for_selector("[data-tip]")
    number = re.findall(r"#/table/(.+)$", page.url)[0]
    keys = page.evaluate("id => JSON.parse(localStorage.getItem(`zermelo.keys.${id}`))", number)
    assert person.server.get(f"tables/{number}/position", key=keys)["text"] == text


def test_how_to_play_comes_with_scenes(server: Server) -> None:
    told = server.get("rules", game="Connect 4")
    assert [section["heading"] for section in told["sections"]] == ["Goal", "Moves", "End", "About"]
    (sample,) = told["samples"]
    assert len(sample["scenes"]) == len(sample["moves"]) + 1 == len(sample["last"]) + 1
    assert server.client.get("/api/rules", params={"game": "nonsense"}).status_code == 400


def test_settings_of_a_picture_are_refused_in_one_sentence(server: Server) -> None:
    for wrong in ("size", "=9", "colour=9"):
        answer = server.client.get("/api/scene", params={"game": "go", "set": wrong})
        assert answer.status_code == 400, answer.text
        assert "\n" not in answer.json()["error"]


def finished(server: Server, **asked: Any) -> str:
    """The number of a match that has been played."""
    number = str(server.post("matches", **asked)["id"])
    for _ in range(1200):  # a worker may have to compile first
        if server.get(f"matches/{number}")["state"] == "done":
            break
        time.sleep(0.1)
    return number


def test_a_match_is_watched_while_it_runs(person: Person) -> None:
    page, server = person.page, person.server
    finished(server, game="tic_tac_toe", players=["random", "random"], games=2)
    match = server.post("matches", game="connect_four", players=["mcts:time=1"] * 2, games=2)
    page.goto(f"{server.address}#/watch")
    page.get_by_role("button", name=re.compile("Watch the game under way")).click()
    page.wait_for_selector("[data-tip]")
    first = page.locator("[data-tip]").get_attribute("data-tip")
    page.wait_for_function("first => document.querySelector('[data-tip]').dataset.tip.length > first.length", arg=first)
    server.post(f"matches/{match['id']}/stop")
    page.go_back()
    page.get_by_label("Game to open").first.fill("1")
    page.get_by_role("button", name="Open game 1", exact=True).first.click()
    page.wait_for_selector("[data-tip]")
    assert re.search("wins|draw", page.locator(".status").inner_text())


def test_a_game_of_a_match_is_opened_by_a_script(server: Server) -> None:
    number = finished(server, game="tic_tac_toe", players=["random", "random"], games=2)
    opened = server.post(f"matches/{number}/games/1")
    assert opened["table"]["outcome"] is not None
    assert opened["keys"]
    refused = server.client.post(f"/api/matches/{number}/games/9", json={})
    assert refused.json() == {"error": "the match has 2 games that can be opened, not number 9"}
