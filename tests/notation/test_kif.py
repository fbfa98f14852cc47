"""KIF and USI against cshogi, and the corners of both formats."""

from __future__ import annotations

import pytest

from tests.notation.growing import grow
from zermelo.errors import BadText
from zermelo.game.random import Random
from zermelo.notation.files import read_games, write_game
from zermelo.notation.record import GameRecord

HEAD = "# ---- Kifu for Windows ----\n手合割：平手\n先手：甲\n後手：乙\n手数----指手---------消費時間--\n"


def test_names_comments_and_variations() -> None:
    text = HEAD + (
        "   1 ７六歩(77)   ( 0:15/00:00:15)\n*初手\n   2 ３四歩(33)   ( 0:10/00:00:10)\n   3 ２二角成(88)\n"
        "   4 同　銀(31)\n   5 ５五角打\n   6 投了\nまで5手で先手の勝ち\n\n変化：3手\n   3 ２六歩(27)\n\n変化：1手\n"
        "   1 ２六歩(27)\n"
    )
    (record,) = read_games(text)
    assert record.moves_to(record.main_line()) == ["7g7f", "3c3d", "8h2b+", "3a2b", "B*5e"]
    assert record.tags == {"Black": "甲", "White": "乙", "Result": "1-0"}
    assert record.root.children[0].comment == "初手"
    assert [node.move for node in record.root.children] == ["7g7f", "2g2f"]
    assert [node.move for node in record.node((0, 0)).children] == ["8h2b+", "2g2f"]
    assert read_games(write_game(record, "kif"))[0] == record


def test_a_handicap_and_a_position() -> None:
    (record,) = read_games("手合割：二枚落ち\n手数----指手---------消費時間--\n   1 ６二銀(71)\n")
    assert record.begin().turn == 1
    (same,) = read_games(write_game(record, "kif"))
    assert same.position == record.position
    (again,) = read_games(write_game(record, "usi"))
    assert again.begin().to_text() == record.begin().to_text()
    (mini,) = read_games("position sfen rbsgk/4p/5/P4/KGSBR b - 1 moves 2e1d\n")
    assert mini.game == "minishogi"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD + "   1 ７六歩(78)\n", "line 6, column 1: on 7h stands nothing, and not 歩"),
        (HEAD + "   1 ７五歩(77)\n", "line 6, column 1: '7g7e' is not possible here"),
        (HEAD + "   2 ７六歩(77)\n", "this is move 1, and not 2"),
        (HEAD + "   1 同　歩(77)\n", "there is none"),
        (HEAD + "変化：3手\n", "a variation begins at move 3"),
        (HEAD + "nonsense\n", "'nonsense' has no meaning|is no move of KIF"),
        ("手合割：その他\n", "the handicap 'その他' is not known"),
        ("position startpos moves 7g7f 7g7f\n", "line 1, column 30: '7g7f' is not possible here"),
        ("position startpos 7g7f\n", "line 1, column 19: the word moves is wanted here"),
        ("position sfen 9/9 b - 1\n", "2 rows"),
    ],
)
def test_errors_name_line_and_column(text: str, message: str) -> None:
    with pytest.raises(BadText, match=message):
        read_games(text)


def test_cshogi_reads_what_we_write_and_we_read_what_it_writes(long_run: bool) -> None:
    cshogi = pytest.importorskip("cshogi", reason="cshogi is not installed: pip install cshogi")
    from cshogi import KIF

    for seed in range(40 if long_run else 3):
        random = Random(seed, 41)
        record = GameRecord("shogi", seats=["甲", "乙"])
        grow(record, random, 80, 0)
        theirs = KIF.Parser.parse_str(write_game(record, "kif"))
        ours = record.moves_to(record.main_line())
        assert [cshogi.move_to_usi(move) for move in theirs.moves] == ours
        assert theirs.names == ["甲", "乙"]
        board, lines, before = cshogi.Board(), [], None
        for number, text in enumerate(ours, 1):
            move = board.move_from_usi(text)
            lines.append(f"{number:>4} {KIF.move_to_kif(move, before)}   ( 0:00/00:00:00)")
            board.push(move)
            before = move
        (again,) = read_games(HEAD + "\n".join(lines))
        assert again.moves_to(again.main_line()) == ours
        board.set_position(write_game(record, "usi").removeprefix("position ").strip())
        assert board.sfen().split()[0] == record.line(record.main_line()).to_text().split()[0]
