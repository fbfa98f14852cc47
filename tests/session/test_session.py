"""A game under way: moving, taking back, resigning, offers, seats, the record."""

from __future__ import annotations

import subprocess
import sys

import pytest

from zermelo.errors import BadParameter, BadText, IllegalMove
from zermelo.games import catalogue
from zermelo.notation.record import GameRecord
from zermelo.session.editing import edit
from zermelo.session.options import SessionOptions
from zermelo.session.seats import Actor
from zermelo.session.session import News, Session


def begun(game: str, *moves: str, seats: tuple[str, ...] = ()) -> Session:
    session = Session(GameRecord(game, seats=list(seats)), SessionOptions(seed=1))
    for move in moves:
        session.play(session.tip, move)
    return session


def test_moves_of_a_machine_are_its_own() -> None:
    session = begun("chess", seats=("human", "best"))
    me = session.everyone()
    session.play((), "e4", me)
    assert session.moves_by_itself()
    with pytest.raises(IllegalMove, match="is thinking"):
        session.play(session.tip, "e5", me)
    session.go(session.tip, me, running=False)
    assert not session.moves_by_itself()
    session.play(session.tip, "e5", me)


def test_what_is_taken_back_becomes_a_variation() -> None:
    session = begun("chess", "e4", "e5", "Nf3", "Nc6")
    session.take_news()
    session.undo(session.everyone())
    session.undo(session.everyone())
    assert session.moves_to(session.tip) == ["e4", "e5"]
    assert len(session.record.main_line()) == 4  # nothing is lost
    session.play(session.tip, "d4")
    assert session.tip == (0, 0, 0)
    assert [child.move for child in session.record.node((0, 0)).children] == ["d4", "Nf3"]
    assert session.moves_to((0, 0, 1, 0)) == ["e4", "e5", "Nf3", "Nc6"]
    assert session.take_news().rearranged
    session.play(session.tip, "exd4")
    assert session.take_news() == News([(0, 0, 0, 0)])


def test_a_move_made_elsewhere_is_a_variation() -> None:
    session = begun("chess", "e4", "e5", "Nf3")
    session.play((0,), "c5", session.everyone())
    assert session.tip == (0, 1)
    assert session.moves_to(session.record.main_line()) == ["e4", "e5", "Nf3"]


def test_taking_back_goes_to_the_beginning_of_a_persons_turn_and_redo_returns() -> None:
    moves = ["d1-d4", "d6", "d10-d7", "d8"]  # a turn is a queen's move and an arrow
    session = begun("amazons", *moves, "g1-g4", seats=("human", "best"))
    me = session.everyone()
    session.undo(me)
    assert session.moves_to(session.tip) == moves  # in the middle of a turn, its beginning
    session.undo(me)
    assert session.tip == ()  # the whole turn, and the machine's answer
    session.redo(me)
    assert session.moves_to(session.tip) == moves
    session.redo(me)
    assert session.moves_to(session.tip) == [*moves, "g1-g4"]
    with pytest.raises(IllegalMove, match="no move to play again"):
        session.redo(me)
    watched = begun("tic_tac_toe", "a1", "b2", seats=("best", "best"))
    watched.undo(watched.everyone())
    assert watched.moves_to(watched.tip) == ["a1"]  # where no person plays, one move
    with pytest.raises(IllegalMove, match="no move to take back"):
        begun("chess").undo(me)


def test_a_step_of_ones_own_turn_is_taken_back_without_asking() -> None:
    session = begun("amazons", "d1-d7")
    guest, host = Actor((1,)), Actor((0,))
    with pytest.raises(IllegalMove, match="one's own turn"):
        session.undo(guest, step=True)
    session.undo(host, step=True)
    assert session.tip == ()
    assert session.offer is None
    with pytest.raises(IllegalMove, match="one's own turn"):
        session.undo(host, step=True)


def test_with_somebody_else_taking_back_is_an_offer() -> None:
    session = begun("chess", "e4", "e5")
    one, two = Actor((0,)), Actor((1,))
    with pytest.raises(IllegalMove, match="somebody else plays too"):
        session.go((), one, running=True)
    with pytest.raises(IllegalMove, match="not in its past"):
        session.play((), "d4", one)
    with pytest.raises(IllegalMove, match="only who plays"):
        session.undo(Actor())
    session.undo(two)
    assert session.offer is not None
    assert session.offer.seat == 1
    session.undo(two)  # asking again accepts nothing
    assert len(session.tip) == 2
    session.decline(one)
    assert session.offer is None
    session.undo(two)
    session.undo(one)
    assert session.moves_to(session.tip) == ["e4"]
    assert session.offer is None


