"""Equilibria: profiles from which nobody gains by changing alone (Nash, 1950); and what all would rather have.

Mixed equilibria of two players come from nashpy's support enumeration, which works in floats. Each is solved again
with fractions on its support and accepted only if nobody can gain, exactly.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from zermelo.errors import MissingExtra, Unsupported
from zermelo.theory.linear_programs import mixture
from zermelo.theory.matrix import MatrixGame, Mix, Payoffs, Profile, pure
from zermelo.theory.reading import shown

MOST_SUPPORTS = 50_000  # pairs of supports that are tried: up to nine actions each


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
    """Pure and mixed equilibria of two players; of a degenerate game, which may have endlessly many, some."""
    found = [tuple(pure(a, n) for a, n in zip(p, game.shape, strict=True)) for p in pure_equilibria(game)]
    for floats in candidates(game):
        mixes = on_supports(game, floats) or tuple(tuple(mixture(weights)) for weights in floats)
        if mixes not in found and is_equilibrium(game, mixes):
            found.append(mixes)
    return [Equilibrium(mixes, game.expected(mixes)) for mixes in found]


def degenerate(game: MatrixGame, found: Sequence[Equilibrium]) -> bool:
    """Whether some mix has more best responses than actions of its own: then there may be endlessly many equilibria."""
    return any(
        len(best_responses(game, 1 - player, e.mixes)) > sum(chance > 0 for chance in e.mixes[player])
        for e in found
        for player in (0, 1)
    )


def candidates(game: MatrixGame) -> list[tuple[list[float], list[float]]]:
    """The equilibria that nashpy finds, in floats."""
    if len(game.players) != 2:
        raise Unsupported(
            f"mixed equilibria are found for two players, and here are {len(game.players)}: ask for the pure ones"
        )
    if (pairs := comb(sum(game.shape), game.shape[0])) > MOST_SUPPORTS:
        raise Unsupported(f"there are {pairs:,} ways to mix these actions, too many to try: ask for pure equilibria")
    try:
        import nashpy
        import numpy
    except ImportError:
        raise MissingExtra("mixed equilibria need nashpy: pip install 'zermelo[theory]'") from None
    shape = game.shape
    tables = [
        numpy.array([[float(game.payoffs[i, j][player]) for j in range(shape[1])] for i in range(shape[0])])
        for player in (0, 1)
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that a game is degenerate is our own business to say
        found = list(nashpy.Game(*tables).support_enumeration())
    return [([float(chance) for chance in x], [float(chance) for chance in y]) for x, y in found]


def on_supports(game: MatrixGame, floats: tuple[list[float], list[float]]) -> tuple[Mix, ...] | None:
    """The mixes over the same actions that leave each player indifferent among those he uses, in fractions."""
    rows, columns = ([action for action, chance in enumerate(mix) if chance > 1e-9] for mix in floats)
    made: list[Mix] = []
    for player, own, other in ((0, columns, rows), (1, rows, columns)):
        # the mix over `own` that makes all of `other` worth the same to the player who chooses among `other`
        cells = [[game.payoffs[(b, a) if player == 0 else (a, b)][player] for a in own] for b in other]
        equations = [[x - y for x, y in zip(cells[0], row, strict=True)] for row in cells[1:]]
        weights = solve([*equations, [Fraction(1)] * len(own)], [*([Fraction(0)] * len(equations)), Fraction(1)])
        if weights is None or min(weights) < 0:
            return None
        whole = [Fraction(0)] * game.shape[1 - player]
        for action, weight in zip(own, weights, strict=True):
            whole[action] = weight
        made.append(tuple(whole))
    return made[1], made[0]


def solve(rows: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> list[Fraction] | None:
    """Linear equations by elimination, exactly; nothing where the solution is not one point."""
    table = [[*row, value] for row, value in zip(rows, right, strict=True)]
    count = len(rows[0])
    for column in range(count):
        pivot = next((r for r in range(column, len(table)) if table[r][column]), None)
        if pivot is None:
            return None
        table[column], table[pivot] = table[pivot], table[column]
        lead = table[column][column]
        table[column] = [value / lead for value in table[column]]
        for r, row in enumerate(table):
            if r != column and row[column]:
                factor = row[column]
                table[r] = [value - factor * base for value, base in zip(row, table[column], strict=True)]
    if any(row[-1] for row in table[count:]):
        return None
    return [row[-1] for row in table[:count]]


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
