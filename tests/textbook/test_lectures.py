"""The worked examples of the lectures; where the text lost its figure, a tree with exactly the stated facts."""

from __future__ import annotations

import random
from typing import Any

import pytest

from zermelo.game.playthrough import Playthrough
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.lab.examples import example, open_lines, two_ply
from zermelo.textbook import Event, run
from zermelo.textbook.alphabeta import alphabeta, negamax_alphabeta
from zermelo.textbook.events import traced
from zermelo.textbook.expectiminimax import expectimax, expectiminimax
from zermelo.textbook.forward import beam, forward_pruning, unlike
from zermelo.textbook.maxn import maxn
from zermelo.textbook.minimax import minimax
from zermelo.textbook.negamax import negamax
from zermelo.textbook.quiescence import quiescence
from zermelo.textbook.secondary import secondary_search
from zermelo.textbook.singular import singular_extension
from zermelo.textbook.star1 import star1
from zermelo.textbook.tree import Tree
from zermelo.textbook.uct import uct


def values_of(events: list[Event]) -> dict[Any, float]:
    """What each node was last said to be worth, by its name or its path."""
    kinds = ("leaf", "value")
    return {event.path[-1] if event.path else "root": event.value for event in events if event.kind in kinds}


def cuts_of(events: list[Event]) -> list[tuple[Any, str, tuple[Any, ...]]]:
    """Each cut: where, which, and the moves that are not looked at."""
    return [(event.path, event.which, event.pruned) for event in events if event.kind == "cut"]


def visited(events: list[Event]) -> set[Any]:
    return {event.path for event in events if event.kind == "enter"}


def unseen(tree: Tree, events: list[Event]) -> list[Any]:
    """The names of the nodes that a search never entered, from left to right."""
    seen = visited(events)
    return [path[-1] for path, _ in tree.nodes() if path not in seen]


# ---------------------------------------------------------------------- Dyer


def test_dyer_two_ply_minimax() -> None:
    """Dyer, "Example of Minimax Algorithm" and "Procedure": A = -1 (F), B = 5 (H), C = 2 (I); S = 5, move to B."""
    tree = example("dyer-two-ply").tree()
    answer, events = traced(minimax(tree))
    assert (answer.value, answer.move) == (5, "B")
    values = values_of(events)
    assert [values[name] for name in "ABC"] == [-1, 5, 2]
    assert [run(minimax(tree.play(name))).move for name in "ABC"] == ["F", "H", "I"]


def test_dyer_the_cut_of_b() -> None:
    """Dyer, "Example of Alpha-Beta Pruning": A = 100; after D = 120 and E = 20 the rest of B cannot matter."""
    tree = example("dyer-cut").tree()
    answer, events = traced(alphabeta(tree))
    assert (answer.value, answer.move) == (100, "A")
    assert cuts_of(events) == [(("B",), "alpha", ("F",))]
    reason = next(event.reason for event in events if event.kind == "cut")
    assert reason == "alpha cut: min has 20 here, and max can have 100 elsewhere"


def test_dyer_three_ply_tree() -> None:
    """Dyer, "Example of Alpha-Beta Algorithm on a 3-Ply Search Tree": 10 of 26 nodes pruned."""
    tree = example("dyer-three-ply").tree()
    assert len(list(tree.nodes())) == 26 == run(minimax(tree)).nodes
    answer, events = traced(alphabeta(tree))
    assert answer.value == run(minimax(tree)).value
    assert cuts_of(events) == [
        (("B", "F"), "beta", ("O",)),
        (("C",), "alpha", ("H", "I")),
        (("D",), "alpha", ("K",)),
    ]
    assert unseen(tree, events) == list("OHRSITUKYZ")
    assert answer.nodes == 16


