"""Inputs that a game declares: TD-Gammon's 198, the same estimate at every speed, a step of learning down the slope."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.learn.test_learned import damaged, evaluated
from zermelo.errors import BadText, Unsupported
from zermelo.game.playouts import random_game
from zermelo.games import catalogue
from zermelo.games.backgammon import Backgammon
from zermelo.learn.declared import Declared
from zermelo.learn.learned import Learned
from zermelo.learn.loading import load_model
from zermelo.learn.temporal import TemporalTraining
from zermelo.learn.training import Plan


def test_the_inputs_are_tesauros() -> None:
    """Four units for each point and side, the bar by halves, what is off by fifteenths, whose roll it is."""
    state = Backgammon.from_text("X 24:2 13:5 8:3 6:4 bar:1 / O 24:2 13:5 6:5 2:1 off:2 / X 31")
    found = np.zeros(300)
    assert state.inputs(found) == 198
    assert not found[198:].any()
    theirs = 99
    assert found[4 * 5 : 4 * 5 + 4].tolist() == [1, 1, 1, 0.5]  # four checkers on point 6
    assert found[4 * 12 : 4 * 12 + 4].tolist() == [1, 1, 1, 1]  # five
    assert found[4 * 23 : 4 * 23 + 4].tolist() == [1, 1, 0, 0]
    assert found[96:99].tolist() == [0.5, 0, 1]
    assert found[theirs + 4 : theirs + 8].tolist() == [1, 0, 0, 0]
    assert found[theirs + 96 : theirs + 99].tolist() == [0, pytest.approx(2 / 15), 0]


def network_for(units: int = 5) -> Declared:
    """Weights drawn at random."""
    network = Declared.fresh(Backgammon(), units, 3.0, 1)
    network.weights = np.random.default_rng(1).normal(0.0, 0.4, network.weights.shape)
    return network


def by_hand(network: Declared, state: Any) -> float:
    """The estimate for player 0 by the formula."""
    given = np.zeros(network.inputs)
    state.inputs(given)
    columns = network.weights[: network.inputs * network.units].reshape(network.inputs, network.units)
    rest = network.weights[columns.size :]
    sums = rest[: network.units] + given @ columns
    units = 0.5 + 0.5 * sums / np.sqrt(1 + sums * sums)
    total = rest[-1] + units @ rest[network.units : 2 * network.units]
    return float(network.scale * total / np.sqrt(1 + total * total))


def test_interpreted_compiled_and_by_the_formula() -> None:
    network, state = network_for(), Backgammon()
    learned = Learned(Backgammon, network)
    for move in random_game(state, 3, longest=30):
        state.play(move)
        if state.over():
            break
        carried = learned.state(state)
        value = carried.evaluate()
        assert evaluated(carried) == value  # to the last bit
        assert value == pytest.approx(by_hand(network, state) * (-1 if state.turn == 1 else 1))


def test_a_step_follows_the_gradient() -> None:
    network = network_for(3)
    learned = Learned(Backgammon, network)
    carried, features = learned.state(Backgammon()), np.zeros((1, network.inputs))
    carried.td_guess(learned.block)
    carried.td_note(features, 0)
    before, rate, wanted = learned.block.copy(), 1e-6, 2.0
    expected = carried.td_correct(learned.block, features, 0, 1.0, 0.0, wanted, rate)
    steps = (learned.block - before) / rate
    assert steps[:8].tolist() == [0.0] * 8  # what is no weight stays
    random = np.random.default_rng(2)
    for place in random.choice(np.flatnonzero(steps), 30, replace=False):
        moved = []
        for nudge in (1e-5, -1e-5):
            learned.block[:] = before
            learned.block[place] += nudge
            moved.append(carried.td_guess(learned.block))
        slope = (moved[0] - moved[1]) / 2e-5  # of the estimate
        assert steps[place] == pytest.approx((wanted - expected) / 9.0 * slope, rel=1e-3)


def test_backgammon_is_learnt() -> None:
    training = TemporalTraining.begin(Backgammon(), Plan(model="declared", minutes=5, units=10, trace=0.7))
    for step in training.run():
        if step.games > 400:
            break
    assert training.games > 400
    ahead = Backgammon.from_text("X 1:1 off:14 / O 13:5 8:3 6:7 / X 31")
    learned = Learned(Backgammon, training.network)
    assert learned.state(ahead).evaluate() > 0.5  # one checker to go


def test_games_and_files_that_do_not_fit(tmp_path: Path) -> None:
    with pytest.raises(Unsupported, match="declares no inputs"):
        TemporalTraining.begin(catalogue.begin("tic_tac_toe").state, Plan(model="declared"))
    path = tmp_path / "a.npz"
    network_for().save(path)
    assert load_model(path, Declared).units == 5
    damaged(path, weights=lambda values: values[:-1])
    with pytest.raises(BadText, match="shapes"):
        load_model(path)
