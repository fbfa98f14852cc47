"""The policy and value network: its weights, its file, and what it says of positions in plain NumPy.

A residual network (He and others 2016) without normalisation: the second convolution of each block begins as zero, so
that a deep network starts as a shallow one. On a grid it looks at neighbours, three by three; without one the whole
position is a single place. `accelerated.py` computes the same in JAX.
"""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadText, Unsupported
from zermelo.folders import write_whole
from zermelo.game import arrays as bounded
from zermelo.game.identity import rules_of_play
from zermelo.game.plain_game import is_plain
from zermelo.learn.alphazero.sites import SITE_WORDS, Layer, Site, Sites, sites_of
from zermelo.learn.training import scale_of

FORMAT = 1
MAGIC = "zermelo policy"
LARGEST = 400_000_000  # bytes of all arrays
HEAD_CHANNELS, VALUE_UNITS = 16, 64
WIDEST = 400  # rows or columns of a grid
NOTHING = np.zeros(0, np.float32)

Floats = NDArray[np.float32]
Weights = dict[str, Floats]


@dataclass
class PolicyNetwork:
    """The weights for one game."""

    game: str
    rules: str
    sites: Sites
    scale: float  # the largest result, in the game's own units
    weights: Weights
    history: dict[str, Any] = field(default_factory=dict)  # how it was made: command, seed, time, matches

    @property
    def blocks(self) -> int:
        """How many residual blocks there are."""
        return sum(name.startswith("first_bias") for name in self.weights)

    @property
    def channels(self) -> int:
        """How wide they are."""
        return int(self.weights["stem"].shape[-1])

    @classmethod
    def fresh(cls, start: Any, blocks: int = 2, channels: int = 32, seed: int = 0) -> Self:
        """A network that knows nothing."""
        game = type(start)
        refuse(game)
        made = cls(game.__name__, rules_of_play(game), sites_of(start, seed), scale_of(start), {})
        made.grow(blocks, channels, seed)
        return made

    def grow(self, blocks: int, channels: int, seed: int) -> None:
        """Begin anew with so many blocks of such a width."""
        self.weights = fresh_weights(self.sites, blocks, channels, np.random.default_rng(seed))

    def refuse_other(self, cls: Any) -> None:
        """Weights for other rules are of no use."""
        if rules_of_play(cls) != self.rules:
            raise Unsupported(
                f"this network is for other rules or another form of {self.game}, not for this {cls.__name__}: train a"
                " new one with `zermelo train --method alphazero`"
            )

    # ------------------------------------------------------------------ files

    def save(self, path: Path | str) -> None:
        """Write the file; whoever is killed meanwhile leaves the old one."""
        header = {"magic": MAGIC, "format": FORMAT, "game": self.game, "rules": self.rules, "scale": self.scale}
        header |= {"sites": asdict(self.sites), "history": self.history}
        write_arrays(path, header, {f"w_{name}": array for name, array in self.weights.items()})


def refuse(game: Any) -> None:
    """Say which games AlphaZero does not serve."""
    if is_plain(game):
        raise Unsupported(
            f"{game.__name__} is a plain class, which no compiler can read: write it as a record class"
            " (docs/guide/write-a-game.md) to teach it"
        )
    if game.hidden:
        raise Unsupported(
            f"{game.__name__} hides something from its players: a network would see it; `zermelo equilibrium` or the"
            " player ismcts serve such games"
        )
    if game.players != 2 or not game.zero_sum:
        raise Unsupported(
            f"{game.__name__} is no game of two opponents: AlphaZero's one value has no meaning there; `zermelo train`"
            " without --method serves it"
        )


def shapes_of(sites: Sites, blocks: int, channels: int) -> dict[str, tuple[int, ...]]:
    """The shape of every weight."""
    places, kernel = max(sites.height * sites.width, 1), 3 if sites.height else 1
    head = HEAD_CHANNELS if sites.height else channels
    shapes: dict[str, tuple[int, ...]] = {
        "stem": (kernel, kernel, planes_of(sites), channels),
        "beside": (beside_of(sites), channels),
        "stem_bias": (channels,),
    }
    for block in range(blocks):
        for name in ("first", "second"):
            shapes[f"{name}{block}"] = kernel, kernel, channels, channels
            shapes[f"{name}_bias{block}"] = (channels,)
    shapes |= {"policy": (channels, head), "policy_bias": (head,)}
    shapes |= {"logits": (places * head, sites.slots), "logits_bias": (sites.slots,)}
    shapes |= {"value": (channels, head), "value_bias": (head,)}
    shapes |= {"units": (places * head, VALUE_UNITS), "units_bias": (VALUE_UNITS,), "out": (VALUE_UNITS, 1)}
    return shapes | {"out_bias": (1,)}