def test_dyer_alpha_never_falls_and_beta_never_rises() -> None:
    """Dyer, "Alpha-Beta Algorithm": monotone at each node as the search goes on, and from parent to child."""
    rng = random.Random(5)
    trees = [
        example("dyer-three-ply").tree(),
        *(Tree.of_leaves([rng.randrange(99) for _ in range(81)], 3) for _ in range(20)),
    ]
    for tree in trees:
        _, events = traced(alphabeta(tree))
        window: dict[Any, tuple[float, float]] = {}
        for event in events:
            if event.kind not in ("enter", "window", "value"):
                continue
            assert event.alpha is not None
            assert event.beta is not None
            known = window.get(event.path) or window.get(event.path[:-1])
            if known:
                assert event.alpha >= known[0]
                assert event.beta <= known[1]
            window[event.path] = event.alpha, event.beta


# ---------------------------------------------------------------------- CS3491


def test_figure_5_12_6() -> None:
    """CS3491, Example 1: B = 6, C at most 2; at E alpha becomes 8 and exceeds beta."""
    tree = example("figure-5-12-6").tree()
    answer, events = traced(alphabeta(tree))
    assert (answer.value, answer.move) == (6, "B")
    assert values_of(events)["B"] == 6
    assert values_of(events)["C"] == 2
    assert cuts_of(events) == [(("B", "E"), "beta", ("K",)), (("C",), "alpha", ("G",))]
    at_e = [event for event in events if event.path == ("B", "E")]
    assert (at_e[0].alpha, at_e[0].beta) == (float("-inf"), 6), "handed down by the parent"
    cut = next(event for event in at_e if event.kind == "cut")
    assert (cut.alpha, cut.beta) == (8, 6)


def test_figure_5_12_7() -> None:
    """CS3491, Example 2: A is sure of 6 by B, C gives -2 at most, so G is pruned (the text's 9 and 5 are slips)."""
    tree = example("figure-5-12-7").tree()
    answer, events = traced(alphabeta(tree))
    assert (answer.value, answer.move) == (6, "B")
    assert cuts_of(events) == [(("C",), "alpha", ("G",))]


def test_figure_5_12_8_the_role_of_alpha() -> None:
    """CS3491: D, E, F, G = 8, 10, 5, 11; B = 8, C = 5, A = 8; alpha = 8 rejects what is left of C."""
    tree = example("figure-5-12-8").tree()
    answer, events = traced(minimax(tree))
    values = values_of(events)
    assert [values[name] for name in "DEFGBC"] == [8, 10, 5, 11, 8, 5]
    assert (answer.value, answer.move) == (8, "B")
    answer, events = traced(alphabeta(tree))
    assert (answer.value, answer.move) == (8, "B")
    at_c = next(event for event in events if event.path == ("C",))
    assert at_c.alpha == 8
    assert (("C",), "alpha", ("G",)) in cuts_of(events)


def test_figure_5_12_9_the_role_of_beta() -> None:
    """CS3491: the root B is a minimiser; D = 8 becomes beta, is passed to E, and the rest of E is pruned."""
    tree = example("figure-5-12-9").tree()
    answer, events = traced(alphabeta(tree))
    assert (answer.value, answer.move) == (8, "D")
    at_e = next(event for event in events if event.path == ("E",))
    assert at_e.beta == 8
    assert cuts_of(events) == [(("E",), "beta", ("K",))]


def test_figure_5_12_11_waiting_for_quiescence() -> None:
    """CS3491, "Quiescent position": 7, then -4, and when the situation has calmed down 6 reaches A."""
    tree = example("figure-5-12-11").tree()
    assert run(minimax(tree, depth=1)).value == 7, "in the middle of an exchange"
    assert run(minimax(tree, depth=2)).value == 4, "one ply deeper B looks like a loss of -4"
    answer, events = traced(quiescence(tree, depth=1))
    assert (answer.value, answer.move) == (6, "B")
    assert ("B", "E") not in visited(events), "quiet moves are not looked at behind the horizon"
    assert [event.path for event in events if event.kind == "extend"] == [("B",), ("B", "D")]
    assert run(quiescence(tree, depth=1, most=1)).value == 4, "it may be told to stop"
    free = Tree.from_text("A=[B=~2[D=!9 E=4] C=1]")
    assert run(quiescence(free, depth=1)).value == 2, "nobody must capture: min lets a bad exchange be"


