"""Evolution: nobody chooses, but who does well has more children (Maynard Smith and Price, 1973).

Hawk and dove: two animals meet over something worth V; two hawks fight and one is hurt at cost C, a hawk drives a dove
away, two doves share. With V < C a mix of V/C hawks is evolutionarily stable: no mutant does better against it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from zermelo.errors import BadLimit, BadParameter, Unsupported
from zermelo.theory.equations import solve
from zermelo.theory.matrix import MatrixGame, Mix, pure
from zermelo.theory.reading import exact


def hawk_dove(value: Any, cost: Any) -> MatrixGame:
    """The game of the two kinds of animals."""
    v, c = exact(value), exact(cost)
    cells: list[list[Any]] = [[((v - c) / 2, (v - c) / 2), (v, 0)], [(0, v), (v / 2, v / 2)]]
    return MatrixGame.of(cells, [["hawk", "dove"], ["hawk", "dove"]])


def fitness(game: MatrixGame, one: Sequence[Any], two: Sequence[Any]) -> Any:
    """What a mix gets against another, as the first player of a symmetric game."""
    return sum(x * y * game.payoffs[i, j][0] for i, x in enumerate(one) for j, y in enumerate(two) if x and y)


def is_stable(game: MatrixGame, mix: Mix) -> bool:
    """Whether a mix is evolutionarily stable: no mutant gains against it, and against one who does as well, it wins.

    Among the mutants that do as well (mixtures of best responses) it must win against every one. With x the mix and y
    the mutant that says (x-y)·A·y > 0, a quadratic form; for up to three best responses it is decided exactly.
    """
    must_be_symmetric(game)
    worth = [fitness(game, pure(a, len(mix)), mix) for a in range(len(mix))]
    best = [a for a, value in enumerate(worth) if value == max(worth)]
    if any(chance and a not in best for a, chance in enumerate(mix)):
        return False
    # directions into the face of best responses, from one of the actions that the mix uses
    base = next(a for a in best if mix[a])
    others = [a for a in best if a != base]
    form = [[gain(game, base, a, b) + gain(game, base, b, a) for b in others] for a in others]
    if len(others) > 2:
        raise Unsupported("stability is decided for mixes with up to three best responses")
    free = [bool(mix[a]) for a in others]  # such a share may fall as well as rise; the others can only rise
    return copositive(form, free)


def gain(game: MatrixGame, base: int, a: int, b: int) -> Fraction:
    """-(e_a - e_base) · A · (e_b - e_base): above zero if straying that way is punished."""
    cell = game.payoffs
    return -(cell[a, b][0] - cell[base, b][0] - cell[a, base][0] + cell[base, base][0])


def copositive(form: Sequence[Sequence[Fraction]], free: Sequence[bool]) -> bool:
    """Whether z·form·z > 0 for every z but 0, where shares that are not free cannot be negative; up to two of them."""
    if not form:
        return True
    if len(form) == 1:
        return form[0][0] > 0
    (a, b), (_, c) = form
    if a <= 0 or c <= 0:
        return False
    # where the mixed term can be made negative, by its sign or by a free share, it must not outweigh the squares
    return a * c > b * b if any(free) or b < 0 else True


def stable_mixes(game: MatrixGame) -> list[Mix]:
    """All evolutionarily stable mixes of a symmetric game, by trying every set of actions."""
    must_be_symmetric(game)
    count = game.shape[0]
    found = []
    for size in range(1, count + 1):
        for used in combinations(range(count), size):
            cells = [[game.payoffs[a, b][0] for b in used] for a in used]
            rows = [[x - y for x, y in zip(cells[0], row, strict=True)] for row in cells[1:]]
            weights = solve([*rows, [Fraction(1)] * size], [*([Fraction(0)] * len(rows)), Fraction(1)])
            if weights is None or min(weights) <= 0:
                continue
            mix = [Fraction(0)] * count
            for action, weight in zip(used, weights, strict=True):
                mix[action] = weight
            if is_stable(game, tuple(mix)):
                found.append(tuple(mix))
    return found


def replicator(game: MatrixGame, start: Sequence[float], steps: int, step: float = 0.05) -> Iterator[tuple[float, ...]]:
    """The shares of the kinds as time goes on: each grows by how much better than average it does (Runge-Kutta)."""
    must_be_symmetric(game)
    if steps < 1:
        raise BadLimit(f"evolution needs at least one step, not {steps}")
    shares = [float(share) for share in start]
    if len(shares) != game.shape[0] or min(shares) < 0 or abs(sum(shares) - 1) > 1e-9:
        raise BadParameter(f"the shares of {game.shape[0]} kinds are needed, none negative, one in all")
    table = [[float(game.payoffs[i, j][0]) for j in range(len(shares))] for i in range(len(shares))]

    def change(x: Sequence[float]) -> list[float]:
        worth = [sum(cell * share for cell, share in zip(row, x, strict=True)) for row in table]
        mean = sum(share * value for share, value in zip(x, worth, strict=True))
        return [share * (value - mean) for share, value in zip(x, worth, strict=True)]

    def ahead(x: Sequence[float], slope: Sequence[float], time: float) -> list[float]:
        return [share + time * part for share, part in zip(x, slope, strict=True)]

    yield tuple(shares)
    for _ in range(steps):
        k1 = change(shares)
        k2 = change(ahead(shares, k1, step / 2))
        k3 = change(ahead(shares, k2, step / 2))
        k4 = change(ahead(shares, k3, step))
        slope = [(a + 2 * b + 2 * c + d) / 6 for a, b, c, d in zip(k1, k2, k3, k4, strict=True)]
        shares = [max(share, 0.0) for share in ahead(shares, slope, step)]
        shares = [share / sum(shares) for share in shares]
        yield tuple(shares)


def must_be_symmetric(game: MatrixGame) -> None:
    """Refuse a game in which the two players differ."""
    if not game.symmetric:
        raise Unsupported("evolution needs a game that is the same for both players")
