"""Finding a value by questions with two answers: which to ask next, near a guess or in the middle of what is left."""

from __future__ import annotations


class Bisection:
    """Which value to ask for next ("at least so much?"), until only one is possible."""

    def __init__(self, low: int, high: int, unit: int, depth: int, guess: int | None) -> None:
        self.low, self.high, self.unit, self.depth = low, high, unit, depth
        self.wanted = None if guess is None else max(low + 1, min(high, guess))
        self.step = max(unit, high // 16 // unit * unit)

    def next(self) -> int:
        """Near a guess if there is one, else in the middle."""
        if self.wanted is not None and self.low < self.wanted <= self.high:
            return self.wanted
        return middle(self.low, self.high, self.unit, self.depth)

    def hear(self, wanted: int, value: int) -> None:
        """Take an answer: from a guess one goes on in the same direction, each time further."""
        if value >= wanted:
            self.low = max(value, self.low)
            self.wanted = None if self.wanted is None else self.low + self.step
        else:
            self.high = min(value, self.high)
            self.wanted = None if self.wanted is None else self.high - self.step + self.unit


def middle(low: int, high: int, unit: int, depth: int) -> int:
    """A value in the middle of the possible ones: first who wins, then by how much or how soon."""
    if low <= 0 <= high:
        return 1 if high > 0 else 0
    if low > 0:
        low = max(low, -(-low // unit) * unit - depth)  # results lie just below whole units
        return max(low + 1, min(high, (low + high + 1) // 2))
    return 1 - middle(-high, -low, unit, depth)
