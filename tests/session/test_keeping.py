"""Games kept as plain data and as files."""

from __future__ import annotations

import json

import pytest

from zermelo.errors import BadText
from zermelo.notation.files import read_game, write_game
from zermelo.notation.record import GameRecord
from zermelo.session.keeping import from_json, from_record, seed_of, to_json, to_record
from zermelo.session.options import SessionOptions
from zermelo.session.session import Session


def begun(game: str, *moves: str) -> Session:
    session = Session(GameRecord(game), SessionOptions(seed=77, clock=60, increment=1))
    for move in moves:
        session.play(session.tip, move)
    return session


def through_file(session: Session, kind: str) -> Session:
    return from_record(read_game(write_game(to_record(session, kind), kind)))


def test_plain_data_brings_everything_back() -> None:
    session = begun("chess", "e4", "e5", "Nf3")
    session.play((0,), "c5")
    session.clock.left[1] = 31.5
    session.undo(session.everyone())
    again = from_json(json.loads(json.dumps(to_json(session))))
    assert again.record == session.record
    assert (again.tip, again.taken_back, again.options) == (session.tip, True, session.options)
    assert again.clock.left == session.clock.left
    assert again.clock.increment == 1
    session.play(session.tip, "Nc6")
    session.resign(session.everyone())
    assert from_json(to_json(session)).outcome() == session.outcome()


def test_games_kept_before_moves_were_taken_back_are_read() -> None:
    data = to_json(begun("chess", "e4"))
    del data["taken_back"]
    assert not from_json(data).taken_back


@pytest.mark.parametrize("undone", [1, 2, 3])
def test_a_file_says_where_the_game_stands(undone: int) -> None:
    session = begun("chess", "e4", "e5", "Nf3")
    for _ in range(undone):
        session.undo(session.everyone())
    again = through_file(session, "json")
    assert again.tip == session.tip
    assert again.taken_back
    assert again.options.seed == 77
    assert len(again.record.main_line()) == 3
    assert again.record.tags == {}  # they are written anew
    assert through_file(session, "pgn").moves_to(through_file(session, "pgn").tip) == session.moves_to(session.tip)


def test_a_place_that_was_gone_to_is_no_taking_back() -> None:
    session = begun("chess", "e4", "e5", "Nf3")
    session.go((0,), session.everyone(), running=False)
    again = through_file(session, "pgn")
    assert again.tip == (0,)
    assert not again.taken_back
    assert len(again.record.main_line()) == 3


def test_who_resigned_is_in_the_file() -> None:
    session = begun("chess", "e4")
    session.resign(session.everyone())
    assert "0-1" not in write_game(to_record(session, "pgn"), "pgn")
    assert "1. e4 1-0" in write_game(to_record(session, "pgn"), "pgn")
    assert through_file(session, "pgn").outcome() == session.outcome()
    assert through_file(session, "json").outcome() == session.outcome()


def test_a_loaded_game_that_goes_on_loses_its_result() -> None:
    session = from_record(read_game('[Result "1-0"]\n\n1. e4 e5 1-0'))
    session.play((0,), "c5")
    assert session.record.tags["Result"] == "1-0"  # a variation ends nothing
    session.play((0, 0), "Nf3")
    assert "Result" not in session.record.tags


def test_the_seed_stays_out_of_the_file_where_it_must() -> None:
    session = begun("backgammon")
    assert seed_of(to_record(session)) == 77
    assert seed_of(to_record(session, with_seed=False)) is None


def test_a_place_that_is_none_is_refused() -> None:
    with pytest.raises(BadText, match="is a place like"):
        from_record(GameRecord("chess", tags={"Tip": "x.y"}))
    with pytest.raises(BadText, match="no variation"):
        from_record(GameRecord("chess", tags={"Tip": "0.0"}))
