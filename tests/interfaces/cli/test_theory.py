"""`zermelo matrix`, `lottery`, `prefer`, `elicit` and `chapter` as a student types them."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from tests.interfaces.cli.test_cli import run
from zermelo.errors import ZermeloError
from zermelo.interfaces.cli import app
from zermelo.theory.allais import TEXT
from zermelo.theory.chapters import CHAPTERS

Capture = pytest.CaptureFixture[str]


def said(capsys: Capture, *words: str, status: int = 0) -> str:
    """The output of a command, run in this process to save time."""
    result: Any = app(list(words), standalone_mode=False)
    assert (result or 0) == status
    return capsys.readouterr().out


def complaint(*words: str) -> str:
    with pytest.raises(ZermeloError) as caught:
        app(list(words), standalone_mode=False)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_in_a_process_of_its_own() -> None:
    told = run("matrix", "-1,-1 -4,0; 0,-4 -3,-3").stdout
    assert "pure equilibrium (r2, c2) with payoffs (-3, -3)" in told
    done = run("matrix", "1,2 3,4; 5,6", status=2)
    assert done.stderr == "zermelo: row 2: 1 cell in the row 5,6, where 2 are expected\n"


def test_matrix(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "tcp.txt"
    file.write_text("players: you, other\n  C D\nC -1,-1 -4,0\nD 0,-4 -3,-3\n", encoding="utf-8")
    told = said(capsys, "matrix", str(file))
    assert "1. you: C is strictly dominated by D" in told
    assert "pure equilibrium (D, D) with payoffs (-3, -3)" in told
    assert "Pareto optimal: (C, C) (C, D) (D, C)" in told
    report = json.loads(said(capsys, "matrix", "tcp_ip", "--json"))
    assert report["equilibria"] == [{"pure": True, "mixes": [{"C": 0, "D": 1}, {"C": 0, "D": 1}], "payoffs": [-3, -3]}]
    assert report["left"] == [["D"], ["D"]]
    assert report["value"] is None
    assert json.loads(said(capsys, "matrix", "3 -1; -2 1", "--json"))["value"] == pytest.approx(1 / 7)
    monkeypatch.setattr("sys.stdin", io.StringIO("1 2; 3 4"))
    assert "value of the zero-sum game: 3 for row" in said(capsys, "matrix", "-")
    assert "value of the zero-sum game: 5 for row" in said(capsys, "matrix", "5")
    assert complaint("matrix", "no_such_file.txt").startswith("'no_such_file.txt' is neither a file nor a matrix")
    assert "where 2 are expected" in complaint("matrix", "1 2; 3")
    file.write_bytes(b"\xff\xfe\x00\x80")
    assert "is not a text file" in complaint("matrix", str(file))


def test_lottery(capsys: Capture) -> None:
    told = said(capsys, "lottery", "[0.5 $1000; 0.5 $0]", "--utility", "points:0=0,400=0.5,1000=1")
    assert "expected money        $500" in told
    assert "certainty equivalent  $400" in told
    assert "insurance premium     $100: risk-averse" in told
    assert "any price from $400 to $500 leaves both owner and insurer better off" in told
    report = json.loads(said(capsys, "lottery", "[0.8 $4k; 0.2 $0]", "$3k", "--utility", "log:100", "--json"))
    assert report["best"] == 2
    assert [row["emv"] for row in report["lotteries"]] == [3200, 3000]
    words = ["lottery", "[0.5 fish; 0.5 [0.5 meat; 0.5 rice]]", "meat"]
    worth = ["--worth", "fish=1", "--worth", "meat=0.5", "--worth", "rice=0"]
    told = said(capsys, *words, *worth)
    assert "reduced               [0.5 fish; 0.25 meat; 0.25 rice]" in told
    assert "expected utility      0.625" in told
    assert "choose [0.5 fish" in told
    assert complaint(*words) == "'fish' is no amount of money: write $20, or say what each prize is worth"
    assert "the utility of rice is missing: --worth 'rice=0.5'" in complaint(*words, *worth[:4])
    assert "add up to 0.9" in complaint("lottery", "[0.5 $1; 0.4 $2]")
    assert "did you mean log?" in complaint("lottery", "$1", "--utility", "lgo")


def test_prefer(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "allais.txt"
    file.write_text(TEXT, encoding="utf-8")
    told = said(capsys, "prefer", str(file), status=1)
    assert "substitutability is violated" in told
    assert "no utility agrees: 0.25 × (B > A) and (C > D) add up to 0 > 0" in told
    told = said(capsys, "prefer", "A > B; B > C; C > A", status=1)
    assert "transitivity is violated: A > B > C > A goes round" in told
    assert "gives A and $0.01 for C: $0.97 left" in told
    told = said(capsys, "prefer", "A > B > C; B ~ [0.25 A; 0.75 C]; D > C")
    assert "U(B) = 0.25" in told
    assert "not compared so far: A and D" in told
    report = json.loads(said(capsys, "prefer", "A > B; B > A", "--json", status=1))
    assert report["broken"][0]["axiom"] == "orderability"
    assert report["against"] == [[1, "A > B"], [1, "B > A"]]
    assert "neither a file nor a preference" in complaint("prefer", "nothing.txt")
    assert "'Q' is an unknown prize" in complaint("prefer", "prizes: A, B; A > Q")


def test_elicit(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("lottery\nwhat\np\ns\n"))
    assert said(capsys, "elicit", "$1000", "$0", "$400") == "U($0) = 0\nU($400) = 0.375\nU($1000) = 1\n"
    monkeypatch.setattr("sys.stdin", io.StringIO("s\n"))  # and then nothing more
    assert json.loads(said(capsys, "elicit", "A", "B", "C", "D", "--json")) == {"B": 0, "C": 0.5, "A": 1}
    assert "must all be different" in complaint("elicit", "A", "A", "B")


def test_chapters(capsys: Capture) -> None:
    told = {name: said(capsys, "chapter", name) for name in CHAPTERS if name != "auctions"}
    told["auctions"] = said(capsys, "chapter", "auctions", "--set", "sales=500", "--set", "bid=0.9")
    assert "first price: bids 0.900" in told["auctions"]
    assert "in theory every kind brings 0.5" in told["auctions"]
    assert "majorities go round (Condorcet's paradox): A beats B beats C beats A" in told["voting"]
    assert "dictator 1, dictator 2" in told["voting"]
    assert "linear gets $200 and debt gets $100" in told["bargaining"]
    assert "house: 7/9 to one" in told["division"]
    assert "evolutionarily stable: 1/3 hawks, 2/3 doves" in told["evolution"]
    assert "8. always defect" in told["repeated"]
    assert "did you mean voting?" in complaint("chapter", "votin")
    assert "this chapter has no x; it has game='tcp_ip', rounds=200" in complaint("chapter", "repeated", "--set", "x=1")
    assert "rounds takes a number such as 200, not 'many'" in complaint("chapter", "repeated", "--set", "rounds=many")
