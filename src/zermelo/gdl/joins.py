"""Rules joined with facts quickly: a body becomes a Python function of nested loops, one for each part looked up.

The naive prover does not use it: it is the oracle of what is found here.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from typing import Any

from zermelo.errors import Unsupported
from zermelo.gdl.terms import Literal, Rule, Term, name_of, variables

MOST_STEPS = 100_000_000  # facts that are tried in rules; then a description has too many possibilities
MOST_LOOPS = 18  # Python nests twenty blocks at most
MANY = 6  # facts of a relation from which looking one up by an argument pays

Path = tuple[int, ...]  # where a part of an atom stands: the second argument, or the third of its first
Found = list[tuple[Any, ...]]  # what a join makes, once for each way in which the body holds
Join = Callable[["Index", Sequence[Term], int], Found]  # facts, those for the first loop, the most that may be found


class Index:
    """Ground atoms by relation, and by each argument, also those inside of a function: true(cell(1, 1, b)) by 1."""

    def __init__(self) -> None:
        self.all: set[Term] = set()
        self.steps = 0
        self.by_name: dict[str, list[Term]] = {}
        self.by_part: dict[tuple[str, Path, str], list[Term]] = {}

    def __contains__(self, atom: Term) -> bool:
        return atom in self.all

    def add(self, atom: Term) -> bool:
        """Enter an atom; False where it was known."""
        if atom in self.all:
            return False
        self.all.add(atom)
        name = name_of(atom)
        self.by_name.setdefault(name, []).append(atom)
        for path, part in parts(atom):
            self.by_part.setdefault((name, path, part), []).append(atom)
        return True

    def like(self, name: str, keys: Iterable[tuple[Path, str]]) -> list[Term]:
        """Facts of a relation that may have these parts: those with the rarest of them."""
        best = self.by_name.get(name, [])
        if len(best) >= MANY:
            for path, part in keys:
                found = self.by_part.get((name, path, part))
                if found is None:
                    return []
                if len(found) < len(best):
                    best = found
        self.steps += len(best)
        if self.steps > MOST_STEPS:
            raise Unsupported("the rules of the description have too many possibilities: more than can be tried here")
        return best


def parts(atom: Term) -> Iterable[tuple[Path, str]]:
    """The parts of an atom by which it can be looked up: constants, and the names of functions with their parts."""
    for place, part in enumerate(atom[1:] if isinstance(atom, tuple) else (), 1):
        if isinstance(part, str):
            yield (place,), part
        else:
            yield (place, 0), str(part[0])
            for inner, deep in enumerate(part[1:], 1):
                if isinstance(deep, str):
                    yield (place, inner), deep


# ---------------------------------------------------------------------- a body as nested loops


class Writer:
    """Writes the function of one body."""

    def __init__(self, moving: Container[str]) -> None:
        self.moving = moving
        self.lines: list[str] = []
        self.depth = 1
        self.loops = 0
        self.names: dict[str, str] = {}  # variable -> its name in Python, once it is bound

    def line(self, text: str) -> None:
        """Write a line inside the loops so far."""
        self.lines.append("    " * self.depth + text)

    def term(self, term: Term) -> str:
        """A term whose variables are bound, as Python makes it."""
        if isinstance(term, str):
            return self.names[term] if term.startswith("?") else repr(term)
        return f"({', '.join(self.term(part) for part in term)},)"

    def test(self, literal: Literal) -> None:
        """A part without free variables: it holds, or nothing more is looked for here."""
        atom = literal.atom
        if name_of(atom) == "distinct":
            sign = "==" if literal.positive else "!="
            self.line(f"if {self.term(atom[1])} {sign} {self.term(atom[2])}: continue")
        elif literal.positive:
            self.line(f"if {self.term(atom)} not in known: continue")
        elif name_of(atom) not in self.moving:
            self.line(f"if {self.term(atom)} in known: continue")

    def loop(self, atom: Term, given: bool) -> None:
        """Go through the facts that may be an atom, and bind its variables."""
        fact = f"f{self.loops}"
        self.loops += 1
        if given:
            source = "first"
        else:
            bound = [(path, part) for path, part in parts(atom) if not part.startswith("?") or part in self.names]
            keys = ", ".join(f"({path}, {self.term(part)})" for path, part in bound)
            source = f"like({name_of(atom)!r}, ({keys}{',' if keys else ''}))"
        self.line(f"for {fact} in {source}:")
        self.depth += 1
        if isinstance(atom, tuple):
            self.match(atom, fact)

    def match(self, term: Term, place: str) -> None:
        """Test or bind what stands at a place of a fact."""
        if isinstance(term, tuple):
            self.line(f"if {place}.__class__ is not tuple or len({place}) != {len(term)}: continue")
            self.line(f"if {place}[0] != {term[0]!r}: continue")
            for number, part in enumerate(term[1:], 1):
                self.match(part, f"{place}[{number}]")
        elif term.startswith("?") and term not in self.names:
            self.names[term] = f"v{len(self.names)}"
            self.line(f"{self.names[term]} = {place}")
        else:
            self.line(f"if {place} != {self.term(term)}: continue")


def in_order(body: Sequence[Literal], first: int | None) -> list[Literal]:
    """The parts in the order of the loops: tests as soon as they can be made, then what is known best."""
    left, order, bound = list(body), list[Literal](), set[str]()
    if first is not None:
        order.append(left.pop(first))
        bound |= variables(order[0].atom)
    while left:
        tests = [part for part in left if variables(part.atom) <= bound]
        looked_up = [part for part in left if part.positive and name_of(part.atom) != "distinct"]
        chosen = tests[0] if tests else max(looked_up, key=lambda part: share(part.atom, bound))
        order.append(chosen)
        left.remove(chosen)
        bound |= variables(chosen.atom)
    return order


def share(atom: Term, bound: set[str]) -> float:
    """How much of an atom is known already, constants included: it is looked up sooner."""
    known = [not part.startswith("?") or part in bound for _, part in parts(atom)]
    return sum(known) / len(known) if known else 1.0


def join_of(rule: Rule, first: int | None, moving: Container[str], wanted: Sequence[Term]) -> Join | None:
    """The function that makes some terms for each way in which a body holds; none where it has too many loops.

    The part with the number `first` is looked for among given facts only, all others among all facts. Negations of
    what changes are taken to hold.
    """
    writer = Writer(moving)
    writer.line("for _ in (0,):")  # so that every test can go on to the next
    writer.depth += 1
    for number, part in enumerate(in_order(rule.body, first)):
        given = first is not None and number == 0
        free = variables(part.atom) - set(writer.names)
        if given or (free and part.positive):
            writer.loop(part.atom, given)
        else:
            writer.test(part)
    if writer.loops > MOST_LOOPS:
        return None
    writer.line(f"found.append({writer.term(('', *wanted))}[1:])")
    writer.line("if len(found) > most: return found")
    text = ["def join(index, first, most):", "    known, like, found = index.all, index.like, []"]
    scope: dict[str, Any] = {}
    exec("\n".join([*text, *writer.lines, "    return found"]), scope)  # constants are quoted
    made: Join = scope["join"]
    return made
