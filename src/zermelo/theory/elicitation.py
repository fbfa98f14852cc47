"""Utilities found by questions: a prize for sure, or the standard lottery between the best and the worst.

The lottery's chance p of the best prize is halved towards the point where both are as good; that p is the prize's
utility, from 0 to 1. Ask and answer by turns, from a program or at a terminal:

    session = Elicitation("$1000", "$0", ["$400"])
    while question := session.ask():
        print(question)
        session.answer("lottery")  # or "prize", or "same"
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from zermelo.errors import BadParameter
from zermelo.theory.axioms import prize_of
from zermelo.theory.lottery import Lottery, Prize, prize_text
from zermelo.theory.reading import exact, shown
from zermelo.theory.utility import Utility, points

ANSWERS = ("prize", "lottery", "same")


@dataclass(frozen=True)
class GambleQuestion:
    """A prize against the standard lottery."""

    prize: Prize
    lottery: Lottery
    p: Fraction

    def __str__(self) -> str:
        return f"{prize_text(self.prize)} for sure, or {self.lottery}?"


class Elicitation:
    """A session: which question comes next, and what is known so far."""

    def __init__(self, best: Any, worst: Any, prizes: Sequence[Any], tolerance: Any = Fraction(1, 100)) -> None:
        self.best, self.worst, *self.prizes = [read_prize(prize) for prize in (best, worst, *prizes)]
        self.tolerance = exact(tolerance)
        if not 0 < self.tolerance < 1:
            raise BadParameter(f"the tolerance is between 0 and 1, not {shown(self.tolerance)}")
        if len({self.best, self.worst, *self.prizes}) < len(self.prizes) + 2:
            raise BadParameter("the best prize, the worst and those between must all be different")
        for prize in (self.worst, *self.prizes):
            if isinstance(prize, Fraction) and isinstance(self.best, Fraction) and prize > self.best:
                raise BadParameter(f"{prize_text(prize)} is more than the best prize {prize_text(self.best)}")
            if isinstance(prize, Fraction) and isinstance(self.worst, Fraction) and prize < self.worst:
                raise BadParameter(f"{prize_text(prize)} is less than the worst prize {prize_text(self.worst)}")
        self.low, self.high = Fraction(0), Fraction(1)  # the utility of the prize in question lies between them
        self.known: dict[Prize, Fraction] = {}
        self.asked = 0

    def ask(self) -> GambleQuestion | None:
        """The next question, or nothing when every prize has its utility."""
        left = [prize for prize in self.prizes if prize not in self.known]
        if not left:
            return None
        p = (self.low + self.high) / 2
        return GambleQuestion(left[0], Lottery(((p, self.best), (1 - p, self.worst))), p)

    def answer(self, choice: str) -> None:
        """What was preferred: the prize, the lottery, or neither (same)."""
        question = self.ask()
        if question is None:
            raise BadParameter("all questions are answered")
        if choice not in ANSWERS:
            raise BadParameter(f"answer prize, lottery or same, not {choice!r}")
        self.asked += 1
        if choice == "same":
            self.low = self.high = question.p
        elif choice == "prize":
            self.low = question.p  # the lottery must improve to be as good
        else:
            self.high = question.p
        if self.high - self.low <= self.tolerance:
            self.known[question.prize] = (self.low + self.high) / 2
            self.low, self.high = Fraction(0), Fraction(1)

    def run(self, person: Callable[[GambleQuestion], str]) -> dict[Prize, Fraction]:
        """Put all questions to somebody; the utilities."""
        while question := self.ask():
            self.answer(person(question))
        return self.utilities

    @property
    def utilities(self) -> dict[Prize, Fraction]:
        """What is known, from the worst at 0 to the best at 1."""
        return {self.worst: Fraction(0), **self.known, self.best: Fraction(1)}

    def utility(self) -> Utility:
        """The utility of money through the points that were found."""
        return points([(prize, worth) for prize, worth in self.utilities.items()])


def read_prize(prize: Any) -> Prize:
    """A prize from its text or number."""
    return prize_of(Lottery.from_text(prize)) if isinstance(prize, str) else exact(prize)


def following(utility: Callable[[Prize], Any]) -> Callable[[GambleQuestion], str]:
    """A person who answers by a utility."""

    def person(question: GambleQuestion) -> str:
        sure, mixed = utility(question.prize), question.lottery.expectation(utility)
        return "same" if sure == mixed else "prize" if sure > mixed else "lottery"

    return person
