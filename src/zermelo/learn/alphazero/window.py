"""The newest positions of self-play in a checkpoint, so that a course that goes on need not begin with nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.learn.alphazero.selfplay import SelfPlay

Arrays = dict[str, NDArray[Any]]


def window_of(play: SelfPlay, most: int) -> Arrays:
    """The newest positions of games that have ended, as plain arrays."""
    groups = play.all_groups()
    states, policies, targets = [], [], []
    for group in groups:
        samples = group.samples
        written = int(samples.count[0])
        newest = np.arange(max(0, written - min(play.room, most // len(groups))), written) % play.room
        chosen = newest[samples.ready[newest] != 0]
        states.append(samples.states[chosen].tobytes())
        policies.append(samples.policies[chosen])
        targets.append(samples.targets[chosen])
    return {
        "window_states": np.frombuffer(b"".join(states), np.uint8),
        "window_policies": np.concatenate(policies),
        "window_targets": np.concatenate(targets),
    }


def take_window(play: SelfPlay, kept: Arrays) -> None:
    """Fill the rings of all groups with positions of a checkpoint; those that do not fit the rules are left out."""
    if not kept:
        return
    size = play.cls.layout.itemsize
    data, policies, targets = (kept[f"window_{name}"] for name in ("states", "policies", "targets"))
    count = len(targets)
    if data.nbytes != count * size or policies.shape != (count, max(int(play.cls.most_moves), 1)):
        return
    if not np.isfinite(targets).all():
        return
    states = np.frombuffer(data.tobytes(), play.cls.layout)
    groups = play.all_groups()
    for number, group in enumerate(groups):
        part = slice(count * number // len(groups), count * (number + 1) // len(groups))
        some = min(part.stop - part.start, play.room)
        samples = group.samples
        samples.states[:some] = states[part][:some]
        samples.policies[:some], samples.targets[:some] = policies[part][:some], targets[part][:some]
        samples.before[:some], samples.ready[:some] = -1, 1
        samples.count[0] = some
