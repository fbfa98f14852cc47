"""Equilibria: profiles from which nobody gains by changing alone (Nash, 1950); and what all would rather have.

Mixed equilibria of two players are found by vertex enumeration (Mangasarian, 1964), all in fractions. The mixes of one
player fall into regions by which actions they leave unused and which answers of the other they make best; where
enough of these meet is a vertex, and the equilibria are the pairs of vertices in which every action of both players is
unused or best. That gives every equilibrium if there are finitely many, and the corners of them otherwise. Floats would
not do: on random games nashpy 0.0.43 loses a fifth of the equilibria to rounding, or finds some that are none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import comb

from zermelo.errors import Unsupported
from zermelo.theory.equations import solve
from zermelo.theory.matrix import MatrixGame, Mix, Payoffs, Profile
from zermelo.theory.reading import shown

MOST_VERTICES = 13_000  # systems of equations that are solved: up to eight actions each


@dataclass(frozen=True)
class Equilibrium:
    """What each player does, and gets."""

    mixes: tuple[Mix, ...]
    payoffs: Payoffs

    @property
    def is_pure(self) -> bool:
        """Whether nobody mixes."""
        return all(max(mix) == 1 for mix in self.mixes)

    def told(self, game: MatrixGame) -> str:
        """In words."""
        parts = []
        for names, mix in zip(game.actions, self.mixes, strict=True):
            used = [(chance, name) for chance, name in zip(mix, names, strict=True) if chance]
            parts.append(used[0][1] if len(used) == 1 else " + ".join(f"{shown(c)} {name}" for c, name in used))
        return f"({', '.join(parts)}) with payoffs ({', '.join(shown(part) for part in self.payoffs)})"


def best_responses(game: MatrixGame, player: int, mixes: Sequence[Mix]) -> list[int]:
    """The actions of a player that do best against the mixes of the others."""
    worth = game.worth(player, mixes)
    return [action for action, value in enumerate(worth) if value == max(worth)]


def is_equilibrium(game: MatrixGame, mixes: Sequence[Mix]) -> bool:
    """Whether every action that is used is a best response, exactly."""
    for player, mix in enumerate(mixes):
        best = best_responses(game, player, mixes)
        if any(chance and action not in best for action, chance in enumerate(mix)):
            return False
    return True


def pure_equilibria(game: MatrixGame) -> list[Profile]:
    """All profiles of single actions from which nobody gains by changing alone; for any number of players."""
    return [
        profile
        for profile in game.profiles()
        if all(
            game.payoffs[profile][player] >= game.payoffs[(*profile[:player], other, *profile[player + 1 :])][player]
            for player in range(len(game.players))
            for other in range(game.shape[player])
        )
    ]


def equilibria(game: MatrixGame) -> list[Equilibrium]:
    """All equilibria of two players, the pure ones first; only the extreme ones where there are endlessly many."""
    if len(game.players) != 2:
        raise Unsupported(
            f"mixed equilibria are found for two players, and here are {len(game.players)}: ask for the pure ones"
        )
    if (count := comb(sum(game.shape), game.shape[0])) > MOST_VERTICES:
        raise Unsupported(f"there are {count:,} ways to mix these actions, too many to try: ask for pure equilibria")
    rows, columns = (vertices(game, player) for player in (0, 1))
    everything = frozenset((player, action) for player in (0, 1) for action in range(game.shape[player]))
    found = [(x, y) for x, one in rows.items() for y, two in columns.items() if one | two == everything]
    found.sort(key=lambda pair: [(len(used), used) for used in map(support, pair)])
    return [Equilibrium(mixes, game.expected(mixes)) for mixes in found]


def endless(found: Sequence[Equilibrium]) -> bool:
    """Whether there are endlessly many: two that share a mix of one player, and all mixtures between them."""
    return any(one.mixes[0] == two.mixes[0] or one.mixes[1] == two.mixes[1] for one, two in combinations(found, 2))


def support(mix: Mix) -> list[int]:
    """The actions that a mix uses."""
    return [action for action, chance in enumerate(mix) if chance]


def vertices(game: MatrixGame, player: int) -> dict[Mix, frozenset[tuple[int, int]]]:
    """The vertices of a player's mixes, each with its labels: own actions unused, and answers that are best.

    A mix that uses k actions and is the only one to make some k answers equally good is a vertex, if no other answer
    is better. (The answers' payoffs are moved above zero first, which changes nothing but makes the equations regular.)
    """
    own, other = game.shape[player], game.shape[1 - player]
    raise_by = 1 - min(cell[1 - player] for cell in game.payoffs.values())
    worth = [
        [game.payoffs[(a, b) if player == 0 else (b, a)][1 - player] + raise_by for a in range(own)]
        for b in range(other)
    ]  # [answer][own action]
    found: dict[Mix, frozenset[tuple[int, int]]] = {}
    for size in range(1, min(own, other) + 1):
        for used, answers in product(combinations(range(own), size), combinations(range(other), size)):
            weights = solve([[worth[b][a] for a in used] for b in answers], [Fraction(1)] * size)
            if weights is None or min(weights) <= 0:
                continue
            values = [sum((w * row[a] for w, a in zip(weights, used, strict=True)), Fraction(0)) for row in worth]
            if max(values) > 1:
                continue
            chances = dict(zip(used, weights, strict=True))
            total = sum(weights, Fraction(0))
            mix = tuple(chances.get(a, Fraction(0)) / total for a in range(own))
            unused = {(player, a) for a in range(own) if a not in chances}
            found[mix] = frozenset(unused | {(1 - player, b) for b, value in enumerate(values) if value == 1})
    return found


# ---------------------------------------------------------------------- Pareto


def better_for_all(game: MatrixGame, profile: Profile) -> list[Profile]:
    """Profiles that harm nobody and help somebody."""
    here = game.payoffs[profile]
    return [
        other
        for other in game.profiles()
        if game.payoffs[other] != here and all(x >= y for x, y in zip(game.payoffs[other], here, strict=True))
    ]


def pareto_optimal(game: MatrixGame) -> list[Profile]:
    """Profiles that cannot be bettered for one without harm to another."""
    return [profile for profile in game.profiles() if not better_for_all(game, profile)]


def dilemmas(game: MatrixGame) -> list[tuple[Profile, Profile]]:
    """Equilibria beside something that all would like better: reason leads each to what is worse for all."""
    return [
        (profile, other)
        for profile in pure_equilibria(game)
        for other in better_for_all(game, profile)
        if all(x > y for x, y in zip(game.payoffs[other], game.payoffs[profile], strict=True))
    ]
