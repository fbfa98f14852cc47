"""The examination in CPython: random games, every law at every position, and the compiled answers beside them."""

from __future__ import annotations

import linecache
import random
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from numba import typeof

from zermelo.errors import BadRules
from zermelo.game.check import chance, facts, hidden, hooks, keys, rules, speeds, words, worlds
from zermelo.game.check.answers import wrong_answers, wrong_play
from zermelo.game.check.ask import GUARD, METHODS, Answers, ask, ask_compiled, blank_answers, clear
from zermelo.game.check.course import Course, Place, plies_allowed
from zermelo.game.check.laws import (
    CHANCE_NODES,
    DEALS,
    ENDS,
    INSIDE,
    OBSERVE,
    RAISES,
    ROW,
    UNIFORM,
    Complaint,
    Law,
)
from zermelo.game.check.report import Broken
from zermelo.game.check.trace import COMPILING, INTERPRETED, Trace
from zermelo.game.random import Random
from zermelo.game.source import FRAMEWORK
from zermelo.game.trouble import friendly

LawAt = Callable[[Place], Iterator[Complaint]]
Found = tuple[list[int], Complaint]  # moves from the start, and what is wrong there

QUICK: tuple[LawAt, ...] = (
    rules.check_row, rules.check_turn, rules.check_pure, speeds.check_speeds, rules.check_steady, rules.check_alone,
    rules.check_midturn, rules.check_utility, chance.check_odds, chance.check_sample, hidden.check_observe,
    hidden.check_redeal, hooks.check_evaluate, hooks.check_noisy, hooks.check_same, hooks.check_pass,
    hooks.check_symmetry,
)  # fmt: skip
SLOW: tuple[LawAt, ...] = (
    keys.check_keys, words.check_text, words.check_move_text, words.check_turn_text, words.check_bad_text,
    words.check_refusal, words.check_ending, words.check_scene, words.check_copies, hooks.check_bounds,
    hooks.check_static_result, hooks.check_features,
)  # fmt: skip
TWINS = 40  # games for which others are found that a player cannot tell from them
ENOUGH = 20  # games that go on after a law was broken


