"""A network of inputs that a game declares, with one hidden layer: TD-Gammon's, for any game that has `inputs`.

    unit_j = step(bias_j + sum of column_ij * input_i)      step(x) = (1 + x / sqrt(1 + x²)) / 2
    value  = squash(bias + sum of out_j * unit_j) * scale   for player 0

Both curves have the shape of a logistic and a hyperbolic tangent, of operations that every processor rounds alike. The
sums are of floating-point numbers in a fixed order, so the estimate is the same in CPython and compiled, to the last
bit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import Unsupported
from zermelo.game.identity import rules_of_play
from zermelo.learn.evaluating import load_real, squashed
from zermelo.learn.model import Model, Stored

MOST_INPUTS = 10_000
FIRST = 8  # reals before the weights: the scale

Floats = NDArray[np.float64]


@dataclass
class Declared(Model):
    """The weights of such a network in one row: scale, columns input by input, biases of the units, out, its bias."""

    kind: ClassVar[str] = "declared"
    game: str
    rules: str
    scale: float
    inputs: int
    units: int
    weights: Floats
    history: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def fresh(cls, start: Any, units: int, scale: float, seed: int = 0) -> Self:
        """Small random weights."""
        game = type(start)
        if "inputs" not in game.rules():
            raise Unsupported(
                f"{game.__name__} declares no inputs: write inputs(out) in its class (docs/guide/learning.md), or train"
                " without --model declared"
            )
        if game.players != 2 or not game.zero_sum:
            raise Unsupported(f"{game.__name__} is no game of two opponents: train without --model declared")
        count = int(start.inputs(np.zeros(MOST_INPUTS)))
        random = np.random.default_rng(seed)
        weights = random.uniform(-0.1, 0.1, size_of(count, units))
        return cls(game.__name__, rules_of_play(game), scale, count, units, weights)

    def block(self, layout: np.dtype[Any]) -> Floats:
        """All of it in one block of memory."""
        head = np.zeros(FIRST)
        head[0] = self.scale
        return np.concatenate([head, self.weights])

    def heading(self) -> str:
        """Its size in words."""
        return f"{self.inputs} inputs that the game declares, {self.units} units, {self.weights.size:,} weights"

    def header(self) -> dict[str, Any]:
        """What a file tells of it, beside the weights."""
        return {"inputs": self.inputs, "units": self.units}

    def stored(self) -> Stored:
        """The weights as a file has them."""
        return {"weights": self.weights.astype(np.float32)}

    @classmethod
    def from_file(cls, header: dict[str, Any], stored: Stored) -> Self:
        """The network of a file; ValueError says what does not fit together."""
        inputs, units, weights = int(header["inputs"]), int(header["units"]), stored["weights"].astype(np.float64)
        if not 1 <= inputs <= MOST_INPUTS or not 1 <= units <= 1024 or weights.shape != (size_of(inputs, units),):
            raise ValueError("its weights do not have the shapes of its inputs")
        scale = float(header["scale"])
        if not np.isfinite(weights).all() or not math.isfinite(scale):
            raise ValueError("a weight is no number")
        return cls(str(header["game"]), str(header["rules"]), scale, inputs, units, weights)


def size_of(inputs: int, units: int) -> int:
    """How many weights there are."""
    return inputs * units + 2 * units + 1


# ---------------------------------------------------------------------- in kernels


def step(value: float) -> float:
    """Between 0 and 1, like a logistic function."""
    return 0.5 + 0.5 * squashed(value)


def sum_of_units(state: Any) -> float:
    """The sum before it is squashed; the units' values stay in `state.layer_units`."""
    net, width = state.net, state.layer_width
    biases = FIRST + state.layer_inputs * width
    for unit in range(width):
        state.layer_units[unit] = load_real(net, biases + unit)
    for number in range(state.layer_inputs):
        value = state.layer_given[number]
        if value != 0.0:
            first = FIRST + number * width
            for unit in range(width):
                state.layer_units[unit] += value * load_real(net, first + unit)
    total = load_real(net, biases + 2 * width)
    for unit in range(width):
        state.layer_units[unit] = step(state.layer_units[unit])
        total += load_real(net, biases + width + unit) * state.layer_units[unit]
    return float(total)


def declared_value(state: Any) -> float:
    """What the network expects for player 0, in the game's own units."""
    state.inputs(state.layer_given)
    return squashed(sum_of_units(state)) * load_real(state.net, 0)


def evaluate(self: Any) -> float:
    """What the network expects for the player to move; for player 0 at chance."""
    value = declared_value(self)
    return -value if int(self.turn) == 1 else value


def evaluate_for(self: Any, player: int) -> float:
    """What it expects for any player."""
    value = declared_value(self)
    return value if player == 0 else -value


def guess(self: Any, weights: Any) -> float:
    """While learning: the same for player 0, whose weights are those that the state carries."""
    return declared_value(self)


def note(self: Any, features: Any, at: int) -> None:
    """Keep the inputs of the last guess."""
    for number in range(self.layer_inputs):
        features[at, number] = self.layer_given[number]


def correct(
    self: Any, weights: Any, features: Any, at: int, side: float, points: float, wanted: float, rate: float
) -> float:
    """Move the weights by a step of gradient descent; returns what was expected before."""
    width = self.layer_width
    for number in range(self.layer_inputs):
        self.layer_given[number] = features[at, number]
    total = sum_of_units(self)
    expected = squashed(total)
    root = math.sqrt(1.0 + total * total)
    push = rate * (wanted / weights[0] - expected) / (root * root * root)
    biases = FIRST + self.layer_inputs * width
    weights[biases + 2 * width] += push
    for unit in range(width):
        value = self.layer_units[unit]
        lean = 2.0 * value - 1.0  # x / sqrt(1 + x²), so 1 / sqrt(1 + x²)³ follows
        flat = max(1.0 - lean * lean, 0.0)
        self.layer_units[unit] = push * weights[biases + width + unit] * 0.5 * flat * math.sqrt(flat)
        weights[biases + width + unit] += push * value
        weights[biases + unit] += self.layer_units[unit]
    for number in range(self.layer_inputs):
        value = self.layer_given[number]
        if value != 0.0:
            first = FIRST + number * width
            for unit in range(width):
                weights[first + unit] += value * self.layer_units[unit]
    return expected * float(weights[0])


def side_of(self: Any) -> float:
    """Guesses are for player 0 whoever moves."""
    return 1.0


def reach(self: Any, highest: Any) -> None:
    """Inputs have no range."""


LEARNING = {"td_guess": guess, "td_note": note, "td_correct": correct, "td_side": side_of, "td_reach": reach}
EVALUATING = {"evaluate": evaluate, "evaluate_for": evaluate_for}
