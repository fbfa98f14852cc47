"""The same network in JAX: for the processor or a graphics card, to play many games side by side and to learn.

JAX is an extra (`zermelo[learn]`); nothing else of Zermelo needs it.
"""

from __future__ import annotations

import copy
import shutil
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import Unsupported
from zermelo.learn.alphazero.network import PolicyNetwork, Weights, plan_of
from zermelo.learn.alphazero.sites import Sites

FIRST_MOMENT, SECOND_MOMENT, TINY = 0.9, 0.999, 1e-8  # Adam (Kingma and Ba 2015)
STEEPEST = 1.0  # norm to which gradients are cut
DECAY = 1e-2  # of the weights, in each step and apart from the gradient (Loshchilov and Hutter 2019)
DEVICES = ("auto", "cpu", "gpu")


def import_jax() -> Any:
    """JAX, or a sentence that it is missing."""
    try:
        import jax
    except ImportError:
        raise Unsupported(
            "AlphaZero learns with JAX, which is not installed: install zermelo[learn], for an NVIDIA card also"
            " jax[cuda13]"
        ) from None
    return jax


def has_card() -> bool:
    """Whether this machine has an NVIDIA card, as far as the system tells."""
    return Path("/dev/nvidia0").exists() or shutil.which("nvidia-smi") is not None


def find_device(wanted: str) -> Any:
    """The device that is asked for; `auto` never leaves a card idle without a word."""
    jax = import_jax()
    try:
        cards = jax.devices("gpu")
    except RuntimeError:
        cards = []
    if wanted == "gpu" and not cards:
        raise Unsupported("JAX finds no graphics card: install jax[cuda13] for NVIDIA's, or choose --device cpu")
    if wanted == "auto" and not cards and has_card():
        raise Unsupported(
            "this machine has a graphics card that JAX cannot use: install jax[cuda13], or say --device cpu to leave it"
            " idle"
        )
    return cards[0] if cards and wanted != "cpu" else jax.devices("cpu")[0]


# ---------------------------------------------------------------------- what the network says


def network_function(sites: Sites, blocks: int, half: bool) -> Any:
    """Weights and codes -> logits and values before tanh; `half`: sixteen bits inside, as graphics cards like it."""
    jax = import_jax()
    jnp = jax.numpy
    plan = plan_of(sites)
    kind = jnp.bfloat16 if half else jnp.float32
    height, width = max(sites.height, 1), max(sites.width, 1)

    def one_hot(codes: Any, depth: int) -> Any:
        return (codes[..., None] == jnp.arange(1, depth + 1, dtype=jnp.uint8)).astype(kind)

    def convolved(x: Any, kernel: Any) -> Any:
        if kernel.shape[0] == 1:
            return x @ kernel[0, 0]
        return jax.lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))

    def say(weights: Any, codes: Any) -> tuple[Any, Any]:
        w = {name: array.astype(kind) for name, array in weights.items()}
        size = codes.shape[0]
        padded = jnp.concatenate([codes, jnp.zeros((size, 1), jnp.uint8)], 1)
        planes = [jnp.broadcast_to(jnp.asarray(plan.cells, kind), (size, *plan.cells.shape))]
        planes += [one_hot(padded[:, places], depth) for depth, places in plan.grid]
        beside = jnp.concatenate([one_hot(codes[:, index], depth) for index, depth in plan.beside], 1)
        x = jnp.concatenate(planes, 2).reshape(size, height, width, -1)
        x = convolved(x, w["stem"]) + (beside @ w["beside"] + w["stem_bias"])[:, None, None]
        for block in range(blocks):
            y = convolved(jax.nn.relu(x), w[f"first{block}"]) + w[f"first_bias{block}"]
            x = x + convolved(jax.nn.relu(y), w[f"second{block}"]) + w[f"second_bias{block}"]
        x = jax.nn.relu(x)
        policy = jax.nn.relu(x @ w["policy"] + w["policy_bias"]).reshape(size, -1)
        value = jax.nn.relu(x @ w["value"] + w["value_bias"]).reshape(size, -1)
        units = jax.nn.relu(value @ w["units"] + w["units_bias"])
        logits, out = policy @ w["logits"] + w["logits_bias"], (units @ w["out"] + w["out_bias"])[:, 0]
        return logits.astype(jnp.float32), out.astype(jnp.float32)

    return say


