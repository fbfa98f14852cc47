"""One game checked in this process: class, first position, games in CPython, games compiled."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from zermelo.errors import ZermeloError
from zermelo.game.check.answers import wrong_answers
from zermelo.game.check.examine import Examiner, Found, raised
from zermelo.game.check.facts import check_class, check_start
from zermelo.game.check.laws import (
    ANSWERS,
    COMPILES,
    CONTRACT,
    DISTINCT,
    ENDING,
    ENDS,
    FACTS,
    FIELDS,
    INSIDE,
    LAWS,
    NUMBERS,
    PURE,
    RAISES,
    RANGE,
    ROW,
    START,
    TURN,
    Complaint,
)
from zermelo.game.check.report import Broken, Report
from zermelo.game.check.shrink import shrink
from zermelo.game.check.swarm import Swarm
from zermelo.game.check.trace import Trace
from zermelo.game.plain_game import is_plain
from zermelo.game.record import RecordType

Progress = Callable[[str, int, int], None]  # phase, done, of how many


def quiet(phase: str, done: int, total: int) -> None:
    """Show nothing."""


# Laws whose breach makes others seem broken, the deepest cause first; all the others are named as they were found
CAUSES = {
    law.name: place
    for place, law in enumerate(
        (CONTRACT, FIELDS, FACTS, START, ANSWERS, NUMBERS, COMPILES, TURN, ROW, INSIDE, RAISES, RANGE, DISTINCT, PURE)
    )
}


class Check:
    """The course of one check."""

    def __init__(
        self,
        make: Callable[[], Any],
        name: str,
        progress: Progress = quiet,
        trace: Trace | None = None,
        find: Callable[[], Any] | None = None,
    ) -> None:
        self.make, self.progress = make, progress
        self.find = find or (lambda: make if isinstance(make, RecordType) else type(make()))
        self.trace = trace or Trace()
        self.report = Report(name)
        self.examiner: Examiner | None = None
        self.game: Any = None
        self.fatal = False

    def run(self, games: int, seconds: float, interpreted_games: int, seed: int, compiled: bool = True) -> Report:
        """All phases; a broken class or first position ends it early."""
        began = time.monotonic()
        start = self.first_state()
        if start is not None and not self.hopeless():
            self.play(start, games, seconds, interpreted_games, seed, compiled)
        self.report.seconds = time.monotonic() - began
        self.report.broken.sort(key=lambda item: CAUSES.get(item.law, len(CAUSES)))  # stable: what was found first
        broken = {item.law for item in self.report.broken}
        if self.examiner is not None and self.examiner.games:
            if not self.examiner.finished and not broken:
                note = "no game in CPython came to its end in time, so endings were not looked at: give more --seconds"
                self.report.notes.append(note)
            if not self.examiner.finished:
                broken.add(ENDING.name)
            self.report.passed = [law.name for law in LAWS if law.name not in broken and law.concerns(self.game)]
        return self.report

    def first_state(self) -> Any:
        """Load the game, look at its class and make the first state; None if that fails."""
        try:
            self.game = self.find()
            self.add([], *check_class(self.game))  # of a class that is wrong, no first state need come
            if self.hopeless():
                return None
            start = self.make()
        except ZermeloError as problem:
            self.add([], Complaint(FIELDS, str(problem)))
            return None
        except Exception as problem:  # of the game's own code
            self.add([], Complaint(START, raised(problem).message))
            return None
        try:
            if not self.hopeless():
                with suppress(Exception):  # of the game's own code, which the games below come upon
                    self.add([], *(replace(one, fatal=True) for one in wrong_answers(start)))
            if not self.hopeless():
                self.add([], *check_start(start))
        except Exception as problem:  # of the game's own code
            self.add([], raised(problem, self.game))
            return None
        return start

    def hopeless(self) -> bool:
        """Whether the class is too broken to play."""
        return self.fatal or any(b.law in (FIELDS.name, START.name) for b in self.report.broken)

    def play(self, start: Any, games: int, seconds: float, by_hand: int, seed: int, compiled: bool) -> None:
        """The games, in CPython and compiled."""
        compiled = compiled and not is_plain(start)
        self.examiner = examiner = Examiner(start, compiled=compiled, trace=self.trace)
        if compiled:
            self.progress("compiling", 0, 0)
            self.add([], *examiner.compile())
        self.gather(examiner.examine(by_hand, seconds, seed, lambda n: self.progress("in CPython", n, by_hand)))
        self.report.interpreted_games, self.report.interpreted_positions = examiner.games, examiner.positions
        if not examiner.compiled:
            return
        swarm = Swarm(start, self.trace)
        self.progress("compiling", 0, 0)
        self.gather(swarm.fly(games, seconds, seed, lambda n: self.progress("compiled", n, games)))
        self.report.games, self.report.positions = swarm.games, swarm.positions

    def gather(self, found: Iterator[Found]) -> None:
        """Note the first complaint of each law, with its moves shortened when all games are over."""
        first: dict[str, Found] = {}
        for moves, complaint in found:
            if complaint.law.name not in self.broken():
                first.setdefault(complaint.law.name, (moves, complaint))
        for moves, complaint in first.values():
            self.add(*self.shortened(moves, complaint))

    def shortened(self, moves: list[int], complaint: Complaint) -> tuple[list[int], Complaint]:
        """The same complaint after fewer moves, in the words of the shorter case."""
        assert self.examiner is not None
        if not moves or complaint.law is ENDS:  # the end of an endless game has no shorter case
            return moves[:20], complaint
        short = shrink(self.examiner, moves, complaint.law)
        if short is None:
            return moves, complaint
        self.examiner.replay(short, complaint.law)
        return short, Complaint(complaint.law, self.examiner.message)

    def broken(self) -> set[str]:
        """The laws known to be broken."""
        return {item.law for item in self.report.broken}

    def add(self, moves: list[int], *complaints: Complaint) -> None:
        """Note complaints, the first of each law (of facts: all)."""
        for complaint in complaints:
            self.fatal = self.fatal or complaint.fatal
            if complaint.law in (CONTRACT, FACTS) or complaint.law.name not in self.broken():
                self.report.broken.append(self.describe(moves, complaint))

    def describe(self, moves: list[int], complaint: Complaint) -> Broken:
        """A complaint in words."""
        if self.examiner is None or complaint.law in (CONTRACT, FACTS, FIELDS, START):
            return Broken(complaint.law.name, complaint.message, moves)
        return self.examiner.describe(moves, complaint)
