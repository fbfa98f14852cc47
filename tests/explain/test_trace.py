"""A trace tells the truth at every step: values, bounds, windows, pruned nodes, the principal line."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from zermelo.explain import Trace, record
from zermelo.explain.words import step_text
from zermelo.games.pig import Pig
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.lab.examples import example
from zermelo.textbook import run
from zermelo.textbook.algorithms import ALGORITHMS
from zermelo.textbook.events import best_line
from zermelo.textbook.expectiminimax import expectiminimax
from zermelo.textbook.minimax import minimax
from zermelo.textbook.tree import Tree

STATIC = "A=[B=~1[E=3 F=!12] C=~2[G=2 H=4] D=~3[I=14 J=5]]"


def by_name(trace: Trace, name: str) -> int:
    return next(node.index for node in trace.nodes if node.label == name)


def test_dyer_at_the_end() -> None:
    trace = record(example("dyer-three-ply").tree(), "alphabeta")
    assert [trace.nodes[index].label for index in trace.line()] == ["A", "B", "E", "M"]
    pruned = [node.label for node in trace.nodes if trace.state(node.index).status == "pruned"]
    assert sorted(pruned) == sorted("OHRSITUKYZ")
    told = {name: trace.state(by_name(trace, name)) for name in "ABCDEFG"}
    assert {name: (state.bound, state.value) for name, state in told.items()} == {
        "A": ("=", 3),
        "B": ("=", 3),
        "C": ("≤", 2),
        "D": ("≤", 2),
        "E": ("=", 3),
        "F": ("≥", 5),
        "G": ("=", 2),
    }
    assert told["F"].note == "beta cut: max has 5 here, and min can have 3 elsewhere"
    assert (told["F"].cut, told["C"].cut, told["A"].cut) == ("beta", "alpha", "")


def test_dyer_step_by_step() -> None:
    trace = record(example("dyer-three-ply").tree(), "alphabeta")
    assert all(trace.state(node.index, 0).status == "unseen" for node in trace.nodes)
    cut = next(step for step, event in enumerate(trace.events, 1) if event.kind == "cut")
    o, f = by_name(trace, "O"), by_name(trace, "F")
    assert (trace.state(o, cut - 1).status, trace.state(o, cut).status) == ("unseen", "pruned")
    assert (trace.state(f, cut).status, trace.state(f, trace.steps).status) == ("open", "done")
    assert trace.line(cut) == []
    said = "B F: beta cut: max has 5 here, and min can have 3 elsewhere; not looked at: O"
    assert step_text(trace, cut) == said
    assert step_text(trace, 1) == "A: max to move; alpha −∞, beta ∞"
    assert step_text(trace, trace.steps) == "A is worth 3, by B"
    for step in range(1, trace.steps + 1):
        on_path = {trace.nodes[trace.where[step - 1]].path[:depth] for depth in range(9)}
        for node in trace.nodes:
            if trace.state(node.index, step).status == "open":
                assert node.path in on_path, "what is open lies between the root and where the search is"


@pytest.mark.parametrize(
    "algorithm", ["alphabeta", "alphabeta:hard", "negamax_alphabeta", "negamax_alphabeta:hard", "quiescence", "star1"]
)
def test_bounds_are_true(algorithm: str) -> None:
    """= is the value that minimax finds, ≥ lies not above it and ≤ not below it, at every node of random trees."""
    rng = random.Random(3)
    met: set[str] = set()
    for _ in range(30):
        tree = Tree.of_leaves([rng.randrange(12) for _ in range(27)], 3)
        trace = record(tree, algorithm)
        for node in trace.nodes:
            state = trace.state(node.index)
            if state.status != "done":
                continue
            player = node.turn if "negamax" in algorithm else 0
            true = run(minimax(tree.at(node.path), player=player)).value
            met.add(state.bound)
            if state.bound == "=":
                assert state.value == true
            elif state.bound == "≥":
                assert state.value <= true
            else:
                assert state.bound == "≤"
                assert state.value >= true
        assert trace.state(0).bound == "="
    assert met >= {"=", "≥"}


def test_bounds_below_chance() -> None:
    rng = random.Random(4)
    met: set[str] = set()
    for _ in range(60):
        ends = [rng.randrange(10) for _ in range(8)]
        text = "[" + " ".join(f"chance[1/2: [{ends[k]} {ends[k + 1]}] 1/2: {ends[k + 2]}]" for k in (0, 3, 5)) + "]"
        tree = Tree.from_text(text)
        trace = record(tree, "star1:lowest=0,highest=9")
        for node in trace.nodes:
            state = trace.state(node.index)
            if state.status == "done":
                true = run(expectiminimax(tree.at(node.path), player=0)).value
                met.add(state.bound)
                assert {"=": state.value == pytest.approx(true), "≥": state.value <= true, "≤": state.value >= true}[
                    state.bound
                ]
    assert "≤" in met


@pytest.mark.parametrize("name", sorted(ALGORITHMS))
def test_every_algorithm_can_be_followed(name: str) -> None:
    for game in (Tree.from_text(STATIC), TicTacToe()):
        options: dict[str, Any] = {"depth": 2, "simulations": 40}
        trace = record(game, name, **options)
        assert trace.steps == len(trace.events)
        if name != "uct":
            assert trace.state(0).value == trace.answer.value
            assert [trace.nodes[index].path[-1] for index in trace.line()[1:]] == best_line(trace.events)
        for step in range(trace.steps + 1):
            assert step_text(trace, step)


def test_players_and_chance() -> None:
    kinds = [node.kind for node in record(example("cooperation").tree(), "maxn").nodes]
    assert kinds == ["p1", "p2", "end", "end", "end"]
    trace = record(example("expectimax").tree(), "expectiminimax")
    assert [node.odds for node in trace.nodes] == ["", "1/2", "1/3", "1/6"]
    assert trace.nodes[0].kind == "chance"
    modelled = record(example("monotonic").tree(), "expectimax")
    assert [node.kind for node in modelled.nodes][:2] == ["max", "chance"]
    assert modelled.nodes[2].odds == "1/2"
    dice = record(Pig(), "expectiminimax", depth=2)
    assert {node.odds for node in dice.nodes if node.odds} == {"1/6"}


def test_a_node_seen_again_is_forgotten_first() -> None:
    """Deepening enters the root again: what the shallower search said no longer counts."""
    trace = record(Tree.from_text(STATIC), "deepening")
    again = [step for step, event in enumerate(trace.events, 1) if event.kind == "enter" and not event.path][1]
    b = by_name(trace, "B")
    assert trace.state(b, again - 1).status == "judged"
    assert trace.state(b, again).status == "unseen"
    assert trace.state(b).status == "done"


def test_notes_of_extensions() -> None:
    trace = record(example("singular").tree(), "singular:depth=1,margin=3")
    assert trace.state(by_name(trace, "B")).note == "singular: better than the next by 4"
    trace = record(example("secondary").tree(), "secondary:depth=1,beyond=1")
    assert trace.state(by_name(trace, "C")).note == "B goes from 5 to 2: back to C with 4"
    assert trace.state(by_name(trace, "C")).status == "judged"
    trace = record(example("figure-5-12-11").tree(), "quiescence:depth=1")
    assert trace.state(by_name(trace, "E")).status == "unseen"
    assert trace.state(by_name(trace, "D")).bound == "="
    trace = record(example("forward").tree(), "forward:width=2")
    assert trace.state(by_name(trace, "Sacrifice")).status == "pruned"


def test_pruned_moves_of_a_game_are_counted() -> None:
    trace = record(TicTacToe(), "alphabeta", depth=2)
    for step, (event, index) in enumerate(zip(trace.events, trace.where, strict=True), 1):
        if event.kind == "cut":
            node = trace.nodes[index]
            gone = sum(trace.state(child, step).status == "pruned" for child in node.children)
            assert gone + node.uncounted == len(event.pruned)
            assert gone <= 6
            assert len(node.children) + node.uncounted == 8


def test_uct_counts() -> None:
    trace = record(TicTacToe(), "uct:simulations=200,seed=3")
    root = trace.state(0)
    assert root.visits == 200
    assert sum(trace.state(child).visits for child in trace.nodes[0].children) == 199  # the first playout is the root's
    best = trace.line()[1]
    assert trace.nodes[best].path == (trace.answer.move,)
    assert trace.state(best).value == pytest.approx(trace.answer.value)
    state = trace.state(best)
    bound = state.total / state.visits + math.sqrt(2 * math.log(200) / state.visits)
    assert trace.confidence(best) == pytest.approx(bound)
    assert [trace.nodes[child].place for child in trace.nodes[0].children] == list(range(9))
    for step in range(0, trace.steps + 1, 20):
        assert trace.state(0, step).visits == step // 2
        grown = sum(trace.state(node.index, step).status != "unseen" for node in trace.nodes)
        assert grown <= step // 2 + 1