def test_figure_5_12_12_the_horizon_effect() -> None:
    """CS3491: a maximising ply passes 5 to A; one level deeper B is 2, and 2 is passed to A."""
    tree = example("figure-5-12-12").tree()
    assert run(minimax(tree, depth=1)).value == 5
    deeper, events = traced(minimax(tree, depth=2))
    assert (deeper.value, values_of(events)["B"]) == (2, 2)


def test_singular_extension() -> None:
    """CS3491: "expands a move that is clearly better than all other moves", at the cost of a branching factor of 1."""
    tree = example("singular").tree()
    answer, events = traced(singular_extension(tree, depth=1, margin=3))
    assert (answer.value, answer.move) == (2, "B")
    extended = [event for event in events if event.kind == "extend"]
    assert [event.path for event in extended] == [("B",)]
    assert extended[0].reason == "singular: better than the next by 4"
    assert run(singular_extension(tree, depth=1, margin=5)).value == 5, "not clear enough: the horizon deceives"
    other = Tree.from_text("A=[B=~5[E=2 F=7] C=[3 4] D=~1[0 9]]")
    assert run(singular_extension(other, depth=2, margin=9, most=0)) == run(minimax(other, depth=2))


def test_secondary_search() -> None:
    """CS3491: something looms behind the best move, so we revert to the second best, which may have the same fault."""
    tree = example("secondary").tree()
    answer, events = traced(secondary_search(tree, depth=1, beyond=1))
    assert (answer.value, answer.move) == (4, "C")
    assert [event.reason for event in events if event.kind == "revert"] == ["B goes from 5 to 2: back to C with 4"]
    answer, events = traced(secondary_search(tree, depth=1, beyond=1, tries=2))
    assert (answer.value, answer.move) == (3, "D")
    assert sum(event.kind == "verify" for event in events) == 2
    sound = Tree.from_text("A=[B=~5[5 7] C=4]")
    assert run(secondary_search(sound, depth=1, beyond=1)).move == "B"


def test_forward_pruning_near_the_root_goes_wrong() -> None:
    """CS3491, "Forward Pruning": the best move looks worst and is pruned away; deep in the tree it does less harm."""
    tree = example("forward").tree()
    assert (run(minimax(tree)).value, run(minimax(tree)).move) == (12, "Sacrifice")
    answer, events = traced(forward_pruning(tree, keep=beam(2)))
    assert (answer.value, answer.move) == (3, "B")
    assert [event.pruned for event in events if event.kind == "prune"] == [("Sacrifice",)]
    assert run(forward_pruning(tree, keep=beam(2, below=1))).value == 12


def test_pruning_of_symmetric_moves_goes_right() -> None:
    """CS3491, "Forward Pruning": of equivalent moves only one need be considered."""
    tree = example("symmetric").tree()
    answer, events = traced(forward_pruning(tree, keep=unlike))
    assert (answer.value, answer.move) == (3, "B")
    assert [event.pruned for event in events if event.kind == "prune"] == [("C", "E")]
    full, fewer = run(minimax(TicTacToe(), depth=2)), run(forward_pruning(TicTacToe(), keep=unlike, depth=2))
    assert (full.value, full.nodes) == (fewer.value, 1 + 9 + 72)
    assert fewer.nodes == 1 + 3 + 12, "corner, edge, centre; 5 + 5 + 2 replies"


# ---------------------------------------------------------------------- Chapter 5 and Emory


def test_expectimax_pseudocode() -> None:
    """Chapter 5, "Expectimax Pseudocode": 1/2 * 8 + 1/3 * 24 + 1/6 * (-12) = 10."""
    assert run(expectiminimax(example("expectimax").tree())).value == pytest.approx(10)


def test_expectimax_pruning() -> None:
    """Chapter 5, "Expectimax Pruning? Does not work": the last outcome decides, unless there are bounds (Star1)."""
    narrow, wide = example("expectimax-pruning").tree(), example("expectimax-no-pruning").tree()
    assert [run(expectiminimax(tree)).move for tree in (narrow, wide)] == ["A", "B"]
    answer, events = traced(star1(narrow, lowest=-10, highest=10))
    assert (answer.value, answer.move) == (4, "A")
    assert cuts_of(events) == [(("B",), "alpha", (2,))]
    assert not cuts_of(traced(star1(narrow, lowest=-10, highest=100))[1]), "too wide a bound"


