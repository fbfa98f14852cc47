"""The policy and value network: what it reads, that JAX and NumPy agree, and that files are whole."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from zermelo.errors import BadText, Unsupported
from zermelo.game.compile import kernel
from zermelo.games import catalogue
from zermelo.learn.alphazero.accelerated import Judge, find_device
from zermelo.learn.alphazero.network import (
    FORMAT,
    MAGIC,
    PolicyNetwork,
    is_policy,
    judged,
    load_policy,
    read_codes,
    write_arrays,
)
from zermelo.learn.alphazero.reading import read_position, slot_of
from zermelo.learn.inputs import positions_of


@kernel
def read_all(states: Any, tables: Any, out: Any) -> None:
    """Many positions as the network reads them."""
    for index in range(len(states)):
        read_position(states[index], tables[0], tables[1], out[index])


def fresh(name: str, seed: int = 3) -> PolicyNetwork:
    """A small network whose every weight says something."""
    network = PolicyNetwork.fresh(catalogue.begin(name).state, 1, 8)
    random = np.random.default_rng(seed)
    for array in network.weights.values():
        array += random.standard_normal(array.shape).astype(np.float32) * 0.1
    return network


@pytest.mark.parametrize("name", ["connect_four", "kalah"])
def test_jax_and_numpy_say_the_same(name: str) -> None:
    network = fresh(name)
    positions = positions_of(catalogue.begin(name).state, 1, 64)
    codes = np.zeros((64, network.sites.count), np.uint8)
    read_all(positions, network.sites.placed(type(positions[0])), codes)
    logits, values = judged(network, codes)
    found = Judge(network, find_device("cpu")).ask(codes)
    assert np.ptp(values) > 0.01
    assert np.asarray(found[0]) == pytest.approx(logits, abs=1e-4)
    assert np.asarray(found[1]) == pytest.approx(values, abs=1e-4)


def test_the_grid_of_connect_four_is_its_picture() -> None:
    state = catalogue.begin("connect_four").state
    sites = PolicyNetwork.fresh(state, 1, 8).sites
    assert (sites.height, sites.width, sites.moves) == (6, 7, tuple(range(7)))
    for column in (3, 3, 6):
        state.play(column)
    codes = np.zeros((1, sites.count), np.uint8)
    read_position(state, *sites.placed(type(state))[:2], codes[0])
    planes, _ = read_codes(codes, sites)
    seen = [
        [int(planes[0, row, column, 1:].argmax() + planes[0, row, column, 1:].any()) for column in range(7)]
        for row in range(2)
    ]
    theirs, mine = seen[0][3], seen[1][3]
    assert seen == [[0, 0, 0, theirs, 0, 0, theirs], [0, 0, 0, mine, 0, 0, 0]]
    assert {theirs, mine} == {1, 2}


def test_compiled_and_plain_reading_agree() -> None:
    state = catalogue.begin("othello").state
    positions = positions_of(state, 2, 40)
    tables = PolicyNetwork.fresh(state, 1, 8).sites.placed(type(state))
    compiled, plain = np.zeros((40, len(tables[0]) + 1), np.uint8), np.zeros((40, len(tables[0]) + 1), np.uint8)
    read_all(positions, tables, compiled)
    for index in range(40):
        read_position(positions[index], tables[0], tables[1], plain[index])
    assert (compiled == plain).all()
    assert len(np.unique(compiled, axis=0)) > 30


def test_known_moves_have_a_number_each_and_others_share() -> None:
    known = np.array([-5, 3, 9], np.int32)
    assert [slot_of(move, known) for move in (-5, 3, 9)] == [0, 1, 2]
    assert all(3 <= slot_of(move, known) < 19 for move in (-6, 0, 4, 10, 2**31 - 1))


def test_files_come_back_and_damage_is_told(tmp_path: Path) -> None:
    network = fresh("tic_tac_toe")
    path = tmp_path / "network.npz"
    network.save(path)
    again = load_policy(path)
    assert is_policy(path)
    assert again.sites == network.sites
    assert all((again.weights[name] == array).all() for name, array in network.weights.items())
    with pytest.raises(Unsupported, match="other rules"):
        again.refuse_other(type(catalogue.begin("connect_four").state))
    path.write_bytes(path.read_bytes()[:3000])
    with pytest.raises(BadText, match="damaged"):
        load_policy(path)
    assert not is_policy(path)
    network.weights["out"] = network.weights["out"][:-1]
    network.save(path)
    with pytest.raises(BadText, match="shapes"):
        load_policy(path)
    network = fresh("tic_tac_toe")
    network.weights["out"][0] = np.nan
    network.save(path)
    with pytest.raises(BadText, match="no number"):
        load_policy(path)


WRONG: dict[str, dict[str, object]] = {
    "too large": {"layers": [{"fields": ["x"], "planes": False, "low": 1 << 70, "coarse": 0, "codes": [0, 1]}]},
    "no range": {"layers": [{"fields": [], "planes": True, "low": 0, "coarse": 0, "codes": [0]}]},
    "lies nowhere": {"sites": [{"layer": 7, "element": 0, "square": 0}]},
    "no size": {"height": 10**9, "width": 10**9},
    "not in order": {"moves": [1 << 40]},
    "damaged": {"sites": [{"nonsense": 1}]},
}


@pytest.mark.parametrize("what", sorted(WRONG))
def test_a_file_that_was_tampered_with_is_refused(what: str, tmp_path: Path) -> None:
    network, path = fresh("tic_tac_toe"), tmp_path / "network.npz"
    header = {"magic": MAGIC, "format": FORMAT, "game": network.game, "rules": network.rules, "scale": 1.0}
    header |= {"sites": {**asdict(network.sites), **WRONG[what]}, "history": {}}
    write_arrays(path, header, {f"w_{name}": array for name, array in network.weights.items()})
    with pytest.raises(BadText, match=what):
        load_policy(path)


@pytest.mark.parametrize(("name", "why"), [("kuhn_poker", "hides"), ("backgammon", "moves"), ("pig", "")])
def test_games_that_are_not_served(name: str, why: str) -> None:
    start = catalogue.begin(name).state
    if not why:
        assert PolicyNetwork.fresh(start, 1, 8).sites.count > 1
        return
    with pytest.raises(Unsupported, match=why):
        PolicyNetwork.fresh(start, 1, 8)


@pytest.mark.parametrize(
    ("name", "height", "width", "placed"),
    [("hex", 11, 11, 121), ("abalone", 9, 9, 120), ("checkers", 8, 7, 32), ("go", 9, 9, 81), ("kalah", 0, 0, 0)],
)
def test_pictures_become_grids(name: str, height: int, width: int, placed: int) -> None:
    """Boards of one word or two, one for each player or one for both, squares of one colour, and hexagons."""
    sites = PolicyNetwork.fresh(catalogue.begin(name).state, 1, 8).sites
    assert (sites.height, sites.width) == (height, width)
    assert sum(site.row >= 0 for site in sites.sites) == placed
    assert all(site.row < height and site.column < width for site in sites.sites if height)
