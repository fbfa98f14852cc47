"""Stated preferences among prizes and lotteries, one a line.

    prizes: fish, meat, rice           all prizes there are (may be left out); an unknown one is then a mistake
    L = [0.8 $4k; 0.2 $0]              a name for a lottery
    fish > meat > rice                 better; also < and the weak >= and <=
    fish ~ [0.5 meat; 0.5 rice]        as good as
    meat ? L                           cannot say
    meat > [p fish; 1-p rice] for every p       whatever p between 0 and 1
    more is better                     of two amounts the larger is better

Semicolons outside brackets end a line as well; what follows # is a remark.
"""

from __future__ import annotations

import difflib
import itertools
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction

from zermelo.errors import BadText
from zermelo.theory.lottery import NAME, Lottery, Prize, prize_text
from zermelo.theory.reading import pointing

SIGNS = re.compile(r">=|<=|>|<|~|\?")
EVERY = re.compile(r"\s+for\s+every\s+p\s*$")
BACKWARDS = {"<": ">", "<=": ">="}


@dataclass(frozen=True)
class Statement:
    """One comparison: the left is better than, no worse than, as good as the right; or nobody knows."""

    left: Lottery
    sign: str  # > >= ~ ?
    right: Lottery
    words: tuple[str, str] = field(compare=False)  # both sides as they were written
    limits: tuple[Statement, ...] = ()  # said for every p, not only for the half in its lottery: at p = 0 and p = 1

    @property
    def every(self) -> bool:
        """Whether it is said for every p."""
        return bool(self.limits)

    @property
    def text(self) -> str:
        """The statement in words."""
        return f"{self.words[0]} {self.sign} {self.words[1]}{' for every p' if self.every else ''}"

    @property
    def strict(self) -> bool:
        """Whether it says better."""
        return self.sign == ">"

    @property
    def difference(self) -> dict[Prize, Fraction]:
        """Chances of the left less chances of the right, prize by prize; what expected utility depends on."""
        left, right = self.left.prizes, self.right.prizes
        parts = {prize: left.get(prize, Fraction(0)) - right.get(prize, Fraction(0)) for prize in {**left, **right}}
        return {prize: part for prize, part in parts.items() if part}


@dataclass(frozen=True)
class Preferences:
    """All statements of one agent."""

    statements: tuple[Statement, ...]
    names: dict[str, Lottery] = field(default_factory=dict)  # lotteries that were given a name
    declared: tuple[str, ...] = ()

    @classmethod
    def from_text(cls, text: str) -> Preferences:
        """Read the notation above."""
        return Reader(text).read()

    @property
    def items(self) -> list[Lottery]:
        """Everything that is compared, in the order of the text."""
        listed = [Lottery.sure(name) for name in self.declared]
        for statement in self.statements:
            if not statement.every:
                listed += [statement.left, statement.right]
        return list(dict.fromkeys(listed))

    @property
    def prizes(self) -> list[Prize]:
        """Every prize that can be won."""
        listed: list[Prize] = list(self.declared)
        for statement in self.statements:
            listed += [*statement.left.prizes, *statement.right.prizes]
        return list(dict.fromkeys(listed))

    def called(self, item: Lottery) -> str:
        """How the text speaks of a lottery."""
        return next((name for name, lottery in self.names.items() if lottery == item), str(item))


