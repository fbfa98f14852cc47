"""Expectimax against modelled opponents: one player does his best, every other follows a known mixture of habits.

A habit is to play at random, or to play the best move of a search of some depth (depth 1 is greedy). A mixture is a
distribution over moves, so an opponent's node is worth the mean of its children, as a chance node is. Nothing is
pruned: every value is exact, which is all that the table keeps.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from zermelo.errors import BadParameter
from zermelo.game.bits import NONE
from zermelo.game.compile import copied, kernel
from zermelo.game.fields import Cells, array, f64, i64
from zermelo.game.game import CHANCE, FORBIDDEN
from zermelo.search.chance.kernel import FULL, ChanceWork, expected, leaf
from zermelo.search.chance.options import TABLE
from zermelo.search.chance.table import keep_value, probe_data, serves, stored_value
from zermelo.search.common.history import ended_by_history, forbidden, history_result, step
from zermelo.search.common.table import EXACT, NO_INDEX, pack, value_in
from zermelo.search.common.values import MAX_PLY
from zermelo.search.common.work import counted, is_excluded, update_pv
from zermelo.search.manyplayer.kernel import root_index

KINDS = ("random", "greedy", "minimax")
MOST_PARTS = 8
DEEPEST_MODEL = 16
AT_ROOT: Any = np.int64(0)  # typed: a literal argument would be another signature of the recursive kernel


@dataclass(frozen=True)
class Part:
    """One habit of an opponent, and how often he follows it."""

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
        if not 1 <= part.depth <= DEEPEST_MODEL:
            raise BadParameter(f"the depth of a model must lie between 1 and {DEEPEST_MODEL}, not {part.depth}")
        parts.append(part)
    if not 1 <= len(parts) <= MOST_PARTS:
        raise BadParameter(f"a mixture has 1 to {MOST_PARTS} parts, not {len(parts)}")
    total = sum(part.weight for part in parts)
    return tuple(Part(part.weight / total, part.kind, part.depth) for part in parts)


class ModelWork(ChanceWork):
    """What a search with chance nodes has, and the mixture."""

    parts: i64
    weights: Cells = array(f64, MOST_PARTS)
    depths: Cells = array(i64, MOST_PARTS)  # of the search that a part follows; 0: random


# ---------------------------------------------------------------------- what the opponents do


def is_legal(state: Any, work: Any, move: int, ply: int) -> bool:
    """Whether no rule against repetition forbids a move of the row."""
    if state.repetition == 0 or state.repeated != FORBIDDEN:
        return True
    child = copied(state)
    step(state, child, move, work, ply)
    return not forbidden(state, move, work, ply)


def hand_over(state: Any, work: Any, inner: Any, ply: int) -> None:
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
def write_policy(state: Any, work: Any, inner: Any, count: int, ply: int) -> int:
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
            hand_over(state, work, inner, ply)
            expected(state, inner, work.depths[part], -math.inf, math.inf, AT_ROOT, FULL)
            work.nodes += inner.nodes
            if inner.aborted != 0 or work.stop != 0:
                work.aborted = 1
            for index in range(count):
                if work.rows[ply, index] == inner.pv[0, 0] and inner.pv_length[0] > 0:
                    work.odds[ply, index] += weight
    return legal


# ---------------------------------------------------------------------- the search


@kernel
def modelled(state: Any, work: Any, inner: Any, depth: int, ply: int) -> float:
    """The value of a position for the player who asks; `inner` is a work space of `expected` for the models."""
    work.pv_length[ply] = 0
    if counted(work):
        return 0.0

    # 1. The end of the game, and the horizon.
    if state.over():
        return float(state.utility(work.root_player))
    before = work.horizon
    count = state.moves(work.rows[ply])
    if count == 0:
        return float(state.utility(work.root_player))
    if ended_by_history(state, work, ply):
        return history_result(state, work, ply, work.root_player)
    if depth <= 0 or ply >= MAX_PLY - 2:
        return leaf(state, work)

    # 2. What is known of this position.
    key = NONE
    if work.options & TABLE and ply > 0:
        key = state.key() ^ work.salt
        data = probe_data(work.table, work.mask, key)
        if data != NONE and serves(data, depth):
            work.horizon += 1 - value_in(data)  # an estimate stands behind it
            return stored_value(work.table, work.mask, key)

    best = 0.0
    rolling = state.chance and state.turn == CHANCE
    if rolling or state.turn != work.root_player:
        # 3. Chance and opponents: the mean over what they may do.
        if rolling:
            for index in range(count):
                work.odds[ply, index] = state.odds(work.rows[ply, index])
        elif write_policy(state, work, inner, count, ply) == 0:
            return float(state.utility(work.root_player))
        left = depth - (work.chance_cost if rolling else 1)
        for index in range(count):
            odds = work.odds[ply, index]
            if odds > 0.0 and work.aborted == 0:
                child = copied(state)
                step(state, child, work.rows[ply, index], work, ply)
                best += odds * modelled(child, work, inner, left, ply + 1)
        work.pv_length[ply] = 0
    else:
        # 4. The player who asks: the best move, the first of the row where several are equally good.
        chosen = -1
        for turn in range(count):
            index = turn if ply > 0 else root_index(work, count, turn)
            move = work.rows[ply, index]
            if ply == 0 and is_excluded(work, move):
                continue
            child = copied(state)
            step(state, child, move, work, ply)
            if forbidden(state, move, work, ply):
                continue
            value = modelled(child, work, inner, depth - 1, ply + 1)
            if work.aborted:
                return 0.0
            if chosen < 0 or value > best or (value == best and index < chosen):
                best = value
                chosen = index
                update_pv(work, ply, move)
                if ply == 0:
                    work.best_value = value
        if chosen < 0:
            return float(state.utility(work.root_player))
    if work.aborted:
        return 0.0
    if work.options & TABLE and ply > 0:
        final = 1 if work.horizon == before else 0
        keep_value(work.table, work.mask, key, best, pack(final, NO_INDEX, depth, EXACT, 0))
    return best
