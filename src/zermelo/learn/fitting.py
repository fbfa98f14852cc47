"""Fitting: weights that come nearer to their targets, by Adam on batches of samples.

The gradient of a batch visits only the columns of inputs that are on; Adam's step then visits every weight once.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadLimit
from zermelo.game.compile import kernel
from zermelo.game.threads import run_stoppable
from zermelo.learn.network import WEIGHTS, Network
from zermelo.learn.selfplay import Samples

BATCH = 4096
FIRST_MOMENT, SECOND_MOMENT, TINY = 0.9, 0.999, 1e-8  # Adam's own constants

Floats = NDArray[np.float32]


@kernel
def gradient(weights: Any, gradients: Any, samples: Any, order: Any, inputs: int, scale: float, unit: Any) -> float:
    """Add up the gradient of some samples; returns the sum of their squared errors."""
    columns, bias, direct, out, out_bias = weights
    g_columns, g_bias, g_direct, g_out, g_out_bias = gradients
    active, counts, movers, targets = samples
    width, outputs = columns.shape[1], direct.shape[1]
    loss = 0.0
    for sample in order:
        mover, count = movers[sample], counts[sample]
        row = mover * inputs
        for j in range(width):
            unit[0, j] = bias[mover, j]
            unit[1, j] = 0.0
        for index in range(count):
            column = row + active[sample, index]
            for j in range(width):
                unit[0, j] += columns[column, j]
        for output in range(outputs):
            total = out_bias[mover, output]
            for index in range(count):
                total += direct[row + active[sample, index], output]
            for j in range(width):
                total += min(max(unit[0, j], np.float32(0.0)), np.float32(1.0)) * out[mover, output, j]
            root = math.sqrt(1.0 + total * total)
            error = total / root - targets[sample, output] / scale
            loss += error * error
            slope = np.float32(2.0 * error / (root * root * root))
            g_out_bias[mover, output] += slope
            for index in range(count):
                g_direct[row + active[sample, index], output] += slope
            for j in range(width):
                value = unit[0, j]
                g_out[mover, output, j] += slope * min(max(value, np.float32(0.0)), np.float32(1.0))
                if 0.0 < value < 1.0:
                    unit[1, j] += slope * out[mover, output, j]
        for j in range(width):
            g_bias[mover, j] += unit[1, j]
        for index in range(count):
            column = row + active[sample, index]
            for j in range(width):
                g_columns[column, j] += unit[1, j]
    return loss


@kernel
def adam_step(weights: Any, gradients: Any, first: Any, second: Any, rate: float, batch: int, decay: float) -> None:
    """Adam's step for every weight; the gradients are empty afterwards."""
    for index in range(len(weights)):
        slope = gradients[index] / batch
        gradients[index] = 0.0
        first[index] = FIRST_MOMENT * first[index] + (1.0 - FIRST_MOMENT) * slope
        second[index] = SECOND_MOMENT * second[index] + (1.0 - SECOND_MOMENT) * slope * slope
        weights[index] -= rate * (first[index] / (math.sqrt(second[index]) + TINY) + decay * weights[index])


class Fitting:
    """The weights of a network while they are being fitted."""

    def __init__(self, network: Network, *, rate: float = 0.002, decay: float = 1e-4, threads: int = 1) -> None:
        self.network, self.rate, self.decay, self.threads = network, rate, decay, threads
        self.flat = np.concatenate([getattr(network, name).ravel() for name in WEIGHTS]).astype(np.float32)
        self.first, self.second = np.zeros_like(self.flat), np.zeros_like(self.flat)
        self.gradients = [np.zeros_like(self.flat) for _ in range(threads)]
        self.units = [np.zeros((2, max(network.units, 1)), np.float32) for _ in range(threads)]
        self.steps = 0

    def views(self, flat: Floats) -> tuple[Floats, ...]:
        """The parts of a flat array by their shapes."""
        found, used = [], 0
        for name in WEIGHTS:
            part = getattr(self.network, name)
            found.append(flat[used : used + part.size].reshape(part.shape))
            used += part.size
        return tuple(found)

    def batch(self, samples: Samples, chosen: NDArray[np.int64]) -> float:
        """One step; returns the mean squared error before it, in parts of the scale."""
        weights, network = self.views(self.flat), self.network
        seen = samples.active, samples.counts, samples.movers, samples.targets
        losses = [0.0] * self.threads

        def one_thread(part: int) -> None:
            order = chosen[part :: self.threads]
            losses[part] = gradient(
                weights, self.views(self.gradients[part]), seen, order, network.inputs.count, network.scale,
                self.units[part],
            )  # fmt: skip

        if self.threads == 1:
            one_thread(0)
        else:
            run_stoppable([partial(one_thread, part) for part in range(self.threads)], lambda: None)
        for other in self.gradients[1:]:
            self.gradients[0] += other
            other[:] = 0.0
        self.steps += 1
        warm = math.sqrt(1.0 - SECOND_MOMENT**self.steps) / (1.0 - FIRST_MOMENT**self.steps)
        adam_step(self.flat, self.gradients[0], self.first, self.second, self.rate * warm, len(chosen), self.decay)
        loss = sum(losses) / len(chosen) / network.outputs
        if not math.isfinite(loss):
            raise BadLimit("the weights have left all bounds: train with a smaller --rate")
        return loss

    def error(self, samples: Samples) -> float:
        """The mean squared error on samples that are not learnt from."""
        seen = samples.active, samples.counts, samples.movers, samples.targets
        idle = np.zeros_like(self.flat)
        network = self.network
        loss = gradient(
            self.views(self.flat), self.views(idle), seen, np.arange(len(samples)), network.inputs.count, network.scale,
            self.units[0],
        )  # fmt: skip
        return float(loss) / max(len(samples), 1) / network.outputs

    def take(self) -> None:
        """Hand the weights to the network."""
        for name, part in zip(WEIGHTS, self.views(self.flat), strict=True):
            setattr(self.network, name, part.copy())
