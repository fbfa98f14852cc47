"""`zermelo lab`: commands run, draw and record; what is wrong is said in one sentence, with exit status 2."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from zermelo.interfaces.cli import main


def zermelo(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "zermelo", "lab", *words], capture_output=True, text=True, timeout=300, check=False
    )


def test_a_finding_with_its_plot(tmp_path: Path) -> None:
    path = tmp_path / "leaves.svg"
    done = zermelo("leaves", "--depth", "4", "--trees", "3", "--json", "--plot", str(path))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["rows"][-1]["best order"] == 17
    assert path.read_text(encoding="utf-8").startswith("<svg ")


def test_record_and_watch(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    done = zermelo("pacman", "starvation", "--games", "2", "--record", str(path))
    assert done.returncode == 0, done.stderr
    assert "score, first of equals" in done.stdout
    recorded = json.loads(path.read_text())
    assert (recorded["game"], recorded["seats"], len(recorded["moves"])) == ("pacman", ["replan:rounds=3"], 60)
    watched = zermelo("watch", str(path), "--from", "59")
    assert "60. replan:rounds=3: West" in watched.stdout


def test_mystery_and_levels() -> None:
    assert "Who was it?" in zermelo("mystery", "--seed", "3").stdout
    done = zermelo("mystery", "--seed", "3", "--guess", "reflex")
    assert (done.returncode, done.stdout.split(" ")[0]) == (1, "No:")
    assert "1,030 positions" in zermelo("levels").stdout


def test_grade_says_why(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("def minimax(node, depth):\n    return node.moves()[0]\n")
    done = zermelo("grade", str(path), "--games", "1", "--json")
    assert done.returncode == 1
    tasks = {task["task"]: task for task in json.loads(done.stdout)["tasks"]}
    assert tasks["minimax"]["points"] < 5
    assert "is worth" in tasks["minimax"]["why"]
    assert tasks["better"]["why"] == "there is no function better in the file"


def test_vacuum() -> None:
    assert "A, dirty -> Suck" in zermelo("vacuum").stdout


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("pacman", "nothing"), "there is no Pacman experiment 'nothing'"),
        (("pacman", "trapped", "--row", "9"), "there is no row 9"),
        (("pacman", "trapped", "--games", "1", "--pacman", "./none.py"), "there is no file none.py"),
        (("pacman", "trapped", "--games", "1", "--pacman", "pac"), "there is no player called 'pac'"),
        (("watch", "none.json"), "none.json cannot be read"),
        (("grade", "none.py"), "there is no file none.py"),
        (("leaves", "--branching", "30"), "the branching lies between 2 and 20"),
        (("ladder", "--depths", "a,b"), "--depths takes whole numbers"),
        (("evaluation", "nothing"), "there is no game called 'nothing'"),
        (("leaves", "--depth", "2", "--plot", "/nowhere/at/all.svg"), "cannot be written"),
    ],
)  # fmt: skip
def test_bad_input(
    words: tuple[str, ...], complaint: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["zermelo", "lab", *words])
    with pytest.raises(SystemExit) as end:
        main()
    told = capsys.readouterr().err
    assert end.value.code == 2
    assert complaint in told
    assert len(told.strip().splitlines()) == 1
