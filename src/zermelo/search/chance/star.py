"""The steps of a chance node: Star1's windows, Star2's probes, and the order of the outcomes (Ballard 1983).

Every outcome lies between bounds, at first those of the game. Star1 searches an outcome within the window outside of
which the mean leaves [alpha, beta] whatever the other outcomes are worth. Star2 first probes: it searches one move of
each outcome, which bounds a MAX child from below and a MIN child from above.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from zermelo.game.compile import copied
from zermelo.game.game import CHANCE, Game
from zermelo.game.record import inline
from zermelo.search.chance.evaluation import is_max, lower_bound, upper_bound
from zermelo.search.chance.options import BOUNDS, STAR1, STAR2
from zermelo.search.chance.work import SLOTS, ExpectiminimaxWork
from zermelo.search.common.table import EXACT, LOWER, UPPER

TRIALS = 8  # chance nodes of a ply that are probed before it is asked whether that pays
ALL = -1  # no outcome is left out of a sum


class Window(NamedTuple):
    """The window in which an outcome is searched, and what the other outcomes contribute to the mean."""

    low: float
    high: float
    least: float
    most: float


NEVER = -math.inf  # the upper end of a window in which there is nothing to search
SKIP = Window(math.inf, NEVER, 0.0, 0.0)
OPEN = Window(-math.inf, math.inf, 0.0, 0.0)


def write_bounds(state: Game, work: ExpectiminimaxWork, count: int, ply: int) -> None:
    """Each outcome's odds, and the bounds of its value before anything is searched."""
    for index in range(count):
        move = work.rows[ply, index]
        work.odds[ply, index] = state.odds(move)
        work.searched[ply, index] = 0
        work.lower[ply, index] = work.low
        work.upper[ply, index] = work.high
        if work.options & BOUNDS:
            child = copied(state)
            child.play(move)
            if child.over():
                result = float(child.utility(work.root_player))
                work.lower[ply, index], work.upper[ply, index] = result, result
            else:
                work.lower[ply, index] = lower_bound(child, work)
                work.upper[ply, index] = upper_bound(child, work)


@inline
def begin_outcomes(
    state: Game, work: ExpectiminimaxWork, count: int, depth: int, alpha: float, beta: float, ply: int
) -> int:
    """Write what is known of each outcome; returns how many of them Star2 probes, all or none."""
    write_bounds(state, work, count, ply)
    return count if probing_pays(work, depth, alpha, beta, ply) else 0


def lower_sum(work: ExpectiminimaxWork, count: int, ply: int, without: int) -> float:
    """What all outcomes but one contribute to the mean at least."""
    total = 0.0
    for index in range(count):
        if index != without:
            total += work.odds[ply, index] * work.lower[ply, index]
    return total


def upper_sum(work: ExpectiminimaxWork, count: int, ply: int, without: int) -> float:
    """What all outcomes but one contribute to the mean at most."""
    total = 0.0
    for index in range(count):
        if index != without:
            total += work.odds[ply, index] * work.upper[ply, index]
    return total


# ---------------------------------------------------------------------- which outcome comes next


@inline
def probing_pays(work: ExpectiminimaxWork, depth: int, alpha: float, beta: float, ply: int) -> bool:
    """Whether Star2 probes a node: not without a window or a ply below, and not where it has not paid.

    A probe costs about one move of those that the outcome's player has, so it pays where the share of probed nodes
    that it cuts off is at least one divided by the branching factor below.
    """
    if not work.options & STAR2 or depth <= work.chance_cost or (alpha == -math.inf and beta == math.inf):
        return False
    cutoffs, branches = work.probe_cutoffs[ply], work.branches[ply + 1]
    if work.probed_nodes[ply] >= TRIALS and cutoffs * branches < work.probed_nodes[ply] * work.player_nodes[ply + 1]:
        return False
    work.probed_nodes[ply] += 1
    return True


@inline
def expects_fail_low(work: ExpectiminimaxWork, count: int, ply: int, alpha: float, beta: float) -> bool:
    """Whether the mean of the siblings' values lies closer to alpha than to beta."""
    if beta == math.inf or alpha == -math.inf:
        return beta == math.inf
    mean = 0.0
    for index in range(count):
        mean += work.odds[ply, index] * work.sibling_values[ply, work.rows[ply, index] & (SLOTS - 1)]
    return mean - alpha < beta - mean


