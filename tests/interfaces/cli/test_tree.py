"""`zermelo tree` as a student types it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.interfaces.cli.test_cli import run

PORTO = "[8 6 3  1 10 3  15 20 6  7 4 6  25 10 4  4 3 5  1 20 4  12 1 10  4 22 10]"


def test_the_exercise_of_the_lecture() -> None:
    report = json.loads(run("tree", PORTO, "--branching", "3", "--algorithm", "alphabeta", "--json").stdout)
    assert (report["value"], report["move"], report["line"]) == (12, 3, [3, 2, 1])
    assert (report["leaves"], report["leaves_in_all"], report["nodes"]) == (17, 27, 28)
    assert [(cut["place"], cut["kind"], cut["pruned"]) for cut in report["cuts"]] == [
        ([1, 2], "beta", [3]),
        ([1, 3], "beta", [2, 3]),
        ([2], "alpha", [2, 3]),
        ([3, 3], "beta", [3]),
    ]
    assert all("elsewhere" in cut["reason"] for cut in report["cuts"])
    shown = run("tree", PORTO, "--branching", "3").stdout
    assert "alphabeta: value 12, move 3" in shown
    assert "17 of 27 leaves and 28 nodes visited" in shown
    assert "at 3 3: beta cut: max has 22 here, and min can have 12 elsewhere; not looked at: 3" in shown


def test_the_role_of_beta_in_text_json_and_pictures(tmp_path: Path) -> None:
    """CS3491, Fig. 5.12.9: B is the root and a minimiser, D = 8 becomes beta, and what is left of E is cut."""
    figure = "B=min[D=[H=7 I=8] E=[J=10 K=9]]"
    for algorithm in ("alphabeta", "negamax_alphabeta"):
        shown = run("tree", figure, "--algorithm", algorithm).stdout.splitlines()
        assert shown == [
            f"{algorithm}: value 8, move D",
            "line: D I",
            "3 of 4 leaves and 6 nodes visited",
            "at E: beta cut: max has 10 here, and min can have 8 elsewhere; not looked at: K",
        ]
    report = json.loads(run("tree", figure, "--json").stdout)
    assert (report["value"], report["move"], report["line"]) == (8, "D", ["D", "I"])
    assert [(cut["place"], cut["kind"], cut["pruned"]) for cut in report["cuts"]] == [(["E"], "beta", ["K"])]
    drawn = run("tree", figure, "--draw", "--svg", str(tmp_path / "t.svg"), "--html", str(tmp_path / "t.html")).stdout
    assert "▽ B 8 [alpha −∞, beta 8]" in drawn
    assert "△ E ≥10 [alpha 10, beta 8] beta cut" in drawn
    for name in ("t.svg", "t.html"):
        text = (tmp_path / name).read_text(encoding="utf-8")
        assert "B: min to move; value 8" in text
        assert "E: max to move; value at least 10" in text
        assert "−8" not in text


def test_steps_notes_and_depth() -> None:
    told = run(
        "tree", "A=[B=~5[E=2 F=7] C=1 D=0]", "--algorithm", "singular:margin=2", "--depth", "1", "--steps"
    ).stdout
    assert "singular to depth 1: value 2, move B" in told
    assert "extend    B  value 5  singular: better than the next by 4" in told
    assert "inner nodes judged by their static values" in told
    pruned = run("tree", "A=[B=~5[3 4] C=~-9[12 15]]", "--algorithm", "forward:width=1").stdout
    assert "at the root: prune: not among the 1 best by evaluation; not looked at: C" in pruned
    steps = json.loads(run("tree", "[3 [4 5]]", "--steps", "--json").stdout)["steps"]
    assert steps[0] == {"kind": "enter", "place": []}
    assert steps[-1] == {"kind": "value", "place": [], "value": 4, "alpha": 4, "move": 2}


def test_a_game_and_a_position() -> None:
    report = json.loads(run("tree", "--game", "tic_tac_toe", "--depth", "2", "--json").stdout)
    assert (report["move"], report["line_text"].split()[0], report["depth"]) == (4, "b2", 2)
    shown = run("tree", "--game", "tic_tac_toe", "--moves", "a1 a2 b1 b2", "--algorithm", "minimax").stdout
    assert "minimax to depth 2: value 1, move c1" in shown
    assert "value 1" in run("tree", "--game", "tic_tac_toe", "--position", "3/oo1/xx1 x").stdout
    assert "star1 to depth 3" in run("tree", "--game", "pig", "--depth", "3", "--algorithm", "star1").stdout


def test_bad_input_is_one_sentence() -> None:
    for words, problem in [
        (("[3 4",), "never closed"),
        ((), "no tree given"),
        (("chance[1/2: 3 1/3: 4]", "--algorithm", "expectiminimax"), "add up to 5/6"),
        (("[3 4]", "--algorithm", "alfabeta"), "did you mean alphabeta"),
        (("[3 4]", "--algorithm", "uct", "--depth", "2"), "uct has no depth"),
        (("[3 4]", "--game", "chess"), "give a tree, or --game"),
        (("[3 4]", "--moves", "e4"), "give a tree, or --game"),
        (("--game", "pig"), "use expectiminimax"),
        (("--game", "no_such_game"), "no_such_game"),
        (("[3 [4 5]]", "--depth", "1"), "has no static value"),
        (("[1 2 3]", "--branching", "2"), "do not fill"),
    ]:
        done = run("tree", *words, status=2)
        assert problem in done.stderr
        assert done.stderr.count("\n") == 1
