"""Facts by relation, and the joins of rules with them: what prover and grounding share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from zermelo.errors import Unsupported
from zermelo.gdl.analysis import joinable
from zermelo.gdl.terms import Literal, Rule, Term, name_of

Binding = dict[str, Term]
MOST_STEPS = 30_000_000  # facts that are tried in rules; then a description has too many possibilities
MANY = 8  # facts of a relation from which looking one up by a known argument pays


class Facts:
    """Ground atoms, found by relation and by each argument."""

    def __init__(self, atoms: Iterable[Term] = ()) -> None:
        self.all: set[Term] = set()
        self.steps = 0
        self.by_name: dict[str, list[Term]] = {}
        self.by_argument: dict[tuple[str, int, Term], list[Term]] = {}
        for atom in atoms:
            self.add(atom)

    def __contains__(self, atom: Term) -> bool:
        return atom in self.all

    def add(self, atom: Term) -> bool:
        """Enter an atom; False where it was known."""
        if atom in self.all:
            return False
        self.all.add(atom)
        self.by_name.setdefault(name_of(atom), []).append(atom)
        if not isinstance(atom, str):
            for place, part in enumerate(atom[1:]):
                self.by_argument.setdefault((name_of(atom), place, part), []).append(atom)
                if not isinstance(part, str):  # true(cell(1,1,b)) is looked up by `cell` too
                    self.by_argument.setdefault((name_of(atom), place, (part[0],)), []).append(atom)
        return True

    def like(self, pattern: Term) -> list[Term]:
        """Facts that may match a pattern: those with the first known argument, or all of the relation."""
        every = self.by_name.get(name_of(pattern), [])
        if isinstance(pattern, str) or len(every) < MANY:
            return every
        best = every
        for place, part in enumerate(pattern[1:]):
            known: Term | None = None
            if not isinstance(part, str):
                known = part if not has_variables(part) else (part[0],)
            elif not part.startswith("?"):
                known = part
            if known is not None:
                found = self.by_argument.get((name_of(pattern), place, known), [])
                best = found if len(found) < len(best) else best
        return best


def has_variables(term: Term) -> bool:
    """Whether a term is not ground."""
    return term.startswith("?") if isinstance(term, str) else any(has_variables(part) for part in term[1:])


def substituted(term: Term, binding: Binding) -> Term:
    """A term with its variables replaced."""
    if isinstance(term, str):
        return binding.get(term, term)
    return (term[0], *(substituted(part, binding) for part in term[1:]))


def matched(pattern: Term, fact: Term, binding: Binding) -> Binding | None:
    """The binding under which a pattern is a fact, made larger where needed; None where there is none."""
    if isinstance(pattern, str):
        if not pattern.startswith("?"):
            return binding if pattern == fact else None
        known = binding.get(pattern)
        if known is None:
            return {**binding, pattern: fact}
        return binding if known == fact else None
    if isinstance(fact, str) or len(pattern) != len(fact) or pattern[0] != fact[0]:
        return None
    found: Binding | None = binding
    for one, other in zip(pattern[1:], fact[1:], strict=True):
        if found is None:
            return None
        found = matched(one, other, found)
    return found


Holds = Callable[[Literal], bool]  # of a negation or `distinct` without variables


def ways(rule: Rule, facts: Facts, holds: Holds) -> Iterator[Binding]:
    """All bindings under which the body of a rule holds."""
    yield from join(joinable(rule.body), 0, facts, holds, {})


def join(body: list[Literal], place: int, facts: Facts, holds: Holds, binding: Binding) -> Iterator[Binding]:
    """The bindings of the rest of a body."""
    if place == len(body):
        yield binding
        return
    literal = body[place]
    atom = substituted(literal.atom, binding)
    if not literal.positive or name_of(atom) == "distinct":
        if holds(Literal(atom, literal.positive)):
            yield from join(body, place + 1, facts, holds, binding)
        return
    likely = list(facts.like(atom))
    facts.steps += len(likely) + 1
    if facts.steps > MOST_STEPS:
        raise Unsupported("the rules of the description have too many possibilities: more than can be tried here")
    for fact in likely:
        more = matched(atom, fact, binding)
        if more is not None:
            yield from join(body, place + 1, facts, holds, more)
