"""What somebody may see of a game in which something is hidden."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from zermelo.errors import IllegalMove
from zermelo.notation.record import GameRecord
from zermelo.session.editing import edit
from zermelo.session.keeping import from_json, to_json
from zermelo.session.options import SessionOptions
from zermelo.session.seats import Actor
from zermelo.session.session import Session
from zermelo.session.view import View, seed_told


def dealt(*moves: str, seats: tuple[str, ...] = ()) -> Session:
    session = Session(GameRecord("kuhn_poker", seats=list(seats)), SessionOptions(seed=1))
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
    with pytest.raises(IllegalMove, match="only who plays"):
        session.tell(Actor())
    session.tell(Actor((0,)))
    with pytest.raises(IllegalMove, match="when it is over"):
        dealt("J", "Q").tell(Actor((0,)))


def test_a_game_whose_cards_were_shown_does_not_go_on() -> None:
    session = dealt("J", "Q", seats=("human", "best"))
    me = session.everyone()
    session.resign(me)
    assert not View(session, me).may_ask(session.tip[:1])
    session.tell(me)
    assert View(session, me).may_ask(session.tip[:1])
    acts: list[Callable[[], None]] = [
        lambda: session.undo(me),
        lambda: session.redo(me),
        lambda: session.go((), me, running=True),
        lambda: session.play((0,), "K", me),
        lambda: session.reseat(["human", "human"], SessionOptions(), me),
    ]
    for act in acts:
        with pytest.raises(IllegalMove):
            act()
    again = from_json(to_json(session))
    with pytest.raises(IllegalMove, match="have been shown"):
        again.undo(me)


def test_nobody_sits_down_who_has_seen_the_cards_of_machines() -> None:
    session = dealt("J", "Q", seats=("human", "best"))
    me = session.everyone()
    session.reseat(["best", "best"], session.options, me)
    assert cards(View(session, me)) == ["J", "Q"]
    session.go((), me, running=False)
    edit(session, "remove", (0,), "", me)
    with pytest.raises(IllegalMove, match="before the first move"):
        session.reseat(["human", "best"], session.options, me)  # the same seed would deal the same cards


def test_the_seed_is_told_when_it_foretells_nothing() -> None:
    assert not seed_told(dealt("J", "Q"))
    assert not seed_told(dealt("J", "Q", "pass", "pass"))  # it might be taken back
    assert seed_told(Session(GameRecord("chess")))
    assert not seed_told(Session(GameRecord("backgammon")))


def test_open_games_are_open_to_onlookers() -> None:
    session = Session(GameRecord("chess"))
    session.play((), "e4")
    view = View(session, Actor())
    assert len(view.scene().pieces) == 32
    assert texts(view) == ["e4"]
    assert view.legal(session.tip) is not None
    assert view.may_ask(session.tip)
