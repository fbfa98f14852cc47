"""A network: named inputs, one layer of units, an estimate for each output; as numbers to learn and as a file.

    unit_j   = clip(bias_j + sum of column_j over the inputs that are on, 0, 1)
    value    = squash(direct weights of the inputs that are on + sum of out_j * unit_j) * scale

Without units this is the lectures' linear evaluation. Each player to move has weights of their own.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from zermelo.game.identity import rules_of_play
from zermelo.learn import evaluating as head
from zermelo.learn.inputs import PLANES, Inputs, Sensor, buckets_of, inputs_of, outputs_of
from zermelo.learn.model import Model, Stored

MOST_UNITS = 512  # a state carries its units, and searches keep states on the stack
MOST_WEIGHT = 100.0  # weights that grew beyond it have learnt nothing; sums of smaller ones fit into 32 bits
MOST_SCALE = 1e9

Floats = NDArray[np.float32]
WEIGHTS = ("columns", "bias", "direct", "out", "out_bias")


@dataclass
class Network(Model):
    """The weights of a game's network."""

    kind: ClassVar[str] = "network"
    game: str
    rules: str
    inputs: Inputs
    scale: float  # the largest result, in the game's own units
    columns: Floats  # [bucket * inputs, unit]
    bias: Floats  # [bucket, unit]
    direct: Floats  # [bucket * inputs, output]
    out: Floats  # [bucket, output, unit]
    out_bias: Floats  # [bucket, output]
    history: dict[str, Any] = field(default_factory=dict)  # how it was made: command, seed, time, matches

    @property
    def units(self) -> int:
        """How wide the layer is."""
        return int(self.columns.shape[1])

    @property
    def outputs(self) -> int:
        """How many values it gives."""
        return int(self.direct.shape[1])

    @classmethod
    def fresh(cls, start: Any, units: int, scale: float, seed: int = 0) -> Self:
        """A network that knows nothing: small random columns, nothing else."""
        game = type(start)
        inputs, buckets, outputs = inputs_of(start, seed), buckets_of(game), outputs_of(game)
        random = np.random.default_rng(seed)
        spread = 1.0 / np.sqrt(max(inputs.most_active, 1))
        columns = random.uniform(-spread, spread, (buckets * inputs.count, units)).astype(np.float32)
        bias = random.uniform(0.0, 0.5, (buckets, units)).astype(np.float32)
        out = random.uniform(-0.1, 0.1, (buckets, outputs, units)).astype(np.float32)
        direct, out_bias = np.zeros((buckets * inputs.count, outputs), np.float32), np.zeros((buckets, outputs))
        return cls(
            game.__name__, rules_of_play(game), inputs, scale, columns, bias, direct, out, out_bias.astype(np.float32)
        )

    # ------------------------------------------------------------------ in memory, as kernels read it

    def block(self, layout: np.dtype[Any]) -> NDArray[np.int64]:
        """All of it as whole numbers in one block of memory, for records of one layout."""
        cells, boards, lookup = self.inputs.placed(layout)
        parts: list[tuple[int, NDArray[Any]]] = [
            (head.FIRST_CELL, cells),
            (head.FIRST_BOARD, boards),
            (head.LOOKUP, lookup),
            (head.COLUMNS, rounded(self.columns, head.ONE_UNIT, np.int16)),
            (head.DIRECT, rounded(self.direct, head.ONE_DIRECT, np.int32)),
            (head.BIAS, rounded(self.bias, head.ONE_UNIT, np.int32)),
            (head.OUT, rounded(self.out, head.ONE_OUT, np.int16)),
            (head.OUT_BIAS, rounded(self.out_bias, head.ONE_DIRECT, np.int64)),
        ]
        start = np.zeros(head.HEAD, np.int64)
        start[head.CELLS], start[head.BOARDS], start[head.INPUTS] = len(cells), len(boards), self.inputs.count
        start[head.SCALE] = round(self.scale * head.ONE_SCALE)
        found, used = [start.tobytes()], start.nbytes
        for place, numbers in parts:
            start[place] = used
            data = numbers.tobytes()
            data += bytes(-len(data) % 64)
            found.append(data)
            used += len(data)
        found[0] = start.tobytes()
        return np.frombuffer(b"".join(found), np.int64)

    # ------------------------------------------------------------------ files

    def heading(self) -> str:
        """Its size in words."""
        weights = sum(getattr(self, name).size for name in WEIGHTS)
        return f"{self.inputs.count} inputs, {self.units} units, {weights:,} weights"

    def header(self) -> dict[str, Any]:
        """What a file tells of it, beside the weights."""
        return {"inputs": self.inputs.count, "sensors": [asdict(sensor) for sensor in self.inputs.sensors]}

    def stored(self) -> Stored:
        """The weights as a file has them."""
        return {name: getattr(self, name).astype(np.float16 if name == "columns" else np.float32) for name in WEIGHTS}

    @classmethod
    def from_file(cls, header: dict[str, Any], weights: Stored) -> Self:
        """The network of a file; ValueError says what of it does not fit together."""
        inputs = Inputs(tuple(map(sensor_from, header["sensors"])), int(header["inputs"]))
        named: dict[str, Any] = {name: weights[name].astype(np.float32) for name in WEIGHTS}
        network = cls(str(header["game"]), str(header["rules"]), inputs, float(header["scale"]), **named)
        if wrong := misfit(network):
            raise ValueError(wrong)
        return network


