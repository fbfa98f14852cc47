"""Voting: many orders made into one, and why no way to do it pleases in all respects.

Ballots are lines `3: A > B > C` (three voters with that order). Plurality counts first places, Borda counts places,
instant runoff strikes out the weakest again and again, and Condorcet's winner beats every other alone.

Ties are told as ties. Where one of equals must be taken, it is the first by name, whichever way they are counted: the
first by name wins, and the last by name is struck out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product

from zermelo.errors import BadText
from zermelo.theory.reading import number, pointing

MOST_CANDIDATES, MOST_ORDERS = 6, 30  # of one election

Order = tuple[str, ...]


@dataclass(frozen=True)
class Election:
    """Orders of preference, and how many voters have each."""

    ballots: tuple[tuple[int, Order], ...]

    @classmethod
    def from_text(cls, text: str) -> Election:
        """Read lines (or parts between semicolons) such as `3: A > B > C`."""
        ballots: list[tuple[int, Order]] = []
        for line in text.replace(";", "\n").splitlines():
            body = line.partition("#")[0].strip()
            if not body:
                continue
            before, colon, rest = body.rpartition(":")
            if colon and not before.strip().isdecimal():
                raise pointing("the number of voters stands before the colon", body, 0)
            order = tuple(name.strip() for name in rest.split(">"))
            if "" in order or len(set(order)) < len(order):
                raise pointing("a ballot names each candidate once, best first: A > B > C", body, 0)
            if len(order) > MOST_CANDIDATES or len(ballots) == MOST_ORDERS:
                raise BadText(
                    f"an election has at most {MOST_CANDIDATES} candidates and {MOST_ORDERS} orders: all false ballots"
                    " are tried"
                )
            if ballots and set(order) != set(ballots[0][1]):
                strange = sorted(set(order) ^ set(ballots[0][1]))[0]
                raise pointing(f"every ballot orders the same candidates, and {strange} is not on all", body, 0)
            ballots.append((int(number(before)) if colon else 1, order))
        if not ballots:
            raise BadText("no ballots given: write one such as 3: A > B > C")
        return cls(tuple(ballots))

    @property
    def candidates(self) -> Order:
        """All candidates, by name."""
        return tuple(sorted(self.ballots[0][1]))

    def prefer(self, one: str, two: str) -> int:
        """How many voters put the one above the other."""
        return sum(count for count, order in self.ballots if order.index(one) < order.index(two))

    def beats(self, one: str, two: str) -> bool:
        """Whether a majority puts the one above the other."""
        return self.prefer(one, two) > self.prefer(two, one)

    def without(self, candidate: str) -> Election:
        """The same voters when somebody withdraws."""
        return Election(tuple((n, tuple(name for name in order if name != candidate)) for n, order in self.ballots))


# ---------------------------------------------------------------------- ways to count


def plurality(election: Election) -> dict[str, int]:
    """First places."""
    return {name: sum(n for n, order in election.ballots if order[0] == name) for name in election.candidates}


def borda(election: Election) -> dict[str, int]:
    """A point for each candidate below, on every ballot."""
    last = len(election.candidates) - 1
    return {name: sum(n * (last - order.index(name)) for n, order in election.ballots) for name in election.candidates}


def tied(scores: dict[str, int]) -> Order:
    """All who have the highest score, by name; the first of them is taken where one must be."""
    return tuple(sorted(name for name in scores if scores[name] == max(scores.values())))


@dataclass(frozen=True)
class Round:
    """One round of an instant runoff: who is struck out, and all who had as few first places."""

    struck: str
    weakest: Order


def runoff_rounds(election: Election) -> Iterator[Round]:
    """Strike out the weakest until one is left; of equals the last by name."""
    while len(election.candidates) > 1:
        counts = plurality(election)
        weakest = tied({name: -count for name, count in counts.items()})
        yield Round(weakest[-1], weakest)
        election = election.without(weakest[-1])


def instant_runoff(election: Election) -> list[str]:
    """The candidates in the order in which they are struck out; the last one wins."""
    struck = [one.struck for one in runoff_rounds(election)]
    return [*struck, *(name for name in election.candidates if name not in struck)]


def condorcet(election: Election) -> str | None:
    """Who beats every other alone, if anybody does."""
    for name in election.candidates:
        if all(election.beats(name, other) for other in election.candidates if other != name):
            return name
    return None


def majority_cycle(election: Election) -> Order | None:
    """Condorcet's paradox: three candidates each of whom beats the next, and the last the first."""
    for a, b, c in permutations(election.candidates, 3):
        if election.beats(a, b) and election.beats(b, c) and election.beats(c, a):
            return a, b, c
    return None


RULES: dict[str, Callable[[Election], str]] = {
    "plurality": lambda election: tied(plurality(election))[0],
    "borda": lambda election: tied(borda(election))[0],
    "runoff": lambda election: instant_runoff(election)[-1],
}


# ---------------------------------------------------------------------- trouble


def spoilers(election: Election, rule: Callable[[Election], str]) -> dict[str, str]:
    """Losers whose withdrawal changes who wins, and who wins then."""
    chosen = rule(election)
    after = {name: rule(election.without(name)) for name in election.candidates if name != chosen}
    return {name: new for name, new in after.items() if new != chosen}


def manipulations(election: Election, rule: Callable[[Election], str]) -> Iterator[tuple[Order, Order, str]]:
    """Groups of like voters who do better by a false ballot: the true order, the false one, and who wins then."""
    chosen = rule(election)
    for place, (count, order) in enumerate(election.ballots):
        for false in permutations(order):
            changed = [*election.ballots[:place], (count, false), *election.ballots[place + 1 :]]
            new = rule(Election(tuple(changed)))
            if order.index(new) < order.index(chosen):
                yield order, false, new


def arrow() -> list[str]:
    """Arrow's theorem (1951) for two voters and three candidates, by trying everything.

    A rule that decides each pair by that pair alone is, for every pair, an answer to the four ways in which two voters
    can see it. Where both agree the answer must be theirs. Of the 4³ = 64 such rules, those that always give an order
    (never a circle) are returned, by whom they follow: only dictatorships are left.
    """
    pairs = (("A", "B"), ("B", "C"), ("A", "C"))
    orders = list(permutations("ABC"))
    left = []
    # for each pair: what comes out when (first voter yes, second no) and when (no, yes)
    for answers in product(product((True, False), repeat=2), repeat=3):
        if all(is_order(decide(answers, pairs, one, two)) for one, two in product(orders, repeat=2)):
            follows: dict[tuple[bool, ...], str] = {(True, False): "dictator 1", (False, True): "dictator 2"}
            left.append(follows[answers[0]] if len(set(answers)) == 1 and answers[0] in follows else "neither")
    return sorted(left)


def decide(
    answers: Sequence[tuple[bool, ...]], pairs: Sequence[tuple[str, str]], one: Order, two: Order
) -> set[tuple[str, str]]:
    """Who is above whom, for all pairs."""
    above = set()
    for (first_only, second_only), (x, y) in zip(answers, pairs, strict=True):
        votes = one.index(x) < one.index(y), two.index(x) < two.index(y)
        yes = votes[0] if votes[0] == votes[1] else first_only if votes[0] else second_only
        above.add((x, y) if yes else (y, x))
    return above


def is_order(above: set[tuple[str, str]]) -> bool:
    """Whether three pairs make an order and not a circle: somebody is above both others."""
    return any(sum(high == name for high, _ in above) == 2 for name in "ABC")
