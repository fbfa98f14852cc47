"""The table of the lectures is true: every command in it is one that Zermelo has, and the quick ones run."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from zermelo.interfaces.cli import app
from zermelo.notation import read_game

TEXT = (Path(__file__).parents[1] / "docs" / "lectures.md").read_text(encoding="utf-8")
EXAMPLES = Path(__file__).parents[1] / "examples" / "famous"
COMMANDS = sorted({found.replace("\\|", "|") for found in re.findall(r"`zermelo ([^`]+)`", TEXT)})
QUICK = [text for text in COMMANDS if re.match(r"tree |matrix |rules |lottery |chapter (?!auctions)|mdp ", text)]


@pytest.mark.parametrize("text", COMMANDS)
def test_a_command_exists(text: str) -> None:
    verb, *rest = shlex.split(text)
    command = get_command(app)
    found = command.get_command(None, verb)  # type: ignore[attr-defined]
    assert found is not None, text
    if verb == "lab":
        assert found.get_command(None, rest[0]) is not None, text


@pytest.mark.parametrize("text", QUICK)
def test_a_quick_one_runs(text: str) -> None:
    result = CliRunner().invoke(app, shlex.split(text))
    assert result.exit_code == 0, result.output
    assert result.output.strip()


def test_five_lectures() -> None:
    assert len(re.findall(r"^## (?!Not)", TEXT, re.MULTILINE)) == 5
    assert len(QUICK) >= 15


def test_famous_games_can_be_replayed() -> None:
    """Blitz against Belle, 1978, as chessprogramming.org has it: mate by a knight on the fourteenth move."""
    found = read_game((EXAMPLES / "blitz_belle_1978.pgn").read_text(encoding="utf-8"))
    line = found.line(found.main_line())
    assert line.over()
    assert len(line.played) == 28
    outcome = line.outcome()
    assert outcome is not None
    assert tuple(outcome.utilities) == (-1.0, 1.0)
