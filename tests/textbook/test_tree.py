"""Trees as a notation: read, printed back, refused in a sentence; and games like any other."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from zermelo.errors import BadPosition, IllegalMove, Unsupported, ZermeloError
from zermelo.textbook import run
from zermelo.textbook.alphabeta import alphabeta, negamax_alphabeta
from zermelo.textbook.deepening import iterative_deepening
from zermelo.textbook.events import traced
from zermelo.textbook.expectiminimax import expectimax, expectiminimax
from zermelo.textbook.forward import forward_pruning, unlike
from zermelo.textbook.maxn import maxn
from zermelo.textbook.minimax import minimax
from zermelo.textbook.negamax import negamax
from zermelo.textbook.quiescence import quiescence
from zermelo.textbook.secondary import secondary_search
from zermelo.textbook.singular import singular_extension
from zermelo.textbook.star1 import star1
from zermelo.textbook.tree import Tree
from zermelo.textbook.uct import uct


def random_tree(rng: random.Random, depth: int, chance: bool = False) -> str:
    """The text of a random tree: players out of turn, static values, noisy moves, and chance where wanted."""
    if depth == 0 or rng.random() < 0.1:
        return f"{'!' * (rng.random() < 0.3)}{rng.randrange(-9, 10)}"
    below = [random_tree(rng, depth - 1, chance) for _ in range(rng.randrange(1, 4))]
    begin = f"{'!' * (rng.random() < 0.3)}{rng.choice(['', '', '', 'max', 'min'])}"
    static = f"~{rng.randrange(-9, 10)}"
    if chance and rng.random() < 0.4:
        weights = [rng.randrange(1, 5) for _ in below]
        odds = [Fraction(weight, sum(weights)) for weight in weights]
        return f"chance{static}[{' '.join(f'{o}: {text}' for o, text in zip(odds, below, strict=True))}]"
    return f"{begin}{static}[{' '.join(below)}]"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("[[3 12 8][2,4,6][14 5 2]]", "[[3 12 8]  [2 4 6]  [14 5 2]]"),
        ("max[min[ 1 2 ] max[3 4]]", "[[1 2]  max[3 4]]"),
        ("chance[0.5: 8 1/3: 24 1/6: −12]", "chance[1/2: 8  1/3: 24  1/6: -12]"),
        ("chance[1/2: [1 [2 3]] 1/2: min[0 1]]", "chance[1/2: [1  [2 3]]  1/2: min[0 1]]"),
        ("[chance[1: [4 5]] 3]", "[chance[1: [4 5]]  3]"),
        ("[[(1 2 6) (4, 3, 3)] p3[(0,5,0.25) (1,1,1)]]", "[[(1, 2, 6) (4, 3, 3)]  p3[(0, 5, 0.25) (1, 1, 1)]]"),
        ("S=[A=[D=100 E=3] B=min~5[1 2]]", "S=[A=[D=100 E=3]  B=~5[1 2]]"),
        ("A=[B=!~7[!-4 9] C=.5 1e-7]", "A=[B=!~7[!-4 9]  C=0.5  1e-07]"),
        ("[(5) (3)]", "[(5) (3)]"),
        ("7", "7"),
    ],
)
def test_read_and_printed_back(text: str, shown: str) -> None:
    tree = Tree.from_text(text)
    assert str(tree) == shown
    assert Tree.from_text(shown) == tree


def test_random_trees_come_back() -> None:
    rng = random.Random(1)
    for _ in range(200):
        tree = Tree.from_text(random_tree(rng, 4, chance=True))
        again = Tree.from_text(str(tree))
        assert again == tree
        assert str(again) == str(tree)


def test_what_a_node_says() -> None:
    tree = Tree.from_text("S=[A=~7[!-4 9] B=chance~2[1/4: 8 3/4: 0] 6]")
    assert (tree.turn, tree.moves(), tree.over()) == (0, ["A", "B", 3], False)
    inner = tree.play("A")
    assert (inner.turn, inner.moves()) == (1, [1, 2])
    assert inner.evaluate() == -7, "static values are written for max and told to the player to move"
    assert (inner.noisy(1), inner.noisy(2)) == (True, False)
    chance = tree.at(["B"])
    assert (chance.turn, chance.odds(1), chance.odds(2)) == (-1, 0.25, 0.75)
    assert chance.evaluate() == 2
    assert (tree.play(3).utility(0), tree.play(3).utility(1)) == (6, -6)
    assert [path for path, node in tree.nodes() if node.over()] == [("A", 1), ("A", 2), ("B", 1), ("B", 2), (3,)]
    with pytest.raises(IllegalMove, match="node S has no branch 'C', only A, B, 3"):
        tree.play("C")
    with pytest.raises(BadPosition, match="node S has no static value"):
        tree.evaluate()


def test_a_flat_list_and_a_branching_factor() -> None:
    tree = Tree.of_leaves(list(range(8)), 2)
    assert str(tree) == "[[[0 1]  [2 3]]  [[4 5]  [6 7]]]"
    assert tree == Tree.from_text("[0 1 2 3 4 5 6 7]", branching=2) == Tree.from_text(str(tree))
    assert str(Tree.from_text("min[1 2 3 4]", branching=2)) == "min[[1 2]  [3 4]]"
    vectors = Tree.from_text("[(1,2,3) (4,5,6) (7,8,9) (0,0,0)]", branching=2)
    assert vectors == Tree.from_text(str(vectors))
    assert vectors.play(2).play(1).utility(2) == 9
    for text, branching, problem in [
        ("[1 2 3]", 2, "3 ends do not fill a tree of branching 2: it has 2, 4, 8, 16"),
        ("[1 2]", 1, "at least 2"),
        ("[1 [2 3]]", 2, "brackets inside"),
        ("chance[1/2: 1 1/2: 2]", 2, "not for chance"),
    ]:
        with pytest.raises(BadPosition, match=problem):
            Tree.from_text(text, branching=branching)
    with pytest.raises(BadPosition, match="all numbers, or all utilities"):
        Tree.of_leaves([1.0, (1.0, 2.0)], 2)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no tree given"),
        ("[3 4", r"never closed \(character 1"),
        ("[3 4]]", r"ends before this.*character 6"),
        ("[3 x]", r"'x' is neither max, min.*character 4"),
        ("[chance[8 9] 3]", r"without its odds.*character 9"),
        ("chance[1/2: 3 1/3: 4]", "add up to 5/6 and not to 1"),
        ("chance[0.333: 1 0.333: 2 0.333: 3]", "add up to 999/1000"),
        ("chance[-1/2: 3 3/2: 4]", "cannot be negative"),
        ("[1/2: 3 4]", "not chance"),
        ("[(1,2) (1,2,3)]", r"different lengths.*character 8"),
        ("[3 (1,2)]", r"different lengths.*character 4"),
        ("[A=3 B=[A=4]]", r"two nodes are named A.*character 9"),
        ("[2 []]", r"without branches.*character 4"),
        ("A=", "something is missing"),
        ("[3 ? 4]", r"'\?' has no meaning in a tree \(character 4"),
        ("~5", "something is missing"),
        ("max[(1,2)]", "with utilities write p1"),
        ("p4[(1,2,3)]", "p4 does not play: there are 3"),
        ("[1/0 2]", "division by zero"),
        ("[1e999 2]", "larger than"),
        ("[(1,2", "never closed"),
        ("[()]", "no utilities"),
        ("1/2: 3", "inside chance"),
        ("[" * 300, "more than 200 brackets"),
    ],
)
def test_bad_trees_are_refused_at_the_place(text: str, problem: str) -> None:
    with pytest.raises(BadPosition, match=problem) as told:
        Tree.from_text(text)
    assert isinstance(told.value, ZermeloError)
    assert "\n" not in str(told.value)


def test_all_searches_agree_on_random_trees() -> None:
    """Players out of turn included: what is exact gives minimax's value and move."""
    rng = random.Random(2)
    for _ in range(200):
        tree = Tree.from_text(random_tree(rng, 5))
        if tree.over():
            continue
        for player in (0, 1):
            expected = run(minimax(tree, player=player))
            for found in (
                run(alphabeta(tree, player=player)),
                run(alphabeta(tree, player=player, soft=False)),
                run(expectiminimax(tree, player=player)),
                run(star1(tree, player=player, lowest=-9, highest=9)),
                run(iterative_deepening(tree, depth=6, player=player)),
                run(quiescence(tree, player=player)),
                run(secondary_search(tree, player=player, depth=6)),
                run(singular_extension(tree, player=player, depth=6, margin=1)),
            ):
                assert (found.value, found.move) == (expected.value, expected.move)
            assert run(forward_pruning(tree, keep=unlike, player=player)).value == expected.value
        mover = run(minimax(tree))  # told to max, whoever moves
        for found in (run(negamax(tree)), run(negamax_alphabeta(tree)), run(negamax_alphabeta(tree, soft=False))):
            assert (found.value, found.move) == (mover.value, mover.move)
        assert run(maxn(tree)).value[0] == mover.value


