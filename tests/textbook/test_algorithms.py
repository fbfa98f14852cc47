"""Algorithms by name: every one runs on trees and games, and texts that make no sense are refused."""

from __future__ import annotations

import pytest

from zermelo.errors import BadLimit, BadParameter, Unsupported
from zermelo.explain import record
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


WEIGHS_CHANCE = {"expectimax", "expectiminimax", "star1", "maxn", "uct"}
MIN_FIRST: dict[str, tuple[float, int | None]] = {"min[4 7]": (4, 1), "min~0[4 ~8[7 9]]": (4, 1)}
WITH_CHANCE: dict[str, tuple[float, int | None]] = {
    "min[chance[1/2: 4  1/2: 8] 7]": (6, 1),
    "chance[1/2: min[4 7]  1/2: 2]": (3, None),
}


@pytest.mark.parametrize("name", sorted(ALGORITHMS))
def test_numbers_are_what_a_tree_is_worth_to_max_whoever_moves_first(name: str) -> None:
    for text, (value, move) in (MIN_FIRST | (WITH_CHANCE if name in WEIGHS_CHANCE else {})).items():
        trace = record(Tree.from_text(text), name)
        found = trace.answer.value[0] if name == "maxn" else trace.answer.value
        if name == "expectimax" and move is None:  # where chance begins it is max who thinks, and min plays at random
            assert found == pytest.approx(3.75, abs=1e-12)
            assert trace.answer.move is None
            continue
        assert found == pytest.approx(value, abs=0.2 if name == "uct" else 1e-12)
        assert trace.answer.move == move
        if move is not None:
            assert trace.nodes[0].kind == ("p2" if name == "maxn" else "min")
        if name == "uct":  # below chance the results are those of who moved before it
            totals = [trace.state(node.index).total for node in trace.nodes[1:]]
            assert all(total != 0 for total in totals)
    if name not in WEIGHS_CHANCE:
        for text in WITH_CHANCE:
            with pytest.raises(Unsupported, match="use expectiminimax"):
                run(begin(Tree.from_text(text.replace("chance[", "chance~1[")), name))


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
