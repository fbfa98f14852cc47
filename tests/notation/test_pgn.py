"""PGN: read strictly, written so that others read it; python-chess is the judge."""

from __future__ import annotations

import io
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.notation.growing import grow
from zermelo.errors import BadText, ZermeloError
from zermelo.game.random import Random
from zermelo.notation.pgn import read_pgn, write_pgn
from zermelo.notation.record import GameRecord, Node

EXAMPLE = """[Event "A \\"test\\""]
[White "One"]
[Black "Other"]
[Result "1-0"]
[Opening "Ruy Lopez"]

1. e4! {best by test} e5 (1... c5 $14 {Sicilian} 2. Nf3 (2. c3) 2... d6) 2. Nf3 ; to the end of the line
% a line for other programs
Nc6 3.Bb5 a6 4. 0-0 Nf6 1-0

1. d4 *
"""


def test_tags_comments_glyphs_and_variations() -> None:
    first, second = read_pgn(EXAMPLE)
    assert first.tags == {
        "Event": 'A "test"', "White": "One", "Black": "Other", "Result": "1-0", "Opening": "Ruy Lopez",
    }  # fmt: skip
    assert first.line(first.main_line()).line_text() == "e4 e5 Nf3 Nc6 Bb5 a6 O-O Nf6"
    assert first.line((0, 1, 0, 0)).line_text() == "e4 c5 Nf3 d6"
    assert first.line((0, 1, 1)).line_text() == "e4 c5 c3"
    assert first.root.children[0].comment == "! best by test"
    assert first.node((0, 1)).comment == "$14 Sicilian"
    assert first.node((0, 0, 0)).comment == "to the end of the line"
    assert second.tags == {}
    for record in (first, second):
        assert read_pgn(write_pgn(record)) == [record]
    assert "$1 {best by test} 1... e5 (1... c5 $14 {Sicilian}" in write_pgn(first)
    assert max(map(len, write_pgn(first).splitlines())) < 80


def test_a_position_is_set_up_and_the_result_follows_from_the_rules() -> None:
    record = GameRecord("chess", position="6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 3 20", root=Node(children=[Node("Ra8#")]))
    text = write_pgn(record)
    assert '[SetUp "1"]\n[FEN "6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 3 20"]' in text
    assert '[Result "1-0"]' in text
    assert "20. Ra8# 1-0" in text
    again = read_pgn(text)[0]
    assert (again.position, again.root) == (record.position, record.root)


def test_chess960_says_so() -> None:
    record = GameRecord("chess", {"position": "0"}, root=Node(children=[Node("g3")]))
    text = write_pgn(record)
    assert '[Variant "Chess960"]' in text
    assert read_pgn(text)[0].begin().to_text() == record.begin().to_text()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no game in this text"),
        ("1. e4 e5\n2. Ke3", "line 2, column 4: 'Ke3' is not possible here: no king of White can go to e3"),
        ("1. e4 hello", "line 1, column 7: 'hello' is no move"),
        ("1. e4 (e5", "line 1, column 8"),
        ("1. e4 (1. d4", "line 1, column 7: the variation that begins here is never closed"),
        ("1. e4 ) e5", "column 7: this bracket closes no variation"),
        ("(1. e4)", "a variation stands after the move"),
        ("1. e4 ( ) e5", "a variation without a move"),
        ("1. e4 {open", "column 7: the comment that begins here is never closed"),
        ("1. e4 --", "null move"),
        ("1. e4 <x>", "'<' has no meaning"),
        ("1. e4 (1. d4 *) *", "inside a variation"),
        ('[White "a"', 'a tag is written'),
        ('[White "a"] [White "b"]', "column 13: the tag White is given twice"),
        ('[Result "2-0"]', "Result is"),
        ('[Result "1-0"] 1. e4 0-1', "ends with 0-1, but its tag Result says 1-0"),
        ('[SetUp "1"] *', "no tag FEN"),
        ('\n[FEN "8/8 w"] *', "line 2, column 1: the tag FEN: a position of chess"),
        ('[Variant "Atomic"] *', "another game"),
        ("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4", "occurred 3 times"),
    ],
)  # fmt: skip
def test_errors_name_line_and_column(text: str, message: str) -> None:
    with pytest.raises(BadText, match=message.replace("(", r"\(").replace("<", r"\<")):
        read_pgn(text)


def test_only_chess_is_written() -> None:
    with pytest.raises(BadText, match="write it as json"):
        write_pgn(GameRecord("go"))
    with pytest.raises(BadText, match="tag's name"):
        write_pgn(GameRecord("chess", tags={"a b": "c"}))


def test_a_long_game_with_a_variation_at_every_move_needs_no_recursion() -> None:
    record, shuffle = GameRecord("chess"), ("Nf3", "Nf6", "Ng1", "Ng8")
    node = record.root
    for number in range(3000):
        node.children = [Node(shuffle[number % 4], "x"), Node(("e4", "e5")[number % 2])]
        node = node.children[0]
    from zermelo.notation.movetext import moves_of
    from zermelo.notation.turns import turns_of

    assert len(moves_of(turns_of(record, "PGN"), 0)) > 12_000


def test_python_chess_reads_what_we_write_and_we_read_what_it_writes(long_run: bool) -> None:
    chess = pytest.importorskip("chess")
    pgn = pytest.importorskip("chess.pgn")
    for seed in range(200 if long_run else 5):
        random = Random(seed, 77)
        record = GameRecord(
            "chess", {"position": str(random.below(960))} if seed % 3 == 0 else {}, tags={"Event": "a\\b"}
        )
        grow(record, random, 10 + random.below(50), random.below(8))
        text = write_pgn(record)
        theirs = pgn.read_game(io.StringIO(text))
        assert not theirs.errors
        compare(record.root, theirs, chess)
        assert theirs.board().fen() == chess.Board(record.begin().to_text(), chess960=True).fen()
        ours = read_pgn(text)[0]
        assert [(path, n.move, " ".join(n.comment.split())) for path, n in record.walk()] == [
            (path, n.move, n.comment) for path, n in ours.walk()
        ]
        again = read_pgn(theirs.accept(pgn.StringExporter(headers=True, variations=True, comments=True)))[0]
        assert [(path, n.move) for path, n in again.walk()] == [(path, n.move) for path, n in record.walk()]


def compare(node: Node, theirs: Any, chess: Any) -> None:
    """The same moves in the same order, everywhere in the tree."""
    waiting = [(node, theirs)]
    while waiting:
        node, theirs = waiting.pop()
        assert [child.move for child in node.children] == [child.san() for child in theirs.variations]
        waiting += zip(node.children, theirs.variations, strict=True)


PIECES = st.sampled_from(
    [
        *EXAMPLE.split(),
        "(",
        ")",
        "{",
        "}",
        '[FEN "',
        '"]',
        "[",
        "]",
        "\n",
        "%",
        ";",
        "$",
        "1/2-1/2",
        "O-O-O",
        "e8=Q",
        "\\",
        "0",
    ]
)


@settings(max_examples=80, deadline=None, database=None, derandomize=True)
@given(st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=25).map(" ".join), st.lists(PIECES).map("".join)))
def test_any_text_is_read_or_refused_in_a_sentence(text: str) -> None:
    try:
        records = read_pgn(text)
    except ZermeloError:
        return
    for record in records:
        record.verify()
        assert read_pgn(write_pgn(record))[0].root == record.root
