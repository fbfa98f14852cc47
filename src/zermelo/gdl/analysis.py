"""Is a description fit to be played? Keywords, safety, stratified negation; which relations never change."""

from __future__ import annotations

from zermelo.errors import BadText, Unsupported
from zermelo.gdl.terms import Literal, Rule, Term, name_of, shown, variables

ARITIES = {"role": 1, "init": 1, "true": 1, "next": 1, "legal": 2, "does": 2, "goal": 2, "terminal": 0, "distinct": 2,
           "sees": 2}  # fmt: skip
ONLY_BODY = ("true", "does", "distinct")
ONLY_HEAD = ("init", "next", "sees")
NEEDED = ("role", "init", "legal", "next", "goal", "terminal")
IGNORED = ("base", "input")  # domains that a description may declare; they are found out anyway
MOST_RELATIONS = 2000
MOVING = ("true", "does")  # what changes during a game


def check(rules: list[Rule]) -> None:
    """Refuse a description that cannot be played, with the line and the reason."""
    heads = {name_of(rule.head) for rule in rules}
    if len(heads) > MOST_RELATIONS:
        raise Unsupported(f"the description has {len(heads):,} relations; at most {MOST_RELATIONS:,} can be compiled")
    if missing := [name for name in NEEDED if name not in heads]:
        raise BadText(f"a description needs rules for {', '.join(missing)}")
    for rule in rules:
        check_keywords(rule)
        check_safety(rule)
    check_strata(rules)


def check_keywords(rule: Rule) -> None:
    """Keywords have their arguments and their places."""
    for atom, in_head in [(rule.head, True), *((literal.atom, False) for literal in rule.body)]:
        name, count = name_of(atom), 0 if isinstance(atom, str) else len(atom) - 1
        if name in ARITIES and count != ARITIES[name]:
            raise BadText(f"line {rule.line}: {name} takes {ARITIES[name]} arguments, {shown(atom)} has {count}")
        if in_head and name in ONLY_BODY:
            raise BadText(f"line {rule.line}: {name} cannot be the head of a rule, as in {shown(atom)}")
        if not in_head and name in ONLY_HEAD:
            raise BadText(f"line {rule.line}: {name} belongs into the head of a rule, not into its body")


def check_safety(rule: Rule) -> None:
    """Every variable occurs in a positive literal of the body: otherwise it could stand for anything."""
    bound = set().union(
        *(variables(x.atom) for x in rule.body if x.positive and name_of(x.atom) != "distinct"), set[str]()
    )
    used = variables(rule.head).union(*(variables(literal.atom) for literal in rule.body))
    if loose := sorted(used - bound):
        raise BadText(
            f"line {rule.line}: {loose[0]} of {shown(rule.head)} occurs in no positive part of the body, so it could"
            " stand for anything"
        )


def dependencies(rules: list[Rule]) -> dict[str, set[tuple[str, bool]]]:
    """Which relations a relation is made of, and whether by negation."""
    found: dict[str, set[tuple[str, bool]]] = {}
    for rule in rules:
        below = found.setdefault(name_of(rule.head), set())
        below |= {(name_of(literal.atom), literal.positive) for literal in rule.body}
    return found


def check_strata(rules: list[Rule]) -> None:
    """No relation depends on its own negation."""
    level = strata(rules)
    for rule in rules:
        for literal in rule.body:
            name = name_of(literal.atom)
            if not literal.positive and level.get(name, 0) >= level[name_of(rule.head)]:
                raise BadText(
                    f"line {rule.line}: {name_of(rule.head)} depends on its own negation through {shown(literal.atom)}:"
                    " negation must be stratified"
                )


def strata(rules: list[Rule]) -> dict[str, int]:
    """A level for each relation: not lower than those it is made of, and higher than those it negates."""
    below = dependencies(rules)
    level = dict.fromkeys(below, 0)
    for _ in range(len(below) + 1):
        changed = False
        for name, parts in below.items():
            wanted = max([level.get(other, 0) + (not positive) for other, positive in parts], default=0)
            if wanted > level[name] and level[name] <= len(below):
                level[name], changed = wanted, True
        if not changed:
            break
    return level


def moving(rules: list[Rule]) -> set[str]:
    """The relations that depend on the position or on the moves; the others never change."""
    below, found = dependencies(rules), set(MOVING)
    while True:
        more = {name for name, parts in below.items() if name not in found and any(n in found for n, _ in parts)}
        if not more:
            return found | {"init", "next", "legal", "goal", "terminal", "sees"}
        found |= more


def joinable(body: tuple[Literal, ...]) -> list[Literal]:
    """The body in an order in which negations and `distinct` come as soon as their variables are bound."""
    left, order, bound = list(body), list[Literal](), set[str]()
    while left:
        ready = [x for x in left if (x.positive and name_of(x.atom) != "distinct") or variables(x.atom) <= bound]
        tests = [x for x in ready if not x.positive or name_of(x.atom) == "distinct"]
        chosen = tests[0] if tests else max(ready, key=lambda x: bound_share(x.atom, bound))
        order.append(chosen)
        left.remove(chosen)
        bound |= variables(chosen.atom)
    return order


def bound_share(atom: Term, bound: set[str]) -> float:
    """How much of an atom is known already: it is looked up sooner."""
    wanted = variables(atom)
    return 1.0 if not wanted else len(wanted & bound) / len(wanted)
