"""Insurance: why both sides gain when risk changes hands.

Somebody owns a lottery. Its certainty equivalent is the least they would take for it; whoever minds risk less gives
more. The difference between expected and certain value is what they pay to be rid of the risk: the insurance premium.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from zermelo.errors import BadParameter
from zermelo.theory.lottery import Lottery, amount
from zermelo.theory.reading import Number
from zermelo.theory.utility import Utility, linear


@dataclass(frozen=True)
class Deal:
    """A lottery seen by its owner and by an insurer."""

    emv: Fraction  # expected monetary value
    owner_takes: Number  # the owner's certainty equivalent: the least they would take
    insurer_gives: Number  # the insurer's: the most they would give

    @property
    def premium(self) -> Number:
        """What the owner gives up on average to be rid of the risk."""
        return self.emv - self.owner_takes

    @property
    def gain(self) -> Number:
        """What there is for both to share; without it there is no deal."""
        return self.insurer_gives - self.owner_takes

    @property
    def attitude(self) -> str:
        """The owner's attitude to the risk in this lottery."""
        if abs(float(self.premium)) <= 1e-9 * (1 + abs(float(self.emv))):
            return "risk-neutral"
        return "risk-averse" if self.premium > 0 else "risk-prone"


def insure(lottery: Lottery, owner: Utility, insurer: Utility | None = None) -> Deal:
    """The lottery from both sides; an insurer's curve is flat unless told: they have many lotteries."""
    other = insurer or linear()
    return Deal(lottery.emv, owner.certainty_equivalent(lottery), other.certainty_equivalent(lottery))


def chance_of_loss(lottery: Lottery, price: Fraction | int, count: int) -> Fraction:
    """How likely an insurer loses who buys many such lotteries, all independent, at a price each: exactly."""
    if count < 1:
        raise BadParameter(f"an insurer buys at least one lottery, not {count}")
    totals = {Fraction(0): Fraction(1)}
    for _ in range(count):
        after: dict[Fraction, Fraction] = {}
        for total, chance in totals.items():
            for prize, odds in lottery.prizes.items():
                key = total + amount(prize)
                after[key] = after.get(key, Fraction(0)) + chance * odds
        totals = after
    return sum((chance for total, chance in totals.items() if total < price * count), Fraction(0))
