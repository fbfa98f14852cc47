"""The side that watches a worker: starts the process, passes on its progress, reports its crash or endless loop."""

from __future__ import annotations

import json
import os
import queue
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from zermelo.game.check.checking import Progress, quiet
from zermelo.game.check.laws import RETURNS, SURVIVES
from zermelo.game.check.report import Broken, Report
from zermelo.game.check.target import Target
from zermelo.game.check.trace import COMPILED, COMPILING, Trace
from zermelo.game.source import FRAMEWORK

PATIENCE = 20.0  # seconds in which one method must return
COMPILERS_PATIENCE = 900.0  # seconds in which the compiler must


class Watch:
    """A worker, its jobs, and how they stand."""

    def __init__(self, targets: Sequence[Target], folder: Path, numbers: dict[str, Any], progress: Progress) -> None:
        self.targets, self.progress = targets, progress
        self.reports: list[Report] = []
        self.errors = folder / "errors"
        paths = [folder / f"trace{number}" for number in range(len(targets))]
        self.traces = [Trace(path) for path in paths]
        jobs = folder / "jobs"
        jobs.write_text(
            json.dumps({"targets": [asdict(t) for t in targets], "traces": [str(p) for p in paths], **numbers}),
            encoding="utf-8",
        )
        self.process = self.launch(jobs)
        self.lines: queue.Queue[str | None] = queue.Queue()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def launch(self, jobs: Path) -> subprocess.Popen[str]:
        """Start the worker with bounds checking on."""
        environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "NUMBA_DISABLE_JIT": "0"}
        source = str(FRAMEWORK.parent.parent)
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, [source, environment.get("PYTHONPATH", "")]))
        command = [sys.executable, "-m", "zermelo.game.check.worker", str(jobs)]
        with self.errors.open("w", encoding="utf-8") as errors:
            return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment)

    def read(self) -> None:
        """Pass the worker's lines to the queue; None at the end."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def wait(self, patience: float) -> Broken | None:
        """Until the worker is done (None) or one game ends it."""
        began, beat, since = 0.0, -1, time.monotonic()
        while True:
            with suppress(queue.Empty):
                line = self.lines.get(timeout=0.1)
                since = time.monotonic()
                if line is None:
                    return self.ended()
                began = self.take(json.loads(line)) or began
            trace = self.traces[min(len(self.reports), len(self.traces) - 1)]
            if int(trace.beats[0]) != beat:
                beat, since = int(trace.beats[0]), time.monotonic()
            compiling = trace.phases[0] == COMPILING or not beat
            if time.monotonic() - since > (COMPILERS_PATIENCE if compiling else patience):
                return self.hangs(trace, patience)

    def take(self, event: dict[str, Any]) -> float:
        """One line of the worker."""
        if event["event"] == "progress":
            self.progress(event["phase"], event["done"], event["of"])
        elif event["event"] == "done":
            self.reports.append(Report.from_json(event["report"]))
        return time.monotonic()

    def ended(self) -> Broken | None:
        """The process is gone: well, or by a crash."""
        code = self.process.wait()
        if len(self.reports) == len(self.targets):
            return None
        trace = self.traces[len(self.reports)]
        errors = self.errors.read_text(encoding="utf-8", errors="replace")
        if code < 0:
            name = signal.Signals(-code).name
            how = f"the process was ended by {name} while {asked(trace)} was asked{speed(trace)}{own_line(errors)}"
            return Broken(SURVIVES.name, how, trace.moves())
        tail = errors.strip().splitlines()[-1:] or [f"exit status {code}"]
        return Broken(SURVIVES.name, f"the process ended itself: {tail[0]}{own_line(errors)}", trace.moves())

    def hangs(self, trace: Trace, patience: float) -> Broken:
        """A method that does not return; the worker says where it is before it is killed."""
        if hasattr(signal, "SIGUSR1"):
            self.process.send_signal(signal.SIGUSR1)
            time.sleep(0.3)
        self.process.kill()
        self.process.wait()
        where = own_line(self.errors.read_text(encoding="utf-8", errors="replace"))
        message = f"{asked(trace)} has not returned after {patience:.0f} s{speed(trace)}{where}"
        return Broken(RETURNS.name, message, trace.moves())

    def stop(self) -> None:
        """End the worker."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.reader.join(5.0)
        if self.process.stdout is not None:
            self.process.stdout.close()


def asked(trace: Trace) -> str:
    """The method that was being asked; words are not written down."""
    return "a method" if trace.method() == "nothing" else f"{trace.method()}()"


def speed(trace: Trace) -> str:
    """At which speed it happened."""
    return " (compiled)" if trace.phases[0] == COMPILED else ""


def own_line(errors: str) -> str:
    """The innermost line of a dumped stack that is the game's own."""
    for path, line, name in re.findall(r'File "([^"]+)", line (\d+) in (\w+)', errors):
        if path.startswith("<") or FRAMEWORK in Path(path).parents or "site-packages" in path or "/lib/python" in path:
            continue
        with suppress(OSError, IndexError):
            source = Path(path).read_text(encoding="utf-8").splitlines()[int(line) - 1].strip()
            return f" ({Path(path).name}, line {line}, in {name}: `{source}`)"
    return ""


def check_targets(
    targets: Sequence[Target], numbers: dict[str, Any], progress: Progress = quiet, patience: float = PATIENCE
) -> list[Report]:
    """Check games in processes of their own, one after the other; a crash costs its own game only."""
    reports: list[Report] = []
    while len(reports) < len(targets):
        left = targets[len(reports) :]
        # Windows does not delete a file while it is mapped, as the traces are until they are collected
        with tempfile.TemporaryDirectory(prefix="zermelo-check-", ignore_cleanup_errors=True) as folder:
            watch = Watch(left, Path(folder), numbers, progress)
            try:
                broken = watch.wait(patience)
            finally:
                watch.stop()
            reports += watch.reports
            if broken is not None:
                reports.append(Report(left[len(watch.reports)].name, [broken]))
    return reports
