"""Hawks, doves and stability."""

from __future__ import annotations

from fractions import Fraction

import pytest

from zermelo.errors import BadLimit, BadParameter, Unsupported
from zermelo.theory import equilibria, known
from zermelo.theory import evolution as e
from zermelo.theory.matrix import MatrixGame


@pytest.mark.parametrize(("value", "cost"), [(2, 6), (1, 2), (3, 4)])
def test_hawk_and_dove(value: int, cost: int) -> None:
    game = e.hawk_dove(value, cost)
    hawks = Fraction(value, cost)
    assert e.stable_mixes(game) == [(hawks, 1 - hawks)]
    assert any(eq.mixes[0] == (hawks, 1 - hawks) for eq in equilibria.equilibria(game))
    for start in (0.05, 0.95):
        last = list(e.replicator(game, (start, 1 - start), 1500))[-1]
        assert last[0] == pytest.approx(float(hawks), abs=1e-3)


def test_cheap_fights_leave_only_hawks() -> None:
    game = e.hawk_dove(6, 2)
    assert e.stable_mixes(game) == [(1, 0)]
    assert list(e.replicator(game, (0.01, 0.99), 400))[-1][0] > 0.999


def test_stability() -> None:
    assert e.stable_mixes(known.find("stag_hunt")) == [(1, 0), (0, 1)]  # both, but not the mix between them
    assert e.stable_mixes(known.find("tcp_ip")) == [(0, 1)]
    assert e.stable_mixes(known.find("rock_paper_scissors")) == []
    generous = MatrixGame.of([[(0, 0), (-1, 2), (2, -1)], [(2, -1), (0, 0), (-1, 2)], [(-1, 2), (2, -1), (0, 0)]])
    assert e.stable_mixes(generous) == [(Fraction(1, 3),) * 3]
    weak = MatrixGame.of([[(1, 1), (1, 1)], [(1, 1), (0, 0)]])
    assert e.stable_mixes(weak) == [(1, 0)]  # an equal against it, but worse against itself
    assert e.stable_mixes(MatrixGame.of([[(1, 1), (1, 1)], [(1, 1), (1, 1)]])) == []


@pytest.mark.parametrize("seed", range(6))
def test_stable_means_no_mutant_on_a_grid_does_better(seed: int) -> None:
    import random

    chance = random.Random(seed)
    cells = [[chance.randint(-3, 3) for _ in range(3)] for _ in range(3)]
    game = MatrixGame.of([[(cells[i][j], cells[j][i]) for j in range(3)] for i in range(3)])
    grid = [(Fraction(a, 8), Fraction(b, 8), Fraction(8 - a - b, 8)) for a in range(9) for b in range(9 - a)]

    def resists(mix: tuple[Fraction, ...], mutant: tuple[Fraction, ...]) -> bool:
        own, other = e.fitness(game, mix, mix), e.fitness(game, mutant, mix)
        return bool(own > other or own == other and e.fitness(game, mix, mutant) > e.fitness(game, mutant, mutant))

    for mix in e.stable_mixes(game):
        assert all(resists(mix, mutant) for mutant in grid if mutant != mix)
    for eq in equilibria.equilibria(game):
        if eq.mixes[0] == eq.mixes[1] and eq.mixes[0] in grid and eq.mixes[0] not in e.stable_mixes(game):
            near = [
                tuple((9 * x + y) / 10 for x, y in zip(eq.mixes[0], mutant, strict=True))
                for mutant in grid
                if mutant != eq.mixes[0]
            ]
            assert not all(resists(eq.mixes[0], mutant) for mutant in near)


def test_rock_paper_scissors_goes_round() -> None:
    line = list(e.replicator(known.find("rock_paper_scissors"), (0.5, 0.3, 0.2), 2000))
    start, end = (shares[0] * shares[1] * shares[2] for shares in (line[0], line[-1]))
    assert end == pytest.approx(start, rel=1e-3)  # the product is kept: a closed curve
    assert max(shares[2] for shares in line) > 0.45


def test_bad_input() -> None:
    game = e.hawk_dove(1, 2)
    with pytest.raises(BadLimit, match="at least one step"):
        next(e.replicator(game, (0.5, 0.5), 0))
    with pytest.raises(BadParameter, match="the shares of 2 kinds"):
        next(e.replicator(game, (0.5, 0.6), 5))
    with pytest.raises(Unsupported, match="the same for both"):
        e.stable_mixes(known.find("battle_of_the_sexes"))
