"""Trees on a GPU: its kernel, lane by lane in CPython, grows the trees that the processor grows with the same seed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.game.gpu.host import Host
from zermelo.errors import BadLimit, MissingExtra
from zermelo.game.playthrough import Playthrough
from zermelo.game.random import Random
from zermelo.games import catalogue
from zermelo.players import player
from zermelo.search.common.limits import Limits
from zermelo.search.mcts import Mcts, MctsOptions

pytest.importorskip("numba_cuda", reason="numba-cuda is not installed: pip install 'zermelo[gpu]'")

from zermelo.game.gpu.device import device_name
from zermelo.search.mcts import gpu
from zermelo.search.mcts.options import kernel_options
from zermelo.search.mcts.tree import AMAF, BOUND, NODE, PRIOR, SQUARE
from zermelo.search.mcts.work import make_history, make_work

TREES, SIMULATIONS, NODES = 3, 60, 2000


def grown(games: list[Playthrough], options: MctsOptions, host: Host, slices: tuple[int, ...], nodes: int) -> list[Any]:
    """The trees of some positions: facts, nodes, bounds."""
    works = [make_work(game, options) for game in games]
    settings = kernel_options(options)
    cls, count = type(games[0].state), len(games) * TREES
    kernel = gpu.make_grower(type(settings), type(works[0]))(cls)
    inputs = [
        host.records(type(records[0]), records)
        for records in (
            [game.state for game in games], [settings], [make_history(game) for game in games], works,
            [Random(options.seed, tree) for tree in range(TREES)] * len(games),
        )
    ]  # fmt: skip
    facts, used = np.zeros((count, 3), np.int64), np.zeros(count, np.int64)
    arrays = [np.zeros((count, nodes), kind) for kind in (NODE, SQUARE, AMAF, BOUND, PRIOR)]
    for most in slices:
        host.run(kernel, count, *inputs, np.full(count, SIMULATIONS), most, facts, *arrays, used)
    top, top_bounds = (np.zeros((count, cls.most_moves + 1), kind) for kind in (NODE, BOUND))
    host.run(gpu.make_reader(cls), count, arrays[0], arrays[3], top, top_bounds)
    return [facts, top, top_bounds]


@pytest.fixture
def host(monkeypatch: Any) -> Host:
    """The kernel in CPython."""
    return Host(monkeypatch, gpu)


def visits(nodes: Any) -> dict[int, tuple[int, int]]:
    """A tree's root moves, with visits and results."""
    first, count = 1, int(nodes["child_count"][0])
    return {int(node["move"]): (int(node["visits"]), int(node["total"])) for node in nodes[first : first + count]}


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("connect_four", MctsOptions()),
        ("othello", MctsOptions(tuned=True)),
        ("tic_tac_toe", MctsOptions(solver=True)),
        ("backgammon", MctsOptions()),
        ("nine_mens_morris", MctsOptions(rave=True)),
    ],
)
def test_the_first_tree_is_the_processors(name: str, options: MctsOptions, host: Host) -> None:
    start = Playthrough(catalogue.make(name))
    while start.turn < 0:
        start.play(start.moves()[0])
    after = start.copy()
    after.play(after.moves()[0])
    if after.turn < 0:
        after = start
    _, nodes, bounds = grown([start, after], options, host, (25, 100), NODES)
    for place, game in enumerate((start, after)):
        mine = slice(place * TREES, (place + 1) * TREES)
        search = Mcts(options)
        search.think(game, Limits(simulations=SIMULATIONS))
        assert visits(nodes[mine][0]) == visits(search.tree.nodes)
        tree = gpu.merged(nodes[mine], bounds[mine], options)
        assert tree.nodes["visits"][0] == sum(one["visits"][0] for one in nodes[mine])
        added = {move: sum(visits(one)[move][0] for one in nodes[mine]) for move in visits(nodes[mine][0])}
        result = gpu.read(tree, game, options, Limits(), 1)
        assert {move: count for move, (_, count) in result.moves.items()} == added


def test_a_batch_adds_up_the_trees_of_every_position(host: Host) -> None:
    start = Playthrough(catalogue.make("connect_four"))
    after = start.copy()
    after.play(after.moves()[3])
    options = MctsOptions(on="gpu", trees=2, seed=5)
    found = gpu.think_all([start, after], options, Limits(simulations=101))
    for game, result in zip((start, after), found, strict=True):
        first = Mcts(MctsOptions(seed=5)).think(game, Limits(simulations=51))
        assert result.nodes == 101
        assert result.stopped_by == "simulations"
        assert result.depth >= first.depth
        assert sum(visits for _, visits in result.moves.values()) == 101 - 2  # the root's own first visits
        assert all(result.moves[move][1] >= visits for move, (_, visits) in first.moves.items())
    assert Mcts(options).think(start, Limits(simulations=101)).moves == found[0].moves


def test_a_full_tree_goes_on_without_new_nodes(host: Host) -> None:
    facts, nodes, _ = grown([Playthrough(catalogue.make("connect_four"))], MctsOptions(), host, (100,), 30)
    assert facts[:, gpu.FULL].all()
    assert (nodes["visits"][:, 0] == SIMULATIONS).all()


@pytest.mark.filterwarnings("ignore")
def test_compiles_to_ptx() -> None:
    for name in ("connect_four", "chess"):
        assert all(".visible .entry" in text for text in gpu.ptx(catalogue.make(name), MctsOptions(on="gpu")).values())


@pytest.mark.skipif(bool(device_name()), reason="there is a GPU")
def test_says_in_a_sentence_that_there_is_no_gpu() -> None:
    with pytest.raises(MissingExtra, match="no GPU was found"):
        player("mcts:on=gpu,sims=100").choose(catalogue.make("tic_tac_toe"))


@pytest.mark.parametrize(("text", "why"), [("mcts:on=moon", "cpu or gpu"), ("mcts:on=gpu,threads=2", "threads are of")])
def test_refuses_options_that_make_no_sense(text: str, why: str) -> None:
    with pytest.raises(BadLimit, match=why):
        player(text).choose(catalogue.make("tic_tac_toe"))


@pytest.mark.skipif(not device_name(), reason="no GPU on this machine")
def test_the_gpu_grows_the_processors_tree() -> None:
    game = catalogue.make("connect_four")
    options = MctsOptions(on="gpu", trees=1)
    ours = Mcts(MctsOptions()).think(game, Limits(simulations=1000))
    assert gpu.think_all([game], options, Limits(simulations=1000))[0].moves == ours.moves
