"""Every game is played to its end on the page with mouse and keys, against a machine that moves at random.

`make test` plays a part of the games, another one every day (`ZERMELO_PART` names one); `make test-all` plays them all.
"""

from __future__ import annotations

import datetime
import os
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.interfaces.web.conftest import Server
from tests.interfaces.web.page import Person
from zermelo.game.random import Random
from zermelo.games import catalogue

pytestmark = pytest.mark.xdist_group("page")
PARTS = 17
PART = int(os.environ.get("ZERMELO_PART", datetime.date.today().toordinal())) % PARTS
MOST = 500  # moves of one's own
LONG = {
    "halma",
    "stratego",
    "hidden_stratego",
    "scrabble",
    "shogi",
    "twenty_forty_eight",
    "carcassonne",
}  # minutes each
SETTINGS = {"hidden_stratego": {"army": "small"}}  # a smaller board, where chance moves alone would not end

# where the first position would be thousands of moves from the end
POSITIONS = {"monopoly": "1500@0 700@0 ; 5B 16A5 18A5 19A5 31A 37B 39A ; turn=0"}


@pytest.fixture
def person(browser: Any, server: Server) -> Iterator[Person]:
    one = Person(browser, server)
    yield one
    one.close()


@pytest.mark.parametrize(("number", "game"), list(enumerate(catalogue.entries())))
def test_a_game_is_finished_by_hand(person: Person, number: int, game: str, long_run: bool) -> None:
    if not long_run and (number % PARTS != PART or game in LONG):
        pytest.skip("it is another part's turn today")
    players = catalogue.find(game).players
    seats = ["human", *["random:seed=3"] * (players - 1)]
    person.begin(game, seats=seats, settings=SETTINGS.get(game, {}), position=POSITIONS.get(game, ""))
    person.hands.luck = luck = Random(number + 1)
    for _ in range(MOST):
        if not wait_for_turn(person):
            break
        position = person.position()
        person.hands.make(position, choice(person, position, luck))
    view = person.view()
    assert view["outcome"] is not None, f"{game} has not ended after {len(view['tip'])} moves"
    person.page.wait_for_selector(f'[data-path="{".".join(map(str, view["tip"]))}"]')
    assert view["outcome"]["reason"] in person.page.locator("body").inner_text()


def wait_for_turn(person: Person) -> bool:
    """Whether it is the person's turn, once machine and dice have moved; false when the game is over."""
    until = time.monotonic() + 180
    while time.monotonic() < until:
        view = person.view()
        if view["outcome"] is not None or view["mover"] == "human":
            return view["outcome"] is None
        person.page.wait_for_timeout(20)
    raise AssertionError("nobody moves")


def choice(person: Person, position: dict[str, Any], luck: Random) -> dict[str, Any]:
    """One of the moves that the page offers: a promising one, so that games come to an end."""
    moves: list[dict[str, Any]] = position["moves"]
    few = [moves[luck.below(len(moves))] for _ in range(12)]
    view = person.view()
    if not position["text"] or view["facts"]["hidden"] or len(view["seats"]) == 1:  # alone, a good player has no end
        return few[0]
    state = catalogue.variant(view["game"], view["settings"]).from_text(position["text"])

    def worth(move: dict[str, Any]) -> float:
        after = state.copy()
        after.play(after.parse_move(move["move"]))
        return float(after.evaluate_for(state.turn) if after.legal() else after.utility(state.turn))

    return max(few, key=worth)
