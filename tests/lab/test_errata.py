"""docs/lab/errata.md: every slip computed, and the page says what was computed."""

from __future__ import annotations

import math
from math import comb
from pathlib import Path
from typing import Any

from zermelo.games.pacman import Pacman
from zermelo.lab.examples import example
from zermelo.lab.numbers.counts import backgammon_formula
from zermelo.lab.numbers.leaves import best_case, dyer, visited, worst_tree
from zermelo.lab.pacman.experiments import CORRIDOR
from zermelo.lab.pacman.node import Node
from zermelo.lab.pacman.replanning import values
from zermelo.textbook import run
from zermelo.textbook.algorithms import ALGORITHMS
from zermelo.textbook.alphabeta import alphabeta
from zermelo.textbook.events import traced
from zermelo.textbook.minimax import minimax
from zermelo.textbook.tree import Tree

PAGE = (Path(__file__).parents[2] / "docs" / "lab" / "errata.md").read_text(encoding="utf-8")


def leaves_seen(text: str) -> list[Any]:
    return [event.value for event in traced(alphabeta(Tree.from_text(text)))[1] if event.kind == "leaf"]


def test_backgammon() -> None:
    assert backgammon_formula(3) == 1_481_760_000
    assert f"{backgammon_formula(3):,}" in PAGE
    assert backgammon_formula(1) == 8_400
    assert round(backgammon_formula(3) / 1e9, 1) == 1.5 != 1.2


def test_a_million_nodes() -> None:
    leaves = {depth: best_case(35, depth) for depth in (6, 7, 8)}
    assert leaves == {6: 85_749, 7: 1_543_499, 8: 3_001_249}
    assert all(f"{count:,}" in PAGE for count in leaves.values())
    assert leaves[6] < 1_000_000 < leaves[7]


def test_best_case() -> None:
    """The formula is what alpha-beta does, and Dyer's is not even a bound for small depths of odd length."""
    for branching, depth in ((2, 5), (3, 4), (4, 3)):
        worst = worst_tree(branching, depth)
        assert visited(worst) == branching**depth
    assert (best_case(3, 4), dyer(3, 4)) == (17, 36)
    assert (best_case(38, 12), dyer(38, 12)) == (6_021_872_767, 192_699_928_576)
    assert f"{best_case(38, 12):,}" in PAGE
    assert f"{dyer(38, 12):,.0f}" in PAGE


def test_figure_5_12_7() -> None:
    for f in (5, -2):
        text = f"A=[B=[D=9 E=6] C=[F={f} G=[3 4]]]"
        answer = run(alphabeta(Tree.from_text(text)))
        assert (answer.value, answer.move) == (6, "B")
        assert leaves_seen(text) == [9, 6, f], "G is pruned"
    assert min(9, 6) == 6


def test_figures_5_12_8_and_9() -> None:
    _, events = traced(alphabeta(example("figure-5-12-8").tree()))
    assert [(event.path, event.pruned) for event in events if event.kind == "cut"][-1] == (("C",), ("G",))
    seen = [event.path[-1] for event in events if event.kind == "leaf"]
    assert seen == ["H", "I", "J", "L", "M"], "F of C was looked at, and K of E is cut too"
    _, events = traced(alphabeta(example("figure-5-12-9").tree(), player=1))
    assert [event.pruned for event in events if event.kind == "cut"] == [("K",)]


def test_equality_is_enough() -> None:
    """With > instead of ≥ the last leaf would be looked at; a tenth more tells them apart."""
    assert len(leaves_seen("[[3 5] [3 0]]")) == 3
    assert len(leaves_seen("[[3 5] [3.1 0]]")) == 4
    assert run(minimax(Tree.from_text("[[3 5] [3 0]]"))).value == 3


def test_v_begins_at_minus_infinity() -> None:
    def max_value(node: Any, first: float) -> float:
        if node.over():
            return float(node.utility(0))
        found = first
        for move in node.moves():
            found = max(found, min_value(node.play(move), first))
        return found

    def min_value(node: Any, first: float) -> float:
        if node.over():
            return float(node.utility(0))
        return min(max_value(node.play(move), first) for move in node.moves())

    tree = example("dyer-two-ply").tree()
    assert (max_value(tree, -math.inf), max_value(tree, math.inf)) == (5, math.inf)


