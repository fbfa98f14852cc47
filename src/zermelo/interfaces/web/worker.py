"""A process that works for the server, on searches or on rules: one line of JSON for each job and each answer.

The server itself never compiles and never searches, so it answers at once whatever is going on here; and a crash in a
search ends this process, not the games under way.

    -> {"id": 7, "job": "think", "game": "chess", "moves": ["e4"], "player": "best", ...}
    <- {"id": 7, "kind": "compiling", ...}   {"id": 7, "kind": "update", ...}   {"id": 7, "kind": "done", ...}
    -> {"id": 7, "job": "stop"}
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from typing import Any, TextIO

from zermelo.errors import ZermeloError
from zermelo.game import files

UPDATES = 0.1  # seconds between two updates of one job


class Worker:
    """Reads jobs, does one at a time, and can be told to stop it."""

    def __init__(self, answers: TextIO, jobs: Mapping[str, Callable[..., dict[str, Any]]]) -> None:
        self.answers, self.jobs = answers, jobs
        self.stop_event = threading.Event()
        self.running = 0  # the id of the job at work
        self.lock = threading.Lock()

    def serve(self, questions: TextIO) -> None:
        """Until the server closes the pipe."""
        for line in questions:
            job = json.loads(line)
            if job["job"] == "stop":
                if job["id"] == self.running:
                    self.stop_event.set()
                continue
            self.running = job["id"]
            self.stop_event.clear()
            threading.Thread(target=self.do, args=(job,), daemon=True).start()

    def do(self, job: dict[str, Any]) -> None:
        """One job, with whatever goes wrong said in a sentence."""
        from zermelo.game.compile import compile_listener

        begin = time.perf_counter()
        told = {"at": 0.0}

        def update(kind: str, **data: Any) -> None:
            now = time.perf_counter()
            if kind == "update" and now - told["at"] < UPDATES:
                return
            told["at"] = now
            self.answer(job["id"], kind, **data)

        def compiling(kernel: str) -> None:
            self.answer(job["id"], "compiling", kernel=kernel, seconds=time.perf_counter() - begin)

        try:
            with compile_listener(compiling):
                answer = self.jobs[job["job"]](job, update, self.stop_event)
            self.answer(job["id"], "done", **answer)
        except ZermeloError as problem:
            self.answer(job["id"], "error", message=str(problem))
        except MemoryError:
            self.answer(job["id"], "error", message="there was not enough memory for that; ask for less")
        except Exception as problem:  # the person reads a sentence; the log keeps what is our mistake
            self.answer(job["id"], "error", message=sentence_for(problem))

    def answer(self, number: int, kind: str, **data: Any) -> None:
        """Write one line."""
        text = json.dumps({"id": number, "kind": kind, **data}, allow_nan=False, default=float)
        with self.lock:
            self.answers.write(text + "\n")
            self.answers.flush()


def sentence_for(problem: Exception) -> str:
    """What is told of an error that nobody foresaw: the fault of somebody's rules, or a mistake of ours."""
    from zermelo.game.check.blame import blamed

    if told := blamed(problem):
        return str(told)
    traceback.print_exception(problem)
    return f"Zermelo made a mistake here ({type(problem).__name__}: {problem})"


def main(kind: str, trusted: str, lower: str = "0") -> None:
    """Answers go out by a descriptor of their own, so that nothing printed can disturb them."""
    if hasattr(os, "nice"):
        os.nice(int(lower))
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    files.only(**json.loads(trusted))
    jobs = importlib.import_module(f"zermelo.interfaces.web.{kind}").JOBS
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        Worker(answers, jobs).serve(sys.stdin)
    os._exit(0)  # a search still at work is of no use to anybody now


if __name__ == "__main__":
    main(*sys.argv[1:4])
