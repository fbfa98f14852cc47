"""Matrix games: read, written back, analysed."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo.errors import BadParameter, BadText
from zermelo.theory import analysis, known
from zermelo.theory.matrix import MatrixGame

quick = settings(deadline=None, max_examples=40)

THREE = """
players: one, two, three
[A]
    L      R
T  0,0,0  1,1,1
B  1,1,1  0,0,0
[B]
    L      R
T  2,2,2  1,1,1
B  1,1,1  0,0,0
"""


def test_reading() -> None:
    plain = MatrixGame.from_text("-1,-1 -4,0; 0,-4 -3,-3")
    assert plain.actions == (("r1", "r2"), ("c1", "c2"))
    assert plain.payoffs == known.find("tcp_ip").payoffs
    boxed = MatrixGame.from_text("# remark\n | C | D |\nC | (-1, -1) | (-4, 0) |\nD | (0, -4) | (-3, -3)")
    assert boxed.actions == (("C", "D"), ("C", "D"))
    assert boxed.payoffs == plain.payoffs
    zero = MatrixGame.from_text("1/2 -0.25")
    assert zero.zero_sum
    assert zero.payoffs[0, 1] == (Fraction(-1, 4), Fraction(1, 4))
    assert MatrixGame.of([[(-1, -1), (-4, 0)], [(0, -4), (-3, -3)]]).payoffs == plain.payoffs
    assert [plain.symmetric, plain.zero_sum] == [True, False]
    assert not known.find("battle_of_the_sexes").symmetric
    assert MatrixGame.from_text("1,4 2,3; 5,0 0,5").zero_sum  # the sum is the same everywhere: as good as zero


def test_three_players() -> None:
    game = MatrixGame.from_text(THREE)
    assert game.shape == (2, 2, 2)
    assert game.payoffs[0, 0, 1] == (2, 2, 2)
    assert [game.called(e) for e in analysis.pure_of(game)] == ["(T, L, B)", "(T, R, A)", "(B, L, A)"]
    told = str(analysis.analyse(game))
    assert "note: mixed equilibria are found for two players, and here are 3" in told
    four = "\n".join(f"[{a} {b}]\n{a}{a},0,0,{b}" for a, b in product("12", repeat=2))
    assert MatrixGame.from_text(four).shape == (1, 1, 2, 2)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no matrix given"),
        ("1,2 3,4; 5,6", "row 2: 1 cell in the row 5,6, where 2 are expected"),
        ("  C D\nC 1,2 3,4\nD 5,6", "line 3: 1 cell in the row D 5,6, where 2 are expected"),
        ("  C D E\nC 1,2 3,4", "line 2: 2 cells in the row C 1,2 3,4, where 3 are expected"),
        ("1,2 3; 4,5 6,7", "row 1, cell 2: 3 has 1 payoffs, where the cells before have 2"),
        ("1,2 3,x", "row 1, cell 2: 'x' in 3,x is not a number"),
        ("C D", "the matrix has no rows"),
        ("1,2,3 4,5,6", "cells of 3 payoffs are for 3 players"),
        ("[A]\n1,2 3,4", "tables with names are for three players or more"),
        ("[A\n1,2,3", "line 1: a table is named by"),
        ("[A]\n1,2,3\n[B]\n1,2,3 4,5,6", "the table B has other rows or columns"),
        ("[A X]\n1,2,3,4\n[B Y]\n1,2,3,4", "4 tables are needed"),
        ("  C C\nC 1 2", "two columns have the same name"),
        ("players: a, b, c\n1 2", "3 players are named, and the cells have 2 payoffs"),
    ],
)
def test_bad_texts_are_pointed_at(text: str, problem: str) -> None:
    with pytest.raises(BadText) as caught:
        MatrixGame.from_text(text)
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


def test_bad_rows() -> None:
    for rows in ([], [[1], [1, 2]], [[(1, 2, 3)]]):
        with pytest.raises(BadParameter):
            MatrixGame.of(rows)
    with pytest.raises(BadParameter, match="one name"):
        MatrixGame.of([[1]], [["a"], ["b", "c"]])
    with pytest.raises(BadText, match="did you mean tcp_ip"):
        known.find("tcp-ip")


numbers = st.fractions(-20, 20, max_denominator=7)


@quick
@given(st.integers(1, 3), st.integers(1, 3), st.data())
def test_text_and_back(rows: int, columns: int, data: st.DataObject) -> None:
    cells = [[(data.draw(numbers), data.draw(numbers)) for _ in range(columns)] for _ in range(rows)]
    game = MatrixGame.of(cells)
    again = MatrixGame.from_text(str(game))
    assert (again.players, again.actions, again.payoffs) == (game.players, game.actions, game.payoffs)


def test_every_known_game_is_analysed() -> None:
    for name in known.GAMES:
        report = analysis.analyse(known.find(name))
        assert report.equilibria
        json.dumps(report.to_json())
    tcp = analysis.analyse(known.find("tcp_ip"))
    told = str(tcp)
    assert "dilemma: (C, C) is better for all than the equilibrium (D, D)" in told
    assert "grim trigger keeps (C, C) from a discount of 1/3 on" in told
    assert tcp.to_json()["dilemmas"] == [{"equilibrium": ["D", "D"], "better": ["C", "C"], "patience": 1 / 3}]
    assert "value of the zero-sum game: 0 for row" in str(analysis.analyse(known.find("matching_pennies")))


def test_expected() -> None:
    game = known.find("tcp_ip")
    half = (Fraction(1, 2), Fraction(1, 2))
    assert game.expected((half, half)) == (-2, -2)
    assert game.worth(0, (half, half)) == [Fraction(-5, 2), Fraction(-3, 2)]
    assert game.without(0, 0).payoffs == {(0, 0): (0, -4), (0, 1): (-3, -3)}
