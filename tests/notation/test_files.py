"""Formats are told by the text; every game has at least Zermelo's own."""

from __future__ import annotations

import contextlib
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.notation.growing import grow
from zermelo.errors import BadParameter, BadText, ZermeloError
from zermelo.game.random import Random
from zermelo.games import catalogue
from zermelo.notation.files import decoded, formats_for, read_game, read_games, write_game
from zermelo.notation.record import GameRecord, Node
from zermelo.notation.turns import Turn, turns_of


@pytest.mark.parametrize(
    ("game", "move", "kind"), [("chess", "e4", "pgn"), ("baduk", "C3", "sgf"), ("pig", "roll", "json")]
)
def test_a_game_comes_back_in_each_of_its_formats(game: str, move: str, kind: str) -> None:
    record = GameRecord(game, root=Node(children=[Node(move)]))
    assert formats_for(game)[0] == kind
    for chosen in formats_for(game):
        again = read_game("\ufeff" + write_game(record, chosen))
        assert again.line((0,)).to_text() == record.line((0,)).to_text()


def test_what_cannot_be_written_is_said() -> None:
    with pytest.raises(BadParameter, match="written as json, pgn, pdn, sgf, mat, kif, usi"):
        write_game(GameRecord("chess"), "xml")
    with pytest.raises(BadParameter, match="hex is not written as pgn, but as sgf or json"):
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


def folded(record: GameRecord, kind: str) -> object:
    """The turns of a record with their order, without comments."""

    def shown(turn: Turn) -> object:
        return turn.move, [shown(child) for child in turn.children]

    return shown(turns_of(record, kind))


def finish_turns(record: GameRecord) -> None:
    """Take moves out until no line stops inside a turn."""
    while open_ended := [
        path for path, node in record.walk() if path and not node.children and record.line(path).state.midturn()
    ]:
        record.remove(open_ended[-1])


@pytest.mark.parametrize(
    ("game", "kind"), [(name, kind) for name, entry in catalogue.entries().items() for kind in entry.formats]
)
def test_records_come_back_with_their_variations(game: str, kind: str, long_run: bool) -> None:
    for seed in range(60 if long_run else 2):
        random = Random(seed, 11)
        record = GameRecord(game, tags={"Event": "a  b"}, seats=["one", "two"])
        main_line_only = kind in ("usi", "mat")
        grow(record, random, 8 + random.below(50), 0 if main_line_only else random.below(4))
        finish_turns(record)
        text = write_game(record, kind)
        (again,) = read_games(text)
        assert catalogue.entry_of(again.game) == catalogue.entry_of(game)
        assert folded(again, kind) == folded(record, kind), text


def complaint(text: str) -> str:
    """Why a text is refused; nothing where it is read."""
    try:
        read_games(text)
    except BadText as problem:
        return str(problem)
    return ""


@pytest.mark.parametrize("kind", ["pgn", "pdn", "sgf", "mat", "kif", "usi"])
def test_a_damaged_file_is_refused_with_its_place_or_read(kind: str) -> None:
    game = next(name for name, entry in catalogue.entries().items() if kind in entry.formats and name != "amazons")
    refused = 0
    record = GameRecord(game)
    grow(record, Random(1, 12), 12, 0)
    finish_turns(record)
    text = write_game(record, kind)
    for seed in range(30):
        random = Random(seed, 12)
        at = random.below(len(text))
        damaged = text[:at] + "1x)[;7\n"[random.below(7)] + text[at + 1 :]
        said = complaint(damaged)
        assert re.match(r"(line \d+, column \d+: |there (is|are) |$)", said), (said, damaged)
        refused += bool(said)
    assert refused > 5


def test_files_of_shogi_are_read_in_both_encodings() -> None:
    text = "手合割：平手\n先手：甲\n手数----指手---------消費時間--\n   1 ７六歩(77)\n"
    for encoding in ("utf-8", "cp932"):
        assert decoded(text.encode(encoding)) == text
    assert decoded("1. e4 {déjà vu} *".encode("latin-1")) == "1. e4 {déjà vu} *"


def test_tags_that_the_own_format_of_a_game_cannot_say_are_refused() -> None:
    """Found by `--hostile-seed 2425 --hostile-times 10`: it was read, and could not be written as PGN."""
    record = GameRecord("chess", tags={"": "x"})
    text = write_game(record, "json")
    with pytest.raises(BadText, match="a tag's name in PGN is letters"):
        read_game(text)
    assert read_game(write_game(GameRecord("shogi", tags={"備考": "x"}), "json")).tags == {"備考": "x"}


@pytest.mark.parametrize(
    "text",
    ["1. e4 {a \ud800 remark} e5 *", "(;GM[1]SZ[9]C[\udfff];B[aa])", '{"format": "zermelo game", "x": "\ud800"}'],
)
def test_half_a_character_is_refused_in_every_format(text: str) -> None:
    """Found by `--hostile-seed 2425 --hostile-times 10`: a game was read that could not be kept."""
    with pytest.raises(BadText, match="half a character"):
        read_game(text)
