"""Games played by clicks in a real browser: whole ones of many kinds, and a move of every game there is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.interfaces.web.conftest import Server
from tests.interfaces.web.page import Person
from zermelo.game.random import Random
from zermelo.games import catalogue

pytestmark = pytest.mark.xdist_group("page")


@pytest.fixture
def person(browser: Any, server: Server) -> Iterator[Person]:
    one = Person(browser, server)
    yield one
    one.close()


def test_tic_tac_toe_is_played_to_its_end(person: Person) -> None:
    person.begin("tic_tac_toe")
    for cell in ("b2", "a1", "a3", "c1", "c3", "a2"):
        person.play(cell)
    person.play("b3")
    assert "Player 1 wins" in person.status()
    assert person.view()["outcome"]["winners"] == [0]


def test_connect_four_is_played_to_its_end(person: Person) -> None:
    person.begin("connect_four")
    for column in "dedede":
        person.play(column)
    person.play("d")
    assert "Player 1 wins" in person.status()


def test_chess_with_castling_and_promotion(person: Person) -> None:
    person.begin("chess")
    game = (
        "e4 d5 exd5 c6 dxc6 Nf6 cxb7 e6 bxa8=Q Be7 Nf3 O-O Be2 Nd5 O-O Nf4 Qxb8 f6 Qxf4 e5 Qg3 Kh8 Nxe5 fxe5 Qxe5 Bf6"
    )
    for move in game.split():
        person.play(move)
    while person.view()["mover"]:  # two queens need no plan: any mate at once, else a check
        moves = [one["move"] for one in person.position()["moves"]]
        mate = [text for text in moves if "#" in text]
        check = [text for text in moves if "+" in text]
        person.play((mate or check or moves)[0])
        if len(person.view()["tip"]) > 120:
            break
    texts = [row[1] for row in person.view()["tree"]]
    assert "O-O" in texts
    assert "bxa8=Q" in texts
    assert person.view()["outcome"] is not None


def test_go_with_a_capture_and_passes(person: Person) -> None:
    person.begin("go")
    for stone in ("C3", "B3", "B4", "J1", "B2", "J9", "A3"):
        person.play(stone)
    colours = [(piece["cell"], piece["owner"]) for piece in person.position()["scene"]["pieces"]]
    assert ("B3", 1) not in colours
    for _ in range(2):
        person.play("pass")
    assert person.view()["outcome"] is not None
    assert "wins" in person.status()


def test_backgammon_with_dice(person: Person) -> None:
    person.begin("backgammon")
    for _ in range(600):
        view = person.view()
        if not view["mover"]:
            break
        if view["turn"] >= 0:  # else the dice are being rolled
            person.play_any(lambda moves: sensible(moves, person))
    assert person.view()["outcome"] is not None


def test_amazons_with_arrows(person: Person) -> None:
    person.begin("amazons", settings={"size": "6"})
    luck = Random(5)
    while person.view()["mover"]:
        person.play_any(lambda moves: moves[luck.below(len(moves))])
    assert "wins" in person.status()


def test_chinese_checkers_for_three(person: Person) -> None:
    person.begin("chinese_checkers", settings={"players": "3", "side": "2"}, seats=["human", "greedy", "greedy"])
    for _ in range(400):
        view = person.view()
        if not view["mover"]:
            break
        if view["mover"] != "human":
            person.page.wait_for_timeout(30)
            continue
        person.play_any(lambda moves: sensible(moves, person))
    assert person.view()["outcome"] is not None


def sensible(moves: list[dict[str, Any]], person: Person) -> dict[str, Any]:
    """The move that the game's own evaluation likes best, so that games come to an end."""
    view = person.view()
    state = catalogue.variant(view["game"], view["settings"]).from_text(person.position()["text"])
    mover = state.turn

    def worth(move: dict[str, Any]) -> float:
        after = state.copy()
        after.play(after.parse_move(move["move"]))
        value = float(after.evaluate_for(mover))
        return value if after.legal() else float(after.utility(mover))

    return max(moves, key=worth)


@pytest.mark.parametrize("game", list(catalogue.entries()))
def test_every_game_is_drawn_and_moved_in(person: Person, game: str) -> None:
    opened = person.begin(game)
    seats = len(opened["keys"])
    assert person.page.locator(".side li").count() >= seats
    while person.view()["turn"] < 0:
        person.page.wait_for_timeout(30)
    scene = person.position()["scene"]
    assert person.page.locator("svg.board [data-cell]").count() == len(scene["cells"])
    assert person.page.locator("svg.board .mover").count() == len(scene["pieces"])
    person.play_any(lambda moves: moves[len(moves) // 2])
    rows = [row for row in person.view()["tree"] if row[2] >= 0]
    assert len(rows) >= 2
