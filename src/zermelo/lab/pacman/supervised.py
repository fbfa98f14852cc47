"""A student's agent as a player: the code runs in a process of its own, and every answer has a time limit."""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import sys
import threading
import time
from typing import Any

from zermelo.errors import BadLimit, BadPlayer
from zermelo.game.playthrough import Playthrough
from zermelo.players.base import Player, as_playthrough, simple_result
from zermelo.search.common.result import SearchResult

SECONDS = 10.0  # for a move, where nothing is said
TO_START = 60.0  # for Python and this package, before the student's first line
TO_COMPILE = 120.0  # for one kernel of ours, which is no fault of the student's


class Office:
    """The other process: questions in, answers out, and an end to those that never come."""

    def __init__(self, text: str, seconds: float = SECONDS) -> None:
        if not seconds > 0:
            raise BadLimit(f"the time limit must be more than 0 seconds, not {seconds:g}")
        self.text, self.seconds = text, seconds
        self.process: subprocess.Popen[str] | None = None
        self.answers: queue.Queue[dict[str, Any] | None] = queue.Queue()

    def ask(self, **question: Any) -> dict[str, Any]:
        """The answer; a problem of the student's is raised as one sentence."""
        if self.process is None:
            self.open()
        assert self.process is not None
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps(question) + "\n")
            self.process.stdin.flush()
        except OSError:
            self.close()
            raise BadPlayer(f"{self.text} has ended its process: take the call of exit away") from None
        return self.wait(self.seconds, "has not answered")

    def open(self) -> None:
        """Start the process and let it read the file."""
        self.answers = queue.Queue()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "zermelo.lab.pacman.worker", self.text],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        threading.Thread(target=self.listen, args=(self.process, self.answers), daemon=True).start()
        self.wait(TO_START, "could not be given to a new process")
        self.wait(self.seconds, "has not been read")

    @staticmethod
    def listen(process: subprocess.Popen[str], answers: queue.Queue[dict[str, Any] | None]) -> None:
        """Hand over each answer as it comes, and None at the end."""
        assert process.stdout is not None
        with contextlib.suppress(ValueError):  # closed while it was read
            for line in process.stdout:
                answers.put(json.loads(line))
        answers.put(None)

    def wait(self, seconds: float, missing: str) -> dict[str, Any]:
        """The next answer within a time; compiling kernels of ours does not count."""
        given, end = seconds, time.monotonic() + seconds
        while True:
            try:
                answer = self.answers.get(timeout=max(0.001, end - time.monotonic()))
            except queue.Empty:
                self.close()
                raise BadPlayer(f"{self.text} {missing} within {given:g} s: does one of its loops never end?") from None
            if answer is None:
                self.close()
                raise BadPlayer(f"{self.text} has ended its process: take the call of exit away")
            if "compiling" in answer:
                end = time.monotonic() + TO_COMPILE
                continue
            if "problem" in answer:
                raise BadPlayer(answer["problem"])
            return answer

    def close(self) -> None:
        """End the process that this object started."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            for pipe in (self.process.stdin, self.process.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()
            self.process = None

    def __enter__(self) -> Office:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()


class Supervised(Player):
    """A player whose moves come from a student's file in another process."""

    def __init__(self, text: str, seconds: float = SECONDS) -> None:
        self.text, self.office, self.seed = text, Office(text, seconds), 0
        self.start: Any = None  # of the game that the other process knows

    def new_game(self, seed: int = 0) -> None:
        """The next question begins a game."""
        self.start, self.seed = None, seed

    def think(self, game: Any, **asked: Any) -> SearchResult:
        """Ask the other process."""
        playthrough = as_playthrough(game)
        if self.start is not playthrough.start:
            position = Playthrough(playthrough.start).to_text()
            self.office.ask(ask="game", position=position, ghosts=int(playthrough.state.ghosts), seed=self.seed)
            self.start = playthrough.start
        answer = self.office.ask(ask="move", played=list(playthrough.played))
        return simple_result(playthrough, int(answer["move"]), self.text, seconds=answer["seconds"])
