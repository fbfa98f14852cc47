"""N-tuple networks: the board found, the same estimate at every speed and by the formula, learning, files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.learn.test_learned import damaged, evaluated
from zermelo import player
from zermelo.errors import BadText, Unsupported
from zermelo.game.playouts import random_game
from zermelo.games import catalogue
from zermelo.learn.inputs import positions_of
from zermelo.learn.learned import Learned
from zermelo.learn.loading import load_model
from zermelo.learn.network import Network
from zermelo.learn.shapes import blocks, rays, web_of
from zermelo.learn.sites import bare_of, permutations, sites_of
from zermelo.learn.temporal import TemporalTraining, begin_training
from zermelo.learn.training import Plan
from zermelo.learn.tuples import TupleNetwork


def network_for(name: str, cells: int = 3) -> tuple[Any, TupleNetwork]:
    """The start of a game, and tables filled at random."""
    start = catalogue.begin(name).state
    network = TupleNetwork.fresh(start, 7.0, seed=1, cells=cells)
    random = np.random.default_rng(1)
    network.weights = random.normal(0.0, 0.2, network.weights.shape).astype(np.float32)
    return start, network


def by_hand(network: TupleNetwork, state: Any) -> float:
    """The estimate by the formula: each tuple's table asked for what stands on its cells."""
    line = np.zeros(1, type(state).layout)
    line[0] = state
    stands = [int(site.told(bare_of(line))[0]) for site in network.sites]
    bucket = 0 if network.alone else int(state.turn) + bool(state.chance)
    total = 0.0
    for family, first, last in zip(network.families, network.firsts, network.firsts[1:], strict=False):
        table = network.weights[bucket, first:last].reshape(network.shape_of(family))
        total += sum(float(table[tuple(stands[cell] for cell in image)]) for image in family)
    if network.alone:
        return float(state.reward(0)) + network.scale * total
    return network.scale * total / float(np.sqrt(1.0 + total * total))


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "2048"])
def test_interpreted_compiled_and_by_the_formula(name: str) -> None:
    start, network = network_for(name)
    learned = Learned(type(start), network)
    state, seen = start.copy(), 0
    for move in random_game(start, 3, longest=30):
        state.play(move)
        if state.over():
            break
        carried = learned.state(state)
        value = carried.evaluate()
        assert evaluated(carried) == value  # to the last bit
        assert value == pytest.approx(by_hand(network, state), rel=1e-4, abs=1e-4)
        assert carried.key() == state.key()
        seen += 1
    assert seen > 3


def test_cells_are_where_the_picture_shows_them() -> None:
    start = catalogue.begin("connect_four").state
    sites, positions = sites_of(start)
    assert len(sites) == 42
    assert all(site.on_board and site.size == 3 for site in sites)
    for state in positions[:50]:
        pieces = {(cell.x, cell.y) for cell in state.scene().cells for p in state.scene().pieces if p.cell == cell.name}
        line = np.zeros(1, type(start).layout)
        line[0] = state
        assert pieces == {(site.x, site.y) for site in sites if site.told(bare_of(line))[0] > 0}


@pytest.mark.parametrize("name", ["connect_four", "othello"])
def test_a_mirror_image_is_worth_the_same(name: str) -> None:
    start, network = network_for(name)
    assert len(permutations(start, *sites_of(start))) == start.symmetries
    learned = Learned(type(start), network)
    for state in positions_of(start, 5, 40)[::4]:
        worth = {learned.state(image).evaluate() for image in images(state)}
        assert len(worth) == 1


def images(state: Any) -> list[Any]:
    """All mirror images of a position."""
    found = [state.copy() for _ in range(state.symmetries)]
    for which, image in enumerate(found):
        image.transform(which)
    return found


def test_shapes_are_counted_as_by_hand() -> None:
    square = web_of({row * 3 + column: (column, row) for row in range(3) for column in range(3)})
    assert len(square.ways) == 8
    assert len({frozenset(ray) for ray in rays(square, 3)}) == 8  # the lines of tic-tac-toe
    assert len({frozenset(block) for block in blocks(square, 4)}) == 4  # squares of two by two
    comb = web_of(
        {4 * row + column: (row / 2 + column, round(0.866 * row, 2)) for row in range(4) for column in range(4)}
    )
    assert len(comb.ways) == 6
    assert len({frozenset(ray) for ray in rays(comb, 4)}) == 4 + 4 + 3  # three axes; of the third, one of 4, two of 3


