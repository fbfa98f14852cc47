"""Grounding: every rule with all values of its variables that can ever matter.

What never changes is computed once and drops out of the rules. Of what changes, a superset is found by playing all
legal moves from all positions at once: negations are taken to hold until nothing new appears.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.errors import Unsupported
from zermelo.gdl.analysis import IGNORED, check, moving, strata
from zermelo.gdl.joins import Index, Join, join_of
from zermelo.gdl.terms import Literal, Rule, Term, name_of, read_rules, shown

MOST_FACTS = 200_000
MOST_INSTANCES = 2_000_000
DEEPEST = 12  # functions within functions


@dataclass
class Ground:
    """A description without variables."""

    roles: list[str]
    base: list[Term]  # what a position is made of
    first: set[Term]  # the position in which a game begins
    moves: dict[str, list[Term]]  # what each role can ever do
    rules: dict[Term, list[tuple[Literal, ...]]]  # an atom that changes -> the bodies of which one must hold
    lines: dict[Term, int]  # where the first rule of an atom stands


def depth_of(term: Term) -> int:
    """How deep functions are nested."""
    return 0 if isinstance(term, str) else 1 + max((depth_of(part) for part in term[1:]), default=0)


class Grounder:
    """One description being grounded."""

    def __init__(self, text: str) -> None:
        self.rules = [rule for rule in read_rules(text) if name_of(rule.head) not in IGNORED]
        check(self.rules)
        self.moving = moving(self.rules)
        self.facts = Index()
        self.joins: dict[tuple[Rule, int | None, tuple[Term, ...]], Join | None] = {}

    def add(self, atom: Term, rule: Rule) -> bool:
        """Enter an atom, and what follows from it by the meaning of the keywords."""
        if depth_of(atom) > DEEPEST or len(self.facts.all) > MOST_FACTS:
            raise Unsupported(
                f"line {rule.line}: this rule makes ever new terms such as {shown(atom)[:60]}: a game must be finite"
                if depth_of(atom) > DEEPEST
                else f"line {rule.line}: the description has more than {MOST_FACTS:,} ground atoms, too many to compile"
            )
        new = self.facts.add(atom)
        if name_of(atom) in ("init", "next"):
            self.facts.add(("true", atom[1]))
        elif name_of(atom) == "legal":
            self.facts.add(("does", *atom[1:]))
        return new

    def grow(self, rules: list[Rule]) -> None:
        """Apply rules until nothing new appears; after the first time each looks only at what is new (semi-naive)."""
        seen: dict[tuple[int, int], int] = {}  # rule and part -> facts of its relation that were looked at
        growing = True
        while growing:
            growing = False
            for number, rule in enumerate(rules):
                for head in self.heads(number, rule, seen):
                    growing |= self.add(head, rule)

    def heads(self, number: int, rule: Rule, seen: dict[tuple[int, int], int]) -> Iterator[Term]:
        """The heads of a rule that follow from facts which it has not looked at."""
        asked = [place for place, part in enumerate(rule.body) if part.positive and name_of(part.atom) != "distinct"]
        if not asked:
            if (number, -1) not in seen:
                seen[number, -1] = 0
                yield from (head for (head,) in self.found(rule, None, (), (rule.head,)))
            return
        every = [self.facts.by_name.get(name_of(rule.body[place].atom), []) for place in asked]
        sizes = [len(facts) for facts in every]
        for place, facts, size in zip(asked, every, sizes, strict=True):
            known = seen.get((number, place), 0)
            if known < size:
                yield from [head for (head,) in self.found(rule, place, facts[known:size], (rule.head,))]
        for place, size in zip(asked, sizes, strict=True):
            seen[number, place] = size

    def found(
        self, rule: Rule, first: int | None, given: Sequence[Term], wanted: tuple[Term, ...]
    ) -> list[tuple[Any, ...]]:
        """Some terms for each way in which a body holds, with given facts for one of its parts."""
        key = rule, first, wanted
        if key not in self.joins:
            self.joins[key] = join_of(rule, first, self.moving, wanted)
        join = self.joins[key]
        if join is None:
            raise Unsupported(f"line {rule.line}: the body of this rule has too many parts to be looked up together")
        found = join(self.facts, given, MOST_INSTANCES)
        if len(found) > MOST_INSTANCES:
            raise too_many(rule)
        return found

    def ground(self) -> Ground:
        """All of it."""
        level = strata(self.rules)
        still = [rule for rule in self.rules if name_of(rule.head) not in self.moving]
        for depth in range(max(level.values()) + 1):
            self.grow([rule for rule in still if level[name_of(rule.head)] == depth])
        changing = [rule for rule in self.rules if name_of(rule.head) in self.moving]
        self.grow(changing)
        rules: dict[Term, dict[tuple[Literal, ...], None]] = defaultdict(dict)  # bodies once each, in their order
        lines: dict[Term, int] = {}
        count = 0
        for rule in changing:
            parts = [part for part in rule.body if name_of(part.atom) in self.moving]  # of those that can matter
            for head, *atoms in self.found(rule, None, (), (rule.head, *(part.atom for part in parts))):
                body = tuple(
                    dict.fromkeys(
                        Literal(atom, part.positive)
                        for atom, part in zip(atoms, parts, strict=True)
                        if atom in self.facts
                    )
                )
                rules[head][body] = None
                lines.setdefault(head, rule.line)
                count += 1
                if count > MOST_INSTANCES:
                    raise too_many(rule)
        roles = [str(atom[1]) for atom in self.facts.by_name.get("role", [])]
        first = {head[1] for head in rules if name_of(head) == "init"}
        moves = {role: [atom[2] for atom in self.facts.by_name.get("does", []) if atom[1] == role] for role in roles}
        base = [atom[1] for atom in self.facts.by_name.get("true", [])]
        kept = {head: list(bodies) for head, bodies in rules.items() if name_of(head) != "init"}
        return Ground(roles, base, first, moves, kept, lines)


def too_many(rule: Rule) -> Unsupported:
    """Of the rule that is one too many."""
    return Unsupported(f"line {rule.line}: the description has more than {MOST_INSTANCES:,} ground rules, too many")


def ground(text: str) -> Ground:
    """The ground rules of a description."""
    return Grounder(text).ground()
