"""The space of what an agent sees, for Gymnasium and PettingZoo."""

from __future__ import annotations

import numpy as np
from gymnasium.spaces import Box, Dict

from zermelo.interfaces.adapters.numbers import Sight


def seen_space(sight: Sight, actions: int) -> Dict:
    """The observation, and which actions there are."""
    seen = Box(sight.low, sight.high, dtype=np.float32)
    return Dict({"observation": seen, "action_mask": Box(0, 1, (actions,), np.int8)})
