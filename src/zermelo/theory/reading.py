"""Numbers read and written exactly, and complaints that point at the place."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from zermelo.errors import BadLimit, BadText

Number = Fraction | float  # exact where it can be
LONGEST = 200  # characters of a number
MINUS = str.maketrans("−–", "--")  # the minus sign and the dash of printed slides
PLAIN = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:/0*[1-9]\d*)?")


def pointing(problem: str, text: str, place: int) -> BadText:
    """A complaint that shows where in the text it arises."""
    before = text[max(0, place - 15) : place].lstrip("\n")
    after = text[place : place + 15]
    shown = f"{'…' if place > 15 else ''}{before} >>> {after}{'…' if place + 15 < len(text) else ''}"
    return BadText(f"{problem} (character {place + 1}: {' '.join(shown.split())})")


def is_number(text: str) -> bool:
    """Whether a text is a number such as 3, -0.25 or 2/3."""
    return PLAIN.fullmatch(text.translate(MINUS)) is not None


def within(name: str, value: float, low: float, high: float) -> None:
    """Refuse a number outside its range, one that is no number at all included."""
    if not low <= value <= high:
        raise BadLimit(f"{name} must lie between {low:,} and {high:,}, not {str(value)[:40]}")


def number(text: str) -> Fraction:
    """A number such as 3, -0.25 or 2/3, exactly."""
    if len(text) > LONGEST:
        raise BadText(f"a number has at most {LONGEST} characters, and {text[:12]}… has {len(text)}")
    if not is_number(text):
        raise BadText(f"{text!r} is not a number such as 3, -0.25 or 2/3")
    above, _, below = text.translate(MINUS).partition("/")
    return Fraction(above) / (int(below) if below else 1)


def exact(value: Any) -> Fraction:
    """A number as a fraction: 0.1 is one tenth, as it is written, and not the nearest binary number."""
    if isinstance(value, str):
        return number(value)
    return Fraction(str(value)) if isinstance(value, float) else Fraction(value)


def shown(value: Any) -> str:
    """A number for people: 500, 0.25, 1/3; a float in six digits."""
    if not isinstance(value, Fraction):
        return f"{value:.6g}"
    if value.denominator == 1:
        return str(value.numerator)
    for digits in range(1, 7):
        if (value * 10**digits).denominator == 1:
            whole, part = divmod(abs(int(value * 10**digits)), 10**digits)
            return f"{'-' if value < 0 else ''}{whole}.{part:0{digits}}"
    return str(value)


def money(value: Any) -> str:
    """An amount for people: $500, -$0.01; a float to the cent."""
    if isinstance(value, Fraction) and (100 * value).denominator != 1:
        value = float(value)
    text = shown(abs(value)) if isinstance(value, Fraction) else f"{abs(value):.2f}"
    return f"{'-' if value < 0 else ''}${text}"


def plain(value: Any) -> Any:
    """A number as JSON has it: whole, or a float."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)
    return value
