"""Opponent models: a mixture of policies, as settings and as the probability of each move.

A policy is to play at random, or to play the best move of a search of some depth (depth 1 is greedy). A mixture is a
distribution over moves, so an opponent's node is worth the mean of its children, as a chance node is.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from zermelo.errors import BadParameter
from zermelo.game.compile import copied, kernel
from zermelo.game.game import FORBIDDEN, Game
from zermelo.search.chance.kernel import FULL, expectiminimax
from zermelo.search.chance.work import MAX_PARTS, ExpectimaxWork, ExpectiminimaxWork
from zermelo.search.common.history import forbidden, step

KINDS = ("random", "greedy", "minimax")
MAX_MODEL_DEPTH = 16
AT_ROOT: Any = np.int64(0)  # typed: a literal argument would be another signature of the recursive kernel


@dataclass(frozen=True)
class Part:
    """One policy of an opponent, and how often they follow it."""

    weight: float
    kind: str  # random, greedy, minimax
    depth: int = 1

    def __str__(self) -> str:
        name = f"minimax of depth {self.depth}" if self.kind == "minimax" else self.kind
        return f"{name} {100 * self.weight:g} %"


Given = str | Part | tuple[Any, ...]


def mixture(model: Given | list[Given]) -> tuple[Part, ...]:
    """A mixture from `"random"`, `[(0.8, "minimax", 2), (0.2, "random")]` or the like; the weights add up to 1."""
    given = model if isinstance(model, list) else [model]
    parts = []
    for item in given:
        part = Part(1.0, item) if isinstance(item, str) else item if isinstance(item, Part) else Part(*item)
        if part.kind not in KINDS:
            raise BadParameter(f"an opponent cannot be modelled as {part.kind!r}; there are {', '.join(KINDS)}")
        if not part.weight > 0:
            raise BadParameter(f"the weight of {part.kind} must be more than 0, not {part.weight:g}")
        if not 1 <= part.depth <= MAX_MODEL_DEPTH:
            raise BadParameter(f"the depth of a model must lie between 1 and {MAX_MODEL_DEPTH}, not {part.depth}")
        parts.append(part)
    if not 1 <= len(parts) <= MAX_PARTS:
        raise BadParameter(f"a mixture has 1 to {MAX_PARTS} parts, not {len(parts)}")
    total = sum(part.weight for part in parts)
    return tuple(Part(part.weight / total, part.kind, part.depth) for part in parts)


# ---------------------------------------------------------------------- what the opponents do


def is_legal(state: Game, work: ExpectimaxWork, move: int, ply: int) -> bool:
    """Whether no rule against repetition forbids a move of the row."""
    if state.repetition == 0 or state.repeated != FORBIDDEN:
        return True
    child = copied(state)
    step(state, child, move, work, ply)
    return not forbidden(state, move, work, ply)


def begin_inner(state: Game, work: ExpectimaxWork, inner: ExpectiminimaxWork, ply: int) -> None:
    """Let the inner search begin at this node, with the history that led to it."""
    inner.root_player = state.turn
    inner.nodes = inner.next_poll = 0
    inner.node_limit = work.node_limit - work.nodes
    inner.start_ply = work.start_ply + ply
    inner.progress[0] = work.progress[ply]
    if state.repetition > 0:
        inner.root_index = work.root_index + ply
        for place in range(inner.root_index + 1):
            inner.keys[place] = work.keys[place]


@kernel
def write_policy(state: Game, work: ExpectimaxWork, inner: ExpectiminimaxWork, count: int, ply: int) -> int:
    """The probability of each move of the row by the mixture; returns how many moves no rule forbids."""
    legal = 0
    for index in range(count):
        work.odds[ply, index] = 0.0
        if is_legal(state, work, work.rows[ply, index], ply):
            legal += 1
    for part in range(work.parts):
        weight = work.weights[part]
        if work.depths[part] == 0:
            for index in range(count):
                if is_legal(state, work, work.rows[ply, index], ply):
                    work.odds[ply, index] += weight / legal
        else:
            begin_inner(state, work, inner, ply)
            expectiminimax(state, inner, work.depths[part], -math.inf, math.inf, AT_ROOT, FULL)
            work.nodes += inner.nodes
            if inner.aborted != 0 or work.stop != 0:
                work.aborted = 1
            for index in range(count):
                if work.rows[ply, index] == inner.pv[0, 0] and inner.pv_length[0] > 0:
                    work.odds[ply, index] += weight
    return legal
