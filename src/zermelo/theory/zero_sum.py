"""Zero-sum games: the value, and what to play to be sure of it (von Neumann, 1928), by linear programming.

The row player looks for the mix whose worst case is best; that is a linear program, and the column player's is its
dual. Both come back as fractions and are checked: the one is sure of at least the value, the other of at most.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from zermelo.errors import Unsupported
from zermelo.theory.equations import solve
from zermelo.theory.linear_programs import minimise, mixture
from zermelo.theory.matrix import MatrixGame, Mix
from zermelo.theory.reading import Number


@dataclass(frozen=True)
class Solution:
    """The value to the row player, and a best mix of each."""

    value: Number
    mixes: tuple[Mix, Mix]
    exact: bool  # proven with fractions; otherwise the value is a float


def value(game: MatrixGame) -> Solution:
    """Solve a zero-sum game of two players."""
    if not game.zero_sum:
        raise Unsupported("only a zero-sum game of two players has a value: here the payoffs do not add up alike")
    mixes = safest(game, 0), safest(game, 1)
    for pair in (mixes, polished(game, mixes)):
        low, high = guaranteed(game, pair[0]), conceded(game, pair[1])
        if low == high:
            return Solution(low, pair, True)
    return Solution((float(low) + float(high)) / 2, mixes, False)


def polished(game: MatrixGame, mixes: tuple[Mix, Mix]) -> tuple[Mix, Mix]:
    """The same actions with the chances that make all of the other player's used actions worth the same, exactly."""
    used = [[action for action, chance in enumerate(mix) if chance > Fraction(1, 10**6)] for mix in mixes]
    made = []
    for player, own, other in ((0, used[0], used[1]), (1, used[1], used[0])):
        # unknown are the chances and the value: Σ chance · cell - value = 0 for each action of the other
        cells = [[game.payoffs[(a, b) if player == 0 else (b, a)][0] for a in own] for b in other]
        rows = [*([*row, Fraction(-1)] for row in cells), [*([Fraction(1)] * len(own)), Fraction(0)]]
        found = solve(rows, [*([Fraction(0)] * len(other)), Fraction(1)]) if len(rows) > len(own) else None
        if found is None or min(found[:-1]) < 0:
            return mixes
        chances = dict(zip(own, found, strict=False))
        made.append(tuple(chances.get(a, Fraction(0)) for a in range(game.shape[player])))
    return made[0], made[1]


def safest(game: MatrixGame, player: int) -> Mix:
    """The mix of a player with the best worst case; payoffs are measured from 0 to 1, where floats are best."""
    own, other = game.shape[player], game.shape[1 - player]
    payoffs = [[game.payoffs[(a, b) if player == 0 else (b, a)][player] for a in range(own)] for b in range(other)]
    low, high = min(map(min, payoffs)), max(map(max, payoffs))
    rows = []
    for cells in payoffs:
        rows.append([*((low - cell) / ((high - low) or 1) for cell in cells), Fraction(1)])  # level <= Σ mix · cell
    found = minimise(
        [*([Fraction(0)] * own), Fraction(-1)],
        at_most=(rows, [0] * other),
        equal=([[*([Fraction(1)] * own), Fraction(0)]], [1]),
        bounds=[*([(0.0, None)] * own), (None, None)],
    )
    assert found is not None  # every matrix game has a value
    return tuple(mixture(found[:-1]))


def guaranteed(game: MatrixGame, mix: Mix) -> Fraction:
    """What a mix of the row player gets at least."""
    return min(sum((c * game.payoffs[i, j][0] for i, c in enumerate(mix)), Fraction(0)) for j in range(game.shape[1]))


def conceded(game: MatrixGame, mix: Mix) -> Fraction:
    """What a mix of the column player gives the row player at most."""
    return max(sum((c * game.payoffs[i, j][0] for j, c in enumerate(mix)), Fraction(0)) for i in range(game.shape[0]))


def saddle_points(game: MatrixGame) -> list[tuple[int, int]]:
    """Cells that are least in their row and largest in their column: no need to mix."""
    rows, columns = range(game.shape[0]), range(game.shape[1])
    return [
        (i, j)
        for i in rows
        for j in columns
        if game.payoffs[i, j][0] == min(game.payoffs[i, b][0] for b in columns)
        and game.payoffs[i, j][0] == max(game.payoffs[a, j][0] for a in rows)
    ]
