"""Probabilities: distributions, evidence, expectations, exactly.

A table gives every combination of its variables a probability. Evidence keeps the rows that agree with it and makes
them add up to one again: P(T = heavy | Hour = 8am) = P(heavy and 8am) / P(8am).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from zermelo.errors import BadParameter
from zermelo.theory.reading import exact, shown

Row = tuple[str, ...]


@dataclass(frozen=True)
class JointDistribution:
    """A joint distribution."""

    variables: tuple[str, ...]
    chances: Mapping[Row, Fraction]

    @classmethod
    def of(cls, variables: str, chances: Mapping[Any, Any]) -> JointDistribution:
        """`JointDistribution.of("T", {"none": 0.25, …})`, or `.of("T Hour", {("heavy", "8am"): 0.15, …})`."""
        rows = {key if isinstance(key, tuple) else (key,): exact(value) for key, value in chances.items()}
        names = tuple(variables.split())
        for row, chance in rows.items():
            if len(row) != len(names):
                raise BadParameter(f"the row {row} has {len(row)} values for {len(names)} variables, {variables}")
            if chance < 0:
                raise BadParameter(f"the probability of {' '.join(row)} is negative")
        if (total := sum(rows.values())) != 1:
            raise BadParameter(f"the probabilities of {variables} add up to {shown(Fraction(total))} and not to 1")
        return cls(names, rows)

    def p(self, **wanted: str) -> Fraction:
        """The probability that variables have some values."""
        places = {self.place(name): value for name, value in wanted.items()}
        rows = (chance for row, chance in self.chances.items() if all(row[at] == is_ for at, is_ in places.items()))
        return sum(rows, Fraction(0))

    def given(self, **evidence: str) -> JointDistribution:
        """The distribution after some evidence."""
        total = self.p(**evidence)
        if not total:
            seen = " and ".join(f"{name} = {value}" for name, value in evidence.items())
            raise BadParameter(f"{seen} never happens, so nothing follows from it")
        places = {self.place(name): value for name, value in evidence.items()}
        kept = {
            row: chance / total
            for row, chance in self.chances.items()
            if all(row[at] == is_ for at, is_ in places.items())
        }
        return JointDistribution(self.variables, kept)

    def of_one(self, variable: str) -> dict[str, Fraction]:
        """The distribution of one variable alone."""
        place, found = self.place(variable), dict[str, Fraction]()
        for row, chance in self.chances.items():
            found[row[place]] = found.get(row[place], Fraction(0)) + chance
        return found

    def expectation(self, variable: str, value: Callable[[str], Any] | Mapping[str, Any]) -> Fraction:
        """The average of a function of a variable."""
        function = value if callable(value) else value.__getitem__
        return sum((chance * exact(function(at)) for at, chance in self.of_one(variable).items()), Fraction(0))

    def place(self, variable: str) -> int:
        """Which column a variable has."""
        if variable not in self.variables:
            raise BadParameter(f"no variable is called {variable!r}; there are {', '.join(self.variables)}")
        return self.variables.index(variable)


# ---------------------------------------------------------------------- the lecture's freeway

TRAFFIC = JointDistribution.of("T", {"none": 0.25, "light": 0.50, "heavy": 0.25})
MINUTES = {"none": 20, "light": 30, "heavy": 60}  # to the airport
# the lecture gives P(T) and P(heavy | 8am); one driver in four goes at 8am here, the other cells are one way to fit
TRAFFIC_BY_HOUR = JointDistribution.of(
    "T Hour",
    {
        ("none", "8am"): 0.02,
        ("light", "8am"): 0.08,
        ("heavy", "8am"): 0.15,
        ("none", "other"): 0.23,
        ("light", "other"): 0.42,
        ("heavy", "other"): 0.10,
    },
)
