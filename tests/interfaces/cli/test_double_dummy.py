"""`zermelo double-dummy`."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from zermelo.errors import ZermeloError
from zermelo.interfaces.cli import app

DEAL = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"


def test_the_table_and_par() -> None:
    shown = CliRunner().invoke(app, ["double-dummy", DEAL]).stdout.splitlines()
    assert shown[1:6] == [
        " NT   0  0  0  0",
        "  S  13  0 13  0",
        "  H   0 13  0 13",
        "  D  13  0 13  0",
        "  C   0 13  0 13",
    ]
    assert shown[6] == "par for North and South: +1510 (7S by N)"
    found = json.loads(CliRunner().invoke(app, ["double-dummy", DEAL, "--json", "--vulnerable", "both"]).stdout)
    assert found["par"] == 2210
    assert found["tricks"]["H"]["E"] == 13


@pytest.mark.parametrize(
    "arguments", [["N:AK"], ["N:AKQ... .AK.. ..AKQ. ...AKQ"], [DEAL, "--dealer", "X"], [DEAL, "--vulnerable", "x"]]
)
def test_bad_input(arguments: list[str]) -> None:
    result = CliRunner().invoke(app, ["double-dummy", *arguments])
    assert isinstance(result.exception, ZermeloError)