def test_who_resigns() -> None:
    session = begun("chess", "e4")
    session.resign(session.everyone())
    assert session.resigned == 1  # the seat to move
    outcome = session.outcome()
    assert outcome is not None
    assert outcome.utilities == (1.0, -1.0)
    with pytest.raises(IllegalMove, match="nothing to resign"):
        session.resign(Actor((0,)))
    with pytest.raises(IllegalMove, match="over"):
        session.play(session.tip, "e5")
    session.undo(session.everyone())
    assert not session.over()
    session.play(session.tip, "e4")
    session.resign(Actor((0,)))
    assert session.resigned == 0  # not to move, but the only seat held
    with pytest.raises(IllegalMove, match="only who plays can resign"):
        begun("chess", seats=("best", "best")).resign(Actor((0, 1)))


def test_seats_can_be_changed_by_who_is_alone() -> None:
    session = begun("chess", "e4")
    options = SessionOptions(seed=1, clock=60)
    with pytest.raises(IllegalMove, match="the seats stay"):
        session.reseat(["human", "best"], options, Actor((0,)))
    with pytest.raises(BadParameter, match="2 seats, 1 players"):
        session.reseat(["human"], options, session.everyone())
    session.reseat(["human", "best"], options, session.everyone())
    assert session.mover() == "best"
    assert session.time_left(0) == 60
    assert session.time_left(1) is None
    with pytest.raises(BadParameter, match="has 2 players, 3 were given"):
        begun("chess", seats=("human",) * 3)


def test_nobody_sits_down_where_cards_were_shown() -> None:
    session = begun("kuhn_poker", "J", "Q", seats=("human", "best"))
    session.reseat(["best", "best"], session.options, session.everyone())
    with pytest.raises(IllegalMove, match="before the first move"):
        session.reseat(["human", "best"], session.options, session.everyone())


def test_positions_far_back_are_found_again() -> None:
    session, own = begun("go"), catalogue.begin("go")
    for _ in range(70):
        move = own.moves()[len(own.played) % 7]
        own.play(move)
        session.play(session.tip, move)
    assert session.playthrough.to_text() == own.to_text()
    assert len(session.at((0,)).played) == 1
    assert len(session.positions.known) <= 48


def test_a_record_is_edited_and_the_game_stays_where_it_stands() -> None:
    session = begun("chess")
    me = session.everyone()
    for path, move in (((), "e4"), ((0,), "e5"), ((0,), "c5"), ((0, 1), "Nf3"), ((), "d4")):
        session.play(path, move)
    assert edit(session, "promote", (0, 1), "", me) == (0, 0)
    assert session.moves_to((0, 0, 0)) == ["e4", "c5", "Nf3"]
    assert session.moves_to(session.tip) == ["d4"]
    assert session.at((0, 0)).line_text() == "e4 c5"
    edit(session, "remove", (0,), "", me)
    assert session.moves_to(session.tip) == ["d4"]
    with pytest.raises(IllegalMove, match="stands on this line"):
        edit(session, "remove", (0,), "", me)
    with pytest.raises(IllegalMove, match="only who plays"):
        edit(session, "comment", (0,), "well", Actor())
    with pytest.raises(BadText, match="no variation"):
        edit(session, "comment", (3,), "well", me)
    with pytest.raises(IllegalMove, match="stays as it is"):
        edit(session, "promote", (0,), "", Actor((0,)))
    with pytest.raises(BadParameter, match="not by 'burn'"):
        edit(session, "burn", (0,), "", me)


def test_a_whole_turn_or_nothing() -> None:
    session = begun("amazons")
    with pytest.raises(IllegalMove):
        session.play_turn("d1-d4/a10")
    assert session.tip == ()
    session.play_turn("d1-d4/d6")
    assert session.moves_to(session.tip) == ["d1-d4", "d6"]


def test_a_server_that_keeps_games_needs_no_compiler() -> None:
    """The session imports no player and no search: a server that hosts tables starts fast and stays small."""
    program = "import sys, zermelo.interfaces.web.app; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
