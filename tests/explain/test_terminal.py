"""Trees in the terminal."""

from __future__ import annotations

from zermelo.explain import record
from zermelo.explain.order import ordered
from zermelo.explain.terminal import draw
from zermelo.explain.words import number_text
from zermelo.lab.examples import example
from zermelo.textbook.tree import Tree


def test_the_whole_search() -> None:
    trace = record(example("dyer-cut").tree(), "alphabeta", title="alpha-beta")
    assert draw(trace).splitlines() == [
        "alpha-beta: value 100, move A; 6 nodes, 3 leaves; 1 cut",
        "△ S 100 [alpha 100, beta ∞]",
        "├─ ▽ A 100 [alpha −∞, beta 100] ◀",
        "│  └─ □ C 100 ◀",
        "└─ ▽ B ≤20 [alpha 100, beta 20] alpha cut: min has 20 here, and max can have 100 elsewhere",
        "   ├─ □ D 120",
        "   ├─ □ E 20",
        "   └─ □ F 7 pruned",
    ]


def test_a_step_and_colours() -> None:
    trace = record(example("dyer-cut").tree(), "alphabeta", title="alpha-beta")
    assert draw(trace, step=1).splitlines()[:2] == [
        "alpha-beta: step 1 of 18: S: max to move; alpha −∞, beta ∞",
        "△ S [alpha −∞, beta ∞]",
    ]
    assert "\x1b[" not in draw(trace)
    assert "\x1b[1;33m" in draw(trace, colour=True)


def test_other_searches() -> None:
    assert "(1/2) 4" in draw(record(example("expectimax-pruning").tree(), "star1:lowest=-10,highest=10"))
    shown = draw(record(example("monte-carlo-trap").tree(), "uct:simulations=16"))
    assert "n=16" in shown.splitlines()[1]
    assert "U=" in shown
    flat = Tree.from_text("[" + " ".join(map(str, range(143))) + "]")
    assert "more moves, " in draw(record(flat, "minimax"))
    assert "B 5 estimated" in draw(record(example("figure-5-12-12").tree(), "minimax:depth=1"))


def test_orders() -> None:
    tree = example("porto-cuts").tree()
    best, worst = ordered(tree), ordered(tree, best_first=False)
    seen = [sum(event.kind == "leaf" for event in record(one, "alphabeta").events) for one in (best, tree, worst)]
    assert seen == [11, 17, 27], "3^2 + 3 - 1 leaves at best, all 27 at worst"
    assert {record(one, "alphabeta").answer.value for one in (best, tree, worst)} == {12}
    lottery = Tree.from_text("[chance[1/2: [1 4] 1/2: 9] 3]")
    assert str(ordered(lottery)) == "[chance[1/2: [1 4]  1/2: 9]  3]", "4.5 for min's 1 and 9"
    assert str(ordered(lottery, best_first=False)) == "[3  chance[1/2: [4 1]  1/2: 9]]"


def test_numbers() -> None:
    shown = [number_text(value) for value in (3.0, -2, 0.5, 1 / 3, -0.0072, 1e9, float("-inf"), (1.0, -2.5), 0)]
    assert shown == ["3", "−2", "0.5", "0.33", "−0.007", "1e+09", "−∞", "(1, −2.5)", "0"]
