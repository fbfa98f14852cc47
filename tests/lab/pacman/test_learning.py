"""Pacman learns, and the autograder of planning and learning marks with reasons."""

from __future__ import annotations

from pathlib import Path

from zermelo.lab.pacman.learning import train
from zermelo.lab.pacman.learning_grading import LEARNING_POINTS, WISHES, behaviour, grade_learning
from zermelo.lab.pacman.learning_tasks import LEARNING_TASKS

MODEL = Path(__file__).parents[3] / "examples" / "learning_agents.py"
QUICK = tuple(task for task in LEARNING_TASKS if task != "features")


def test_pacman_learns() -> None:
    done = train(lessons=20, games=5, seed=3)
    assert done.wins >= 4
    assert done.weights["eats food"] > 0 > done.weights["ghosts one step away"]
    assert "of 5 games won" in done.to_text()


def test_the_model_solution_gets_everything() -> None:
    report = grade_learning(MODEL, games=4)
    assert (report.points, report.of) == (25, 25), report.to_text()
    assert set(LEARNING_POINTS) == set(LEARNING_TASKS)


def test_mistakes_are_explained(tmp_path: Path) -> None:
    """No discount, the worst action, the present value in place of the best, no lots, and sweeps in place."""
    text = MODEL.read_text()
    wrong = (
        text.replace("reward + discount * values[after]", "reward + values[after]")
        .replace("state: max(process.actions(state), key", "state: min(process.actions(state), key")
        .replace("best = max((values.get((after, other), 0.0) for other in actions), default=0.0)", "best = 0.0")
        .replace("return best[random.below(len(best))]", "return best[0]")
        .replace('"near exit, along the cliff": (0.1, 0.0, 0.0)', '"near exit, along the cliff": None')
    )
    path = tmp_path / "mine.py"
    path.write_text(wrong)
    values, policy, preferences, learning, lots = grade_learning(path, tasks=QUICK).marks
    assert values.points < 6
    assert "is worth" in values.why
    assert policy.points < 3
    assert (preferences.points, preferences.why) == (4, "near exit, along the cliff: it can be had")
    assert 0 < learning.points < 5
    assert "steps Q(" in learning.why
    assert lots.points == 0
    assert "draw lots among equals" in lots.why


def test_answers_that_make_no_sense(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "def value_iteration(p, d, s): return 3\n"
        "def policy(p, v, d): return {}\n"
        "def preferences(wish): return 'much'\n"
        "def q_learning(e, a, d): raise KeyError('x')\n"
        "def epsilon_greedy(v, e, r): return 'up'\n"
        "def features(node, move): return {'f': float('nan')}\n"
    )
    marks = grade_learning(path, games=1).marks
    assert [mark.points for mark in marks] == [0] * 6
    for mark, told in zip(
        marks,
        ("a dictionary is needed", "no action is not the best", "(discount, noise, living)", "KeyError", "none of the",
         "a number is needed"),
        strict=True,
    ):  # fmt: skip
        assert told in mark.why, mark


def test_every_wish_can_come_true() -> None:
    assert behaviour(0.9, 0.0, 0.0) == WISHES["distant exit, along the cliff"]
    assert behaviour(0.9, 0.3, 0.0) == WISHES["distant exit, away from the cliff"]