def test_deep_blue() -> None:
    assert 3 + 2 / 2 == 4
    assert (2 + 3 / 2, 1 + 3 / 2) == (3.5, 2.5)
    assert 2 + 1 + 3 == 3 + 1 + 2 == 6


def test_past_the_dispatch_no_end_is_noticed() -> None:
    """Chapter 5's max-value and min-value call each other; Emory's call value, which looks whether the game is over."""

    def max_value(node: Any) -> float:
        return max((min_value(node.play(move)) for move in node.moves()), default=-math.inf)

    def min_value(node: Any) -> float:
        return min((max_value(node.play(move)) for move in node.moves()), default=math.inf)

    assert max_value(Tree.from_text("[3 5]")) == math.inf
    assert run(minimax(Tree.from_text("[3 5]"))).value == 5
    assert "`[3 5]` is worth ∞" in PAGE


def test_a_result_that_is_lost() -> None:
    """Porto's back-propagation as it stands: the call without the result cannot even be made."""
    stats: dict[str, list[int]] = {"leaf": [], "middle": [], "root": []}
    parents = {"leaf": "middle", "middle": "root"}

    def backpropagate(node: str, result: int | None = None) -> None:
        if node == "root":
            return
        if result is not None:
            stats[node].append(result)
        backpropagate(parents[node])

    backpropagate("leaf", 1)
    assert stats == {"leaf": [1], "middle": [], "root": []}


def test_a_singular_line_is_cheap() -> None:
    whole = sum(35**ply for ply in range(1, 5))
    assert whole == 1_544_760
    assert f"{whole:,}" in PAGE
    text = "A=[B=~5[E=~2[2 3 4 5 6] F=7] C=~1[0 1 2 3] D=~0[0 9 8 7]]"
    nodes = [run(ALGORITHMS["singular"].begin(Tree.from_text(text), depth=1, margin=m)).nodes for m in (99, 2)]
    deeper = run(minimax(Tree.from_text(text), depth=2)).nodes
    assert nodes[0] < nodes[1] < deeper, "one clear move looked at further costs less than a ply more for all"


def test_matches_against_people_and_machines() -> None:
    assert 5 + 4 + 3 < 100, "all the official games that people lost to AlphaGo are fewer"
    for said in ("AlphaGo Zero against AlphaGo Lee", "Chinook won the checkers world championship in 1994"):
        assert said in PAGE


def test_starvation() -> None:
    node = Node(Pacman(ghosts=0, layout=CORRIDOR))
    east, west, stop = 2, 3, 4
    two, three = values(node, "minimax", 2), values(node, "minimax", 3)
    assert two[west] == two[stop] == 8 > two[east] == -2
    assert three[east] == three[west] == three[stop] == 7
    back = node.play(east).play(west)
    assert (back.pacman, back.food) == (node.pacman, node.food)


def test_right_after_all() -> None:
    assert f"{38**12:.2e}" == "9.07e+18"
    assert sum(38**ply for ply in range(1, 13)) == 38 * (38**12 - 1) // 37
    assert f"{35**100:.3g}" == "2.55e+154"
    assert f"{35**100 / 450e6 / (365.25 * 86400):.1e}" == "1.8e+138"
    assert checkers_positions(8) == 443_748_401_247
    assert "443,748,401,247" in PAGE


def checkers_positions(most: int) -> int:
    """Positions with 1 to so many pieces: men stand on 28 squares each, on 24 of which the other side's may too."""
    total = 0
    for pieces in range(1, most + 1):
        for black in range(pieces + 1):
            for white in range(pieces - black + 1):
                for kings in range(pieces - black - white + 1):
                    others = pieces - black - white - kings
                    for home in range(min(4, black) + 1):
                        men = comb(4, home) * comb(24, black - home) * comb(28 - (black - home), white)
                        free = 32 - black - white
                        total += men * comb(free, kings) * comb(free - kings, others)
    return total
