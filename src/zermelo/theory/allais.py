"""Allais (1953): choices that most people make and no utility explains."""

from __future__ import annotations

from fractions import Fraction

from zermelo.theory.lottery import Lottery
from zermelo.theory.preferences import Preferences
from zermelo.theory.prospect import Prospect
from zermelo.theory.rational import Verdict, rationalise

TEXT = """
A = [0.8 $4k; 0.2 $0]
B = [1.0 $3k; 0.0 $0]
C = [0.2 $4k; 0.8 $0]
D = [0.25 $3k; 0.75 $0]
B > A
C > D
"""


def choices() -> Preferences:
    """The four lotteries of the lecture, and what most people prefer."""
    return Preferences.from_text(TEXT)


def proof() -> Verdict:
    """No utility agrees with both choices; the multipliers are the proof."""
    return rationalise(choices())


def tipping_point() -> Fraction:
    """With U($0) = 0: B > A needs U($3k) above this share of U($4k), and C > D needs it below this share."""
    named = choices().names
    share = chance(named["A"], 4000) / chance(named["B"], 3000)
    assert share == chance(named["C"], 4000) / chance(named["D"], 3000)
    return share


def chance(lottery: Lottery, money: int) -> Fraction:
    """The chance of an amount."""
    return lottery.prizes[Fraction(money)]


def explained(person: Prospect | None = None) -> dict[str, float]:
    """What the four are worth to somebody who weighs chances as people do."""
    mind = person or Prospect()
    return {name: mind.value(lottery) for name, lottery in choices().names.items()}
