"""The page in a real browser: analysis, variations, restarts, two people, phones, keyboards, accessibility."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.interfaces.web.conftest import Server
from tests.interfaces.web.page import Person
from zermelo.games import catalogue
from zermelo.notation.record import GameRecord
from zermelo.notation.zermelo_json import write_json

pytestmark = pytest.mark.xdist_group("page")


@pytest.fixture
def person(browser: Any, server: Server) -> Iterator[Person]:
    one = Person(browser, server)
    yield one
    one.close()


def test_a_game_is_chosen_and_begun_from_the_gallery(person: Person) -> None:
    page = person.page
    page.goto(person.server.address)
    page.get_by_placeholder(re.compile("Search")).fill("noughts")
    page.get_by_role("link", name=re.compile("Tic-tac-toe")).first.click()
    page.get_by_role("button", name="People").click()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector("[data-tip]")
    person.click("b2")
    page.wait_for_selector('[data-tip="0"]')
    assert page.get_by_role("button", name="b2", exact=True).is_visible()  # in the list of moves
    page.goto(person.server.address)
    page.get_by_role("region", name="Games under way").get_by_role("link").first.click()
    page.wait_for_selector('[data-tip="0"]')


def test_the_machine_answers_and_shows_its_thoughts(person: Person) -> None:
    person.begin("connect_four", seats=["human", "alphabeta:depth=6"])
    person.play("d")
    person.page.wait_for_selector('[data-tip="0.0"]')
    person.page.get_by_role("tab", name="Analysis").click()
    person.page.wait_for_selector("svg[aria-label='value for player 1 over the game']")


def test_analysis_streams_and_draws_on_the_board(person: Person) -> None:
    person.begin("connect_four")
    page = person.page
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_label("player that analyses").fill("alphabeta:time=2")
    page.get_by_role("button", name="Analyse").click()
    page.wait_for_selector(".lines li:nth-child(3)")
    page.wait_for_selector(".mark")
    depths = set()
    for _ in range(200):
        depths.add(page.locator(".value .soft").inner_text().split("·")[0])
        if page.get_by_text("stopped by").count():
            break
        page.wait_for_timeout(50)
    assert len(depths) > 1
    rows = page.locator("table:not(.known) tbody tr").all_inner_texts()  # the book has a table of its own
    assert len(rows) == 7  # alpha-beta's root moves, those it only has a bound of as well
    assert any("at most" in row for row in rows)
    page.get_by_label("player that analyses").fill("mcts:sims=500")
    page.get_by_label("player that analyses").press("Enter")
    page.wait_for_selector("meter")
    page.get_by_role("button", name="Stop analysis").click()
    assert page.locator(".mark").count() == 0


def test_why_not_another_move(person: Person) -> None:
    person.begin("tic_tac_toe", moves="a1 b2 b1")
    page = person.page
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_role("button", name="Click a move on the board").click()
    person.click("a3")
    answer = page.locator(".answer")
    answer.get_by_text("In numbers").click()
    answer.get_by_text("gives away 1.00").wait_for()
    assert "c1" in answer.inner_text()
    assert person.view()["tip"] == [0, 0, 0]  # asking is not playing
    page.get_by_label("the move that you wonder about").fill("a1")
    page.get_by_label("the move that you wonder about").press("Enter")
    answer.get_by_text("is not possible").wait_for()


def test_an_illegal_click_is_explained(person: Person) -> None:
    person.begin("chess", moves="e4 e5 Qh5 Nc6 Qxf7+")
    person.click("g8")
    person.click("f6")
    alert = person.page.locator(".message").first
    alert.wait_for()
    assert "check" in alert.inner_text()
    person.page.get_by_label("Type a move").fill("Ke7e9")
    person.page.get_by_label("Type a move").press("Enter")
    person.page.wait_for_function("() => document.querySelector('.message')?.textContent.includes('Ke7e9')")


def test_taking_back_and_branching_keeps_both_lines(person: Person) -> None:
    person.begin("chess")
    for move in ("e4", "e5", "Nf3"):
        person.play(move)
    page = person.page
    page.get_by_role("button", name="Back", exact=True).click()
    page.get_by_role("button", name="Back", exact=True).click()
    page.wait_for_selector('[data-path="0"]')
    person.click("c7")
    person.click("c5")
    page.wait_for_selector('[data-tip="0.1"]')
    assert [row[1] for row in person.view()["tree"]] == ["", "e4", "e5", "Nf3", "c5"]
    assert page.locator(".variation").inner_text().replace("\n", " ").replace(" ", "") in ("(1…c5)", "(1…e52.Nf3)")
    page.get_by_role("button", name="Nf3", exact=True).click()
    page.wait_for_selector('[data-path="0.0.0"]')
    page.get_by_role("button", name="Take back").click()
    page.wait_for_selector('[data-tip="0"]')


def test_pieces_can_be_dragged(person: Person) -> None:
    person.begin("chess")
    page = person.page

    def middle(name: str) -> tuple[float, float]:
        box = page.locator(f'[data-cell="{name}"] .shape').bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    page.mouse.move(*middle("e2"))
    page.mouse.down()
    page.mouse.move(*middle("e3"), steps=4)
    page.mouse.move(*middle("e4"), steps=4)
    page.mouse.up()
    page.wait_for_selector('[data-tip="0"]')
    assert person.view()["tree"][1][1] == "e4"


def test_the_keyboard_suffices(person: Person) -> None:
    person.begin("tic_tac_toe")
    page = person.page
    page.locator('[data-cell][tabindex="0"]').focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_selector('[data-tip="0"]')
    assert person.view()["tree"][1][1] == "b2"
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector('[data-path=""]')


def test_a_reload_and_a_restart_lose_nothing(browser: Any, tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite")
    person = Person(browser, server)
    person.begin("chess", seats=["human", "human"])
    for move in ("e4", "e5"):
        person.play(move)
    person.page.reload()
    person.page.wait_for_selector('[data-tip="0.0"]')
    port = server.port
    server.stop(signal.SIGKILL)  # as bad as it gets
    person.page.get_by_text("The connection is lost").wait_for()
    server.start(port)
    person.page.wait_for_function("() => !document.body.textContent.includes('The connection is lost')")
    person.play("Nf3")
    assert [row[1] for row in person.view()["tree"]] == ["", "e4", "e5", "Nf3"]
    person.problems = [said for said in person.problems if "ERR_CONNECTION" not in said and "WebSocket" not in said]
    person.close()
    server.stop()


def test_two_tabs_see_the_same_game(person: Person) -> None:
    person.begin("connect_four")
    other = person.context.new_page()
    other.goto(f"{person.server.address}#/table/{person.table}")
    other.wait_for_selector("svg.board")
    person.play("d")
    other.wait_for_selector('[data-tip="0"]')
    other.locator('[data-cell="e6"] .shape').click(force=True)
    person.page.wait_for_selector('[data-tip="0.0"]')


def test_two_people_play_by_a_link(browser: Any, person: Person) -> None:
    opened = person.begin("connect_four")
    link = person.server.post(f"tables/{person.table}/invite", keys=opened["keys"], seat=1)["key"]
    person.page.reload()
    guest = Person(browser, person.server)
    guest.page.goto(f"{person.server.address}#/table/{person.table}/{link}")
    guest.page.wait_for_selector("svg.board")
    assert link not in guest.page.url  # the key does not stay in the address
    guest.click("a6")
    guest.page.get_by_text("the other player’s turn").wait_for()
    person.play("d")
    guest.page.get_by_text("Your move").wait_for()
    guest.click("e6")
    person.page.wait_for_selector('[data-tip="0.0"]')
    guest.page.get_by_role("button", name="Take back").click()
    person.page.get_by_role("button", name="Accept").click()
    guest.page.wait_for_selector('[data-tip="0"]')
    guest.close()


def test_people_meet_over_a_network(browser: Any, tmp_path: Path) -> None:
    """The owner comes by the printed link; the link for the guest carries the token too; nobody else gets in."""
    server = Server(tmp_path / "tables.sqlite", "--host", "127.0.0.2")
    owner, guest, stranger = (Person(browser, server) for _ in range(3))
    try:
        owner.page.goto(server.link + "#/new?game=connect_four")
        owner.page.get_by_role("button", name="People").click()
        owner.page.get_by_role("button", name="Begin").click()
        owner.page.wait_for_selector("svg.board")
        owner.page.get_by_role("tab", name="Game").click()
        owner.page.get_by_role("button", name="Link for player 2").click()
        said = owner.page.locator(".said")
        said.get_by_text("http").wait_for()
        link = "http" + said.inner_text().partition("http")[2]  # after "is copied:", where the browser lets a page copy
        stranger.page.goto(link.replace("token=", "token=x"))
        assert "needs its token" in stranger.page.content()
        guest.page.goto(link)
        guest.page.wait_for_selector("svg.board")
        owner.page.get_by_text("Your move").wait_for()
        owner.click("d6")
        guest.page.get_by_text("Your move").wait_for()
        guest.click("e6")
        owner.page.wait_for_selector('[data-tip="0.0"]')
        stranger.problems.clear()  # the browser says 401, as it should
        for person in (owner, guest, stranger):
            person.close()
    finally:
        server.stop()


def test_a_comment_is_written_and_a_variation_made_the_main_line(person: Person) -> None:
    person.begin("chess", moves="e4 e5 Nf3")
    page = person.page
    page.get_by_role("button", name="Back", exact=True).click()
    page.get_by_role("button", name="Back", exact=True).click()
    page.wait_for_selector('[data-path="0"]')
    person.click("c7")
    person.click("c5")
    page.wait_for_selector('[data-tip="0.1"]')
    page.get_by_label("Comment on this move").fill("Sicilian")
    page.get_by_label("Comment on this move").press("Enter")
    page.locator(".comment").get_by_text("Sicilian").wait_for()
    page.get_by_role("button", name="Make it the main line").click()
    page.wait_for_selector('[data-path="0.0"][data-tip="0.0"]')
    assert [row[1] for row in person.view()["tree"]] == ["", "e4", "c5", "e5", "Nf3"]
    page.get_by_role("button", name="e5", exact=True).click()
    page.wait_for_selector('[data-path="0.1"]')
    page.get_by_role("button", name="Take it out").click()
    page.wait_for_selector('[data-path="0"]')
    assert [row[1:] for row in person.view()["tree"]][1:] == [["e4", 0, ""], ["c5", 1, "Sicilian"]]


def test_the_pacman_laboratory(person: Person) -> None:
    page = person.page
    page.goto(person.server.address + "#/lab")
    demo = page.get_by_role("region", name="Minimax vs Expectimax")
    page.get_by_label("games a row").fill("2")
    demo.get_by_role("button", name="Run it").click()
    demo.get_by_text("Minimax is sure to die and hurries").wait_for(timeout=120_000)
    rows = demo.locator("tbody tr")
    assert rows.count() == 4
    assert "−501" in rows.first.inner_text()
    rows.first.get_by_role("button", name="Watch").click()
    page.wait_for_selector("svg.board")
    page.get_by_role("button", name="Pause").wait_for()


def test_hidden_cards_stay_hidden(browser: Any, person: Person) -> None:
    person.begin("kuhn_poker", seats=["human", "random"])
    page = person.page
    page.wait_for_function("() => document.querySelectorAll('.mover').length === 2")
    cards = person.server.get(f"tables/{person.table}/position", key=person.keys[:1], path="0.0")
    kinds = [piece["kind"] for piece in cards["scene"]["pieces"]]
    assert kinds == ["card", "card_back"]
    assert cards["text"] == ""
    rows = person.server.get(f"tables/{person.table}", key=person.keys[:1])["tree"]
    assert rows[1][1] == cards["scene"]["pieces"][0]["text"]  # one's own card
    assert rows[2][1] == "…"
    stranger = person.server.get(f"tables/{person.table}/position", path="0.0")
    assert [piece["kind"] for piece in stranger["scene"]["pieces"]] == ["card_back", "card_back"]
    assert person.server.client.get(f"/api/tables/{person.table}/file").status_code == 400


def test_a_review_marks_the_blunder(person: Person) -> None:
    person.begin("tic_tac_toe", moves="b2 a2 a1 c3 a3 c1 c2")
    page = person.page
    page.get_by_role("tab", name="Review").click()
    page.get_by_role("button", name="Review the game").click()
    page.get_by_text("blunder", exact=True).first.wait_for()
    page.get_by_text("Player 2", exact=True).wait_for()
    page.get_by_role("tab", name="Moves").click()
    assert "??" in page.locator(".list").inner_text()


def test_the_microscope_steps_through_a_search(person: Person) -> None:
    person.begin("tic_tac_toe", moves="b2 a1 a3 c1")
    page = person.page
    page.get_by_role("tab", name="Microscope").click()
    page.get_by_role("button", name="Look").click()
    frame = page.frame_locator("iframe")
    frame.locator("svg").first.wait_for()


def test_a_match_is_watched(person: Person) -> None:
    page = person.page
    page.goto(f"{person.server.address}#/watch")
    page.locator("form select").first.select_option("tic_tac_toe")
    page.get_by_label("games", exact=True).fill("2")
    page.get_by_role("button", name="Begin a match").click()
    page.get_by_text("2 of 2 games").first.wait_for()
    assert page.locator("table tbody tr").count() == 2


def test_a_file_is_saved_and_opened(person: Person, tmp_path: Path) -> None:
    person.begin("chess", moves="e4 c5")
    page = person.page
    page.get_by_role("tab", name="Game", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as PGN").click()
    file = tmp_path / "game.pgn"
    download.value.save_as(file)
    assert "1. e4 c5" in file.read_text()
    page.goto(person.server.address)
    page.set_input_files("input[type=file]", file)
    page.wait_for_selector('[data-tip="0.0"]')
    broken = tmp_path / "broken.json"
    broken.write_text('{"format":\n  x}')
    page.goto(person.server.address)
    page.set_input_files("input[type=file]", broken)
    page.get_by_text("line 2, column 3").wait_for()
    person.problems = [said for said in person.problems if "400" not in said]


def test_a_recording_is_watched(person: Person, tmp_path: Path) -> None:
    line = catalogue.begin("pacman")
    for _ in range(6):
        line.play(line.moves()[0])
    record = GameRecord.of(line, "pacman")
    record.seats = ["reflex", "a ghost", "a ghost"]
    file = tmp_path / "recording.json"
    file.write_text(write_json(record))
    page = person.page
    page.goto(person.server.address)
    page.set_input_files("input[type=file]", file)
    page.wait_for_selector('[data-path="0.0.0.0.0.0"]')
    page.get_by_role("button", name="Replay").click()
    page.wait_for_function("() => document.querySelector('[data-path]').dataset.path.length < 11")
    page.wait_for_selector('[data-path="0.0.0.0.0.0"]')
    page.get_by_role("button", name="Replay").wait_for()


def test_a_phone_shows_it_all(browser: Any, server: Server) -> None:
    person = Person(browser, server, viewport={"width": 375, "height": 740}, has_touch=True, is_mobile=True)
    person.begin("chess")
    assert person.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    person.page.locator('[data-cell="e2"] .shape').tap(force=True)
    person.page.locator('[data-cell="e4"] .shape').tap(force=True)
    person.page.wait_for_selector('[data-tip="0"]')
    person.page.goto(server.address)
    person.page.wait_for_selector(".card")
    assert person.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    person.close()
