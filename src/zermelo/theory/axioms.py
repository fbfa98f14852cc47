"""The axioms of rational preference, checked on what somebody states; each broken one is named, with the statements.

    orderability       exactly one of A > B, B > A, A ~ B
    transitivity       A > B and B > C give A > C
    continuity         A > B > C gives some p with [p A; 1-p C] ~ B
    substitutability   A ~ B gives [p A; 1-p C] ~ [p B; 1-p C]; the same with >
    monotonicity       A > B makes the larger chance of A the better one
    decomposability    only the chances of the prizes count, not how many lotteries they come through

Statements are finitely many: what is not said breaks nothing, and pairs that nothing compares are listed as open.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from zermelo.theory.lottery import Lottery, Prize
from zermelo.theory.preferences import Preferences, Statement
from zermelo.theory.reading import shown

AXIOMS = ("orderability", "transitivity", "continuity", "substitutability", "monotonicity", "decomposability")


@dataclass(frozen=True)
class Broken:
    """An axiom that does not hold, and why."""

    axiom: str
    reason: str
    cycle: tuple[Lottery, ...] = ()  # for transitivity: each is preferred to the next, the last to the first

    def __str__(self) -> str:
        return f"{self.axiom} is violated: {self.reason}"


def check(preferences: Preferences) -> list[Broken]:
    """Every axiom that the statements break."""
    order = [*orderability(preferences), *transitivity(preferences)]
    # with the order itself broken, anything follows from anything: then only what is said outright counts
    graph = Graph(preferences, direct=bool(order))
    monotone, told = monotonicity(preferences, graph)
    compound = decomposability(preferences)
    found = [*order, *continuity(preferences, graph), *substitutability(preferences, told), *monotone, *compound]
    return list(dict.fromkeys(found))


# ---------------------------------------------------------------------- what follows from what


class Graph:
    """Who is preferred to whom, directly or through others."""

    def __init__(self, preferences: Preferences, *, direct: bool = False) -> None:
        self.direct = direct
        self.edges: dict[Lottery, list[tuple[Lottery, str]]] = {item: [] for item in preferences.items}
        for s in preferences.statements:
            if s.sign == "?" or s.every:
                continue
            self.edges[s.left].append((s.right, s.sign))
            if s.sign == "~":
                self.edges[s.right].append((s.left, s.sign))

    def path(self, start: Lottery, goal: Lottery, *, strictly: bool = False) -> list[Lottery] | None:
        """The shortest chain of statements from start down to goal; `strictly`: with some > among them."""
        seen = {(start, False)}
        queue: deque[tuple[list[Lottery], bool]] = deque([([start], False)])
        while queue:
            line, strict = queue.popleft()
            for item, sign in self.edges.get(line[-1], []):
                reached = (item, strict or sign == ">")
                if item == goal and (reached[1] or not strictly):
                    return [*line, item]
                if reached not in seen and not (self.direct and len(line) == 1):
                    seen.add(reached)
                    queue.append(([*line, item], reached[1]))
        return None

    def prefers(self, left: Lottery, right: Lottery) -> bool:
        """Whether left > right follows."""
        return self.path(left, right, strictly=True) is not None

    def compared(self, left: Lottery, right: Lottery) -> bool:
        """Whether anything follows about two items."""
        return self.path(left, right) is not None or self.path(right, left) is not None


def open_pairs(preferences: Preferences) -> list[tuple[Lottery, Lottery]]:
    """Pairs that nothing compares: without an answer for each, only part of the order is known."""
    graph = Graph(preferences)
    return [(a, b) for a, b in combinations(preferences.items, 2) if not graph.compared(a, b)]


# ---------------------------------------------------------------------- one axiom after the other


def orderability(preferences: Preferences) -> list[Broken]:
    """Two answers to one question, or none."""
    found = []
    stated = [s for s in preferences.statements if not s.every]
    for s in stated:
        if s.sign == "?":
            found.append(Broken("orderability", f"{s.text!r} leaves the two without an order"))
        elif s.strict and s.left == s.right:
            found.append(Broken("orderability", f"{s.text!r} puts something above itself"))
    for one, two in combinations(stated, 2):
        same = (one.left, one.right) == (two.left, two.right)
        turned = (one.left, one.right) == (two.right, two.left)
        signs = {one.sign, two.sign}
        clash = same and signs == {">", "~"} or turned and ">" in signs and "?" not in signs
        if clash and one.left != one.right:
            found.append(Broken("orderability", f"{one.text!r} and {two.text!r} cannot both hold"))
    return found


def transitivity(preferences: Preferences) -> list[Broken]:
    """Chains of preference that come back to where they began."""
    graph = Graph(preferences)
    cycles: dict[frozenset[Lottery], Broken] = {}
    for s in preferences.statements:
        if not s.strict or s.every:
            continue
        back = graph.path(s.right, s.left)
        if back is None or len(back) < 3:  # two statements about one pair are a matter of orderability
            continue
        cycle = (s.left, *back[:-1])
        first, last = preferences.called(cycle[0]), preferences.called(cycle[-1])
        reason = f"{chain_text(preferences, graph, cycle)} goes round: {first} > {last} follows from the rest"
        broken = Broken("transitivity", reason, cycle)
        cycles.setdefault(frozenset(cycle), broken)
    return list(cycles.values())


def chain_text(preferences: Preferences, graph: Graph, cycle: tuple[Lottery, ...]) -> str:
    """`A > B > C > A`."""
    text = preferences.called(cycle[0])
    for here, there in zip(cycle, (*cycle[1:], cycle[0]), strict=True):
        sign = min(sign for item, sign in graph.edges[here] if item == there)  # > comes before >= and ~
        text += f" {sign} {preferences.called(there)}"
    return text


def continuity(preferences: Preferences, graph: Graph) -> list[Broken]:
    """A middle prize that no lottery of the outer two can equal, whatever its p."""
    found = []
    for s in preferences.statements:
        if not s.every or not s.strict:
            continue
        for middle, mixed in ((s.left, s.right), (s.right, s.left)):
            if len(mixed.branches) != 2:
                continue
            ends = [part if isinstance(part, Lottery) else Lottery.sure(part) for _, part in mixed.branches]
            for best, worst in (ends, ends[::-1]):
                if graph.prefers(best, middle) and graph.prefers(middle, worst):
                    names = [preferences.called(item) for item in (best, middle, worst)]
                    found.append(
                        Broken(
                            "continuity", f"{' > '.join(names)}, and yet no p makes the two sides of {s.text!r} equal"
                        )
                    )
    return found


def substitutability(preferences: Preferences, told: set[Statement]) -> list[Broken]:
    """Two pairs that differ in the same way, and yet are put in different orders; `told` are dealt with elsewhere."""
    found = []
    stated = [s for s in preferences.statements if s.sign != "?" and not s.every and s not in told]
    for place, one in enumerate(stated):
        for two in stated[place + 1 :]:
            share, turned = proportion(one, two)
            whole, mixed = (one, two) if share <= 1 else (two, one)
            if share and at_odds(one.sign, two.sign, turned) and not same_pair(one, two):
                found.append(unlike(preferences, whole, mixed, min(share, 1 / share), turned))
    return found


def unlike(preferences: Preferences, whole: Statement, mixed: Statement, share: Fraction, turned: bool) -> Broken:
    """What is wrong with two statements whose pairs differ in the same way, the second `share` times as much."""
    first, second = (mixed.right, mixed.left) if turned else (mixed.left, mixed.right)
    if (first.prizes, second.prizes) == (whole.left.prizes, whole.right.prizes):
        both = f"{whole.text!r} and {mixed.text!r}"
        return Broken("decomposability", f"{both} are about the same chances of every prize, and cannot both hold")
    a, b, x, y = (preferences.called(item) for item in (first, second, whole.left, whole.right))
    if all(first.prizes.get(p, Fraction(0)) >= share * odds for p, odds in whole.left.prizes.items()):
        reason = f"{a} and {b} are {x} and {y} with chance {shown(share)} and otherwise the same"
    else:
        times = "" if share == 1 else f", {shown(share)} times as much"
        reason = f"{a} and {b} differ just as {x} and {y} do{times}, and what a pair has in common cannot matter"
    follows = f"{a} {whole.sign} {b} follows from {whole.text!r}"
    return Broken("substitutability", f"{reason}, so {follows}; stated is {mixed.text!r}")


def same_pair(one: Statement, two: Statement) -> bool:
    """Whether two statements are about the very same two items: that is a matter of orderability."""
    return {one.left, one.right} == {two.left, two.right}


def monotonicity(preferences: Preferences, graph: Graph) -> tuple[list[Broken], set[Statement]]:
    """The smaller chance of the better prize is preferred; also the statements that are dealt with here."""
    found, told = [], set()
    for s in preferences.statements:
        chances = [branch_chances(item) for item in (s.left, s.right)]
        parts = list(dict.fromkeys([*chances[0], *chances[1]]))
        if s.sign == "?" or s.every or len(parts) != 2 or all(len(chance) == 1 for chance in chances):
            continue
        for better, worse in (parts, parts[::-1]):
            left, right = (chance.get(better, Fraction(0)) for chance in chances)
            wrong = left < right or (left > right and s.sign == "~") or (left == right and s.strict)
            if graph.prefers(better, worse) and wrong:
                told.add(s)
                names = preferences.called(better), preferences.called(worse)
                reason = (
                    f"{names[0]} > {names[1]}, so its larger chance is better; yet {s.text!r} has chances of it "
                    f"{shown(left)} on the left and {shown(right)} on the right"
                )
                found.append(Broken("monotonicity", reason))
    return found, told


def decomposability(preferences: Preferences) -> list[Broken]:
    """Equal chances of all prizes, and yet one is liked better."""
    return [
        Broken("decomposability", f"both sides of {s.text!r} give every prize the same chance")
        for s in preferences.statements
        if s.strict and not s.every and not s.difference and s.left != s.right
    ]


# ---------------------------------------------------------------------- small steps


def branch_chances(item: Lottery) -> dict[Lottery, Fraction]:
    """The chance of each outcome at the top level, impossible ones left out."""
    chances: dict[Lottery, Fraction] = {}
    for odds, part in item.branches:
        outcome = part if isinstance(part, Lottery) else Lottery.sure(part)
        if odds:
            chances[outcome] = chances.get(outcome, Fraction(0)) + odds
    return chances


def proportion(whole: Statement, mixed: Statement) -> tuple[Fraction, bool]:
    """How many times the difference of one statement is that of another, and whether it is turned round; else 0."""
    one, two = whole.difference, mixed.difference
    if not one or one.keys() != two.keys():
        return Fraction(0), False
    ratios = {two[prize] / one[prize] for prize in one}
    ratio = ratios.pop()
    return (Fraction(0), False) if ratios else (abs(ratio), ratio < 0)


def at_odds(whole: str, mixed: str, turned: bool) -> bool:
    """Whether two signs about the same difference exclude each other; `turned`: the second is written backwards."""
    if whole == "~" or mixed == "~":
        return ">" in (whole, mixed)
    return turned and ">" in (whole, mixed)


def ranking(preferences: Preferences) -> list[list[Lottery]]:
    """The sure prizes from best to worst, equals together: all that can be known without lotteries."""
    graph = Graph(preferences)
    items = [item for item in preferences.items if item.is_sure]
    above = {item: sum(graph.prefers(other, item) for other in items) for item in items}
    return [[item for item in items if above[item] == rank] for rank in sorted(set(above.values()))]


def prize_of(item: Lottery) -> Prize:
    """The prize of a lottery that is sure."""
    return next(iter(item.prizes))
