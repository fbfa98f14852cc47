"""Training: gradients as calculus has them, values as exhaustive search has them."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
import pytest

from zermelo.errors import Unsupported
from zermelo.games import catalogue
from zermelo.learn.fitting import Fitting, gradient
from zermelo.learn.inputs import positions_of
from zermelo.learn.learned import Learned
from zermelo.learn.network import Network
from zermelo.learn.selfplay import Samples, SelfPlay
from zermelo.learn.training import Plan, Training


def worth(state: Any, known: dict[bytes, float]) -> float:
    """The value for the player to move, by visiting everything."""
    key = state.tobytes()
    if key not in known:
        if state.over() or not state.legal():
            return float(state.utility(state.turn))
        found = []
        for move in state.legal():
            child = state.copy()
            child.play(move)
            found.append(worth(child, known) * (1 if child.turn == state.turn else -1))
        known[key] = max(found)
    return known[key]


def test_the_gradient_is_the_derivative() -> None:
    start = catalogue.begin("tic_tac_toe").state
    network = Network.fresh(start, 5, 1.0, seed=2)
    random = np.random.default_rng(0)
    samples = Samples.empty(20, network.inputs.most_active, 1)
    samples.counts[:] = 4
    samples.movers[:] = random.integers(0, 2, 20)
    for row in samples.active:
        row[:4] = random.choice(network.inputs.count, 4, replace=False)
    samples.targets[:] = random.uniform(-1, 1, samples.targets.shape)
    fitting = Fitting(network)
    flat = fitting.flat.astype(np.float64)
    slopes = np.zeros_like(flat)
    units = np.zeros((2, 5))
    seen = samples.active, samples.counts, samples.movers, samples.targets

    def loss(weights: Any, into: Any) -> float:
        order = np.arange(20)
        return float(
            gradient(fitting.views(weights), fitting.views(into), seen, order, network.inputs.count, 1.0, units)
        )

    loss(flat, slopes)
    for place in random.choice(len(flat), 40, replace=False):
        moved, step = flat.copy(), 1e-6
        moved[place] += step
        above = loss(moved, np.zeros_like(flat))
        moved[place] -= 2 * step
        below = loss(moved, np.zeros_like(flat))
        assert slopes[place] == pytest.approx((above - below) / (2 * step), abs=1e-4)


def agreement(start: Any, network: Network) -> float:
    """How the estimates of random positions go with their exact values."""
    learned, known = Learned(type(start), network), dict[bytes, float]()
    pairs = [
        (learned.state(state).evaluate(), worth(state, known))
        for state in positions_of(start, 1, 300)
        if not state.over() and state.legal()
    ]
    by_network, exact = np.array(pairs).T
    return float(np.corrcoef(by_network, exact)[0, 1])


def test_tic_tac_toe_is_learnt() -> None:
    start = catalogue.begin("tic_tac_toe").state
    training = Training.begin(start, Plan(minutes=5, units=16, seed=4))
    before = agreement(start, training.network)
    told = list(islice(training.run(), 8))
    assert told[-1].games > 10_000
    assert told[-1].rounds == 8
    assert told[-1].error < told[0].error
    assert agreement(start, training.network) > max(before + 0.2, 0.4)


def test_the_same_seed_plays_the_same_games() -> None:
    start = catalogue.begin("tic_tac_toe").state
    network = Network.fresh(start, 8, 1.0)
    drawn = [
        SelfPlay(start, Learned(type(start), network), depth=0, seed=5).play(2000, opening=3, noise=0.1, trace=0.8)
        for _ in range(2)
    ]
    for one, other in zip(drawn[0].arrays(), drawn[1].arrays(), strict=True):
        assert np.array_equal(one, other)


def test_hidden_games_are_refused() -> None:
    with pytest.raises(Unsupported, match="hides something"):
        Training.begin(catalogue.begin("kuhn_poker").state, Plan())
