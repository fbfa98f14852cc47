"""Is there a utility that agrees with all stated preferences? A linear program decides, and either answer is a proof.

Expected utility is linear in the chances, so each statement L > M says that (chances of L - chances of M) · U > 0.
Either some U keeps all of them, or some of them, each multiplied by a number above zero, add up to 0 > 0 (Farkas'
lemma). The program finds U or the multipliers; both are then checked with exact fractions.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from zermelo.errors import Unsupported
from zermelo.theory.equations import solve
from zermelo.theory.linear_programs import minimise, rational
from zermelo.theory.lottery import Prize
from zermelo.theory.preferences import Preferences, Statement
from zermelo.theory.reading import shown

Weighted = tuple[Fraction, Statement]


@dataclass(frozen=True)
class Verdict:
    """A utility from 0 to 1 that agrees, or the statements that no utility can keep together."""

    utilities: dict[Prize, Fraction | float] | None
    against: tuple[Weighted, ...] = ()  # multipliers and statements that add up to 0 > 0

    @property
    def rational(self) -> bool:
        """Whether expected utility can explain the preferences."""
        return self.utilities is not None

    def __str__(self) -> str:
        if self.utilities is not None:
            return "some utility agrees with all of it"
        shares = " and ".join(words(weight, statement) for weight, statement in self.against)
        return f"no utility agrees: {shares} add up to 0 > 0"


def words(weight: Fraction, statement: Statement) -> str:
    """A statement so many times; an indifference turned round where its multiplier is negative."""
    left, right = statement.words if weight > 0 else statement.words[::-1]
    times = "" if abs(weight) == 1 else f"{shown(abs(weight))} × "
    return f"{times}({left} {statement.sign} {right})"


def rationalise(preferences: Preferences) -> Verdict:
    """Find a utility for stated preferences, or prove that there is none."""
    stated = [part for s in preferences.statements if s.sign != "?" for part in (s, *s.limits)]
    prizes = preferences.prizes
    if against := contradiction(stated, prizes):
        return Verdict(None, against)
    return Verdict(agreeing(stated, prizes))


def contradiction(stated: list[Statement], prizes: list[Prize]) -> tuple[Weighted, ...]:
    """Multipliers w with Σ w (chances left - chances right) = 0 and weight one on the strict statements."""
    strict = [Fraction(s.strict) for s in stated]
    if not any(strict):
        return ()
    rows = [[s.difference.get(prize, Fraction(0)) for s in stated] for prize in prizes]
    # indifference works in both directions, so its multiplier may be negative
    bounds = [(None, None) if s.sign == "~" else (0, None) for s in stated]
    cost = [Fraction(s.sign != "~") for s in stated]
    found = minimise(cost, equal=([*rows, strict], [*([0] * len(rows)), 1]), bounds=bounds)
    if found is None:
        return ()
    # the statements that are used are known now; their multipliers are found again, exactly: that is the proof
    used = [place for place, weight in enumerate(found) if abs(weight) > 1e-9]
    table = [[row[place] for place in used] for row in (*rows, strict)]
    weights = solve(table, [*([Fraction(0)] * len(rows)), Fraction(1)])
    if weights is None or any(w <= 0 for w, place in zip(weights, used, strict=True) if stated[place].sign != "~"):
        return ()
    scale = max(abs(weight) for weight in weights)
    return tuple((weight / scale, stated[place]) for weight, place in zip(weights, used, strict=True))


def agreeing(stated: list[Statement], prizes: list[Prize]) -> dict[Prize, Fraction | float]:
    """Utilities from 0 to 1 that keep every statement, the strict ones by as much as possible."""
    strict = [s for s in stated if s.strict]
    rows = [[-s.difference.get(prize, Fraction(0)) for prize in prizes] + [Fraction(s.strict)] for s in stated]
    at_most = [row for row, s in zip(rows, stated, strict=True) if s.sign != "~"]
    equal = [row for row, s in zip(rows, stated, strict=True) if s.sign == "~"]
    found = minimise(
        [*([Fraction(0)] * len(prizes)), Fraction(-1)],
        at_most=(at_most, [0] * len(at_most)),
        equal=(equal, [0] * len(equal)),
        bounds=[(0, 1)] * (len(prizes) + 1),
    )
    for largest in (100, 100_000, 10**12):  # the simplest fractions that will do
        exactly = {prize: rational(value, largest) for prize, value in zip(prizes, found or [], strict=False)}
        if found and all(keeps(s, exactly) for s in stated):
            return dict(exactly)
    if not found or strict and found[-1] < 1e-9:
        raise Unsupported("these preferences are too nearly equal for the linear program to tell")
    return dict(zip(prizes, found, strict=False))


def keeps(statement: Statement, utilities: dict[Prize, Fraction]) -> bool:
    """Whether utilities agree with a statement, exactly."""
    gain = sum(part * utilities[prize] for prize, part in statement.difference.items())
    return gain == 0 if statement.sign == "~" else gain > 0 if statement.strict else gain >= 0