class Examiner:
    """Random games of one game in CPython, and all that is remembered between them."""

    def __init__(self, start: Any, *, compiled: bool = False, trace: Trace | None = None) -> None:
        self.start, self.game = start, type(start)
        self.trace = trace or Trace()
        self.compiled = compiled
        self.answers = blank_answers(self.game, self.trace.where)
        self.again = blank_answers(self.game, self.trace.where)
        self.twin = blank_answers(self.game, self.trace.where)
        self.memory: dict[str, Any] = {}
        self.games = self.positions = self.finished = 0
        self.slow_seconds = self.twin_seconds = 0.0
        self.began = time.monotonic()
        self.replaying = False
        self.asking_compiled = False

    # ------------------------------------------------------------------ compiling

    def compile(self) -> Iterator[Complaint]:
        """Compile every rule; what cannot be compiled is explained, and the speeds are not compared."""
        self.trace.phase(COMPILING)
        arguments = self.start, Random(0, 0), self.twin, 0
        try:
            with friendly(self.game):
                ask_compiled.compile(tuple(typeof(argument) for argument in arguments))  # type: ignore[attr-defined]  # a kernel has it
                if UNIFORM.concerns(self.game):
                    chance.drawn(self.start, 0, 0, compiled=True)
        except BadRules as problem:
            self.compiled = False
            yield facts.uncompiled(problem)
        self.trace.phase(INTERPRETED)

    # ------------------------------------------------------------------ one position

    def look(self, course: Course, mover: int) -> Place:
        """Put all questions to the position where a course stands."""
        self.trace.at(course.moves)
        state = course.state
        place = Place(
            self.game,
            state,
            state.tobytes(),
            list(course.moves),
            self.answers,
            self.positions,
            mover,
            memory=self.memory,
        )
        self.positions += 1
        first = self.put(ask, state, self.answers, place.number, 0)
        if self.compiled:
            copy = state.copy()
            second = self.put(ask_compiled, copy, self.twin, place.number, 0)
            place.compiled, place.drawn = self.twin, (first, second)
        if self.replaying or len(course.moves) < 3 or place.number % 8 == 0:
            self.put(ask, state.copy(), self.again, place.number, 99)
            place.again = self.again
        return place

    def put(self, asker: Any, state: Any, answers: Answers, number: int, fill: int) -> bytes:
        """Ask at one speed; returns where the random numbers stand afterwards."""
        stream = Random(7, number)
        clear(answers, fill)
        self.asking_compiled = asker is not ask
        asker(state, stream, answers, number)
        self.asking_compiled = False
        return bytes(stream.tobytes())

    def complaints(self, place: Place) -> Iterator[Complaint]:
        """Every law at one position; the slow ones take at most half of the time."""
        laws = list(QUICK)
        begin = time.monotonic()
        if self.replaying or place.number < 50 or place.ended or self.slow_seconds < 0.5 * (begin - self.began):
            laws += SLOW
        for law in laws:
            begin = time.monotonic()
            try:
                yield from law(place)
            except Exception as problem:  # a method of the game raised it
                yield raised(problem, self.game)
            if law in SLOW:
                self.slow_seconds += time.monotonic() - begin

    # ------------------------------------------------------------------ one game

    def run(self, choose: Callable[[Place], int | None], limit: int) -> Iterator[Found]:
        """Play a course by a choice of moves, with complaints as they come up."""
        course: Course | None = None
        try:
            course = Course(self.start)
            yield from self.walk(course, choose, limit)
        except Exception as problem:  # the course cannot go on
            moves = list(course.moves) if course else []
            yield moves, raised(problem, self.game, METHODS[int(self.trace.where[0])], compiled=self.asking_compiled)

    def walk(self, course: Course, choose: Callable[[Place], int | None], limit: int) -> Iterator[Found]:
        """The positions of a course up to its end or the limit."""
        mover = -2
        while True:
            if self.replaying or self.positions % 4 == 0 or self.positions < 100:
                wrong = list(wrong_answers(course.state))
                if wrong:  # nothing can be made of such answers
                    yield list(course.moves), wrong[0]
                    return
            place = self.look(course, mover)
            for complaint in self.complaints(place):
                yield list(course.moves), complaint
            if place.ended or course.ended_by_history():
                self.finished += 1
                break
            if len(course.moves) >= limit:
                if limit >= plies_allowed(self.game):
                    yield list(course.moves), Complaint(ENDS, f"a random game was not over after {limit:,} plies")
                break
            move = choose(place)
            if move is None:
                break
            if course.forbids(move):
                move = next((m for m in place.legal if not course.forbids(m)), None)
                if move is None:
                    break
            mover = int(course.state.turn)
            if self.positions < 100 and (wrong := list(wrong_play(course.state, move))):
                yield list(course.moves), wrong[0]
                return
            for complaint in course.play(move):
                yield list(course.moves), complaint

    def random_game(self, seed: int, limit: int | None = None, deadline: float = float("inf")) -> Iterator[Found]:
        """One random game."""
        choice = random.Random(seed)

        def choose(place: Place) -> int | None:
            if time.monotonic() > deadline:
                return None
            return choice.choice(place.legal)

        return self.run(choose, plies_allowed(self.game) if limit is None else limit)

    def replay(self, moves: list[int], law: Law, deadline: float = float("inf")) -> list[int] | None:
        """The beginning of a list of moves after which a law is broken, or None if they are legal and all is well."""

        def choose(place: Place) -> int | None:
            done = len(place.moves)
            goes_on = done < len(moves) and moves[done] in place.legal and time.monotonic() < deadline
            return moves[done] if goes_on else None

        self.replaying = True
        try:
            for line, complaint in self.run(choose, max(len(moves), plies_allowed(self.game))):
                if complaint.law is law:
                    self.message = complaint.message
                    return line
        finally:
            self.replaying = False
        return None

    # ------------------------------------------------------------------ many games

    def examine(self, games: int, seconds: float, seed: int, progress: Callable[[int], None]) -> Iterator[Found]:
        """Random games until their number or the time is spent; soon after a broken law it stops."""
        deadline = time.monotonic() + seconds
        found = 0
        with warnings.catch_warnings():
            warnings.simplefilter("error", RuntimeWarning)
            for number in range(games):
                if time.monotonic() > deadline or found and number > found + ENOUGH:
                    break
                for line, complaint in self.random_game(seed + number, deadline=deadline):
                    found = found or number + 1
                    yield line, complaint
                if number < 3:
                    yield from self.back_again()
                if self.game.hidden and number < TWINS and self.twin_seconds < 0.1 * seconds:
                    yield from self.twins(seed + number)
                self.games += 1
                progress(self.games)
            yield from self.afterwards()

    def back_again(self) -> Iterator[Found]:
        """The last game, played and taken back."""
        moves = self.trace.moves()[:200]
        try:
            for complaint in words.check_undo(self.start, moves):
                yield moves, complaint
        except Exception as problem:  # of the game's own code; other laws find the moves
            yield moves, raised(problem, self.game)

    def twins(self, seed: int) -> Iterator[Found]:
        """The last game, and others that a player cannot tell from it."""
        moves, begin = self.trace.moves()[:200], time.monotonic()
        try:
            for law in (hidden.check_twins, worlds.check_past):
                for complaint in law(self.start, moves, seed):
                    yield moves, complaint
        except Exception as problem:  # of the game's own code
            yield moves, raised(problem, self.game)
        self.twin_seconds += time.monotonic() - begin

    def afterwards(self) -> Iterator[Found]:
        """Laws on all positions together."""
        if self.game.chance and not self.memory.get("chance seen"):
            yield [], Complaint(CHANCE_NODES, f"chance = True, but nature never moved in {self.games} games")
        if self.game.hidden and not self.memory.get("dealt"):
            yield [], Complaint(DEALS, f"redeal() changed nothing at any of {self.positions} positions")
        try:
            if self.game.hidden:
                yield from (([], complaint) for complaint in hidden.check_recall(self.start))
            yield from chance.check_uniform(self.memory.get("sampled", []), self.compiled)
        except Exception as problem:  # sample raised it
            yield [], raised(problem, self.game, "sample")

    def describe(self, moves: list[int], complaint: Complaint) -> Broken:
        """A complaint with its moves and position in words, as far as the game's words work."""
        state, shown, position = self.start.copy(), [], ""
        try:
            for move in moves:
                shown.append(str(state.move_text(move)))
                state.play(move)
            position = str(state.to_text())
        except Exception:  # the words are broken themselves: numbers do
            shown = [str(move) for move in moves]
        return Broken(complaint.law.name, complaint.message, list(moves), shown, position)


