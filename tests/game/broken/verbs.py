"""Every verb put to broken games, in one process: `python -m tests.game.broken.verbs FOLDER [NAME...]` prints JSON.

Run with NUMBA_DISABLE_JIT=1 it takes no compiler, and shows all that CPython notices; without, what machine code does.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
import threading
import traceback
from pathlib import Path
from typing import Any

import uvicorn

from tests.game.broken.corpus import ALL, CASES, COMPILED, Case
from zermelo.game import check as linter
from zermelo.game.check.checking import Check
from zermelo.game.check.target import Target
from zermelo.interfaces import cli
from zermelo.interfaces.web import jobs
from zermelo.interfaces.web.worker import Worker

PLAYERS = {"cards": "determinised:search=(mcts:sims=4),samples=2"}
CHANCE = {"cards": ["1", "2"], "dash": ["0"]}  # outcomes that come before a choice


def words(verb: str, case: Case, path: Path) -> list[str]:
    """What is typed."""
    thinker = PLAYERS.get(case.base, "mcts:sims=12")
    return {
        "check": ["check", str(path)],
        "perft": ["perft", str(path), "3"],
        "playouts": ["playouts", str(path), "--games", "4"],
        "analyse": ["analyse", str(path), "--player", thinker, "--moves", " ".join(CHANCE.get(case.base, []))],
        "play": ["play", str(path), "--player", "random", "--player", "random", "--seed", "1"],
        "serve": ["serve", str(path), "--no-browser", "--store", str(path.with_suffix(".sqlite"))],
    }[verb]


def typed(given: list[str]) -> tuple[int, str]:
    """The exit status and all that was said."""
    out = io.StringIO()
    status: Any = 0
    sys.argv = ["zermelo", *given]
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        try:
            cli.main()
        except SystemExit as end:
            status = end.code or 0
        except BaseException:
            status = 99
            traceback.print_exc(file=out)
    return int(status), out.getvalue()


def served(case: Case, path: Path) -> tuple[int, str]:
    """The server begins, then somebody asks a machine for a move: what they are told."""
    status, said = typed(words("serve", case, path))
    if status:
        return status, said
    answers = io.StringIO()
    player = PLAYERS.get(case.base, "mcts:sims=12")
    moves = CHANCE.get(case.base, [])
    job = {"id": 1, "job": "think", "game": str(path), "moves": moves, "player": player, "settings": {}}
    with contextlib.redirect_stderr(io.StringIO()) as log:
        Worker(answers, jobs.JOBS).do(job)
    last = json.loads(answers.getvalue().splitlines()[-1])
    return (2 if last["kind"] == "error" else 0), said + str(last.get("message", "")) + log.getvalue()


def in_this_process(targets: list[Target], *_: Any) -> list[linter.Report]:
    """The reports of `check` in CPython, without a worker and its compiler."""
    return [Check(target.load, target.name, find=target.find).run(0, 5.0, 12, 0, compiled=False) for target in targets]


def main(folder: Path, names: list[str]) -> None:
    """All verbs of all these games."""
    uvicorn.Server.run = lambda self, sockets=None: None  # type: ignore[method-assign]  # it would serve for ever
    vars(linter)["check_targets"] = in_this_process
    found: dict[str, dict[str, tuple[int, str]]] = {}
    for number, case in enumerate([*CASES, *COMPILED]):
        if case.name in names if names else number < len(CASES):
            path = folder / f"g{number}.py"
            path.write_text(case.source(), encoding="utf-8")
            found[case.name] = {
                verb: served(case, path) if verb == "serve" else typed(words(verb, case, path))
                for verb in ["check", *ALL.split()]
            }
    print(json.dumps(found))
    sys.stdout.flush()
    assert threading.active_count() < 50


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
