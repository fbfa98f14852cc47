"""MAT: files that GNU Backgammon wrote, and files that it reads."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.notation.growing import grow
from zermelo.errors import BadText
from zermelo.game.random import Random
from zermelo.notation.files import read_games, write_game
from zermelo.notation.mat import read_mat
from zermelo.notation.record import GameRecord
from zermelo.notation.turns import Turn, turns_of

SAMPLES = Path(__file__).parent / "samples"
HEAD = " 1 point match\n\n Game 1\n alice : 0                      bob : 0\n"


def test_a_match_of_gnu_backgammon() -> None:
    (record,) = read_games((SAMPLES / "gnubg-match.mat").read_text())
    end = record.line(record.main_line())
    outcome = end.outcome()
    assert outcome is not None
    assert outcome.utilities == (-2.0, 2.0)  # a gammon, with the cube on two
    assert record.tags == {
        "Date": "2026.11.18", "Match": "3", "Round": "1", "White": "gnubg", "Black": "root",
    }  # fmt: skip
    said = [node.comment for _, node in record.walk() if node.comment]
    assert said == ["root doubles => 2 gnubg takes", "Wins 4 points"]


def test_the_player_of_the_right_column_may_begin() -> None:
    (record,) = read_games((SAMPLES / "gnubg-one.mat").read_text())
    assert record.tags["White"] == "root"
    assert record.tags["Result"] == "0-1"  # gnubg, who moved second: root resigned


def test_the_same_match_as_sgf() -> None:
    (matched,) = read_games((SAMPLES / "gnubg-match.mat").read_text())
    (smart,) = read_games((SAMPLES / "gnubg-match.sgf").read_text())
    assert smart.game == "backgammon"
    assert smart.moves_to(smart.main_line()) == matched.moves_to(matched.main_line())


def test_what_others_write() -> None:
    text = HEAD + "  1) 31: 8/5 6/5                 66: 24/18(2) 13/7(2)\n  2) 21: 13/11 6/5 66: 13/1\n"
    (record,) = read_mat(text.replace("66: 13/1\n", "11: Cannot Move\n").replace("11: Cannot Move", "52: 13/6"))
    assert len(record.main_line()) == 8
    (dropped,) = read_mat(HEAD + "  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Drops\n      Wins 1 point\n")
    assert dropped.tags["Result"] == "0-1"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD + "  1) 31: 8/5 6/6\n", "line 5, column 6: 31: 8/5 6/6: "),
        (HEAD + "  1) 31: 24/21 24/23 42: 8/4 6/3\n", "line 5, column 22: 42: 8/4 6/3: .*is not possible"),
        (HEAD + "  1) abc\n", "line 5, column 5: 'abc' is no turn"),
        (HEAD + "hello\n", "line 5, column 1: 'hello' has no meaning"),
        (" 1 point match\n Game 1\n  1) 31: 8/5 6/5\n", "before the names"),
        (" 1 point match\n", "there is no game"),
        (" 1 point match\n Game 1\n", "game 1 has no players"),
    ],
)
def test_errors_name_line_and_column(text: str, message: str) -> None:
    with pytest.raises(BadText, match=message):
        read_games(text)


def gnubg() -> str:
    """The program, which Debian keeps among the games."""
    return shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games") or ""


@pytest.mark.skipif(not gnubg(), reason="GNU Backgammon is not installed: apt-get install gnubg")
@pytest.mark.parametrize("kind", ["mat", "sgf"])
def test_gnu_backgammon_reads_what_we_write(kind: str, tmp_path: Path) -> None:
    record = GameRecord("backgammon", seats=["one", "two"])
    grow(record, Random(3, 31), 120, 0)
    ours = tmp_path / f"ours.{kind}"
    ours.write_text(write_game(record, kind))
    read = {"mat": "import mat", "sgf": "load match"}[kind]
    commands = f'{read} "{ours}"\nexport match mat "{tmp_path}/theirs.mat"\nquit\ny\n'
    subprocess.run([gnubg(), "-t", "-q"], input=commands, text=True, capture_output=True, timeout=60, check=False)
    (theirs,) = read_games((tmp_path / "theirs.mat").read_text())
    assert plays(theirs) == plays(record)


def plays(record: GameRecord) -> list[str]:
    """The turns of the main line, which may stop behind a roll."""
    turn: Turn = turns_of(record, "MAT")
    found = []
    while turn.children:
        turn = turn.children[0]
        found.append(re.sub(r"\s+", " ", turn.move))
    return found
