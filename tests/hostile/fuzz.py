"""Hostile inputs, made from valid ones: a stream of random numbers for every place, so that a seed repeats all of it.

A text is spliced, cut, doubled and strewn with what parsers stumble over: other digits, huge numbers, NUL, halves of
characters, signs that turn the writing round, megabytes of one sign. A value of JSON is bent in its parts too. The law
is the same for all: what is sent is accepted, or refused with one sentence of the project's own family of errors.
"""

from __future__ import annotations

import copy
import json
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from zermelo.errors import ZermeloError

Value = TypeVar("Value")
SEED = 24  # of every run for which no other is asked: `--hostile-seed`
LONG = 100  # as many times more inputs in the long run
SECONDS = 10.0  # of processor time that one input may take: what a server gives a command
LONGEST = 2000  # characters of a sentence

DIGITS = "٣²①Ⅷ½௧𝟗"  # numbers to Python's isdigit, isdecimal or isnumeric, and to no game
NUMBERS = ("0", "-0", "-1", "1", "127", "128", "255", "256", "32768", "65536", "2147483648", "9223372036854775808",
           "-9223372036854775809", "1" * 25, "9" * 5000, "1e9", "1e400", "nan", "inf", "-inf", "0x10", "1_0", "+1", "٣",
           "1.5", "-", "00", " 1", "1 ")  # fmt: skip
STRANGE = (
    "\x00", "\ud800", "\udfff", "\u202e", "\u2066", "\ufeff", "\u200b", "\r\n", "\x1b[2J", "\x7f", "\xa0", "ſ", "İ",
    "ß", "é", "e\u0301", "🎲", "", " ", "\t", "%s", "{0}", "\\", "'", '"', "<img src=x onerror=alert(1)>", "../",
    "__class__", "${x}", "|", "=", ",", ";", "(", ")", "[", "]", "{", "}", "*", "?",
)  # fmt: skip
ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**63, 2**64, -(2**63) - 1, 10**30, 1.5, -0.0, 1e308, float("nan"),
    float("inf"), float("-inf"), "", "x", "0", "\ud800", "\x00", "a" * 5000, [], {}, [[]], [None], {"": ""},
    {"a": {"a": {}}}, {"__proto__": {"polluted": 1}}, [[[[[[[[]]]]]]]],
)  # fmt: skip


@dataclass
class Tally:
    """How many inputs of a kind were sent, and how many of them were accepted."""

    kind: str
    accepted: int = 0
    refused: int = 0

    @property
    def inputs(self) -> int:
        """All of them."""
        return self.accepted + self.refused

    def note(self, accepted: bool) -> None:
        """One more."""
        self.accepted += accepted
        self.refused += not accepted


