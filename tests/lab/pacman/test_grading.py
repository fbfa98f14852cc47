"""The autograder: a right file gets all points, wrong ones are told why, and no file can hang or crash it."""

from __future__ import annotations

from pathlib import Path

import pytest

from zermelo.errors import BadPlayer, ZermeloError
from zermelo.games.pacman import Pacman
from zermelo.lab.pacman.exam import questions, telling
from zermelo.lab.pacman.grading import Report, grade
from zermelo.lab.pacman.node import Node
from zermelo.lab.pacman.series import Pairing, run
from zermelo.lab.pacman.supervised import Office

MODEL = Path(__file__).parents[3] / "examples" / "pacman_agents.py"
SEARCHES = ("minimax", "alphabeta", "expectimax")


def marked(tmp_path: Path, source: str, *tasks: str, seconds: float = 10.0) -> Report:
    path = tmp_path / "mine.py"
    path.write_text(source)
    return grade(path, games=2, seconds=seconds, tasks=tasks)


def test_the_model_solution_gets_everything() -> None:
    report = grade(MODEL, games=3)
    assert (report.points, report.of) == (25, 25), report.to_text()
    assert [mark.of for mark in report.marks] == [4, 5, 5, 5, 6]


def test_questions_tell_searches_apart() -> None:
    """No position can be answered by the usual mistake: the other kind of ghosts, or a round too few."""
    for kind in SEARCHES:
        asked = questions(kind)
        assert len({question.position for question in asked}) == len(asked) == 8
        for number, question in enumerate(asked):
            node = Node(Pacman.variant(ghosts=question.ghosts).from_text(question.position))
            assert telling(node, kind, question.depth, question.right, number)


def test_mistakes_are_explained(tmp_path: Path) -> None:
    """Minimax where alpha-beta and expectimax are asked for; a depth in plies instead of rounds; nothing at all."""
    text = MODEL.read_text()
    body = text[text.index("def minimax") : text.index("def alphabeta")]
    wrong = body.replace("plies = depth * node.players", "plies = depth")
    source = (
        "import math\n" + wrong + body.replace("def minimax", "def alphabeta")
        + body.replace("def minimax", "def expectimax")
    )  # fmt: skip
    minimax, alphabeta, expectimax = marked(tmp_path, source, *SEARCHES).marks
    assert minimax.points < 5
    assert "is worth" in minimax.why
    assert alphabeta.points == 4
    assert alphabeta.why.endswith("is anything pruned?")
    assert expectimax.points < 5
    assert "rounds ahead" in expectimax.why or "1 round ahead" in expectimax.why
    (reflex,) = marked(tmp_path, source, "reflex").marks
    assert (reflex.points, reflex.why) == (0, "there is no function reflex in the file")


def test_files_that_raise_or_never_return(tmp_path: Path) -> None:
    source = """
def reflex(node):
    return 1 // 0
def minimax(node, depth):
    while True:
        pass
def alphabeta(node, depth):
    return "Upwards"
def expectimax(node, depth):
    raise SystemExit
def better(node):
    return "very good"
"""
    report = marked(tmp_path, source, "reflex", *SEARCHES, "better", seconds=0.5)
    why = {mark.task: mark.why for mark in report.marks}
    assert report.points == 0
    assert "stops with ZeroDivisionError: integer division or modulo by zero (line 3)" in why["reflex"]
    assert why["minimax"].endswith("mine.py has not answered within 0.5 s: does one of its loops never end?")
    assert "'Upwards' is no move" in why["alphabeta"]
    assert "ends the program" in why["expectimax"]
    assert "better answered 'very good', which is no number" in why["better"]
    for sentence in why.values():
        assert "\n" not in sentence


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("def reflex(node:\n", "line 1"),
        ("import nothing_of_that_name", "ModuleNotFoundError"),
        ("exit(3)", "ends the program"),
        ("import os\nos._exit(1)", "ended its process"),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, source: str, complaint: str) -> None:
    with pytest.raises(ZermeloError, match=complaint):
        marked(tmp_path, source, "reflex")


def test_a_file_that_is_never_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "endless.py"
    path.write_text("while True: pass\n")
    with Office(str(path), 0.5) as office, pytest.raises(BadPlayer, match="has not been read within"):
        office.ask(ask="offers")


def test_a_student_plays_in_the_experiments(tmp_path: Path) -> None:
    """The same seed gives the same game through the other process as here; prints and all kinds of files are fine."""
    path = tmp_path / "bot.py"
    path.write_text("def choose(game):\n    print('thinking')\n    return game.moves()[-1]\n")
    found = run(Pairing("stops", "minimaxClassic", str(path), ("random",), most_moves=3), 2, 1)
    assert {game.recording.moves[0] for game in found.games} == {4}
    ours = run(Pairing("r", "minimaxClassic", "reflex:judge=score", ("random",), most_moves=6), 1, 4)
    path.write_text("def reflex(node):\n    return max(node.moves(), key=lambda m: node.play(m).score)\n")
    theirs = run(Pairing("r", "minimaxClassic", f"{path}:reflex", ("random",), most_moves=6), 1, 4)
    assert ours.games[0].recording.moves == theirs.games[0].recording.moves
    with pytest.raises(BadPlayer, match="has no function 'better'"):
        run(Pairing("r", "minimaxClassic", f"{path}:better", ("random",)), 1)