def test_naive_action_selection_goes_wrong() -> None:
    """Chapter 5, "Alpha-Beta Pruning Properties": children of the root may have the wrong value."""
    tree = example("naive-selection").tree()
    answer, events = traced(alphabeta(tree))
    inner = values_of(events)
    assert inner["B"] == inner["C"] == 3, "C was cut at 3, and 3 is only a bound"
    naive = max(("C", "B"), key=lambda name: inner[name])
    assert naive == "C"
    assert run(minimax(tree.play("C"), player=0)).value == 0
    assert answer.move == "B", "a move must be better, not as good, to replace another"
    rng = random.Random(7)
    for _ in range(100):
        full = Tree.of_leaves([rng.randrange(4) for _ in range(27)], 3)
        assert run(alphabeta(full)).move == run(minimax(full)).move


def test_cooperation_emerges() -> None:
    """Chapter 5, "Multi-Agent Utilities": each maximises his own component, and both gain by trust."""
    tree = example("cooperation").tree()
    answer = run(maxn(tree))
    assert (answer.value, answer.move) == ((8, 8), "Trust")
    assert run(minimax(tree)).move == "Alone", "who expects an enemy does not trust"


def test_monotonic_transformations() -> None:
    """Chapter 5, "What Utilities to Use?": squares leave minimax's choice and change expectimax's."""
    tree = example("monotonic").tree()
    squares = tree.mapped(lambda value: value**2)
    assert squares == example("monotonic-squares").tree()
    assert run(minimax(tree)).move == run(minimax(squares)).move == "R"
    assert (run(expectimax(tree)).move, run(expectimax(tree)).value) == ("R", 25)
    assert (run(expectimax(squares)).move, run(expectimax(squares)).value) == ("L", 800)
    stretched = tree.mapped(lambda value: 3 * value + 7)
    assert run(expectimax(stretched)).move == "R", "a positive linear map changes nothing"


def test_propagated_values_beat_the_static_evaluation() -> None:
    """Emory, "Why use propagated values instead of original e?": e improves nearer to the end, so backed-up e does."""
    rng = random.Random(6)
    static_error = backed_error = 0.0
    for _ in range(200):
        bare = Tree.of_leaves([rng.randrange(-20, 21) for _ in range(27)], 3)

        def noisy_estimate(node: Tree, rng: random.Random = rng) -> float:
            truth = run(minimax(node, player=node.turn)).value
            height = 0
            while not node.over():
                node, height = node.play(1), height + 1
            return float(truth) + rng.gauss(0, 4 * height)

        true = run(minimax(bare)).value
        static_error += abs(noisy_estimate(bare) - true)
        backed_error += abs(run(minimax(bare, depth=2, estimate=noisy_estimate)).value - true)
    assert backed_error < 0.7 * static_error


def test_a_sub_tree_is_used_again() -> None:
    """Emory, "Game Playing (for MAX)": after our move and the reply a sub-tree of depth h - 2 is already searched."""
    line = Playthrough(TicTacToe())
    for move in (4, 0):
        line.play(move)
    answer, events = traced(minimax(line, depth=4))
    reply = line.copy()
    reply.play(answer.move)
    answered = run(minimax(reply, depth=3)).move
    known = {event.path[2:]: event.value for event in events if event.path[:2] == (answer.move, answered)}
    reply.play(answered)
    again, fresh = traced(minimax(reply, depth=2))
    assert known == {event.path: event.value for event in fresh}
    assert known[()] == again.value


def test_tic_tac_toe_open_lines() -> None:
    """Emory, "Example: Tic-tac-Toe": e = open lines of MAX - open lines of MIN: 6 - 4 = 2, 3 - 3 = 0."""
    for moves, counts in (((4, 1), (6, 4)), ((4, 0, 1, 7), (3, 3)), ((), (8, 8))):
        line = Playthrough(TicTacToe())
        for move in moves:
            line.play(move)
        assert (open_lines(line.state, 0), open_lines(line.state, 1)) == counts


