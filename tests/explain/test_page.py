"""Pages are whole in themselves, and what they show at each stop is what the trace says."""

from __future__ import annotations

import json
import random
import re

from zermelo.explain import record
from zermelo.explain.look import look
from zermelo.explain.page import STEPS, page
from zermelo.explain.words import step_text
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.lab.examples import example
from zermelo.textbook.tree import Tree


def data_of(text: str) -> dict[str, object]:
    found = re.search(r'<script id="data" type="application/json">(.*?)</script>', text, re.DOTALL)
    assert found
    return json.loads(found[1])


def test_nothing_is_fetched() -> None:
    text = page([record(example("dyer-cut").tree(), "alphabeta")])
    addresses = set(re.findall(r"https?://[^\"'\s)]+", text))
    assert addresses <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<(link|img|iframe)|@import|url\(|fetch\(|XMLHttpRequest", text)
    assert not re.search(r"@[A-Z]+@", text), "every place of the template is filled"


def test_moments_are_looks() -> None:
    """For two searches side by side, every node at every stop."""
    tree = example("dyer-three-ply").tree()
    traces = [record(tree, "alphabeta"), record(tree, "minimax")]
    data = data_of(page(traces))
    stops = data["stops"]
    assert stops == list(range(53)), "minimax has 52 steps, alpha-beta 50"
    for trace, side in zip(traces, data["sides"], strict=True):  # type: ignore[call-overload]
        for place, stop in enumerate(stops):
            step = min(stop, trace.steps)
            line = set(trace.line(step))
            assert side["told"][place] == step_text(trace, step)
            for index, moments in side["moments"].items():
                moment = [one for one in moments if one[0] <= place][-1]
                wanted = look(trace, int(index), step, line)
                texts = [wanted.classes, wanted.value, wanted.above, wanted.below, wanted.title]
                assert [side["words"][word] for word in moment[1:]] == texts


def test_uct_grows() -> None:
    trace = record(TicTacToe(), "uct:simulations=120,seed=2")
    side = data_of(page([trace]))["sides"][0]  # type: ignore[index]
    first = {index: side["words"][moments[0][1]] for index, moments in side["moments"].items()}
    assert set(first.values()) == {"absent"}, "before the first playout there is no tree"
    last = {index: side["words"][moments[-1][1]] for index, moments in side["moments"].items()}
    assert not any("absent" in classes for classes in last.values())
    assert side["counts"][-1] == "step 240 of 240 · 120 playouts"


def test_a_large_page_stays_small() -> None:
    rng = random.Random(11)
    trace = record(Tree.of_leaves([rng.randrange(1000) for _ in range(4096)], 8), "minimax")
    text = page([trace])
    data = data_of(text)
    assert len(data["stops"]) <= STEPS + 2  # type: ignore[arg-type]
    assert data["stops"][-1] == trace.steps  # type: ignore[index]
    assert len(text) < 2_500_000
    views = re.findall(r'id="view-0-(\d+)"', text)
    doors = set(re.findall(r'href="#view-0-(\d+)"', text))
    assert len(views) <= 40
    assert doors <= set(views)
    assert doors >= set(views) - {"0"}, "every view has a door"


def test_texts_cannot_break_out() -> None:
    text = page([record(Tree.from_text("[1 2]"), "minimax", title="</script><b>")], about="<i>")
    assert "<b>" not in text
    assert "<i>" not in text
    data_of(text)