def test_fail_hard_stays_within_its_window_at_every_node() -> None:
    """And fail-soft does not: that is the difference, at max and min nodes alike."""
    rng = random.Random(5)
    outside = 0
    for _ in range(50):
        tree = Tree.from_text(random_tree(rng, 5))
        for search in (alphabeta, negamax_alphabeta):
            for soft in (False, True):
                _, events = traced(search(tree, soft=soft))
                window = {event.path: event for event in events if event.kind == "enter"}
                for event in events:
                    if event.kind == "value":
                        entered = window[event.path]
                        assert entered.alpha is not None
                        assert entered.beta is not None
                        within = entered.alpha <= event.value <= entered.beta
                        assert within or soft
                        outside += not within
    assert outside > 0


def test_depth_limits_take_the_static_values() -> None:
    """Every form stops at the same nodes and sees them with the same eyes."""
    rng = random.Random(3)
    for _ in range(100):
        tree = Tree.from_text(random_tree(rng, 5))
        if tree.over():
            continue
        depth = rng.randrange(1, 4)
        expected = run(minimax(tree, depth=depth))
        for search in (alphabeta, negamax, negamax_alphabeta, expectiminimax):
            assert run(search(tree, depth=depth)).value == expected.value
        assert run(maxn(tree, depth=depth)).value[0] == expected.value