def test_tic_tac_toe_two_ply_search() -> None:
    """Emory, "Choosing an Action": with e and a horizon of 2 the centre is best, worth 1; corners -1, edges -2."""
    answer, events = traced(two_ply()[1])
    assert (answer.value, answer.move) == (1, 4)
    first = {event.path[0]: event.value for event in events if event.kind == "value" and len(event.path) == 1}
    assert first == {0: -1, 2: -1, 6: -1, 8: -1, 1: -2, 3: -2, 5: -2, 7: -2, 4: 1}


# ---------------------------------------------------------------------- Porto


def test_porto_minimax_exercise() -> None:
    """Porto, "Exercise – Minimax Algorithm": A → D, value 8; the opponent plays D → J and we play J → V."""
    tree = example("porto-minimax").tree()
    answer = run(minimax(tree))
    assert (answer.value, answer.move) == (8, "D")
    assert run(minimax(tree.at("D"))).move == "J"
    assert run(minimax(tree.at("DJ"))).move == "V"


@pytest.mark.parametrize("search", [alphabeta, negamax_alphabeta])
def test_porto_exercise_of_27_leaves(search: Any) -> None:
    """Porto, "Exercise – MINIMAX with Cuts" (three levels, branching 3): 12 by the third move, 17 of 27 leaves seen."""
    tree = example("porto-cuts").tree()
    answer, events = traced(search(tree))
    assert (answer.value, answer.move) == (12, 3)
    seen = [tree.at(event.path).utility(0) for event in events if event.kind == "leaf"]
    assert seen == [8, 6, 3, 1, 10, 15, 7, 4, 6, 1, 20, 4, 12, 1, 10, 4, 22]
    assert [(event.path, event.which, event.pruned, event.reason) for event in events if event.kind == "cut"] == [
        ((1, 2), "beta", (3,), "beta cut: max has 10 here, and min can have 8 elsewhere"),
        ((1, 3), "beta", (2, 3), "beta cut: max has 15 here, and min can have 8 elsewhere"),
        ((2,), "alpha", (2, 3), "alpha cut: min has 7 here, and max can have 8 elsewhere"),
        ((3, 3), "beta", (3,), "beta cut: max has 22 here, and min can have 12 elsewhere"),
    ]
    soft, hard = (run(search(tree, soft=soft)) for soft in (True, False))
    assert soft == hard


def test_porto_negamax_is_minimax() -> None:
    """Porto, "Negamax": max(a, b) = -min(-a, -b), so one procedure values both players' nodes."""
    tree = example("porto-cuts").tree()
    _, as_minimax = traced(minimax(tree))
    _, as_negamax = traced(negamax(tree))
    for one, other in zip(as_minimax, as_negamax, strict=True):
        assert (one.kind, one.path) == (other.kind, other.path)
        if one.value is not None:
            assert one.value == (other.value if len(one.path) % 2 == 0 else -other.value)


def test_porto_the_trap_of_monte_carlo() -> None:
    """Porto, "Disadvantages": a single losing branch is missed by too few playouts, and found by many."""
    tree = example("monte-carlo-trap").tree()
    assert run(minimax(tree)).move == "Safe"

    def trapped(simulations: int) -> int:
        return sum(run(uct(tree, simulations=simulations, seed=seed)).move == "Trap" for seed in range(20))

    assert trapped(16) >= 10
    assert trapped(400) == 0


def test_best_case_of_alpha_beta() -> None:
    """Dyer and Emory: with the best move first b^⌈d/2⌉ + b^⌊d/2⌋ - 1 leaves are seen (Dyer's (2b)^(d/2) is a slip)."""
    for branching, depth in ((2, 4), (3, 3), (3, 4), (4, 3)):
        leaves = [1.0] * branching**depth  # all equal: the first move is always a best one
        _, events = traced(alphabeta(Tree.of_leaves(leaves, branching)))
        best = branching ** (depth // 2) + branching ** (depth - depth // 2) - 1
        assert sum(event.kind == "leaf" for event in events) == best
