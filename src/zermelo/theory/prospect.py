"""Prospect theory: how people weigh chances and gains when they do not follow expected utility.

Tversky and Kahneman, Advances in Prospect Theory (1992): small chances are weighted too much and large ones too
little, w(p) = p^γ / (p^γ + (1-p)^γ)^(1/γ); gains count as x^0.88 and losses 2.25 times as much.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from zermelo.theory.lottery import Lottery, amount


@dataclass(frozen=True)
class Prospect:
    """A person by the median figures of 1992; each may be changed."""

    curvature: float = 0.88  # of gains and losses
    aversion: float = 2.25  # how much more a loss counts than a gain
    gains: float = 0.61  # γ of the weights of gains
    losses: float = 0.69  # and of losses

    def worth(self, money: Fraction) -> float:
        """The value of a gain or loss."""
        size = abs(float(money)) ** self.curvature
        return size if money >= 0 else -self.aversion * size

    def weight(self, chance: Fraction, *, loss: bool = False) -> float:
        """The weight that a chance gets in the mind."""
        p, power = float(chance), self.losses if loss else self.gains
        return p**power / (p**power + (1 - p) ** power) ** (1 / power)

    def value(self, lottery: Lottery) -> float:
        """What a lottery is worth: amounts are ranked, and each gets the extra weight of doing at least so well."""
        chances = {amount(prize): odds for prize, odds in lottery.prizes.items()}
        total = 0.0
        for side in (1, -1):
            beyond = Fraction(0)
            for money in sorted((m for m in chances if m * side > 0), key=abs, reverse=True):
                before, beyond = beyond, beyond + chances[money]
                extra = self.weight(beyond, loss=side < 0) - self.weight(before, loss=side < 0)
                total += extra * self.worth(money)
        return total
