"""Social networks: who makes friends with whom, when each friendship costs and friends of friends are worth something.

Jackson and Wolinsky (1996): another person at distance d is worth q^d to me, and each of my links costs me c. A network
is stable where nobody wants to cut a link and no two want to make one. With c < q - q² all should know all; up to
q + (n-2)/2 q² a star is best for all together; beyond that nobody should know anybody.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from zermelo.theory.reading import number, shown, within

Links = frozenset[tuple[int, int]]


def distances(people: int, links: Links, start: int) -> dict[int, int]:
    """How far everybody who can be reached is from one person."""
    found, border = {start: 0}, [start]
    while border:
        following = [b for a in border for b in range(people) if (min(a, b), max(a, b)) in links and b not in found]
        for one in following:
            found.setdefault(one, found[border[0]] + 1)
        border = list(dict.fromkeys(following))
    return found


def worth(people: int, links: Links, quality: Fraction, cost: Fraction) -> list[Fraction]:
    """What the network is worth to each."""
    own = [sum(person in link for link in links) for person in range(people)]
    return [
        sum((quality**far for far in distances(people, links, person).values() if far), Fraction(0))
        - cost * own[person]
        for person in range(people)
    ]


def is_stable(people: int, links: Links, quality: Fraction, cost: Fraction) -> bool:
    """Whether nobody wants to cut a link, and no two want to make one."""
    now = worth(people, links, quality, cost)
    for one, two in combinations(range(people), 2):
        link = (one, two)
        if link in links:
            after = worth(people, links - {link}, quality, cost)
            if after[one] > now[one] or after[two] > now[two]:
                return False
        else:
            after = worth(people, links | {link}, quality, cost)
            gains = after[one] - now[one], after[two] - now[two]
            if min(gains) >= 0 and max(gains) > 0:
                return False
    return True


def best_by_theory(people: int, quality: Fraction, cost: Fraction) -> str:
    """Which network is best for all together, by the theorem."""
    if cost < quality - quality**2:
        return "complete"
    return "star" if cost < quality + Fraction(people - 2, 2) * quality**2 else "empty"


def name_of(people: int, links: Links) -> str:
    """A network by its shape: empty, complete, star, or by its number of links."""
    degrees = sorted(sum(person in link for link in links) for person in range(people))
    if not links:
        return "empty"
    if len(links) == people * (people - 1) // 2:
        return "complete"
    return "star" if degrees == [1] * (people - 1) + [people - 1] else f"another of {len(links)} links"


def networks(people: int) -> Iterator[Links]:
    """All networks of so many people."""
    pairs = list(combinations(range(people), 2))
    for number_ in range(2 ** len(pairs)):
        yield frozenset(pair for place, pair in enumerate(pairs) if number_ >> place & 1)


def tell(people: int = 4, quality: str = "0.5", cost: str = "0.3") -> Iterator[str]:
    """Every network of a few people: the best for all, and those that nobody leaves."""
    within("people", people, 2, 5)
    q, c = number(quality), number(cost)
    within("quality", float(q), 0, 1)
    within("cost", float(c), 0, 1000)
    values = {links: sum(worth(people, links, q, c), Fraction(0)) for links in networks(people)}
    most = max(values.values())
    best = sorted({name_of(people, links) for links, value in values.items() if value == most})
    stable = [links for links in values if is_stable(people, links, q, c)]
    yield f"{len(values)} networks of {people} people; best for all together: {', '.join(best)}, worth {shown(most)}"
    yield f"  in theory: {best_by_theory(people, q, c)}"
    for shape in sorted({name_of(people, links) for links in stable}):
        found = [links for links in stable if name_of(people, links) == shape]
        share = f"{100 * float(values[found[0]] / most):.0f} % of the best" if most else "as good as any"
        yield f"stable: {shape} ({len(found)} ways), {share}"
    if not any(values[links] == most for links in stable):
        yield "no best network is stable: what is good for all is not what each wants"
