"""PDN against pydraughts, and the corners of the format."""

from __future__ import annotations

import pytest

from tests.notation.growing import grow
from zermelo.errors import BadText
from zermelo.game.random import Random
from zermelo.notation.files import read_games, write_game
from zermelo.notation.pdn import TYPES, read_pdn, spread
from zermelo.notation.record import GameRecord
from zermelo.notation.turns import turns_of

VARIANTS = {
    "international_draughts": "standard", "checkers": "english", "russian_draughts": "russian",
    "brazilian_draughts": "brazilian",
}  # fmt: skip  # as pydraughts calls them


def test_a_file_of_several_games() -> None:
    text = """[Event "Wch"]\n[White "A"]\n[Black "B"]\n[GameType "20"]\n[Result "2-0"]\n
1. 32-28 {a remark} 19-23! (1... 20-25 2. 37-32) 2. 28x19 14x23 2-0

[GameType "21"]\n1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 4. 16x23 27x11 *
1. c3-d4 f6-g5 2. b2-c3 g5-h4 3. c3-b4 1/2-1/2"""
    first, second, third = read_games(text)
    assert [one.game for one in (first, second, third)] == ["international_draughts", "checkers", "russian_draughts"]
    assert first.tags == {"Event": "Wch", "White": "A", "Black": "B", "Result": "2-0"}
    assert len(first.root.children[0].children) == 2
    assert second.line(second.main_line()).to_text().startswith("B:W11,")
    assert third.tags["Result"] == "1/2-1/2"


def test_positions() -> None:
    (record,) = read_pdn('[GameType "20"]\n[FEN "B:W31-33,K46:B1-3,K5."]\n1. 5x26 *')
    assert record.begin().to_text() == "B:W31,32,33,K46:B1,2,3,K5"
    assert read_games(write_game(record, "pdn"))[0] == record
    (usual,) = read_pdn('[GameType "21"]\n[FEN "B:W21-32:B1-12"]\n1. 9-13 *')
    assert usual.position == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[GameType "40"]\n1. 32-28 *', "line 1, column 1: GameType 40 is Frisian draughts; Zermelo plays 20"),
        ('[GameType "x"]\n1. 32-28 *', "GameType is a number"),
        ('[GameType "20"]\n1. 32-28 17x1 *', "line 2, column 10: '17x1' is not possible here"),
        ('[GameType "20"]\n[FEN "W:W99:B1"]\n1. 32-28 *', "line 2, column 1: the tag FEN"),
        ('[GameType "20"]\n[Result "3-0"]', "line 2, column 1: Result is 1-0"),
        ('[GameType "20"]\n1. 32-28 (31-27', "column 10: the variation that begins here is never closed"),
        ('[GameType "20"]\n1. 32-28 @', "column 10: '@' has no meaning in PDN"),
    ],
)
def test_errors_name_line_and_column(text: str, message: str) -> None:
    with pytest.raises(BadText, match=message):
        read_games(text)


def pieces(fen: str) -> tuple[str, frozenset[str], frozenset[str]]:
    """Who moves, and both sides' pieces, by numbers."""
    turn, *sides = spread(fen).split(":")[:3]
    found = {side[:1]: frozenset(filter(None, side[1:].split(","))) for side in sides}
    return turn, found["W"], found["B"]


@pytest.mark.parametrize("game", TYPES)
def test_pydraughts_reads_what_we_write_and_we_read_what_it_writes(game: str, long_run: bool) -> None:
    draughts = pytest.importorskip("draughts", reason="pydraughts is not installed: pip install pydraughts")
    from draughts.PDN import PDNReader, PDNWriter

    for seed in range(60 if long_run else 4):
        random = Random(seed, 21)
        record = GameRecord(game, seats=["one", "two"])
        grow(record, random, 60, 0)
        for _, node in record.walk():
            node.comment = ""  # pydraughts loses its way where a number comes twice
        try:
            text = write_game(record, "pdn")
        except BadText:
            continue  # it stops inside a capture
        (theirs,) = PDNReader(pdn_text=text.replace("{", "{ ")).games
        assert theirs.variant == VARIANTS[game]
        turn, ours = turns_of(record, "PDN"), []
        while turn.children:
            turn = turn.children[0]
            ours.append(turn.move)
        assert theirs.moves == ours
        board = draughts.Board(VARIANTS[game], "startpos")
        for _ in range(60):
            legal = board.legal_moves()
            if not legal or board.is_over():
                break
            board.push(legal[random.below(len(legal))])
        (again,) = read_games(PDNWriter("", board).pdn_text)
        assert again.game == game
        reached = again.line(again.main_line())
        assert pieces(reached.to_text()) == pieces(board.fen)