@dataclass
class Fuzz:
    """A stream of hostile inputs."""

    seed: int
    place: str  # which stream: each test, and each game of it, has its own
    luck: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.luck = random.Random(f"{self.seed} {self.place}")

    # ------------------------------------------------------------------ texts

    def text(self, examples: Sequence[str]) -> str:
        """An example with one to four changes; now and then one that is left as it is."""
        text = self.luck.choice(examples)
        changes = self.luck.choice((0, 1, 1, 1, 1, 1, 2, 2, 3, 4))
        for _ in range(changes):
            text = self.luck.choice(CHANGES)(self, text, examples)
        return text[:20_000]

    def span(self, text: str, most: int = 12) -> tuple[int, int]:
        """A short piece of a text."""
        begin = self.luck.randrange(len(text) + 1)
        return begin, min(len(text), begin + self.luck.randrange(1, most))

    def replace(self, text: str, examples: Sequence[str]) -> str:
        """One sign by another that stands somewhere in an example: the likeliest to be accepted."""
        begin, _ = self.span(text)
        other = self.luck.choice(examples) or " "
        return text[:begin] + self.luck.choice(other) + text[begin + 1 :]

    def swap(self, text: str, examples: Sequence[str]) -> str:
        """Two signs change places: what is counted stays the same."""
        if len(text) < 2:
            return text
        one, two = sorted(self.luck.sample(range(len(text)), 2))
        return text[:one] + text[two] + text[one + 1 : two] + text[one] + text[two + 1 :]

    def delete(self, text: str, examples: Sequence[str]) -> str:
        """Without a piece."""
        begin, end = self.span(text)
        return text[:begin] + text[end:]

    def double(self, text: str, examples: Sequence[str]) -> str:
        """A piece twice, or very often."""
        begin, end = self.span(text)
        return text[:end] + text[begin:end] * self.luck.choice((1, 1, 1, 2, 1000)) + text[end:]

    def splice(self, text: str, examples: Sequence[str]) -> str:
        """The beginning of one and the end of another."""
        other = self.luck.choice(examples)
        return text[: self.span(text)[0]] + other[self.span(other)[0] :]

    def strew(self, text: str, examples: Sequence[str]) -> str:
        """Something strange in the midst of it."""
        begin, end = self.span(text)
        return text[:begin] + self.luck.choice((*STRANGE, *DIGITS, *NUMBERS)) + text[self.luck.choice((begin, end)) :]

    def number(self, text: str, examples: Sequence[str]) -> str:
        """Another number in the place of one."""
        digits = [place for place, sign in enumerate(text) if sign.isdigit()]
        if not digits:
            return self.strew(text, examples)
        begin = end = self.luck.choice(digits)
        while end < len(text) and text[end].isdigit():
            end += 1
        small = str(self.luck.randrange(100))
        return text[:begin] + self.luck.choice((*NUMBERS, *DIGITS, small, small, small, small)) + text[end:]

    def shuffle(self, text: str, examples: Sequence[str]) -> str:
        """The words, lines or fields in another order, one left out or given twice."""
        sign = self.luck.choice([sign for sign in " /\n,;|" if sign in text] or [" "])
        parts = text.split(sign)
        chosen = self.luck.randrange(len(parts))
        act = self.luck.randrange(3)
        if act == 0:
            self.luck.shuffle(parts)
        elif act == 1:
            del parts[chosen]
        else:
            parts.insert(self.luck.randrange(len(parts) + 1), parts[chosen])
        return sign.join(parts)

    def case(self, text: str, examples: Sequence[str]) -> str:
        """Capital letters for small ones, and the other way round."""
        begin, end = self.span(text)
        return text[:begin] + text[begin:end].swapcase() + text[end:]

    # ------------------------------------------------------------------ numbers and JSON

    def integer(self, near: int) -> int:
        """A whole number: near one that means something, at an edge, or anywhere in 32 bits."""
        edge = self.luck.choice((0, 1, -1, 127, -128, 255, 4096, 65535, 2**31 - 1, -(2**31)))
        return self.luck.choice(
            (
                near + self.luck.randrange(-3, 4),
                self.luck.randrange(-1, 200),
                edge,
                self.luck.randrange(-(2**31), 2**31),
            )
        )

    def json(self, data: Any) -> Any:
        """A value of JSON with a part of it bent."""
        data = copy.deepcopy(data)
        for _ in range(self.luck.choice((1, 1, 1, 2, 3))):
            data = self.bend(data)
        return data

    def bend(self, data: Any) -> Any:
        """Go down somewhere, and change what is there."""
        if isinstance(data, dict) and data and self.luck.random() < 0.85:
            key = self.luck.choice(list(data))
            act = self.luck.randrange(12)
            if act == 0:
                del data[key]
            elif act == 1:
                data[self.text([key])] = data[key]
            elif act == 2:
                data[self.luck.choice(("x", "__proto__", "", "keys", "n"))] = self.luck.choice(ODD)
            else:
                data[key] = self.bend(data[key])
            return data
        if isinstance(data, list) and data and self.luck.random() < 0.85:
            place = self.luck.randrange(len(data))
            act = self.luck.randrange(8)
            if act == 0:
                del data[place]
            elif act == 1:
                data.insert(place, copy.deepcopy(data[place]))
            else:
                data[place] = self.bend(data[place])
            return data
        if isinstance(data, str) and self.luck.random() < 0.6:
            return self.text([data])
        if isinstance(data, int) and self.luck.random() < 0.5:
            return self.integer(int(data))
        return copy.deepcopy(self.luck.choice(ODD))

    def written(self, data: Any) -> str:
        """JSON as a hostile program writes it: NaN, keys twice, nesting, or not to the end."""
        text = json.dumps(data)
        act = self.luck.randrange(20)
        if act == 0:
            return text[: self.luck.randrange(len(text) + 1)]
        if act == 1 and text.startswith("{") and len(text) > 2:
            return "{" + text[1:-1] + ", " + text[1:]  # every key twice
        if act == 2:
            return "[" * self.luck.choice((10, 1000, 50_000)) + text
        return self.text([text]) if act < 6 else text


CHANGES: tuple[Callable[[Fuzz, str, Sequence[str]], str], ...] = (
    Fuzz.replace, Fuzz.replace, Fuzz.replace, Fuzz.swap, Fuzz.swap, Fuzz.number, Fuzz.number, Fuzz.delete, Fuzz.double,
    Fuzz.splice, Fuzz.strew, Fuzz.strew, Fuzz.shuffle, Fuzz.case,
)  # fmt: skip


# ---------------------------------------------------------------------- the law


def is_sentence(said: str) -> bool:
    """Whether a refusal can be read: one line that is neither empty nor a book, and is no trace of a mistake."""
    return 8 < len(said) < LONGEST and said.isprintable() and "Traceback" not in said


def obeyed(act: Callable[[], Value], tally: Tally, shown: object) -> Value | None:
    """What an act brings; None where it was refused as it should be. Anything else fails, with the input."""
    begin, refusal = time.process_time(), ""
    found: Value | None = None
    try:
        found = act()
    except ZermeloError as problem:
        refusal = str(problem)
    except Exception as problem:
        raise AssertionError(f"{shown!r:.2000} ends in {type(problem).__name__}: {problem}") from problem
    assert found is not None or is_sentence(refusal), f"{shown!r:.500} is refused with {refusal!r:.500}"
    tally.note(found is not None)
    took = time.process_time() - begin
    assert took < SECONDS, f"{shown!r:.500} takes {took:.1f} seconds"
    return found