def fresh_weights(sites: Sites, blocks: int, channels: int, random: np.random.Generator) -> Weights:
    """Weights that keep the size of what goes through them (He and others 2015); blocks and ends say nothing yet."""
    weights: Weights = {}
    for name, shape in shapes_of(sites, blocks, channels).items():
        quiet = "bias" in name or name.startswith("second")
        spread = 0.0 if quiet else float(np.sqrt(2.0 / max(int(np.prod(shape[:-1])), 1)))
        if name in ("logits", "out"):
            spread *= 0.1
        weights[name] = (random.standard_normal(shape) * spread).astype(np.float32)
    return weights


# ---------------------------------------------------------------------- what it reads


@dataclass(frozen=True)
class Plan:
    """Where the codes of a position go: for each layer on the grid the site of each place, and the sites beside it."""

    grid: tuple[tuple[int, NDArray[np.int64]], ...]  # codes of the layer, [place] its site or -1
    cells: Floats  # [place, 1] 1 where the picture has a cell
    beside: tuple[tuple[int, int], ...]  # site, codes


def plan_of(sites: Sites) -> Plan:
    """The plan of a game."""
    grid, beside = [], []
    cells = np.zeros((max(sites.height * sites.width, 1), 1), np.float32)
    for number, layer in enumerate(sites.layers):
        places = np.full(len(cells), -1, np.int64)
        for index, site in enumerate(sites.sites):
            if site.layer != number:
                continue
            place = site.row * sites.width + site.column
            if site.row >= 0 and places[place] < 0:
                places[place] = index
                cells[place] = 1.0
            else:
                beside.append((index, layer.depth))
        if (places >= 0).any():
            grid.append((layer.depth, places))
    beside.append((len(sites.sites), 1))  # who is to move
    return Plan(tuple(grid), cells, tuple(beside))


def planes_of(sites: Sites) -> int:
    """Numbers for each place of the grid: one for each code, and whether there is a cell."""
    return 1 + sum(depth for depth, _ in plan_of(sites).grid)


def beside_of(sites: Sites) -> int:
    """Numbers for what lies beside the grid."""
    return sum(depth for _, depth in plan_of(sites).beside)


def one_hot(codes: NDArray[np.uint8], depth: int) -> Floats:
    """1 for the code that there is; nothing for 0."""
    return (codes[..., None] == np.arange(1, depth + 1, dtype=np.uint8)).astype(np.float32)


def read_codes(codes: NDArray[np.uint8], sites: Sites) -> tuple[Floats, Floats]:
    """Planes of the grid, and the numbers beside it."""
    plan = plan_of(sites)
    padded = np.concatenate([codes, np.zeros((len(codes), 1), np.uint8)], 1)  # the site -1: nothing
    planes = [np.broadcast_to(plan.cells, (len(codes), *plan.cells.shape))]
    planes += [one_hot(padded[:, places], depth) for depth, places in plan.grid]
    beside = [one_hot(codes[:, index], depth) for index, depth in plan.beside]
    shape = len(codes), max(sites.height, 1), max(sites.width, 1), -1
    return np.concatenate(planes, 2).reshape(shape), np.concatenate(beside, 1)


# ---------------------------------------------------------------------- what it says, in NumPy


def convolved(planes: Floats, kernel: Floats) -> Floats:
    """Each place and its neighbours, with nothing beyond the edge: one product of matrices."""
    size = kernel.shape[0]
    if size > 1:
        height, width = planes.shape[1:3]
        padded = np.pad(planes, ((0, 0), (1, 1), (1, 1), (0, 0)))
        parts = [padded[:, row : row + height, column : column + width] for row in range(3) for column in range(3)]
        planes = np.concatenate(parts, 3)
    found: Floats = planes @ kernel.reshape(-1, kernel.shape[-1])
    return found


def judged(network: PolicyNetwork, codes: NDArray[np.uint8]) -> tuple[Floats, Floats]:
    """Logits for all numbers of moves, and values for the player to move, between -1 and 1."""
    w = network.weights
    planes, beside = read_codes(codes, network.sites)
    x = convolved(planes, w["stem"]) + (beside @ w["beside"] + w["stem_bias"])[:, None, None]
    for block in range(network.blocks):
        y = convolved(np.maximum(x, 0.0), w[f"first{block}"]) + w[f"first_bias{block}"]
        x = x + convolved(np.maximum(y, 0.0), w[f"second{block}"]) + w[f"second_bias{block}"]
    x = np.maximum(x, 0.0)
    policy = np.maximum(x @ w["policy"] + w["policy_bias"], 0.0).reshape(len(codes), -1)
    value = np.maximum(x @ w["value"] + w["value_bias"], 0.0).reshape(len(codes), -1)
    units = np.maximum(value @ w["units"] + w["units_bias"], 0.0)
    return policy @ w["logits"] + w["logits_bias"], np.tanh(units @ w["out"] + w["out_bias"])[:, 0]


# ---------------------------------------------------------------------- files