@inline
def next_outcome(work: ExpectiminimaxWork, count: int, ply: int, turn: int, alpha: float, beta: float) -> int:
    """The outcome to search next: the one whose bound is probably furthest from its value, for it narrows most.

    Without Star1 the order of the row.
    """
    if not work.options & STAR1:
        return turn
    if turn == 0:
        work.fail_low[ply] = expects_fail_low(work, count, ply, alpha, beta)
    best, most_gain = -1, -math.inf
    for index in range(count):
        if work.searched[ply, index] == 0:
            value = work.sibling_values[ply, work.rows[ply, index] & (SLOTS - 1)]
            gain = work.upper[ply, index] - value if work.fail_low[ply] else value - work.lower[ply, index]
            if work.odds[ply, index] * gain > most_gain:
                best, most_gain = index, work.odds[ply, index] * gain
    work.searched[ply, best] = 1
    return best


# ---------------------------------------------------------------------- windows


@inline
def outcome_window(
    child: Game, work: ExpectiminimaxWork, count: int, ply: int, index: int, alpha: float, beta: float, probing: bool
) -> Window:
    """The window of an outcome in Star2's probing phase, or in Star1's search phase."""
    if probing:
        return probe_window(child, work, count, ply, index, alpha, beta)
    return star1_window(work, count, ply, index, alpha, beta)


@inline
def after_outcome(
    work: ExpectiminimaxWork,
    ply: int,
    index: int,
    window: Window,
    value: float,
    alpha: float,
    beta: float,
    probing: bool,
) -> tuple[float, int]:
    """Keep what was found of an outcome; the mean and its bound where that settles the node, else EXACT."""
    if probing:
        return after_probe(work, ply, index, window, value, alpha, beta)
    return after_search(work, ply, index, window, value, alpha, beta)


@inline
def probe_window(
    child: Game, work: ExpectiminimaxWork, count: int, ply: int, index: int, alpha: float, beta: float
) -> Window:
    """Star2: one move of a MAX child can only raise the mean to beta, of a MIN child only lower it to alpha."""
    odds = work.odds[ply, index]
    if odds <= 0.0 or child.turn == CHANCE or child.over():
        return SKIP
    if is_max(child, work) and beta < math.inf:
        least = lower_sum(work, count, ply, index)
        return Window(-math.inf, (beta - least) / odds, least, math.inf)
    if not is_max(child, work) and alpha > -math.inf:
        most = upper_sum(work, count, ply, index)
        return Window((alpha - most) / odds, math.inf, -math.inf, most)
    return SKIP


@inline
def after_probe(
    work: ExpectiminimaxWork, ply: int, index: int, window: Window, value: float, alpha: float, beta: float
) -> tuple[float, int]:
    """Keep the bound of the outcome that a probe found; the mean's own bound, EXACT while the node is open."""
    part = work.odds[ply, index] * value
    if window.high < math.inf:
        work.lower[ply, index] = max(value, work.lower[ply, index])
        mean, bound = window.least + part, LOWER if window.least + part >= beta else EXACT
    else:
        work.upper[ply, index] = min(value, work.upper[ply, index])
        mean, bound = window.most + part, UPPER if window.most + part <= alpha else EXACT
    work.probe_cutoffs[ply] += bound != EXACT
    return mean, bound


@inline
def star1_window(work: ExpectiminimaxWork, count: int, ply: int, index: int, alpha: float, beta: float) -> Window:
    """Star1: outside of this window the outcome takes the mean out of [alpha, beta], whatever the others bring."""
    odds = work.odds[ply, index]
    if odds <= 0.0:
        return SKIP
    if not work.options & STAR1:
        return OPEN
    least = lower_sum(work, count, ply, index)
    most = upper_sum(work, count, ply, index)
    return Window((alpha - most) / odds, (beta - least) / odds, least, most)


@inline
def after_search(
    work: ExpectiminimaxWork, ply: int, index: int, window: Window, value: float, alpha: float, beta: float
) -> tuple[float, int]:
    """Keep the value of the outcome, for its siblings too; the mean's bound where the window was left, or EXACT."""
    work.lower[ply, index] = value
    work.upper[ply, index] = value
    work.sibling_values[ply, work.rows[ply, index] & (SLOTS - 1)] = value
    part = work.odds[ply, index] * value
    if value >= window.high:
        return max(window.least + part, beta), LOWER
    if value <= window.low:
        return min(window.most + part, alpha), UPPER
    return 0.0, EXACT
