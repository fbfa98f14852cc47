"""The work space of the expectiminimax kernel: what chance nodes, move ordering and the table need."""

from __future__ import annotations

from typing import Any

import numpy as np

from zermelo.search.common.history import SLOTS, layout
from zermelo.search.common.values import DEEPEST


def work_type(cls: Any) -> np.dtype[Any]:
    """The common work space, and what chance nodes and ordering need."""
    width = cls.most_moves + 8
    return layout(
        cls,
        [
            ("table", np.int64),
            ("mask", np.int64),
            ("salt", np.uint64),  # keeps apart what different root players think of a position
            ("chance_cost", np.int64),  # plies that an outcome of chance counts for
            ("two_sides", np.int64),  # 1: what one side gains the other loses
            ("low", np.float64),  # no value is smaller
            ("high", np.float64),
            ("scores", np.int32, (DEEPEST, width)),
            ("places", np.int32, (DEEPEST, width)),
            ("odds", np.float64, (DEEPEST, width)),
            ("lower", np.float64, (DEEPEST, width)),  # bounds of each outcome of a chance node
            ("upper", np.float64, (DEEPEST, width)),
            ("countermoves", np.int32, (DEEPEST, SLOTS, 2)),  # the last two that were best after a move or roll
            ("sibling_values", np.float64, (DEEPEST, SLOTS)),  # what the same outcome was worth at a sibling
            ("fail_low", np.int64, (DEEPEST,)),  # 1: the mean of a chance node is expected to fall to alpha
            ("root_values", np.float64, (width,)),  # of each root move in the last iteration
            ("probed_nodes", np.int64, (DEEPEST,)),  # chance nodes that Star2 probed
            ("probe_cutoffs", np.int64, (DEEPEST,)),  # and how many of them the probes cut off
            ("branches", np.int64, (DEEPEST,)),  # moves of all MAX and MIN nodes
            ("player_nodes", np.int64, (DEEPEST,)),  # and how many such nodes there were
        ],
    )
