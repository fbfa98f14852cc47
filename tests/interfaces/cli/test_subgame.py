"""`zermelo subgame`."""

from __future__ import annotations

import json
from typing import Any

from typer.testing import CliRunner

from zermelo.interfaces.cli import app

BOARD = ("--board", "Td 9d 6h Qc 3s", "--first", "AA,22", "--second", "KK")


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, ["subgame", *arguments])


def test_a_spot_in_words_and_for_machines() -> None:
    asked = (*BOARD, "--pot", "100", "--stack", "100", "--bets", "all-in", "--until", "0.05")
    found = run(*asked)
    assert found.exit_code == 0
    assert "12 against 6 hands" in found.stdout
    assert "AA  100" in found.stdout
    told = json.loads(run(*asked, "--path", "all-in", "--json").stdout)
    assert told["actions"] == ["fold", "call"]
    assert told["player"] == 1
    assert abs(told["share"] - 75) < 0.2
    shown = run(*asked, "--path", "check, check")
    assert "the hands are shown" in shown.stdout


def test_bad_questions_are_answered_in_a_sentence() -> None:
    for change, problem in (
        (("--board", "Td"), "3, 4 or 5 cards"),
        (("--first", "XY"), "is no part of a range"),
        (("--bets", "much"), "hundredths of the pot"),
        (("--path", "raise 3"), "cannot follow"),
    ):
        found = run(*BOARD, *change)
        assert found.exit_code != 0
        assert problem in " ".join(str(found.exception or found.output).split())
