"""A random game under examination: where it stands, what was played, and which rules of history apply."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from zermelo.game.check.ask import Answers
from zermelo.game.check.laws import IRREVERSIBLE, LONGEST, Complaint
from zermelo.game.game import FORBIDDEN
from zermelo.game.history import occurrences, out_of_time

LIMIT = 20_000  # plies after which a game without a bound counts as endless


def plies_allowed(game: Any) -> int:
    """How long a game may last before something is wrong with it."""
    if game.longest:
        return int(game.longest) + 1
    return int(game.cap) + 1000 if game.cap else LIMIT


class Course:
    """One game from the start; unlike a Playthrough it trusts its caller that moves are legal."""

    def __init__(self, start: Any) -> None:
        self.state = start.copy()
        self.moves: list[int] = []
        self.keys: list[int] = [int(start.repetition_key())]
        self.forgotten = 0  # keys before this one cannot return
        self.progress = 0

    def forbids(self, move: int) -> bool:
        """Whether a forbidding repetition rule forbids a legal move."""
        state = self.state
        if not (state.repetition and state.repeated == FORBIDDEN):
            return False
        after = state.copy()
        after.play(move)
        if not state.judged(move) or after.midturn() and not after.over():
            return False
        return bool(self.keys.count(int(after.repetition_key())) >= state.repetition - 1)

    def play(self, move: int) -> Iterator[Complaint]:
        """Play a move; complaints are about the course of the game and not about the position."""
        state = self.state
        forgets = bool(state.irreversible(move))
        state.play(move)
        self.moves.append(move)
        self.progress = 0 if forgets else self.progress + 1
        if state.longest and len(self.moves) > state.longest:
            yield Complaint(LONGEST, f"{len(self.moves)} plies were played, longest = {state.longest}")
        if not state.midturn() or state.over():
            if forgets:
                self.forgotten = len(self.keys)
            key = int(state.repetition_key())
            if key in self.keys[: self.forgotten]:
                ago = len(self.keys) - self.keys.index(key)
                yield Complaint(
                    IRREVERSIBLE, f"the position of {ago} turns ago is back, with an irreversible move in between"
                )
            self.keys.append(key)

    def ended_by_history(self) -> bool:
        """Whether repetition, lack of progress or the cap ends the game here."""
        state = self.state
        if state.midturn():
            return False
        if state.repetition and state.repeated != FORBIDDEN:
            keys = np.array(self.keys[self.forgotten :], np.uint64)
            if occurrences(keys, 0, len(keys), keys[-1]) >= state.repetition:
                return True
        return bool(out_of_time(state, self.progress, len(self.moves)))


@dataclass
class Place:
    """A position of a course with its answers, as the laws look at it."""

    game: Any  # the class
    state: Any
    before: bytes  # the state's bytes before any question was put
    moves: list[int]  # that led here
    answers: Answers  # of CPython
    number: int  # positions looked at before this one
    mover: int = -2  # who made the last move
    compiled: Answers | None = None  # of the compiled rules
    again: Answers | None = None  # of CPython, asked a second time
    drawn: tuple[bytes, ...] = ()  # the random generators after the questions
    memory: dict[str, Any] = field(default_factory=dict)  # what laws remember from place to place

    @property
    def count(self) -> int:
        """The number of legal moves, made harmless if it is wrong."""
        return max(0, min(int(self.answers.flags[0]), len(self.answers.row)))

    @property
    def legal(self) -> list[int]:
        """The legal moves."""
        return [int(move) for move in self.answers.row[: self.count]]

    @property
    def ended(self) -> bool:
        """Whether the position itself ends the game."""
        return self.count == 0

    def children(self) -> list[tuple[int, Any]]:
        """The moves that were tried, and the states after them."""
        tried = int(self.answers.flags[6])
        return [(int(self.answers.tried[i]), self.answers.children[i]) for i in range(tried)]
