"""Kernels made ready in processes side by side: they share what they compile, and no harm comes of two at once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.players.test_warming import ANSWER
from zermelo.players.warming import RULES, Warmed
from zermelo.players.warming_apart import Job, warm_apart

AT_ONCE = """
heard = []
with compile_listener(heard.append):
    found = player(text).think(catalogue.begin(game))
print(json.dumps([found.nodes, found.value, heard]))
"""


def test_two_processes_that_compile_the_same_at_once(tmp_path: Path) -> None:
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-c", ANSWER + AT_ONCE, "alphabeta:nodes=300", "nim"]
    pipes = {"stdout": subprocess.PIPE, "text": True, "env": environment}
    both = [subprocess.Popen(command, **pipes) for _ in range(2)]  # type: ignore[call-overload]
    answers = [json.loads(process.communicate()[0]) for process in both]
    assert answers[0][:2] == answers[1][:2]
    assert sorted(heard for *_, heard in answers) == [[], ["search"]], "one compiles, the other waits for it"


def test_jobs_are_done_heard_of_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    heard: list[Warmed] = []
    jobs = [Job("nim", RULES), Job("nim", "random"), Job("kuhn_poker", "alphabeta"), Job("go", RULES, {"size": "x"})]
    done = {(one.game, one.player): one for one in warm_apart(jobs, 2, heard.append)}
    assert len(done) == len(heard) == 4
    assert set(done["nim", RULES].compiled) >= {"count_moves", "play_games"}
    assert done["nim", "random"].compiled == ()
    assert "hidden information" in done["kuhn_poker", "alphabeta"].problem
    assert "size" in done["go", RULES].problem
    assert warm_apart([Job("nim", RULES)])[0].compiled == (), "the next process finds them"


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_what_could_not_be_kept_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    body = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
from zermelo.players.warming_apart import work
import json, io, contextlib
with contextlib.redirect_stdout(io.StringIO()) as said:
    work(json.dumps({"game": "nim", "player": "rules"}))
found = json.loads(said.getvalue())
import sys
sys.exit(0 if found["compiled"] and "too large" in found["problem"].lower() else said.getvalue())
"""
    done = subprocess.run([sys.executable, "-c", body], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
