"""Learned evaluations: the same at every speed, their inputs told apart what the rules tell apart, their files safe."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from zermelo import player
from zermelo.errors import BadPlayer, BadText, Unsupported
from zermelo.game import files
from zermelo.game.compile import kernel
from zermelo.game.playouts import random_game
from zermelo.game.playthrough import Playthrough
from zermelo.games import catalogue
from zermelo.learn.inputs import inputs_of, positions_of
from zermelo.learn.learned import Learned
from zermelo.learn.loading import load_model
from zermelo.learn.network import MOST_UNITS, WEIGHTS, Network

GAMES = ["tic_tac_toe", "pig", "nim"]


@kernel
def evaluated(state: Any) -> float:
    """The compiled estimate."""
    return float(state.evaluate())


def network_for(start: Any, units: int = 8, seed: int = 1) -> Network:
    """Weights drawn at random, each of its own size."""
    network = Network.fresh(start, units, 1.0, seed)
    random = np.random.default_rng(seed)
    for name in WEIGHTS:
        shape = getattr(network, name).shape
        setattr(network, name, random.normal(0.0, 0.3, shape).astype(np.float32))
    return network


def by_hand(network: Network, state: Any) -> float:
    """The estimate by the formula, in floating point, from the fields as Python reads them."""
    on = []
    for sensor in network.inputs.sensors:
        values = [np.ravel(getattr(state, name))[element] for name, element in sensor.fields]
        if sensor.planes:
            for square in range(64):
                pattern = sum((int(word) >> square & 1) << bit for bit, word in enumerate(values))
                on.append(sensor.inputs[(square << len(values)) + pattern] if pattern else -1)
        else:
            step = (int(values[0]) - sensor.low) >> sensor.coarse
            on.append(sensor.inputs[min(max(step, 0), len(sensor.inputs) - 1)])
    mover = int(state.turn) + bool(state.chance)
    rows = [mover * network.inputs.count + number for number in on if number >= 0]
    units = np.clip(network.bias[mover] + network.columns[rows].sum(axis=0), 0.0, 1.0)
    total = float(network.out_bias[mover, 0] + network.direct[rows, 0].sum() + units @ network.out[mover, 0])
    return network.scale * total / float(np.sqrt(1.0 + total * total))


@pytest.mark.parametrize("name", GAMES)
def test_interpreted_compiled_and_by_the_formula(name: str) -> None:
    start = catalogue.begin(name).state
    network = network_for(start)
    learned = Learned(type(start), network)
    state, seen = start.copy(), 0
    for move in [-1, *random_game(start, 3, longest=40)]:
        if move >= 0:
            state.play(move)
        if state.over():
            break
        carried = learned.state(state)
        value = carried.evaluate()
        assert evaluated(carried) == value  # to the last bit
        assert value == pytest.approx(by_hand(network, state), abs=0.02)  # weights are rounded to whole numbers
        assert carried.key() == state.key()
        seen += 1
    assert seen > 3


def test_inputs_tell_positions_apart() -> None:
    start = catalogue.begin("tic_tac_toe").state
    found = inputs_of(start)
    assert found.count == 18  # nine cells, each empty, mine or theirs
    assert found.most_active == 9
    assert len(positions_of(start, count=100)) == 100


def test_files_are_read_as_they_were_written(tmp_path: Path) -> None:
    start = catalogue.begin("tic_tac_toe").state
    network = network_for(start)
    network.history = {"training": {"seconds": 3.0}}
    network.save(tmp_path / "a.npz")
    again = load_model(tmp_path / "a.npz", Network)
    assert again.inputs == network.inputs
    assert again.history == network.history
    carried = [Learned(type(start), one).state(start).evaluate() for one in (network, again)]
    assert carried[0] == pytest.approx(carried[1], abs=1e-3)


def damaged(path: Path, **changes: Any) -> None:
    """The same file with some of its arrays or of its header changed."""
    with np.load(path) as stored:
        arrays = {name: stored[name] for name in stored.files}
    header = json.loads(bytes(arrays["header"]))
    for name, change in changes.items():
        if name in arrays:
            arrays[name] = change(arrays[name])
        else:
            header[name] = change(header[name])
    arrays["header"] = np.frombuffer(json.dumps(header).encode(), np.uint8)
    memory = io.BytesIO()
    np.savez(memory, **arrays)
    path.write_bytes(memory.getvalue())


def without_last(values: Any) -> Any:
    return values[:-1]


def not_a_number(values: Any) -> Any:
    values[0, 0] = np.nan
    return values


def far_away(sensors: Any) -> Any:
    sensors[0]["inputs"] = [5_000, *sensors[0]["inputs"][1:]]
    return sensors


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"columns": without_last}, "shapes"),
        ({"out": without_last}, "shapes"),
        ({"direct": not_a_number}, "no number"),
        ({"sensors": far_away}, "numbered"),
        ({"sensors": without_last}, "numbered"),
        ({"format": lambda _: 99}, "another version"),
        ({"scale": lambda _: "much"}, "damaged"),
        ({"scale": lambda _: 1e30}, "its scale"),
        ({"scale": lambda _: 0}, "its scale"),
        ({"sensors": lambda sensors: [{**sensors[0], "low": 1e999}, *sensors[1:]]}, "damaged"),
        ({"bias": lambda values: values + 1e6}, "a weight is no number from -100 to 100"),
        ({"columns": lambda values: np.zeros((len(values), 100_000), np.float16)}, "shapes|units"),
        ({"columns": lambda values: values.astype(np.complex64)}, "zermelo train"),
        ({"columns": lambda values: np.array(["x"])}, "zermelo train"),
        ({"out": lambda values: np.float32(3)}, "shapes"),
    ],
)
def test_a_damaged_file_is_told_in_a_sentence(tmp_path: Path, changes: dict[str, Any], words: str) -> None:
    path = tmp_path / "a.npz"
    network_for(catalogue.begin("tic_tac_toe").state).save(path)
    damaged(path, **changes)
    with pytest.raises(BadText, match=words):
        load_model(path)


def test_what_is_no_file_of_weights(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    network_for(catalogue.begin("tic_tac_toe").state).save(path)
    path.write_bytes(path.read_bytes()[:500])
    with pytest.raises(BadText, match="zermelo train"):
        load_model(path)
    path.write_text("weights", encoding="utf-8")
    with pytest.raises(BadText, match="zermelo train"):
        load_model(path)
    with pytest.raises(BadText, match="cannot be read"):
        load_model(tmp_path / "none.npz")


def test_units_that_no_stack_could_hold(tmp_path: Path) -> None:
    """A state carries its units, and a search keeps states on the stack."""
    path = tmp_path / "a.npz"
    start = catalogue.begin("tic_tac_toe").state
    Network.fresh(start, MOST_UNITS, 1.0).save(path)
    model = load_model(path)
    assert isinstance(model, Network)
    assert model.units == MOST_UNITS
    Network.fresh(start, MOST_UNITS + 1, 1.0).save(path)
    with pytest.raises(BadText, match="513 units"):
        load_model(path)


def test_weights_of_other_rules_are_refused(tmp_path: Path) -> None:
    network_for(catalogue.begin("tic_tac_toe").state).save(tmp_path / "a.npz")
    with pytest.raises(Unsupported, match="other rules"):
        player(f"alphabeta:net={tmp_path / 'a.npz'},depth=2").think(catalogue.begin("nim"))


def test_a_search_uses_the_weights(tmp_path: Path) -> None:
    start = catalogue.begin("tic_tac_toe").state
    network = network_for(start)
    for name in WEIGHTS:
        getattr(network, name)[:] = 0.0
    network.out_bias[:] = 0.75
    network.save(tmp_path / "a.npz")
    result = player(f"alphabeta:net={tmp_path / 'a.npz'},depth=1,quiescence=no").think(Playthrough(start))
    assert result.value == pytest.approx(-0.6, abs=0.01)  # 0.75 / sqrt(1 + 0.75²), for the player who moves next
    with pytest.raises(Unsupported, match="no weights are kept"):
        player("alphabeta:net,depth=1").think(catalogue.begin("nim"))


def test_a_process_that_works_for_others_reads_no_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    network_for(catalogue.begin("tic_tac_toe").state).save(tmp_path / "a.npz")
    monkeypatch.setattr(files, "_programs", frozenset())
    with pytest.raises(BadPlayer, match="cannot be named here"):
        player(f"alphabeta:net={tmp_path / 'a.npz'}")