def rounded(weights: Floats, one: int, kind: Any) -> NDArray[Any]:
    """Weights as whole numbers; those too large for their kind are cut off."""
    most = np.iinfo(kind).max
    found: NDArray[Any] = np.clip(np.rint(weights.astype(np.float64) * one), -most, most).astype(kind)
    return found


def sensor_from(data: dict[str, Any]) -> Sensor:
    """A sensor as a file tells it."""
    fields = tuple((str(name), int(element)) for name, element in data["fields"])
    inputs = tuple(int(number) for number in data["inputs"])
    return Sensor(bool(data["planes"]), fields, int(data["low"]), int(data["coarse"]), inputs)


def misfit(network: Network) -> str:
    """What of a network does not fit together, so that no kernel ever reads beyond its memory; empty: all does."""
    inputs = network.inputs
    numbers = [number for sensor in inputs.sensors for number in sensor.inputs]
    if sorted(number for number in numbers if number >= 0) != list(range(inputs.count)):
        return "its inputs are not numbered one after another"
    for sensor in inputs.sensors:
        planes = len(sensor.fields)
        wrong = len(sensor.inputs) != 64 << planes or not 1 <= planes <= PLANES if sensor.planes else planes != 1
        if wrong or not sensor.inputs or not 0 <= sensor.coarse < 63 or abs(sensor.low) >= 1 << 62:
            return f"the inputs of {sensor.fields} have no range"
    buckets, units = network.bias.shape if network.bias.ndim == 2 else (0, 0)
    outputs = network.out_bias.shape[-1] if network.out_bias.ndim == 2 else 0
    rows = buckets * inputs.count
    shapes = ((rows, units), (buckets, units), (rows, outputs), (buckets, outputs, units), (buckets, outputs))
    if any(getattr(network, name).shape != shape for name, shape in zip(WEIGHTS, shapes, strict=True)):
        return "its weights do not have the shapes of its inputs"
    if units > MOST_UNITS:
        return f"it has {units:,} units, and a network has at most {MOST_UNITS}"
    if not all((np.abs(getattr(network, name)) <= MOST_WEIGHT).all() for name in WEIGHTS):  # no number is neither
        return f"a weight is no number from -{MOST_WEIGHT:g} to {MOST_WEIGHT:g}"
    if not 0 < network.scale <= MOST_SCALE:
        return "its scale is no number that a game has"
    return ""


def fields_of(network: Network, cls: Any) -> str:
    """Which field of the inputs the game's record does not have; empty: it has all."""
    shaped = {name: (dtype, int(np.prod(shape, dtype=np.int64))) for name, (dtype, shape, _) in cls._shaped()}
    for sensor in network.inputs.sensors:
        for name, element in sensor.fields:
            dtype, size = shaped.get(name, (np.dtype(np.float64), 0))
            if not 0 <= element < size or (dtype == np.uint64) != sensor.planes or dtype.kind not in "iub":
                return name
    return ""
