"""Pictures, quizzes and the gallery as a student asks for them."""

from __future__ import annotations

import json
from pathlib import Path

from tests.interfaces.cli.test_cli import run

TREE = "S=[A=[C=100] B=[D=120 E=20 F=7]]"


def test_pictures_of_a_tree(tmp_path: Path) -> None:
    drawn, page = tmp_path / "tree.svg", tmp_path / "tree.html"
    told = run("tree", TREE, "--svg", str(drawn), "--html", str(page), "--draw", "--compare", "minimax").stdout
    assert drawn.read_text(encoding="utf-8").count("<svg ") == 3, "two side by side"
    assert "<title>alpha-beta and minimax</title>" in page.read_text(encoding="utf-8")
    assert "└─ ▽ B ≤20 [alpha 100, beta 20] alpha cut: min has 20 here, and max can have 100 elsewhere" in told
    assert "\x1b[" not in told, "colours are for a terminal"
    assert "alphabeta: value 100, move A" in told
    assert "minimax: value 100, move A" in told


def test_orders_depths_and_steps(tmp_path: Path) -> None:
    both = json.loads(run("tree", "[[3 12 8] [2 4 6] [14 5 2]]", "--compare", "worst", "--json").stdout)
    assert (both["leaves"], both["compared"]["leaves"]) == (7, 9)
    page = tmp_path / "depths.html"
    run("tree", "--game", "tic_tac_toe", "--algorithm", "minimax:depth=1", "--compare", "minimax:depth=2",
        "--html", str(page))  # fmt: skip
    assert "minimax, depth 1 and minimax, depth 2" in page.read_text(encoding="utf-8")
    assert "step 3 of 18: A C is worth 100" not in run("tree", TREE, "--draw", "--step", "3").stdout
    assert "alpha-beta: step 4 of 18: A C is worth 100" in run("tree", TREE, "--draw", "--step", "4").stdout


def test_bad_wishes(tmp_path: Path) -> None:
    problems = {
        ("--step", "3"): "--step is for --svg and --draw",
        ("--draw", "--step", "99"): "there is no step 99: the search has 18",
        ("--svg", str(tmp_path / "no" / "tree.svg")): "cannot be written: No such file or directory",
        ("--compare", "alfabeta"): "did you mean alphabeta",
    }
    for options, problem in problems.items():
        assert problem in run("tree", TREE, *options, status=2).stderr
    done = run("tree", "--game", "tic_tac_toe", "--compare", "best", status=2)
    assert "only a written tree can be put into another order" in done.stderr


def test_quiz(tmp_path: Path) -> None:
    asked = run("quiz", "alphabeta", "--seed", "3").stdout
    assert "│  │  ├─ □ K 5" in asked
    assert 'Answer with: zermelo quiz alphabeta --seed 3 --answer "5; K O"' in asked
    assert "N U V" not in asked
    assert run("quiz", "alphabeta", "--seed", "3", "--answer", "15; N U V").stdout.startswith("Right.")
    wrong = run("quiz", "alphabeta", "--seed", "3", "--answer", "15; N U", status=1)
    assert "V is pruned. At D: alpha cut" in wrong.stdout
    assert "\n21; C\n" in run("quiz", "expectimax", "--seed", "3", "--solve").stdout
    marked = json.loads(run("quiz", "mcts", "--seed", "3", "--answer", "I; 3/4", "--json").stdout)
    assert marked["right"] is True
    sheet = tmp_path / "sheet.html"
    assert (
        "3 quizzes with solutions, seeds 5 to 7"
        in run("quiz", "minimax", "--seed", "5", "--count", "3", "--sheet", str(sheet)).stdout
    )
    assert sheet.read_text(encoding="utf-8").count("<svg") == 6
    assert "there is no quiz 'chess'" in run("quiz", "chess", status=2).stderr


def test_gallery(tmp_path: Path) -> None:
    told = run("gallery", str(tmp_path / "pages")).stdout
    assert "33 examples: open" in told
    assert len(list((tmp_path / "pages").glob("*.html"))) == 34
    (tmp_path / "file").write_text("")
    assert "cannot be made a folder" in run("gallery", str(tmp_path / "file"), status=2).stderr
