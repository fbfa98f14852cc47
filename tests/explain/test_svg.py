"""Pictures as text: small trees whole, large ones by their structure."""

from __future__ import annotations

import random
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from zermelo.explain import Trace, record
from zermelo.explain.fold import Fold, fold, folds_of, nodes_of
from zermelo.explain.layout import WIDEST, layout, readable, spots_of, width
from zermelo.explain.svg import PAPER, beside, svg
from zermelo.lab.examples import example
from zermelo.textbook.tree import Tree

GOLDEN = Path(__file__).parent / "golden"
SMALL = {
    "alphabeta": ("dyer-cut", "alphabeta", None),
    "alphabeta-step-9": ("dyer-cut", "alphabeta", 9),
    "star1": ("expectimax-pruning", "star1:lowest=-10,highest=10", None),
    "maxn": ("cooperation", "maxn", None),
    "uct": ("monte-carlo-trap", "uct:simulations=6", None),
    "horizon": ("figure-5-12-12", "minimax:depth=1", None),
}


def elements(text: str, name: str) -> list[ElementTree.Element]:
    """The groups of a picture that have a class."""
    return [
        e
        for e in ElementTree.fromstring(text).iter("{http://www.w3.org/2000/svg}g")
        if name in e.get("class", "").split()
    ]


@pytest.mark.parametrize("name", SMALL)
def test_small_pictures(name: str) -> None:
    """To accept a change of the pictures, look at them and write the new text into golden/."""
    which, algorithm, step = SMALL[name]
    drawn = svg(record(example(which).tree(), algorithm), step=step)
    assert drawn == (GOLDEN / f"{name}.svg").read_text(encoding="utf-8")


def test_what_a_picture_says() -> None:
    text = svg(record(example("dyer-three-ply").tree(), "alphabeta"))
    assert len(elements(text, "node")) == 26
    assert len(elements(text, "pruned")) == 10
    assert len([e for e in elements(text, "pruned") if "deep" not in e.get("class", "")]) == 4, "O, H, I and K are cut"
    assert len(elements(text, "line")) == 4
    assert {shape: len(elements(text, shape)) for shape in ("max", "min", "end")} == {"max": 8, "min": 3, "end": 15}
    assert "A beta cut" not in text
    assert "B F: max to move; value at least 5; alpha 5, beta 3; beta cut: max has 5 here" in text
    assert "var(" not in text, "other programs than browsers know no variables"
    assert all(colour in text for colour in (PAPER["line"], PAPER["cut"]))


def test_texts_are_escaped() -> None:
    trace = record(Tree.from_text("A=[B=3 C=4]"), "minimax", title='<script> & "quotes"')
    text = svg(trace)
    assert "<script>" not in text
    assert ElementTree.fromstring(text).get("aria-label") == '<script> & "quotes"'


def test_two_side_by_side() -> None:
    tree = example("figure-5-12-12").tree()
    both = beside([record(tree, "minimax:depth=1"), record(tree, "minimax:depth=2")])
    inner = ElementTree.fromstring(both).findall("{http://www.w3.org/2000/svg}svg")
    assert [float(one.get("x", "0")) for one in inner] == [0, pytest.approx(float(inner[0].get("width", "0")) + 24)]
    assert float(ElementTree.fromstring(both).get("width", "0")) >= sum(float(one.get("width", "0")) for one in inner)


def wide(children: int) -> Trace:
    """A node with many children, the best of them far to the right."""
    rng = random.Random(8)
    ends = [[rng.randrange(50), rng.randrange(50)] for _ in range(children)]
    ends[100] = [60, 70]
    return record(Tree.from_text(f"[{' '.join(f'[{a} {b}]' for a, b in ends)}]"), "alphabeta")


def test_a_node_with_143_children() -> None:
    trace = wide(143)
    view = readable(trace)
    hidden = folds_of(view)
    shown = [item.node for item in view.below if not isinstance(item, Fold)]
    assert len(shown) <= 12
    assert trace.line()[1] in shown, "the principal line is never hidden"
    assert len(shown) + sum(one.count for one in hidden if one.parent == 0) == 143
    assert all(one.count > 1 for one in hidden if one.parent == 0), "+1 says less than the node itself"
    text = svg(trace)
    assert re.search(r">\+\d+</text>", text)
    assert len(text) < 60_000


def test_every_child_is_behind_some_fold() -> None:
    trace = wide(143)
    met, waiting, seen = set(), [(0, 0)], set()
    while waiting:
        door = waiting.pop()
        view = fold(trace, *door)
        seen |= set(nodes_of(view))
        for hidden in folds_of(view):
            if hidden.door not in met:
                met.add(hidden.door)
                waiting.append(hidden.door)
    assert seen == set(range(len(trace.nodes)))


def test_a_tree_of_100_000_nodes() -> None:
    rng = random.Random(9)
    trace = record(Tree.of_leaves([rng.randrange(1000) for _ in range(10**5)], 10), "alphabeta")
    assert len(trace.nodes) == 111_111
    view = readable(trace)
    assert 15 <= len(nodes_of(view)) <= 130
    assert set(trace.line()) <= set(nodes_of(view))
    assert len(nodes_of(view)) + sum(one.nodes for one in folds_of(view)) == 111_111
    assert width(layout(trace, view)) <= WIDEST
    text = svg(trace)
    assert len(text) < 200_000
    assert text == svg(trace), "the same again"


def test_nothing_overlaps() -> None:
    """Shapes of one level stand apart in trees of all sorts."""
    rng = random.Random(10)
    for branching, leaves in ((2, 16), (3, 27), (2, 32), (4, 64)):
        trace = record(Tree.of_leaves([rng.randrange(-99, 99) for _ in range(leaves)], branching), "alphabeta")
        top = layout(trace, readable(trace))
        levels: dict[int, list[tuple[float, float]]] = {}
        for spot in spots_of(top):
            levels.setdefault(spot.level, []).append((spot.x - spot.half, spot.x + spot.half))
        for row in levels.values():
            assert all(left[1] < right[0] for left, right in zip(sorted(row), sorted(row)[1:], strict=False))
        for spot in spots_of(top):
            if spot.below:
                assert spot.x == pytest.approx((spot.below[0].x + spot.below[-1].x) / 2)
