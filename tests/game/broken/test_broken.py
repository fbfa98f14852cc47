"""Whatever a newcomer writes, each verb says the cause in a sentence: no traceback, and no process that dies."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.game.broken.corpus import ALL, CASES, COMPILED, Case

Said = dict[str, dict[str, tuple[int, str]]]
BY_HAND = ("index far beyond", "turn runs on", "most_moves far too small", "utility without return", "list in a rule")
ROOT = Path(__file__).parents[3]
one_worker = pytest.mark.xdist_group("broken")  # all games go through one process, once


def asked(folder: Path, *names: str, compiled: bool = False) -> Said:
    """What the verbs say of these games, of all without names."""
    switched = {"NUMBA_DISABLE_JIT": "0" if compiled else "1", "ZERMELO_DATA": str(folder)}
    command = [sys.executable, "-m", "tests.game.broken.verbs", str(folder), *names]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=ROOT, env={**os.environ, **switched}, check=False
    )
    assert done.returncode == 0, f"ended by {done.returncode}: {done.stderr[-2000:]}"
    found: Said = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> Said:
    """All games in CPython."""
    return asked(tmp_path_factory.mktemp("broken"))


def judge(case: Case, answers: dict[str, tuple[int, str]], verbs: str) -> None:
    """Each verb stops with its sentence, or does its work."""
    for verb in verbs.split():
        status, text = answers[verb]
        wanted = case.sentence(verb)
        assert "Traceback" not in text, f"{verb}: {text}"
        assert status == (2 if wanted else 0), f"{verb}: {text}"
        assert wanted in text.splitlines()[-1], f"{verb}: {text}"


@one_worker
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_verb_names_the_cause(case: Case, said: Said) -> None:
    judge(case, said[case.name], ALL)


@one_worker
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_check_names_the_cause_first(case: Case, said: Said) -> None:
    status, text = said[case.name]["check"]
    assert "Traceback" not in text
    assert status in (1, 2), text
    first = next(line for line in text.splitlines() if status == 2 or line.startswith("✗"))
    assert case.check in first, text


def test_there_are_many() -> None:
    assert len({case.name for case in (*CASES, *COMPILED)}) == len(CASES) + len(COMPILED) >= 80


@pytest.mark.xdist_group("broken compiled")
def test_compiled(tmp_path: Path, long_run: bool) -> None:
    every = [case for case in (*CASES, *COMPILED) if long_run or case.name in BY_HAND]
    found = asked(tmp_path, *(case.name for case in every), compiled=True)
    for case in every:
        verbs = case.stops if case in COMPILED or not long_run else ALL
        for verb in verbs.split():
            status, text = found[case.name][verb]
            assert "Traceback" not in text, f"{case.name}, {verb}: {text}"
            assert status in (0, 2), f"{case.name}, {verb}: {text}"
            if case in COMPILED or case.name in BY_HAND:
                assert status == 2, f"{case.name}, {verb}: {text}"


def test_checked_rules_run_at_full_speed(tmp_path: Path) -> None:
    """What has passed is compiled without a look at its indices; an edit is another game."""
    program = (
        "import sys; from zermelo import find; from zermelo.game.trust import is_trusted, note_passed\n"
        "game = find(sys.argv[1]); print(is_trusted(game)); note_passed(game)"
    )
    source = CASES[0].source().replace("longest = 6", "most_moves, longest = 6, 6")
    path = tmp_path / "marks.py"

    def trusted(text: str) -> str:
        path.write_text(text, encoding="utf-8")
        command = [sys.executable, "-c", program, str(path)]
        environment = {**os.environ, "ZERMELO_DATA": str(tmp_path)}
        return subprocess.run(command, capture_output=True, text=True, env=environment, check=True).stdout.strip()

    assert [trusted(source), trusted(source), trusted(source.replace("0.01", "0.02"))] == ["False", "True", "False"]
