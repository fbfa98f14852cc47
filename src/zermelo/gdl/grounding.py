"""Grounding: every rule with all values of its variables that can ever matter.

What never changes is computed once and drops out of the rules. Of what changes, a superset is found by playing all
legal moves from all positions at once: negations are taken to hold until nothing new appears.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import islice

from zermelo.errors import Unsupported
from zermelo.gdl.analysis import IGNORED, check, moving, strata
from zermelo.gdl.facts import Facts, substituted, ways
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
        self.facts = Facts()

    def holds(self, literal: Literal) -> bool:
        """Whether a negation or `distinct` holds, or may hold."""
        if name_of(literal.atom) == "distinct":
            return (literal.atom[1] != literal.atom[2]) == literal.positive
        return name_of(literal.atom) in self.moving or literal.atom not in self.facts

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
        """Apply rules until nothing new appears; a rule waits until something that it asks for has grown."""
        seen: dict[int, tuple[int, ...]] = {}
        growing = True
        while growing:
            growing = False
            for number, rule in enumerate(rules):
                sizes = tuple(len(self.facts.by_name.get(name_of(part.atom), ())) for part in rule.body)
                if seen.get(number) == sizes:
                    continue
                seen[number] = sizes
                found = list(islice(ways(rule, self.facts, self.holds), MOST_INSTANCES + 1))
                if len(found) > MOST_INSTANCES:
                    raise too_many(rule)
                for binding in found:
                    growing |= self.add(substituted(rule.head, binding), rule)

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
            for binding in ways(rule, self.facts, self.holds):
                head = substituted(rule.head, binding)
                parts = (Literal(substituted(part.atom, binding), part.positive) for part in rule.body)
                body = tuple(dict.fromkeys(part for part in parts if self.matters(part)))
                rules[head][body] = None
                lines.setdefault(head, rule.line)
                count += 1
                if count > MOST_INSTANCES:
                    raise too_many(rule)
        roles = [str(atom[1]) for atom in self.facts.by_name.get("role", [])]
        first = {head[1] for head in rules if name_of(head) == "init"}
        moves = {role: [atom[2] for atom in self.facts.by_name["does"] if atom[1] == role] for role in roles}
        base = [atom[1] for atom in self.facts.by_name["true"]]
        kept = {head: list(bodies) for head, bodies in rules.items() if name_of(head) != "init"}
        return Ground(roles, base, first, moves, kept, lines)

    def matters(self, literal: Literal) -> bool:
        """Whether a literal can be true at one time and false at another."""
        return name_of(literal.atom) in self.moving and literal.atom in self.facts


def too_many(rule: Rule) -> Unsupported:
    """Of the rule that is one too many."""
    return Unsupported(f"line {rule.line}: the description has more than {MOST_INSTANCES:,} ground rules, too many")


def ground(text: str) -> Ground:
    """The ground rules of a description."""
    return Grounder(text).ground()
