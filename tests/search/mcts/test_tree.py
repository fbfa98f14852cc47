"""The tree of a Monte Carlo search: several threads, full memory, reuse from move to move."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.search.mcts.searches import SMALL, TIC_TAC_TOE, think
from zermelo.game.playthrough import Playthrough
from zermelo.search.common.limits import Limits
from zermelo.search.common.result import SearchResult
from zermelo.search.mcts.atomics import EXPANDED
from zermelo.search.mcts.mcts import Mcts
from zermelo.search.mcts.options import MctsOptions
from zermelo.search.mcts.tree import NODE, ROOT, children

pytestmark = pytest.mark.xdist_group("mcts")  # one process compiles the kernels, once


def test_a_node_is_small() -> None:
    assert NODE.itemsize == 24


def test_visits_of_two_threads_add_up() -> None:
    searcher = Mcts(replace(SMALL, threads=2))
    found = searcher.think(TIC_TAC_TOE, Limits(simulations=40_001))
    assert found.nodes == 40_001 == searcher.tree.nodes["visits"][ROOT]
    assert found.move == 4
    check_sums(searcher, ROOT)


def test_local_statistics_are_flushed_when_a_search_is_stopped() -> None:
    """Threads keep visits to themselves for a while; stopped in the middle, none is lost or counted twice."""
    searcher = Mcts(replace(SMALL, memory=200.0, threads=2))
    stop_event = threading.Event()
    timer = threading.Timer(0.02, stop_event.set)

    def hear(found: SearchResult) -> None:
        if found.nodes > 20_000 and not timer.is_alive() and not stop_event.is_set():  # long enough for hot nodes
            timer.start()

    found = searcher.think(TIC_TAC_TOE, Limits(seconds=60), stop_event=stop_event, on_update=hear)
    assert found.stopped_by == "stop"
    nodes = searcher.tree.nodes[: int(searcher.tree.used[0])]
    parents = nodes[nodes["status"] == EXPANDED]
    own = parents["visits"].astype(np.int64) - below(nodes, parents, "visits")
    assert own.min() >= 1, "every node has had a playout of its own"
    assert own.max() <= 20, "and those of a thread that came while its children were made"
    rest = parents["total"][1:] + below(nodes, parents, "total")[1:]  # good for one player is bad for the other
    assert (np.abs(rest) <= own[1:] * 2**30).all(), "the results of these playouts, and no virtual loss is left"
    assert (
        abs(parents["total"][0] - below(nodes, parents, "total")[0]) <= own[0] * 2**30
    )  # the root: its own player's view


def below(nodes: Any, parents: Any, field: str) -> Any:
    """The sum of a field over the children of each parent."""
    before = np.concatenate(([0], np.cumsum(nodes[field], dtype=np.int64)))  # of all nodes that stand before one
    first = parents["first_child"].astype(np.int64)
    return before[first + parents["child_count"]] - before[first]


def check_sums(searcher: Mcts, place: int) -> None:
    """A node's visits are its own playouts and its children's visits; no virtual loss is left."""
    node = searcher.tree.nodes[place]
    assert abs(int(node.total)) <= int(node.visits) * 2**30
    below = children(searcher.tree, place)
    if len(below):
        assert 1 <= int(node.visits) - int(below["visits"].sum()) <= 20, (
            "its first playout, and those of threads in the way"
        )
        for child in range(int(node.first_child), int(node.first_child) + int(node.child_count)):
            check_sums(searcher, child)


def test_a_full_tree_drops_what_is_visited_least() -> None:
    options = replace(SMALL, memory=1000 * NODE.itemsize / 1e6)
    searcher = Mcts(options)
    found = searcher.think(TIC_TAC_TOE, Limits(simulations=20_000))
    assert searcher.tree.used[0] <= 1000
    assert found.nodes == 20_000 == 1 + sum(visits for _, visits in found.moves.values())
    assert found.move == 4
    assert any("dropped" in note for note in found.notes)
    for place in range(int(searcher.tree.used[0])):
        node = searcher.tree.nodes[place]
        if node.status == EXPANDED:
            assert place < node.first_child
            assert int(node.first_child) + int(node.child_count) <= searcher.tree.used[0]
            assert children(searcher.tree, place)["visits"].sum() <= node.visits


def test_a_tree_that_cannot_shrink_stops_growing() -> None:
    searcher = Mcts(replace(SMALL, memory=1000 * NODE.itemsize / 1e6))
    searcher.tree = searcher.tree._replace(nodes=searcher.tree.nodes[:12])  # the root and its children
    found = searcher.think(TIC_TAC_TOE, Limits(simulations=3000))
    assert found.nodes == 3000
    assert any("no new nodes" in note for note in found.notes)


def test_the_tree_is_kept_when_the_game_goes_on() -> None:
    searcher = Mcts(replace(SMALL, reuse=True))
    playthrough = Playthrough(TIC_TAC_TOE)
    first = searcher.think(playthrough, Limits(simulations=5000))
    playthrough.play(first.move)
    playthrough.play(first.line[1])
    place = int(np.argmax(children(searcher.tree, ROOT)["visits"])) + int(searcher.tree.nodes["first_child"][ROOT])
    kept = dict(zip(*(children(searcher.tree, place)[name].tolist() for name in ("move", "visits")), strict=True))
    kept_visits = kept[first.line[1]]
    second = searcher.think(playthrough, Limits(simulations=1000))
    assert searcher.tree.nodes["visits"][ROOT] == kept_visits + 1000
    assert sum(visits for _, visits in second.moves.values()) == kept_visits + 999
    assert any("kept" in note for note in second.notes)
    assert set(second.moves) == set(playthrough.moves())
    other = Playthrough(TIC_TAC_TOE)
    other.play(8)
    assert searcher.think(other, Limits(simulations=100)).moves == think(other, 100).moves, (
        "no continuation: a new tree"
    )


def test_a_small_kept_tree_proves_every_move_of_a_game() -> None:
    """Memory, threads, solver and reuse together: what is proven stays right when nodes were dropped."""
    searcher = Mcts(MctsOptions(memory=0.1, threads=2, solver=True))
    playthrough = Playthrough(TIC_TAC_TOE)
    while playthrough.moves():
        found = searcher.think(playthrough, Limits(simulations=200_000))
        assert (found.proven, found.value) == ("draw", 0.0)
        assert set(found.moves) == set(playthrough.moves())
        playthrough.play(found.move)
    outcome = playthrough.outcome()
    assert outcome is not None
    assert outcome.utilities == (0.0, 0.0)
