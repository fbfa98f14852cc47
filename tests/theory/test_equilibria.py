"""Dominance, equilibria, values and learning, against known cases and against each other."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import numpy
import pytest

from zermelo.errors import BadLimit, MissingExtra, Unsupported
from zermelo.theory import analysis, dominance, equilibria, known, zero_sum
from zermelo.theory.learning import best_response_path, fictitious_play
from zermelo.theory.matrix import MatrixGame, uniform


def random_game(rows: int, columns: int, seed: int, *, zero: bool = False) -> MatrixGame:
    chance = random.Random(seed)
    spread = 10_000  # wide enough that ties, and so degenerate games, hardly occur

    def cell() -> object:
        one, two = chance.randint(-spread, spread), chance.randint(-spread, spread)
        return one if zero else (one, two)

    return MatrixGame.of([[cell() for _ in range(columns)] for _ in range(rows)])


# ---------------------------------------------------------------------- dominance


def test_a_mixture_dominates() -> None:
    game = MatrixGame.from_text("3,0 0,0; 0,0 3,0; 1,0 1,1")
    assert [str(item) for item in dominance.dominated(game)] == [
        "row: r3 is strictly dominated by 0.5 r1 + 0.5 r2",
        "column: c1 is weakly dominated by c2",
    ]
    assert [str(item) for item in dominance.dominated(game, mixed=False)] == ["column: c1 is weakly dominated by c2"]


def test_elimination_step_by_step() -> None:
    """A game of three columns that is solved by striking out: the last column, the lower row, the first column."""
    game = MatrixGame.from_text("  L M R\nU 1,0 1,2 0,1\nD 0,3 0,1 2,0")
    left, steps = dominance.eliminate(game)
    assert [str(step) for step in steps] == [
        "column: R is strictly dominated by M",
        "row: D is strictly dominated by U",
        "column: L is strictly dominated by M",
    ]
    assert left.actions == (("U",), ("M",))
    assert [game.called(p) for p in equilibria.pure_equilibria(game)] == ["(U, M)"]


def test_weak_elimination_may_lose_an_equilibrium() -> None:
    game = MatrixGame.from_text("1,1 0,0; 0,0 0,0")
    assert len(equilibria.pure_equilibria(game)) == 2
    assert dominance.eliminate(game)[1] == []
    assert dominance.eliminate(game, weak=True)[0].payoffs == {(0, 0): (1, 1)}
    assert dominance.dominant(game, 0) is None


@pytest.mark.parametrize("seed", range(10))
def test_strict_elimination_keeps_every_equilibrium(seed: int) -> None:
    game = random_game(3, 3, seed)
    left, _ = dominance.eliminate(game)
    before = {e.told(game) for e in equilibria.equilibria(game)}
    assert before == {e.told(left) for e in equilibria.equilibria(left)}


# ---------------------------------------------------------------------- equilibria


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("prisoners_dilemma", ["(betray, betray) with payoffs (-2, -2)"]),
        ("matching_pennies", ["(0.5 heads + 0.5 tails, 0.5 heads + 0.5 tails) with payoffs (0, 0)"]),
        (
            "battle_of_the_sexes",
            [
                "(opera, opera) with payoffs (3, 2)",
                "(football, football) with payoffs (2, 3)",
                "(0.6 opera + 0.4 football, 0.4 opera + 0.6 football) with payoffs (1.2, 1.2)",
            ],
        ),
        (
            "stag_hunt",
            [
                "(stag, stag) with payoffs (4, 4)",
                "(hare, hare) with payoffs (3, 3)",
                "(0.75 stag + 0.25 hare, 0.75 stag + 0.25 hare) with payoffs (3, 3)",
            ],
        ),
        (
            "chicken",
            [
                "(swerve, straight) with payoffs (-1, 1)",
                "(straight, swerve) with payoffs (1, -1)",
                "(0.9 swerve + 0.1 straight, 0.9 swerve + 0.1 straight) with payoffs (-0.1, -0.1)",
            ],
        ),
    ],
)
def test_known_equilibria(name: str, expected: list[str]) -> None:
    game = known.find(name)
    assert [e.told(game) for e in equilibria.equilibria(game)] == expected


@pytest.mark.parametrize("seed", range(12))
def test_random_games_have_an_odd_number(seed: int) -> None:
    """Wilson (1971): almost every game has an odd number of equilibria; each is exact, and no rival is missing."""
    game = random_game(2 + seed % 3, 2 + seed % 2, seed)
    found = equilibria.equilibria(game)
    assert len(found) % 2 == 1
    assert all(equilibria.is_equilibrium(game, e.mixes) for e in found)
    assert not equilibria.endless(found)
    pure = [p for p in game.profiles() if equilibria.is_equilibrium(game, profile_mixes(game, p))]
    assert pure == equilibria.pure_equilibria(game)
    assert len([e for e in found if e.is_pure]) == len(pure)


@pytest.mark.parametrize("seed", range(20))
def test_nashpy_agrees(seed: int) -> None:
    """On payoffs this small nashpy loses nothing to rounding."""
    nashpy = pytest.importorskip("nashpy")
    chance = random.Random(seed)
    cells = [[(chance.randint(0, 99), chance.randint(0, 99)) for _ in range(3)] for _ in range(3)]
    game = MatrixGame.of(cells)
    found = equilibria.equilibria(game)
    tables = [numpy.array([[float(cell[player]) for cell in row] for row in cells]) for player in (0, 1)]
    theirs = list(nashpy.Game(*tables).vertex_enumeration())
    assert len(theirs) == len(found)
    for pair in theirs:
        ours = min(found, key=lambda e: distance(e, pair))
        assert distance(ours, pair) < 1e-9


def distance(ours: equilibria.Equilibrium, theirs: Sequence[Sequence[float]]) -> float:
    return max(
        abs(float(x) - y)
        for mix, other in zip(ours.mixes, theirs, strict=True)
        for x, y in zip(mix, other, strict=True)
    )


def profile_mixes(game: MatrixGame, profile: tuple[int, ...]) -> list[tuple[Fraction, ...]]:
    return [tuple(Fraction(a == b) for b in range(n)) for a, n in zip(profile, game.shape, strict=True)]


@pytest.mark.parametrize(
    ("text", "count"),
    [("1,1 1,1; 1,1 0,0", 3), ("1 1", 2), ("0,1 0,1 0,0; 0,0 0,1 0,1", 4), ("0 0; 0 0", 4)],
)
def test_endlessly_many(text: str, count: int) -> None:
    """The corners are found, and what lies between two that share a mix is an equilibrium, too."""
    game = MatrixGame.from_text(text)
    report = analysis.analyse(game)
    assert any("endlessly many" in note for note in report.notes)
    assert len(report.equilibria) == count
    for one, two in combinations(report.equilibria, 2):
        if one.mixes[0] == two.mixes[0]:
            between = tuple((x + y) / 2 for x, y in zip(one.mixes[1], two.mixes[1], strict=True))
            assert equilibria.is_equilibrium(game, (one.mixes[0], between))
    assert all(equilibria.is_equilibrium(game, e.mixes) for e in report.equilibria)


def test_pareto() -> None:
    stag = known.find("stag_hunt")
    assert [stag.called(p) for p in equilibria.pareto_optimal(stag)] == ["(stag, stag)"]
    assert equilibria.dilemmas(stag) == [((1, 1), (0, 0))]
    assert len(equilibria.pareto_optimal(known.find("matching_pennies"))) == 4


def test_what_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Unsupported, match="two players, and here are 3"):
        equilibria.equilibria(MatrixGame.from_text("[A]\n1,2,3"))
    with pytest.raises(Unsupported, match="too many to try"):
        equilibria.equilibria(random_game(12, 12, 0))
    with pytest.raises(Unsupported, match="only a zero-sum game"):
        zero_sum.value(known.find("tcp_ip"))
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    with pytest.raises(MissingExtra, match=r"need SciPy: pip install 'zermelo\[theory\]'"):
        zero_sum.value(known.find("matching_pennies"))
    # without it the rest is still told
    told = str(analysis.analyse(MatrixGame.from_text("1,1 1,1 0,0; 1,1 0,0 0,0; 0,0 0,0 -1,-1")))
    assert "pure equilibrium (r1, c1)" in told
    assert "note: linear programs need SciPy" in told


# ---------------------------------------------------------------------- values


@pytest.mark.parametrize(
    ("text", "value", "mixes"),
    [
        ("3 -1; -2 1", Fraction(1, 7), ((Fraction(3, 7), Fraction(4, 7)), (Fraction(2, 7), Fraction(5, 7)))),
        ("0 -1 1; 1 0 -1; -1 1 0", 0, (uniform(3), uniform(3))),
        ("4 2; 1 3", Fraction(5, 2), ((Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 4), Fraction(3, 4)))),
        ("1 2; 3 4", 3, ((0, 1), (1, 0))),
    ],
)
def test_known_values(text: str, value: Fraction, mixes: object) -> None:
    solution = zero_sum.value(MatrixGame.from_text(text))
    assert (solution.value, solution.mixes, solution.exact) == (value, mixes, True)


def test_saddle_points() -> None:
    assert zero_sum.saddle_points(MatrixGame.from_text("1 2; 3 4")) == [(1, 0)]
    assert zero_sum.saddle_points(known.find("matching_pennies")) == []


@pytest.mark.parametrize("seed", range(8))
def test_the_value_is_what_equilibria_pay(seed: int) -> None:
    game = random_game(3, 4, seed, zero=True)
    solution = zero_sum.value(game)
    assert solution.exact
    assert all(e.payoffs[0] == solution.value for e in equilibria.equilibria(game))


# ---------------------------------------------------------------------- learning


def test_fictitious_play_comes_to_the_value() -> None:
    game = MatrixGame.from_text("3 -1; -2 1")
    last = list(fictitious_play(game, 400))[-1]
    assert zero_sum.guaranteed(game, last.mixes[0]) <= Fraction(1, 7) <= zero_sum.conceded(game, last.mixes[1])
    assert zero_sum.conceded(game, last.mixes[1]) - zero_sum.guaranteed(game, last.mixes[0]) < Fraction(1, 5)
    with pytest.raises(BadLimit, match="at least one round"):
        next(fictitious_play(game, 0))


def test_best_responses_lead_to_the_equilibrium_or_round() -> None:
    tcp, pennies = known.find("tcp_ip"), known.find("matching_pennies")
    assert best_response_path(tcp, (0, 0)) == [(0, 0), (1, 0), (1, 1)]
    path = best_response_path(pennies, (0, 0))
    assert path[0] == path[-1]
    assert len(path) == 5