def raised(problem: Exception, game: Any = None, method: str = "", *, compiled: bool = False) -> Complaint:
    """An error of the game's own code, with the line where it came up."""
    text = f"{type(problem).__name__}: {problem}" if str(problem) else type(problem).__name__
    if game and isinstance(problem, IndexError):
        if f"size {game.most_moves + GUARD}" in str(problem):
            return Complaint(ROW, f"moves() writes far behind the place most_moves = {game.most_moves}")
        if game.hidden and f"size {game.observation + GUARD}" in str(problem):
            return Complaint(OBSERVE, f"observe() writes far behind the place observation = {game.observation}")
    law = INSIDE if isinstance(problem, IndexError) else RAISES
    when = " when compiled" if compiled else ""
    if line := own_place(problem):
        return Complaint(law, f"{line[0]}() raises {text}{when} ({line[1]})")
    if method and method != "nothing":
        return Complaint(law, f"{method}() raises {text}{when}")
    last = traceback.extract_tb(problem.__traceback__)[-1]
    return Complaint(law, f"{text}{when} ({Path(last.filename).name}, line {last.lineno}: `{last.line}`)")


def own_place(problem: BaseException) -> tuple[str, str] | None:
    """The innermost function of the game's own on the way to an error, and its line; None where there is none."""
    for frame in reversed(traceback.extract_tb(problem.__traceback__)):
        if is_own(frame.filename):
            name = frame.name.rpartition(".")[2]
            line = frame.line or linecache.getline(frame.filename, frame.lineno or 0).strip()
            return name, f"{Path(frame.filename).name}, line {frame.lineno}: `{line}`"
    return None


def is_own(filename: str) -> bool:
    """Whether a file of a traceback is neither ours nor a library's."""
    path = Path(filename)
    foreign = FRAMEWORK in path.parents or {"site-packages", "dist-packages"} & set(path.parts)
    return not foreign and not filename.startswith("<")