def test_connect_four_is_learnt() -> None:
    start = catalogue.begin("connect_four").state
    plan = Plan(model="tuples", minutes=5, cells=4, seed=2)
    training = TemporalTraining.begin(start, plan)
    errors = []
    for step in training.run():
        errors.append(step.error)
        if step.moves > 400_000:
            break
    assert errors[-1] < 0.9 * errors[0]
    threat = type(start).from_text("7/7/7/7/ooo4/xxx4 x")  # whoever moves next has won
    learned = Learned(type(start), training.network)
    good, bad = learned.state(threat), learned.state(type(start).from_text("7/7/7/7/x6/ooxx3 o"))
    assert abs(good.evaluate()) <= 1.0
    assert abs(bad.evaluate()) <= 1.0
    assert training.network.history["training"]["games"] > 5_000


def test_numbers_that_grow_keep_what_was_learnt() -> None:
    start, network = network_for("2048")
    old, reach = network.entries, [site.low + len(site.digits) - 1 for site in network.sites]
    board = next(number for number, site in enumerate(network.sites) if site.on_board)
    state = positions_of(start, 0, 200)[-1]
    before = by_hand(network, state)
    reach[board] += 2
    (network.weights,) = network.grow(reach, network.weights)
    assert network.entries > old
    assert by_hand(network, state) == pytest.approx(before)
    learned = Learned(type(start), network)
    assert learned.state(state).evaluate() == pytest.approx(before, rel=1e-5)


def test_files_and_going_on(tmp_path: Path) -> None:
    start, path = catalogue.begin("tic_tac_toe").state, tmp_path / "a.npz"
    plan = Plan(model="tuples", minutes=5, seed=3)
    training = TemporalTraining.begin(start, plan)
    next(training.run())
    training.network.save(path)
    again = begin_training(start, plan, path)
    assert isinstance(again, TemporalTraining)
    games = again.games
    assert games == training.games
    assert np.allclose(again.network.weights, training.network.weights, atol=1e-3)
    assert again.network.sums is not None
    assert next(iter(again.run())).games > games
    with pytest.raises(BadText, match="--model tuples"):
        load_model(path, Network)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"weights": lambda values: values[:, :-1]}, "shapes"),
        ({"families": lambda families: [[[99]], *families]}, "a cell that is none"),
        ({"sites": lambda sites: [{**sites[0], "digits": []}, *sites[1:]]}, "no range"),
        ({"largest": lambda _: float("nan")}, "no number"),
        ({"model": lambda _: "tea leaves"}, "another version"),
    ],
)
def test_a_damaged_file_is_told_in_a_sentence(tmp_path: Path, changes: dict[str, Any], words: str) -> None:
    path = tmp_path / "a.npz"
    network_for("tic_tac_toe")[1].save(path)
    damaged(path, **changes)
    with pytest.raises(BadText, match=words):
        load_model(path)


def test_games_that_tables_do_not_serve() -> None:
    with pytest.raises(Unsupported, match="no board"):
        begin_training(catalogue.begin("nim").state, Plan(model="tuples"))
    with pytest.raises(Unsupported, match="hides something"):
        begin_training(catalogue.begin("kuhn_poker").state, Plan(model="tuples"))
    with pytest.raises(Unsupported, match="shorter"):
        TupleNetwork.fresh(catalogue.begin("2048").state, 1.0, cells=12)


def test_a_search_uses_the_tables(tmp_path: Path) -> None:
    _, network = network_for("2048")
    network.save(tmp_path / "a.npz")
    line = catalogue.begin("2048")
    for move in (0, 3):
        line.play(line.moves()[move])
    found = player(f"expectiminimax:net={tmp_path / 'a.npz'},depth=1").think(line)
    learned = Learned(type(line.state), network)
    worth = {}
    for move in line.moves():
        state = line.state.copy()
        state.play(move)
        worth[move] = learned.state(state).evaluate()
    assert found.move == max(worth, key=lambda move: worth[move])