class Judge:
    """The network on a device: codes go in, logits and values come out; a call returns before they are there."""

    def __init__(self, network: PolicyNetwork, device: Any) -> None:
        self.jax, self.device = import_jax(), device
        say = network_function(network.sites, network.blocks, device.platform != "cpu")

        def judge(weights: Any, codes: Any) -> tuple[Any, Any]:
            logits, out = say(weights, codes)
            return logits, self.jax.numpy.tanh(out)

        self.function = self.jax.jit(judge)
        self.weights = self.jax.device_put(network.weights, device)

    def twin(self, weights: Any) -> Judge:
        """The same network with other weights; nothing is compiled again."""
        other = copy.copy(self)
        other.weights = weights
        return other

    def ask(self, codes: NDArray[np.uint8]) -> tuple[Any, Any]:
        """Begin to judge positions; NumPy arrays are made of the answer when it is there."""
        sent = self.jax.device_put(codes.copy(), self.device)  # a copy: the next round writes over them
        found: tuple[Any, Any] = self.function(self.weights, sent)
        for array in found:
            array.copy_to_host_async()
        return found


# ---------------------------------------------------------------------- learning


class Learner:
    """Adam with weight decay on the sum of the policy's cross-entropy and the value's squared error."""

    def __init__(self, network: PolicyNetwork, device: Any, moments: Weights | None = None, steps: int = 0) -> None:
        self.jax, self.device = import_jax(), device
        self.network, self.steps = network, steps
        zeros = {name: np.zeros_like(array) for name, array in network.weights.items()}
        moments = moments or {}
        first = {name: moments.get(f"first_{name}", array) for name, array in zeros.items()}
        second = {name: moments.get(f"second_{name}", array) for name, array in zeros.items()}
        self.state = self.jax.device_put((dict(network.weights), first, second), device)
        say = network_function(network.sites, network.blocks, device.platform != "cpu")
        self.function = self.jax.jit(partial(learning_step, self.jax, say), donate_argnums=0)

    def learn(self, codes: NDArray[np.uint8], policies: Any, targets: Any, rate: float) -> Any:
        """One step; returns the losses of policy and value, which are there later."""
        self.steps += 1
        batch = self.jax.device_put((codes, policies, targets), self.device)
        self.state, losses = self.function(self.state, batch, rate, self.steps)
        return losses

    def weights(self) -> Any:
        """The present weights, on the device."""
        return self.jax.tree_util.tree_map(lambda array: array.copy(), self.state[0])

    def take(self) -> None:
        """Bring the weights into the network."""
        self.network.weights = {name: np.asarray(array) for name, array in self.state[0].items()}

    def moments(self) -> Weights:
        """What Adam remembers, for a checkpoint."""
        first = {f"first_{name}": np.asarray(array) for name, array in self.state[1].items()}
        return first | {f"second_{name}": np.asarray(array) for name, array in self.state[2].items()}


def learning_step(jax: Any, say: Any, state: Any, batch: Any, rate: Any, step: Any) -> tuple[Any, Any]:
    """The state after a step, and the two losses."""
    jnp, tree = jax.numpy, jax.tree_util
    codes, policies, targets = batch

    def loss(weights: Any) -> tuple[Any, Any]:
        logits, out = say(weights, codes)
        policy = -(policies * jax.nn.log_softmax(logits)).sum(1).mean()
        least = -(policies * jnp.log(jnp.maximum(policies, 1e-30))).sum(1).mean()  # what no network can go below
        value = jnp.square(jnp.tanh(out) - targets).mean()
        return policy + value, (policy - least, value)

    weights, first, second = state
    gradient, losses = jax.grad(loss, has_aux=True)(weights)
    norm = jnp.sqrt(sum(jnp.square(array).sum() for array in gradient.values()))
    cut = jnp.minimum(1.0, STEEPEST / jnp.maximum(norm, TINY))
    first = tree.tree_map(lambda m, g: FIRST_MOMENT * m + (1 - FIRST_MOMENT) * cut * g, first, gradient)
    second = tree.tree_map(lambda v, g: SECOND_MOMENT * v + (1 - SECOND_MOMENT) * jnp.square(cut * g), second, gradient)
    upright, upright2 = 1 - FIRST_MOMENT**step, 1 - SECOND_MOMENT**step

    def moved(w: Any, m: Any, v: Any) -> Any:
        return w - rate * ((m / upright) / (jnp.sqrt(v / upright2) + TINY) + DECAY * w)

    return (tree.tree_map(moved, weights, first, second), first, second), losses