def test_star1_is_expectiminimax_with_fewer_nodes() -> None:
    rng = random.Random(4)
    plain = pruned = 0
    for _ in range(200):
        tree = Tree.from_text(random_tree(rng, 5, chance=True))
        if tree.over():
            continue
        for player in (0, 1):
            expected = run(expectiminimax(tree, player=player))
            found = run(star1(tree, player=player, lowest=-9, highest=9))
            assert found.value == pytest.approx(expected.value, abs=1e-12)
            plain, pruned = plain + expected.nodes, pruned + found.nodes
        assert run(maxn(tree)).value[0] == pytest.approx(run(expectiminimax(tree, player=0)).value)
    assert pruned < 0.85 * plain


def test_chance_at_the_root_and_at_the_horizon() -> None:
    """An estimate where chance moves is player 0's: a search for player 1 turns it round, one for player 0 does not."""
    tree = Tree.from_text("chance[1/2: 8 1/2: 2]")
    assert run(expectiminimax(tree)).value == 5
    assert run(expectiminimax(tree, player=1)).value == -5
    tree = Tree.from_text("[chance~3[1: 8] 2]")
    assert run(expectiminimax(tree, depth=1)) == run(expectiminimax(tree, depth=1, player=0))
    assert run(expectiminimax(tree, depth=1)).value == 3
    assert run(expectiminimax(tree, depth=1, player=1)).value == -3
    for search in (minimax, negamax, alphabeta, negamax_alphabeta, quiescence):
        with pytest.raises(Unsupported, match="use expectiminimax"):
            run(search(tree))


def test_many_players_are_refused_by_negamax() -> None:
    for text in ("[(1,2,3) (3,2,1)]", "[(1,2) (2,2)]"):
        for search in (negamax, negamax_alphabeta):
            with pytest.raises(Unsupported, match="use maxn"):
                run(search(Tree.from_text(text)))
    assert run(negamax(Tree.from_text("[(1) [(2) (7)]]"))).value == 7, "one player alone has no opponent"


def test_expectimax_and_uct_play_on_trees() -> None:
    tree = Tree.from_text("[L=[0 40] R=[20 30]]")
    assert run(expectimax(tree)).move == "R"
    assert run(uct(tree, simulations=400, exploration=40.0, seed=1)).move == "R"


def test_a_tree_of_forty_thousand_ends() -> None:
    ends = " ".join(["5"] * 10_000)
    assert len(Tree.from_text(f"[{ends}]").children) == 10_000
    with pytest.raises(BadPosition, match="a written tree has at most 20,000 signs"):
        Tree.from_text(f"[[{ends}] [{ends}] [{ends}] [{ends}]]")
