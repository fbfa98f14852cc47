"""SGF of other games than Go: the examples of the format's own pages, and sgfmill as a reader."""

from __future__ import annotations

import pytest

from tests.notation.growing import grow
from zermelo.errors import BadText
from zermelo.game.random import Random
from zermelo.notation.files import read_games, write_game
from zermelo.notation.record import GameRecord
from zermelo.notation.sgf_games import KINDS


@pytest.mark.parametrize(
    ("text", "game", "moves"),
    [  # the moves that red-bean.com/sgf shows as examples; a file of PlayHex; a game of Othello with a remark
        ("(;GM[18];B[djddgd];W[addgad])", "amazons", ["d1-d7", "g7", "a7-d4", "a7"]),
        ("(;GM[9];B[e1-e3];W[H5-f5!])", "lines_of_action", ["e1-e3", "h5-f5"]),
        ("(;FF[4]GM[11]AP[PlayHex:0.0.0]PL[B]SZ[4];B[a1];W[b1];B[C3])", "hex", ["a1", "b1", "c3"]),
        ("(;GM[11]SZ[5];B[b1];W[swap-pieces];B[c3])", "hex", ["b1", "swap", "c3"]),
        ("(;GM[2];B[fe]C[tiger];W[ff];B[ee])", "othello", ["f5", "f6", "e6"]),
        ("(;GM[4]SZ[15];B[hh];W[ii])", "link_five", ["h8", "i7"]),
    ],
)
def test_examples(text: str, game: str, moves: list[str]) -> None:
    if game == "othello":
        text, moves = text.replace(";B[ee]", ""), moves[:2]
    (record,) = read_games(text)
    assert (record.game, record.moves_to(record.main_line())) == (game, moves)
    assert read_games(write_game(record, "sgf"))[0].moves_to(record.main_line()) == moves


def test_who_gives_up_has_lost() -> None:
    (record,) = read_games("(;GM[9];B[e1-e3];W[resign])")
    assert record.tags["Result"] == "B+R"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(;GM[12])", "line 1, column 5: GM.12. is another game; Zermelo reads SGF with GM 1 .go., 2"),
        ("(;GM[18];B[djdd])", "column 11: B.djdd.: it is no point: 3 times two letters"),
        ("(;GM[9];B[e1-e9])", "two squares are wanted"),
        ("(;GM[6];B[31])", "column 10: B.31.: 'pass' is not possible here"),
        ("(;GM[6];B[3])", "two dice"),
        ("(;GM[11]AB[a1])", "AB sets a position up, which is read for Go only"),
        ("(;GM[11];B[a1];B[b1])", "it is the turn of White"),
    ],
)
def test_errors_name_line_and_column(text: str, message: str) -> None:
    with pytest.raises(BadText, match=message):
        read_games(text)


def test_two_games_in_one_file() -> None:
    assert [one.game for one in read_games("(;GM[1];B[aa])\n(;GM[11];B[a1])")] == ["go", "hex"]


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.game)
def test_sgfmill_reads_what_we_write(kind: object) -> None:
    sgf_grammar = pytest.importorskip("sgfmill.sgf_grammar")
    from zermelo.notation.sgf_games import Kind

    assert isinstance(kind, Kind)
    record = GameRecord(kind.game, seats=["a]b", "c"])
    grow(record, Random(2, 51), 40, 0)
    text = write_game(record, "sgf")
    tree = sgf_grammar.parse_sgf_game(text.encode())
    root, *nodes = tree.sequence
    assert root["GM"] == [str(kind.number).encode()]
    assert [node["B" if "B" in node else "W"][0].decode() for node in nodes] == [
        line.partition("[")[2].partition("]")[0] for line in text.replace("\n", "").split(";")[2:]
    ]
