"""Algorithms by name: every one runs on trees and games, and texts that make no sense are refused."""

from __future__ import annotations

import pytest

from zermelo.errors import BadLimit, BadParameter
from zermelo.games.pig import Pig
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.textbook import run
from zermelo.textbook.algorithms import ALGORITHMS, begin, read
from zermelo.textbook.events import best_line, traced
from zermelo.textbook.tree import Tree

TREE = "A=[B=~1[E=3 F=!12] C=~2[G=2 H=4] D=~3[I=14 J=5]]"


@pytest.mark.parametrize("name", sorted(ALGORITHMS))
def test_every_algorithm_runs_on_trees(name: str) -> None:
    answer, events = traced(begin(Tree.from_text(TREE), name))
    assert events
    if name not in ("expectimax", "uct"):
        value = answer.value[0] if name == "maxn" else answer.value
        assert (value, answer.move) == (5, "D")
        assert best_line(events) == ["D", "J"]


@pytest.mark.parametrize("name", sorted(set(ALGORITHMS) - {"uct"}))
def test_every_algorithm_runs_on_games(name: str) -> None:
    answer = run(begin(TicTacToe(), name, depth=2))
    assert answer.move in range(9)


def test_options() -> None:
    assert read("alphabeta") == ("alphabeta", {})
    assert read(" Negamax-AlphaBeta : hard , alpha=-3.5 ") == ("negamax_alphabeta", {"hard": True, "alpha": -3.5})
    assert read("minimax:player=2") == ("minimax", {"player": 1})
    tree = Tree.from_text(TREE)
    assert run(begin(tree, "minimax:depth=1")).value == 3
    assert run(begin(tree, "minimax:depth=1", depth=2)).value == 3, "the text goes before"
    assert run(begin(tree, "minimax:player=2")).value == -5
    assert run(begin(tree, "forward:width=1")).value == 5
    assert run(begin(tree, "forward:width=1,player=2")).value == -5
    assert run(begin(tree, "alphabeta:beta=4,hard")).value == 4
    assert run(begin(Pig(), "star1", depth=5)).value == pytest.approx(run(begin(Pig(), "expectiminimax:depth=5")).value)
    simulated = run(begin(tree, "uct:simulations=30,seed=4,exploration=9"))
    assert simulated == run(begin(tree, "uct:simulations=30,seed=4,exploration=9"))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("alfabeta", "did you mean alphabeta"),
        ("xyzzy", "there are minimax"),
        ("minimax:deep=3", "no option 'deep'; it has depth, player"),
        ("minimax:depth=three", "takes a whole number, not 'three'"),
        ("minimax:player=0", "takes a whole number"),
        ("alphabeta:hard=perhaps", "takes true or false"),
        ("alphabeta:alpha=nan", "takes a number"),
        ("uct:simulations=0", "takes a whole number"),
    ],
)
def test_bad_texts(text: str, problem: str) -> None:
    with pytest.raises(BadParameter, match=problem):
        read(text)


def test_a_game_needs_a_depth() -> None:
    with pytest.raises(BadLimit, match="needs a depth"):
        run(begin(TicTacToe(), "deepening"))
    with pytest.raises(BadLimit, match="at least 1"):
        run(begin(TicTacToe(), "minimax:depth=0"))