def write_arrays(path: Path | str, header: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> None:
    """A header and arrays as NumPy's .npz, without pickle, whole or not at all."""
    memory = io.BytesIO()
    np.savez(memory, header=np.frombuffer(json.dumps(header).encode(), np.uint8), **arrays)  # type: ignore[arg-type]
    try:
        write_whole(Path(path), memory.getvalue())
    except OSError as problem:
        raise BadText(f"{path} cannot be written: {problem.strerror}; what was there stays") from problem


def read_arrays(path: Path | str, magic: str) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """The same read again; what is damaged or something else is told in a sentence."""
    try:
        arrays = bounded.read_arrays(Path(path), LARGEST)
        header = bounded.read_header(arrays)
    except OSError as problem:
        raise BadText(f"{path} cannot be read: {problem.strerror or 'it is no file'}") from problem
    except ValueError as problem:
        raise BadText(f"{path} is damaged, or no file of `zermelo train --method alphazero`") from problem
    del arrays["header"]
    if header.get("magic") != magic or header.get("format") != FORMAT:
        raise BadText(f"{path} holds no {magic.partition(' ')[2]} of this version of Zermelo: train anew")
    return header, arrays


def is_policy(path: Path | str) -> bool:
    """Whether a file holds a policy network, as far as its header says so; whoever reads it finds out the rest."""
    try:
        with Path(path).open("rb") as file, np.load(file, allow_pickle=False) as stored:
            return bool(json.loads(bytes(stored["header"])).get("magic") == MAGIC)
    except (OSError, ValueError, KeyError, AttributeError, zipfile.BadZipFile, EOFError, NotImplementedError):
        return False


def load_policy(path: Path | str) -> PolicyNetwork:
    """Read a network."""
    header, arrays = read_arrays(path, MAGIC)
    try:
        sites = sites_from(header["sites"])
        weights = {name.removeprefix("w_"): array.astype(np.float32) for name, array in arrays.items()}
        network = PolicyNetwork(header["game"], header["rules"], sites, float(header["scale"]), weights)
        network.history = dict(header["history"])
        wrong = misfit(network)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as problem:
        raise BadText(f"{path} is damaged: {problem}") from problem
    if wrong:
        raise BadText(f"{path} is damaged: {wrong}")
    return network


def sites_from(data: dict[str, Any]) -> Sites:
    """Sites as a file tells them."""
    layers = tuple(
        Layer(
            tuple(map(str, one["fields"])), bool(one["planes"]), int(one["low"]), int(one["coarse"]),
            tuple(map(int, one["codes"])),
        )
        for one in data["layers"]
    )  # fmt: skip
    sites = tuple(Site(**{name: int(value) for name, value in one.items()}) for one in data["sites"])
    return Sites(layers, sites, int(data["height"]), int(data["width"]), tuple(map(int, data["moves"])))


def misfit(network: PolicyNetwork) -> str:
    """What of a network does not fit together, so that no kernel ever reads beyond its memory; empty: all does."""
    sites = network.sites
    for layer in sites.layers:
        patterns = 1 << len(layer.fields) if layer.planes else len(layer.codes)
        short = len(layer.codes) != patterns or not 1 <= len(layer.fields) <= SITE_WORDS - 8
        if abs(layer.low) >= 1 << 62:
            return f"the numbers of {layer.fields} are too large"
        if short or not 0 <= min(layer.codes) <= max(layer.codes) < 256 or not 0 <= layer.coarse < 63:
            return f"the codes of {layer.fields} have no range"
    for site in sites.sites:
        inside = 0 <= site.layer < len(sites.layers) and 0 <= site.square < 64 and site.element >= 0
        if not inside or not -1 <= site.row < sites.height or not -1 <= site.column < sites.width:
            return "a site lies nowhere"
    if (
        not 0 <= sites.height <= WIDEST
        or not 0 <= sites.width <= WIDEST
        or not network.weights.get("stem", NOTHING).size
    ):
        return "its grid or its first layer has no size"
    if list(sites.moves) != sorted(set(sites.moves)) or any(abs(move) >= 1 << 31 for move in sites.moves):
        return "its moves are not in order"
    shapes = shapes_of(sites, network.blocks, network.channels)
    found = {name: array.shape for name, array in network.weights.items()}
    if found != shapes:
        return "its weights do not have the shapes of its inputs"
    if not all(np.isfinite(array).all() for array in network.weights.values()) or not np.isfinite(network.scale):
        return "a weight is no number"
    return ""


def unknown_field(network: PolicyNetwork, cls: Any) -> str:
    """Which field of the sites the game's record does not have; empty: it has all."""
    shaped = {name: (dtype, int(np.prod(shape, dtype=np.int64))) for name, (dtype, shape, _) in cls._shaped()}
    for site in network.sites.sites:
        layer = network.sites.layers[site.layer]
        for name in layer.fields:
            dtype, size = shaped.get(name, (np.dtype(np.float64), 0))
            wide = dtype.kind == "u" and site.square < 8 * dtype.itemsize
            if site.element >= size or dtype.kind not in "iub" or (layer.planes and not wide):
                return name
    return ""
