"""Lotteries: situations with uncertain prizes, written `[0.5 $1000; 0.5 $0]`.

    [0.8, $4k; 0.2, $0]                    a probability and a prize, then the next; as the lecture writes it
    [1/3 fish; 2/3 [50% meat; 50% $20]]    fractions, per cent, prizes with names, lotteries as prizes
    $3k                                    a prize for sure

Probabilities are exact and add up to one. Amounts are money; other prizes are words. A compound lottery is worth what
its reduced form is worth (the axiom of decomposability), and `reduced` gives that form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from zermelo.errors import BadParameter
from zermelo.theory.reading import MINUS, Number, exact, number, pointing, shown

Prize = Fraction | str  # an amount of money, or a name
DEEPEST = 100  # lotteries inside lotteries


@dataclass(frozen=True)
class Lottery:
    """Branches of a probability and what it leads to: a prize or another lottery."""

    branches: tuple[tuple[Fraction, Prize | Lottery], ...]

    def __post_init__(self) -> None:
        total = sum(odds for odds, _ in self.branches)
        if total != 1:
            raise BadParameter(f"the probabilities of a lottery add up to {shown(Fraction(total))} and not to 1")
        if any(odds < 0 for odds, _ in self.branches):
            raise BadParameter("the probabilities of a lottery are not negative")

    @classmethod
    def of(cls, *branches: tuple[Any, Any]) -> Lottery:
        """`Lottery.of((0.5, 1000), (0.5, 0))`; numbers are amounts, words are prizes."""
        return cls(tuple((exact(odds), outcome(prize)) for odds, prize in branches))

    @classmethod
    def sure(cls, prize: Any) -> Lottery:
        """A prize without risk."""
        return cls(((Fraction(1), outcome(prize)),))

    @classmethod
    def from_text(cls, text: str, names: Mapping[str, Lottery] | None = None, *, p: Any = None) -> Lottery:
        """Read the notation above; a name may stand for a lottery, and `p` for a probability that is given."""
        return Reader(text, names or {}, None if p is None else exact(p)).read()

    @property
    def is_sure(self) -> bool:
        """Whether it is one prize."""
        return len(self.branches) == 1 and not isinstance(self.branches[0][1], Lottery)

    @property
    def prizes(self) -> dict[Prize, Fraction]:
        """The probability of every prize, all levels multiplied out; without the impossible ones."""
        chances: dict[Prize, Fraction] = {}
        for odds, result in self.branches:
            below = result.prizes if isinstance(result, Lottery) else {result: Fraction(1)}
            for prize, chance in below.items():
                if odds * chance:
                    chances[prize] = chances.get(prize, Fraction(0)) + odds * chance
        return chances

    def reduced(self) -> Lottery:
        """The simple lottery over the same prizes with the same chances."""
        return Lottery(tuple((odds, prize) for prize, odds in self.prizes.items()))

    def expectation(self, worth: Callable[[Prize], Number]) -> Number:
        """The average worth of the prizes, weighted by their chances: U([p1, S1; …]) = Σ p U(S)."""
        parts = [(odds, worth(prize)) for prize, odds in self.prizes.items()]
        if all(isinstance(value, Fraction) for _, value in parts):
            return sum((odds * Fraction(value) for odds, value in parts), Fraction(0))
        return float(sum(float(odds) * float(value) for odds, value in parts))

    @property
    def emv(self) -> Fraction:
        """The expected monetary value."""
        return sum((odds * amount(prize) for prize, odds in self.prizes.items()), Fraction(0))

    def __str__(self) -> str:
        if self.is_sure:
            return prize_text(self.branches[0][1])
        return f"[{'; '.join(f'{shown(odds)} {prize_text(prize)}' for odds, prize in self.branches)}]"


def outcome(prize: Any) -> Prize | Lottery:
    """A prize as lotteries hold it."""
    return prize if isinstance(prize, str | Lottery) else exact(prize)


def amount(prize: Prize) -> Fraction:
    """The prize as money, if it is money."""
    if isinstance(prize, str):
        raise BadParameter(f"{prize!r} is no amount of money: write $20, or say what each prize is worth")
    return prize


def prize_text(prize: Prize | Lottery) -> str:
    """A prize in the notation."""
    if isinstance(prize, Fraction):
        return f"{'-' if prize < 0 else ''}${shown(abs(prize))}"
    return str(prize)


# ---------------------------------------------------------------------- reading

PROBABILITY = re.compile(r"(?P<minus>[-−–])?(?P<above>\d+(?:\.\d*)?|\.\d+)(?:/(?P<below>\d+)|(?P<percent>\s?%))?")
VARIABLE = re.compile(r"(1\s*[-−–]\s*)?p\b")
AMOUNT = re.compile(
    r"(?P<sign>[-−–+]?\s?\$?\s?[-−–+]?)(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d*)?|\d+(?:\.\d*)?|\.\d+)"
    r"(?:/(?P<below>0*[1-9]\d*))?(?:(?P<unit>[kKmM])\b)?"
)
NAME = re.compile(r"[^\W\d][\w'-]*(?: +[^\W\d][\w'-]*)*")  # words that begin with a letter
UNITS = {"": 1, "k": 1000, "m": 1_000_000}


class Reader:
    """Reads one lottery; every complaint names the place."""

    def __init__(self, text: str, names: Mapping[str, Lottery], p: Fraction | None) -> None:
        self.text, self.names, self.p = text, names, p
        self.place = 0

    def read(self) -> Lottery:
        """The whole text."""
        made = self.outcome(0)
        self.skip()
        if self.place < len(self.text):
            raise pointing("the lottery ends before this", self.text, self.place)
        return made if isinstance(made, Lottery) else Lottery.sure(made)

    def skip(self, wanted: str = "") -> bool:
        """Go past spaces, and past one of some signs if it comes next."""
        while self.place < len(self.text) and self.text[self.place].isspace():
            self.place += 1
        if not wanted or self.text[self.place : self.place + 1] not in tuple(wanted):
            return False
        self.place += 1
        return True

    def outcome(self, depth: int) -> Prize | Lottery:
        """A bracket or a prize."""
        self.skip()
        opened = self.place
        if not self.skip("["):
            return self.prize()
        if depth > DEEPEST:
            raise pointing(f"more than {DEEPEST} lotteries inside each other", self.text, opened)
        branches = [self.branch(depth)]
        while self.skip(";"):
            branches.append(self.branch(depth))
        if not self.skip("]"):
            if self.place >= len(self.text):
                raise pointing("this bracket is never closed", self.text, opened)
            raise pointing("a semicolon or a closing bracket is expected", self.text, self.place)
        total = sum(odds for odds, _ in branches)
        if total != 1:
            problem = f"the probabilities of this lottery add up to {shown(Fraction(total))} and not to 1"
            raise pointing(problem, self.text, opened)
        return Lottery(tuple(branches))

    def branch(self, depth: int) -> tuple[Fraction, Prize | Lottery]:
        """A probability and what it leads to, with or without a comma between them."""
        odds = self.probability()
        self.skip(",:")
        return odds, self.outcome(depth + 1)

    def probability(self) -> Fraction:
        """A number from 0 to 1, or p and 1-p where p is given."""
        self.skip()
        if self.p is not None and (found := VARIABLE.match(self.text, self.place)):
            self.place = found.end()
            return 1 - self.p if found[1] else self.p
        found = PROBABILITY.match(self.text, self.place)
        if not found:
            raise pointing("a probability is missing here", self.text, self.place)
        below = number(found["below"] or "1")
        if below == 0:
            raise pointing("a division by zero", self.text, self.place)
        value = number(found["above"]) / below / (100 if found["percent"] else 1)
        if found["minus"] or value > 1:
            raise pointing(f"{found[0]} is no probability, which is from 0 to 1", self.text, self.place)
        self.place = found.end()
        return value

    def prize(self) -> Prize | Lottery:
        """An amount, or a name."""
        if found := AMOUNT.match(self.text, self.place):
            self.place = found.end()
            value = number(found["number"].replace(",", "")) / number(found["below"] or "1")
            value *= UNITS[(found["unit"] or "").lower()]
            return -value if "-" in found["sign"].translate(MINUS) else value
        found = NAME.match(self.text, self.place)
        if not found:
            raise pointing("a prize is missing here: $20, or a word", self.text, self.place)
        self.place = found.end()
        name = found[0].strip()
        return self.names.get(name, name)
