"""What somebody may see of a game in which something is hidden."""

from __future__ import annotations

import pytest

from zermelo.notation.record import Record
from zermelo.session.options import SessionOptions
from zermelo.session.seats import Actor
from zermelo.session.session import Session
from zermelo.session.view import View, all_told, seed_told


def dealt(*moves: str, seats: tuple[str, ...] = ()) -> Session:
    session = Session(Record("kuhn_poker", seats=list(seats)), SessionOptions(seed=1))
    for move in moves:
        session.play(session.tip, move)
    return session


def cards(view: View) -> list[str]:
    return [piece.text if piece.kind == "card" else "?" for piece in view.scene().pieces]


def texts(view: View) -> list[str | None]:
    return [row.text for row in view.rows()]


@pytest.mark.parametrize(
    ("held", "shown", "told"),
    [
        ((0,), ["J", "?"], ["J", None, "pass"]),
        ((1,), ["?", "Q"], [None, "Q", "pass"]),
        ((), ["?", "?"], [None, None, None]),
        ((0, 1), ["?", "Q"], [None, None, "pass"]),  # a shared screen: player 2 is to move
    ],
)
def test_everybody_sees_what_their_seat_sees(held: tuple[int, ...], shown: list[str], told: list[str | None]) -> None:
    view = View(dealt("J", "Q", "pass"), Actor(held))
    assert cards(view) == shown
    assert texts(view) == told


def test_a_machines_cards_are_seen_by_nobody_else() -> None:
    session = dealt("J", "Q", "pass", seats=("human", "best"))
    view = View(session, session.everyone())  # who opens a game holds the machine's seat too
    assert cards(view) == ["J", "?"]
    assert texts(view) == ["J", None, "pass"]
    assert view.legal(session.tip) is None
    assert not view.may_ask(session.tip)
    assert view.may_ask(session.tip[:2])
    session.go(session.tip, session.everyone(), running=False)
    assert not session.may_move(session.tip, session.everyone())  # nor moved for it
    assert view.legal(session.tip) is None


def test_where_only_machines_play_their_owner_sees_everything() -> None:
    session = dealt("J", "Q", seats=("best", "random"))
    assert cards(View(session, session.everyone())) == ["J", "Q"]
    assert texts(View(session, session.everyone())) == ["J", "Q"]
    assert cards(View(session, Actor())) == ["?", "?"]


def test_the_end_shows_no_more_but_the_game_may_be_saved() -> None:
    session = dealt("J", "Q", "pass", "bet", "pass")
    assert session.over()
    assert cards(View(session, Actor((0,)))) == ["J", "?"]
    assert cards(View(session, session.everyone())) == ["?", "?"]
    assert all_told(session)
    assert not all_told(dealt("J", "Q"))


def test_the_seed_is_told_when_it_foretells_nothing() -> None:
    assert not seed_told(dealt("J", "Q"))
    assert not seed_told(dealt("J", "Q", "pass", "pass"))  # it might be taken back
    assert seed_told(Session(Record("chess")))
    assert not seed_told(Session(Record("backgammon")))


def test_open_games_are_open_to_onlookers() -> None:
    session = Session(Record("chess"))
    session.play((), "e4")
    view = View(session, Actor())
    assert len(view.scene().pieces) == 32
    assert texts(view) == ["e4"]
    assert view.legal(session.tip) is not None
    assert view.may_ask(session.tip)
