"""The table of the lectures is true: every command in it runs."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

import zermelo.gdl
from zermelo.interfaces.cli import app
from zermelo.notation import read_game

TEXT = (Path(__file__).parents[1] / "docs" / "lectures.md").read_text(encoding="utf-8")
DESCRIPTION = Path(zermelo.gdl.__file__).parent / "descriptions" / "tic_tac_toe.kif"
EXAMPLES = Path(__file__).parents[1] / "examples" / "famous"
HISTORY = (Path(__file__).parents[1] / "docs" / "history.md").read_text(encoding="utf-8")
COMMANDS = sorted({found.replace("\\|", "|") for found in re.findall(r"`zermelo ([^`]+)`", TEXT)})
PACMAN = "pacman (trapped|starvation|thrashing|coordination|depth|informed|assumptions)"
# What takes long as it stands is run smaller; with --long as it stands
SMALLER = {
    f"lab {PACMAN}": "--games 1",
    "lab depth": "--positions 2 --depth 2",
    "lab ladder": "--games 2 --depths 1,2",
    "lab linear": "--help",  # it judges its weights in the whole game, however short the learning was
    "lab million": "--nodes 20000",
    "lab backgammon": "--games 10",
    "lab branching": "--depth 3",
    "analyse backgammon": "--player expectiminimax:depth=1",
}
TYPED = {"play": "quit\n", "elicit": "p\nl\ns\n"}  # what somebody types where a command asks
STUDENT = """
def minimax(state, depth):
    return "Stop"
"""


def smaller(text: str) -> str:
    """The same command with less to do."""
    return next((f"{text} {less}" for pattern, less in SMALLER.items() if re.match(pattern, text)), text)


@pytest.mark.parametrize("text", COMMANDS)
def test_a_command_runs(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, long_run: bool) -> None:
    """Every command of the table, for real; those that need a file or a folder are given one."""
    monkeypatch.chdir(tmp_path)
    if text == "gallery":
        text = "gallery pages"
    if text == "import-gdl":
        text = f"import-gdl {DESCRIPTION}"
    if text == "lab grade ./agents.py":
        Path("agents.py").write_text(STUDENT, encoding="utf-8")
        text = "lab grade ./agents.py --games 1"
    verb, *rest = shlex.split(text if long_run else smaller(text))
    result = CliRunner().invoke(app, [verb, *rest], input=TYPED.get(verb))
    faults = text.startswith(("prefer ", "lab grade "))  # found in what they were given
    assert result.exit_code == int(faults), result.output
    assert result.output.strip()


def test_five_lectures() -> None:
    assert len(re.findall(r"^## (?!Not)", TEXT, re.MULTILINE)) == 5
    assert len(COMMANDS) >= 60


@pytest.mark.parametrize(
    ("name", "plies", "result"),
    [
        ("turing_glennie_1952", 58, "0-1"),
        ("blitz_belle_1978", 28, "0-1"),
        ("deep_blue_kasparov_1997_2", 89, "1-0"),
        ("deep_blue_kasparov_1997_6", 37, "1-0"),
    ],
)
def test_famous_games_can_be_replayed(name: str, plies: int, result: str) -> None:
    """Every move of them is legal; the files are those of the chapter on history."""
    found = read_game((EXAMPLES / f"{name}.pgn").read_text(encoding="utf-8"))
    line = found.line(found.main_line())
    assert len(line.played) == plies
    assert found.tags["Result"] == result
    assert f"`{name}.pgn`" in HISTORY
    assert len(list(EXAMPLES.glob("*.pgn"))) == 4


def test_belle_mates() -> None:
    """Blitz against Belle, 1978, as chessprogramming.org has it: mate by a knight on the fourteenth move."""
    found = read_game((EXAMPLES / "blitz_belle_1978.pgn").read_text(encoding="utf-8"))
    outcome = found.line(found.main_line()).outcome()
    assert outcome is not None
    assert tuple(outcome.utilities) == (-1.0, 1.0)
