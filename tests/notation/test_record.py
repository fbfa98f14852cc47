"""The record of a game, and its own file format."""

from __future__ import annotations

import json

import pytest

from zermelo.errors import BadText
from zermelo.games import catalogue
from zermelo.notation.record import GameRecord, Node
from zermelo.notation.zermelo_json import read_json, write_json


def branched() -> GameRecord:
    """1 e4 e5 (1 ... c5 2 Nf3 (2 c3)) 2 Nf3, and 1 d4."""
    record = GameRecord("chess", seats=["human", "best"])
    e4 = Node("e4", "best by test", [Node("e5", "", [Node("Nf3")]), Node("c5", "Sicilian", [Node("Nf3"), Node("c3")])])
    record.root.children = [e4, Node("d4")]
    return record


def test_a_record_comes_back_as_it_was() -> None:
    record = branched()
    assert read_json(write_json(record)) == record


def test_paths_lead_to_positions() -> None:
    record = branched()
    assert record.main_line() == (0, 0, 0)
    line = record.line((0, 1, 1))
    assert line.line_text() == "e4 c5 c3"
    assert [path for path, _ in record.walk()] == [
        (), (0,), (0, 0), (0, 0, 0), (0, 1), (0, 1, 0), (0, 1, 1), (1,)
    ]  # fmt: skip


def test_a_playthrough_is_written_down_move_by_move() -> None:
    line = catalogue.begin("amazons", {"size": "6"})
    line.play(line.moves()[0])
    line.play(line.moves()[0])
    record = GameRecord.of(line, "amazons", {"size": "6"})
    again = read_json(write_json(record))
    assert again.line(again.main_line()).to_text() == line.to_text()


def test_a_long_record_needs_no_recursion() -> None:
    record = GameRecord("chess")
    node = record.root
    for number in range(96):
        node.children.append(Node(("Nf3", "Nf6", "Ng1", "Ng8")[number % 4]))
        node = node.children[0]
    with pytest.raises(BadText, match=r"move 9 .*occurred 3 times"):
        read_json(write_json(record))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "pgn"}, "no game of Zermelo"),
        ({"version": 2}, "install a newer"),
        ({"version": "x"}, "is none"),
        ({"game": "chss"}, "did you mean chess"),
        ({"game": ""}, "names no game"),
        ({"game": 3}, "'game' must be a str"),
        ({"moves": ["e4", "e4"]}, "move 2 of the record cannot be played"),
        ({"moves": [7]}, r"moves\[0\] is no move"),
        ({"moves": [{"move": "e4", "instead": [["d4"], []]}]}, r"moves\[0\].instead\[1\]"),
        ({"position": "nonsense"}, "nonsense"),
        ({"settings": {"size": "9"}}, "has no parameter"),
    ],
)
def test_a_broken_file_is_refused_in_a_sentence(change: dict[str, object], message: str) -> None:
    from zermelo.errors import ZermeloError

    data = json.loads(write_json(branched())) | change
    with pytest.raises(ZermeloError, match=message):
        read_json(json.dumps(data))


def test_no_json_names_line_and_column() -> None:
    with pytest.raises(BadText, match="line 2, column 3"):
        read_json('{"format":\n  x}')
    with pytest.raises(BadText, match="nests too deeply"):
        read_json("[" * 100_000)