class Reader:
    """Reads one text of preferences."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.statements: list[Statement] = []
        self.names: dict[str, Lottery] = {}
        self.declared: tuple[str, ...] | None = None
        self.more_is_better = False

    def read(self) -> Preferences:
        """All lines."""
        for count, whole in enumerate(self.text.splitlines(), 1):
            for line in outside(whole.partition("#")[0]):
                try:
                    self.line(line.strip())
                except BadText as problem:
                    where = f"line {count}: " if "\n" in self.text.strip() else ""
                    raise BadText(f"{where}{problem}") from None
        made = Preferences(tuple(self.statements), self.names, self.declared or ())
        if self.more_is_better:
            amounts = sorted((p for p in made.prizes if isinstance(p, Fraction)), reverse=True)
            pairs = itertools.pairwise(amounts)
            extra = [larger(a, b) for a, b in pairs]
            made = Preferences((*made.statements, *extra), self.names, made.declared)
        if not made.statements:
            raise BadText("no preferences given: write one such as A > B")
        return made

    def line(self, line: str) -> None:
        """One line without its remark."""
        if not line:
            return
        if line.lower() == "more is better":
            self.more_is_better = True
        elif line.lower().startswith("prizes:"):
            if self.statements or self.names:
                raise BadText("the prizes are listed before anything is said of them")
            self.declared = tuple(part.strip() for part in line.partition(":")[2].split(",") if part.strip())
        elif SIGNS.search(line):
            self.comparison(line)
        elif "=" in line:
            self.definition(line)
        else:
            raise pointing("a comparison such as A > B or A ~ B is expected", line, 0)

    def definition(self, line: str) -> None:
        """`L = [0.5 A; 0.5 B]`."""
        name, _, rest = line.partition("=")
        name = name.strip()
        if not NAME.fullmatch(name):
            raise pointing("a name such as L stands before the sign =", line, 0)
        if name in self.names or name in (self.declared or ()):
            raise pointing(f"{name} has a meaning already", line, 0)
        self.names[name] = self.lottery(rest.strip())

    def comparison(self, line: str) -> None:
        """`A > B`, or a chain `A > B ~ C`."""
        every = EVERY.search(line)
        body = line[: every.start()] if every else line
        parts, signs = SIGNS.split(body), SIGNS.findall(body)
        for side in parts:
            if not side.strip():
                raise pointing("one side of this comparison is missing", line, len(line) if side is parts[-1] else 0)
        written = [part.strip() for part in parts]
        made = self.compared(written, signs, Fraction(1, 2) if every else None)
        if every:
            ends = zip(*(self.compared(written, signs, Fraction(p)) for p in (0, 1)), strict=True)
            # a linear function is above zero between 0 and 1 if it is above it in the middle and not below at the ends
            made = [
                replace(s, limits=tuple(replace(end, sign=">=" if s.strict else s.sign) for end in pair))
                for s, pair in zip(made, ends, strict=True)
            ]
        self.statements += made

    def compared(self, written: list[str], signs: list[str], p: Fraction | None) -> list[Statement]:
        """A chain of comparisons, for some p where that stands in it."""
        items = [self.lottery(part, p) for part in written]
        made = []
        for place, sign in enumerate(signs):
            left, right = (place + 1, place) if sign in BACKWARDS else (place, place + 1)
            words = (written[left], written[right])
            made.append(Statement(items[left], BACKWARDS.get(sign, sign), items[right], words))
        return made

    def lottery(self, text: str, p: Fraction | None = None) -> Lottery:
        """One side of a comparison, its prizes known."""
        made = Lottery.from_text(text, self.names, p=p)
        if self.declared is not None:
            for prize in made.prizes:
                if isinstance(prize, str) and prize not in self.declared:
                    close = difflib.get_close_matches(prize, [*self.declared, *self.names], 1)
                    hint = f"did you mean {close[0]}" if close else f"the prizes are {', '.join(self.declared)}"
                    raise pointing(f"{prize!r} is an unknown prize; {hint}", text, max(text.find(prize), 0))
        return made


def larger(more: Fraction, less: Fraction) -> Statement:
    """More is better, for two amounts."""
    return Statement(Lottery.sure(more), ">", Lottery.sure(less), (prize_text(more), prize_text(less)))


def outside(line: str) -> Iterable[str]:
    """The parts of a line between semicolons that stand outside brackets."""
    depth, start = 0, 0
    for place, sign in enumerate(line):
        depth += (sign == "[") - (sign == "]")
        if sign == ";" and depth <= 0:
            yield line[start:place]
            start = place + 1
    yield line[start:]
