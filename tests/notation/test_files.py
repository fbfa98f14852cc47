"""Formats are told by the text; every game has at least Zermelo's own."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo.errors import BadParameter, BadText, ZermeloError
from zermelo.notation.files import formats_for, read_game, read_games, write_game
from zermelo.notation.record import GameRecord, Node


@pytest.mark.parametrize(
    ("game", "move", "kind"), [("chess", "e4", "pgn"), ("baduk", "C3", "sgf"), ("hex", "a1", "json")]
)
def test_a_game_comes_back_in_each_of_its_formats(game: str, move: str, kind: str) -> None:
    record = GameRecord(game, root=Node(children=[Node(move)]))
    assert formats_for(game)[0] == kind
    for chosen in formats_for(game):
        again = read_game("\ufeff" + write_game(record, chosen))
        assert again.line((0,)).to_text() == record.line((0,)).to_text()


def test_what_cannot_be_written_is_said() -> None:
    with pytest.raises(BadParameter, match="written as json, pgn, sgf"):
        write_game(GameRecord("chess"), "xml")
    with pytest.raises(BadParameter, match="hex is not written as pgn, but as json"):
        write_game(GameRecord("hex"), "pgn")
    assert formats_for("./mine.py") == ("json",)


def test_one_of_several_games_is_chosen_by_its_number() -> None:
    text = "{first} 1. e4 * 1. d4 *"
    assert len(read_games(text)) == 2
    assert read_game(text, number=2).root.children[0].move == "d4"
    with pytest.raises(BadText, match=r"a.pgn: there are 2 games in it; say which, a.pgn:1 to 2"):
        read_game(text, "a.pgn")
    with pytest.raises(BadText, match="there is no game 3"):
        read_game(text, number=3)
    with pytest.raises(BadText, match=r"a.sgf: line 1, column 8"):
        read_game("(;SZ[9]x", "a.sgf")
    with pytest.raises(BadText, match="empty"):
        read_game(" \n")


@settings(max_examples=100, deadline=None, database=None, derandomize=True)
@given(st.one_of(st.text(), st.text().map(lambda text: '{"format": "zermelo game", "version": 1, ' + text)))
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(ZermeloError):
        read_games(text)
